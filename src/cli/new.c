/* rookery new: a folder with a bot to start from. */
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"
#include "cli/embedded.h"
#include "cli/options.h"
#include "cli/verbs.h"

enum { NAME_MAX_LETTERS = 40 };

static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
static const char NAME_LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

static const char help[] =
    "rookery new LANGUAGE NAME [options]: makes a folder with a bot to start from\n"
    "\n"
    "  rookery new python my_bot\n"
    "  rookery new js my_bot\n"
    "\n"
    "The folder NAME is made where you are. It holds NAME.py or NAME.js, a bot that beats the random player, and\n"
    "README.md, which says how to play, measure and improve it. Nothing that is there already is touched.\n"
    "\n"
    "  --json      what was made, for machines\n"
    "  --quiet     says nothing\n"
    "\n"
    "Exit status: 0 made; 2 wrong use, or the folder cannot be made.\n";

typedef struct Language {
    const char *word, *long_word, *name, *ending;
    const char *bot, *readme;
    const char *const *keywords;
} Language;

static const char *const python_keywords[] = {
    "False", "None",   "True",  "and",      "as",   "assert", "async",  "await",    "break",
    "class", "def",    "del",   "continue", "elif", "else",   "except", "finally",  "for",
    "from",  "global", "if",    "import",   "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",   "raise", "return",   "try",  "while",  "with",   "yield",    NULL,
};
static const char *const javascript_keywords[] = {
    "break",   "case",  "catch",  "class",    "const", "continue", "default", "delete", "do",    "else",
    "finally", "for",   "false",  "function", "if",    "import",   "in",      "let",    "new",   "null",
    "return",  "super", "switch", "this",     "throw", "true",     "try",     "typeof", "var",   "void",
    "while",   "with",  "yield",  "export",   "enum",  "await",    "async",   "static", "class", NULL,
};
static const Language languages[] = {
    {"python", "python", "Python", ".py", embedded_python_bot, embedded_python_readme, python_keywords},
    {"js", "javascript", "JavaScript", ".js", embedded_js_bot, embedded_js_readme, javascript_keywords},
};
enum { LANGUAGES = sizeof languages / sizeof *languages };

/* ---- Names ---------------------------------------------------------------------------------------------- */

static bool is_keyword(const char *name, const Language *language) {
    for (const char *const *word = language->keywords; *word != NULL; word++)
        if (strcmp(name, *word) == 0)
            return true;
    return false;
}

static bool has_ending(const char *name, const char *ending) {
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* What is wrong with the name; false when nothing is. */
static bool find_fault(const char *name, const Language *language, Error *error) {
    size_t length = strlen(name);
    if (length == 0)
        return !error_set(error, "a bot needs a name, as in: rookery new %s my_bot", language->word);
    if (strchr(name, '/') != NULL)
        return !error_set(error, "the folder is made where you are: go there, and give a name without slashes");
    if (length > NAME_MAX_LETTERS)
        return !error_set(error, "the name has %zu letters; at most %d are allowed", length, NAME_MAX_LETTERS);
    if (has_ending(name, language->ending))
        return !error_set(error, "leave the %s off: rookery new %s %.*s", language->ending, language->word,
                          (int)length - 3, name);
    if (strspn(name, NAME_LETTERS) != length || strchr(LETTERS, name[0]) == NULL)
        return !error_set(error, "a name has letters a to z, digits and _, and begins with a letter, as in my_bot");
    if (is_keyword(name, language))
        return !error_set(error, "\"%s\" is a word of %s's; choose another name, such as %s_bot", name, language->name,
                          name);
    return false;
}

/* ---- Commands to show ----------------------------------------------------------------------------------- */

/* As a shell reads it back. */
static void append_quoted(Text *out, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+:~";
    if (strspn(word, plain) == strlen(word)) {
        text_append_string(out, word);
        return;
    }
    text_append_char(out, '\'');
    for (; *word != '\0'; word++)
        if (*word == '\'')
            text_append_string(out, "'\\''");
        else
            text_append_char(out, *word);
    text_append_char(out, '\'');
}

/* How this program was called; `anywhere`: in a way that also works from another folder. */
static void append_program(Text *out, bool anywhere) {
    char real[PATH_MAX];
    const char *called = program_invocation_name;
    if (strchr(called, '/') == NULL)
        append_quoted(out, "rookery");
    else
        append_quoted(out, anywhere && realpath(called, real) != NULL ? real : called);
}

/* The template with the bot's name for my_bot and the program for ROOKERY. */
static void fill_in(const char *template, const char *name, Text *out) {
    for (const char *at = template; *at != '\0';)
        if (strncmp(at, "my_bot", strlen("my_bot")) == 0) {
            text_append_string(out, name);
            at += strlen("my_bot");
        } else if (strncmp(at, "ROOKERY", strlen("ROOKERY")) == 0) {
            append_program(out, true);
            at += strlen("ROOKERY");
        } else {
            text_append_char(out, *at++);
        }
}

/* ---- Making it ------------------------------------------------------------------------------------------ */

static bool write_file(const char *path, const char *template, const char *name, Error *error) {
    Text text;
    text_init(&text);
    fill_in(template, name, &text);
    FILE *file = fopen(path, "wxe");
    bool good = file != NULL && !text.failed && fwrite(text.data, 1, text.length, file) == text.length;
    if (file != NULL)
        good = fclose(file) == 0 && good;
    if (!good)
        error_set(error, "cannot write %s: %s", path, strerror(errno));
    text_free(&text);
    return good;
}

typedef struct NewBot {
    char source[NAME_MAX_LETTERS * 2 + 8], readme[NAME_MAX_LETTERS + 16];
} NewBot;

/* All of it or nothing. */
static bool make(const char *name, const Language *language, const NewBot *bot, Error *error) {
    if (mkdir(name, 0777) != 0) {
        if (errno == EEXIST)
            return error_set(error, "there is a \"%s\" here already; choose another name or move it away", name);
        return error_set(error, "cannot make the folder \"%s\": %s", name, strerror(errno));
    }
    if (write_file(bot->source, language->bot, name, error) && write_file(bot->readme, language->readme, name, error))
        return true;
    unlink(bot->source);
    unlink(bot->readme);
    rmdir(name);
    return false;
}

static void tell(const NewBot *bot, bool json) {
    Text play;
    text_init(&play);
    append_program(&play, false);
    text_append_format(&play, " match %s random --games 10 --clock 10+0.1", bot->source);
    if (json) {
        json_t *document = json_pack("{s[ss] ss}", "files", bot->source, bot->readme, "play", play.data);
        json_dumpf(document, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(document);
    } else {
        printf("Made %s and %s. To play it against random moves:\n\n  %s\n\n", bot->source, bot->readme, play.data);
    }
    text_free(&play);
}

static int new_bot(const char *name, const Language *language, bool json, bool quiet) {
    Error error;
    NewBot bot;
    if (find_fault(name, language, &error))
        return usage_error("new", "%s", error.message);
    snprintf(bot.source, sizeof bot.source, "%s/%s%s", name, name, language->ending);
    snprintf(bot.readme, sizeof bot.readme, "%s/README.md", name);
    if (!make(name, language, &bot, &error))
        return usage_error("new", "%s", error.message);
    if (!quiet)
        tell(&bot, json);
    return EXIT_YES;
}

int verb_new(int argc, char **argv) {
    bool json = false, quiet = false;
    const Option options[] = {{"json", OPTION_FLAG, &json}, {"quiet", OPTION_FLAG, &quiet}, {NULL, OPTION_FLAG, NULL}};
    static const char *const words_known[] = {"python", "javascript", "js", NULL};
    int words = options_read(argc, argv, options, help);
    if (words < 0)
        return options_status(words);
    if (words != 2)
        return usage_error("new", "wants a language and one name, as in: rookery new python my_bot");
    for (size_t i = 0; i < LANGUAGES; i++)
        if (strcmp(argv[1], languages[i].word) == 0 || strcmp(argv[1], languages[i].long_word) == 0)
            return new_bot(argv[2], &languages[i], json, quiet);
    const char *nearest = nearest_word(argv[1], words_known);
    return usage_error("new", "there are bots in python and js, not in \"%s\"%s%s%s", argv[1],
                       nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
                       nearest != NULL ? "\"?" : "");
}
