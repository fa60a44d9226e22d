/*
 * Which core a bot runs on where no control group holds it to the time of one: it is then bound to a single core, the
 * one with the fewest others on it at that moment. Private to arena/process.c.
 *
 * This module only counts; binding is the caller's. A bot that does not run holds no core, so with as many games as
 * cores each bot has its core to itself.
 */
#ifndef ROOKERY_ARENA_CORES_H
#define ROOKERY_ARENA_CORES_H

/* The number of the core with the fewest takers among those that this process may use; -1 when that is not known. */
int cores_take(void);
/* -1 is allowed. */
void cores_give_back(int core);

#endif
