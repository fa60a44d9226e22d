/*
 * Lines out of a stream that arrives in pieces: assembles, trims, caps.
 *
 * A line ends with LF; CRs and blanks before it and NULs inside it do no harm. A line longer than the cap is cut
 * there and the rest is skipped, so that no peer can make the reader's memory grow.
 */
#ifndef ROOKERY_BASE_LINES_H
#define ROOKERY_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_MAX_BYTES = 32768 };

typedef struct LineReader {
    char *data;
    size_t start, end, capacity;
    bool skipping; /* inside the rest of a line that was cut */
    size_t cut_lines;
} LineReader;

/* Room to read into: sets *space and returns where, or NULL when memory is out. Never empty. */
char *lines_space(LineReader *reader, size_t *space);
/* Tells that `count` bytes have been read to where lines_space() said. */
void lines_added(LineReader *reader, size_t count);
/* The next whole line, NUL-terminated, without its end; NULL when there is none yet. Valid until the next call of
 * any function here. */
char *lines_next(LineReader *reader);
/* What is left when the stream has ended in mid-line: that text as a line, or NULL. */
char *lines_last(LineReader *reader);
/* Forgets everything that has been read and not yet taken. */
void lines_clear(LineReader *reader);
void lines_free(LineReader *reader);

#endif
