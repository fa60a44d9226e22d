/* The documented table of adjudications: what ends a game early and what does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/adjudicate.h"

/* Plays moves given as words, White first: a score for the mover, "-" for none, with "x" in front for a capture or pawn
 * move. Returns the verdict, and after how many plies it came in *plies. */
static Adjudication play(const AdjudicationRules *rules, const char *moves, unsigned *plies, Color *winner) {
    Adjudicator adjudicator = {0};
    char text[1024];
    snprintf(text, sizeof text, "%s", moves);
    *plies = 0;
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        bool zeroing = word[0] == 'x';
        word += zeroing;
        Color mover = (*plies)++ % 2 == 0 ? WHITE : BLACK;
        Adjudication verdict =
            adjudicator_add(&adjudicator, rules, mover, zeroing, strcmp(word, "-") != 0, atoi(word), winner);
        if (verdict != ADJUDICATION_NONE)
            return verdict;
    }
    return ADJUDICATION_NONE;
}

typedef struct Case {
    const char *moves;
    Adjudication verdict;
    unsigned plies; /* when it comes */
} Case;

static void check(const AdjudicationRules *rules, const Case *cases, size_t count, Color winner) {
    for (size_t i = 0; i < count; i++) {
        unsigned plies;
        Color won = NO_COLOR;
        Adjudication verdict = play(rules, cases[i].moves, &plies, &won);
        if (verdict != cases[i].verdict || (verdict != ADJUDICATION_NONE && plies != cases[i].plies))
            fail_msg("%s: verdict %d after %u plies", cases[i].moves, verdict, plies);
        if (verdict == ADJUDICATION_RESIGN)
            assert_int_equal(won, winner);
    }
}

static void draws_need_full_moves_of_both_sides(void **state) {
    (void)state;
    AdjudicationRules rules;
    memset(&rules, 0, sizeof rules);
    assert_true(adjudication_parse_draw("move=3 count=2 score=10", &rules, NULL));
    const Case cases[] = {
        {"0 0 5 -5 10 -10", ADJUDICATION_DRAW, 6},       /* two even full moves, and three were played */
        {"99 0 0 0 0", ADJUDICATION_NONE, 0},            /* not before move 3 */
        {"99 0 0 0 0 0", ADJUDICATION_DRAW, 6},          /* the count may begin with Black */
        {"0 99 0 99 0 99 0 99", ADJUDICATION_NONE, 0},   /* one side alone sees it even */
        {"0 0 0 11 0 0 0 0", ADJUDICATION_DRAW, 8},      /* one disagreement starts again */
        {"0 0 0 0 0 x0 0 0 0", ADJUDICATION_NONE, 0},    /* a capture or pawn move starts again, */
        {"0 0 0 0 0 x0 0 0 0 0", ADJUDICATION_DRAW, 10}, /* itself not counting */
        {"0 0 0 - 0 0 0 0", ADJUDICATION_DRAW, 8},       /* a move without evaluation starts again */
        {"- - - - - - - - - -", ADJUDICATION_NONE, 0},
    };
    check(&rules, cases, sizeof cases / sizeof cases[0], NO_COLOR);
}

static void resignation_needs_both_sides(void **state) {
    (void)state;
    AdjudicationRules rules;
    memset(&rules, 0, sizeof rules);
    assert_true(adjudication_parse_resign("count=2 score=600", &rules, NULL));
    const Case cases[] = {
        {"600 -600 700 -900", ADJUDICATION_RESIGN, 4},
        {"0 -600 700 -900 600", ADJUDICATION_RESIGN, 5},
        {"600 -599 700 -900 600", ADJUDICATION_NONE, 0},   /* the loser did not see it at first */
        {"600 600 600 600 600 600", ADJUDICATION_NONE, 0}, /* each sees itself winning */
        {"600 -600 x700 -900 700", ADJUDICATION_NONE, 0},
        {"600 -600 x700 -900 700 -900 700", ADJUDICATION_RESIGN, 7},
        {"30000 -30000 30000 -30000", ADJUDICATION_RESIGN, 4}, /* mates */
    };
    check(&rules, cases, sizeof cases / sizeof cases[0], WHITE);
    const Case black[] = {{"-600 600 -600 600", ADJUDICATION_RESIGN, 4}};
    check(&rules, black, 1, BLACK);
}

static void the_move_limit_counts_full_moves(void **state) {
    (void)state;
    const AdjudicationRules rules = {.max_moves = 2};
    const Case cases[] = {{"- - -", ADJUDICATION_NONE, 0}, {"- - - - -", ADJUDICATION_MOVE_LIMIT, 4}};
    check(&rules, cases, 2, NO_COLOR);
}

static void without_rules_nothing_is_adjudicated(void **state) {
    (void)state;
    const AdjudicationRules rules = {0};
    const Case cases[] = {{"0 0 0 0 0 0 0 0 0 0 0 0", ADJUDICATION_NONE, 0}};
    check(&rules, cases, 1, NO_COLOR);
}

static void wrong_rules_are_refused(void **state) {
    (void)state;
    AdjudicationRules rules;
    Error error;
    static const char *const draws[] = {
        "", "count=8", "score=10", "count=0 score=1", "count=8 score=-1", "count=8,score=x", "moves=4 count=8 score=1"};
    for (size_t i = 0; i < sizeof draws / sizeof draws[0]; i++)
        assert_false(adjudication_parse_draw(draws[i], &rules, &error));
    assert_false(adjudication_parse_resign("count=4", &rules, &error));
    assert_false(adjudication_parse_resign("count=4 score=0", &rules, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_need_full_moves_of_both_sides),
        cmocka_unit_test(resignation_needs_both_sides),
        cmocka_unit_test(the_move_limit_counts_full_moves),
        cmocka_unit_test(without_rules_nothing_is_adjudicated),
        cmocka_unit_test(wrong_rules_are_refused),
    };
    return cmocka_run_group_tests_name("adjudicate", tests, NULL, NULL);
}
