/*
 * Starting a child when it is already decided how a box is made here. Private to arena/process.c and box_probe.c.
 */
#ifndef ROOKERY_ARENA_PROCESS_START_H
#define ROOKERY_ARENA_PROCESS_START_H

#include "arena/box.h"
#include "arena/process.h"

/* As process_start(); `mode` matters to boxed programs only. */
Process *process_start_in_mode(const ProcessSpec *spec, BoxMode mode, Error *error);

#endif
