/*
 * Whether boxes can be made on this machine, and in which way. Private to arena/process.c.
 */
#ifndef ROOKERY_ARENA_BOX_PROBE_H
#define ROOKERY_ARENA_BOX_PROBE_H

#include "arena/process.h"
#include "rookery/error.h"

/* Starts a boxed program. The first time in a process a program that does nothing is boxed beside it, which shows
 * whether and how boxes can be made: that costs the first bot no wait where they can. NULL and *error when there is no
 * way: the sentence names what the system forbids and how to allow it. */
Process *box_probe_start(const ProcessSpec *spec, Error *error);

#endif
