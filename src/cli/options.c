#include "cli/options.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/words.h"

enum { OPTIONS_MAX = 64, MISTAKEN = -1, HELPED = -2 };

const char *nearest_word(const char *word, const char *const *candidates) {
    const char *best = NULL;
    WordSearch search = word_search(word);
    for (; *candidates != NULL; candidates++) {
        size_t distance = search.distance;
        word_consider(&search, *candidates);
        if (search.distance < distance)
            best = *candidates;
    }
    return best;
}

int usage_error(const char *verb, const char *format, ...) {
    va_list arguments;
    fprintf(stderr, "rookery%s%s: ", verb[0] != '\0' ? " " : "", verb);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nTry 'rookery %s%s--help'.\n", verb, verb[0] != '\0' ? " " : "");
    return EXIT_USAGE;
}

Variant read_variant(const char *verb, const char *name) {
    Variant variant = variant_by_name(name);
    if (variant != VARIANT_NONE)
        return variant;
    const char *names[VARIANT_ARENA_COUNT + 1];
    for (Variant v = 0; v < VARIANT_ARENA_COUNT; v++)
        names[v] = variant_name(v);
    names[VARIANT_ARENA_COUNT] = NULL;
    const char *nearest = nearest_word(name, names);
    if (nearest != NULL)
        usage_error(verb, "there is no variant \"%s\"; did you mean \"%s\"?", name, nearest);
    else
        usage_error(verb,
                    "there is no variant \"%s\"; there are standard, chess960, crazyhouse, atomic, kingofthehill, "
                    "threecheck, antichess, horde and racingkings",
                    name);
    return VARIANT_NONE;
}

bool use_colour(int file_descriptor) {
    const char *no_colour = getenv("NO_COLOR");
    return isatty(file_descriptor) != 0 && (no_colour == NULL || no_colour[0] == '\0');
}

static const Option *find_option(const Option *options, const char *name, size_t length) {
    for (; options->name != NULL; options++)
        if (strncmp(options->name, name, length) == 0 && options->name[length] == '\0')
            return options;
    return NULL;
}

static int unknown_option(const char *verb, const char *name, size_t length, const Option *options) {
    const char *names[OPTIONS_MAX + 2];
    size_t count = 0;
    for (; options->name != NULL && count < OPTIONS_MAX; options++)
        names[count++] = options->name;
    names[count++] = "help";
    names[count] = NULL;
    char word[WORD_MAX + 1];
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    const char *nearest = nearest_word(word, names);
    if (nearest != NULL)
        usage_error(verb, "there is no option --%s; did you mean --%s?", word, nearest);
    else
        usage_error(verb, "there is no option --%s", word);
    return MISTAKEN;
}

static bool store_value(const char *verb, const Option *option, const char *value) {
    char *end = NULL;
    errno = 0;
    if (option->kind == OPTION_TEXT) {
        *(const char **)option->target = value;
        return true;
    }
    if (option->kind == OPTION_LIST) {
        OptionList *list = option->target;
        if (list->count == OPTION_LIST_MAX) {
            usage_error(verb, "--%s may be given at most %d times", option->name, OPTION_LIST_MAX);
            return false;
        }
        list->values[list->count++] = value;
        return true;
    }
    if (option->kind == OPTION_COUNT) {
        unsigned long count = strtoul(value, &end, 10);
        if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0) {
            usage_error(verb, "--%s wants a whole number, not \"%s\"", option->name, value);
            return false;
        }
        *(unsigned long *)option->target = count;
        return true;
    }
    double number = strtod(value, &end);
    if (end == value || *end != '\0' || errno != 0 || !isfinite(number) || number < 0) {
        usage_error(verb, "--%s wants a number of at least 0, not \"%s\"", option->name, value);
        return false;
    }
    *(double *)option->target = number;
    return true;
}

int options_read(int argc, char **argv, const Option *options, const char *help) {
    int positional = 0;
    bool options_over = false;
    for (int i = 1; i < argc; i++) {
        char *word = argv[i];
        if (options_over || strncmp(word, "--", 2) != 0) {
            argv[++positional] = word;
            continue;
        }
        if (word[2] == '\0') {
            options_over = true;
            continue;
        }
        const char *name = word + 2;
        if (strcmp(name, "help") == 0) {
            fputs(help, stdout);
            return HELPED;
        }
        const char *equals = strchr(name, '=');
        size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
        const Option *option = find_option(options, name, length);
        if (option == NULL)
            return unknown_option(argv[0], name, length, options);
        if (option->kind == OPTION_FLAG) {
            if (equals != NULL) {
                usage_error(argv[0], "--%s takes no value", option->name);
                return MISTAKEN;
            }
            *(bool *)option->target = true;
            continue;
        }
        if (equals == NULL && i + 1 >= argc) {
            usage_error(argv[0], "--%s wants a value", option->name);
            return MISTAKEN;
        }
        if (!store_value(argv[0], option, equals != NULL ? equals + 1 : argv[++i]))
            return MISTAKEN;
    }
    return positional;
}

int options_status(int words) {
    return words == HELPED ? EXIT_YES : EXIT_USAGE;
}
