/*
 * A growing piece of text, for building output and keeping what was read. No chess and no files in here.
 *
 * The bytes are always followed by a NUL, so that text.data is a C string (it may hold further NULs if they were
 * appended). When memory runs out the text keeps what it has, ignores everything after, and remembers the failure in
 * `failed`: callers append freely and look once at the end.
 */
#ifndef ROOKERY_BASE_TEXT_H
#define ROOKERY_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Text {
    char *data; /* never NULL after text_init() */
    size_t length;
    size_t capacity; /* 0 while nothing is allocated */
    bool failed;     /* memory ran out at some time since text_init() or text_clear() */
} Text;

void text_init(Text *text);  /* allocates nothing */
void text_free(Text *text);  /* may be used again afterwards */
void text_clear(Text *text); /* empties it and keeps the memory */

/* Makes room for `more` further bytes beyond the NUL; false when memory ran out. */
bool text_reserve(Text *text, size_t more);
void text_append(Text *text, const char *bytes, size_t length);
void text_append_string(Text *text, const char *string);
void text_append_char(Text *text, char c);
void text_append_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Cuts the text back to `length`, which must not be beyond its end. */
void text_truncate(Text *text, size_t length);

/* Appends the string as a JSON string, quotes included. Bytes that are no UTF-8 are written as U+FFFD. */
void text_append_json(Text *text, const char *string);

bool utf8_is_valid(const char *bytes, size_t length);
/* Appends ISO 8859-1 (Latin-1) bytes as UTF-8. */
void text_append_latin1(Text *text, const char *bytes, size_t length);

#endif
