/*
 * Which system calls a program in a box may make: the list, as a filter that the kernel runs. Private to arena/box.c.
 */
#ifndef ROOKERY_ARENA_BOX_SYSCALLS_H
#define ROOKERY_ARENA_BOX_SYSCALLS_H

#include "rookery/error.h"

/* A new descriptor (close-on-exec) from which the filter can be read as a BPF program; -1 and *error on failure. */
int box_syscalls_open(Error *error);

#endif
