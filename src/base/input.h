/*
 * A stream of bytes from a file, standard input or memory; what is compressed with zstd is unpacked on the way,
 * whatever its name (the first four bytes tell). Only forward reading; nothing is held in memory but small buffers.
 */
#ifndef ROOKERY_BASE_INPUT_H
#define ROOKERY_BASE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/error.h"

typedef struct Input Input;

/* Opens a file, or standard input when path is "-". NULL and *error on failure. */
Input *input_open(const char *path, Error *error);
/* Reads from memory, which must stay as it is until input_close(). NULL when memory runs out. */
Input *input_open_memory(const void *bytes, size_t length);
/* Reads up to `size` bytes and returns their number; 0 at the end or after a failure. */
size_t input_read(Input *input, void *bytes, size_t size);
/* Whether reading has failed (a disk error, damaged or truncated zstd data); then *error says why. */
bool input_failed(const Input *input, Error *error);
void input_close(Input *input); /* NULL is allowed */

#endif
