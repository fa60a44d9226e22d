/* The rookery command: finds the verb and runs it. */
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/verbs.h"

typedef struct Verb {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} Verb;

static const Verb verbs[] = {
    {"analyse", verb_analyse, "what the engine thinks of a position, or of every move of games"},
    {"backup", verb_of_server, "write everything that an arena keeps into one file"},
    {"bench", verb_bench, "search fixed positions: the engine's signature and speed"},
    {"check", verb_check, "check a bot: its source, its size class, whether it loads and plays"},
    {"datagen", verb_datagen, "make games to train networks on, or turn them into another form"},
    {"match", verb_match, "play two players against each other"},
    {"new", verb_new, "make a folder with a bot to start from"},
    {"perft", verb_perft, "count legal move sequences, or check a suite of such counts"},
    {"pgn", verb_pgn, "check, convert and count games in PGN files"},
    {"profile", verb_profile, "play a game and say where a bot's time goes"},
    {"prompt", verb_prompt, "print a prompt with which an AI model writes a bot"},
    {"restore", verb_of_server, "put a backup of an arena back"},
    {"serve", verb_of_server, "the arena in a browser: bots, games, ratings"},
    {"show", verb_show, "show a position: board, keys, status, legal moves"},
    {"uci", verb_uci, "speak UCI: the engine, or a bot, for any chess program"},
};
enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static void print_help(FILE *stream) {
    fprintf(stream, "rookery VERB ...: a chess-bot arena\n\n"
                    "  rookery match bots/python/greedy.py random --watch\n"
                    "  rookery show \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"\n\n");
    for (int i = 0; i < VERB_COUNT; i++)
        fprintf(stream, "  %-8s %s\n", verbs[i].name, verbs[i].summary);
    fprintf(stream, "  %-8s %s\n\n'rookery VERB --help' tells more.\n", "help", "this page, or 'help VERB'");
}

static int unknown_verb(const char *word) {
    const char *names[VERB_COUNT + 2];
    for (int i = 0; i < VERB_COUNT; i++)
        names[i] = verbs[i].name;
    names[VERB_COUNT] = "help";
    names[VERB_COUNT + 1] = NULL;
    const char *nearest = nearest_word(word, names);
    if (nearest != NULL)
        return usage_error("", "there is no verb \"%s\"; did you mean \"%s\"?", word, nearest);
    return usage_error("", "there is no verb \"%s\"", word);
}

int main(int argc, char **argv) {
    char help_option[] = "--help";
    char *help_words[] = {NULL, help_option, NULL};
    if (argc < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    int verb_argc = argc - 1;
    char **verb_argv = argv + 1;
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        if (argc == 2) {
            print_help(stdout);
            return EXIT_YES;
        }
        help_words[0] = argv[2];
        verb_argc = 2;
        verb_argv = help_words;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("rookery " ROOKERY_VERSION);
        return EXIT_YES;
    }
    for (int i = 0; i < VERB_COUNT; i++)
        if (strcmp(verb_argv[0], verbs[i].name) == 0)
            return verbs[i].run(verb_argc, verb_argv);
    return unknown_verb(verb_argv[0]);
}
