/* Who plays whom, and how it adds up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/table.h"

static ScheduledGame game_of(const Schedule *schedule, unsigned long index) {
    ScheduledGame game;
    assert_true(schedule_get(schedule, index, &game));
    return game;
}

static void pairs_swap_colours_on_the_same_opening(void **state) {
    (void)state;
    Schedule schedule;
    assert_true(schedule_open(&schedule, 2, false, 5));
    assert_int_equal(schedule_total(&schedule), 5);
    for (unsigned long i = 0; i < 5; i++) {
        ScheduledGame game = game_of(&schedule, i);
        assert_int_equal(game.opening, i / 2);
        assert_int_equal(game.white, i % 2);
        assert_int_equal(game.black, 1 - i % 2);
        assert_int_equal(game.paired, i < 4); /* the fifth game has no partner */
    }
    ScheduledGame none;
    assert_false(schedule_get(&schedule, 5, &none));
    schedule_close(&schedule);
}

static void everybody_meets_everybody_equally_often(void **state) {
    (void)state;
    enum { PLAYERS = 6, GAMES = 3 };
    Schedule schedule;
    int meetings[PLAYERS][PLAYERS] = {{0}}, whites[PLAYERS] = {0};
    assert_true(schedule_open(&schedule, PLAYERS, false, GAMES));
    for (unsigned long i = 0; i < schedule_total(&schedule); i++) {
        ScheduledGame game = game_of(&schedule, i);
        assert_int_not_equal(game.white, game.black);
        meetings[game.white][game.black]++;
        whites[game.white]++;
    }
    for (int i = 0; i < PLAYERS; i++) {
        for (int j = 0; j < i; j++) {
            assert_int_equal(meetings[i][j] + meetings[j][i], GAMES);
            assert_true(abs(meetings[i][j] - meetings[j][i]) == 1);
        }
        assert_in_range(whites[i], 5, 10);
    }
    schedule_close(&schedule);
}

static void a_gauntlet_is_one_against_all(void **state) {
    (void)state;
    Schedule schedule;
    assert_true(schedule_open(&schedule, 4, true, 2));
    assert_int_equal(schedule_total(&schedule), 6);
    for (unsigned long i = 0; i < 6; i++)
        assert_true(game_of(&schedule, i).white == 0 || game_of(&schedule, i).black == 0);
    schedule_close(&schedule);
}

static void there_may_be_no_end(void **state) {
    (void)state;
    Schedule schedule;
    assert_true(schedule_open(&schedule, 2, false, 0));
    ScheduledGame game = game_of(&schedule, 1000001);
    assert_true(game.paired && game.opening == 500000 && game.white == 1);
    schedule_close(&schedule);
}

static GameSummary result(unsigned long index, Color winner, Color culprit) {
    GameSummary summary = {.index = index,
                           .has_result = true,
                           .rated = true,
                           .winner = winner,
                           .culprit = culprit,
                           .end = culprit != NO_COLOR ? GAME_CRASHED : GAME_RULES};
    strcpy(summary.ending, culprit != NO_COLOR ? "crash" : "checkmate");
    return summary;
}

static void points_pairs_and_endings_add_up(void **state) {
    (void)state;
    Schedule schedule;
    Table table;
    assert_true(schedule_open(&schedule, 2, false, 6) && table_open(&table, &schedule, 2));
    const GameSummary games[] = {result(1, BLACK, WHITE),       result(0, WHITE, NO_COLOR),
                                 result(4, NO_COLOR, NO_COLOR), result(2, BLACK, NO_COLOR),
                                 result(3, NO_COLOR, NO_COLOR), result(3, WHITE, NO_COLOR)};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        assert_true(table_add(&table, &games[i]));
    /* First player: wins 0 and 1, loses 2, draws 3 and 4; the second telling of 3 is ignored. */
    Score first = table_total(&table, 0), second = table_total(&table, 1);
    assert_true(first.wins == 2 && first.draws == 2 && first.losses == 1);
    assert_true(second.wins == 1 && second.draws == 2 && second.losses == 2);
    const uint64_t pairs[5] = {0, 1, 0, 0, 1}, turned[5] = {1, 0, 0, 1, 0};
    assert_memory_equal(first.pairs, pairs, sizeof pairs);
    assert_memory_equal(second.pairs, turned, sizeof turned);
    assert_int_equal(table.games, 5);
    assert_int_equal(table.ending_count, 2);
    assert_true(table.endings[0].culprit == 1 && table.endings[0].games == 1);
    assert_true(table.endings[1].culprit == SIZE_MAX && table.endings[1].games == 4);
    assert_true(table_has(&table, 4) && !table_has(&table, 5) && !table_has(&table, 500));
    table_close(&table);
    schedule_close(&schedule);
}

static void what_is_not_rated_counts_nowhere(void **state) {
    (void)state;
    Schedule schedule;
    Table table;
    assert_true(schedule_open(&schedule, 2, false, 4) && table_open(&table, &schedule, 2));
    GameSummary forfeit = result(0, BLACK, WHITE), nothing = result(2, NO_COLOR, WHITE),
                stopped = result(3, NO_COLOR, NO_COLOR);
    forfeit.rated = nothing.rated = stopped.rated = false;
    nothing.has_result = stopped.has_result = false;
    forfeit.end = nothing.end = GAME_NOT_STARTED;
    stopped.end = GAME_STOPPED;
    GameSummary partner = result(1, WHITE, NO_COLOR);
    assert_true(table_add(&table, &forfeit) && table_add(&table, &nothing) && table_add(&table, &stopped) &&
                table_add(&table, &partner));
    Score score = table_total(&table, 0);
    assert_int_equal(score_games(&score), 1);
    assert_int_equal(score.pairs[0] + score.pairs[1] + score.pairs[2] + score.pairs[3] + score.pairs[4], 0);
    assert_int_equal(table.unrated, 2);
    assert_true(table_has(&table, 0));  /* lost by forfeit: over */
    assert_false(table_has(&table, 2)); /* to be tried again */
    assert_false(table_has(&table, 3));
    table_close(&table);
    schedule_close(&schedule);
}

static void crosstable(void **state) {
    (void)state;
    Schedule schedule;
    Table table;
    assert_true(schedule_open(&schedule, 3, false, 2) && table_open(&table, &schedule, 3));
    for (unsigned long i = 0; i < 6; i++) { /* the lower number always wins */
        ScheduledGame game = game_of(&schedule, i);
        GameSummary summary = result(i, game.white < game.black ? WHITE : BLACK, NO_COLOR);
        assert_true(table_add(&table, &summary));
    }
    assert_int_equal(table_total(&table, 0).wins, 4);
    assert_int_equal(table_total(&table, 1).wins, 2);
    assert_int_equal(table_total(&table, 2).losses, 4);
    assert_int_equal(table_between(&table, 1, 0).losses, 2);
    assert_int_equal(table_between(&table, 1, 2).pairs[4], 1);
    table_close(&table);
    schedule_close(&schedule);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_swap_colours_on_the_same_opening),
        cmocka_unit_test(everybody_meets_everybody_equally_often),
        cmocka_unit_test(a_gauntlet_is_one_against_all),
        cmocka_unit_test(there_may_be_no_end),
        cmocka_unit_test(points_pairs_and_endings_add_up),
        cmocka_unit_test(what_is_not_rated_counts_nowhere),
        cmocka_unit_test(crosstable),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
