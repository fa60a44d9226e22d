/*
 * What a database must be able to do for the store. Private to src/store.
 */
#ifndef ROOKERY_STORE_DRIVER_H
#define ROOKERY_STORE_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/error.h"

typedef enum ValueKind { VALUE_NULL, VALUE_NUMBER, VALUE_REAL, VALUE_TEXT, VALUE_BYTES } ValueKind;

typedef struct Value {
    ValueKind kind;
    int64_t number;
    double real;
    const void *bytes; /* of a text, which ends with NUL, or of bytes; borrowed */
    size_t length;
} Value;

typedef enum StoreFault { STORE_FINE, STORE_FAILED, STORE_CONFLICT, STORE_FULL } StoreFault;

/* Where a driver says what went wrong. */
typedef struct StoreTrouble {
    StoreFault fault;
    Error error;
} StoreTrouble;

typedef struct Driver {
    /* Words for migrations. */
    const char *id_column, *bytes_type;
    const char *begin;         /* a transaction that will write */
    const char *begin_reading; /* one that only reads, and sees one state of the database */
    const char *hold;          /* answers 1 when nobody else holds the database, NULL when others see to that */
    const char *size;          /* answers how many bytes the database has */
    void *(*open)(const char *where, Error *error);
    void (*close)(void *connection);
    /* Several statements without values and rows. */
    bool (*script)(void *connection, const char *sql, StoreTrouble *trouble);
    /* One statement; a cursor before its first row, or NULL. */
    void *(*ask)(void *connection, const char *sql, const Value *values, size_t count, StoreTrouble *trouble);
    /* 1: a row; 0: no more; -1: failed. */
    int (*next)(void *cursor, StoreTrouble *trouble);
    void (*read)(void *cursor, int column, ValueKind wanted, Value *value); /* VALUE_NULL if it is NULL */
    void (*end)(void *cursor);
    int64_t (*changes)(void *connection);
} Driver;

extern const Driver sqlite_driver;
#if ROOKERY_POSTGRESQL
extern const Driver postgres_driver;
#endif

#endif
