/*
 * A game that is made to be learnt from: how it begins, when it is over, which are not worth keeping. Who thinks about
 * its moves is the caller's business.
 *
 * Random moves make every game another. A game ends by rule, when one side has been winning for some moves, when it has
 * been level for long, or when it grows too long; openings that are lopsided from the start are dropped.
 */
#ifndef ROOKERY_TRAINING_SELF_GAME_H
#define ROOKERY_TRAINING_SELF_GAME_H

#include "training/scored_game.h"

typedef struct SelfGamePlan {
    Variant variant;
    double chess960_share; /* of games of standard chess, how many start as in chess960: 0 to 1 */
    unsigned random_plies; /* at most; half of them at least */
} SelfGamePlan;

typedef struct SelfGame {
    Game game;
    ScoredGame scored;
    int won_plies;   /* so many in a row White (negative: Black) has been winning */
    int level_plies; /* so many in a row nobody has been better */
} SelfGame;

typedef enum SelfGameState { SELF_GAME_GOES_ON, SELF_GAME_OVER, SELF_GAME_DROPPED } SelfGameState;

/* False when there is no memory; self_game_free() is to be called in any case. */
bool self_game_init(SelfGame *game);
void self_game_free(SelfGame *game);
/* Begins another game, up to the position after the random moves, which has a legal move. False when there is no
 * memory. */
bool self_game_begin(SelfGame *game, const SelfGamePlan *plan, uint64_t *seed);
/* Plays a legal move that was thought to be worth so much (see scored_game.h). When the game is over game->scored is
 * whole. Running out of memory drops it. */
SelfGameState self_game_take(SelfGame *game, Move move, int score);

#endif
