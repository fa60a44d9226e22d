/*
 * PostgreSQL as the store's database: one of its servers may serve several arenas' programs, and keep its files
 * elsewhere. Writers take turns by an advisory lock, as they do in SQLite, so that what is read in a transaction that
 * writes does not change under it.
 */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "store/driver.h"

/* Numbers of types, which PostgreSQL has promised not to change (its catalogue pg_type). */
enum { TYPE_BYTEA = 17, TYPE_INT8 = 20, TYPE_TEXT = 25, TYPE_FLOAT8 = 701 };
enum { VALUES_MAX = 40, NUMBER_TEXT_MAX = 40 };

typedef struct Connection {
    PGconn *server;
    int64_t changes;
} Connection;

typedef struct Cursor {
    PGresult *result;
    int row, rows;
    unsigned char *bytes; /* the last that were read */
} Cursor;

/* Its own words, without the line end and what follows. */
static bool trouble_set(StoreTrouble *trouble, const Connection *connection, const PGresult *result, const char *sql) {
    const char *state = result != NULL ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *words = PQerrorMessage(connection->server);
    int length = (int)strcspn(words, "\n");
    bool full = state != NULL && strcmp(state, "53100") == 0;
    bool conflict = state != NULL && strncmp(state, "23", 2) == 0;
    trouble->fault = full ? STORE_FULL : conflict ? STORE_CONFLICT : STORE_FAILED;
    if (full)
        return error_set(&trouble->error, "the disk is full: the database cannot be written; make room");
    if (PQstatus(connection->server) != CONNECTION_OK)
        return error_set(&trouble->error, "the database has gone: %.*s", length < 200 ? length : 200, words);
    return error_set(&trouble->error, "the database refused \"%.80s\": %.*s", sql, length < 120 ? length : 120, words);
}

static void ignore_notice(void *nothing, const PGresult *result) {
    (void)nothing;
    (void)result;
}

static void postgres_close(void *owner) {
    Connection *connection = owner;
    PQfinish(connection->server);
    free(connection);
}

static void *postgres_open(const char *where, Error *error) {
    Connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    const char *const names[] = {"dbname", "fallback_application_name", "connect_timeout", "client_encoding", NULL};
    const char *const values[] = {where, "rookery", "10", "UTF8", NULL};
    connection->server = PQconnectdbParams(names, values, 1);
    if (PQstatus(connection->server) == CONNECTION_OK) {
        PQsetNoticeReceiver(connection->server, ignore_notice, NULL);
        return connection;
    }
    const char *words = PQerrorMessage(connection->server);
    int length = (int)strcspn(words, "\n");
    error_set(error, "cannot reach the database: %.*s", length < 200 ? length : 200, words);
    postgres_close(connection);
    return NULL;
}

/* A connection that was lost is made again before the next statement. The transaction in which it was lost has failed
 * then, and the store lets no statement of it come here. */
static void keep_alive(const Connection *connection) {
    if (PQstatus(connection->server) != CONNECTION_OK)
        PQreset(connection->server);
}

static bool is_good(const PGresult *result) {
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY;
}

static bool postgres_script(void *owner, const char *sql, StoreTrouble *trouble) {
    Connection *connection = owner;
    keep_alive(connection);
    PGresult *result = PQexec(connection->server, sql);
    bool good = is_good(result);
    if (!good)
        trouble_set(trouble, connection, result, sql);
    PQclear(result);
    return good;
}

/* ---- Statements ------------------------------------------------------------------------------------------------- */

/* Values as the protocol wants them: numbers written out, bytes as they are. */
typedef struct Parameters {
    Oid types[VALUES_MAX];
    const char *values[VALUES_MAX];
    int lengths[VALUES_MAX], formats[VALUES_MAX];
    char numbers[VALUES_MAX][NUMBER_TEXT_MAX];
} Parameters;

static void set_parameter(Parameters *out, size_t i, const Value *value) {
    out->values[i] = out->numbers[i];
    switch (value->kind) {
    case VALUE_NUMBER:
        out->types[i] = TYPE_INT8;
        snprintf(out->numbers[i], NUMBER_TEXT_MAX, "%lld", (long long)value->number);
        break;
    case VALUE_REAL:
        out->types[i] = TYPE_FLOAT8;
        snprintf(out->numbers[i], NUMBER_TEXT_MAX, "%.17g", value->real);
        break;
    case VALUE_TEXT:
        out->types[i] = TYPE_TEXT;
        out->values[i] = value->bytes;
        break;
    case VALUE_BYTES:
        out->types[i] = TYPE_BYTEA;
        out->values[i] = value->length > 0 ? value->bytes : "";
        out->lengths[i] = (int)value->length;
        out->formats[i] = 1;
        break;
    default:
        out->values[i] = NULL;
    }
}

static void *postgres_ask(void *owner, const char *sql, const Value *values, size_t count, StoreTrouble *trouble) {
    Connection *connection = owner;
    Parameters parameters = {.types = {0}};
    Cursor *cursor = calloc(1, sizeof *cursor);
    if (cursor == NULL || count > VALUES_MAX) {
        free(cursor);
        trouble->fault = STORE_FAILED;
        error_set(&trouble->error, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        set_parameter(&parameters, i, &values[i]);
    keep_alive(connection);
    cursor->result = PQexecParams(connection->server, sql, (int)count, parameters.types, parameters.values,
                                  parameters.lengths, parameters.formats, 0);
    if (!is_good(cursor->result)) {
        trouble_set(trouble, connection, cursor->result, sql);
        PQclear(cursor->result);
        free(cursor);
        return NULL;
    }
    cursor->row = -1;
    cursor->rows = PQntuples(cursor->result);
    connection->changes = strtoll(PQcmdTuples(cursor->result), NULL, 10);
    return cursor;
}

static int postgres_next(void *owner, StoreTrouble *trouble) {
    Cursor *cursor = owner;
    (void)trouble;
    return ++cursor->row < cursor->rows;
}

static void postgres_read(void *owner, int column, ValueKind wanted, Value *value) {
    Cursor *cursor = owner;
    if (PQgetisnull(cursor->result, cursor->row, column))
        return;
    const char *text = PQgetvalue(cursor->result, cursor->row, column);
    value->kind = wanted;
    if (wanted == VALUE_NUMBER) {
        value->number = strtoll(text, NULL, 10);
    } else if (wanted == VALUE_REAL) {
        value->real = strtod(text, NULL);
    } else if (wanted == VALUE_TEXT) {
        value->bytes = text;
        value->length = (size_t)PQgetlength(cursor->result, cursor->row, column);
    } else {
        PQfreemem(cursor->bytes);
        cursor->bytes = PQunescapeBytea((const unsigned char *)text, &value->length);
        value->bytes = cursor->bytes;
    }
}

static void postgres_end(void *owner) {
    Cursor *cursor = owner;
    PQfreemem(cursor->bytes);
    PQclear(cursor->result);
    free(cursor);
}

static int64_t postgres_changes(void *owner) {
    return ((Connection *)owner)->changes;
}

const Driver postgres_driver = {
    .id_column = "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    .bytes_type = "BYTEA",
    .begin = "BEGIN; SELECT pg_advisory_xact_lock(hashtext('rookery ' || current_schema()))",
    .begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    .hold = "SELECT CASE WHEN pg_try_advisory_lock(hashtext('rookery server ' || current_schema())) THEN 1 ELSE 0 END",
    .size = "SELECT pg_database_size(current_database())",
    .open = postgres_open,
    .close = postgres_close,
    .script = postgres_script,
    .ask = postgres_ask,
    .next = postgres_next,
    .read = postgres_read,
    .end = postgres_end,
    .changes = postgres_changes,
};
