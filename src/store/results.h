/*
 * What a bot has done, over all its versions or by one of them: against whom, how its games ended, how its rating went.
 */
#ifndef ROOKERY_STORE_RESULTS_H
#define ROOKERY_STORE_RESULTS_H

#include "store/store.h"

typedef struct ResultFilter {
    int64_t bot;
    int64_t version;     /* its number; 0: all */
    const char *variant; /* NULL: all */
} ResultFilter;

/* Columns: player, kind, name, version (NULL: none), games, wins, draws, last game; who was met most first. */
Query *results_by_opponent(Store *store, const ResultFilter *filter, int64_t limit);
/* Columns: a word for how games ended, games, wins, draws. */
Query *results_by_ending(Store *store, const ResultFilter *filter);
/* Columns: 1 with White and 0 with Black, games, wins, draws. */
Query *results_by_color(Store *store, const ResultFilter *filter);
/* The newest games that it lost by a fault of its own. Columns: game, ended by, reason, finished_at. */
Query *results_faults(Store *store, const ResultFilter *filter, int64_t limit);
/* All its finished games. Columns: game. */
Query *results_games(Store *store, const ResultFilter *filter);
/* Columns: version, game, finished_at, rating, variance, games; in the order of time. */
Query *results_history(Store *store, int64_t bot, const char *variant);

#endif
