/* Places in a tournament and what decides between equals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arena/standings.h"

enum { COUNT = 4 };

static void fill(Standing standings[COUNT], const unsigned half_points[COUNT]) {
    for (size_t i = 0; i < COUNT; i++)
        standings[i] = (Standing){.player = i, .half_points = half_points[i]};
}

static const Standing *of(const Standing standings[COUNT], size_t player) {
    for (size_t i = 0; i < COUNT; i++)
        if (standings[i].player == player)
            return &standings[i];
    return NULL;
}

/* A round robin: 0 beat 1, drew with 2, lost to 3; 1 beat 2 and 3; 2 beat 3. */
static const Meeting all_meet[] = {
    {{0, 1}, {2, 0}}, {{0, 2}, {1, 1}}, {{0, 3}, {0, 2}}, {{1, 2}, {2, 0}}, {{1, 3}, {2, 0}}, {{2, 3}, {2, 0}},
};
static const unsigned points[COUNT] = {3, 4, 3, 2};

static void points_of_opponents_decide_between_equals(void **state) {
    (void)state;
    Standing standings[COUNT];
    fill(standings, points);
    standings_sort(standings, COUNT, all_meet, 6, STANDINGS_ROUND_ROBIN);
    assert_int_equal(standings[0].player, 1);
    /* 0 beat 1 (2 points) and drew with 2 (half of 1.5): 2.75; 2 beat 3 (1) and drew with 0 (half of 1.5): 1.75. */
    assert_int_equal(of(standings, 0)->sonneborn, 11);
    assert_int_equal(of(standings, 2)->sonneborn, 7);
    assert_int_equal(of(standings, 0)->place, 2);
    assert_int_equal(of(standings, 2)->place, 3);
    assert_int_equal(of(standings, 3)->place, 4);
    assert_int_equal(of(standings, 0)->buchholz, 4 + 3 + 2);
}

static void in_a_swiss_who_had_the_stronger_opponents_comes_first(void **state) {
    (void)state;
    static const Meeting two_rounds[] = {{{0, 2}, {2, 0}}, {{1, 3}, {2, 0}}, {{0, 1}, {1, 1}}, {{2, 3}, {2, 0}}};
    static const unsigned after[COUNT] = {3, 3, 2, 0};
    Standing standings[COUNT];
    fill(standings, after);
    standings_sort(standings, COUNT, two_rounds, 4, STANDINGS_SWISS);
    assert_int_equal(standings[0].player, 0); /* met 1 and 2, not 1 and 3 */
    assert_int_equal(standings[1].player, 1);
    assert_int_equal(standings[1].place, 2);
}

static void who_is_equal_in_everything_shares_a_place(void **state) {
    (void)state;
    static const unsigned equal[COUNT] = {2, 2, 0, 0};
    Standing standings[COUNT];
    fill(standings, equal);
    standings_sort(standings, COUNT, NULL, 0, STANDINGS_SWISS);
    assert_int_equal(of(standings, 0)->place, 1);
    assert_int_equal(of(standings, 1)->place, 1);
    assert_int_equal(of(standings, 2)->place, 3);
    assert_int_equal(standings[1].player, 1); /* in the order of their seeds */
}

static void wins_decide_at_last(void **state) {
    (void)state;
    static const unsigned equal[COUNT] = {2, 2, 0, 0};
    Standing standings[COUNT];
    fill(standings, equal);
    standings[1].wins = 1;
    standings_sort(standings, COUNT, NULL, 0, STANDINGS_ROUND_ROBIN);
    assert_int_equal(standings[0].player, 1);
    assert_int_equal(of(standings, 0)->place, 2);
}

static void in_a_knockout_it_is_who_got_farthest(void **state) {
    (void)state;
    static const unsigned many[COUNT] = {9, 3, 2, 2};
    Standing standings[COUNT];
    fill(standings, many);
    standings[1].got = 2;
    standings[2].got = standings[3].got = 1;
    standings_sort(standings, COUNT, NULL, 0, STANDINGS_KNOCKOUT);
    assert_int_equal(standings[0].player, 1);
    assert_int_equal(of(standings, 3)->place, 2);
    assert_int_equal(of(standings, 2)->place, 2);
    assert_int_equal(of(standings, 0)->place, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_opponents_decide_between_equals),
        cmocka_unit_test(in_a_swiss_who_had_the_stronger_opponents_comes_first),
        cmocka_unit_test(who_is_equal_in_everything_shares_a_place),
        cmocka_unit_test(wins_decide_at_last),
        cmocka_unit_test(in_a_knockout_it_is_who_got_farthest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
