/*
 * Making games to learn from: who plays them (datagen_engine.c, datagen_teacher.c) and in how many processes
 * (datagen_workers.c). What such a game is, is in training/self_game.h.
 */
#ifndef ROOKERY_CLI_DATAGEN_H
#define ROOKERY_CLI_DATAGEN_H

#include "training/self_game.h"

enum { DATAGEN_BATCH_MAX = 256, DATAGEN_WORKERS_MAX = 256 };

typedef struct DatagenPlan {
    SelfGamePlan game;
    uint64_t nodes, depth; /* for every move; one of them is 0 */
    const char *teacher;   /* NULL: our own engine */
    size_t batch;          /* games that a teacher is asked about at once, 1 to DATAGEN_BATCH_MAX */
} DatagenPlan;

/* Takes a game that is over. False: no more are wanted. */
typedef bool DatagenTakeFn(void *taker, const ScoredGame *game);

/* Play until no more games are wanted. False and *error when they cannot go on. */
bool datagen_engine_play(const DatagenPlan *plan, uint64_t seed, DatagenTakeFn *take, void *taker, Error *error);
bool datagen_teacher_play(const DatagenPlan *plan, uint64_t seed, DatagenTakeFn *take, void *taker, Error *error);

/* Plays in so many processes at once, until no more games are wanted, *stop is set, or something fails: then false and
 * *error. The same plan, seed and number of processes give the same games, in another order. */
bool datagen_workers_play(const DatagenPlan *plan, unsigned workers, uint64_t seed, DatagenTakeFn *take, void *taker,
                          const volatile bool *stop, Error *error);

#endif
