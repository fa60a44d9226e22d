/*
 * Live events: topics that are written to, and browsers that listen (Server-Sent Events).
 *
 * The hub carries text and knows nothing of games. A browser's request comes in through libmicrohttpd, is suspended
 * there, and the hub writes to its socket itself from then on: one system call for each listener and event, by as many
 * threads as there are processors, where the library's own streaming takes several times as long and would let
 * thousands of listeners wait. When a stream is over, the connection is given back to be closed.
 *
 * Publishing only puts a line into the hub's inbox, so that nobody is held up, and any thread may do it. What is
 * published after hub_listen() reaches the new listener, what came before does not. A listener that does not read is
 * cut off when its queue is full; its browser comes back and is told the present state first. A listener that has been
 * told nothing for ten seconds is sent a comment, so that dead connections are found out.
 */
#ifndef ROOKERY_SERVER_HUB_H
#define ROOKERY_SERVER_HUB_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

#include "rookery/error.h"

enum { TOPIC_MAX = 47 };

typedef struct Hub Hub;

/* `head` is what every stream begins with: the status line and the headers, with the empty line; borrowed. */
Hub *hub_open(const char *head, Error *error);
/* Ends all streams and gives their connections back. The daemon must be running still. */
void hub_finish(Hub *hub);
/* After the daemon has stopped. */
void hub_close(Hub *hub); /* NULL is allowed */

/* Takes the connection over and streams the topic's events, beginning with one called `event` with the given data (one
 * line of JSON). To be called from the daemon's handler of the request, which then must return without an answer; it is
 * called once more when the stream is over, and must refuse to go on. False when memory is out or there are too many
 * listeners: the connection is still the caller's. */
bool hub_listen(Hub *hub, struct MHD_Connection *connection, const char *topic, const char *event, const char *data);
/* Sends one line of JSON to all who listen. */
void hub_publish(Hub *hub, const char *topic, const char *event, const char *data);
/* How many listen to the topic; NULL: to anything. */
size_t hub_count(Hub *hub, const char *topic);

#endif
