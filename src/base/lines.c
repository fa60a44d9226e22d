#include "base/lines.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 4096 };

char *lines_space(LineReader *reader, size_t *space) {
    if (reader->start > 0) {
        memmove(reader->data, reader->data + reader->start, reader->end - reader->start);
        reader->end -= reader->start;
        reader->start = 0;
    }
    /* One byte stays free for the NUL of lines_last(). */
    if (reader->end + 1 >= reader->capacity) {
        size_t capacity = reader->capacity == 0 ? FIRST_CAPACITY : reader->capacity * 2;
        char *data = realloc(reader->data, capacity);
        if (data == NULL)
            return NULL;
        reader->data = data;
        reader->capacity = capacity;
    }
    *space = reader->capacity - 1 - reader->end;
    return reader->data + reader->end;
}

void lines_added(LineReader *reader, size_t count) {
    reader->end += count;
}

/* Ends the line [start, end) in place and trims it. NUL bytes become blanks: they must not hide what follows. */
static char *finish(LineReader *reader, size_t end) {
    char *line = reader->data + reader->start;
    size_t length = end - reader->start;
    for (char *nul = memchr(line, '\0', length); nul != NULL; nul = memchr(nul, '\0', (size_t)(line + length - nul)))
        *nul = ' ';
    while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL)
        length--;
    line[length] = '\0';
    return line;
}

char *lines_next(LineReader *reader) {
    while (reader->start < reader->end) {
        char *from = reader->data + reader->start;
        size_t held = reader->end - reader->start;
        char *newline = memchr(from, '\n', held);
        if (reader->skipping) {
            reader->start = newline != NULL ? (size_t)(newline - reader->data) + 1 : reader->end;
            reader->skipping = newline == NULL;
            continue;
        }
        if (newline != NULL && newline - from <= LINE_MAX_BYTES) {
            size_t end = (size_t)(newline - reader->data);
            char *line = finish(reader, end);
            reader->start = end + 1;
            return line;
        }
        if (held <= LINE_MAX_BYTES)
            return NULL;
        size_t end = reader->start + LINE_MAX_BYTES - 1;
        char *line = finish(reader, end);
        reader->start = end + 1;
        reader->skipping = true;
        reader->cut_lines++;
        return line;
    }
    return NULL;
}

char *lines_last(LineReader *reader) {
    if (reader->skipping || reader->start == reader->end)
        return NULL;
    char *line = finish(reader, reader->end);
    reader->start = reader->end = 0;
    return line;
}

void lines_clear(LineReader *reader) {
    reader->start = reader->end = 0;
    reader->skipping = false;
}

void lines_free(LineReader *reader) {
    free(reader->data);
    *reader = (LineReader){0};
}
