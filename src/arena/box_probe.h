/*
 * Whether boxes can be made on this machine, and in which way. Private to arena/process.c.
 */
#ifndef ROOKERY_ARENA_BOX_PROBE_H
#define ROOKERY_ARENA_BOX_PROBE_H

#include <stdbool.h>

#include "arena/box.h"
#include "rookery/error.h"

/* Tries it once per process, with a program that does nothing. False and *error when there is no way: the sentence
 * names what the system forbids and how to allow it. */
bool box_probe(BoxMode *mode, Error *error);

#endif
