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

TestStore *test_store_open(void) {
    Error error;
    TestStore *test = calloc(1, sizeof *test);
    strcpy(test->folder, "/tmp/rookery-store-XXXXXX");
    assert_non_null(mkdtemp(test->folder));
    snprintf(test->path, sizeof test->path, "%s/test.db", test->folder);
    test->store = store_open(test->path, &error);
    assert_non_null(test->store);
    return test;
}

Store *test_store_again(const TestStore *test) {
    Error error;
    Store *store = store_open(test->path, &error);
    assert_non_null(store);
    return store;
}

void test_store_close(TestStore *test) {
    char path[128];
    store_close(test->store);
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", test->path, endings[i]);
        unlink(path);
    }
    rmdir(test->folder);
    free(test);
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
