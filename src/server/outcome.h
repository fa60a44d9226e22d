/*
 * A game that is over, or a single move of one that goes on, taken off its referee with all that is to be stored, on
 * its way to the database.
 */
#ifndef ROOKERY_SERVER_OUTCOME_H
#define ROOKERY_SERVER_OUTCOME_H

#include "arena/referee.h"
#include "store/games.h"

typedef struct Outgoing {
    FinishedGame finished; /* points into this */
    GameEnd end;
    bool only_move; /* moves[0] is the newest move, number `ply`; the game goes on */
    int64_t ply;
    bool void_game; /* no result: it is not finished but given up, with the reason */
    char reason[REASON_MAX];
    StoredMove *moves;
    char *logs[2];
    struct Outgoing *next;
} Outgoing;

/* NULL when memory is out. */
Outgoing *outgoing_take(int64_t game, const Referee *referee);
/* The newest move alone; NULL also when there is none. */
Outgoing *outgoing_take_move(int64_t game, const Referee *referee);
/* For a game that could not begin. */
Outgoing *outgoing_void(int64_t game, const char *reason);
void outgoing_free(Outgoing *outgoing);

#endif
