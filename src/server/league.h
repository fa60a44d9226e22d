/*
 * The background league: which two bots play next, so that there is always something to see and newcomers get their
 * first rated games at once.
 *
 * The bot with the fewest rated games in the variant plays somebody near its rating; nobody plays two games at a time,
 * or the same opponent twice in a row while there is another.
 */
#ifndef ROOKERY_SERVER_LEAGUE_H
#define ROOKERY_SERVER_LEAGUE_H

#include "store/games.h"

typedef struct Busy {
    const int64_t *players;
    size_t count;
} Busy;

typedef struct LeagueBot {
    int64_t player;
    int64_t games;
    double rating;
    int64_t last_opponent; /* 0: none */
} LeagueBot;

/* The choice among bots that are free; `seed` decides between equals. False when there are no two. */
bool league_choose(const LeagueBot *bots, size_t count, uint64_t *seed, size_t *white, size_t *black);

/* Fills in variant and players of the next game. False when no two bots are free. */
bool league_next(Store *store, Busy busy, uint64_t *seed, StoredGame *game);

#endif
