/* Elo, error bars, likelihood of superiority and the sequential test, against values computed by other programs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arena/score.h"

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not %.9g +- %g", value, expected, tolerance);
}

static void elo_follows_the_logistic_curve(void **state) {
    (void)state;
    assert_near(elo_from_score(0.5), 0, 1e-12);
    assert_near(elo_from_score(10.0 / 11), 400, 1e-9);
    assert_near(elo_from_score(0.76), 200.24, 0.01);
    for (int elo = -300; elo <= 300; elo += 37)
        assert_near(elo_from_score(score_from_elo(elo)), elo, 1e-9);
}

static void estimate_of_single_games(void **state) {
    (void)state;
    Score score = {.wins = 55, .draws = 30, .losses = 15};
    EloEstimate estimate = score_estimate(&score);
    assert_near(estimate.elo, 147.190714, 1e-5);
    assert_near(estimate.low, 87.660040, 1e-5);
    assert_near(estimate.high, 206.721388, 1e-5);
    assert_near(estimate.error, (206.721388 - 87.660040) / 2, 1e-5);
}

static void with_many_games_the_error_is_the_usual_one(void **state) {
    (void)state;
    Score score = {.wins = 300, .draws = 450, .losses = 250};
    EloEstimate estimate = score_estimate(&score);
    assert_near(estimate.elo, 17.386, 0.001);
    assert_near(estimate.error, 15.985, 0.02); /* mean +- 1.96 standard errors, by hand */
    assert_near(estimate.los, 0.9834, 0.0005);
}

static void pairs_decide_the_error_where_there_are_pairs(void **state) {
    (void)state;
    Score games = {.wins = 55, .draws = 90, .losses = 45}, pairs = games;
    memcpy(pairs.pairs, (uint64_t[]){2, 15, 58, 18, 2}, sizeof pairs.pairs);
    EloEstimate single = score_estimate(&games), paired = score_estimate(&pairs);
    assert_near(paired.elo, single.elo, 1e-9);
    assert_near(paired.low, -7.127325, 1e-5);
    assert_near(paired.los, 0.921894, 1e-5);
    assert_true(paired.error < single.error); /* the openings were lopsided: pairs vary less than games */
}

static void los_is_that_of_wins_against_losses(void **state) {
    (void)state;
    Score score = {.wins = 600, .draws = 9000, .losses = 540};
    double z = (600 - 540) / sqrt(600 + 540); /* draws say nothing */
    assert_near(score_estimate(&score).los, 0.5 * erfc(-z / sqrt(2)), 0.001);
}

static void few_games_are_told_honestly(void **state) {
    (void)state;
    Score none = {0}, draw = {.draws = 1}, wins = {.wins = 3}, losses = {.losses = 3};
    assert_true(isinf(score_estimate(&none).error));
    assert_near(score_estimate(&none).los, 0.5, 0);
    assert_true(score_estimate(&draw).error > 100);
    assert_true(isinf(score_estimate(&wins).elo) && score_estimate(&wins).elo > 0);
    assert_true(isfinite(score_estimate(&wins).low) && isinf(score_estimate(&wins).high));
    assert_true(isfinite(score_estimate(&losses).high) && isinf(score_estimate(&losses).low));
    assert_true(score_estimate(&wins).los < 0.97);
}

/* Each ratio was found by maximising the likelihood under the constraint with a general optimiser (SciPy: SLSQP, and
 * Brent's method for the mean), not by the method of score.c. */
static void ratios_are_those_of_constrained_maximum_likelihood(void **state) {
    (void)state;
    static const struct {
        uint64_t pairs[5];
        double elo0, elo1, normalised, logistic;
    } cases[] = {
        {{10, 150, 400, 180, 20}, 0, 5, 1.169016, 1.911534},
        {{39, 8843, 22675, 9003, 40}, 0, 2, 0.626485, -1.845636},
        {{0, 0, 3, 9, 8}, 0, 10, 0.627705, 0.567337},
        {{1, 20, 40, 10, 0}, -5, 0, -0.345190, -0.687919},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Score score = {.draws = 1};
        memcpy(score.pairs, cases[i].pairs, sizeof score.pairs);
        Sprt sprt = {.elo0 = cases[i].elo0, .elo1 = cases[i].elo1, .alpha = 0.05, .beta = 0.05};
        assert_near(sprt_llr(&sprt, &score), cases[i].normalised, 2e-4);
        sprt.logistic = true;
        assert_near(sprt_llr(&sprt, &score), cases[i].logistic, 2e-4);
    }
}

static void ratio_of_single_games(void **state) {
    (void)state;
    Score score = {.wins = 250, .draws = 300, .losses = 200};
    Sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
    assert_near(sprt_llr(&sprt, &score), 1.547531, 1e-4);
    sprt.logistic = true;
    assert_near(sprt_llr(&sprt, &score), 1.882462, 1e-4);
    /* Near the truth the logistic ratio is (s1 - s0) (2 m - s0 - s1) N / (2 v). */
    double s1 = score_from_elo(10), m = 400.0 / 750,
           v = (250 * pow(1 - m, 2) + 300 * pow(0.5 - m, 2) + 200 * m * m) / 750;
    assert_near(sprt_llr(&sprt, &score), (s1 - 0.5) * (2 * m - 0.5 - s1) * 750 / (2 * v), 0.02);
}

static void ratio_turns_its_sign_with_the_result(void **state) {
    (void)state;
    Score won = {.wins = 1, .pairs = {5, 40, 100, 60, 10}}, lost = {.losses = 1, .pairs = {10, 60, 100, 40, 5}};
    Sprt up = {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05}, down = {.elo0 = -5, .elo1 = 0};
    assert_near(sprt_llr(&up, &won), -sprt_llr(&down, &lost), 1e-6);
}

static void bounds_are_walds(void **state) {
    (void)state;
    Sprt sprt = {.alpha = 0.05, .beta = 0.05};
    assert_near(sprt_upper(&sprt), 2.944439, 1e-6);
    assert_near(sprt_lower(&sprt), -2.944439, 1e-6);
    sprt.beta = 0.1;
    assert_near(sprt_upper(&sprt), log(0.9 / 0.05), 1e-12);
    assert_near(sprt_lower(&sprt), log(0.1 / 0.95), 1e-12);
}

static void verdicts(void **state) {
    (void)state;
    Sprt sprt = {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
    Score none = {0}, even = {.draws = 2, .pairs = {0, 1, 5, 1, 0}};
    Score better = {.wins = 1, .pairs = {100, 900, 3000, 1300, 180}},
          equal = {.wins = 1, .pairs = {500, 4000, 9000, 4000, 500}};
    assert_int_equal(sprt_verdict(&sprt, &none), SPRT_CONTINUE);
    assert_int_equal(sprt_verdict(&sprt, &even), SPRT_CONTINUE);
    assert_int_equal(sprt_verdict(&sprt, &better), SPRT_ACCEPT_H1);
    assert_int_equal(sprt_verdict(&sprt, &equal), SPRT_ACCEPT_H0);
}

static void tests_are_read(void **state) {
    (void)state;
    Sprt sprt;
    Error error;
    assert_true(sprt_parse("elo0=-1.5 elo1=3 alpha=0.1,beta=0.2 model=logistic", &sprt, &error));
    assert_true(sprt.elo0 == -1.5 && sprt.elo1 == 3 && sprt.alpha == 0.1 && sprt.beta == 0.2 && sprt.logistic);
    assert_true(sprt_parse("elo0=0 elo1=5", &sprt, &error));
    assert_true(sprt.alpha == 0.05 && sprt.beta == 0.05 && !sprt.logistic);
    static const char *const wrong[] = {"",
                                        "elo0=0",
                                        "elo0=5 elo1=0",
                                        "elo0=0 elo1=x",
                                        "elo0=0 elo1=5 alpha=0",
                                        "elo0=0 elo1=5 alpha=0.6",
                                        "elo2=3",
                                        "elo0=0 elo1=5 model=other",
                                        "elo0=0 elo1=900"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(sprt_parse(wrong[i], &sprt, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elo_follows_the_logistic_curve),
        cmocka_unit_test(estimate_of_single_games),
        cmocka_unit_test(with_many_games_the_error_is_the_usual_one),
        cmocka_unit_test(pairs_decide_the_error_where_there_are_pairs),
        cmocka_unit_test(los_is_that_of_wins_against_losses),
        cmocka_unit_test(few_games_are_told_honestly),
        cmocka_unit_test(ratios_are_those_of_constrained_maximum_likelihood),
        cmocka_unit_test(ratio_of_single_games),
        cmocka_unit_test(ratio_turns_its_sign_with_the_result),
        cmocka_unit_test(bounds_are_walds),
        cmocka_unit_test(verdicts),
        cmocka_unit_test(tests_are_read),
    };
    return cmocka_run_group_tests_name("score", tests, NULL, NULL);
}
