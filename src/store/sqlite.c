/*
 * SQLite as the store's database: a file with a write-ahead log, so that readers and the one writer do not wait for
 * each other. A commit survives the end of the program at any moment; in a power cut the last seconds may be lost, but
 * never half a transaction (synchronous=NORMAL), because waiting for the disk after every game would delay others.
 */
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "store/driver.h"

enum { CACHE = 128, BUSY_MS = 10000 };

typedef struct Connection {
    sqlite3 *database;
    /* Statements already compiled, the last used first within reach; those in use are taken out. */
    sqlite3_stmt *cache[CACHE];
    size_t cached;
} Connection;

typedef struct Cursor {
    Connection *connection;
    sqlite3_stmt *statement;
} Cursor;

static bool trouble_set(StoreTrouble *trouble, sqlite3 *database, const char *sql) {
    int code = sqlite3_errcode(database);
    bool full = code == SQLITE_FULL || (code == SQLITE_IOERR && sqlite3_system_errno(database) == ENOSPC);
    trouble->fault = full ? STORE_FULL : code == SQLITE_CONSTRAINT ? STORE_CONFLICT : STORE_FAILED;
    const char *what = sqlite3_errmsg(database);
    if (full)
        return error_set(&trouble->error, "the disk is full: the database cannot be written; make room");
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return error_set(&trouble->error, "the database has been locked by another program for %d s", BUSY_MS / 1000);
    return error_set(&trouble->error, "the database refused \"%.80s\": %.120s", sql, what);
}

static void sqlite_close(void *owner) {
    Connection *connection = owner;
    for (size_t i = 0; i < connection->cached; i++)
        sqlite3_finalize(connection->cache[i]);
    sqlite3_close(connection->database);
    free(connection);
}

static bool sqlite_script(void *owner, const char *sql, StoreTrouble *trouble) {
    Connection *connection = owner;
    return sqlite3_exec(connection->database, sql, NULL, NULL, NULL) == SQLITE_OK ||
           trouble_set(trouble, connection->database, sql);
}

static void *sqlite_open(const char *where, Error *error) {
    StoreTrouble trouble;
    Connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    int code = sqlite3_open_v2(where, &connection->database,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code == SQLITE_OK) {
        sqlite3_extended_result_codes(connection->database, 0);
        sqlite3_busy_timeout(connection->database, BUSY_MS);
    }
    if (code == SQLITE_OK && sqlite_script(connection,
                                           "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                                           "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;",
                                           &trouble))
        return connection;
    error_set(error, "cannot open the database \"%.100s\": %.120s", where,
              connection->database != NULL ? sqlite3_errmsg(connection->database) : "out of memory");
    sqlite_close(connection);
    return NULL;
}

/* ---- Statements ----------------------------------------------------------------------------------------- */

static sqlite3_stmt *take_cached(Connection *connection, const char *sql) {
    for (size_t i = connection->cached; i-- > 0;)
        if (strcmp(sqlite3_sql(connection->cache[i]), sql) == 0) {
            sqlite3_stmt *statement = connection->cache[i];
            connection->cached--;
            memmove(&connection->cache[i], &connection->cache[i + 1],
                    (connection->cached - i) * sizeof connection->cache[0]);
            return statement;
        }
    return NULL;
}

static void keep(Connection *connection, sqlite3_stmt *statement) {
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (connection->cached == CACHE) {
        sqlite3_finalize(connection->cache[0]);
        connection->cached--;
        memmove(&connection->cache[0], &connection->cache[1], connection->cached * sizeof connection->cache[0]);
    }
    connection->cache[connection->cached++] = statement;
}

/* Values are numbered as they are written, $3 the third, whatever the order in the text. */
static bool bind(sqlite3_stmt *statement, size_t number, const Value *value) {
    char name[16];
    sqlite3_snprintf(sizeof name, name, "$%d", (int)number);
    int index = sqlite3_bind_parameter_index(statement, name);
    if (index == 0)
        return true; /* not used in this statement */
    switch (value->kind) {
    case VALUE_NUMBER:
        return sqlite3_bind_int64(statement, index, value->number) == SQLITE_OK;
    case VALUE_REAL:
        return sqlite3_bind_double(statement, index, value->real) == SQLITE_OK;
    case VALUE_TEXT:
        return sqlite3_bind_text64(statement, index, value->bytes, value->length, SQLITE_TRANSIENT, SQLITE_UTF8) ==
               SQLITE_OK;
    case VALUE_BYTES:
        return (value->length > 0 ? sqlite3_bind_blob64(statement, index, value->bytes, value->length, SQLITE_TRANSIENT)
                                  : sqlite3_bind_zeroblob(statement, index, 0)) == SQLITE_OK;
    default:
        return sqlite3_bind_null(statement, index) == SQLITE_OK;
    }
}

static void *sqlite_ask(void *owner, const char *sql, const Value *values, size_t count, StoreTrouble *trouble) {
    Connection *connection = owner;
    Cursor *cursor = malloc(sizeof *cursor);
    sqlite3_stmt *statement = take_cached(connection, sql);
    bool good = cursor != NULL;
    if (good && statement == NULL)
        good =
            sqlite3_prepare_v3(connection->database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) == SQLITE_OK;
    for (size_t i = 0; good && i < count; i++)
        good = bind(statement, i + 1, &values[i]);
    if (!good) {
        trouble_set(trouble, connection->database, sql);
        sqlite3_finalize(statement);
        free(cursor);
        return NULL;
    }
    *cursor = (Cursor){connection, statement};
    return cursor;
}

static int sqlite_next(void *owner, StoreTrouble *trouble) {
    Cursor *cursor = owner;
    int code = sqlite3_step(cursor->statement);
    if (code == SQLITE_ROW)
        return 1;
    if (code == SQLITE_DONE)
        return 0;
    trouble_set(trouble, cursor->connection->database, sqlite3_sql(cursor->statement));
    return -1;
}

static void sqlite_read(void *owner, int column, ValueKind wanted, Value *value) {
    sqlite3_stmt *statement = ((Cursor *)owner)->statement;
    if (sqlite3_column_type(statement, column) == SQLITE_NULL)
        return;
    value->kind = wanted;
    if (wanted == VALUE_NUMBER) {
        value->number = sqlite3_column_int64(statement, column);
    } else if (wanted == VALUE_REAL) {
        value->real = sqlite3_column_double(statement, column);
    } else {
        value->bytes = wanted == VALUE_TEXT ? (const void *)sqlite3_column_text(statement, column)
                                            : sqlite3_column_blob(statement, column);
        value->length = (size_t)sqlite3_column_bytes(statement, column);
    }
}

static void sqlite_end(void *owner) {
    Cursor *cursor = owner;
    keep(cursor->connection, cursor->statement);
    free(cursor);
}

static int64_t sqlite_changes(void *owner) {
    return sqlite3_changes64(((Connection *)owner)->database);
}

const Driver sqlite_driver = {
    .id_column = "INTEGER PRIMARY KEY AUTOINCREMENT",
    .bytes_type = "BLOB",
    .begin = "BEGIN IMMEDIATE",
    .begin_reading = "BEGIN",
    .size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
    .open = sqlite_open,
    .close = sqlite_close,
    .script = sqlite_script,
    .ask = sqlite_ask,
    .next = sqlite_next,
    .read = sqlite_read,
    .end = sqlite_end,
    .changes = sqlite_changes,
};
