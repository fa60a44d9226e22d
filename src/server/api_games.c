/* The API: games, made and shown. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/launch.h"
#include "base/error.h"
#include "base/monotonic.h"
#include "base/random.h"
#include "server/game_json.h"
#include "server/rules.h"
#include "server/say.h"
#include "server/server_internal.h"
#include "server/stored_pgn.h"
#include "store/bots.h"

enum { LIST_MAX = 200, WAITING_OF_ONE = 20 };

/* ---- Who plays ------------------------------------------------------------------------------------------ */

static int64_t find_bot_player(Request *request, const char *text) {
    char name[BOT_NAME_MAX + 1];
    Bot bot;
    BotVersion version;
    const char *slash = strchr(text, '/');
    size_t length = slash != NULL ? (size_t)(slash - text) : strlen(text);
    if (length > BOT_NAME_MAX)
        return 0;
    memcpy(name, text, length);
    name[length] = '\0';
    if (!bot_by_name(request->store, name, &bot))
        return 0;
    if (bot.retired) {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "%s has retired and plays no more.", bot.name);
        return 0;
    }
    bool found = slash != NULL ? version_get(request->store, bot.id, strtol(slash + 1, NULL, 10), &version)
                               : version_newest(request->store, bot.id, &version);
    return found ? version_player(request->store, version.id) : 0;
}

/* The engine's levels as far as this program has them. 0 when it was answered. */
static int64_t find_engine_player(Request *request, const char *text) {
    Error error;
    Launch launch;
    char name[64];
    if (!launch_describe(text, true, &launch, &error)) {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "%s.", error.message);
        return 0;
    }
    int64_t level = launch.kind == LAUNCH_LEVEL ? (int64_t)launch.level : 0;
    launch_free(&launch);
    if (level == 0)
        snprintf(name, sizeof name, "Engine");
    else
        snprintf(name, sizeof name, "Engine level %lld", (long long)level);
    return player_of_engine(request->store, level, name);
}

bool request_find_player(Request *request, const char *text, SeatedPlayer *player) {
    int64_t id = 0;
    if (text == NULL || text[0] == '\0') {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "A player is missing: me, engine, level:1200 or a bot.");
        return false;
    }
    if (strcmp(text, "me") == 0)
        id = request->account.id != 0 ? account_player(request->store, request->account.id) : 0;
    else if (strcmp(text, "engine") == 0 || strncmp(text, "level:", 6) == 0)
        id = find_engine_player(request, text);
    else
        id = find_bot_player(request, text);
    if (id != 0 && player_get(request->store, id, player))
        return true;
    if (request->response == NULL)
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT,
                    "There is no player \"%s\": a player is me, engine, level:1200, or the name of an accepted bot.",
                    text);
    return false;
}

/* ---- What is played ------------------------------------------------------------------------------------- */

bool request_read_clock(Request *request, const char *name, StoredGame *game) {
    Error error;
    TimeControl control = {0};
    const char *clock = body_text(request, name);
    if (clock == NULL)
        clock = "60+1";
    if (strlen(clock) > GAME_CLOCK_MAX || !time_control_parse(clock, &control, &error))
        return reply_refusal(request, "The clock is written as in 60+1: seconds, and seconds more for every move.");
    if (control.nodes != 0 || control.depth != 0 || control.move_time != 0 || control.base < GAME_BASE_LEAST ||
        control.base > GAME_BASE_MOST || control.increment > GAME_INCREMENT_MOST)
        return reply_refusal(request,
                             "A clock has from one second to three hours, and at most a minute more for every move.");
    snprintf(game->clock, sizeof game->clock, "%s", clock);
    return true;
}

const char *game_start_problem(const Position *position) {
    enum {
        IMPOSSIBLE = STATUS_NO_WHITE_KING | STATUS_NO_BLACK_KING | STATUS_OPPOSITE_CHECK | STATUS_EMPTY |
                     STATUS_RACE_CHECK | STATUS_RACE_OVER
    };
    if ((position_status(position) & IMPOSSIBLE) != 0)
        return "No game can start from this position: a king is missing or could be taken.";
    return position_outcome(position).termination != TERMINATION_NONE ? "In this position the game is over already."
                                                                      : NULL;
}

/* Moves, with or without their numbers, from the position on. */
static bool play_line(Request *request, const char *line, Position *position) {
    enum { WORD_MAX = 15 };
    char word[WORD_MAX + 1];
    for (const char *at = line; at[strspn(at, " ")] != '\0';) {
        Error error;
        Move move;
        at += strspn(at, " ");
        size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", length < WORD_MAX ? (int)length : WORD_MAX, at);
        at += length;
        const char *text = word + strspn(word, "0123456789"); /* 1. e4, 1.e4, 3... Nf6 */
        text = *text == '.' ? text + strspn(text, ".") : word;
        if (*text == '\0')
            continue;
        if (san_parse_move(position, text, &move, &error) != MOVE_TEXT_OK || move == MOVE_NULL) {
            reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "The opening \"%.200s\" cannot be played: %s.", line,
                        move == MOVE_NULL ? "a move may not be passed" : error.message);
            return false;
        }
        position_play(position, move, position);
    }
    return true;
}

bool request_read_opening(Request *request, Variant variant, const char *line, Position *position, bool *special) {
    Error error;
    *special = strchr(line, '/') != NULL;
    if (!*special) {
        position_start(position, variant);
        if (!play_line(request, line, position))
            return false;
    } else if (!position_from_fen(position, line, variant, variant == VARIANT_CHESS960, &error)) {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "The start position cannot be read: %s.", error.message);
        return false;
    }
    const char *problem = game_start_problem(position);
    return problem == NULL || reply_refusal(request, problem);
}

static bool read_start(Request *request, Variant variant, StoredGame *game) {
    bool special;
    Position position;
    uint64_t seed = (uint64_t)monotonic_us();
    const char *fen = body_text(request, "fen");
    if (fen == NULL && variant != VARIANT_CHESS960)
        return true;
    if (fen == NULL)
        position_start_chess960(&position, (int)random_below(&seed, 960));
    else if (strchr(fen, '/') == NULL)
        return reply_refusal(request, "The start position cannot be read: it is not a FEN.");
    else if (!request_read_opening(request, variant, fen, &position, &special))
        return false;
    position_to_fen(&position, FEN_DEFAULT, game->start_fen);
    return true;
}

bool request_read_game(Request *request, StoredGame *game) {
    const char *name = body_text(request, "variant");
    Variant variant = variant_by_name(name != NULL ? name : "standard");
    if (variant == VARIANT_NONE || variant >= VARIANT_ARENA_COUNT)
        return reply_refusal(request, "There is no such variant; there are standard, chess960, crazyhouse, atomic, "
                                      "kingofthehill, threecheck, antichess, horde and racingkings.");
    snprintf(game->variant, sizeof game->variant, "%s", variant_name(variant));
    return request_read_clock(request, "clock", game) && read_start(request, variant, game);
}

/* ---- Making a game -------------------------------------------------------------------------------------- */

static bool is_person(const SeatedPlayer *player) {
    PlayerKind kind = rule_player_kind(player->kind);
    return kind == PLAYER_KIND_PERSON || kind == PLAYER_KIND_GUEST;
}

/* Bot against bot is always rated unless the start is special; else the tick decides. */
static bool read_rated(Request *request, const SeatedPlayer *white, const SeatedPlayer *black, StoredGame *game) {
    PlayerKind one = rule_player_kind(white->kind), other = rule_player_kind(black->kind);
    const char *refusal = rating_refusal(one, other, ORIGIN_CHALLENGE);
    bool special = game->start_fen[0] != '\0' && body_text(request, "fen") != NULL;
    bool wanted = body_flag(request, "rated", false);
    if (refusal == NULL && special)
        refusal = "games from a special start position are not rated";
    if (wanted && refusal != NULL) {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "This game cannot be rated: %s.", refusal);
        return false;
    }
    game->rated = refusal == NULL && body_flag(request, "rated", one == PLAYER_KIND_BOT && other == PLAYER_KIND_BOT);
    return true;
}

static bool may_make(Request *request, const SeatedPlayer *white, const SeatedPlayer *black) {
    int64_t waiting = 0;
    if (white->id == black->id)
        return reply_refusal(request, "Nobody plays against itself; choose two players.");
    if (!is_person(white) && !is_person(black) && request->account.kind == ACCOUNT_GUEST)
        return reply_refusal(request, "Sign in to let bots play.");
    store_ask_number(request->store, &waiting,
                     "SELECT COUNT(*) FROM games WHERE created_by = $1 AND origin = 'challenge'"
                     " AND status IN ('queued', 'running')",
                     "i", request->account.id);
    return waiting < WAITING_OF_ONE ||
           reply_refusal(request, "You have as many games going as one may have; end some first.");
}

void api_games_add(Request *request) {
    SeatedPlayer white, black;
    StoredGame game = {.round = 1, .origin = "challenge"};
    bool newcomer = request->account.id == 0;
    if (!request_read_game(request, &game) || !request_need_player(request) ||
        !request_find_player(request, body_text(request, "white"), &white) ||
        !request_find_player(request, body_text(request, "black"), &black) || !may_make(request, &white, &black) ||
        !read_rated(request, &white, &black, &game))
        return;
    game.white = white.id;
    game.black = black.id;
    game.created_by = request->account.id;
    if (!game_add(request->store, &game, server_now())) {
        reply_store_error(request);
        return;
    }
    director_wake(request->server->director);
    reply_json(request, MHD_HTTP_CREATED,
               json_pack("{sI ss sb}", "id", (json_int_t)game.id, "status", "queued", "rated", (int)game.rated));
    if (newcomer)
        request_sign_in(request, &request->account);
}

/* ---- Lists and single games ----------------------------------------------------------------------------- */

void api_games_get(Request *request) {
    const char *status = query_parameter(request, "status"), *bot_name = query_parameter(request, "bot");
    GameFilter filter = {
        .status = status,
        .player = query_parameter_number(request, "player", 0, 0, INT64_MAX),
        .tournament = query_parameter_number(request, "tournament", 0, 0, INT64_MAX),
        .variant = query_parameter(request, "variant"),
        .before = query_parameter_number(request, "before", 0, 0, INT64_MAX),
        .limit = query_parameter_number(request, "limit", 30, 1, LIST_MAX),
    };
    Bot bot;
    if (status != NULL && strcmp(status, "live") == 0) {
        reply_json(request, MHD_HTTP_OK, json_pack("{so}", "games", live_list(request->server->live)));
        return;
    }
    if (bot_name != NULL && !bot_by_name(request->store, bot_name, &bot)) {
        reply_error(request, MHD_HTTP_NOT_FOUND, "There is no bot called %s.", bot_name);
        return;
    }
    filter.bot = bot_name != NULL ? bot.id : 0;
    json_t *list = json_array();
    Query *query = game_list(request->store, &filter);
    while (query_next(query))
        json_array_append_new(list, game_row_to_json(query));
    if (query_end(query))
        reply_json(request, MHD_HTTP_OK, json_pack("{so}", "games", list));
    else
        reply_store_error(request);
}

static void not_found(Request *request) {
    reply_error(request, MHD_HTTP_NOT_FOUND, "There is no game %s.", request->words[0]);
}

/* From the database; NULL when there is none. */
static json_t *read_stored(Request *request, int64_t id) {
    StoredGame game;
    Position start;
    json_t *object = NULL;
    Query *row = game_row(request->store, id);
    if (query_next(row))
        object = game_row_to_json(row);
    query_end(row);
    if (object == NULL || !game_get(request->store, id, &game))
        return object;
    if (strcmp(game.status, "running") == 0)
        json_object_set_new(object, "status", json_string("queued")); /* it is about to be shown: nobody can move yet */
    if (game_start_position(game.variant, game.start_fen, &start))
        json_object_set_new(object, "moves", game_moves_to_json(game_moves(request->store, id), &start));
    return object;
}

json_t *request_read_state(Request *request, int64_t id) {
    json_t *object = live_state(request->server->live, id);
    return object != NULL ? object : read_stored(request, id);
}

void api_game_get(Request *request) {
    int64_t id = word_number(request, 0);
    json_t *object = request_read_state(request, id);
    if (object == NULL) {
        not_found(request);
        return;
    }
    Color seat = live_seat(request->server->live, id, request->account.id);
    json_object_set_new(object, "you",
                        seat == WHITE   ? json_string("white")
                        : seat == BLACK ? json_string("black")
                                        : json_null());
    reply_json(request, MHD_HTTP_OK, object);
}

void api_game_events(Request *request) {
    StoredGame game;
    bool found;
    int64_t id = word_number(request, 0);
    bool listening = live_listen(request->server->live, request->connection, id, &found);
    if (found)
        reply_stream(request, listening);
    else if (!game_get(request->store, id, &game))
        not_found(request);
    else if (strcmp(game.status, "finished") == 0 || strcmp(game.status, "aborted") == 0)
        reply_nothing(request); /* tells a browser not to come again */
    else
        reply_error(request, MHD_HTTP_SERVICE_UNAVAILABLE, "The game has not begun yet; try again in a moment.");
}

/* ---- PGN and logs --------------------------------------------------------------------------------------- */

void api_game_pgn(Request *request) {
    Text text;
    text_init(&text);
    StoredPgn result = stored_pgn_write(request->store, word_number(request, 0), &text);
    if (result == STORED_PGN_GOOD)
        reply_text(request, "application/x-chess-pgn; charset=utf-8", text.data, text.length);
    else if (result == STORED_PGN_NONE)
        not_found(request);
    else
        reply_error(request, MHD_HTTP_INTERNAL_SERVER_ERROR, "The record of game %s cannot be read.",
                    request->words[0]);
    text_free(&text);
}

void api_game_log(Request *request) {
    StoredGame game;
    SeatedPlayer player;
    size_t length;
    bool white = strcmp(request->words[1], "white") == 0;
    if (!game_get(request->store, word_number(request, 0), &game) ||
        (!white && strcmp(request->words[1], "black") != 0)) {
        not_found(request);
        return;
    }
    if (!player_get(request->store, white ? game.white : game.black, &player) ||
        (player.account != request->account.id && request->account.kind != ACCOUNT_ADMIN)) {
        reply_error(request, MHD_HTTP_FORBIDDEN, "A bot's log is shown to its author only.");
        return;
    }
    char *log = game_log(request->store, game.id, white, &length);
    reply_text(request, "text/plain; charset=utf-8", log != NULL ? log : "", log != NULL ? length : 0);
    free(log);
}
