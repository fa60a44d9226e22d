/* Filling in an Error (include/rookery/error.h). */
#ifndef ROOKERY_BASE_ERROR_H
#define ROOKERY_BASE_ERROR_H

#include <stdbool.h>

#include "rookery/error.h"

/* Writes the sentence, printf style, with line and column 0. Always returns false, so that a parser can end with
 * `return error_set(error, ...)`. A NULL error is allowed. */
bool error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with a place. */
bool error_set_at(Error *error, size_t line, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
