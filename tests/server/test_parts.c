/* Parts of the server that need no server: who plays in the league, how often one may ask, what is
 * answered from memory, which route a path is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/league.h"
#include "server/server_internal.h"

/* ---- The league ----------------------------------------------------------------------------------------- */

static void one_bot_alone_has_nobody_to_play(void **state) {
    (void)state;
    const LeagueBot bots[] = {{1, 0, 200, 0}};
    uint64_t seed = 1;
    size_t white, black;
    assert_false(league_choose(bots, 0, &seed, &white, &black));
    assert_false(league_choose(bots, 1, &seed, &white, &black));
}

static void the_newcomer_plays_first_and_against_somebody_near(void **state) {
    (void)state;
    const LeagueBot bots[] = {{1, 50, 900, 2}, {2, 50, 1000, 1}, {3, 0, 200, 0}, {4, 50, 250, 1}, {5, 50, 300, 1}};
    for (uint64_t start = 0; start < 200; start++) {
        uint64_t seed = start;
        size_t white, black;
        assert_true(league_choose(bots, 5, &seed, &white, &black));
        assert_true(white != black && (white == 2) != (black == 2));
        assert_true(white != 1 && black != 1); /* three others are nearer */
    }
}

static void nobody_plays_the_same_opponent_again_while_there_is_another(void **state) {
    (void)state;
    const LeagueBot three[] = {{1, 0, 200, 2}, {2, 9, 200, 1}, {3, 9, 900, 1}},
                    two[] = {{1, 0, 200, 2}, {2, 9, 200, 1}};
    for (uint64_t start = 0; start < 50; start++) {
        uint64_t seed = start;
        size_t white, black;
        assert_true(league_choose(three, 3, &seed, &white, &black));
        assert_true(white != 1 && black != 1);
        assert_true(league_choose(two, 2, &seed, &white, &black));
    }
}

static void both_colours_come_up(void **state) {
    (void)state;
    const LeagueBot bots[] = {{1, 0, 200, 0}, {2, 5, 200, 0}};
    int first_is_white = 0;
    uint64_t seed = 3;
    for (int i = 0; i < 1000; i++) {
        size_t white, black;
        assert_true(league_choose(bots, 2, &seed, &white, &black));
        first_is_white += white == 0;
    }
    assert_in_range(first_is_white, 400, 600);
}

/* ---- Limits --------------------------------------------------------------------------------------------- */

static const int64_t SECOND = 1000000;

static int taken(Limits *limits, LimitKind kind, uint64_t address, int64_t now) {
    int count = 0;
    while (count < 100000 && limits_take(limits, kind, address, now))
        count++;
    return count;
}

static void a_burst_is_allowed_and_then_so_much_a_second(void **state) {
    (void)state;
    Limits *limits = limits_open();
    int burst = taken(limits, LIMIT_SIGN, 7, SECOND);
    assert_in_range(burst, 5, 50);
    assert_int_equal(taken(limits, LIMIT_SIGN, 7, 2 * SECOND), 0);
    assert_int_equal(taken(limits, LIMIT_SIGN, 7, 12 * SECOND), 2);
    assert_int_equal(taken(limits, LIMIT_SIGN, 7, 100000 * SECOND), burst); /* and no more is saved up */
    limits_close(limits);
}

static void addresses_and_kinds_are_counted_apart(void **state) {
    (void)state;
    Limits *limits = limits_open();
    taken(limits, LIMIT_SIGN, 7, SECOND);
    assert_true(limits_take(limits, LIMIT_SIGN, 8, SECOND));
    assert_true(limits_take(limits, LIMIT_READ, 7, SECOND));
    limits_close(limits);
}

/* ---- Answers that are kept ------------------------------------------------------------------------------ */

static void check_answer(Answers *answers, const char *key, uint64_t generation, const char *wanted) {
    char *text = answers_get(answers, key, generation);
    if (wanted == NULL)
        assert_null(text);
    else
        assert_string_equal(text, wanted);
    free(text);
}

static void an_answer_is_kept_until_something_changes(void **state) {
    (void)state;
    Answers *answers = answers_open();
    check_answer(answers, "board", 1, NULL);
    answers_put(answers, "board", 1, "old");
    check_answer(answers, "board", 1, "old");
    check_answer(answers, "boards", 1, NULL);
    check_answer(answers, "board", 2, NULL);
    answers_put(answers, "board", 2, "new");
    check_answer(answers, "board", 2, "new");
    answers_close(answers);
}

static void thousands_of_questions_take_no_more_room(void **state) {
    (void)state;
    Answers *answers = answers_open();
    char key[300];
    for (int i = 0; i < 10000; i++) {
        snprintf(key, sizeof key, "search %d", i);
        answers_put(answers, key, 1, key);
        check_answer(answers, key, 1, key);
    }
    memset(key, 'x', sizeof key - 1);
    key[sizeof key - 1] = '\0';
    answers_put(answers, key, 1, "too long a question");
    check_answer(answers, key, 1, NULL);
    answers_close(answers);
}

/* ---- Routes --------------------------------------------------------------------------------------------- */

static const Route *find(const char *method, const char *path, char words[PATH_WORDS][WORD_BYTES]) {
    char allowed[64];
    return route_find(method, path, words, allowed);
}

static void stars_are_parts_of_the_path(void **state) {
    (void)state;
    char words[PATH_WORDS][WORD_BYTES];
    assert_ptr_equal(find("GET", "/api/v1/bots/Greedy/versions/12/source", words)->handle, api_version_source);
    assert_string_equal(words[0], "Greedy");
    assert_string_equal(words[1], "12");
    assert_ptr_equal(find("POST", "/api/v1/games/5/moves", words)->handle, api_game_move);
    assert_null(find("GET", "/api/v1/games/5/moves", words));
    assert_null(find("GET", "/api/v1/games//pgn", words));
    assert_null(find("GET", "/api/v1/games/5/", words));
    assert_null(find("GET", "/api/v1/games/5/pgn/more", words));
}

static void a_part_that_is_too_long_is_no_route(void **state) {
    (void)state;
    char words[PATH_WORDS][WORD_BYTES], path[200] = "/api/v1/bots/";
    memset(path + strlen(path), 'x', WORD_BYTES);
    assert_null(find("GET", path, words));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_bot_alone_has_nobody_to_play),
        cmocka_unit_test(the_newcomer_plays_first_and_against_somebody_near),
        cmocka_unit_test(nobody_plays_the_same_opponent_again_while_there_is_another),
        cmocka_unit_test(both_colours_come_up),
        cmocka_unit_test(a_burst_is_allowed_and_then_so_much_a_second),
        cmocka_unit_test(addresses_and_kinds_are_counted_apart),
        cmocka_unit_test(an_answer_is_kept_until_something_changes),
        cmocka_unit_test(thousands_of_questions_take_no_more_room),
        cmocka_unit_test(stars_are_parts_of_the_path),
        cmocka_unit_test(a_part_that_is_too_long_is_no_route),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
