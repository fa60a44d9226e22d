#include "server/game_json.h"

#include <math.h>
#include <string.h>

#include "base/monotonic.h"
#include "base/text.h"
#include "server/rules.h"

json_t *json_from_bytes(const char *bytes, size_t length) {
    json_t *string = json_stringn(bytes, length); /* NULL if it is not valid UTF-8 */
    if (string != NULL)
        return string;
    Text text;
    text_init(&text);
    text_append_latin1(&text, bytes, length);
    string = json_stringn(text.data, text.length);
    text_free(&text);
    return string;
}

json_t *rating_to_json(const StoredRating *stored) {
    Rating rating = rule_rating(stored);
    return json_pack("{sI sI sb sb sI}", "value", (json_int_t)lround(rating.value), "error",
                     (json_int_t)lround(rating_error(&rating)), "prov", (int)rating_is_provisional(&rating), "fixed",
                     (int)rating.fixed, "games", (json_int_t)rating.games);
}

/* ---- Stored games --------------------------------------------------------------------------------------- */

static json_t *number_or_null(const Query *row, int column) {
    return query_is_null(row, column) ? json_null() : json_integer(query_number(row, column));
}

static json_t *rounded_or_null(const Query *row, int column) {
    return query_is_null(row, column) ? json_null() : json_integer(lround(query_real(row, column)));
}

static json_t *milliseconds_or_null(const Query *row, int column) {
    return query_is_null(row, column) ? json_null()
                                      : json_integer(query_number(row, column) / MICROSECONDS_PER_MILLISECOND);
}

static json_t *player_to_json(const Query *row, int column) {
    int shift = column - GAME_COLUMN_WHITE;
    return json_pack("{sI ss ss so so so so so}", "player", (json_int_t)query_number(row, column), "kind",
                     query_text(row, GAME_COLUMN_WHITE_KIND + shift), "name",
                     query_text(row, GAME_COLUMN_WHITE_NAME + shift), "version",
                     number_or_null(row, GAME_COLUMN_WHITE_VERSION + shift), "rating_before",
                     rounded_or_null(row, GAME_COLUMN_WHITE_BEFORE + shift), "rating_after",
                     rounded_or_null(row, GAME_COLUMN_WHITE_AFTER + shift), "cpu_ms",
                     milliseconds_or_null(row, GAME_COLUMN_WHITE_CPU + shift), "memory_bytes",
                     number_or_null(row, GAME_COLUMN_WHITE_MEMORY + shift));
}

json_t *game_row_to_json(const Query *row) {
    const char *reason = query_text(row, GAME_COLUMN_REASON);
    return json_pack(
        "{sI ss ss so ss ss? ss sb sI so so ss? sb ss? so so so so so}", "id",
        (json_int_t)query_number(row, GAME_COLUMN_ID), "status", query_text(row, GAME_COLUMN_STATUS), "origin",
        query_text(row, GAME_COLUMN_ORIGIN), "tournament", number_or_null(row, GAME_COLUMN_TOURNAMENT), "variant",
        query_text(row, GAME_COLUMN_VARIANT), "start_fen", query_text(row, GAME_COLUMN_START_FEN), "clock",
        query_text(row, GAME_COLUMN_CLOCK), "rated", (int)query_number(row, GAME_COLUMN_RATED), "created_at",
        (json_int_t)query_number(row, GAME_COLUMN_CREATED_AT), "started_at",
        number_or_null(row, GAME_COLUMN_STARTED_AT), "finished_at", number_or_null(row, GAME_COLUMN_FINISHED_AT),
        "result", query_text(row, GAME_COLUMN_RESULT), "counted", (int)query_number(row, GAME_COLUMN_COUNTED),
        "ended_by", query_text(row, GAME_COLUMN_ENDED_BY), "reason",
        reason != NULL ? json_from_bytes(reason, strlen(reason)) : json_null(), "duration_ms",
        milliseconds_or_null(row, GAME_COLUMN_DURATION), "opening_plies", number_or_null(row, GAME_COLUMN_OPENING),
        "white", player_to_json(row, GAME_COLUMN_WHITE), "black", player_to_json(row, GAME_COLUMN_BLACK));
}

MoveNote game_move_note(const Query *row) {
    return (MoveNote){
        .elapsed = query_number(row, 1),
        .clock_left = query_number(row, 2),
        .has_score = !query_is_null(row, 3),
        .score = (int)query_number(row, 3),
        .mate = query_number(row, 4) != 0,
        .depth = (unsigned)query_number(row, 5),
        .nodes = (uint64_t)query_number(row, 6),
        .memory = (uint64_t)query_number(row, 7),
    };
}

bool game_start_position(const char *variant, const char *start_fen, Position *position) {
    Variant found = variant_by_name(variant);
    if (found == VARIANT_NONE)
        return false;
    if (start_fen == NULL || start_fen[0] == '\0') {
        position_start(position, found);
        return true;
    }
    return position_from_fen(position, start_fen, found, found == VARIANT_CHESS960, NULL);
}

static void add_score(json_t *object, bool mate, int64_t score) {
    json_object_set_new(object, "score", json_pack("{sI}", mate ? "mate" : "cp", (json_int_t)score));
}

static void add_position(json_t *object, const Position *position) {
    char fen[FEN_MAX];
    position_to_fen(position, FEN_DEFAULT, fen);
    json_object_set_new(object, "fen", json_string(fen));
}

json_t *game_moves_to_json(Query *moves, const Position *start) {
    json_t *list = json_array();
    Position position = *start;
    bool playable = true;
    while (query_next(moves)) {
        const char *uci = query_text(moves, 0);
        Move move;
        json_t *object = json_pack("{ss}", "uci", uci);
        playable = playable && uci_parse_move(&position, uci, &move, NULL) == MOVE_TEXT_OK;
        if (playable) {
            char san[SAN_MAX];
            san_write_move(&position, move, san);
            json_object_set_new(object, "san", json_string(san));
            position_play(&position, move, &position);
            add_position(object, &position);
        }
        if (!query_is_null(moves, 1)) {
            json_object_set_new(object, "time_ms", milliseconds_or_null(moves, 1));
            json_object_set_new(object, "clock_ms", milliseconds_or_null(moves, 2));
            json_object_set_new(object, "depth", number_or_null(moves, 5));
            json_object_set_new(object, "nodes", number_or_null(moves, 6));
            if (query_number(moves, 7) > 0)
                json_object_set_new(object, "memory_bytes", json_integer(query_number(moves, 7)));
        }
        if (!query_is_null(moves, 3))
            add_score(object, query_number(moves, 4) != 0, query_number(moves, 3));
        json_array_append_new(list, object);
    }
    query_end(moves);
    return list;
}

/* ---- Running games -------------------------------------------------------------------------------------- */

static json_t *clock_to_json(const Referee *referee, Color color) {
    const Clock *clock = referee_clock(referee, color);
    return clock->control->base > 0 ? json_integer(clock->left / MICROSECONDS_PER_MILLISECOND) : json_null();
}

json_t *legal_moves_to_json(const Position *position) {
    Move moves[MOVES_MAX];
    json_t *list = json_array();
    size_t count = position_legal_moves(position, moves);
    for (size_t i = 0; i < count; i++) {
        char uci[UCI_MOVE_MAX];
        uci_write_move(position, moves[i], uci);
        json_array_append_new(list, json_string(uci));
    }
    return list;
}

static void add_move(json_t *object, const GameRecord *record) {
    size_t ply = record->game.ply - 1;
    const MoveNote *note = &record->notes[ply - record->opening_plies];
    char uci[UCI_MOVE_MAX], san[SAN_MAX];
    uci_write_move(&record->game.positions[ply], record->game.moves[ply], uci);
    san_write_move(&record->game.positions[ply], record->game.moves[ply], san);
    json_object_set_new(object, "uci", json_string(uci));
    json_object_set_new(object, "san", json_string(san));
    json_object_set_new(object, "time_ms", json_integer(note->elapsed / MICROSECONDS_PER_MILLISECOND));
    json_object_set_new(object, "clock_ms", json_integer(note->clock_left / MICROSECONDS_PER_MILLISECOND));
    json_object_set_new(object, "depth", json_integer(note->depth));
    json_object_set_new(object, "nodes", json_integer((json_int_t)note->nodes));
    if (note->memory > 0)
        json_object_set_new(object, "memory_bytes", json_integer((json_int_t)note->memory));
    if (note->has_score)
        add_score(object, note->mate, note->score);
}

json_t *referee_to_json(const Referee *referee, bool legal) {
    const GameRecord *record = referee_record(referee);
    const Position *position = game_position(&record->game);
    json_t *object =
        json_pack("{sI ss sb s{so so}}", "ply", (json_int_t)record->game.ply, "turn",
                  position->side == WHITE ? "white" : "black", "check", (int)position_is_check(position), "clocks",
                  "white_ms", clock_to_json(referee, WHITE), "black_ms", clock_to_json(referee, BLACK));
    add_position(object, position);
    if (record_plies(record) > 0)
        add_move(object, record);
    if (legal)
        json_object_set_new(object, "legal", legal_moves_to_json(position));
    return object;
}
