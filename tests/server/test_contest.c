/* Whole tournaments in a database, played out with results by chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../store/store_help.h"
#include "base/random.h"
#include "server/contest.h"
#include "server/contest_draw.h"
#include "server/rules.h"
#include "store/accounts.h"
#include "store/bots.h"

static int64_t make(Store *store, const char *kind, int64_t players, int64_t games_per_pairing, int64_t rounds) {
    int64_t id, names = test_number(store, "SELECT COUNT(*) FROM bots");
    NewTournament tournament = {.name = "Cup",
                                .kind = kind,
                                .registration = "open",
                                .variant = "standard",
                                .clock = "10+0.1",
                                .rated = true,
                                .games_per_pairing = games_per_pairing,
                                .rounds = rounds};
    int64_t entrants[256];
    for (int64_t i = 0; i < players; i++) {
        char name[32];
        snprintf(name, sizeof name, "bot%lld", (long long)(names + i));
        entrants[i] = test_bot(store, name);
    }
    tournament.account = test_number(store, "SELECT MIN(id) FROM accounts");
    assert_true(tournament_add(store, &tournament, 1, &id));
    for (int64_t i = 0; i < players; i++)
        assert_true(tournament_enter(store, id, entrants[i], tournament.account));
    return id;
}

/* Plays what waits. `decide` gives the result, by the seeds: positive for White. */
typedef int Decide(int64_t white_seed, int64_t black_seed, uint64_t chance);

static int by_chance(int64_t white_seed, int64_t black_seed, uint64_t chance) {
    (void)white_seed;
    (void)black_seed;
    return (int)(chance % 3) - 1;
}

static int by_seed(int64_t white_seed, int64_t black_seed, uint64_t chance) {
    (void)chance;
    return white_seed < black_seed ? 1 : -1;
}

static int always_drawn(int64_t white_seed, int64_t black_seed, uint64_t chance) {
    (void)white_seed;
    (void)black_seed;
    (void)chance;
    return 0;
}

static int64_t seed_of(Store *store, int64_t tournament, int64_t player) {
    int64_t seed = 0;
    assert_true(store_ask_number(store, &seed, "SELECT seed FROM standings WHERE tournament_id = $1 AND player_id = $2",
                                 "ii", tournament, player));
    return seed;
}

static void play_waiting(Store *store, int64_t tournament, Decide *decide, uint64_t *seed) {
    StoredGame game;
    while (game_next(store, &game)) {
        bool done;
        assert_int_equal(game.tournament, tournament);
        int outcome = decide(seed_of(store, tournament, game.white), seed_of(store, tournament, game.black),
                             random_next(seed) >> 32);
        assert_true(game_begin(store, game.id, 2));
        assert_true(test_finish(store, game.id, outcome > 0 ? "1-0" : outcome < 0 ? "0-1" : "1/2-1/2", &done) && done);
    }
}

/* To its end; the number of steps. */
static int play_out(Store *store, int64_t tournament, Decide *decide, uint64_t *seed) {
    int steps = 0;
    ContestStep step = contest_start(store, tournament, 1);
    assert_int_equal(step, CONTEST_DRAWN);
    while (step == CONTEST_DRAWN) {
        assert_true(++steps < 200);
        play_waiting(store, tournament, decide, seed);
        step = contest_advance(store, tournament, 1);
    }
    assert_int_equal(step, CONTEST_FINISHED);
    assert_int_equal(contest_advance(store, tournament, 1), CONTEST_NOTHING);
    return steps;
}

static void everything_adds_up(Store *store) {
    int64_t differences, games;
    assert_true(standings_verify(store, &differences) && differences == 0);
    assert_true(ratings_recompute(store, &test_rule, false, &games, &differences) && differences == 0);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM games WHERE status <> 'finished'"), 0);
}

static void each_meets_each_in_a_round_robin(void **state) {
    Store *store = ((TestStore *)*state)->store;
    uint64_t seed = 1;
    int64_t cup = make(store, "round robin", 7, 3, 0);
    play_out(store, cup, by_chance, &seed);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM games"), 7 * 6 / 2 * 3);
    assert_int_equal(test_number(store, "SELECT SUM(half_points) FROM standings"), 7 * 6 / 2 * 3 * 2);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM pairings"), 7 * 6 / 2);
    assert_int_equal(test_number(store, "SELECT MAX(round) FROM games"), 7);
    everything_adds_up(store);
}

static void one_meets_all_in_a_gauntlet(void **state) {
    Store *store = ((TestStore *)*state)->store;
    uint64_t seed = 1;
    int64_t cup = make(store, "gauntlet", 5, 2, 0);
    play_out(store, cup, by_chance, &seed);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM games"), 8);
    assert_int_equal(test_number(store, "SELECT games FROM standings ORDER BY entered LIMIT 1"), 8);
    assert_int_equal(test_number(store, "SELECT MAX(games) FROM standings WHERE entered > 1"), 2);
    everything_adds_up(store);
}

static void a_swiss_finds_the_best_and_nobody_meets_twice(void **state) {
    Store *store = ((TestStore *)*state)->store;
    uint64_t seed = 1;
    Contest contest;
    int64_t cup = make(store, "swiss", 21, 1, 0);
    assert_int_equal(play_out(store, cup, by_seed, &seed), 5);
    assert_true(contest_read(store, cup, &contest));
    assert_int_equal(contest.info.round, 5);
    assert_int_equal(contest.pairing_count, 5 * 11); /* a bye each round */
    assert_int_equal(contest.entrants[0].half_points, 10);
    for (size_t i = 0; i < contest.pairing_count; i++)
        for (size_t j = 0; j < i; j++) {
            const ContestPairing *one = &contest.pairings[i], *other = &contest.pairings[j];
            bool same = (one->first == other->first && one->second == other->second) ||
                        (one->first == other->second && one->second == other->first);
            assert_false(same);
        }
    Standing *standings = contest_standings(&contest);
    assert_true(standings[0].player == 0 && standings[1].place == 2);
    assert_int_equal(test_number(store, "SELECT winner_id FROM tournaments"), contest.entrants[0].player);
    free(standings);
    contest_free(&contest);
    everything_adds_up(store);
}

static void the_better_seed_wins_a_knockout_round_by_round(void **state) {
    Store *store = ((TestStore *)*state)->store;
    uint64_t seed = 1;
    int64_t cup = make(store, "knockout", 11, 2, 0);
    assert_int_equal(play_out(store, cup, by_seed, &seed), 4);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM games"), 10 * 2); /* all but one must lose once */
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM standings WHERE out_in IS NULL"), 1);
    assert_int_equal(
        test_number(store, "SELECT s.seed FROM standings s JOIN tournaments t ON t.winner_id = s.player_id"), 1);
    assert_int_equal(test_number(store, "SELECT seed FROM standings WHERE out_in = 4"), 2);
    everything_adds_up(store);
}

static void a_drawn_knockout_is_prolonged_and_then_the_seed_decides(void **state) {
    Store *store = ((TestStore *)*state)->store;
    uint64_t seed = 1;
    int64_t cup = make(store, "knockout", 2, 1, 0);
    assert_int_equal(play_out(store, cup, always_drawn, &seed), 4);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM games"), 1 + 3 * 2);
    assert_int_equal(
        test_number(store, "SELECT s.seed FROM standings s JOIN tournaments t ON t.winner_id = s.player_id"), 1);
    /* Pairs with swapped colours. */
    assert_int_equal(
        test_number(
            store,
            "SELECT ABS(2 * SUM(CASE WHEN white_id = (SELECT MIN(id) FROM players) THEN 1 ELSE 0 END) - 7) FROM games"),
        1);
    everything_adds_up(store);
}

static void chance_never_stops_a_tournament(void **state) {
    Store *store = ((TestStore *)*state)->store;
    uint64_t seed = 5;
    static const char *const kinds[] = {"round robin", "swiss", "knockout", "gauntlet"};
    for (int i = 0; i < 40; i++) {
        const char *kind = kinds[i % 4];
        int64_t players = 2 + (int64_t)random_below(&seed, 12);
        play_out(store, make(store, kind, players, 1 + (int64_t)random_below(&seed, 3), 0), by_chance, &seed);
    }
    everything_adds_up(store);
}

static void who_withdraws_loses_what_waits_and_is_drawn_no_more(void **state) {
    Store *store = ((TestStore *)*state)->store;
    uint64_t seed = 1;
    static const char *const kinds[] = {"round robin", "swiss", "knockout"};
    for (size_t i = 0; i < 3; i++) {
        int64_t cup = make(store, kinds[i], 8, 1, 0), player;
        assert_int_equal(contest_start(store, cup, 1), CONTEST_DRAWN);
        assert_true(store_ask_number(
            store, &player, "SELECT player_id FROM standings WHERE tournament_id = $1 AND seed = 1", "i", cup));
        assert_true(contest_withdraw(store, cup, player, "bot", 1));
        play_waiting(store, cup, by_seed, &seed);
        while (contest_advance(store, cup, 1) == CONTEST_DRAWN)
            play_waiting(store, cup, by_seed, &seed);
        int64_t forfeits;
        assert_true(store_ask_number(store, &forfeits,
                                     "SELECT COUNT(*) FROM games WHERE tournament_id = $1 AND ended_by = 'forfeit'",
                                     "i", cup));
        assert_int_equal(forfeits, i == 0 ? 7 : 1);
    }
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM tournaments WHERE status = 'finished'"), 3);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM games WHERE ended_by = 'forfeit' AND counted = 1"), 0);
    everything_adds_up(store);
}

static void all_may_withdraw(void **state) {
    Store *store = ((TestStore *)*state)->store;
    static const char *const kinds[] = {"swiss", "knockout"};
    for (size_t i = 0; i < 2; i++) {
        int64_t cup = make(store, kinds[i], 4, 1, 0);
        assert_int_equal(contest_start(store, cup, 1), CONTEST_DRAWN);
        for (int64_t seed = 1; seed <= 4; seed++) {
            int64_t player;
            assert_true(store_ask_number(store, &player,
                                         "SELECT player_id FROM standings WHERE tournament_id = $1 AND seed = $2", "ii",
                                         cup, seed));
            assert_true(contest_withdraw(store, cup, player, "bot", 1));
        }
        int steps = 0;
        while (contest_advance(store, cup, 1) == CONTEST_DRAWN)
            assert_true(++steps < 10);
    }
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM tournaments WHERE status = 'finished'"), 2);
    everything_adds_up(store);
}

static void a_tournament_cancelled_plays_no_more(void **state) {
    Store *store = ((TestStore *)*state)->store;
    StoredGame game;
    int64_t cup = make(store, "round robin", 4, 1, 0);
    assert_int_equal(contest_start(store, cup, 1), CONTEST_DRAWN);
    assert_true(contest_cancel(store, cup, 1));
    assert_false(game_next(store, &game));
    assert_int_equal(contest_advance(store, cup, 1), CONTEST_NOTHING);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM games WHERE status = 'aborted'"), 6);
}

static void it_does_not_start_twice_or_with_one(void **state) {
    Store *store = ((TestStore *)*state)->store;
    int64_t alone = make(store, "swiss", 1, 1, 0), cup = make(store, "swiss", 4, 1, 0);
    assert_int_equal(contest_start(store, alone, 1), CONTEST_NOTHING);
    assert_int_equal(contest_start(store, cup, 1), CONTEST_DRAWN);
    assert_int_equal(contest_start(store, cup, 1), CONTEST_NOTHING);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM games"), 2);
}

/* A round is drawn while a page reads the tournament: the page has the tournament as it was, or as it is. */
static void who_reads_sees_one_moment(void **state) {
    const TestStore *test = *state;
    Store *reader = test_store_again(test);
    Contest contest;
    uint64_t seed = 1;
    int64_t cup = make(test->store, "swiss", 6, 2, 0);
    assert_int_equal(contest_start(test->store, cup, 1), CONTEST_DRAWN);
    play_waiting(test->store, cup, by_seed, &seed);

    assert_true(store_begin_reading(reader));
    assert_int_equal(test_number(reader, "SELECT COUNT(*) FROM pairings"), 3);
    assert_int_equal(contest_advance(test->store, cup, 1), CONTEST_DRAWN);
    assert_int_equal(test_number(reader, "SELECT COUNT(*) FROM games"), 6);
    assert_true(contest_read(reader, cup, &contest));
    assert_int_equal(contest.pairing_count, 3);
    assert_int_equal(contest.game_count, 6);
    contest_free(&contest);
    store_rollback(reader);

    assert_true(contest_read_now(reader, cup, &contest));
    assert_int_equal(contest.pairing_count, 6);
    assert_int_equal(contest.game_count, 12);
    contest_free(&contest);
    store_close(reader);
}

/* Tables that contradict each other, which only somebody else's hand can bring about. */
static void a_game_without_its_pairing_is_refused(void **state) {
    Store *store = ((TestStore *)*state)->store;
    Contest contest;
    int64_t cup = make(store, "gauntlet", 3, 2, 0);
    assert_int_equal(contest_start(store, cup, 1), CONTEST_DRAWN);
    assert_true(store_run(store, "DELETE FROM pairings WHERE board = 2", ""));
    assert_false(contest_read_now(store, cup, &contest));
    assert_null(contest.games);
}

#define WITH_STORE(name) cmocka_unit_test_setup_teardown(name, test_store_begin, test_store_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_STORE(each_meets_each_in_a_round_robin),
        WITH_STORE(one_meets_all_in_a_gauntlet),
        WITH_STORE(a_swiss_finds_the_best_and_nobody_meets_twice),
        WITH_STORE(the_better_seed_wins_a_knockout_round_by_round),
        WITH_STORE(a_drawn_knockout_is_prolonged_and_then_the_seed_decides),
        WITH_STORE(chance_never_stops_a_tournament),
        WITH_STORE(who_withdraws_loses_what_waits_and_is_drawn_no_more),
        WITH_STORE(all_may_withdraw),
        WITH_STORE(a_tournament_cancelled_plays_no_more),
        WITH_STORE(it_does_not_start_twice_or_with_one),
        WITH_STORE(who_reads_sees_one_moment),
        WITH_STORE(a_game_without_its_pairing_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
