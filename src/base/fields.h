/*
 * Settings written as "name=value name=value", blanks or commas between.
 */
#ifndef ROOKERY_BASE_FIELDS_H
#define ROOKERY_BASE_FIELDS_H

#include <stdbool.h>

#include "rookery/error.h"

typedef struct Field {
    const char *name;
    double *value;
    double least, most;
    bool whole;               /* a whole number */
    const char *const *words; /* not a number but one of these; *value is then its index; NULL-terminated */
    bool required;
} Field;

/* Reads the text into the fields' values; those that are not mentioned keep theirs. The table ends with a NULL name.
 * `what` names the whole in messages ("a draw rule"). On error some values may have changed. */
bool fields_read(const char *text, const Field *fields, const char *what, Error *error);

#endif
