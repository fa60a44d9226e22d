#include "arena/match.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"

enum {
    QUIT_PATIENCE = 500 * 1000, /* for an engine to end by itself */
    STOP_PATIENCE = 250 * 1000, /* the same when somebody waits for us */
    SENTENCE_MAX = 1200,
};

/* A place where one game at a time is played. */
typedef struct Slot {
    Match *match;
    Referee *referee;  /* NULL: free */
    size_t entrant[2]; /* by Color */
    Player *player[2];
} Slot;

/* What the match knows of an entrant beyond its spec. */
typedef struct Standby {
    Player **idle; /* engines without a game; room for all slots */
    size_t idle_count;
    unsigned failed_starts; /* in a row */
    bool out;               /* plays no more */
} Standby;

struct Match {
    Loop *loop;
    const MatchPlan *plan;
    const MatchEvents *events;
    void *owner;
    Schedule schedule;
    Table table;
    Slot *slots;
    Standby *standby;
    unsigned long next;   /* index of the next game that was never tried */
    unsigned long *again; /* games to be tried again; room for all slots */
    size_t again_count;
    unsigned running;  /* games */
    unsigned players;  /* processes that still exist */
    bool winding_down; /* no game is started any more */
    MatchEnd verdict;  /* what match_end() will say once all players are gone */
};

static void notice(Match *match, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void notice(Match *match, const char *format, ...) {
    char sentence[SENTENCE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (match->events->notice != NULL)
        match->events->notice(match->owner, sentence);
}

/* ---- Players -------------------------------------------------------------------------------------------- */

static void on_player_gone(void *owner) {
    Match *match = owner;
    match->players--;
}

static void dismiss(Match *match, Player *player) {
    bool at_once = player_spec(player)->is_bot || player_fault(player) != PLAYER_FINE;
    player_dismiss(player,
                   at_once                           ? 0
                   : match->verdict == MATCH_STOPPED ? STOP_PATIENCE
                                                     : QUIT_PATIENCE,
                   on_player_gone, match);
}

static void rule_out(Match *match, size_t entrant, const char *why) {
    Standby *standby = &match->standby[entrant];
    if (standby->out)
        return;
    standby->out = true;
    notice(match, "%s plays no more games in this match: %s", match->plan->entrants[entrant].spec.name, why);
}

/* A player for the entrant, waiting or new. NULL when it cannot be started: the entrant is then out. */
static Player *acquire(Match *match, size_t entrant) {
    Standby *standby = &match->standby[entrant];
    while (standby->idle_count > 0) {
        Player *player = standby->idle[--standby->idle_count];
        if (player_is_free(player))
            return player;
        dismiss(match, player);
    }
    Error error;
    Player *player = player_open(match->loop, &match->plan->entrants[entrant].spec, match->plan->variant, &error);
    if (player == NULL)
        rule_out(match, entrant, error.message);
    else
        match->players++;
    return player;
}

static void release(Match *match, size_t entrant, Player *player) {
    Standby *standby = &match->standby[entrant];
    player_listen(player, NULL, NULL);
    /* One that is still thinking about a lost game might go on for ever: a new process is the quicker way. */
    if (player_spec(player)->is_bot || !player_is_free(player) || match->winding_down)
        dismiss(match, player);
    else
        standby->idle[standby->idle_count++] = player;
}

static void dismiss_idle(Match *match) {
    for (size_t i = 0; i < match->plan->entrant_count; i++) {
        Standby *standby = &match->standby[i];
        while (standby->idle_count > 0)
            dismiss(match, standby->idle[--standby->idle_count]);
    }
}

/* ---- Games ---------------------------------------------------------------------------------------------- */

static void fill_slots(Match *match);

static void on_begun(void *owner) {
    Slot *slot = owner;
    Match *match = slot->match;
    for (Color color = WHITE; color <= BLACK; color++)
        match->standby[slot->entrant[color]].failed_starts = 0;
    if (match->events->begun != NULL)
        match->events->begun(match->owner, slot->referee);
}

static void on_moved(void *owner) {
    Slot *slot = owner;
    if (slot->match->events->moved != NULL)
        slot->match->events->moved(slot->match->owner, slot->referee);
}

static void on_slow(void *owner, Color color) {
    Slot *slot = owner;
    const Player *player = referee_player(slot->referee, color);
    notice(slot->match, "Game %lu waits: %s has not answered for %d s; its last line was \"%s\"",
           referee_record(slot->referee)->number, player_spec(player)->name, SLOW_NOTICE / 1000000,
           player_last_line(player));
}

/* A player that did not start: after some times in a row, or when it never will, it is out. */
static void count_failed_start(Match *match, const Slot *slot, const GameRecord *record) {
    size_t entrant = slot->entrant[record->culprit];
    Standby *standby = &match->standby[entrant];
    const Player *player = slot->player[record->culprit];
    standby->failed_starts++;
    if (player_fault(player) == PLAYER_CANNOT_PLAY)
        rule_out(match, entrant, player_fault_text(player));
    else if (standby->failed_starts >= STARTS_TRIED)
        rule_out(match, entrant, "it did not start three times in a row");
    if (!record->has_result && !match->winding_down)
        match->again[match->again_count++] = record->number - 1;
}

static void check_test(Match *match) {
    if (match->plan->sprt == NULL || match->verdict != MATCH_RUNNING)
        return;
    SprtVerdict verdict = sprt_verdict(match->plan->sprt, &match->table.scores[0]);
    if (verdict == SPRT_CONTINUE)
        return;
    match->verdict = verdict == SPRT_ACCEPT_H1 ? MATCH_H1 : MATCH_H0;
    match->winding_down = true;
    for (unsigned i = 0; i < match->plan->concurrency; i++)
        if (match->slots[i].referee != NULL)
            referee_stop(match->slots[i].referee);
}

static void on_over(void *owner) {
    Slot *slot = owner;
    Match *match = slot->match;
    const GameRecord *record = referee_record(slot->referee);
    GameSummary summary = summarise(record);
    if (record->end == GAME_NOT_STARTED)
        count_failed_start(match, slot, record);
    if (!table_add(&match->table, &summary))
        notice(match, "Game %lu could not be counted: out of memory", record->number);
    if (match->events->game_over != NULL)
        match->events->game_over(match->owner, slot->referee);
    for (Color color = WHITE; color <= BLACK; color++)
        release(match, slot->entrant[color], slot->player[color]);
    referee_close(slot->referee);
    slot->referee = NULL;
    match->running--;
    if (summary.rated)
        check_test(match);
    fill_slots(match);
}

static const RefereeEvents referee_events = {.begun = on_begun, .moved = on_moved, .slow = on_slow, .over = on_over};

/* False when the game cannot be played now or ever. */
static bool begin_game(Match *match, Slot *slot, unsigned long index, const ScheduledGame *game) {
    Position start;
    const MatchPlan *plan = match->plan;
    const Entrant *white = &plan->entrants[game->white], *black = &plan->entrants[game->black];
    GameSetup setup = {
        .number = index + 1,
        .round = game->opening + 1,
        .start = &start,
        .controls = {&white->control, &black->control},
        .rules = &plan->rules,
    };
    openings_get(plan->openings, game->opening, &start, &setup.opening, &setup.opening_plies);
    *slot = (Slot){.match = match, .entrant = {game->white, game->black}};
    slot->player[WHITE] = acquire(match, game->white);
    slot->player[BLACK] = slot->player[WHITE] != NULL ? acquire(match, game->black) : NULL;
    if (slot->player[BLACK] != NULL)
        slot->referee =
            referee_open(match->loop, &setup, slot->player[WHITE], slot->player[BLACK], &referee_events, slot);
    if (slot->referee != NULL)
        return true;
    for (Color color = WHITE; color <= BLACK; color++)
        if (slot->player[color] != NULL)
            release(match, slot->entrant[color], slot->player[color]);
    if (slot->player[BLACK] != NULL)
        notice(match, "Game %lu is not played: out of memory", index + 1);
    return false;
}

/* The next game that can be played. False when there is none left. */
static bool next_game(Match *match, unsigned long *index, ScheduledGame *game) {
    for (;;) {
        if (match->again_count > 0)
            *index = match->again[--match->again_count];
        else
            *index = match->next++;
        if (!schedule_get(&match->schedule, *index, game)) {
            match->next--;
            return false;
        }
        if (!table_has(&match->table, *index) && !match->standby[game->white].out && !match->standby[game->black].out)
            return true;
        /* With two players and no end of games there would be none left to find. */
        if (match->plan->games == 0 && (match->standby[game->white].out || match->standby[game->black].out))
            return false;
    }
}

static bool anybody_out(const Match *match) {
    for (size_t i = 0; i < match->plan->entrant_count; i++)
        if (match->standby[i].out)
            return true;
    return false;
}

static void fill_slots(Match *match) {
    unsigned long index;
    ScheduledGame game;
    for (unsigned i = 0; i < match->plan->concurrency && !match->winding_down; i++) {
        Slot *slot = &match->slots[i];
        while (slot->referee == NULL && next_game(match, &index, &game))
            if (begin_game(match, slot, index, &game))
                match->running++;
        if (slot->referee == NULL)
            break;
    }
    if (match->running > 0)
        return;
    match->winding_down = true;
    if (match->verdict == MATCH_RUNNING)
        match->verdict = anybody_out(match) ? MATCH_UNPLAYABLE : MATCH_PLAYED;
    dismiss_idle(match);
}

/* ---- Opening and closing -------------------------------------------------------------------------------- */

static bool allocate(Match *match) {
    const MatchPlan *plan = match->plan;
    match->slots = calloc(plan->concurrency, sizeof *match->slots);
    match->standby = calloc(plan->entrant_count, sizeof *match->standby);
    match->again = calloc(plan->concurrency, sizeof *match->again);
    if (match->slots == NULL || match->standby == NULL || match->again == NULL)
        return false;
    for (size_t i = 0; i < plan->entrant_count; i++) {
        match->standby[i].idle = calloc(plan->concurrency, sizeof *match->standby[i].idle);
        if (match->standby[i].idle == NULL)
            return false;
    }
    return schedule_open(&match->schedule, plan->entrant_count, plan->gauntlet, plan->games) &&
           table_open(&match->table, &match->schedule, plan->entrant_count);
}

Match *match_open(Loop *loop, const MatchPlan *plan, const MatchEvents *events, void *owner, Error *error) {
    Match *match = calloc(1, sizeof *match);
    if (match != NULL)
        *match = (Match){.loop = loop, .plan = plan, .events = events, .owner = owner};
    if (match == NULL || !allocate(match)) {
        error_set(error, "out of memory for the match");
        match_close(match);
        return NULL;
    }
    return match;
}

bool match_credit(Match *match, const GameSummary *summary) {
    return table_add(&match->table, summary);
}

void match_start(Match *match) {
    check_test(match);
    fill_slots(match);
}

void match_stop(Match *match) {
    if (match->winding_down && match->running == 0)
        return;
    if (match->verdict == MATCH_RUNNING)
        match->verdict = MATCH_STOPPED;
    match->winding_down = true;
    for (unsigned i = 0; i < match->plan->concurrency; i++)
        if (match->slots[i].referee != NULL)
            referee_stop(match->slots[i].referee);
}

MatchEnd match_end(const Match *match) {
    return match->running == 0 && match->players == 0 ? match->verdict : MATCH_RUNNING;
}

const Table *match_table(const Match *match) {
    return &match->table;
}

const MatchPlan *match_plan(const Match *match) {
    return match->plan;
}

void match_close(Match *match) {
    if (match == NULL)
        return;
    for (unsigned i = 0; match->slots != NULL && i < match->plan->concurrency; i++)
        if (match->slots[i].referee != NULL) {
            referee_close(match->slots[i].referee);
            player_close(match->slots[i].player[WHITE]);
            player_close(match->slots[i].player[BLACK]);
        }
    for (size_t i = 0; match->standby != NULL && i < match->plan->entrant_count; i++) {
        Standby *standby = &match->standby[i];
        while (standby->idle_count > 0)
            player_close(standby->idle[--standby->idle_count]);
        free(standby->idle);
    }
    table_close(&match->table);
    schedule_close(&match->schedule);
    free(match->slots);
    free(match->standby);
    free(match->again);
    free(match);
}
