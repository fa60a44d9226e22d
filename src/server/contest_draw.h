/*
 * The course of a tournament: its start, its rounds one after the other, its end. Each step is one transaction that
 * looks at what is in the database and does what is due, so that it may be asked for at any time and again after the
 * program was killed.
 */
#ifndef ROOKERY_SERVER_CONTEST_DRAW_H
#define ROOKERY_SERVER_CONTEST_DRAW_H

#include "store/store.h"

typedef enum ContestStep {
    CONTEST_NOTHING,  /* games are still to be played, or it is not running */
    CONTEST_DRAWN,    /* a round, or more games for one */
    CONTEST_FINISHED, /* nothing more to play */
    CONTEST_FAILED,   /* see store_error() */
} ContestStep;

/* Ends registration, seeds the players and draws the first round, of a round robin or gauntlet all. CONTEST_NOTHING
 * when it is not open, or fewer than two have entered. */
ContestStep contest_start(Store *store, int64_t tournament, int64_t now);
/* The same in a transaction of the caller's. */
ContestStep contest_start_within(Store *store, int64_t tournament, int64_t now);
/* Draws the next round, or ends the tournament, if the last game of a round is over. */
ContestStep contest_advance(Store *store, int64_t tournament, int64_t now);
/* Takes a player out of a tournament that has begun: games that have not are lost by forfeit. `name` is for the reason.
 * False on failure. */
bool contest_withdraw(Store *store, int64_t tournament, int64_t player, const char *name, int64_t now);
/* Ends it without a winner, and games that wait; those that are being played are for the caller to stop. */
bool contest_cancel(Store *store, int64_t tournament, int64_t now);

#endif
