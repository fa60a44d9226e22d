/*
 * A database in a temporary file, and people, bots and games to put into it. With ROOKERY_TEST_DATABASE in the
 * environment, the URL of a PostgreSQL server's database, in a schema of that.
 */
#ifndef ROOKERY_TESTS_STORE_HELP_H
#define ROOKERY_TESTS_STORE_HELP_H

#include "arena/rating.h"
#include "store/games.h"

typedef struct TestStore {
    char folder[64]; /* or schema */
    char where[256];
    Store *store;
} TestStore;

TestStore *test_store_open(void);
/* The server's URL, or NULL: SQLite is tested. */
const char *test_postgres(void);

/* A further connection to the same database. */
Store *test_store_again(const TestStore *test);
void test_store_close(TestStore *test);
/* cmocka's setup of a test whose *state is a TestStore with all tables, and the end of one. */
int test_store_begin(void **state);
int test_store_end(void **state);

/* Until no other connection is left: a server may still be at the last words of a client that was killed. */
void test_store_alone(const TestStore *test);

/* Ratings by the arena's rule. */
extern const RatingRule test_rule;

/* An accepted bot of somebody called "house"; its player. */
int64_t test_bot(Store *store, const char *name);
/* A game that is queued, running, and finished; `result` counts. */
StoredGame test_game(Store *store, int64_t white, int64_t black, bool rated, int64_t tournament);
bool test_finish(Store *store, int64_t game, const char *result, bool *done);
/* The number that the query gives, or -1. */
int64_t test_number(Store *store, const char *sql);

#endif
