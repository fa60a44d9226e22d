#include "store/store.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "store/driver.h"
#include "store/migrations.h"

enum { VALUES_MAX = 40 };

struct Store {
    const Driver *driver;
    void *connection;
    StoreTrouble trouble; /* of the last failure */
    bool in_transaction;
    bool spoilt; /* something failed in this transaction */
    int64_t changes;
};

struct Query {
    Store *store;
    void *cursor;
    bool failed;
};

static const char *const migrations[] = {embedded_001, embedded_002, embedded_003, embedded_004,
                                         embedded_005, embedded_006, embedded_007};
enum { VERSIONS = sizeof migrations / sizeof *migrations };

/* ---- Opening and closing -------------------------------------------------------------------------------- */

static const Driver *find_driver(const char *where, Error *error) {
    if (strncmp(where, "postgresql://", 13) != 0 && strncmp(where, "postgres://", 11) != 0)
        return &sqlite_driver;
#if ROOKERY_POSTGRESQL
    (void)error;
    return &postgres_driver;
#else
    error_set(error, "this program was built without PostgreSQL; install libpq-dev and build it again");
    return NULL;
#endif
}

Store *store_open(const char *where, Error *error) {
    const Driver *driver = find_driver(where, error);
    Store *store = driver != NULL ? calloc(1, sizeof *store) : NULL;
    if (store == NULL) {
        if (driver != NULL)
            error_set(error, "out of memory");
        return NULL;
    }
    store->driver = driver;
    store->connection = store->driver->open(where, error);
    if (store->connection != NULL)
        return store;
    free(store);
    return NULL;
}

void store_close(Store *store) {
    if (store == NULL)
        return;
    if (store->in_transaction)
        store_rollback(store);
    store->driver->close(store->connection);
    free(store);
}

const Error *store_error(const Store *store) {
    return &store->trouble.error;
}

bool store_conflicts(const Store *store) {
    return store->trouble.fault == STORE_CONFLICT;
}

bool store_is_full(const Store *store) {
    return store->trouble.fault == STORE_FULL;
}

static bool spoil(Store *store) {
    store->spoilt |= store->in_transaction;
    return false;
}

/* ---- Statements ----------------------------------------------------------------------------------------- */

static size_t collect(Value values[VALUES_MAX], const char *letters, va_list arguments) {
    size_t count = 0;
    for (; letters[count] != '\0' && count < VALUES_MAX; count++) {
        Value *value = &values[count];
        *value = (Value){.kind = VALUE_NULL};
        switch (letters[count]) {
        case 'i':
            *value = (Value){.kind = VALUE_NUMBER, .number = va_arg(arguments, int64_t)};
            break;
        case 'd':
            *value = (Value){.kind = VALUE_REAL, .real = va_arg(arguments, double)};
            break;
        case 's':
            value->bytes = va_arg(arguments, const char *);
            value->kind = value->bytes != NULL ? VALUE_TEXT : VALUE_NULL;
            value->length = value->bytes != NULL ? strlen(value->bytes) : 0;
            break;
        case 'b':
            value->kind = VALUE_BYTES;
            value->bytes = va_arg(arguments, const void *);
            value->length = va_arg(arguments, size_t);
            break;
        default:
            break;
        }
    }
    return count;
}

static Query *ask(Store *store, const char *sql, const char *letters, va_list arguments) {
    Value values[VALUES_MAX];
    if (store->in_transaction && store->spoilt)
        return NULL;
    size_t count = collect(values, letters, arguments);
    Query *query = calloc(1, sizeof *query);
    void *cursor = query != NULL ? store->driver->ask(store->connection, sql, values, count, &store->trouble) : NULL;
    if (cursor == NULL) {
        free(query);
        spoil(store);
        return NULL;
    }
    *query = (Query){.store = store, .cursor = cursor};
    return query;
}

Query *store_ask(Store *store, const char *sql, const char *letters, ...) {
    va_list arguments;
    va_start(arguments, letters);
    Query *query = ask(store, sql, letters, arguments);
    va_end(arguments);
    return query;
}

bool store_run(Store *store, const char *sql, const char *letters, ...) {
    va_list arguments;
    va_start(arguments, letters);
    Query *query = ask(store, sql, letters, arguments);
    va_end(arguments);
    if (query == NULL)
        return false;
    while (query_next(query))
        ;
    store->changes = query->failed ? 0 : store->driver->changes(store->connection);
    return query_end(query);
}

int64_t store_changes(const Store *store) {
    return store->changes;
}

bool store_ask_number(Store *store, int64_t *number, const char *sql, const char *letters, ...) {
    va_list arguments;
    va_start(arguments, letters);
    Query *query = ask(store, sql, letters, arguments);
    va_end(arguments);
    bool found = query_next(query);
    if (found)
        *number = query_number(query, 0);
    while (query_next(query))
        ; /* a statement that writes must run to its end */
    return query_end(query) && found;
}

bool query_next(Query *query) {
    if (query == NULL || query->failed)
        return false;
    int row = query->store->driver->next(query->cursor, &query->store->trouble);
    if (row < 0) {
        query->failed = true;
        spoil(query->store);
    }
    return row > 0;
}

static Value read_value(const Query *query, int column, ValueKind wanted) {
    Value value = {.kind = VALUE_NULL};
    query->store->driver->read(query->cursor, column, wanted, &value);
    return value;
}

int64_t query_number(const Query *query, int column) {
    return read_value(query, column, VALUE_NUMBER).number;
}

double query_real(const Query *query, int column) {
    return read_value(query, column, VALUE_REAL).real;
}

const char *query_text(const Query *query, int column) {
    return read_value(query, column, VALUE_TEXT).bytes;
}

const void *query_bytes(const Query *query, int column, size_t *length) {
    Value value = read_value(query, column, VALUE_BYTES);
    *length = value.length;
    return value.bytes;
}

bool query_is_null(const Query *query, int column) {
    return read_value(query, column, VALUE_TEXT).kind == VALUE_NULL;
}

bool query_end(Query *query) {
    if (query == NULL)
        return false;
    bool good = !query->failed;
    query->store->driver->end(query->cursor);
    free(query);
    return good;
}

bool store_hold(Store *store, Error *error) {
    int64_t held = 1;
    if (store->driver->hold != NULL && !store_ask_number(store, &held, store->driver->hold, ""))
        return error_set(error, "%s", store->trouble.error.message);
    return held == 1 || error_set(error, "another arena uses this database; stop it, or name another database");
}

int64_t store_size(Store *store) {
    int64_t bytes;
    return store_ask_number(store, &bytes, store->driver->size, "") ? bytes : 0;
}

/* ---- Transactions --------------------------------------------------------------------------------------- */

static bool begin(Store *store, const char *sql) {
    if (!store->driver->script(store->connection, sql, &store->trouble))
        return false;
    store->in_transaction = true;
    store->spoilt = false;
    return true;
}

bool store_begin(Store *store) {
    return begin(store, store->driver->begin);
}

bool store_begin_reading(Store *store) {
    return begin(store, store->driver->begin_reading);
}

void store_rollback(Store *store) {
    StoreTrouble ignored = {0};
    store->driver->script(store->connection, "ROLLBACK", &ignored);
    store->in_transaction = false;
}

bool store_commit(Store *store) {
    bool good = !store->spoilt && store->driver->script(store->connection, "COMMIT", &store->trouble);
    if (good)
        store->in_transaction = false;
    else
        store_rollback(store);
    return good;
}

/* ---- Migrations ----------------------------------------------------------------------------------------- */

unsigned store_newest_version(void) {
    return VERSIONS;
}

/* The step with the driver's words in place of {id} and {bytes}. */
static void translate(const Driver *driver, const char *sql, Text *out) {
    while (*sql != '\0') {
        if (strncmp(sql, "{id}", 4) == 0) {
            text_append_string(out, driver->id_column);
            sql += 4;
        } else if (strncmp(sql, "{bytes}", 7) == 0) {
            text_append_string(out, driver->bytes_type);
            sql += 7;
        } else {
            text_append_char(out, *sql++);
        }
    }
}

static bool apply(Store *store, unsigned version) {
    Text sql;
    text_init(&sql);
    translate(store->driver, migrations[version - 1], &sql);
    bool good = !sql.failed && store->driver->script(store->connection, sql.data, &store->trouble);
    text_free(&sql);
    return good && store_run(store, "UPDATE schema_version SET version = $1", "i", (int64_t)version);
}

static bool migrate(Store *store, unsigned version, Error *error) {
    int64_t present = 0;
    if (!store_run(store, "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)", "") ||
        !store_run(store, "INSERT INTO schema_version SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM schema_version)", "") ||
        !store_ask_number(store, &present, "SELECT version FROM schema_version", ""))
        return error_set(error, "%s", store->trouble.error.message);
    if (present > VERSIONS)
        return error_set(error,
                         "the database is of a newer Rookery (version %lld of its tables, this one knows %d); "
                         "run the newer program",
                         (long long)present, (int)VERSIONS);
    for (unsigned next = (unsigned)present + 1; next <= version; next++)
        if (!apply(store, next))
            return error_set(error, "cannot bring the database to version %u: %.180s", next,
                             store->trouble.error.message);
    return true;
}

bool store_migrate_to(Store *store, unsigned version, Error *error) {
    if (!store_begin(store))
        return error_set(error, "%s", store->trouble.error.message);
    if (!migrate(store, version, error)) {
        store_rollback(store);
        return false;
    }
    return store_commit(store) || error_set(error, "%s", store->trouble.error.message);
}

bool store_migrate(Store *store, Error *error) {
    return store_migrate_to(store, VERSIONS, error);
}
