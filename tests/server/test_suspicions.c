/* Whose results administrators are pointed at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../store/store_help.h"
#include "server/suspicions.h"
#include "store/accounts.h"
#include "store/bots.h"

static int64_t bot_of(Store *store, const char *owner, const char *name) {
    Account account;
    Bot bot;
    BotVersion version;
    BotSource source = {"abc", "pass", 4, "Mini"};
    char hash[ACCOUNT_PASSWORD_HASH_MAX + 1];
    if (!account_by_name(store, owner, &account, hash))
        assert_true(account_add(store, owner, ACCOUNT_PERSON, NULL, 1, &account));
    assert_true(bot_add(store, account.id, name, "python", true, &source, 1, &bot, &version));
    assert_true(version_judge(store, version.id, true, "{}", NULL));
    return version_player(store, version.id);
}

/* So many rated games with colours changed, of which `one` wins every `of`-th and `other` the rest; of 0: all. */
static void play(Store *store, int64_t one, int64_t other, int games, int of) {
    for (int i = 0; i < games; i++) {
        bool done, wins = of == 0 || i / 2 % of == 0, white = i % 2 == 0;
        StoredGame game = test_game(store, white ? one : other, white ? other : one, true, 0);
        assert_true(test_finish(store, game.id, wins == white ? "1-0" : "0-1", &done) && done);
    }
}

static void check(json_t *list, size_t at, const char *first, const char *second, bool same_owner) {
    json_t *one = json_array_get(list, at), *players = json_object_get(one, "players");
    const char *names[2];
    for (size_t i = 0; i < 2; i++)
        names[i] = json_string_value(json_object_get(json_array_get(players, i), "name"));
    assert_string_equal(names[0], first);
    assert_string_equal(names[1], second);
    assert_int_equal(json_is_true(json_object_get(one, "same_owner")), same_owner);
}

static json_t *suspicions(const TestStore *test) {
    json_t *list = suspicions_to_json(test->store);
    assert_non_null(list);
    return list;
}

static void honest_players_are_not_suspected(void **state) {
    const TestStore *test = *state;
    int64_t strong = bot_of(test->store, "anna", "Strong"), weak = bot_of(test->store, "bert", "Weak"),
            middle = bot_of(test->store, "cleo", "Middle");
    for (int round = 0; round < 5; round++) {
        play(test->store, strong, weak, 8, 0);
        play(test->store, strong, middle, 8, 2);
        play(test->store, middle, weak, 8, 2);
    }
    json_t *list = suspicions(test);
    assert_int_equal(json_array_size(list), 0);
    json_decref(list);
}

static void who_always_loses_to_an_equal_is_pointed_at(void **state) {
    const TestStore *test = *state;
    int64_t fed = bot_of(test->store, "anna", "Fed"), feeder = bot_of(test->store, "anna", "Feeder"),
            honest = bot_of(test->store, "bert", "Honest"), fair = bot_of(test->store, "cleo", "Fair");
    for (int round = 0; round < 5; round++) {
        play(test->store, fed, feeder, 6, 0);
        play(test->store, feeder, honest, 24, 2);
        play(test->store, fed, honest, 24, 2);
        play(test->store, fair, honest, 24, 2);
    }
    json_t *list = suspicions(test);
    assert_int_equal(json_array_size(list), 1);
    check(list, 0, "Fed", "Feeder", true);
    const json_t *one = json_array_get(list, 0);
    assert_int_equal(json_integer_value(json_object_get(one, "games")), 30);
    assert_true(json_real_value(json_object_get(one, "points")) == 30);
    assert_true(json_real_value(json_object_get(one, "expected")) < 20);
    assert_true(json_real_value(json_object_get(one, "deviations")) >= 3);
    json_decref(list);
}

static void bots_of_one_author_that_meet_nobody_else_are_pointed_at(void **state) {
    const TestStore *test = *state;
    int64_t fed = bot_of(test->store, "anna", "Fed"), feeder = bot_of(test->store, "anna", "Feeder"),
            one = bot_of(test->store, "bert", "One"), other = bot_of(test->store, "cleo", "Other");
    play(test->store, fed, feeder, 9, 0);
    play(test->store, one, other, 12, 0); /* of two authors: their affair */
    json_t *list = suspicions(test);
    assert_int_equal(json_array_size(list), 0); /* too few games yet */
    json_decref(list);
    play(test->store, fed, feeder, 1, 0);
    list = suspicions(test);
    assert_int_equal(json_array_size(list), 1);
    check(list, 0, "Fed", "Feeder", true);
    assert_true(json_is_true(json_object_get(json_array_get(list, 0), "only_company")));
    json_decref(list);
}

#define WITH_STORE(name) cmocka_unit_test_setup_teardown(name, test_store_begin, test_store_end)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_STORE(honest_players_are_not_suspected),
        WITH_STORE(who_always_loses_to_an_equal_is_pointed_at),
        WITH_STORE(bots_of_one_author_that_meet_nobody_else_are_pointed_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
