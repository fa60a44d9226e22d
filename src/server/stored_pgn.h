/*
 * Stored games as PGN: one, or many as a stream that is written while it is being fetched, so that thousands cost no
 * memory and hold nobody up.
 */
#ifndef ROOKERY_SERVER_STORED_PGN_H
#define ROOKERY_SERVER_STORED_PGN_H

#include <microhttpd.h>

#include "base/text.h"
#include "server/stores.h"

typedef enum StoredPgn { STORED_PGN_GOOD, STORED_PGN_NONE, STORED_PGN_UNREADABLE } StoredPgn;

/* Appends the game. */
StoredPgn stored_pgn_write(Store *store, int64_t id, Text *out);
/* All games of a query, whose first column is their number; ends the query. NULL when memory is out. */
struct MHD_Response *stored_pgn_stream(Stores *stores, Query *games);

#endif
