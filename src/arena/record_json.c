#include "arena/record_json.h"

#include <stdio.h>
#include <string.h>

#include "base/monotonic.h"
#include "base/text.h"

static json_t *moves_to_json(const Game *game) {
    Text text;
    text_init(&text);
    for (size_t i = 0; i < game->ply; i++) {
        char word[UCI_MOVE_MAX];
        uci_write_move(&game->positions[i], game->moves[i], word);
        if (i > 0)
            text_append_char(&text, ' ');
        text_append_string(&text, word);
    }
    json_t *string = text.failed ? NULL : json_string(text.data);
    text_free(&text);
    return string;
}

static json_t *times_to_json(const GameRecord *record) {
    json_t *times = json_array();
    for (size_t i = 0; i < record_plies(record); i++)
        json_array_append_new(times, json_integer(record->notes[i].elapsed / MICROSECONDS_PER_MILLISECOND));
    return times;
}

/* Names and reasons may hold anything that a file name may hold; JSON wants UTF-8. */
static json_t *text_to_json(const char *text) {
    if (utf8_is_valid(text, strlen(text)))
        return json_string(text);
    Text converted;
    text_init(&converted);
    text_append_latin1(&converted, text, strlen(text));
    json_t *string = json_string(converted.data);
    text_free(&converted);
    return string;
}

static const char *color_name(Color color) {
    return color == WHITE ? "white" : color == BLACK ? "black" : NULL;
}

static json_t *both_to_json(json_int_t white, json_int_t black) {
    return json_pack("{sI sI}", "white", white, "black", black);
}

json_t *record_to_json(const GameRecord *record) {
    char fen[FEN_MAX], started[WALL_TEXT_MAX];
    position_to_fen(&record->game.positions[0], FEN_DEFAULT, fen);
    wall_write(record->started, "%Y-%m-%dT%H:%M:%SZ", started);
    return json_pack(
        "{si si so so ss ss si so so ss sb ss ss ss ss* so si ss sI so so so}", "number", (int)record->number, "round",
        (int)record->round, "white", text_to_json(record->names[WHITE]), "black", text_to_json(record->names[BLACK]),
        "variant", variant_name(record->variant), "fen", fen, "opening", (int)record->opening_plies, "moves",
        moves_to_json(&record->game), "times_ms", times_to_json(record), "result", record_result(record), "rated",
        (int)record->rated, "termination", record_termination(record), "end", game_end_name(record->end), "ending",
        record->ending, "culprit", color_name(record->culprit), "reason", text_to_json(record->reason), "plies",
        (int)record->game.ply, "started", started, "duration_ms",
        (json_int_t)(record->duration / MICROSECONDS_PER_MILLISECOND), "cpu_ms",
        both_to_json(record->cpu_time[WHITE] / MICROSECONDS_PER_MILLISECOND,
                     record->cpu_time[BLACK] / MICROSECONDS_PER_MILLISECOND),
        "peak_memory_kb",
        both_to_json((json_int_t)(record->peak_memory[WHITE] / 1024), (json_int_t)(record->peak_memory[BLACK] / 1024)),
        "warnings", both_to_json(record->warnings[WHITE], record->warnings[BLACK]));
}

static Color color_by_name(const char *name) {
    if (name == NULL)
        return NO_COLOR;
    return strcmp(name, "white") == 0 ? WHITE : strcmp(name, "black") == 0 ? BLACK : NO_COLOR;
}

bool summary_from_json(const json_t *object, GameSummary *summary) {
    json_int_t number, duration;
    const char *result, *end, *ending, *culprit = NULL;
    int rated;
    /* jansson takes the object as not const though it only reads. */
    if (json_unpack((json_t *)(uintptr_t)object, "{sI sI ss sb ss ss s?s}", "number", &number, "duration_ms", &duration,
                    "result", &result, "rated", &rated, "end", &end, "ending", &ending, "culprit", &culprit) != 0 ||
        number < 1 || game_end_by_name(end) == GAME_END_COUNT)
        return false;
    *summary = (GameSummary){
        .index = (unsigned long)number - 1,
        .has_result = strcmp(result, "*") != 0,
        .rated = rated != 0,
        .winner = strcmp(result, "1-0") == 0   ? WHITE
                  : strcmp(result, "0-1") == 0 ? BLACK
                                               : NO_COLOR,
        .culprit = color_by_name(culprit),
        .end = game_end_by_name(end),
        .duration = duration * MICROSECONDS_PER_MILLISECOND,
    };
    snprintf(summary->ending, ENDING_MAX, "%s", ending);
    return true;
}
