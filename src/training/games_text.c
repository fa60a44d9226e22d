#include "training/games_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static void append_move(Text *out, const Position *position, Move move) {
    char uci[UCI_MOVE_MAX];
    uci_write_move(position, move, uci);
    text_append_string(out, uci);
}

static void append_score(Text *out, int score) {
    int moves;
    if (score_is_mate(score, &moves))
        text_append_format(out, ":%sM%d", score < 0 ? "-" : "", abs(moves));
    else
        text_append_format(out, ":%d", score);
}

void games_text_write(const ScoredGame *game, Text *out) {
    static const char *const results[] = {"0", "0.5", "1"};
    char fen[FEN_MAX];
    Position position = game->start;
    position_to_fen(&position, FEN_SHREDDER * (unsigned)position.chess960, fen);
    text_append_format(out, "%s\t%s moves", results[game->result], fen);
    for (size_t i = 0; i < game->count; i++) {
        text_append_char(out, i == game->opening ? '\t' : ' ');
        append_move(out, &position, game->moves[i].move);
        if (i >= game->opening)
            append_score(out, game->moves[i].score);
        position_play(&position, game->moves[i].move, &position);
    }
    text_append_string(out, game->opening == game->count ? "\t\n" : "\n");
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static bool read_score(const char *text, int *score) {
    bool negative = *text == '-', mate = text[negative] == 'M';
    char *end;
    long number = strtol(text + negative + mate, &end, 10);
    if (end == text + negative + mate || *end != '\0' || number > SCORED_CENTIPAWNS_MAX || number < 0)
        return false;
    *score = mate ? score_of_mate((int)(negative ? -number : number)) : (int)(negative ? -number : number);
    return true;
}

static bool read_move(const char *text, Position *position, Move *move) {
    return uci_parse_move(position, text, move, NULL) == MOVE_TEXT_OK;
}

static bool read_opening(char *words, Position *position, ScoredGame *game) {
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        Move move;
        if (!read_move(word, position, &move) || !scored_game_add_opening(game, move))
            return false;
        position_play(position, move, position);
    }
    return true;
}

static void read_moves(char *words, Position *position, ScoredGame *game) {
    char *rest = NULL;
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *colon = strchr(word, ':');
        Move move;
        int score;
        if (colon == NULL || !read_score(colon + 1, &score))
            return;
        *colon = '\0';
        if (!read_move(word, position, &move) || !scored_game_add(game, move, score))
            return;
        position_play(position, move, position);
    }
}

static bool is_standard_array(const char *fen) {
    const char *start = variant_start_fen(VARIANT_STANDARD);
    size_t length = strcspn(start, " ");
    return strncmp(fen, start, length) == 0 && fen[length] == ' ';
}

static bool read_result(const char *text, int *result) {
    static const char *const results[] = {"0", "0.5", "1"};
    for (*result = 0; *result < 3; ++*result)
        if (strcmp(text, results[*result]) == 0)
            return true;
    return false;
}

bool games_text_read(char *line, Variant variant, ScoredGame *game) {
    char *start = strchr(line, '\t'), *moves = start != NULL ? strchr(start + 1, '\t') : NULL;
    Position position;
    int result;
    if (moves == NULL)
        return false;
    *start++ = '\0';
    *moves++ = '\0';
    char *opening = strstr(start, " moves");
    if (opening != NULL) {
        *opening = '\0';
        opening += sizeof " moves" - 1;
    }
    bool shuffled = variant == VARIANT_STANDARD && !is_standard_array(start);
    if (shuffled)
        variant = VARIANT_CHESS960;
    if (!read_result(line, &result) || !position_from_fen(&position, start, variant, variant == VARIANT_CHESS960, NULL))
        return false;
    scored_game_start(game, &position);
    game->result = result;
    if (opening != NULL && !read_opening(opening, &position, game))
        return false;
    read_moves(moves, &position, game);
    return true;
}
