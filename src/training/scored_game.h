/*
 * A game with what a searcher thought of its moves: what networks and weights are fitted to. It is held in memory here;
 * games_file.h reads and writes files of them.
 */
#ifndef ROOKERY_TRAINING_SCORED_GAME_H
#define ROOKERY_TRAINING_SCORED_GAME_H

#include "rookery/chess.h"

/* Scores are centipawns for the side to move before the move, from -SCORED_CENTIPAWNS_MAX to SCORED_CENTIPAWNS_MAX. A
 * mate in n moves is SCORED_MATE - n, being mated in n is n - SCORED_MATE. */
enum { SCORED_CENTIPAWNS_MAX = 30000, SCORED_MATE = 32000, SCORED_MATE_MOVES_MAX = 1000 };

typedef struct ScoredMove {
    Move move;
    int16_t score; /* of no meaning in the opening */
} ScoredMove;

typedef struct ScoredGame {
    Position start;
    int result; /* White's, in halves of a point: 0, 1 or 2 */
    ScoredMove *moves;
    size_t count, capacity;
    size_t opening; /* moves before this one were random: not to be learnt from, and without scores */
} ScoredGame;

void scored_game_init(ScoredGame *game); /* allocates nothing */
void scored_game_free(ScoredGame *game);
/* Empties the game and keeps its memory. */
void scored_game_start(ScoredGame *game, const Position *start);
/* The score is brought into its range. False when there is no memory. */
bool scored_game_add(ScoredGame *game, Move move, int score);
/* A move of the opening; only before the first that has a score. */
bool scored_game_add_opening(ScoredGame *game, Move move);

/* The score for a mate in so many moves, negative when the side to move is mated. */
int score_of_mate(int moves);
/* Whether a score is a mate, and then in how many moves. */
bool score_is_mate(int score, int *moves);

#endif
