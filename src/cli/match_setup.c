#include "cli/match_setup.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/machine.h"
#include "base/monotonic.h"
#include "base/text.h"

enum { CONCURRENCY_MAX = 2000, PROCESSES_PER_GAME = 4, DESCRIPTORS_KEPT = 48, PLAYERS_MAX = 1000 };

/* ---- Reading the words ---------------------------------------------------------------------------------- */

void match_default_options(const char *verb, MatchOptions *options) {
    *options = (MatchOptions){
        .verb = verb,
        .games = ULONG_MAX,
        .concurrency = ULONG_MAX,
        .seed = 1,
        .seconds = -1,
        .increment = -1,
        .move_time = -1,
        .nodes = -1,
        .depth = -1,
        .margin = -1,
        .move_margin = -1,
        .watchdog = -1,
        .start_limit = -1,
        .variant = "standard",
        .order = "sequential",
        .event = "Rookery match",
    };
}

int match_read_options(int argc, char **argv, MatchOptions *options, const char *help) {
    match_default_options("match", options);
    const Option table[] = {
        {"games", OPTION_COUNT, &options->games},
        {"seconds", OPTION_NUMBER, &options->seconds},
        {"increment", OPTION_NUMBER, &options->increment},
        {"clock", OPTION_LIST, &options->clocks},
        {"movetime", OPTION_NUMBER, &options->move_time},
        {"nodes", OPTION_NUMBER, &options->nodes},
        {"depth", OPTION_NUMBER, &options->depth},
        {"margin-ms", OPTION_NUMBER, &options->margin},
        {"movetime-margin-ms", OPTION_NUMBER, &options->move_margin},
        {"watchdog", OPTION_NUMBER, &options->watchdog},
        {"start-limit", OPTION_NUMBER, &options->start_limit},
        {"variant", OPTION_TEXT, &options->variant},
        {"fen", OPTION_TEXT, &options->fen},
        {"openings", OPTION_TEXT, &options->openings},
        {"opening-plies", OPTION_COUNT, &options->opening_plies},
        {"order", OPTION_TEXT, &options->order},
        {"seed", OPTION_COUNT, &options->seed},
        {"concurrency", OPTION_COUNT, &options->concurrency},
        {"gauntlet", OPTION_FLAG, &options->gauntlet},
        {"option", OPTION_LIST, &options->player_options},
        {"name", OPTION_LIST, &options->names},
        {"bot-memory", OPTION_LIST, &options->bot_memory},
        {"draw", OPTION_TEXT, &options->draw},
        {"resign", OPTION_TEXT, &options->resign},
        {"max-moves", OPTION_COUNT, &options->max_moves},
        {"sprt", OPTION_TEXT, &options->sprt},
        {"pgn", OPTION_TEXT, &options->pgn},
        {"json", OPTION_TEXT, &options->json},
        {"state", OPTION_TEXT, &options->state},
        {"log-dir", OPTION_TEXT, &options->log_dir},
        {"event", OPTION_TEXT, &options->event},
        {"watch", OPTION_FLAG, &options->watch},
        {"quiet", OPTION_FLAG, &options->quiet},
        {"no-sandbox", OPTION_FLAG, &options->no_sandbox},
        {"no-freeze", OPTION_FLAG, &options->no_freeze},
        {NULL, OPTION_FLAG, NULL},
    };
    return options_read(argc, argv, table, help);
}

/* Splits "2:text": the players that the value is meant for are [*from, *to). False when there is no such player. */
static bool read_target(const char *verb, const char *option, const char **value, size_t count, size_t *from,
                        size_t *to) {
    size_t digits = strspn(*value, "0123456789");
    *from = 0;
    *to = count;
    if (digits == 0 || (*value)[digits] != ':')
        return true;
    unsigned long number = strtoul(*value, NULL, 10);
    if (number < 1 || number > count) {
        usage_error(verb, "--%s %s: there is no player %.*s; they are numbered from 1 to %zu", option, *value,
                    (int)digits, *value, count);
        return false;
    }
    *from = number - 1;
    *to = number;
    *value += digits + 1;
    return true;
}

/* ---- Players -------------------------------------------------------------------------------------------- */

static bool allocate(MatchSetup *setup, size_t count, const MatchOptions *options) {
    size_t text = 1;
    for (size_t i = 0; i < options->player_options.count; i++)
        text += strlen(options->player_options.values[i]) + 1;
    setup->entrants = calloc(count, sizeof *setup->entrants);
    setup->launches = calloc(count, sizeof *setup->launches);
    setup->names = calloc(count, sizeof *setup->names);
    setup->options = calloc(count * OPTION_LIST_MAX, sizeof *setup->options);
    setup->option_text = calloc(text, 1);
    return setup->entrants != NULL && setup->launches != NULL && setup->names != NULL && setup->options != NULL &&
           setup->option_text != NULL;
}

static void set_spec(MatchSetup *setup, size_t i, const MatchOptions *options) {
    const Launch *launch = &setup->launches[i];
    bool bot = launch->kind == LAUNCH_PYTHON || launch->kind == LAUNCH_JAVASCRIPT;
    int64_t limit = llround(options->start_limit * MICROSECONDS_PER_SECOND);
    setup->entrants[i].spec = (PlayerSpec){
        .name = setup->names[i],
        .process = &launch->spec,
        .is_bot = bot,
        .freeze = !options->no_freeze,
        .options = setup->options + i * OPTION_LIST_MAX,
        .uciok_limit = limit > 0 ? limit
                       : bot     ? BOT_START_LIMIT
                                 : ENGINE_UCIOK_LIMIT,
        .readyok_limit = limit > 0 ? limit
                         : bot     ? BOT_START_LIMIT
                                   : ENGINE_READYOK_LIMIT,
    };
}

static bool describe_players(const MatchOptions *options, size_t count, char **players, MatchSetup *setup) {
    Error error;
    for (size_t i = 0; i < count; i++) {
        if (!launch_describe(players[i], !options->no_sandbox, &setup->launches[i], &error)) {
            usage_error(options->verb, "%s", error.message);
            return false;
        }
        snprintf(setup->names[i], sizeof setup->names[i], "%s", setup->launches[i].name);
        set_spec(setup, i, options);
    }
    return true;
}

static bool limit_memory(const MatchOptions *options, size_t count, MatchSetup *setup) {
    for (size_t i = 0; i < options->bot_memory.count; i++) {
        size_t from, to;
        const char *text = options->bot_memory.values[i];
        if (!read_target(options->verb, "bot-memory", &text, count, &from, &to))
            return false;
        char *end;
        unsigned long megabytes = strtoul(text, &end, 10);
        if (text[0] < '0' || text[0] > '9' || *end != '\0' || megabytes < LAUNCH_MEMORY_MB_MIN ||
            megabytes > LAUNCH_MEMORY_MB_MAX) {
            usage_error(options->verb,
                        "--bot-memory wants megabytes from %d to %d, as in --bot-memory 512 or 2:256, not \"%s\"",
                        LAUNCH_MEMORY_MB_MIN, LAUNCH_MEMORY_MB_MAX, options->bot_memory.values[i]);
            return false;
        }
        for (size_t player = from; player < to; player++)
            if (setup->entrants[player].spec.is_bot)
                launch_limit_memory(&setup->launches[player], (unsigned)megabytes);
    }
    return true;
}

/* Sets the names that were given, cut to whole characters. */
static bool name_players(const MatchOptions *options, size_t count, MatchSetup *setup) {
    for (size_t i = 0; i < options->names.count; i++) {
        size_t from, to;
        const char *name = options->names.values[i];
        if (!read_target(options->verb, "name", &name, count, &from, &to))
            return false;
        size_t length = strlen(name) < LAUNCH_NAME_MAX ? strlen(name) : LAUNCH_NAME_MAX - 1;
        while (length > 0 && (name[length] & 0xc0) == 0x80)
            length--;
        if (length == 0 || to - from != 1 || !utf8_is_valid(name, length)) {
            usage_error(options->verb, "--name wants a player's number and its name, as in --name 1:Alpha");
            return false;
        }
        snprintf(setup->names[from], sizeof setup->names[from], "%.*s", (int)length, name);
    }
    return true;
}

/* Makes equal names different: "greedy", "greedy 2". */
static void tell_apart(size_t count, MatchSetup *setup) {
    for (size_t i = 1; i < count; i++) {
        unsigned copies = 1;
        size_t length = strlen(setup->names[i]);
        for (size_t j = 0; j < i;) {
            if (strcmp(setup->names[i], setup->names[j]) != 0) {
                j++;
                continue;
            }
            snprintf(setup->names[i] + length, sizeof setup->names[i] - length, " %u", ++copies);
            j = 0;
        }
    }
}

static bool set_player_options(const MatchOptions *options, size_t count, MatchSetup *setup) {
    char *text = setup->option_text;
    for (size_t i = 0; i < options->player_options.count; i++) {
        size_t from, to;
        const char *setting = options->player_options.values[i];
        if (!read_target(options->verb, "option", &setting, count, &from, &to))
            return false;
        char *equals = strcpy(text, setting) + strcspn(text, "=");
        if (equals == text || strpbrk(text, "\r\n") != NULL) {
            usage_error(options->verb,
                        "--option wants NAME=VALUE, or 2:NAME=VALUE for the second player only, not \"%s\"",
                        options->player_options.values[i]);
            return false;
        }
        bool button = *equals == '\0';
        *equals = '\0';
        for (size_t player = from; player < to; player++) {
            PlayerSpec *spec = &setup->entrants[player].spec;
            setup->options[player * OPTION_LIST_MAX + spec->option_count++] =
                (PlayerOption){.name = text, .value = button ? NULL : equals + 1};
        }
        text += strlen(setting) + 1;
    }
    return true;
}

/* ---- Clocks --------------------------------------------------------------------------------------------- */

static int64_t from_milliseconds(double milliseconds) {
    return llround(milliseconds * MICROSECONDS_PER_MILLISECOND);
}

/* The limits that are given by options of their own. */
static bool read_plain_limits(const MatchOptions *options, TimeControl *control) {
    char text[160] = "";
    int length = 0;
    Error error;
    bool timed = options->seconds >= 0 || options->increment >= 0;
    bool other = options->move_time >= 0 || options->nodes >= 0 || options->depth >= 0;
    if (timed && options->clocks.count > 0) {
        usage_error(options->verb, "give the time once: --seconds and --increment, or --clock");
        return false;
    }
    if (timed || (!other && options->clocks.count == 0))
        length += snprintf(text, sizeof text, "%.6f+%.6f",
                           options->seconds >= 0 ? options->seconds
                           : timed               ? 0
                                                 : 60,
                           options->increment >= 0 ? options->increment
                           : timed                 ? 0
                                                   : 1);
    if (options->move_time >= 0)
        length += snprintf(text + length, sizeof text - (size_t)length, " movetime=%.15g", options->move_time);
    if (options->nodes >= 0)
        length += snprintf(text + length, sizeof text - (size_t)length, " nodes=%.15g", options->nodes);
    if (options->depth >= 0)
        length += snprintf(text + length, sizeof text - (size_t)length, " depth=%.15g", options->depth);
    if (length == 0 || time_control_parse(text, control, &error))
        return true;
    usage_error(options->verb, "%s", error.message);
    return false;
}

/* A --clock joins the limits of the other options, except that it is the only one about time on the clock. */
static bool read_clocks(const MatchOptions *options, size_t count, const TimeControl *common, MatchSetup *setup) {
    for (size_t i = 0; i < options->clocks.count; i++) {
        size_t from, to;
        Error error;
        TimeControl control = *common;
        const char *text = options->clocks.values[i];
        if (!read_target(options->verb, "clock", &text, count, &from, &to))
            return false;
        if (!time_control_parse(text, &control, &error)) {
            usage_error(options->verb, "--clock %s", error.message);
            return false;
        }
        if (control.move_time == 0)
            control.move_time = common->move_time;
        if (control.nodes == 0)
            control.nodes = common->nodes;
        if (control.depth == 0)
            control.depth = common->depth;
        for (size_t player = from; player < to; player++)
            setup->entrants[player].control = control;
    }
    for (size_t player = 0; player < count; player++) {
        const TimeControl *control = &setup->entrants[player].control;
        if (!time_control_is_timed(control) && control->nodes == 0 && control->depth == 0) {
            usage_error(options->verb, "player %zu has no clock; give one to all, as in --clock 60+1", player + 1);
            return false;
        }
    }
    return true;
}

static bool set_clocks(const MatchOptions *options, size_t count, MatchSetup *setup) {
    TimeControl common = {
        .margin = options->margin >= 0 ? from_milliseconds(options->margin) : CLOCK_MARGIN,
        .move_margin = options->move_margin >= 0 ? from_milliseconds(options->move_margin)
                       : options->margin >= 0    ? from_milliseconds(options->margin)
                                                 : MOVE_TIME_MARGIN,
        .watchdog = options->watchdog > 0 ? llround(options->watchdog * MICROSECONDS_PER_SECOND) : WATCHDOG,
    };
    if (!read_plain_limits(options, &common))
        return false;
    for (size_t i = 0; i < count; i++)
        setup->entrants[i].control = common;
    return read_clocks(options, count, &common, setup);
}

/* ---- Openings and rules --------------------------------------------------------------------------------- */

static void warn_of_opening(void *owner, const char *sentence) {
    (void)owner;
    fprintf(stderr, "Note: %s.\n", sentence);
}

static bool set_openings(const MatchOptions *options, MatchSetup *setup) {
    Error error;
    Variant variant = setup->plan.variant;
    bool random = strcmp(options->order, "random") == 0;
    if (options->fen != NULL && options->openings != NULL) {
        usage_error(options->verb, "give --fen or --openings, not both");
        return false;
    }
    if (!random && strcmp(options->order, "sequential") != 0) {
        usage_error(options->verb, "--order is sequential or random, not \"%s\"", options->order);
        return false;
    }
    if (options->fen != NULL)
        setup->openings = openings_fen(options->fen, variant, &error);
    else if (options->openings != NULL)
        setup->openings =
            openings_load(options->openings, variant, options->opening_plies, warn_of_opening, NULL, &error);
    else
        setup->openings = openings_start(variant, &error);
    if (setup->openings == NULL) {
        usage_error(options->verb, "%s%s", options->fen != NULL ? "--fen: " : "", error.message);
        return false;
    }
    /* Chess960 means a different start for every pair. */
    if (random || (variant == VARIANT_CHESS960 && options->fen == NULL && options->openings == NULL))
        openings_shuffle(setup->openings, options->seed);
    setup->plan.openings = setup->openings;
    return true;
}

static bool set_rules(const MatchOptions *options, MatchSetup *setup) {
    Error error;
    MatchPlan *plan = &setup->plan;
    bool good = options->draw == NULL || adjudication_parse_draw(options->draw, &plan->rules, &error);
    good = good && (options->resign == NULL || adjudication_parse_resign(options->resign, &plan->rules, &error));
    good = good && (options->sprt == NULL || sprt_parse(options->sprt, &setup->sprt, &error));
    if (!good) {
        usage_error(options->verb, "%s", error.message);
        return false;
    }
    if (options->max_moves > 100000) {
        usage_error(options->verb, "--max-moves may be at most 100000");
        return false;
    }
    plan->rules.max_moves = (unsigned)options->max_moves;
    if (options->sprt != NULL && plan->entrant_count != 2) {
        usage_error(options->verb, "--sprt is a test between two players, not %zu", plan->entrant_count);
        return false;
    }
    plan->sprt = options->sprt != NULL ? &setup->sprt : NULL;
    plan->games = options->games != ULONG_MAX ? options->games : plan->sprt != NULL ? 0 : 2;
    if (options->games == 0) {
        usage_error(options->verb, "--games wants at least 1");
        return false;
    }
    return true;
}

/* ---- Games at once -------------------------------------------------------------------------------------- */

/* The largest number of threads that any player is told to use. */
static unsigned threads_of_players(const MatchSetup *setup) {
    unsigned most = 1;
    for (size_t i = 0; i < setup->plan.entrant_count; i++) {
        const PlayerSpec *spec = &setup->entrants[i].spec;
        for (size_t j = 0; j < spec->option_count; j++)
            if (strcasecmp(spec->options[j].name, "Threads") == 0 && spec->options[j].value != NULL) {
                unsigned threads = (unsigned)strtoul(spec->options[j].value, NULL, 10);
                most = threads > most ? threads : most;
            }
    }
    return most;
}

static bool set_concurrency(const MatchOptions *options, MatchSetup *setup) {
    unsigned long wanted = options->concurrency;
    if (wanted == 0 || (wanted != ULONG_MAX && wanted > CONCURRENCY_MAX)) {
        usage_error(options->verb, "--concurrency wants a number from 1 to %d", CONCURRENCY_MAX);
        return false;
    }
    if (wanted == ULONG_MAX)
        wanted = options->watch ? 1 : machine_processors() / threads_of_players(setup);
    unsigned long pairings = setup->plan.entrant_count * (setup->plan.entrant_count - 1) / 2;
    if (setup->plan.games > 0 && wanted > setup->plan.games * pairings)
        wanted = setup->plan.games * pairings;
    unsigned concurrency = wanted < 1 ? 1 : (unsigned)wanted;
    unsigned room = process_room(concurrency * PROCESSES_PER_GAME, DESCRIPTORS_KEPT) / PROCESSES_PER_GAME;
    if (room < concurrency) {
        room = room < 1 ? 1 : room;
        fprintf(stderr, "Note: the limit on open files allows %u games at once, not %u; raise it with ulimit -n.\n",
                room, concurrency);
        concurrency = room;
    }
    setup->plan.concurrency = concurrency;
    return true;
}

/* Players that do not watch the time and have no choice of openings often play one game over and over. */
static void warn_of_repetition(const MatchOptions *options, const MatchSetup *setup) {
    bool timed = false;
    for (size_t i = 0; i < setup->plan.entrant_count; i++)
        timed |= time_control_is_timed(&setup->entrants[i].control);
    if (!timed && !options->quiet && openings_count(setup->openings) == 1 && setup->plan.games != 1 &&
        setup->plan.games != 2)
        fputs("Note: players limited by nodes or depth may play the same game again and again; give --openings.\n",
              stderr);
}

/* ---- All of it ------------------------------------------------------------------------------------------ */

bool match_set_up(const MatchOptions *options, int count, char **players, MatchSetup *setup) {
    *setup = (MatchSetup){0};
    if (count < 2 || count > PLAYERS_MAX) {
        usage_error(options->verb, count < 2 ? "two players are wanted, as in: rookery match my_bot.py random"
                                             : "at most 1000 players can take part");
        return false;
    }
    setup->plan = (MatchPlan){.entrant_count = (size_t)count, .gauntlet = options->gauntlet};
    setup->plan.variant = read_variant(options->verb, options->variant);
    if (setup->plan.variant == VARIANT_NONE)
        return false;
    if (!allocate(setup, (size_t)count, options)) {
        usage_error(options->verb, "out of memory");
        return false;
    }
    setup->plan.entrants = setup->entrants;
    if (!describe_players(options, (size_t)count, players, setup) || !limit_memory(options, (size_t)count, setup) ||
        !name_players(options, (size_t)count, setup))
        return false;
    tell_apart((size_t)count, setup);
    if (!set_player_options(options, (size_t)count, setup) || !set_clocks(options, (size_t)count, setup) ||
        !set_rules(options, setup) || !set_openings(options, setup) || !set_concurrency(options, setup))
        return false;
    warn_of_repetition(options, setup);
    return true;
}

void match_setup_free(MatchSetup *setup) {
    for (size_t i = 0; setup->launches != NULL && i < setup->plan.entrant_count; i++)
        launch_free(&setup->launches[i]);
    openings_free(setup->openings);
    free(setup->entrants);
    free(setup->launches);
    free(setup->names);
    free(setup->options);
    free(setup->option_text);
}

static json_t *player_to_json(const Entrant *entrant, const char *description) {
    Text limit;
    text_init(&limit);
    time_control_describe(&entrant->control, &limit);
    json_t *options = json_object();
    for (size_t i = 0; i < entrant->spec.option_count; i++) {
        const PlayerOption *option = &entrant->spec.options[i];
        json_object_set_new(options, option->name, option->value != NULL ? json_string(option->value) : json_true());
    }
    json_t *player = json_pack("{ss ss ss so sf sf}", "name", entrant->spec.name, "player", description, "limit",
                               limit.data, "options", options, "margin_ms", (double)entrant->control.margin / 1000,
                               "movetime_margin_ms", (double)entrant->control.move_margin / 1000);
    text_free(&limit);
    if (entrant->spec.is_bot)
        json_object_set_new(player, "memory_mb",
                            json_integer((json_int_t)(entrant->spec.process->limits.memory_bytes >> 20)));
    return player;
}

json_t *match_setup_to_json(const MatchOptions *options, const MatchSetup *setup, char **players) {
    char digest[24];
    json_t *list = json_array();
    for (size_t i = 0; i < setup->plan.entrant_count; i++)
        json_array_append_new(list, player_to_json(&setup->entrants[i], players[i]));
    snprintf(digest, sizeof digest, "%016llx", (unsigned long long)openings_digest(setup->openings));
    return json_pack("{ss so ss sI sb ss ss* ss* ss* si}", "event", options->event, "players", list, "variant",
                     variant_name(setup->plan.variant), "games", (json_int_t)setup->plan.games, "gauntlet",
                     (int)setup->plan.gauntlet, "openings", digest, "draw", options->draw, "resign", options->resign,
                     "sprt", options->sprt, "max_moves", (int)setup->plan.rules.max_moves);
}
