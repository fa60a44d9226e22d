/* The second and third step of a check: the bot is loaded, and plays a game against itself. */
#include "arena/check_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/launch.h"
#include "arena/match.h"
#include "base/error.h"
#include "base/monotonic.h"

/* The game is an ordinary one, but short: a bot that knows it is tested must still be able to play. */
#define SELF_TEST_CLOCK "5+0.1"
enum { SELF_TEST_MOVES = 40 };

typedef struct Playing {
    CheckReport *report;
    bool ready, failed;
} Playing;

static const char place_mark[] = " at line ";

/* The line of the bot's file that a sentence of the host names, or 1. */
static size_t line_in(const char *sentence) {
    const char *found = NULL;
    for (const char *at = sentence; (at = strstr(at, place_mark)) != NULL; at++)
        found = at;
    size_t line = found != NULL ? strtoul(found + sizeof place_mark - 1, NULL, 10) : 0;
    return line > 0 ? line : 1;
}

static bool add_sentence(CheckReport *report, const char *rule, const char *sentence) {
    char advice[2 * REASON_MAX + 2];
    snprintf(advice, sizeof advice, "%s%s", sentence, sentence[0] != '\0' ? "." : "");
    if (advice[0] >= 'a' && advice[0] <= 'z')
        advice[0] = (char)(advice[0] - 'a' + 'A');
    return check_add(report, rule, line_in(sentence), 1, "", advice);
}

/* What the host said last, "error: get_move raised ... at line 7"; NULL if it did not get to say anything. */
static const char *host_error(CheckReport *report) {
    static const char mark[] = "error: ";
    Text *log = &report->log;
    while (log->length > 0 && log->data[log->length - 1] == '\n')
        text_truncate(log, log->length - 1);
    const char *newline = log->length > 0 ? strrchr(log->data, '\n') : NULL;
    const char *line = newline != NULL ? newline + 1 : log->data;
    return line != NULL && strncmp(line, mark, sizeof mark - 1) == 0 ? line + sizeof mark - 1 : NULL;
}

static void keep_log(CheckReport *report, const Tail *tail) {
    if (report->log.length > 0 || tail->length == 0 || !text_reserve(&report->log, tail->length))
        return;
    tail_copy(tail, report->log.data);
    report->log.length = tail->length;
    report->log.data[tail->length] = '\0';
}

/* ---- loading ----------------------------------------------------------------------------------------------- */

static void on_ready(void *owner) {
    ((Playing *)owner)->ready = true;
}

static void on_failed(void *owner) {
    ((Playing *)owner)->failed = true;
}

static bool add_load_problem(CheckReport *report, const Player *player) {
    char sentence[REASON_MAX];
    const char *said = host_error(report), *fault = player_fault_text(player);
    if (said != NULL)
        snprintf(sentence, sizeof sentence, "%s", said);
    else if (strstr(fault, "within") != NULL)
        snprintf(sentence, sizeof sentence, "the bot did not load in 5 s; do less when the file is loaded");
    else
        snprintf(sentence, sizeof sentence, "the bot %s", fault);
    return add_sentence(report, "load", sentence);
}

static bool load(Loop *loop, const PlayerSpec *spec, const CheckPlan *plan, CheckReport *report, Error *error) {
    static const PlayerEvents events = {.ready = on_ready, .failed = on_failed};
    Playing playing = {.report = report};
    int64_t start = monotonic_us();
    Player *player = player_open(loop, spec, plan->variant, error);
    if (player == NULL)
        return false;
    player_listen(player, &events, &playing);
    player_prepare(player);
    while (!playing.ready && !playing.failed)
        loop_turn(loop);
    bool good = true;
    if (playing.ready) {
        report->load_time = monotonic_us() - start;
    } else {
        keep_log(report, player_log(player));
        good = add_load_problem(report, player) || error_set(error, "out of memory");
    }
    player_listen(player, NULL, NULL);
    player_close(player);
    return good;
}

/* ---- playing ----------------------------------------------------------------------------------------------- */

static void on_game_over(void *owner, const Referee *referee) {
    CheckReport *report = ((Playing *)owner)->report;
    const GameRecord *record = referee_record(referee);
    SelfTest *test = &report->self_test;
    test->played = true;
    test->ending = strdup(record->reason);
    test->plies = record_plies(record);
    for (size_t i = 0; i < test->plies; i++)
        if (record->notes[i].elapsed > test->slowest_move)
            test->slowest_move = record->notes[i].elapsed;
    for (int color = 0; color < 2; color++)
        if (record->peak_memory[color] > test->peak_memory)
            test->peak_memory = record->peak_memory[color];
    if (record->end == GAME_RULES || record->end == GAME_ADJUDICATED)
        return;
    if (record->culprit != NO_COLOR)
        keep_log(report, player_log(referee_player(referee, record->culprit)));
    const char *said = host_error(report);
    char sentence[2 * REASON_MAX];
    snprintf(sentence, sizeof sentence, "%s%s%s", record->reason, said != NULL ? ": " : "", said != NULL ? said : "");
    add_sentence(report, "self-test", sentence);
}

static bool play(Loop *loop, const PlayerSpec *spec, const CheckPlan *plan, CheckReport *report, Error *error) {
    static const MatchEvents events = {.game_over = on_game_over};
    Playing playing = {.report = report};
    Entrant entrants[2] = {{.spec = *spec}, {.spec = *spec}};
    entrants[1].spec.name = "its twin";
    entrants[0].control = (TimeControl){.margin = CLOCK_MARGIN, .move_margin = MOVE_TIME_MARGIN, .watchdog = WATCHDOG};
    time_control_parse(SELF_TEST_CLOCK, &entrants[0].control, NULL);
    entrants[1].control = entrants[0].control;
    Openings *openings = openings_start(plan->variant, error);
    if (openings == NULL)
        return false;
    MatchPlan match_plan = {
        .entrants = entrants,
        .entrant_count = 2,
        .variant = plan->variant,
        .games = 1,
        .openings = openings,
        .concurrency = 1,
        .rules = {.max_moves = SELF_TEST_MOVES},
    };
    Match *match = match_open(loop, &match_plan, &events, &playing, error);
    if (match != NULL) {
        match_start(match);
        while (match_end(match) == MATCH_RUNNING)
            loop_turn(loop);
        match_close(match);
    }
    openings_free(openings);
    if (match != NULL && !report->self_test.played)
        return add_sentence(report, "self-test", "the bot loaded once, but did not start again for a game");
    return match != NULL;
}

bool check_play(const char *path, const CheckPlan *plan, CheckReport *report, Error *error) {
    Launch launch;
    if (!launch_describe(path, plan->sandbox, &launch, error))
        return false;
    PlayerSpec spec = {
        .name = "the bot",
        .process = &launch.spec,
        .is_bot = true,
        .freeze = true,
        .uciok_limit = BOT_START_LIMIT,
        .readyok_limit = BOT_START_LIMIT,
    };
    Loop *loop = loop_open(error);
    bool good = loop != NULL && load(loop, &spec, plan, report, error);
    if (good && report->problem_count == 0)
        good = play(loop, &spec, plan, report, error);
    loop_close(loop);
    launch_free(&launch);
    return good;
}
