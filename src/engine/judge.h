/*
 * What a searching thread thinks of a position without looking ahead: the network's opinion where one is loaded and
 * knows such positions, else the hand-made evaluation (eval.h).
 */
#ifndef ROOKERY_ENGINE_JUDGE_H
#define ROOKERY_ENGINE_JUDGE_H

#include "engine/eval.h"
#include "engine/network.h"

typedef struct Judge {
    EvalCache eval;
    NetworkCache *network; /* NULL: none */
    const Network *used;   /* what `network` was made for; borrowed */
} Judge;

/* A zeroed Judge has no network. The network must outlive its use; NULL is none. Without memory for it the hand-made
 * evaluation goes on. */
void judge_use(Judge *judge, const Network *network);
void judge_free(Judge *judge);
/* Forgets what was remembered of other positions; no answer changes. */
void judge_clear(Judge *judge);

/* Centipawns for the side to move, within SCORE_EVAL_MAX. */
int judge_position(Judge *judge, const Position *position, int ply);

#endif
