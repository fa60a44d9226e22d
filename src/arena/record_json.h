/*
 * A game record as JSON, for machines and for the journal of a match, and what the journal needs back from it.
 */
#ifndef ROOKERY_ARENA_RECORD_JSON_H
#define ROOKERY_ARENA_RECORD_JSON_H

#include <jansson.h>

#include "arena/record.h"
#include "arena/table.h"

/* One object: number, round, white, black, variant, fen, opening (plies), moves (UCI, one string), times_ms, result,
 * rated, termination (PGN's word), end (ours), ending, culprit, reason, plies, started, duration_ms, and of both
 * colours cpu_ms, peak_memory_kb (0: unknown) and warnings. NULL when memory runs out. */
json_t *record_to_json(const GameRecord *record);
/* The summary of such an object. False when it is not one. */
bool summary_from_json(const json_t *object, GameSummary *summary);

#endif
