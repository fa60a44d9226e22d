/* rookery profile: plays one game of a bot and says where its time goes. */
#include "cli/profile.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/monotonic.h"
#include "cli/interrupt.h"
#include "cli/match_report.h"
#include "cli/match_setup.h"
#include "cli/verbs.h"

static const char help[] =
    "rookery profile BOT [options]: plays one game and says where the bot's time goes and what to fix first\n"
    "\n"
    "  rookery profile bots/python/minimax.py\n"
    "  rookery profile my_bot.js --opponent random --variant atomic --clock 5+0.1 --moves 20\n"
    "\n"
    "For each move: time used and left, depth, nodes and score if the bot reports them (arena.report), boards copied,\n"
    "moves pushed, peak memory. Afterwards some of the positions are searched again under a profiler, which shows the\n"
    "slowest calls; the times in the table are those of the game, which is played without it. A JavaScript bot is "
    "also\n"
    "measured against targets for time, depth, nodes a second, copies and timeouts.\n"
    "\n"
    "  --opponent P    any player, as for rookery match (default: the bot itself)\n"
    "  --black         the bot plays Black\n"
    "  --variant V, --fen F   the game\n"
    "  --clock C       as for rookery match (default 10+0.1); also --seconds S, --increment S\n"
    "  --movetime MS, --nodes N, --depth N   limits of every single move\n"
    "  --moves N       stops after N moves\n"
    "  --json          everything, for machines\n"
    "  --quiet         no progress\n"
    "  --no-sandbox    runs the bot without its box: for your own on your own machine only\n"
    "\n"
    "Exit status: 0 the game was played; 1 the bot crashed, lost on time or broke a rule, or the game was stopped;\n"
    "2 wrong use.\n";

/* How long and how much is searched again. */
enum {
    AGAIN_US = 6 * MICROSECONDS_PER_SECOND, /* as measured in the game; the profiler makes it two or three times that */
    AGAIN_LIMIT_US = 40 * MICROSECONDS_PER_SECOND,
    AGAIN_POSITIONS = 40
};

typedef struct ProfileOptions {
    MatchOptions match;
    const char *bot, *opponent, *clock;
    bool black, json;
} ProfileOptions;

typedef struct Run {
    const ProfileOptions *options;
    MatchSetup setup;
    size_t bot; /* which entrant */
    Loop *loop;
    Match *match;
    Progress progress;
    Profile profile;
    Clock clocks[2];   /* as they stood before the move that is being thought about */
    ProfileMove heard; /* what the host said of it */
    bool interrupted, out_of_memory;

    Player *player; /* that searches again */
    size_t picks[AGAIN_POSITIONS], pick_count, pick;
    bool again_over;
    Timer again_timer;
} Run;

double profile_share(const Profile *profile, const ProfileCall *call) {
    return profile->profiled_us > 0 ? (double)call->own_us / (double)profile->profiled_us : 0;
}

/* ---- What the host says --------------------------------------------------------------------------------- */

/* What a bot's process says must not steer the terminal. */
static void copy_printable(const char *text, char *out, size_t size) {
    size_t length = 0;
    for (; *text != '\0' && length + 1 < size; text++)
        out[length++] = isprint((unsigned char)*text) ? *text : '?';
    out[length] = '\0';
}

static void hear_call(Profile *profile, const char *text) {
    int name = 0;
    ProfileCall call = {0};
    if (profile->call_count == PROFILE_CALLS_MAX ||
        sscanf(text, "%llu %llu %lu %n", &call.calls, &call.own_us, &call.line, &name) < 3 || name == 0)
        return;
    copy_printable(text + name, call.name, sizeof call.name);
    profile->calls[profile->call_count++] = call;
}

static void on_heard(void *owner, const char *line) {
    Run *run = owner;
    Profile *profile = &run->profile;
    const char *rest;
    if (!uci_line_is(line, "info", &rest) || !uci_line_is(rest, "string", &rest))
        return;
    if (uci_line_is(rest, "error:", &rest) && run->player == NULL)
        copy_printable(rest, profile->error, sizeof profile->error);
    if (!uci_line_is(rest, "profile", &rest))
        return;
    if (uci_line_is(rest, "move", &rest))
        sscanf(rest, "%llu %llu %llu", &run->heard.copies, &run->heard.pushes, &run->heard.memory_kb);
    else if (uci_line_is(rest, "ended", &rest))
        profile->ended++;
    else if (uci_line_is(rest, "load", &rest) && profile->load_us == 0)
        profile->load_us = strtoull(rest, NULL, 10);
    else if (uci_line_is(rest, "total", &rest)) {
        profile->profiled_us = strtoull(rest, NULL, 10);
        profile->call_count = 0;
    } else if (uci_line_is(rest, "call", &rest))
        hear_call(profile, rest);
}

/* ---- The game ------------------------------------------------------------------------------------------- */

static void keep_clocks(Run *run, const Referee *referee) {
    for (Color color = WHITE; color <= BLACK; color++)
        run->clocks[color] = *referee_clock(referee, color);
}

static void on_begun(void *owner, const Referee *referee) {
    keep_clocks(owner, referee);
}

static ProfileMove *add_move(Profile *profile) {
    if (profile->count == profile->capacity) {
        size_t capacity = profile->capacity * 2 + 64;
        ProfileMove *moves = realloc(profile->moves, capacity * sizeof *moves);
        if (moves == NULL)
            return NULL;
        profile->moves = moves;
        profile->capacity = capacity;
    }
    return &profile->moves[profile->count++];
}

static char *asked_with(const Run *run, const GameRecord *record, size_t ply) {
    Text text;
    text_init(&text);
    record_write_position(record, ply, &text);
    text_append_char(&text, '\n');
    clock_write_go(&run->clocks[run->profile.color], &run->clocks[WHITE], &run->clocks[BLACK], &text);
    text_append_char(&text, '\n');
    char *lines = text.failed ? NULL : strdup(text.data);
    text_free(&text);
    return lines;
}

static void note_move(Run *run, const GameRecord *record) {
    size_t ply = record->game.ply - 1;
    const Position *before = &record->game.positions[ply];
    const Clock *clock = &run->clocks[before->side];
    ProfileMove *move = add_move(&run->profile);
    if (move == NULL) {
        run->out_of_memory = true;
        match_stop(run->match);
        return;
    }
    *move = run->heard;
    move->number = before->fullmove_number;
    move->note = record->notes[ply - record->opening_plies];
    move->had = time_control_is_timed(clock->control) ? clock_nominal(clock) : 0;
    move->asked = asked_with(run, record, ply);
    san_write_move(before, record->game.moves[ply], move->san);
    uci_write_move(before, record->game.moves[ply], move->uci);
    run->heard = (ProfileMove){0};
}

static void on_moved(void *owner, const Referee *referee) {
    Run *run = owner;
    const GameRecord *record = referee_record(referee);
    if (record->game.positions[record->game.ply - 1].side == run->profile.color)
        note_move(run, record);
    keep_clocks(run, referee);
}

static void on_game_over(void *owner, const Referee *referee) {
    Run *run = owner;
    const GameRecord *record = referee_record(referee);
    Profile *profile = &run->profile;
    profile->end = record->end;
    profile->at_fault = record->culprit == profile->color;
    snprintf(profile->result, sizeof profile->result, "%s", record_result(record));
    snprintf(profile->reason, sizeof profile->reason, "%s", record->reason);
    progress_game(&run->progress, run->match, referee);
}

static void on_notice(void *owner, const char *sentence) {
    Run *run = owner;
    progress_say(&run->progress, sentence);
}

static const MatchEvents match_events = {
    .begun = on_begun, .moved = on_moved, .game_over = on_game_over, .notice = on_notice};

static bool play(Run *run, Error *error) {
    run->match = match_open(run->loop, &run->setup.plan, &match_events, run, error);
    if (run->match == NULL)
        return false;
    progress_begin(&run->progress, stderr, run->options->match.quiet, run->match, 0);
    match_start(run->match);
    while (match_end(run->match) == MATCH_RUNNING)
        loop_turn(run->loop);
    progress_end(&run->progress);
    if (run->out_of_memory)
        return error_set(error, "out of memory");
    if (run->profile.end == GAME_NOT_STARTED && !run->profile.at_fault)
        return error_set(error, "the game could not be played: %.200s", run->profile.reason);
    return run->profile.end != GAME_RUNNING || error_set(error, "the game could not be played: see above");
}

/* ---- Searching again ------------------------------------------------------------------------------------ */

/* As many positions, evenly spread over the game, as took AGAIN_US together. */
static void pick_positions(Run *run) {
    const Profile *profile = &run->profile;
    int64_t used = 1;
    for (size_t i = 0; i < profile->count; i++)
        used += profile->moves[i].note.elapsed;
    double wanted = (double)AGAIN_US * (double)profile->count / (double)used;
    size_t most = profile->count < AGAIN_POSITIONS ? profile->count : AGAIN_POSITIONS;
    run->pick_count = wanted >= (double)most ? most : wanted < 1 && most > 0 ? 1 : (size_t)wanted;
    for (size_t i = 0; i < run->pick_count; i++)
        run->picks[i] = (2 * i + 1) * profile->count / (2 * run->pick_count);
}

static void search_next(Run *run) {
    const char *asked = run->pick < run->pick_count ? run->profile.moves[run->picks[run->pick]].asked : NULL;
    Text lines;
    if (asked == NULL) {
        run->again_over = true;
        return;
    }
    text_init(&lines);
    if (run->pick == 0)
        text_append_string(&lines, "profile calls\n");
    text_append_string(&lines, asked);
    player_go(run->player, lines.data);
    text_free(&lines);
}

static void on_again_ready(void *owner) {
    search_next(owner);
}

static void on_again_moved(void *owner, const char *move, int64_t elapsed) {
    Run *run = owner;
    (void)move, (void)elapsed;
    run->profile.searched = ++run->pick;
    search_next(run);
}

static void on_again_failed(void *owner) {
    Run *run = owner;
    run->again_over = true;
}

static const PlayerEvents again_events = {.ready = on_again_ready, .moved = on_again_moved, .failed = on_again_failed};

/* Whatever goes wrong here, the game has been told about already. */
static void search_again(Run *run) {
    Error error;
    const Entrant *entrant = &run->setup.plan.entrants[run->bot];
    pick_positions(run);
    if (run->pick_count == 0 || run->interrupted)
        return;
    if (!run->options->match.quiet)
        fprintf(stderr, "Searching %zu of the positions again under a profiler.\n", run->pick_count);
    run->player = player_open(run->loop, &entrant->spec, run->profile.variant, &error);
    if (run->player == NULL)
        return;
    player_listen(run->player, &again_events, run);
    player_prepare(run->player);
    loop_set_timer(run->loop, &run->again_timer, monotonic_us() + AGAIN_LIMIT_US, on_again_failed, run);
    while (!run->again_over && !run->interrupted)
        loop_turn(run->loop);
    loop_cancel_timer(run->loop, &run->again_timer);
    player_close(run->player);
}

/* ---- The run -------------------------------------------------------------------------------------------- */

static void on_interrupt(void *owner) {
    Run *run = owner;
    run->interrupted = true;
    match_stop(run->match);
}

static void describe(Run *run) {
    const Entrant *entrants = run->setup.entrants;
    const PlayerSpec *spec = &entrants[run->bot].spec;
    run->profile = (Profile){
        .bot = spec->name,
        .javascript = run->setup.launches[run->bot].kind == LAUNCH_JAVASCRIPT,
        .opponent = entrants[!run->bot].spec.name,
        .color = run->bot == 0 ? WHITE : BLACK,
        .variant = run->setup.plan.variant,
        .control = entrants[run->bot].control,
        .memory_limit = spec->process->boxed ? spec->process->limits.memory_bytes : 0,
    };
}

static bool open_all(Run *run, Error *error) {
    PlayerSpec *spec = &run->setup.entrants[run->bot].spec;
    if (!launch_add_profiler(&run->setup.launches[run->bot], error))
        return false;
    spec->heard = on_heard;
    spec->hearer = run;
    run->loop = loop_open(error);
    if (run->loop == NULL)
        return false;
    return interrupt_catch(run->loop, on_interrupt, run) ||
           error_set(error, "cannot watch for signals: %s", strerror(errno));
}

static int profile_run(Run *run) {
    Error error;
    int status = EXIT_USAGE;
    describe(run);
    if (open_all(run, &error) && play(run, &error)) {
        search_again(run);
        if (run->options->json)
            profile_print_json(&run->profile, stdout);
        else
            profile_print(&run->profile, stdout);
        status = run->profile.at_fault || run->interrupted ? EXIT_NO : EXIT_YES;
    } else {
        usage_error("profile", "%s", error.message);
    }
    if (run->loop != NULL)
        interrupt_release(run->loop);
    match_close(run->match);
    loop_close(run->loop);
    for (size_t i = 0; i < run->profile.count; i++)
        free(run->profile.moves[i].asked);
    free(run->profile.moves);
    return status;
}

static int read_options(int argc, char **argv, ProfileOptions *options) {
    MatchOptions *match = &options->match;
    *options = (ProfileOptions){0};
    match_default_options("profile", match);
    match->games = 1;
    const Option table[] = {
        {"opponent", OPTION_TEXT, &options->opponent},
        {"black", OPTION_FLAG, &options->black},
        {"variant", OPTION_TEXT, &match->variant},
        {"fen", OPTION_TEXT, &match->fen},
        {"clock", OPTION_TEXT, &options->clock},
        {"seconds", OPTION_NUMBER, &match->seconds},
        {"increment", OPTION_NUMBER, &match->increment},
        {"movetime", OPTION_NUMBER, &match->move_time},
        {"nodes", OPTION_NUMBER, &match->nodes},
        {"depth", OPTION_NUMBER, &match->depth},
        {"moves", OPTION_COUNT, &match->max_moves},
        {"json", OPTION_FLAG, &options->json},
        {"quiet", OPTION_FLAG, &match->quiet},
        {"no-sandbox", OPTION_FLAG, &match->no_sandbox},
        {NULL, OPTION_FLAG, NULL},
    };
    return options_read(argc, argv, table, help);
}

static void set_clock(ProfileOptions *options) {
    const MatchOptions *match = &options->match;
    bool limited =
        match->seconds >= 0 || match->increment >= 0 || match->move_time >= 0 || match->nodes >= 0 || match->depth >= 0;
    if (options->clock == NULL && !limited)
        options->clock = "10+0.1";
    if (options->clock != NULL)
        options->match.clocks = (OptionList){.values = {options->clock}, .count = 1};
}

int verb_profile(int argc, char **argv) {
    ProfileOptions options;
    int words = read_options(argc, argv, &options);
    if (words < 0)
        return options_status(words);
    if (words != 1)
        return usage_error("profile", "wants one bot, as in: rookery profile my_bot.py");
    char *opponent = options.opponent != NULL ? (char *)(uintptr_t)options.opponent : argv[1];
    char *players[2] = {options.black ? opponent : argv[1], options.black ? argv[1] : opponent};
    set_clock(&options);
    Run run = {.options = &options, .bot = options.black};
    int status = EXIT_USAGE;
    if (match_set_up(&options.match, 2, players, &run.setup))
        status = profile_run(&run);
    match_setup_free(&run.setup);
    return status;
}
