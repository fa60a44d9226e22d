/* How much time is planned: never more than there is, and less where the machine lets searches wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/timeman.h"

static TimePlan plan(const EngineLimits *limits, int overhead_ms, int64_t lateness_us) {
    TimePlan result;
    time_plan(&result, limits, WHITE, overhead_ms, lateness_us, 1000);
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
    int64_t late = time_lateness(&now, 0, now.start_us + now.hard_us + 50 * 1000);
    assert_int_equal(late, 50 * 1000);
    for (int i = 0; i < 100; i++)
        late = time_lateness(&now, late, now.start_us + now.hard_us);
    assert_in_range(late, 0, 200);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fixed_time_is_not_overstepped),
        cmocka_unit_test(a_busy_machine_is_given_less_of_a_fixed_time),
        cmocka_unit_test(lateness_is_noticed_at_once_and_fades),
        cmocka_unit_test(a_clock_is_never_used_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
