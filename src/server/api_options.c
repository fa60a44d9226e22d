/* The API: what there is to choose from, and positions for a board editor. */
#include <string.h>

#include "arena/launch.h"
#include "arena/size_class.h"
#include "base/monotonic.h"
#include "server/contest.h"
#include "server/game_json.h"
#include "server/server_internal.h"

static json_t *list_variants(void) {
    json_t *list = json_array();
    for (Variant variant = 0; variant < VARIANT_ARENA_COUNT; variant++)
        json_array_append_new(
            list, json_pack("{ss ss}", "name", variant_name(variant), "start_fen", variant_start_fen(variant)));
    return list;
}

static json_t *list_classes(void) {
    json_t *list = json_array();
    for (SizeClass size = SIZE_FIFTEEN; size < SIZE_TOO_LARGE; size++)
        json_array_append_new(list, json_string(size_class_name(size)));
    return list;
}

static json_t *list_tournament_kinds(void) {
    json_t *list = json_array();
    for (ContestKind kind = 0; kind < CONTEST_KINDS; kind++)
        json_array_append_new(list, json_pack("{ss sI}", "kind", contest_kind_name(kind), "players_most",
                                              (json_int_t)contest_players_most(kind)));
    return list;
}

void api_options(Request *request) {
    reply_json(request, MHD_HTTP_OK,
               json_pack("{so s{si si} so s{sI sI sI} so}", "variants", list_variants(), "levels", "least",
                         LAUNCH_LEVEL_MIN, "most", LAUNCH_LEVEL_MAX, "classes", list_classes(), "clock", "least_ms",
                         (json_int_t)(GAME_BASE_LEAST / MICROSECONDS_PER_MILLISECOND), "most_ms",
                         (json_int_t)(GAME_BASE_MOST / MICROSECONDS_PER_MILLISECOND), "increment_most_ms",
                         (json_int_t)(GAME_INCREMENT_MOST / MICROSECONDS_PER_MILLISECOND), "tournaments",
                         list_tournament_kinds()));
}

void api_position(Request *request) {
    Error error;
    Position position;
    char fen[FEN_MAX];
    const char *name = query_parameter(request, "variant"), *text = query_parameter(request, "fen");
    Variant variant = variant_by_name(name != NULL ? name : "standard");
    if (variant == VARIANT_NONE || variant >= VARIANT_ARENA_COUNT) {
        reply_refusal(request, "There is no such variant.");
        return;
    }
    if (text == NULL)
        text = variant_start_fen(variant);
    if (!position_from_fen(&position, text, variant, variant == VARIANT_CHESS960, &error)) {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "The position cannot be read: %s.", error.message);
        return;
    }
    const char *problem = game_start_problem(&position);
    position_to_fen(&position, FEN_DEFAULT, fen);
    reply_json(request, MHD_HTTP_OK,
               json_pack("{ss ss sb so ss?}", "fen", fen, "turn", position.side == WHITE ? "white" : "black", "check",
                         problem == NULL && position_is_check(&position), "legal",
                         problem == NULL ? legal_moves_to_json(&position) : json_array(), "problem", problem));
}
