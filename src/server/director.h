/*
 * The director decides which game is played next and sees that finished ones are stored: a thread of its own between
 * the database and the runner.
 *
 * What waits to be played is in the database (store/games.h), so that nothing is forgotten when the program ends: a
 * game that was running is begun again. Games of people begin at once; others as soon as a place is free; when nothing
 * waits, the league plays. A finished game is stored in one transaction; until that has succeeded it is kept and no new
 * game begins.
 */
#ifndef ROOKERY_SERVER_DIRECTOR_H
#define ROOKERY_SERVER_DIRECTOR_H

#include "server/live.h"
#include "server/runner.h"
#include "server/stores.h"
#include "store/games.h"

typedef struct DirectorOptions {
    unsigned concurrency; /* games of bots at once */
    bool sandbox;
    const char *cache; /* folder for sources */
} DirectorOptions;

typedef struct Director Director;

/* The options' texts must outlive the director. It keeps no league until director_set_league(). */
Director *director_open(const DirectorOptions *options, Stores *stores, Live *live, Hub *hub, Error *error);
/* Stops all games; they will be begun again next time. NULL is allowed. */
void director_close(Director *director);

/* Something has been added that may be played. From any thread. */
void director_wake(Director *director);
/* Whether bots play when nobody asks for games, and with which clock. From any thread. */
void director_set_league(Director *director, bool plays, const char *clock);
bool director_league(Director *director, char clock[GAME_CLOCK_MAX + 1]);
/* Why games that are over cannot be stored just now; "": all is well. From any thread. */
void director_problem(Director *director, char problem[ERROR_MESSAGE_MAX]);
Runner *director_runner(Director *director);
/* Ends a running or waiting game without a result. */
void director_abort(Director *director, int64_t game, const char *reason);

#endif
