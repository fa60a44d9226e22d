#include "match_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/monotonic.h"

enum { WORDS_MAX = 24, TOO_LONG = 60 * 1000 * 1000 };

typedef struct Run {
    const Conditions *conditions;
    Played *played;
    Match *match;
    Loop *loop;
    Timer stop_timer, too_long;
    char texts[2][512];
    char *words[2][WORDS_MAX];
    ProcessSpec processes[2];
    Entrant entrants[2];
} Run;

static void on_stop(void *owner) {
    Run *run = owner;
    match_stop(run->match);
}

static void on_too_long(void *owner) {
    (void)owner;
    fail_msg("the match does not end");
}

static void on_moved(void *owner, const Referee *referee) {
    Run *run = owner;
    if (run->conditions->stop_after > 0 && run->stop_timer.place == 0 && record_plies(referee_record(referee)) == 1)
        loop_set_timer(run->loop, &run->stop_timer, monotonic_us() + run->conditions->stop_after, on_stop, run);
}

static void on_game_over(void *owner, const Referee *referee) {
    Run *run = owner;
    const GameRecord *record = referee_record(referee);
    Played *played = run->played;
    if (played->count == GAMES_KEPT)
        return;
    PlayedGame *game = &played->games[played->count++];
    *game = (PlayedGame){
        .number = record->number,
        .end = record->end,
        .winner = record->winner,
        .culprit = record->culprit,
        .has_result = record->has_result,
        .rated = record->rated,
        .plies = record_plies(record),
        .warnings = {record->warnings[WHITE], record->warnings[BLACK]},
        .duration = record->duration,
    };
    snprintf(game->reason, sizeof game->reason, "%s", record->reason);
    snprintf(game->ending, sizeof game->ending, "%s", record->ending);
    if (game->plies > 0) {
        game->first_note = record->notes[0];
        game->last_elapsed = record->notes[game->plies - 1].elapsed;
        game->last_clock = record->notes[game->plies - 1].clock_left;
    }
}

static void on_notice(void *owner, const char *sentence) {
    Run *run = owner;
    size_t length = strlen(run->played->notices);
    snprintf(run->played->notices + length, NOTICES_MAX - length, "%s\n", sentence);
}

static const MatchEvents events = {.moved = on_moved, .game_over = on_game_over, .notice = on_notice};

static void describe_player(Run *run, int i) {
    const Conditions *conditions = run->conditions;
    size_t count = 0;
    static char program[] = FAKE_ENGINE;
    run->words[i][count++] = program;
    snprintf(run->texts[i], sizeof run->texts[i], "%s", conditions->players[i]);
    for (char *word = strtok(run->texts[i], " "); word != NULL; word = strtok(NULL, " "))
        run->words[i][count++] = word;
    assert_true(count < WORDS_MAX);
    int64_t uciok_limit = i == 0 ? conditions->uciok_limit : 0, readyok_limit = i == 0 ? conditions->readyok_limit : 0;
    run->processes[i] = (ProcessSpec){.argv = run->words[i]};
    run->entrants[i].spec = (PlayerSpec){
        .name = i == 0 ? "first" : "second",
        .process = &run->processes[i],
        .is_bot = conditions->bots,
        .freeze = true,
        .options = &conditions->option,
        .option_count = i == 0 && conditions->option.name != NULL,
        .uciok_limit = uciok_limit > 0 ? uciok_limit : 30000000,
        .readyok_limit = readyok_limit > 0 ? readyok_limit : 30000000,
    };
    const char *clock = conditions->clocks[i] != NULL ? conditions->clocks[i] : conditions->clocks[0];
    TimeControl *control = &run->entrants[i].control;
    *control = (TimeControl){
        .margin = conditions->margin > 0 ? conditions->margin : CLOCK_MARGIN,
        .move_margin = MOVE_TIME_MARGIN,
        .watchdog = conditions->watchdog > 0 ? conditions->watchdog : 5000000,
    };
    assert_true(time_control_parse(clock != NULL ? clock : "60", control, NULL));
}

static Openings *open_openings(const Conditions *conditions) {
    Error error;
    Openings *openings = conditions->fen != NULL ? openings_fen(conditions->fen, conditions->variant, &error)
                                                 : openings_start(conditions->variant, &error);
    if (openings == NULL)
        fail_msg("%s", error.message);
    return openings;
}

void match_run(const Conditions *conditions, Played *played) {
    Run run = {.conditions = conditions, .played = played};
    memset(played, 0, sizeof *played);
    describe_player(&run, 0);
    describe_player(&run, 1);
    Openings *openings = open_openings(conditions);
    MatchPlan plan = {
        .entrants = run.entrants,
        .entrant_count = 2,
        .variant = conditions->variant,
        .games = conditions->games > 0      ? conditions->games
                 : conditions->sprt != NULL ? 0
                                            : 1,
        .openings = openings,
        .concurrency = conditions->concurrency > 0 ? conditions->concurrency : 1,
        .rules = conditions->rules,
        .sprt = conditions->sprt,
    };
    run.loop = loop_open(NULL);
    run.match = match_open(run.loop, &plan, &events, &run, NULL);
    loop_set_timer(run.loop, &run.too_long, monotonic_us() + TOO_LONG, on_too_long, &run);
    match_start(run.match);
    while (match_end(run.match) == MATCH_RUNNING)
        loop_turn(run.loop);
    played->end = match_end(run.match);
    played->score = match_table(run.match)->scores[0];
    played->unrated = match_table(run.match)->unrated;
    loop_cancel_timer(run.loop, &run.too_long);
    loop_cancel_timer(run.loop, &run.stop_timer);
    match_close(run.match);
    loop_close(run.loop);
    openings_free(openings);
}
