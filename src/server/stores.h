/*
 * Connections to the database, lent to whoever needs one for a moment: one for each thread that works at the time.
 */
#ifndef ROOKERY_SERVER_STORES_H
#define ROOKERY_SERVER_STORES_H

#include "store/store.h"

typedef struct Stores Stores;

/* Opens the database and brings it up to date. NULL and *error on failure. */
Stores *stores_open(const char *where, Error *error);
void stores_close(Stores *stores); /* all must have been given back; NULL is allowed */

/* NULL and *error when none can be had. */
Store *stores_take(Stores *stores, Error *error);
void stores_give(Stores *stores, Store *store); /* NULL is allowed */

/* To be called after something in the database was changed; a number that changes with every call. */
void stores_note_change(Stores *stores);
uint64_t stores_generation(Stores *stores);

#endif
