/* People, bots, games, ratings and standings in the database. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/random.h"
#include "store/accounts.h"
#include "store/bots.h"
#include "store/tournaments.h"
#include "store_help.h"

static void names_differ_in_more_than_capitals(void **state) {
    Store *store = ((TestStore *)*state)->store;
    Account account, found;
    char hash[ACCOUNT_PASSWORD_HASH_MAX + 1];
    assert_true(account_add(store, "Anna", ACCOUNT_PERSON, "secret", 1, &account));
    assert_false(account_add(store, "aNNA", ACCOUNT_PERSON, "other", 1, &found));
    assert_true(store_conflicts(store));
    assert_true(account_by_name(store, "ANNA", &found, hash));
    assert_int_equal(found.id, account.id);
    assert_string_equal(found.name, "Anna");
    assert_string_equal(hash, "secret");
    assert_true(account_player(store, account.id) > 0);
}

static void a_session_ends_at_its_time_or_when_it_is_removed(void **state) {
    Store *store = ((TestStore *)*state)->store;
    Account account, found;
    assert_true(account_add(store, "anna", ACCOUNT_PERSON, NULL, 1, &account));
    assert_true(session_add(store, "one", account.id, 1, 100));
    assert_true(session_add(store, "two", account.id, 1, 100));
    assert_true(account_by_session(store, "one", 99, &found));
    assert_false(account_by_session(store, "one", 100, &found));
    assert_true(session_remove(store, "one"));
    assert_false(account_by_session(store, "one", 50, &found));
    assert_true(account_by_session(store, "two", 50, &found));
    assert_true(session_remove_old(store, 100));
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM sessions"), 0);
}

static void a_token_is_its_owners_until_removed(void **state) {
    Store *store = ((TestStore *)*state)->store;
    Account anna, ben, found;
    int64_t token;
    assert_true(account_add(store, "anna", ACCOUNT_PERSON, NULL, 1, &anna));
    assert_true(account_add(store, "ben", ACCOUNT_PERSON, NULL, 1, &ben));
    assert_true(token_add(store, "hash", anna.id, "laptop", 1, &token));
    assert_true(account_by_token(store, "hash", &found) && found.id == anna.id);
    assert_true(token_remove(store, ben.id, token) && store_changes(store) == 0);
    assert_true(token_remove(store, anna.id, token) && store_changes(store) == 1);
    assert_false(account_by_token(store, "hash", &found));
}

static void the_setup_link_makes_one_administrator(void **state) {
    Store *store = ((TestStore *)*state)->store;
    Account account;
    bool used;
    assert_false(account_any_admin(store));
    assert_true(setup_link_set(store, "old", 1) && setup_link_set(store, "new", 1));
    assert_false(setup_link_use(store, "old", "eve", NULL, 1, &account, &used) || used);
    assert_true(account_add(store, "taken", ACCOUNT_PERSON, NULL, 1, &account));
    assert_false(setup_link_use(store, "new", "taken", NULL, 1, &account, &used));
    assert_true(used && store_conflicts(store)); /* and the link is still good */
    assert_true(setup_link_use(store, "new", "anna", NULL, 1, &account, &used));
    assert_int_equal(account.kind, ACCOUNT_ADMIN);
    assert_false(setup_link_use(store, "new", "ben", NULL, 1, &account, &used) || used);
    assert_true(account_any_admin(store));
}

static void a_source_is_kept_once_and_byte_for_byte(void **state) {
    Store *store = ((TestStore *)*state)->store;
    test_bot(store, "one");
    test_bot(store, "two");
    size_t length;
    char *source = source_get(store, "abc", &length);
    assert_int_equal(length, 4);
    assert_string_equal(source, "pass");
    free(source);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM sources"), 1);
}

static void doubt(double *rating, double *variance) {
    *rating += 5;
    *variance += 10000;
}

static void a_new_version_is_a_new_player_with_the_old_ones_rating(void **state) {
    Store *store = ((TestStore *)*state)->store;
    int64_t first = test_bot(store, "one"), other = test_bot(store, "two");
    bool done;
    assert_true(test_finish(store, test_game(store, first, other, true, 0).id, "1-0", &done) && done);
    StoredRating before, after;
    assert_true(rating_get(store, &test_rule, first, "standard", &before));
    Bot bot;
    BotVersion version, newest;
    BotSource source = {"def", "next", 4, "Open"};
    assert_true(bot_by_name(store, "ONE", &bot));
    assert_true(bot_add_version(store, bot.id, &source, 5, &version));
    assert_int_equal(version.number, 2);
    assert_int_equal(version_player(store, version.id), 0);
    assert_true(version_to_check(store, &newest, &bot) && newest.id == version.id);
    assert_true(version_newest(store, bot.id, &newest) && newest.number == 1);
    assert_true(version_judge(store, version.id, true, "{}", doubt));
    assert_true(version_newest(store, bot.id, &newest) && newest.number == 2);
    assert_false(version_to_check(store, &newest, &bot));
    int64_t second = version_player(store, version.id);
    assert_true(second > 0 && second != first);
    assert_true(rating_get(store, &test_rule, second, "standard", &after));
    assert_true(after.rating == before.rating + 5 && after.variance == before.variance + 10000 && after.games == 0);
    /* Judged once is judged for good. */
    assert_true(version_judge(store, version.id, false, "{}", doubt));
    assert_true(version_get(store, bot.id, 2, &newest));
    assert_string_equal(newest.status, "accepted");
}

static void a_game_is_finished_once_with_all_that_belongs_to_it(void **state) {
    Store *store = ((TestStore *)*state)->store;
    int64_t one = test_bot(store, "one"), two = test_bot(store, "two");
    StoredGame game = test_game(store, one, two, true, 0);
    bool done;
    assert_true(test_finish(store, game.id, "0-1", &done) && done);
    assert_true(test_finish(store, game.id, "1-0", &done) && !done);
    StoredRating winner;
    assert_true(rating_get(store, &test_rule, two, "standard", &winner));
    assert_int_equal(winner.games, 1);
    assert_int_equal(winner.wins, 1);
    assert_true(winner.rating > 200);
    Query *row = game_row(store, game.id);
    assert_true(query_next(row));
    assert_string_equal(query_text(row, GAME_COLUMN_STATUS), "finished");
    assert_string_equal(query_text(row, GAME_COLUMN_RESULT), "0-1");
    assert_string_equal(query_text(row, GAME_COLUMN_BLACK + GAME_COLUMN_WHITE_NAME - GAME_COLUMN_WHITE), "two");
    assert_true(query_real(row, GAME_COLUMN_WHITE_AFTER) < query_real(row, GAME_COLUMN_WHITE_BEFORE));
    assert_true(query_end(row));
    Query *moves = game_moves(store, game.id);
    assert_true(query_next(moves) && query_is_null(moves, 1));
    assert_true(query_next(moves) && query_number(moves, 3) == -20);
    assert_true(query_next(moves) && query_is_null(moves, 3) && query_number(moves, 1) == 2000);
    assert_false(query_next(moves));
    query_end(moves);
    size_t length;
    char *log = game_log(store, game.id, true, &length);
    assert_string_equal(log, "said");
    free(log);
    assert_null(game_log(store, game.id, false, &length));
}

/* They are the last thing that a finish writes. */
static void refuse_rating_changes(Store *store) {
    if (test_postgres() == NULL) {
        assert_true(store_run(
            store, "CREATE TRIGGER no BEFORE INSERT ON rating_changes BEGIN SELECT RAISE(ABORT, 'no'); END", ""));
        return;
    }
    assert_true(store_run(
        store, "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$", ""));
    assert_true(
        store_run(store, "CREATE TRIGGER no BEFORE INSERT ON rating_changes FOR EACH ROW EXECUTE FUNCTION no()", ""));
}

static void a_finish_that_fails_half_way_leaves_the_game_running(void **state) {
    Store *store = ((TestStore *)*state)->store;
    int64_t one = test_bot(store, "one"), two = test_bot(store, "two");
    StoredGame game = test_game(store, one, two, true, 0);
    bool done;
    refuse_rating_changes(store);
    assert_false(test_finish(store, game.id, "1-0", &done) || done);
    assert_true(game_get(store, game.id, &game));
    assert_string_equal(game.status, "running");
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM moves"), 0);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM ratings"), 0);
    assert_true(
        store_run(store, test_postgres() != NULL ? "DROP TRIGGER no ON rating_changes" : "DROP TRIGGER no", ""));
    assert_true(test_finish(store, game.id, "1-0", &done) && done);
}

static void unrated_games_and_games_without_a_result_change_no_rating(void **state) {
    Store *store = ((TestStore *)*state)->store;
    int64_t one = test_bot(store, "one"), two = test_bot(store, "two");
    bool done;
    assert_true(test_finish(store, test_game(store, one, two, false, 0).id, "1-0", &done) && done);
    assert_true(test_finish(store, test_game(store, one, two, true, 0).id, "*", &done) && done);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM ratings"), 0);
}

static void the_engines_rating_is_its_level_and_is_never_stored(void **state) {
    Store *store = ((TestStore *)*state)->store;
    int64_t engine = player_of_engine(store, 1200, "level 1200"), bot = test_bot(store, "one");
    bool done;
    assert_int_equal(player_of_engine(store, 1200, "level 1200"), engine);
    assert_true(test_finish(store, test_game(store, bot, engine, true, 0).id, "1-0", &done) && done);
    StoredRating rating;
    assert_true(rating_get(store, &test_rule, engine, "standard", &rating));
    assert_true(rating.fixed && rating.rating == 1200);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM ratings"), 1);
}

static void running_games_of_a_dead_program_are_played_again(void **state) {
    Store *store = ((TestStore *)*state)->store;
    int64_t one = test_bot(store, "one"), two = test_bot(store, "two");
    StoredGame game = test_game(store, one, two, true, 0), next;
    assert_false(game_next(store, &next));
    assert_true(game_requeue_all(store));
    assert_true(game_next(store, &next) && next.id == game.id && next.starts == 1);
    assert_true(game_begin(store, game.id, 5));
    assert_false(game_begin(store, game.id, 5));
}

static int64_t make_tournament(Store *store, const int64_t *players, size_t count) {
    int64_t id, organiser = test_number(store, "SELECT MIN(id) FROM accounts");
    NewTournament tournament = {.name = "Cup",
                                .kind = "round robin",
                                .registration = "closed",
                                .variant = "standard",
                                .clock = "10+0.1",
                                .rated = true,
                                .games_per_pairing = 1,
                                .account = organiser};
    assert_true(store_begin(store));
    assert_true(tournament_add(store, &tournament, 1, &id));
    for (size_t i = 0; i < count; i++)
        assert_true(tournament_enter(store, id, players[i], organiser));
    assert_true(tournament_set_status(store, id, "open", NULL, "running") && store_changes(store) == 1);
    assert_true(store_commit(store));
    return id;
}

static void standings_change_with_the_games_and_agree_with_them(void **state) {
    Store *store = ((TestStore *)*state)->store;
    int64_t players[3] = {test_bot(store, "one"), test_bot(store, "two"), test_bot(store, "three")}, differences;
    int64_t cup = make_tournament(store, players, 3);
    StoredGame games[3] = {test_game(store, players[0], players[1], true, cup),
                           test_game(store, players[1], players[2], true, cup),
                           test_game(store, players[2], players[0], true, cup)};
    static const char *const results[] = {"1-0", "1/2-1/2", "0-1"};
    bool done;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tournament_to_advance(store, 0), 0);
        assert_true(test_finish(store, games[i].id, results[i], &done) && done);
    }
    assert_int_equal(tournament_to_advance(store, 0), cup);
    assert_int_equal(tournament_to_advance(store, cup), 0);
    Query *query = tournament_entrants(store, cup);
    assert_true(query_next(query));
    assert_int_equal(query_number(query, ENTRANT_COLUMN_PLAYER), players[0]);
    assert_int_equal(query_number(query, ENTRANT_COLUMN_HALF_POINTS), 4);
    assert_true(query_next(query) && query_number(query, ENTRANT_COLUMN_HALF_POINTS) == 1);
    query_end(query);
    assert_true(standings_verify(store, &differences) && differences == 0);
    assert_true(
        store_run(store, "UPDATE standings SET half_points = half_points + 1 WHERE player_id = $1", "i", players[1]));
    assert_true(standings_verify(store, &differences) && differences == 1);
}

static void a_game_that_is_forfeited_counts_for_the_standings_only(void **state) {
    Store *store = ((TestStore *)*state)->store;
    int64_t players[2] = {test_bot(store, "one"), test_bot(store, "two")}, differences;
    int64_t cup = make_tournament(store, players, 2);
    StoredGame game = test_game(store, players[0], players[1], true, cup);
    assert_true(store_begin(store) && game_forfeit(store, &game, true, "one has withdrawn", 5) && store_commit(store));
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM games WHERE status = 'running'"), 1); /* too late */
    assert_true(game_requeue(store, game.id));
    assert_true(store_begin(store) && game_forfeit(store, &game, true, "one has withdrawn", 5) && store_commit(store));
    assert_true(store_begin(store) && game_forfeit(store, &game, true, "one has withdrawn", 5) && store_commit(store));
    assert_int_equal(test_number(store, "SELECT SUM(half_points) FROM standings"), 2);
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM ratings"), 0);
    assert_true(standings_verify(store, &differences) && differences == 0);
}

static int64_t add_queued(Store *store, int64_t white, int64_t black, int64_t tournament) {
    StoredGame game = {.origin = "tournament", .variant = "standard", .clock = "1+0", .tournament = tournament};
    game.white = white;
    game.black = black;
    assert_true(game_add(store, &game, 1));
    return game.id;
}

static void a_person_plays_one_game_of_a_tournament_at_a_time(void **state) {
    Store *store = ((TestStore *)*state)->store;
    Account anna;
    int64_t one = test_bot(store, "one"), two = test_bot(store, "two");
    assert_true(account_add(store, "anna", ACCOUNT_PERSON, NULL, 1, &anna));
    int64_t players[3] = {one, two, account_player(store, anna.id)};
    int64_t cup = make_tournament(store, players, 3);
    StoredGame next;
    int64_t first = add_queued(store, players[2], one, cup), second = add_queued(store, two, players[2], cup);
    int64_t bots = add_queued(store, one, two, cup);
    assert_true(game_next(store, &next) && next.id == first && game_begin(store, first, 1));
    assert_true(game_next(store, &next) && next.id == bots && game_begin(store, bots, 1));
    assert_false(game_next(store, &next)); /* she plays; bots may play many at a time */
    assert_true(game_abort(store, first, "over", 2));
    assert_true(game_next(store, &next) && next.id == second);
    assert_true(tournament_set_status(store, cup, "running", NULL, "paused"));
    assert_false(game_next(store, &next));
}

static const char *random_result(uint64_t *seed) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    return results[random_below(seed, 3)];
}

static void ratings_come_out_of_the_games_again(void **state) {
    Store *store = ((TestStore *)*state)->store;
    int64_t players[4] = {test_bot(store, "one"), test_bot(store, "two"), test_bot(store, "three"),
                          player_of_engine(store, 500, "level 500")};
    uint64_t seed = 3;
    int64_t games, differences;
    bool done;
    for (int i = 0; i < 120; i++) {
        size_t white = random_below(&seed, 4), black = (white + 1 + random_below(&seed, 3)) % 4;
        StoredGame game = test_game(store, players[white], players[black], i % 5 != 0, 0);
        assert_true(test_finish(store, game.id, random_result(&seed), &done) && done);
    }
    assert_true(ratings_recompute(store, &test_rule, false, &games, &differences));
    assert_int_equal(games, 96);
    assert_int_equal(differences, 0);
    assert_true(store_run(store, "UPDATE ratings SET rating = rating + 1 WHERE player_id = $1", "i", players[0]));
    assert_true(ratings_recompute(store, &test_rule, true, &games, &differences));
    assert_int_equal(differences, 2); /* the wrong one and the right one */
    assert_true(ratings_recompute(store, &test_rule, false, &games, &differences));
    assert_int_equal(differences, 0);
    Query *board = board_list(store, &(BoardFilter){.variant = "standard", .size_class = "Mini", .limit = 10});
    double last = 1e9;
    int rows = 0;
    for (; query_next(board); rows++) {
        assert_true(query_real(board, 6) <= last);
        last = query_real(board, 6);
    }
    assert_true(query_end(board));
    assert_int_equal(rows, 3);
}

/* Plays for ever; says by a byte that the first game is over. */
static void play_on(const TestStore *test, const int64_t players[3], uint64_t seed, int told) {
    Store *store = test_store_again(test);
    game_requeue_all(store);
    for (bool first = true;; first = false) {
        StoredGame game;
        bool done;
        if (!game_next(store, &game)) {
            size_t white = random_below(&seed, 3);
            game = test_game(store, players[white], players[(white + 1) % 3], true, 0);
        } else {
            game_begin(store, game.id, 2);
        }
        test_finish(store, game.id, random_result(&seed), &done);
        if (first && write(told, "", 1) != 1)
            _exit(1);
    }
}

static void killed_at_any_moment_no_game_is_lost_or_counted_twice(void **state) {
    enum { KILLS = 25 };
    TestStore *test = *state;
    int64_t players[3] = {test_bot(test->store, "one"), test_bot(test->store, "two"), test_bot(test->store, "three")};
    uint64_t seed = 11;
    for (int i = 0; i < KILLS; i++) {
        int told[2];
        char byte;
        assert_int_equal(pipe(told), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            play_on(test, players, random_next(&seed), told[1]);
        random_next(&seed);
        assert_int_equal(read(told[0], &byte, 1), 1);
        usleep((useconds_t)random_below(&seed, 20000)); /* any moment will do */
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(told[0]);
        close(told[1]);
        test_store_alone(test);
        int64_t games, differences;
        assert_true(ratings_recompute(test->store, &test_rule, false, &games, &differences));
        assert_int_equal(differences, 0);
        assert_int_equal(games, test_number(test->store, "SELECT COUNT(*) FROM games WHERE status = 'finished'"));
        assert_int_equal(games * 3, test_number(test->store, "SELECT COUNT(*) FROM moves"));
        assert_int_equal(games, test_number(test->store, "SELECT COALESCE(MAX(finish_number), 0) FROM games"));
        assert_int_equal(test_number(test->store, "SELECT COALESCE(SUM(games), 0) FROM ratings"), games * 2);
        assert_in_range(test_number(test->store, "SELECT COUNT(*) FROM games WHERE status <> 'finished'"), 0, 1);
    }
    assert_true(test_number(test->store, "SELECT COUNT(*) FROM games WHERE status = 'finished'") >= KILLS);
}

int main(void) {
#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, test_store_begin, test_store_end)
    const struct CMUnitTest tests[] = {
        WITH_STORE(names_differ_in_more_than_capitals),
        WITH_STORE(a_session_ends_at_its_time_or_when_it_is_removed),
        WITH_STORE(a_token_is_its_owners_until_removed),
        WITH_STORE(the_setup_link_makes_one_administrator),
        WITH_STORE(a_source_is_kept_once_and_byte_for_byte),
        WITH_STORE(a_new_version_is_a_new_player_with_the_old_ones_rating),
        WITH_STORE(a_game_is_finished_once_with_all_that_belongs_to_it),
        WITH_STORE(a_finish_that_fails_half_way_leaves_the_game_running),
        WITH_STORE(unrated_games_and_games_without_a_result_change_no_rating),
        WITH_STORE(the_engines_rating_is_its_level_and_is_never_stored),
        WITH_STORE(running_games_of_a_dead_program_are_played_again),
        WITH_STORE(standings_change_with_the_games_and_agree_with_them),
        WITH_STORE(a_game_that_is_forfeited_counts_for_the_standings_only),
        WITH_STORE(a_person_plays_one_game_of_a_tournament_at_a_time),
        WITH_STORE(ratings_come_out_of_the_games_again),
        WITH_STORE(killed_at_any_moment_no_game_is_lost_or_counted_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
