/*
 * Ratings as they are stored, one for each player and variant, and their repetition from the games.
 *
 * What a game does to two ratings is a rule that is handed in (the arena's): this module says only when it is applied
 * and to what. So ratings can be computed anew from the games at any time, in the order in which they were finished.
 */
#ifndef ROOKERY_STORE_RATINGS_H
#define ROOKERY_STORE_RATINGS_H

#include "store/store.h"

typedef struct StoredRating {
    double rating, variance;
    int64_t games, wins, draws;
    bool fixed; /* the engine's: never stored */
} StoredRating;

typedef struct RatingRule {
    void (*start)(StoredRating *rating);
    void (*level)(int64_t level, StoredRating *rating);
    /* half_points: White's, 0 to 2. Wins and draws are counted by the store. */
    void (*play)(StoredRating *white, StoredRating *black, int half_points);
} RatingRule;

/* A player's rating: what is stored, else its prior, else the start. */
bool rating_get(Store *store, const RatingRule *rule, int64_t player, const char *variant, StoredRating *rating);

/* Applies one game; to be called in the transaction that finishes it. */
bool ratings_apply(Store *store, const RatingRule *rule, int64_t game, const char *variant, int64_t white,
                   int64_t black, int half_points);

/* Computes all ratings anew from the games and counts those that come out otherwise than they are stored (0: all is
 * well). With `keep` the new ones replace the old. False on failure. */
bool ratings_recompute(Store *store, const RatingRule *rule, bool keep, int64_t *games, int64_t *differences);

typedef enum BoardKind { BOARD_BOTS, BOARD_PEOPLE, BOARD_ALL } BoardKind;

typedef struct BoardFilter {
    BoardKind kind;
    const char *variant;
    const char *size_class; /* NULL or "": all; else bots of this class only */
    const char *search;     /* a part of the name in small letters; NULL or "": all */
    int64_t limit, offset;
} BoardFilter;

/* By rating; bots each by its newest accepted version. Columns: player, kind, name, version (0: a person), size class
 * and owner (NULL: a person), rating, variance, games, wins, draws. */
Query *board_list(Store *store, const BoardFilter *filter);
/* How many there are. */
int64_t board_count(Store *store, const BoardFilter *filter);
/* Pairs who have met in at least so many rated games of a variant, the engine's levels apart. Columns: the two players,
 * variant, games, half points of the first; rating, variance and rated games of the first; the same of the second. */
Query *rated_meetings(Store *store, int64_t least);
/* One player's ratings. Columns: variant, rating, variance, games, wins, draws. */
Query *ratings_of(Store *store, int64_t player);
/* The history of one player's rating. Columns: game, finished_at, after, variance, games. */
Query *ratings_history(Store *store, int64_t player, const char *variant);

#endif
