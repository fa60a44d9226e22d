#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

static void fill(Error *error, size_t line, size_t column, const char *format, va_list arguments) {
    if (error == NULL)
        return;
    error->line = line;
    error->column = column;
    vsnprintf(error->message, sizeof error->message, format, arguments);
}

bool error_set(Error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill(error, 0, 0, format, arguments);
    va_end(arguments);
    return false;
}

bool error_set_at(Error *error, size_t line, size_t column, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fill(error, line, column, format, arguments);
    va_end(arguments);
    return false;
}
