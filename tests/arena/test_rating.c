/* Live ratings: arena/rating.h. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arena/rating.h"
#include "base/random.h"

#define assert_near(a, b, by) assert_true(fabs((a) - (b)) <= (by))

static void everybody_starts_at_200_provisionally(void **state) {
    (void)state;
    Rating rating = rating_start();
    assert_near(rating.value, 200, 0);
    assert_true(rating_is_provisional(&rating));
}

static void two_hundred_points_are_worth_76_per_cent(void **state) {
    (void)state;
    assert_near(rating_expectation(1200, 1000), 0.7597, 0.0001);
    assert_near(rating_expectation(1000, 1000), 0.5, 0);
    assert_near(rating_expectation(1000, 1400) + rating_expectation(1400, 1000), 1, 1e-12);
}

static void a_win_against_an_equal_gains_half_of_k(void **state) {
    (void)state;
    Rating newcomer = rating_start(), old = rating_start();
    old.games = RATING_PROVISIONAL_GAMES;
    rating_play(&newcomer, &old, 1);
    assert_near(newcomer.value, 200 + RATING_K_PROVISIONAL / 2.0, 1e-9);
    assert_near(old.value, 200 - RATING_K / 2.0, 1e-9);
    assert_int_equal(newcomer.games, 1);
    assert_int_equal(old.games, RATING_PROVISIONAL_GAMES + 1);
}

static void the_first_twenty_games_move_faster(void **state) {
    (void)state;
    Rating rating = rating_start();
    for (int i = 0; i < RATING_PROVISIONAL_GAMES; i++) {
        assert_true(rating_is_provisional(&rating));
        Rating opponent = rating_of_level(200);
        rating_play(&rating, &opponent, 0.5);
    }
    assert_false(rating_is_provisional(&rating));
}

static void the_engine_never_changes(void **state) {
    (void)state;
    Rating person = rating_start(), engine = rating_of_level(1200);
    rating_play(&engine, &person, 0);
    assert_near(engine.value, 1200, 0);
    assert_int_equal(engine.games, 0);
    assert_true(person.value > 260);
    assert_false(rating_is_provisional(&engine));
    assert_near(rating_error(&engine), 0, 0);
}

static void no_rating_falls_below_the_floor(void **state) {
    (void)state;
    Rating loser = rating_start();
    for (int i = 0; i < 1000; i++) {
        Rating winner = rating_of_level(200);
        rating_play(&winner, &loser, 1);
        assert_true(loser.value >= RATING_FLOOR);
    }
}

static void a_new_version_inherits_the_rating_and_is_doubted_anew(void **state) {
    (void)state;
    Rating before = {.value = 1234, .variance = 900, .games = 300};
    Rating next = rating_inherit(before);
    assert_near(next.value, 1234, 0);
    assert_true(rating_is_provisional(&next));
    assert_true(rating_error(&next) > rating_error(&before));
}

/* Plays many series against opponents of known strength; the truth must lie within the bar about 95 times in 100. */
static void the_error_bar_holds_the_truth_95_times_in_100(void **state) {
    (void)state;
    enum { SERIES = 2000, GAMES = 150 };
    uint64_t seed = 7;
    int inside = 0;
    for (int series = 0; series < SERIES; series++) {
        double truth = (double)random_below(&seed, 800);
        Rating rating = rating_start();
        for (int game = 0; game < GAMES; game++) {
            Rating opponent = rating_of_level((int64_t)rating.value);
            double luck = (double)random_below(&seed, 1000000) / 1000000;
            rating_play(&rating, &opponent, luck < rating_expectation(truth, opponent.value) ? 1 : 0);
        }
        inside += fabs(rating.value - truth) <= rating_error(&rating);
    }
    assert_in_range(inside, SERIES * 92 / 100, SERIES * 98 / 100);
}

static void rated_are_the_games_that_the_rules_name(void **state) {
    (void)state;
    static const struct {
        PlayerKind one, other;
        GameOrigin origin;
        bool rated;
    } cases[] = {
        {PLAYER_KIND_BOT, PLAYER_KIND_BOT, ORIGIN_LEAGUE, true},
        {PLAYER_KIND_BOT, PLAYER_KIND_BOT, ORIGIN_CHALLENGE, true},
        {PLAYER_KIND_PERSON, PLAYER_KIND_BOT, ORIGIN_CHALLENGE, true},
        {PLAYER_KIND_PERSON, PLAYER_KIND_ENGINE, ORIGIN_CHALLENGE, true},
        {PLAYER_KIND_PERSON, PLAYER_KIND_PERSON, ORIGIN_CHALLENGE, false},
        {PLAYER_KIND_PERSON, PLAYER_KIND_PERSON, ORIGIN_TOURNAMENT, true},
        {PLAYER_KIND_BOT, PLAYER_KIND_ENGINE, ORIGIN_CHALLENGE, false},
        {PLAYER_KIND_BOT, PLAYER_KIND_ENGINE, ORIGIN_TOURNAMENT, false},
        {PLAYER_KIND_ENGINE, PLAYER_KIND_ENGINE, ORIGIN_TOURNAMENT, false},
        {PLAYER_KIND_GUEST, PLAYER_KIND_BOT, ORIGIN_CHALLENGE, false},
        {PLAYER_KIND_GUEST, PLAYER_KIND_ENGINE, ORIGIN_TOURNAMENT, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(rating_refusal(cases[i].one, cases[i].other, cases[i].origin) == NULL, cases[i].rated);
        assert_int_equal(rating_refusal(cases[i].other, cases[i].one, cases[i].origin) == NULL, cases[i].rated);
    }
}

static void a_score_surprises_by_its_distance_from_what_the_ratings_say(void **state) {
    (void)state;
    const Rating sure = {.value = 1000, .games = 100}, better = {.value = 1400, .games = 100};
    const Rating newcomer = rating_start();
    assert_near(rating_surprise(&sure, &sure, 8, 16), 0, 1e-9);
    assert_near(rating_surprise(&sure, &sure, 16, 16), 8 / sqrt(16 * 0.25 + 0.25), 1e-9);
    assert_near(rating_surprise(&better, &sure, 100 / 1.1, 100), 0, 1e-9);
    assert_true(rating_surprise(&better, &sure, 50, 100) < -10);
    assert_true(rating_surprise(&newcomer, &newcomer, 16, 16) < 3); /* who knows how strong they are */
    assert_near(rating_surprise(&sure, &better, 3, 10), -rating_surprise(&better, &sure, 7, 10), 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_starts_at_200_provisionally),
        cmocka_unit_test(two_hundred_points_are_worth_76_per_cent),
        cmocka_unit_test(a_win_against_an_equal_gains_half_of_k),
        cmocka_unit_test(the_first_twenty_games_move_faster),
        cmocka_unit_test(the_engine_never_changes),
        cmocka_unit_test(no_rating_falls_below_the_floor),
        cmocka_unit_test(a_new_version_inherits_the_rating_and_is_doubted_anew),
        cmocka_unit_test(the_error_bar_holds_the_truth_95_times_in_100),
        cmocka_unit_test(rated_are_the_games_that_the_rules_name),
        cmocka_unit_test(a_score_surprises_by_its_distance_from_what_the_ratings_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
