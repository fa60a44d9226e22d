/*
 * What a box is made of: the bubblewrap command that locks one program in. Private to arena/process.c.
 *
 * This module decides what is in the box and writes the command; starting it is the keeper's work
 * (arena/process_keeper.h), limits on memory and processes are the control group's (arena/cgroup.h).
 *
 * Inside there are: the program's own file; the libraries of the system and of the program's prefix (/usr/lib and
 * PREFIX/lib, read-only); what the caller binds, read-only; /dev/null, zero, full, random and urandom; and, where a
 * memory control group counts it, a private /tmp of limited size. There are no shell, no /proc, /sys, /etc, /home,
 * /dev/shm, no environment, no capability, no network, not even local sockets, and no other process to be seen. The
 * user is number 1000 and belongs to a user namespace of its own. System calls that are not on a list
 * (arena/box_syscalls.c) fail with EPERM.
 *
 * CPython and Node run so. What they miss is /proc: in Node process.memoryUsage() throws, v8.getHeapStatistics() works.
 * A box costs about 10 ms of processor time to make, and two processes of 250 KB each.
 */
#ifndef ROOKERY_ARENA_BOX_H
#define ROOKERY_ARENA_BOX_H

#include <stdbool.h>
#include <stddef.h>

#include "arena/box_stage.h"
#include "arena/process.h"
#include "rookery/error.h"

typedef enum BoxMode {
    BOX_DIRECT, /* bubblewrap is started as the user that we are */
    BOX_STAGED, /* we are root, and step down to a user that owns nothing first (arena/box_stage.h) */
} BoxMode;

/* What the control group of this box holds, so that the rest must be done by other means. */
typedef struct BoxHeld {
    bool memory, processes;
} BoxHeld;

/* Bubblewrap's two processes (one outside, one that is process 1 inside) count against the box's limit. */
enum { BOX_OWN_PROCESSES = 2 };

typedef struct Box {
    char *bubblewrap; /* its path */
    char **argv;
    int *fds; /* to be inherited by bubblewrap, which closes them */
    size_t fd_count;
    BoxStage stage; /* of BOX_STAGED */
    struct BoxStrings *strings;
} Box;

/* Makes ready. False and *error when something the box needs is missing; *box then needs no box_free(). */
bool box_prepare(Box *box, const ProcessSpec *spec, BoxMode mode, BoxHeld held, Error *error);
void box_free(Box *box);

#endif
