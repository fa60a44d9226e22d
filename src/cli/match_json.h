/*
 * The whole of a finished match as one JSON document, for machines.
 */
#ifndef ROOKERY_CLI_MATCH_JSON_H
#define ROOKERY_CLI_MATCH_JSON_H

#include "arena/journal.h"
#include "arena/match.h"

/* Writes {"match": description, "standing": [...], "sprt": ..., "end": "played", "games": [...]} to the file, which is
 * replaced in one step, or to standard output when path is "-". */
bool match_json_save(const char *path, const Match *match, Journal *journal, json_t *description, Error *error);

#endif
