/*
 * Size classes: what counts is the bot's file as it is stored, byte for byte, and nothing that it would become.
 *
 * Line ends (LF, CR LF, CR) count as one byte each, and as nothing at the end of a line's characters. The measures:
 *
 *   Fifteen   at most 15 lines that are not blank, each of at most 64 characters; comments are lines like any other.
 *             All characters are printable ASCII or tabs, a tab reaching to the next multiple of eight columns; the
 *             whole file has at most 1,024 bytes, so that blank lines hold nothing worth hiding.
 *   Mini      fewer than 10,240 bytes (10 KB)
 *   Open      at most 1,048,576 bytes (1 MB)
 *
 * So a long text in one line, wide or joining letters, data in comments, names or blanks, and several statements in a
 * line buy nothing: they are measured as they stand. Whether the file is valid UTF-8 without control characters is a
 * question for the check of the source (arena/check.h).
 */
#ifndef ROOKERY_ARENA_SIZE_CLASS_H
#define ROOKERY_ARENA_SIZE_CLASS_H

#include <stddef.h>

typedef enum SizeClass { SIZE_FIFTEEN, SIZE_MINI, SIZE_OPEN, SIZE_TOO_LARGE } SizeClass;

enum {
    FIFTEEN_LINES = 15,
    FIFTEEN_COLUMNS = 64,
    FIFTEEN_BYTES = 1024,
    MINI_BYTES = 10240, /* a Mini has fewer */
    OPEN_BYTES = 1 << 20,
};

typedef struct SizeMeasure {
    SizeClass size_class;
    size_t bytes;   /* line ends counted as one */
    size_t lines;   /* that are not blank */
    size_t columns; /* of the widest line */
} SizeMeasure;

SizeMeasure size_measure(const char *source, size_t length);
/* "Fifteen", "Mini", "Open"; "too large". */
const char *size_class_name(SizeClass size_class);

#endif
