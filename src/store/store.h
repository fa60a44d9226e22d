/*
 * The database behind one small interface: statements with values, rows, transactions, migrations.
 *
 * SQL is written once, in the words that SQLite and PostgreSQL share, with $1, $2, ... for values; what differs (the
 * connection, types of columns) is the driver's (store/driver.h). One Store is one connection and belongs to one thread
 * at a time; several may be open on the same database. Nothing in here knows chess; what the tables mean is in the
 * migrations and in the modules beside this one (accounts, bots, games, ratings, tournaments).
 *
 * Functions that can fail return false (or NULL) and leave the reason in store_error(). In a transaction the first
 * failure makes all that follows fail too, store_commit() included, so that callers may look once at the end.
 */
#ifndef ROOKERY_STORE_STORE_H
#define ROOKERY_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/error.h"

typedef struct Store Store;
typedef struct Query Query;

/* Opens a database: a file's path for SQLite, which makes it if it is not there, or the URL of a PostgreSQL database,
 * "postgresql://...". NULL and *error on failure. */
Store *store_open(const char *where, Error *error);
void store_close(Store *store); /* NULL is allowed */

/* Holds the database for this program until the store is closed. False and *error when another one does. A database in
 * a file is for its owner to lock. */
bool store_hold(Store *store, Error *error);

/* How many bytes the database has, without what SQLite keeps beside it for a while; 0 on failure. */
int64_t store_size(Store *store);

/* Brings the tables up to what this program knows, in one transaction. An error when they are newer. */
bool store_migrate(Store *store, Error *error);
/* The same up to a version, for tests. */
bool store_migrate_to(Store *store, unsigned version, Error *error);
/* The version this program knows. */
unsigned store_newest_version(void);

/* Values are given by a letter each: i an int64_t, d a double, s a text (NULL is allowed), b bytes and their number
 * (const void *, size_t), n nothing: NULL. Numbers must have exactly those types. */
bool store_run(Store *store, const char *sql, const char *letters, ...);
/* How many rows the last store_run() changed. */
int64_t store_changes(const Store *store);
/* Starts a query; NULL on failure. Always to be ended with query_end(). */
Query *store_ask(Store *store, const char *sql, const char *letters, ...);
/* The first column of the first row as a number. False when there is no row, or on failure. */
bool store_ask_number(Store *store, int64_t *number, const char *sql, const char *letters, ...);

/* The next row; false at the end or on failure. A NULL query has no rows. */
bool query_next(Query *query);
int64_t query_number(const Query *query, int column); /* 0 for NULL */
double query_real(const Query *query, int column);
const char *query_text(const Query *query, int column); /* NULL for NULL; valid until the next call for this query */
const void *query_bytes(const Query *query, int column, size_t *length);
bool query_is_null(const Query *query, int column);
/* Frees the query. False when it failed on the way. NULL is allowed, and false. */
bool query_end(Query *query);

/* A transaction that will write. They do not nest. */
bool store_begin(Store *store);
/* One that only reads: its statements all see the database as the first of them did, whatever is written meanwhile. */
bool store_begin_reading(Store *store);
/* False when the transaction failed, which has then been rolled back. */
bool store_commit(Store *store);
void store_rollback(Store *store);

const Error *store_error(const Store *store);
/* Whether the last failure was that something is there already which may be there only once. */
bool store_conflicts(const Store *store);
/* Whether it was that the disk is full. */
bool store_is_full(const Store *store);

#endif
