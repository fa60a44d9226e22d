/*
 * The one error value of the library: a place and a sentence.
 *
 * Functions that can fail return false (or a null/empty result that their comment names) and, when the caller
 * gave an Error, fill it in. A success leaves the Error untouched. Passing NULL is always allowed.
 */
#ifndef ROOKERY_ERROR_H
#define ROOKERY_ERROR_H

#include <stddef.h>

enum { ERROR_MESSAGE_MAX = 256 };

typedef struct Error {
    size_t line;                     /* 1-based line of the offending text; 0 when the input has no lines */
    size_t column;                   /* 1-based byte column of the offending text; 0 when not applicable */
    char message[ERROR_MESSAGE_MAX]; /* one sentence, UTF-8, NUL-terminated, no trailing newline */
} Error;

#endif
