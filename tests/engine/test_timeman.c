/* How much time is planned: never more than there is, and less where the machine lets searches wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/timeman.h"

static TimePlan plan(const EngineLimits *limits, int overhead_ms, int64_t lateness_us) {
    TimePlan result;
    TimeWaits waits = {.lateness_us = lateness_us};
    time_plan(&result, limits, WHITE, overhead_ms, &waits, 1000);
    return result;
}

static void a_fixed_time_is_not_overstepped(void **state) {
    (void)state;
    EngineLimits limits = engine_limits_none();
    for (limits.movetime_ms = 0; limits.movetime_ms <= 2000; limits.movetime_ms++) {
        TimePlan now = plan(&limits, 20, 0);
        assert_in_range(now.hard_us, 0, limits.movetime_ms * 1000);
        assert_true(limits.movetime_ms < 2 || now.hard_us > 0);
        assert_true(limits.movetime_ms < 2 || now.hard_us < limits.movetime_ms * 1000);
    }
}

static void a_busy_machine_is_given_less_of_a_fixed_time(void **state) {
    (void)state;
    EngineLimits limits = engine_limits_none();
    limits.movetime_ms = 10;
    int64_t calm = plan(&limits, 20, 0).hard_us, busy = plan(&limits, 20, 60 * 1000).hard_us;
    assert_in_range(busy, calm / 2, calm - 1);
    limits.movetime_ms = 1000;
    assert_int_equal(plan(&limits, 20, 0).hard_us - plan(&limits, 20, 60 * 1000).hard_us, 20 * 1000);
}

static void lateness_is_noticed_at_once_and_fades(void **state) {
    (void)state;
    EngineLimits limits = engine_limits_none();
    limits.movetime_ms = 10;
    TimePlan now = plan(&limits, 20, 0);
    TimeWaits waits = {0};
    time_note_end(&now, &limits, WHITE, &waits, now.start_us + now.hard_us + 50 * 1000);
    assert_int_equal(waits.lateness_us, 50 * 1000);
    for (int i = 0; i < 100; i++)
        time_note_end(&now, &limits, WHITE, &waits, now.start_us + now.hard_us);
    assert_in_range(waits.lateness_us, 0, 200);
}

/* Of any clock there is something left after the move, with any increment. */
static void a_clock_is_never_used_up(void **state) {
    (void)state;
    EngineLimits limits = engine_limits_none();
    limits.has_clock[WHITE] = true;
    for (int64_t time = 2; time < 200000; time += time / 3 + 1)
        for (int64_t increment = 0; increment < 5000; increment = 2 * increment + 1)
            for (int moves = 0; moves < 50; moves = 2 * moves + 1) {
                limits.time_ms[WHITE] = time;
                limits.increment_ms[WHITE] = increment;
                limits.moves_to_go = moves;
                TimePlan now = plan(&limits, 20, 0);
                assert_true(now.soft_us <= now.hard_us);
                assert_true(now.hard_us < time * 1000);
            }
}

/* What the clock shows after moves that each lose lag_us beside the search, which uses its soft limit. */
static int64_t clock_after(int moves, int64_t lag_us) {
    EngineLimits limits = engine_limits_none();
    TimeWaits waits = {0};
    limits.has_clock[WHITE] = true;
    limits.increment_ms[WHITE] = 10;
    int64_t clock_us = 1000 * 1000;
    for (int i = 0; i < moves; i++) {
        TimePlan now;
        limits.time_ms[WHITE] = clock_us / 1000;
        time_plan(&now, &limits, WHITE, 20, &waits, 0);
        time_note_end(&now, &limits, WHITE, &waits, now.soft_us);
        clock_us += limits.increment_ms[WHITE] * 1000 - now.soft_us - lag_us;
    }
    return clock_us / 1000;
}

static void lag_that_the_increment_does_not_pay_for_is_kept_back(void **state) {
    (void)state;
    assert_in_range(clock_after(60, 0), 200, 600);
    assert_in_range(clock_after(60, 15 * 1000), 300, 1000);
    assert_in_range(clock_after(1000, 5 * 1000), 200, 1000);
}

/* Neither another game's clock nor a user's thinking says anything about the machine. */
static void lag_is_learnt_from_moves_of_one_game_only(void **state) {
    (void)state;
    EngineLimits limits = engine_limits_none();
    TimeWaits waits = {0};
    TimePlan now;
    limits.has_clock[WHITE] = true;
    const int64_t clocks[] = {60000, 180000, 1000, 500000};
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        limits.time_ms[WHITE] = clocks[i];
        time_plan(&now, &limits, WHITE, 20, &waits, 0);
        time_note_end(&now, &limits, WHITE, &waits, 1000);
        assert_int_equal(waits.lag_us, 0);
    }
    limits.has_clock[BLACK] = true; /* one engine may play both sides */
    limits.time_ms[BLACK] = limits.time_ms[WHITE] - 500;
    time_plan(&now, &limits, BLACK, 20, &waits, 0);
    assert_int_equal(waits.lag_us, 0);
    time_note_end(&now, &limits, BLACK, &waits, 1000);
    time_plan(&now, &limits, WHITE, 20, &waits, 0);
    assert_int_equal(waits.lag_us, 0);
    time_note_end(&now, &limits, WHITE, &waits, 1000);
    limits.time_ms[WHITE] -= 41; /* a millisecond for the search */
    time_plan(&now, &limits, WHITE, 20, &waits, 0);
    assert_int_equal(waits.lag_us, 40 * 1000 / 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fixed_time_is_not_overstepped),
        cmocka_unit_test(a_busy_machine_is_given_less_of_a_fixed_time),
        cmocka_unit_test(lateness_is_noticed_at_once_and_fades),
        cmocka_unit_test(a_clock_is_never_used_up),
        cmocka_unit_test(lag_that_the_increment_does_not_pay_for_is_kept_back),
        cmocka_unit_test(lag_is_learnt_from_moves_of_one_game_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
