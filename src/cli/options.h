/*
 * Command-line options, declared as a table: "--name value", "--name=value", "--flag", positional words, "--".
 *
 * One verb has one table. A wrong option ends in one sentence on standard error that names the nearest known one.
 */
#ifndef ROOKERY_CLI_OPTIONS_H
#define ROOKERY_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/chess.h"

typedef enum OptionKind {
    OPTION_FLAG,   /* target: bool *, set to true */
    OPTION_TEXT,   /* target: const char ** */
    OPTION_COUNT,  /* target: unsigned long *, a whole number >= 0 */
    OPTION_NUMBER, /* target: double *, a finite number >= 0 */
    OPTION_LIST,   /* target: OptionList *; the option may be given several times */
} OptionKind;

enum { OPTION_LIST_MAX = 128 };

typedef struct OptionList {
    const char *values[OPTION_LIST_MAX];
    size_t count;
} OptionList;

typedef struct Option {
    const char *name; /* without the dashes */
    OptionKind kind;
    void *target;
} Option;

/* Exit statuses of every verb. */
enum { EXIT_YES = 0, EXIT_NO = 1, EXIT_USAGE = 2 };

/* Reads argv[1..argc). Positional words are moved to the front of argv (from argv[1]) and their number is returned. The
 * table ends with a NULL name; every verb has --help beside, which prints `help`. Then, or after a mistake, which has
 * been reported on standard error, the number is negative, and the verb ends with options_status() of it. */
int options_read(int argc, char **argv, const Option *options, const char *help);
int options_status(int words);

/* Reports a mistake in the use of `verb` on standard error, printf style, and returns EXIT_USAGE. */
int usage_error(const char *verb, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The candidate nearest to `word` by edit distance, or NULL when none is near. The list ends with NULL. */
const char *nearest_word(const char *word, const char *const *candidates);

/* The variant of that name; reports an unknown one, naming the nearest, and returns VARIANT_NONE. */
Variant read_variant(const char *verb, const char *name);

/* Whether to use colour on this stream: a terminal, and NO_COLOR unset. */
bool use_colour(int file_descriptor);

#endif
