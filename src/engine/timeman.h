/*
 * How long to think: a soft limit, at which an iteration that has ended is the last, and a hard one.
 */
#ifndef ROOKERY_ENGINE_TIMEMAN_H
#define ROOKERY_ENGINE_TIMEMAN_H

#include "rookery/engine.h"

typedef struct TimePlan {
    int64_t start_us;         /* of monotonic_us() */
    int64_t soft_us, hard_us; /* from the start; INT64_MAX: none */
} TimePlan;

/* What the last iterations tell about how settled the choice is. */
typedef struct TimeSigns {
    int best_move_age;      /* iterations for which the best move has been the same */
    int score_drop;         /* centipawns lost since the last iterations; negative: won */
    double best_node_share; /* of all nodes, those spent below the best move */
    double change_rate;     /* changes of the best move within an iteration, lately */
} TimeSigns;

/* What other programs that wanted the processor, and the way of words to and fro, have lately taken of the time. */
typedef struct TimeWaits {
    int64_t lateness_us; /* how long after its hard limit a search ended */
    int64_t lag_us;      /* what the clock lost with each move beside what was meant to be spent, on average */
    int64_t expected_us; /* what the clock should show next but for that; 0: unknown */
    Color expected_of;   /* whose clock */
} TimeWaits;

/* Learns from the clock what the last move has really cost, and plans accordingly. */
void time_plan(TimePlan *plan, const EngineLimits *limits, Color us, int overhead_ms, TimeWaits *waits, int64_t now_us);
/* Of a search that ends now: how late it is, and what the clock should show before the next. */
void time_note_end(const TimePlan *plan, const EngineLimits *limits, Color us, TimeWaits *waits, int64_t now_us);
/* The soft limit, adjusted, for the iteration that has just ended. */
int64_t time_soft_limit(const TimePlan *plan, const TimeSigns *signs);

#endif
