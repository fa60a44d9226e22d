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

/* lateness_us: what time_lateness() has said of earlier searches. */
void time_plan(TimePlan *plan, const EngineLimits *limits, Color us, int overhead_ms, int64_t lateness_us,
               int64_t now_us);
/* How late a search that ends now is, or earlier ones were; what lies back fades. */
int64_t time_lateness(const TimePlan *plan, int64_t before_us, int64_t now_us);
/* The soft limit, adjusted, for the iteration that has just ended. */
int64_t time_soft_limit(const TimePlan *plan, const TimeSigns *signs);

#endif
