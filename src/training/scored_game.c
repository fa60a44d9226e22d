#include "training/scored_game.h"

#include <stdlib.h>

void scored_game_init(ScoredGame *game) {
    *game = (ScoredGame){.moves = NULL};
}

void scored_game_free(ScoredGame *game) {
    free(game->moves);
    scored_game_init(game);
}

void scored_game_start(ScoredGame *game, const Position *start) {
    game->start = *start;
    game->result = 1;
    game->count = game->opening = 0;
}

static int within_range(int score) {
    int most = score_is_mate(score, NULL) ? SCORED_MATE : SCORED_CENTIPAWNS_MAX;
    return score > most ? most : score < -most ? -most : score;
}

bool scored_game_add(ScoredGame *game, Move move, int score) {
    if (game->count == game->capacity) {
        size_t capacity = game->capacity == 0 ? 128 : game->capacity * 2;
        ScoredMove *larger = realloc(game->moves, capacity * sizeof *larger);
        if (larger == NULL)
            return false;
        game->moves = larger;
        game->capacity = capacity;
    }
    game->moves[game->count++] = (ScoredMove){move, (int16_t)within_range(score)};
    return true;
}

bool scored_game_add_opening(ScoredGame *game, Move move) {
    if (!scored_game_add(game, move, 0))
        return false;
    game->opening = game->count;
    return true;
}

int score_of_mate(int moves) {
    int most = moves > SCORED_MATE_MOVES_MAX    ? SCORED_MATE_MOVES_MAX
               : moves < -SCORED_MATE_MOVES_MAX ? -SCORED_MATE_MOVES_MAX
                                                : moves;
    return most > 0 ? SCORED_MATE - most : -SCORED_MATE - most;
}

bool score_is_mate(int score, int *moves) {
    if (abs(score) < SCORED_MATE - SCORED_MATE_MOVES_MAX)
        return false;
    if (moves != NULL)
        *moves = score > 0 ? SCORED_MATE - score : -SCORED_MATE - score;
    return true;
}
