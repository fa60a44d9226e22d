/* The database interface and its migrations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "store_help.h"

static int open_empty(void **state) {
    *state = test_store_open();
    return 0;
}

static void values_come_back_as_they_went_in(void **state) {
    Store *store = ((TestStore *)*state)->store;
    static const char *const tables[] = {"CREATE TABLE t (a BIGINT, b DOUBLE PRECISION, c TEXT, d BLOB, e TEXT)",
                                         "CREATE TABLE t (a BIGINT, b DOUBLE PRECISION, c TEXT, d BYTEA, e TEXT)"};
    assert_true(store_run(store, tables[test_postgres() != NULL], ""));
    assert_true(store_run(store, "INSERT INTO t VALUES ($1, $2, $3, $4, $5)", "idsbs", INT64_MIN, 0.1, "it's \"ü\"",
                          "a\0b", (size_t)3, (char *)NULL));
    assert_int_equal(store_changes(store), 1);
    size_t length;
    Query *query = store_ask(store, "SELECT a, b, c, d, e FROM t", "");
    assert_true(query_next(query));
    assert_true(query_number(query, 0) == INT64_MIN);
    assert_true(query_real(query, 1) == 0.1);
    assert_string_equal(query_text(query, 2), "it's \"ü\"");
    assert_memory_equal(query_bytes(query, 3, &length), "a\0b", 3);
    assert_int_equal(length, 3);
    assert_true(query_is_null(query, 4));
    assert_null(query_text(query, 4));
    assert_false(query_next(query));
    assert_true(query_end(query));
}

static void a_value_may_be_used_twice_and_in_any_order(void **state) {
    Store *store = ((TestStore *)*state)->store;
    int64_t number;
    assert_true(store_ask_number(store, &number, "SELECT $2 * 100 + $1 * 10 + $2", "ii", (int64_t)3, (int64_t)7));
    assert_int_equal(number, 737);
}

static void one_statement_may_be_asked_while_it_is_being_read(void **state) {
    static const char sql[] = "SELECT a FROM t ORDER BY a";
    Store *store = ((TestStore *)*state)->store;
    assert_true(store_run(store, "CREATE TABLE t (a BIGINT)", ""));
    assert_true(store_run(store, "INSERT INTO t VALUES (1), (2)", ""));
    Query *outer = store_ask(store, sql, "");
    assert_true(query_next(outer));
    Query *inner = store_ask(store, sql, "");
    assert_true(query_next(inner) && query_next(inner));
    assert_int_equal(query_number(inner, 0), 2);
    assert_true(query_end(inner));
    assert_true(query_next(outer));
    assert_int_equal(query_number(outer, 0), 2);
    assert_true(query_end(outer));
}

static void a_wrong_statement_is_one_sentence(void **state) {
    Store *store = ((TestStore *)*state)->store;
    assert_false(store_run(store, "SELECT nonsense", ""));
    assert_non_null(strstr(store_error(store)->message, "nonsense"));
    assert_false(store_conflicts(store));
}

static void a_transaction_with_a_failure_changes_nothing(void **state) {
    Store *store = ((TestStore *)*state)->store;
    assert_true(store_run(store, "CREATE TABLE t (a BIGINT UNIQUE)", ""));
    assert_true(store_begin(store));
    assert_true(store_run(store, "INSERT INTO t VALUES (1)", ""));
    assert_false(store_run(store, "INSERT INTO t VALUES (1)", ""));
    assert_true(store_conflicts(store));
    assert_false(store_run(store, "INSERT INTO t VALUES (2)", ""));
    assert_false(store_commit(store));
    assert_int_equal(test_number(store, "SELECT COUNT(*) FROM t"), 0);
    assert_true(store_run(store, "INSERT INTO t VALUES (3)", ""));
}

static void others_see_a_transaction_when_it_is_committed(void **state) {
    TestStore *test = *state;
    Store *other = test_store_again(test);
    assert_true(store_run(test->store, "CREATE TABLE t (a BIGINT)", ""));
    assert_true(store_begin(test->store));
    assert_true(store_run(test->store, "INSERT INTO t VALUES (1)", ""));
    assert_int_equal(test_number(other, "SELECT COUNT(*) FROM t"), 0);
    assert_true(store_commit(test->store));
    assert_int_equal(test_number(other, "SELECT COUNT(*) FROM t"), 1);
    store_close(other);
}

static void a_full_disk_is_said_as_such_and_spoils_nothing(void **state) {
    TestStore *test = *state;
    Store *store = test->store;
    if (test_postgres() != NULL)
        skip(); /* its disk cannot be filled so easily */
    assert_true(store_run(store, "CREATE TABLE t (a BLOB)", ""));
    assert_true(store_run(store, "INSERT INTO t VALUES (zeroblob(1000))", ""));
    assert_true(test_number(store, "PRAGMA max_page_count = 8") >= 1);
    assert_true(store_begin(store));
    assert_false(store_run(store, "INSERT INTO t VALUES (zeroblob(1000000))", ""));
    assert_non_null(strstr(store_error(store)->message, "the disk is full"));
    assert_false(store_commit(store));
    Store *other = test_store_again(test);
    assert_int_equal(test_number(other, "SELECT COUNT(*) FROM t"), 1);
    Query *query = store_ask(other, "PRAGMA integrity_check", "");
    assert_true(query_next(query));
    assert_string_equal(query_text(query, 0), "ok");
    assert_true(query_end(query));
    store_close(other);
}

/* All that makes up the tables, as text. */
static void describe(Store *store, Text *out) {
    static const char *const questions[] = {
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name",
        "SELECT table_name, column_name, data_type || ' ' || is_nullable || ' ' || COALESCE(column_default, '')"
        " FROM information_schema.columns WHERE table_schema = current_schema()"
        " UNION ALL SELECT tablename, indexname, replace(indexdef, schemaname, '') FROM pg_indexes"
        " WHERE schemaname = current_schema() ORDER BY 1, 2"};
    text_init(out);
    Query *query = store_ask(store, questions[test_postgres() != NULL], "");
    while (query_next(query))
        text_append_format(out, "%s %s: %s\n", query_text(query, 0), query_text(query, 1), query_text(query, 2));
    assert_true(query_end(query));
}

static void from_every_older_version_the_tables_come_out_the_same(void **state) {
    Error error;
    Text expected;
    (void)state;
    TestStore *fresh = test_store_open();
    assert_true(store_migrate(fresh->store, &error));
    describe(fresh->store, &expected);
    assert_true(expected.length > 1000);
    for (unsigned version = 0; version < store_newest_version(); version++) {
        Text found;
        TestStore *old = test_store_open();
        assert_true(store_migrate_to(old->store, version, &error));
        assert_int_equal(test_number(old->store, "SELECT version FROM schema_version"), version);
        assert_true(store_migrate(old->store, &error));
        describe(old->store, &found);
        assert_string_equal(found.data, expected.data);
        text_free(&found);
        test_store_close(old);
    }
    text_free(&expected);
    test_store_close(fresh);
}

static void migrating_twice_is_harmless_and_keeps_what_is_there(void **state) {
    Error error;
    Store *store = ((TestStore *)*state)->store;
    assert_true(store_migrate(store, &error));
    int64_t player = test_bot(store, "Greedy");
    assert_true(store_migrate(store, &error));
    SeatedPlayer found;
    assert_true(player_get(store, player, &found));
    assert_string_equal(found.name, "Greedy");
}

static void a_newer_database_is_refused(void **state) {
    Error error;
    Store *store = ((TestStore *)*state)->store;
    assert_true(store_migrate(store, &error));
    assert_true(store_run(store, "UPDATE schema_version SET version = 1000", ""));
    assert_false(store_migrate(store, &error));
    assert_non_null(strstr(error.message, "run the newer program"));
}

static void a_place_that_cannot_hold_a_database_is_named(void **state) {
    Error error;
    (void)state;
    assert_null(store_open("/nonexistent/folder/x.db", &error));
    assert_non_null(strstr(error.message, "/nonexistent/folder/x.db"));
}

int main(void) {
#define WITH_STORE(test) cmocka_unit_test_setup_teardown(test, open_empty, test_store_end)
    const struct CMUnitTest tests[] = {
        WITH_STORE(values_come_back_as_they_went_in),
        WITH_STORE(a_value_may_be_used_twice_and_in_any_order),
        WITH_STORE(one_statement_may_be_asked_while_it_is_being_read),
        WITH_STORE(a_wrong_statement_is_one_sentence),
        WITH_STORE(a_transaction_with_a_failure_changes_nothing),
        WITH_STORE(others_see_a_transaction_when_it_is_committed),
        WITH_STORE(a_full_disk_is_said_as_such_and_spoils_nothing),
        cmocka_unit_test(from_every_older_version_the_tables_come_out_the_same),
        WITH_STORE(migrating_twice_is_harmless_and_keeps_what_is_there),
        WITH_STORE(a_newer_database_is_refused),
        cmocka_unit_test(a_place_that_cannot_hold_a_database_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
