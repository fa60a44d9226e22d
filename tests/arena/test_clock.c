/* Time controls as text, and clocks as arithmetic. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arena/clock.h"

static TimeControl parsed(const char *text) {
    TimeControl control = {.margin = CLOCK_MARGIN, .move_margin = MOVE_TIME_MARGIN, .watchdog = WATCHDOG};
    Error error;
    if (!time_control_parse(text, &control, &error))
        fail_msg("%s: %s", text, error.message);
    return control;
}

static void assert_tag(const char *text, const char *tag) {
    TimeControl control = parsed(text);
    Text out;
    text_init(&out);
    time_control_write_tag(&control, &out);
    assert_string_equal(out.data, tag);
    text_free(&out);
}

static void texts_and_tags(void **state) {
    (void)state;
    assert_tag("60", "60");
    assert_tag("60+1", "60+1");
    assert_tag("0.5+0.01", "0.5+0.01");
    assert_tag("40/60+0.5", "40/60+0.5");
    assert_tag("40/5400", "40/5400");
    assert_tag("290046.290047+0.00001", "290046.290047+0.00001");
    assert_tag("0+2", "2+2"); /* the first move has its increment in advance */
    assert_tag("movetime=250", "1/0.25");
    assert_tag("nodes=5000", "-");
    assert_tag("depth=8 10+0.1", "10+0.1");
}

static void limits_are_read_together(void **state) {
    (void)state;
    TimeControl control = parsed("  10+0.1   nodes=5000\tdepth=9 ");
    assert_int_equal(control.base, 10000000);
    assert_int_equal(control.increment, 100000);
    assert_int_equal(control.nodes, 5000);
    assert_int_equal(control.depth, 9);
    assert_int_equal(control.margin, CLOCK_MARGIN);
}

static void nonsense_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "",       "   ",     "60+",       "+1",          "sixty",      "60s",
        "-5",     "60-1",    "0",         "0+0",         "/60",        "0/60",
        "1.5/60", "40/",     "1e3",       "inf",         "nan",        "0x10",
        "60+1+1", "nodes=0", "nodes=1.5", "depth=-1",    "movetime=0", "depth=9999",
        "60 60x", "2:30",    "1e999999",  "99999999999", "movetime=",  "nodes=1000000000000000000000"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        TimeControl control = {.base = 7};
        Error error = {.message = ""};
        if (time_control_parse(wrong[i], &control, &error))
            fail_msg("\"%s\" was taken for a clock", wrong[i]);
        assert_true(control.base == 7 && error.message[0] != '\0');
    }
}

static void a_move_costs_its_time_and_earns_the_increment(void **state) {
    (void)state;
    TimeControl control = parsed("10+0.5");
    Clock clock;
    clock_start(&clock, &control);
    assert_true(clock_spend(&clock, 3000000));
    assert_int_equal(clock.left, 7500000);
    assert_int_equal(clock_nominal(&clock), 7500000);
    assert_int_equal(clock_limit(&clock), 7500000 + CLOCK_MARGIN);
}

static void overstepping_within_the_margin_leaves_nothing_and_is_no_loss(void **state) {
    (void)state;
    TimeControl control = parsed("1");
    Clock clock;
    clock_start(&clock, &control);
    assert_true(clock_spend(&clock, 1000000 + CLOCK_MARGIN));
    assert_int_equal(clock.left, 0);
    assert_int_equal(clock_shown_ms(&clock), 1); /* never less is told to a player */
    assert_true(clock_spend(&clock, CLOCK_MARGIN));
    assert_false(clock_spend(&clock, CLOCK_MARGIN + 1));
    assert_int_equal(clock.left, 0);
}

static void overstepping_does_not_earn_the_increment(void **state) {
    (void)state;
    TimeControl control = parsed("1+5");
    Clock clock;
    clock_start(&clock, &control);
    assert_false(clock_spend(&clock, 1000001 + CLOCK_MARGIN));
    assert_int_equal(clock.left, 0);
}

static void periods_add_their_time(void **state) {
    (void)state;
    TimeControl control = parsed("2/10+1");
    Clock clock;
    clock_start(&clock, &control);
    clock_spend(&clock, 4000000);
    assert_int_equal(clock.moves_left, 1);
    clock_spend(&clock, 4000000);
    assert_int_equal(clock.moves_left, 2);
    assert_int_equal(clock.left, 14000000);
}

static void a_fixed_time_has_its_own_margin(void **state) {
    (void)state;
    TimeControl control = parsed("movetime=250");
    Clock clock;
    clock_start(&clock, &control);
    for (int i = 0; i < 3; i++)
        assert_true(clock_spend(&clock, 250000 + MOVE_TIME_MARGIN));
    assert_false(clock_spend(&clock, 250001 + MOVE_TIME_MARGIN));
    control = parsed("1 movetime=250");
    clock_start(&clock, &control);
    assert_int_equal(clock_nominal(&clock), 250000); /* the smaller of both */
}

static void without_time_only_the_watchdog_barks(void **state) {
    (void)state;
    TimeControl control = parsed("nodes=10");
    Clock clock;
    clock_start(&clock, &control);
    assert_false(time_control_is_timed(&control));
    assert_int_equal(clock_limit(&clock), WATCHDOG);
    assert_true(clock_spend(&clock, WATCHDOG));
}

static void assert_go(const char *white, const char *black, bool white_moves, const char *expected) {
    TimeControl controls[2] = {parsed(white), parsed(black)};
    Clock clocks[2];
    clock_start(&clocks[0], &controls[0]);
    clock_start(&clocks[1], &controls[1]);
    Text out;
    text_init(&out);
    clock_write_go(&clocks[white_moves ? 0 : 1], &clocks[0], &clocks[1], &out);
    assert_string_equal(out.data, expected);
    text_free(&out);
}

static void go_lines(void **state) {
    (void)state;
    assert_go("60+1", "60+1", true, "go wtime 60000 btime 60000 winc 1000 binc 1000");
    assert_go("60+1", "10", false, "go wtime 60000 btime 10000 winc 1000 binc 0");
    assert_go("40/60", "40/60", true, "go wtime 60000 btime 60000 winc 0 binc 0 movestogo 40");
    assert_go("movetime=100", "60", true, "go movetime 100");
    assert_go("nodes=5000 depth=3", "60", true, "go nodes 5000 depth 3");
    assert_go("nodes=5000", "60", false, "go btime 60000 binc 0");
    assert_go("0.0004+0.0009", "60", true, "go wtime 1 btime 60000 winc 0 binc 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_and_tags),
        cmocka_unit_test(limits_are_read_together),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(a_move_costs_its_time_and_earns_the_increment),
        cmocka_unit_test(overstepping_within_the_margin_leaves_nothing_and_is_no_loss),
        cmocka_unit_test(overstepping_does_not_earn_the_increment),
        cmocka_unit_test(periods_add_their_time),
        cmocka_unit_test(a_fixed_time_has_its_own_margin),
        cmocka_unit_test(without_time_only_the_watchdog_barks),
        cmocka_unit_test(go_lines),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
