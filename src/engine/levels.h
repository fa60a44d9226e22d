/*
 * Playing weaker than one can, as people do: looking less far, judging less well, overlooking answers.
 *
 * A level is a rating from ENGINE_LEVEL_MIN to ENGINE_LEVEL_MAX; levels.c has the table and says how it was fitted.
 * What a level gets wrong is a function of a seed, of the position and of the moment, so that a search agrees with
 * itself, two games differ, and the same seed gives the same game. The search asks here what a position seems to be
 * worth and which moves it does not see; it is otherwise the same.
 */
#ifndef ROOKERY_ENGINE_LEVELS_H
#define ROOKERY_ENGINE_LEVELS_H

#include "chess/variant.h"
#include "rookery/engine.h"

/* One row of the table: how well somebody of the rating plays. */
typedef struct LevelRow {
    int rating;
    int depth;     /* hundredths of a ply: 250 is 2 or 3, by chance; 0: no limit */
    int nodes;     /* 0: no limit */
    int noise;     /* centipawns: the usual error in judging a position */
    int blindness; /* permille: how often a reply of ordinary visibility is overlooked */
} LevelRow;

typedef struct Level {
    bool active;
    LevelRow row;
    bool simple; /* so few men that little can be overlooked */
    uint64_t seed;
    uint64_t moment;   /* of the present search: what is overlooked now may be seen later */
    int taste[16][64]; /* [piece][square]: likes and dislikes of this game, in 64ths of the noise */
} Level;

/* The table's row for a rating, in between the mean of its neighbours. */
LevelRow level_row(int rating);
/* Prepares a level for a game; rating 0 is full strength. */
void level_start(Level *level, int rating, uint64_t seed);
/* Prepares for the search of a position: sets the moment, and lowers the limits to what the level may use. */
void level_limit(Level *level, const Position *root, EngineLimits *limits);
/* What the level takes the score of a position for. */
int level_misjudge(const Level *level, const Position *position, int score);
/* Whether the level does not see that the move can be played, so many plies ahead; `last` is the move before it or
 * MOVE_NONE. Ways out of check are always seen, and of what can be played at once (ply 0) most is. */
bool level_overlooks(const Level *level, const Position *position, Move move, Move last, bool checks, int ply);

#endif
