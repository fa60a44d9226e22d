/*
 * What keeps a match through any interruption: the games as they finish, on disk.
 *
 * A journal is a file of JSON lines: first what is being played, then one line for every finished game with the length
 * that the PGN file had afterwards. Writing a game appends to the PGN file, then to the journal; opening a journal cuts
 * both back to the last game that is whole in both. So nothing is lost or counted twice when the program is killed at
 * any moment. After a power cut the games of the last seconds may be missing, and are then played again: waiting for
 * the disk after every game would stop the clocks of all others.
 *
 * Without a name the journal is a temporary file that only collects the games for the final JSON, or, when nobody wants
 * that, no file at all.
 */
#ifndef ROOKERY_ARENA_JOURNAL_H
#define ROOKERY_ARENA_JOURNAL_H

#include <jansson.h>

#include "arena/record.h"

typedef struct Journal Journal;

/* `path` and `pgn_path` may be NULL; `collect` keeps the games for journal_read() without a path too. An existing
 * journal is continued if its first line equals `match`; if not, that is an error which names the first setting that
 * differs. A PGN file is appended to. NULL and *error on failure. */
Journal *journal_open(const char *path, bool collect, const char *pgn_path, const json_t *match, Error *error);
/* Calls `take` for every game that is in the journal, in order. False when a line cannot be read. */
bool journal_read(Journal *journal, bool (*take)(void *owner, json_t *game), void *owner, Error *error);
/* Writes a finished game. Games that were stopped go to the PGN only, where they are marked unterminated; with a named
 * journal they are left out there too, because they will be played again. False and *error when the disk is full or the
 * like; the match should then end. */
bool journal_add(Journal *journal, const GameRecord *record, const char *event, Error *error);
/* Number of games in it that had been there when it was opened. */
unsigned long journal_old_games(const Journal *journal);
void journal_close(Journal *journal); /* NULL is allowed */

#endif
