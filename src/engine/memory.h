/*
 * Large blocks that are read at random: on huge pages where the system has them, which saves most address look-ups.
 */
#ifndef ROOKERY_ENGINE_MEMORY_H
#define ROOKERY_ENGINE_MEMORY_H

#include <stddef.h>

/* Zeroed memory, or NULL. */
void *memory_claim(size_t bytes);
void memory_release(void *memory); /* NULL is allowed */

#endif
