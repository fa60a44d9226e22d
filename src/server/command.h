/*
 * Runs a program of ours to its end and keeps what it says: rookery check, rookery prompt. Nothing of bots: those are
 * the arena's.
 */
#ifndef ROOKERY_SERVER_COMMAND_H
#define ROOKERY_SERVER_COMMAND_H

#include <sys/types.h>

#include "base/text.h"

enum { COMMAND_BYTES_MAX = 1 << 20 };

/* Appends what it writes to *out and *complaint, each up to COMMAND_BYTES_MAX; a reason for which it does not run goes
 * into *complaint too. `began`, unless it is NULL, is told its process, and 0 when that has ended. Returns its exit
 * status; -1 when it did not run or was ended by a signal. */
int command_run(const char *const *argv, Text *out, Text *complaint, void (*began)(void *owner, pid_t child),
                void *owner);

#endif
