/*
 * What a program knows of the machine and of itself there: processors, and the folder it was started from.
 */
#ifndef ROOKERY_BASE_MACHINE_H
#define ROOKERY_BASE_MACHINE_H

#include <stdbool.h>

/* How many processors this process may use; at least 1. */
unsigned machine_processors(void);
/* Keeps the calling thread on one of those, the first being 0; does nothing where there are not as many. */
void machine_stay_on(unsigned number);

enum { MACHINE_PATH_MAX = 4096 };
/* The folder of the running program, without a slash at its end. False when it cannot be told; the folder is "" then.
 */
bool machine_own_folder(char folder[MACHINE_PATH_MAX]);

#endif
