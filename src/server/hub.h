/*
 * Live events: topics that are written to, and browsers that listen (Server-Sent Events).
 *
 * The hub carries text and knows nothing of games. A listener has a queue of its own; one that does not read is cut off
 * when the queue is full, and its browser comes back and is told the present state first. Any thread may publish.
 */
#ifndef ROOKERY_SERVER_HUB_H
#define ROOKERY_SERVER_HUB_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

enum { TOPIC_MAX = 47 };

typedef struct Hub Hub;

Hub *hub_open(void);
/* Ends all streams: they are told that nothing more comes. The daemon must be running still. */
void hub_finish(Hub *hub);
/* After the daemon has stopped. */
void hub_close(Hub *hub); /* NULL is allowed */

/* A response that streams the topic's events, beginning with one called `event` with the given data (one line of JSON).
 * NULL when memory is out or there are too many listeners. */
struct MHD_Response *hub_listen(Hub *hub, struct MHD_Connection *connection, const char *topic, const char *event,
                                const char *data);
/* Sends one line of JSON to all who listen. */
void hub_publish(Hub *hub, const char *topic, const char *event, const char *data);
/* Sends everybody a comment, so that dead connections are found out; to be called every now and then. */
void hub_beat(Hub *hub);
/* How many listen to the topic; NULL: to anything. */
size_t hub_count(Hub *hub, const char *topic);

#endif
