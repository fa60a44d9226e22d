#include "tune_games.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/input.h"
#include "base/lines.h"

enum { MATE_SCORE = 32000 };

static bool read_score(const char *text, int *score) {
    bool negative = *text == '-';
    if (text[negative] == 'M') {
        *score = negative ? -MATE_SCORE : MATE_SCORE;
        return true;
    }
    char *end;
    *score = (int)strtol(text, &end, 10);
    return end != text;
}

/* Plays the opening moves up to `end`. */
static bool play_opening(Position *p, char *moves) {
    for (char *word = strtok(moves, " "); word != NULL; word = strtok(NULL, " ")) {
        Move move;
        if (uci_parse_move(p, word, &move, NULL) != MOVE_TEXT_OK)
            return false;
        position_play(p, move, p);
    }
    return true;
}

static bool follow_game(Position *p, char *moves, Sample sample, SampleFn *each, void *context) {
    for (char *word = strtok(moves, " "); word != NULL; word = strtok(NULL, " ")) {
        char *colon = strchr(word, ':');
        if (colon == NULL || !read_score(colon + 1, &sample.score))
            return true;
        *colon = '\0';
        if (uci_parse_move(p, word, &sample.move, NULL) != MOVE_TEXT_OK)
            return true;
        if (p->side == BLACK)
            sample.score = -sample.score;
        if (!each(context, &sample))
            return false;
        position_play(p, sample.move, p);
    }
    return true;
}

static bool is_standard_array(const char *fen) {
    const char *start = variant_start_fen(VARIANT_STANDARD);
    size_t length = strcspn(start, " ");
    return strncmp(fen, start, length) == 0 && fen[length] == ' ';
}

/* Returns false when no more games are wanted; a damaged line is passed over. */
static bool read_game(char *line, Variant variant, size_t number, SampleFn *each, void *context) {
    char *opening = strchr(line, '\t'), *game = opening != NULL ? strchr(opening + 1, '\t') : NULL;
    if (game == NULL)
        return true;
    *opening++ = '\0';
    *game++ = '\0';
    char *moves = strstr(opening, "moves");
    Position p;
    if (moves != NULL) {
        moves[-1] = '\0';
        moves += strlen("moves");
    }
    bool shuffled = variant == VARIANT_STANDARD && !is_standard_array(opening);
    if (!position_from_fen(&p, opening, variant, shuffled, NULL))
        return true;
    if (moves != NULL && !play_opening(&p, moves))
        return true;
    Sample sample = {.position = &p, .result = strtod(line, NULL), .game = number};
    return follow_game(&p, game, sample, each, context);
}

bool games_read(const char *path, Variant variant, SampleFn *each, void *context, Error *error) {
    Input *input = input_open(path, error);
    if (input == NULL)
        return false;
    LineReader reader;
    memset(&reader, 0, sizeof reader);
    bool wanted = true;
    size_t games = 0;
    for (;;) {
        size_t space;
        char *into = lines_space(&reader, &space);
        size_t count = into == NULL ? 0 : input_read(input, into, space);
        if (count == 0)
            break;
        lines_added(&reader, count);
        for (char *line; wanted && (line = lines_next(&reader)) != NULL;)
            wanted = read_game(line, variant, games++, each, context);
        if (!wanted)
            break;
    }
    bool good = !input_failed(input, error);
    lines_free(&reader);
    input_close(input);
    return good;
}
