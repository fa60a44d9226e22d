#include "engine/timeman.h"

enum { MOVES_AHEAD = 45, MOVES_AHEAD_MAX = 40, RESERVE_OVERHEADS = 15, LAG_MOVES = 25, LAG_MAX_MS = 1000 };
static const double RESERVE_SHARE = 0.7;

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* For a fixed time the whole of it; it may be 0, then the first iteration must do. Where searches have lately ended
 * late, because other programs had the processor, less is planned: a short burst is rarely interrupted. */
static void plan_fixed(TimePlan *plan, int64_t movetime_ms, int overhead_ms, int64_t lateness_us) {
    int64_t ms = movetime_ms - least(overhead_ms, movetime_ms / 4 + 1);
    int64_t us = ms > 0 ? ms * 1000 : 0;
    plan->hard_us = us - least(lateness_us / 3, us / 2);
    plan->soft_us = INT64_MAX;
}

/* What is never planned with: the way to the clock, and a reserve for waits that nobody foresees. A busy machine may
 * let a program wait for a tenth of a second, so the reserve is several times the overhead; of a short clock it is a
 * part. Near the reserve less than the increment is spent, so that the clock recovers. */
static double reserve_of(int64_t time_ms, int overhead_ms) {
    double wanted = overhead_ms * RESERVE_OVERHEADS, most = (double)time_ms * RESERVE_SHARE;
    return overhead_ms + (wanted < most ? wanted : most);
}

/* How far the clock is above the reserve: 1 with twice as much, 0 with nothing. */
static double comfort(int64_t time_ms, int overhead_ms) {
    double enough = 2.0 * overhead_ms * (1 + RESERVE_OVERHEADS);
    return (double)time_ms >= enough ? 1 : time_ms <= 0 ? 0 : (double)time_ms / enough;
}

/* Eight games on two processors take several times of what is meant to be spent. What the coming moves will lose in
 * that way is kept back, or the clock sinks evenly until a single wait oversteps it. */
static void plan_clock(TimePlan *plan, int64_t time_ms, int64_t increment_ms, int moves_to_go, int overhead_ms,
                       int64_t lag_us) {
    double lag = (double)lag_us / 1000;
    double left = (double)time_ms - reserve_of(time_ms, overhead_ms);
    double increment = (double)increment_ms * 0.72 * comfort(time_ms, overhead_ms) - lag;
    left -= lag * (moves_to_go > 0 && moves_to_go < LAG_MOVES ? moves_to_go : LAG_MOVES);
    if (increment < 0)
        increment = 0;
    if (left < 1)
        left = 1;
    double soft, hard;
    if (moves_to_go > 0) {
        int moves = moves_to_go > MOVES_AHEAD_MAX ? MOVES_AHEAD_MAX : moves_to_go;
        double share = (left + (double)increment_ms * (moves - 1)) / (moves + 0.5);
        soft = share * (moves == 1 ? 0.95 : 0.85);
        hard = moves == 1 ? left * 0.95 : share * 4;
    } else {
        soft = left / MOVES_AHEAD * 1.7 + increment;
        hard = soft * 4.2;
    }
    /* Some is kept for a wait that nobody foresees. */
    double most = left * (moves_to_go == 1 ? 0.95 : 0.72);
    hard = hard < most ? hard : most;
    soft = soft < hard ? soft : hard;
    plan->soft_us = (int64_t)(soft * 1000);
    plan->hard_us = (int64_t)(hard * 1000);
}

/* A clock that shows more than it could, or that somebody has thought on for long, belongs to another game; that of the
 * other side, where one engine plays both, says nothing. */
static void learn_lag(TimeWaits *waits, Color us, int64_t clock_us) {
    int64_t lag = waits->expected_us - clock_us;
    if (waits->expected_us != 0 && waits->expected_of == us && lag >= 0 && lag <= (int64_t)LAG_MAX_MS * 1000)
        waits->lag_us += (lag - waits->lag_us) / 8;
    waits->expected_us = 0;
}

void time_plan(TimePlan *plan, const EngineLimits *limits, Color us, int overhead_ms, TimeWaits *waits,
               int64_t now_us) {
    *plan = (TimePlan){now_us, INT64_MAX, INT64_MAX};
    if (limits->has_clock[us])
        learn_lag(waits, us, limits->time_ms[us] * 1000);
    if (limits->movetime_ms >= 0)
        plan_fixed(plan, limits->movetime_ms, overhead_ms, waits->lateness_us);
    else if (limits->has_clock[us])
        plan_clock(plan, limits->time_ms[us], limits->increment_ms[us], limits->moves_to_go, overhead_ms,
                   waits->lag_us);
}

void time_note_end(const TimePlan *plan, const EngineLimits *limits, Color us, TimeWaits *waits, int64_t now_us) {
    int64_t used = now_us - plan->start_us, faded = waits->lateness_us - waits->lateness_us / 16;
    int64_t late = plan->hard_us == INT64_MAX ? 0 : used - plan->hard_us;
    waits->lateness_us = late > faded ? late : faded;
    /* While pondering, the clock stands. */
    if (!limits->has_clock[us] || limits->ponder || plan->hard_us == INT64_MAX)
        return;
    waits->expected_of = us;
    waits->expected_us = (limits->time_ms[us] + limits->increment_ms[us]) * 1000 - least(used, plan->hard_us);
}

int64_t time_soft_limit(const TimePlan *plan, const TimeSigns *signs) {
    if (plan->soft_us == INT64_MAX)
        return INT64_MAX;
    int age = signs->best_move_age > 8 ? 8 : signs->best_move_age;
    double stability = 1.25 - 0.06 * age;
    double drop = signs->score_drop / 100.0;
    double falling = 1.0 + (drop > 0.8 ? 0.8 : drop < -0.25 ? -0.25 : drop) * 0.75;
    double effort = 1.55 - signs->best_node_share;
    if (effort < 0.65)
        effort = 0.65;
    double changes = 0.9 + 0.25 * (signs->change_rate > 4 ? 4 : signs->change_rate);
    double limit = (double)plan->soft_us * stability * falling * effort * changes;
    return limit < (double)plan->hard_us ? (int64_t)limit : plan->hard_us;
}
