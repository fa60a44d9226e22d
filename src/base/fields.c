#include "base/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { TEXT_MAX = 64, FIELDS_MAX = 16 };

static bool read_word(const Field *field, const char *text, Error *error) {
    for (int i = 0; field->words[i] != NULL; i++)
        if (strcmp(field->words[i], text) == 0) {
            *field->value = i;
            return true;
        }
    return error_set(error, "%s=%s: write %s=%s or %s=%s", field->name, text, field->name, field->words[0], field->name,
                     field->words[1]);
}

static bool read_number(const Field *field, const char *text, Error *error) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(value) || (field->whole && value != floor(value)))
        return error_set(error, "%s=%s: %s wants a %snumber", field->name, text, field->name,
                         field->whole ? "whole " : "");
    if (value < field->least || value > field->most)
        return error_set(error, "%s=%s: %s must be from %g to %g", field->name, text, field->name, field->least,
                         field->most);
    *field->value = value;
    return true;
}

/* Index of the field that `word` ("name=value") sets, or -1; *value is then the text behind the sign. */
static int find_field(const Field *fields, const char *word, const char **value) {
    for (int i = 0; fields[i].name != NULL; i++) {
        size_t length = strlen(fields[i].name);
        if (strncmp(word, fields[i].name, length) == 0 && word[length] == '=') {
            *value = word + length + 1;
            return i;
        }
    }
    return -1;
}

static bool check_required(const Field *fields, const bool *seen, const char *what, Error *error) {
    for (int i = 0; fields[i].name != NULL; i++)
        if (fields[i].required && !seen[i])
            return error_set(error, "%s needs %s=...", what, fields[i].name);
    return true;
}

bool fields_read(const char *text, const Field *fields, const char *what, Error *error) {
    bool seen[FIELDS_MAX] = {false};
    while (*(text += strspn(text, " ,\t")) != '\0') {
        char word[TEXT_MAX];
        const char *value;
        size_t length = strcspn(text, " ,\t");
        if (length >= sizeof word)
            return error_set(error, "\"%.40s...\" is too long for %s", text, what);
        memcpy(word, text, length);
        word[length] = '\0';
        text += length;
        int at = find_field(fields, word, &value);
        if (at < 0)
            return error_set(error, "\"%s\" is no part of %s; it starts with %s=...", word, what, fields[0].name);
        if (!(fields[at].words != NULL ? read_word : read_number)(&fields[at], value, error))
            return false;
        seen[at] = true;
    }
    return check_required(fields, seen, what, error);
}
