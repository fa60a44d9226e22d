/*
 * Ctrl-C, and the other polite ways to end a program, as an event of the loop.
 */
#ifndef ROOKERY_CLI_INTERRUPT_H
#define ROOKERY_CLI_INTERRUPT_H

#include "arena/loop.h"

/* From now on SIGINT, SIGTERM and SIGHUP call `interrupted` from within loop_turn(); each signal once, a second one
 * ends the program at once. One at a time. False with errno. */
bool interrupt_catch(Loop *loop, void (*interrupted)(void *owner), void *owner);
/* Back to what signals do by themselves. Harmless when nothing is caught. */
void interrupt_release(Loop *loop);

#endif
