/*
 * The games that are being played, as everybody may see them: their present state for those who come, every change for
 * those who listen. Any thread may ask.
 */
#ifndef ROOKERY_SERVER_LIVE_H
#define ROOKERY_SERVER_LIVE_H

#include <jansson.h>

#include "rookery/chess.h"
#include "server/hub.h"

typedef struct Live Live;

Live *live_open(Hub *hub);
void live_close(Live *live); /* NULL is allowed */

/* A game appears; takes `state`, which has its "moves", over. The accounts are those of the people who play it, 0 for
 * others. */
void live_add(Live *live, int64_t number, json_t *state, const int64_t accounts[2]);
/* A position, with the move that led to it unless it is the first; takes `change` over. Whose account must move may be
 * asked for with live_person_to_move(). */
void live_change(Live *live, int64_t number, json_t *change);
/* A draw is offered; NO_COLOR: not any more. */
void live_offer(Live *live, int64_t number, Color color);
/* It is over, and forgotten; takes `result` over: result, reason, ratings. */
void live_remove(Live *live, int64_t number, json_t *result);

/* The colour that the account plays in the game, NO_COLOR if none. */
Color live_seat(Live *live, int64_t number, int64_t account);
/* Half-moves played so far; 0 also when it is not being played. */
int64_t live_ply(Live *live, int64_t number);
bool live_is_person(Live *live, int64_t number, Color color);
/* The state of one game, a new reference; NULL when it is not being played. */
json_t *live_state(Live *live, int64_t number);
/* All games in brief, the newest first. */
json_t *live_list(Live *live);
size_t live_count(Live *live);

/* Streams of events (server/hub.h): one game, and all in brief. False: no room, or *found is false, no such game. */
bool live_listen(Live *live, struct MHD_Connection *connection, int64_t number, bool *found);
bool live_listen_all(Live *live, struct MHD_Connection *connection);

#endif
