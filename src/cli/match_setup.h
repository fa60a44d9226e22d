/*
 * From the words of `rookery match` to a MatchPlan: players, clocks, openings, rules. Says what is wrong in one
 * sentence.
 */
#ifndef ROOKERY_CLI_MATCH_SETUP_H
#define ROOKERY_CLI_MATCH_SETUP_H

#include <jansson.h>

#include "arena/launch.h"
#include "arena/match.h"
#include "cli/options.h"

/* Everything that can be said on the command line. Numbers below 0 and NULL texts were not given. */
typedef struct MatchOptions {
    const char *verb; /* whose options these are, for messages */
    unsigned long games, concurrency, max_moves, opening_plies, seed;
    double seconds, increment, move_time, nodes, depth, margin, move_margin, watchdog, start_limit;
    const char *variant, *fen, *openings, *order, *draw, *resign, *sprt;
    const char *pgn, *json, *state, *log_dir, *event;
    OptionList clocks, player_options, names, bot_memory;
    bool gauntlet, watch, quiet, no_sandbox, no_freeze;
} MatchOptions;

typedef struct MatchSetup {
    MatchPlan plan;
    Sprt sprt;
    Openings *openings;
    Entrant *entrants;
    Launch *launches;
    char (*names)[LAUNCH_NAME_MAX + 8];
    PlayerOption *options; /* room for OPTION_LIST_MAX per player */
    char *option_text;     /* what the options point into */
} MatchSetup;

/* What holds when nothing is said. */
void match_default_options(const char *verb, MatchOptions *options);
/* Reads the command line. The number of players, who then stand in argv from argv[1], or what options_read() says. */
int match_read_options(int argc, char **argv, MatchOptions *options, const char *help);
/* False after a mistake that has been reported; the setup needs match_setup_free() either way. */
bool match_set_up(const MatchOptions *options, int count, char **players, MatchSetup *setup);
void match_setup_free(MatchSetup *setup);

/* All that decides which games are played: equal for two runs that may continue each other. */
json_t *match_setup_to_json(const MatchOptions *options, const MatchSetup *setup, char **players);

#endif
