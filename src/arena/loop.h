/*
 * The one event loop of the arbiter: file descriptors that become ready, and moments that come.
 *
 * Everything runs in the thread that calls loop_turn(). Watches and timers live inside their owners' structures and
 * may be removed, or their owners freed, from within any callback. It knows nothing of chess or processes.
 */
#ifndef ROOKERY_ARENA_LOOP_H
#define ROOKERY_ARENA_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/error.h"

typedef struct Loop Loop;

/* A file descriptor to wait for. Zeroed: not waiting. */
typedef struct Watch {
    void (*ready)(void *owner);
    void *owner;
    int fd;
    uint32_t events; /* EPOLLIN or EPOLLOUT; 0: not waiting */
} Watch;

/* A moment to wait for. Zeroed: not set. */
typedef struct Timer {
    void (*due)(void *owner);
    void *owner;
    int64_t moment; /* of monotonic_us() */
    size_t place;   /* in the loop's heap, from 1; 0: not set */
} Timer;

Loop *loop_open(Error *error);
void loop_close(Loop *loop); /* NULL is allowed; nothing may be watched any more */

/* Calls watch->ready each time fd is readable (EPOLLIN), writable (EPOLLOUT) or broken. False with errno when the
 * kernel refuses. The watch must not be in use. */
bool loop_watch(Loop *loop, Watch *watch, int fd, uint32_t events, void (*ready)(void *owner), void *owner);
void loop_unwatch(Loop *loop, Watch *watch); /* harmless when not waiting */

/* Calls timer->due once, at the moment or as soon as possible after it. A timer that is set is moved. */
void loop_set_timer(Loop *loop, Timer *timer, int64_t moment, void (*due)(void *owner), void *owner);
void loop_cancel_timer(Loop *loop, Timer *timer); /* harmless when not set */

/* Waits for the next events or moments and serves them. */
void loop_turn(Loop *loop);

/* When the events being served had arrived: the moment at which the kernel handed them over, so that a player does
 * not pay for the time the arbiter spends on others in the same turn. */
int64_t loop_now(const Loop *loop);

#endif
