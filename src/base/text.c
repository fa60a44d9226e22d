#include "base/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_MIN = 64 };

/* What an unallocated text points to. Never written: every write goes through text_reserve(). */
static char empty_string[1] = "";

void text_init(Text *text) {
    *text = (Text){.data = empty_string};
}

void text_free(Text *text) {
    if (text->capacity > 0)
        free(text->data);
    text_init(text);
}

void text_clear(Text *text) {
    if (text->capacity > 0)
        text->data[0] = '\0';
    text->length = 0;
    text->failed = false;
}

bool text_reserve(Text *text, size_t more) {
    if (more < text->capacity - text->length && text->capacity > 0)
        return !text->failed;
    if (text->failed || more >= SIZE_MAX / 2 - text->length) {
        text->failed = true;
        return false;
    }
    size_t capacity = text->capacity * 2 > CAPACITY_MIN ? text->capacity * 2 : CAPACITY_MIN;
    if (capacity < text->length + more + 1)
        capacity = text->length + more + 1;
    char *data = realloc(text->capacity > 0 ? text->data : NULL, capacity);
    if (data == NULL) {
        text->failed = true;
        return false;
    }
    data[text->length] = '\0';
    text->data = data;
    text->capacity = capacity;
    return true;
}

void text_append(Text *text, const char *bytes, size_t length) {
    if (length == 0 || !text_reserve(text, length))
        return;
    memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void text_append_string(Text *text, const char *string) {
    text_append(text, string, strlen(string));
}

void text_append_char(Text *text, char c) {
    text_append(text, &c, 1);
}

void text_append_format(Text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length <= 0 || !text_reserve(text, (size_t)length))
        return;
    va_start(arguments, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

void text_truncate(Text *text, size_t length) {
    if (length >= text->length)
        return;
    text->length = length;
    text->data[length] = '\0';
}

/* Length of the UTF-8 sequence at the start of the bytes; 0 if they do not begin with a valid one. Overlong forms,
 * surrogates and values beyond U+10FFFF are not valid. */
static size_t utf8_sequence(const unsigned char *s, size_t length) {
    if (s[0] < 0x80)
        return 1;
    size_t wanted = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc2 || s[0] > 0xf4 || wanted > length)
        return 0;
    for (size_t i = 1; i < wanted; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool surrogate = s[0] == 0xed && s[1] >= 0xa0;
    bool beyond = s[0] == 0xf4 && s[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : wanted;
}

bool utf8_is_valid(const char *bytes, size_t length) {
    const unsigned char *s = (const unsigned char *)bytes;
    for (size_t i = 0; i < length;) {
        size_t step = utf8_sequence(s + i, length - i);
        if (step == 0)
            return false;
        i += step;
    }
    return true;
}

void text_append_latin1(Text *text, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= 0x80) {
            text_append_char(text, (char)(0xc0 | c >> 6));
            c = 0x80 | (c & 0x3f);
        }
        text_append_char(text, (char)c);
    }
}

void text_append_json(Text *text, const char *string) {
    const unsigned char *s = (const unsigned char *)string;
    size_t length = strlen(string);
    text_append_char(text, '"');
    for (size_t i = 0; i < length;) {
        size_t step = utf8_sequence(s + i, length - i);
        if (step == 0)
            text_append_string(text, "\\ufffd");
        else if (s[i] == '"' || s[i] == '\\')
            text_append_format(text, "\\%c", s[i]);
        else if (s[i] < 0x20 || s[i] == 0x7f)
            text_append_format(text, "\\u%04x", s[i]);
        else
            text_append(text, string + i, step);
        i += step > 0 ? step : 1;
    }
    text_append_char(text, '"');
}
