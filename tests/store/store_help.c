#include "store_help.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/accounts.h"
#include "store/bots.h"

static void rule_start(StoredRating *rating) {
    Rating start = rating_start();
    rating->rating = start.value;
    rating->variance = start.variance;
}

static void rule_level(int64_t level, StoredRating *rating) {
    rating->rating = (double)level;
    rating->variance = 0;
}

static void rule_play(StoredRating *white, StoredRating *black, int half_points) {
    Rating one = {white->rating, white->variance, white->games, white->fixed};
    Rating other = {black->rating, black->variance, black->games, black->fixed};
    rating_play(&one, &other, half_points / 2.0);
    white->rating = one.value, white->variance = one.variance, white->games = one.games;
    black->rating = other.value, black->variance = other.variance, black->games = other.games;
}

const RatingRule test_rule = {rule_start, rule_level, rule_play};

const char *test_postgres(void) {
    const char *url = getenv("ROOKERY_TEST_DATABASE");
    return url != NULL && *url != '\0' ? url : NULL;
}

static void run_on_server(const char *format, const char *name) {
    Error error;
    char sql[128];
    Store *store = store_open(test_postgres(), &error);
    assert_non_null(store);
    snprintf(sql, sizeof sql, format, name);
    assert_true(store_run(store, sql, ""));
    store_close(store);
}

/* In PostgreSQL a test has a schema of its own. */
static void choose_schema(TestStore *test) {
    static int number;
    snprintf(test->folder, sizeof test->folder, "test_%d_%d", getpid(), number++);
    run_on_server("CREATE SCHEMA %s", test->folder);
    const char *url = test_postgres();
    snprintf(test->where, sizeof test->where, "%s%coptions=-csearch_path%%3D%s", url,
             strchr(url, '?') != NULL ? '&' : '?', test->folder);
}

static void choose_file(TestStore *test) {
    strcpy(test->folder, "/tmp/rookery-store-XXXXXX");
    assert_non_null(mkdtemp(test->folder));
    snprintf(test->where, sizeof test->where, "%s/test.db", test->folder);
}

TestStore *test_store_open(void) {
    TestStore *test = calloc(1, sizeof *test);
    if (test_postgres() != NULL)
        choose_schema(test);
    else
        choose_file(test);
    test->store = test_store_again(test);
    return test;
}

Store *test_store_again(const TestStore *test) {
    Error error = {0};
    Store *store = store_open(test->where, &error);
    if (store == NULL)
        fail_msg("%s", error.message);
    return store;
}

void test_store_alone(const TestStore *test) {
    static const char others[] = "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'rookery' AND pid <> "
                                 "pg_backend_pid()";
    while (test_postgres() != NULL && test_number(test->store, others) > 0)
        usleep(1000);
}

static void remove_file(const TestStore *test) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    char path[256];
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", test->where, endings[i]);
        unlink(path);
    }
    rmdir(test->folder);
}

void test_store_close(TestStore *test) {
    store_close(test->store);
    if (test_postgres() != NULL)
        run_on_server("DROP SCHEMA %s CASCADE", test->folder);
    else
        remove_file(test);
    free(test);
}

int test_store_begin(void **state) {
    Error error;
    TestStore *test = test_store_open();
    assert_true(store_migrate(test->store, &error));
    *state = test;
    return 0;
}

int test_store_end(void **state) {
    test_store_close(*state);
    return 0;
}

static int64_t house(Store *store) {
    Account account;
    char hash[ACCOUNT_PASSWORD_HASH_MAX + 1];
    if (!account_by_name(store, "house", &account, hash))
        assert_true(account_add(store, "house", ACCOUNT_HOUSE, NULL, 1, &account));
    return account.id;
}

int64_t test_bot(Store *store, const char *name) {
    Bot bot;
    BotVersion version;
    BotSource source = {"abc", "pass", 4, "Mini"};
    assert_true(bot_add(store, house(store), name, "python", true, &source, 1, &bot, &version));
    assert_true(version_judge(store, version.id, true, "{}", NULL));
    int64_t player = version_player(store, version.id);
    assert_true(player > 0);
    return player;
}

StoredGame test_game(Store *store, int64_t white, int64_t black, bool rated, int64_t tournament) {
    StoredGame game = {.tournament = tournament, .round = 1, .rated = rated, .white = white, .black = black};
    strcpy(game.origin, tournament != 0 ? "tournament" : "league");
    strcpy(game.variant, "standard");
    strcpy(game.clock, "10+0.1");
    assert_true(game_add(store, &game, 1));
    assert_true(game_begin(store, game.id, 2));
    return game;
}

bool test_finish(Store *store, int64_t game, const char *result, bool *done) {
    static const StoredMove moves[] = {
        {.uci = "e2e4", .opening = true},
        {.uci = "e7e5", .elapsed = 1000, .clock_left = 9900000, .has_score = true, .score = -20, .depth = 7},
        {.uci = "g1f3", .elapsed = 2000, .clock_left = 9800000},
    };
    FinishedGame finished = {.id = game,
                             .result = result,
                             .counts = strcmp(result, "*") != 0,
                             .ended_by = "rules",
                             .reason = "A sentence",
                             .moves = moves,
                             .move_count = 3,
                             .opening_plies = 1,
                             .logs = {"said", NULL},
                             .log_lengths = {4, 0}};
    return game_finish(store, &finished, &test_rule, 3, done);
}

int64_t test_number(Store *store, const char *sql) {
    int64_t number = -1;
    return store_ask_number(store, &number, sql, "") ? number : -1;
}
