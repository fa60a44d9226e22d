/* rookery prompt: the text with which an AI model writes a bot. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/launch.h"
#include "arena/player.h"
#include "arena/size_class.h"
#include "base/monotonic.h"
#include "cli/embedded.h"
#include "cli/options.h"
#include "cli/verbs.h"

static const char help[] =
    "rookery prompt LANGUAGE: prints a prompt with which an AI model writes a bot\n"
    "\n"
    "  rookery prompt python\n"
    "  rookery prompt js > prompt.txt\n"
    "\n"
    "The prompt tells the model everything it needs: what the bot is given and must return, what it may use, the\n"
    "board with all its methods, variants, time, limits, and the usual mistakes. It is made from what this version of\n"
    "Rookery can do. What the model answers goes into a file my_bot.py or my_bot.js; then: rookery check my_bot.py\n"
    "\n"
    "Exit status: 0 printed; 2 wrong use, or Python is missing.\n";

enum { LIMITS = 8, LIMIT_TEXT = 48 };

/* The numbers that the prompt tells, as name=value. */
static void write_limits(char words[LIMITS][LIMIT_TEXT]) {
    const struct {
        const char *name;
        unsigned long long value;
    } limits[LIMITS] = {
        {"fifteen_lines", FIFTEEN_LINES},
        {"fifteen_columns", FIFTEEN_COLUMNS},
        {"fifteen_bytes", FIFTEEN_BYTES},
        {"mini_bytes", MINI_BYTES},
        {"open_bytes", OPEN_BYTES},
        {"memory_mb", launch_bot_limits.memory_bytes >> 20},
        {"processes", launch_bot_limits.processes},
        {"start_seconds", BOT_START_LIMIT / MICROSECONDS_PER_SECOND},
    };
    for (int i = 0; i < LIMITS; i++)
        snprintf(words[i], LIMIT_TEXT, "%s=%llu", limits[i].name, limits[i].value);
}

static int print_python_prompt(void) {
    Launch launch;
    Error error;
    char words[LIMITS][LIMIT_TEXT];
    const char *arguments[LIMITS + 1] = {NULL};
    write_limits(words);
    for (int i = 0; i < LIMITS; i++)
        arguments[i] = words[i];
    if (!launch_describe_tool("prompt.py", arguments, &launch, &error))
        return usage_error("prompt", "%s", error.message);
    execv(launch.spec.argv[0], launch.spec.argv);
    usage_error("prompt", "cannot start %s: %s", launch.spec.argv[0], strerror(errno));
    launch_free(&launch);
    return EXIT_USAGE;
}

/* The template with its {names} replaced. */
static int print_javascript_prompt(void) {
    const struct {
        const char *name;
        unsigned long long value;
    } limits[] = {
        {"{fifteen_lines}", FIFTEEN_LINES},
        {"{fifteen_columns}", FIFTEEN_COLUMNS},
        {"{fifteen_bytes}", FIFTEEN_BYTES},
        {"{mini_bytes}", MINI_BYTES},
        {"{open_bytes}", OPEN_BYTES},
        {"{memory_mb}", launch_javascript_limits.memory_bytes >> 20},
        {"{start_seconds}", BOT_START_LIMIT / MICROSECONDS_PER_SECOND},
    };
    for (const char *at = embedded_js_prompt; *at != '\0';) {
        size_t i = 0;
        while (i < sizeof limits / sizeof *limits && strncmp(at, limits[i].name, strlen(limits[i].name)) != 0)
            i++;
        if (i == sizeof limits / sizeof *limits) {
            putchar(*at++);
            continue;
        }
        printf("%llu", limits[i].value);
        at += strlen(limits[i].name);
    }
    return EXIT_YES;
}

int verb_prompt(int argc, char **argv) {
    static const char *const languages[] = {"python", "javascript", "js", NULL};
    const Option options[] = {{NULL, OPTION_FLAG, NULL}};
    int words = options_read(argc, argv, options, help);
    if (words < 0)
        return options_status(words);
    if (words != 1)
        return usage_error("prompt", "wants a language, as in: rookery prompt python");
    if (strcmp(argv[1], "python") == 0)
        return print_python_prompt();
    if (strcmp(argv[1], "js") == 0 || strcmp(argv[1], "javascript") == 0)
        return print_javascript_prompt();
    const char *nearest = nearest_word(argv[1], languages);
    return usage_error("prompt", "there are bots in python and js, not in \"%s\"%s%s%s", argv[1],
                       nearest != NULL ? "; did you mean \"" : "", nearest != NULL ? nearest : "",
                       nearest != NULL ? "\"?" : "");
}
