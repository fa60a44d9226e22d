#include "arena/record.h"

#include <stdlib.h>
#include <string.h>

bool record_open(GameRecord *record, const Position *start, const Move *opening, size_t opening_plies) {
    *record = (GameRecord){.variant = start->variant, .winner = NO_COLOR, .culprit = NO_COLOR};
    if (!game_init(&record->game, start))
        return false;
    for (size_t i = 0; i < opening_plies; i++)
        if (!game_play(&record->game, opening[i])) {
            game_free(&record->game);
            return false;
        }
    record->opening_plies = opening_plies;
    return true;
}

void record_close(GameRecord *record) {
    game_free(&record->game);
    free(record->notes);
    *record = (GameRecord){0};
}

bool record_add_move(GameRecord *record, Move move, const MoveNote *note) {
    size_t at = record_plies(record);
    if (at == record->note_capacity) {
        size_t capacity = at == 0 ? 64 : at * 2;
        MoveNote *notes = realloc(record->notes, capacity * sizeof *notes);
        if (notes == NULL)
            return false;
        record->notes = notes;
        record->note_capacity = capacity;
    }
    if (!game_play(&record->game, move))
        return false;
    record->notes[at] = *note;
    return true;
}

const char *record_result(const GameRecord *record) {
    if (!record->has_result)
        return "*";
    if (record->winner == NO_COLOR)
        return "1/2-1/2";
    return record->winner == WHITE ? "1-0" : "0-1";
}

static const struct {
    const char *name;        /* ours */
    const char *termination; /* PGN's */
} ends[GAME_END_COUNT] = {
    [GAME_RUNNING] = {"running", "unterminated"},
    [GAME_RULES] = {"rules", "normal"},
    [GAME_ADJUDICATED] = {"adjudication", "adjudication"},
    [GAME_RESIGNED] = {"resignation", "normal"},
    [GAME_AGREED] = {"agreement", "normal"},
    [GAME_TIME] = {"time forfeit", "time forfeit"},
    [GAME_ILLEGAL] = {"illegal move", "rules infraction"},
    [GAME_CRASHED] = {"crash", "abandoned"},
    [GAME_HUNG] = {"hang", "abandoned"},
    [GAME_FLOODED] = {"flood", "rules infraction"},
    [GAME_NOT_STARTED] = {"did not start", "abandoned"},
    [GAME_STOPPED] = {"stopped", "unterminated"},
};

const char *record_termination(const GameRecord *record) {
    return ends[record->end].termination;
}

const char *game_end_name(GameEnd end) {
    return ends[end].name;
}

GameEnd game_end_by_name(const char *name) {
    GameEnd end = 0;
    while (end < GAME_END_COUNT && strcmp(ends[end].name, name) != 0)
        end++;
    return end;
}

void record_write_position(const GameRecord *record, size_t plies, Text *out) {
    char fen[FEN_MAX], word[1 + UCI_MOVE_MAX] = " ";
    const Game *game = &record->game;
    position_to_fen(&game->positions[0], FEN_DEFAULT, fen);
    if (!game->positions[0].chess960 && strcmp(fen, variant_start_fen(record->variant)) == 0) {
        text_append_string(out, "position startpos");
    } else {
        text_append_string(out, "position fen ");
        text_append_string(out, fen);
    }
    if (plies > 0)
        text_append_string(out, " moves");
    for (size_t i = 0; i < plies; i++) {
        size_t length = uci_write_move(&game->positions[i], game->moves[i], word + 1);
        text_append(out, word, length + 1);
    }
}
