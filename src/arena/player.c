#include "arena/player.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/player_pipes.h"
#include "base/error.h"
#include "base/monotonic.h"

enum { LAST_PATIENCE = 2 * 1000 * 1000 }; /* from the kill to the end of the process */

static bool is_person(const Player *player) {
    return player->process == NULL;
}

/* ---- Faults --------------------------------------------------------------------------------------------- */

static void on_notify(void *owner) {
    Player *player = owner;
    if (player->events != NULL)
        player->events->failed(player->owner);
}

static bool is_starting(const Player *player) {
    return player->state == PLAYER_STARTING || player->state == PLAYER_IDLE || player->state == PLAYER_PREPARING;
}

/* Before it was ready for the game, whatever goes wrong is a failed start. */
static PlayerFault classify(const Player *player, PlayerFault fault) {
    return is_starting(player) && fault != PLAYER_CANNOT_PLAY ? PLAYER_NOT_STARTED : fault;
}

void player_fail(Player *player, PlayerFault fault, const char *format, ...) {
    if (player->state == PLAYER_GONE || player->dismissed)
        return;
    player->fault = classify(player, fault);
    int length = snprintf(player->fault_text, PLAYER_FAULT_MAX, "%s",
                          player->fault == PLAYER_NOT_STARTED ? "did not start: " : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(player->fault_text + length, PLAYER_FAULT_MAX - (size_t)length, format, arguments);
    va_end(arguments);
    pipes_drain_log(player);
    player->state = PLAYER_GONE;
    if (!is_person(player))
        process_kill(player->process);
    loop_unwatch(player->loop, &player->in_watch);
    loop_unwatch(player->loop, &player->out_watch);
    loop_cancel_timer(player->loop, &player->check_timer);
    loop_cancel_timer(player->loop, &player->limit_timer);
    loop_set_timer(player->loop, &player->notify_timer, loop_now(player->loop), on_notify, player);
}

static void fail_at_end(Player *player, ProcessEnd end) {
    const char *crashed = is_starting(player) ? "" : "crashed: ";
    const char *name = end.signal != 0 ? sigdescr_np(end.signal) : NULL;
    if (end.out_of_memory)
        player_fail(player, PLAYER_OUT_OF_MEMORY, "ran out of memory (limit %llu MB)",
                    (unsigned long long)(player->spec->process->limits.memory_bytes >> 20));
    else if (end.signal != 0)
        player_fail(player, PLAYER_CRASHED, "%skilled by signal %d (%s)", crashed, end.signal,
                    name != NULL ? name : "unknown");
    else
        player_fail(player, PLAYER_CRASHED, "%sended with exit status %d", crashed, end.exit_status);
}

static void on_uciok_limit(void *owner) {
    Player *player = owner;
    player_fail(player, PLAYER_NOT_STARTED, "no \"uciok\" within %.3g s", (double)player->spec->uciok_limit / 1e6);
}

static void on_readyok_limit(void *owner) {
    Player *player = owner;
    player_fail(player, PLAYER_NOT_STARTED, "no \"readyok\" within %.3g s", (double)player->spec->readyok_limit / 1e6);
}

static void expect_within(Player *player, int64_t limit, void (*due)(void *owner)) {
    loop_set_timer(player->loop, &player->limit_timer, loop_now(player->loop) + limit, due, player);
}

/* ---- The conversation ----------------------------------------------------------------------------------- */

static void on_person_ready(void *owner) {
    Player *player = owner;
    player->state = PLAYER_READY;
    if (player->events != NULL)
        player->events->ready(player->owner);
}

static void prepare_now(Player *player) {
    player->prepare_wanted = false;
    player->state = PLAYER_PREPARING;
    if (is_person(player)) {
        expect_within(player, 0, on_person_ready);
        return;
    }
    pipes_thaw(player);
    expect_within(player, player->spec->readyok_limit, on_readyok_limit);
    pipes_send(player, "ucinewgame\nisready\n");
}

/* Nothing is owed any more. */
static void rest(Player *player) {
    player->state = PLAYER_IDLE;
    loop_cancel_timer(player->loop, &player->limit_timer);
    if (player->prepare_wanted)
        prepare_now(player);
    else
        pipes_freeze(player);
}

static void take_uciok(Player *player) {
    char why[PLAYER_FAULT_MAX];
    Text lines;
    text_init(&lines);
    if (handshake_answer(&player->handshake, player->spec, &lines, why)) {
        pipes_send(player, lines.data);
        if (player->state != PLAYER_GONE)
            rest(player);
    } else {
        player_fail(player, PLAYER_CANNOT_PLAY, "cannot play: %.200s", why);
    }
    text_free(&lines);
}

static void take_start_line(Player *player, const char *line) {
    const char *rest_of_line;
    if (uci_line_is(line, "option", &rest_of_line))
        handshake_read_option(&player->handshake, rest_of_line);
    else if (uci_line_is(line, "uciok", &rest_of_line))
        take_uciok(player);
}

static void take_readyok(Player *player) {
    if (player->prepare_wanted) { /* for a later game than the one that this readyok belongs to */
        prepare_now(player);
        return;
    }
    player->state = PLAYER_READY;
    loop_cancel_timer(player->loop, &player->limit_timer);
    pipes_freeze(player);
    if (player->events != NULL)
        player->events->ready(player->owner);
}

static void take_move(Player *player, const char *rest_of_line) {
    char move[MOVE_WORD_MAX];
    uci_read_move_word(rest_of_line, move);
    int64_t elapsed = loop_now(player->loop) - player->go_moment;
    player->state = PLAYER_READY;
    pipes_freeze(player);
    if (player->events != NULL)
        player->events->moved(player->owner, move, elapsed > 0 ? elapsed : 0);
}

void player_take_line(Player *player, const char *line) {
    const char *rest_of_line;
    size_t shown = strnlen(line, PLAYER_LAST_LINE_MAX - 1);
    memcpy(player->last_line, line, shown);
    player->last_line[shown] = '\0';
    if (player->dismissed)
        return;
    if (player->spec->heard != NULL)
        player->spec->heard(player->spec->hearer, line);
    if (player->state == PLAYER_STARTING)
        take_start_line(player, line);
    else if (player->state == PLAYER_PREPARING && uci_line_is(line, "readyok", &rest_of_line))
        take_readyok(player);
    else if (player->state == PLAYER_THINKING && line[0] == 'i')
        uci_read_info(line, &player->info);
    else if (uci_line_is(line, "bestmove", &rest_of_line)) {
        if (player->state == PLAYER_THINKING)
            take_move(player, rest_of_line);
        else if (player->state == PLAYER_ABANDONED)
            rest(player);
        else
            player->warnings++;
    }
}

/* ---- Starting and asking -------------------------------------------------------------------------------- */

Player *player_open(Loop *loop, const PlayerSpec *spec, Variant variant, Error *error) {
    Player *player = calloc(1, sizeof *player);
    if (player == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    player->loop = loop;
    player->spec = spec;
    text_init(&player->out);
    tail_init(&player->log, PLAYER_LOG_BYTES);
    handshake_begin(&player->handshake, variant);
    if (spec->process == NULL) {
        player->state = PLAYER_IDLE;
        return player;
    }
    player->process = process_start(spec->process, error);
    if (player->process == NULL) {
        player_close(player);
        return NULL;
    }
    if (!pipes_open(player)) {
        error_set(error, "cannot watch the pipes of %s: %s", spec->name, strerror(errno));
        player_close(player);
        return NULL;
    }
    loop_set_timer(loop, &player->limit_timer, monotonic_us() + spec->uciok_limit, on_uciok_limit, player);
    pipes_send(player, "uci\n");
    return player;
}

void player_listen(Player *player, const PlayerEvents *events, void *owner) {
    player->events = events;
    player->owner = owner;
}

void player_prepare(Player *player) {
    player->prepare_wanted = true;
    if (player->state == PLAYER_IDLE || player->state == PLAYER_READY)
        prepare_now(player);
    else if (player->state == PLAYER_ABANDONED)
        expect_within(player, player->spec->readyok_limit, on_readyok_limit);
    else if (player->state == PLAYER_GONE)
        loop_set_timer(player->loop, &player->notify_timer, loop_now(player->loop), on_notify, player);
}

void player_go(Player *player, const char *lines) {
    if (player->state != PLAYER_READY)
        return; /* a fault is on its way to the owner */
    player->info.has_score = false;
    player->info.bound = false;
    player->info.depth = player->info.selective_depth = 0;
    player->info.nodes = 0;
    player->info.pv[0] = '\0';
    player->state = PLAYER_THINKING;
    pipes_thaw(player);
    player->go_moment = monotonic_us();
    pipes_send(player, lines);
}

void player_answer(Player *player, const char *move) {
    if (is_person(player) && player->state == PLAYER_THINKING)
        take_move(player, move);
}

bool player_is_free(const Player *player) {
    return player->state == PLAYER_IDLE || player->state == PLAYER_READY || player->state == PLAYER_PREPARING;
}

int64_t player_go_moment(const Player *player) {
    return player->go_moment;
}

void player_abandon(Player *player) {
    player->prepare_wanted = false;
    if (player->state != PLAYER_THINKING)
        return;
    player->state = PLAYER_ABANDONED;
    pipes_send(player, "stop\n");
}

/* ---- The end -------------------------------------------------------------------------------------------- */

void player_close(Player *player) {
    if (player == NULL)
        return;
    pipes_close(player);
    loop_cancel_timer(player->loop, &player->limit_timer);
    loop_cancel_timer(player->loop, &player->notify_timer);
    process_close(player->process);
    handshake_end(&player->handshake);
    lines_free(&player->lines);
    text_free(&player->out);
    tail_free(&player->log);
    free(player);
}

static void on_gone(void *owner) {
    Player *player = owner;
    void (*gone)(void *) = player->gone;
    void *gone_owner = player->gone_owner;
    player_close(player);
    gone(gone_owner);
}

static void on_patience_over(void *owner) {
    Player *player = owner;
    process_kill(player->process);
    expect_within(player, LAST_PATIENCE, on_gone);
}

void player_take_end(Player *player) {
    if (player->dismissed)
        on_gone(player);
    else
        fail_at_end(player, process_poll(player->process));
}

void player_dismiss(Player *player, int64_t patience, void (*gone)(void *owner), void *owner) {
    player->events = NULL;
    player->gone = gone;
    player->gone_owner = owner;
    loop_cancel_timer(player->loop, &player->notify_timer);
    if (player->end_watch.events == 0) {
        expect_within(player, 0, on_gone);
    } else if (player->state == PLAYER_GONE || patience <= 0) {
        on_patience_over(player);
    } else {
        pipes_thaw(player);
        pipes_send(player, player->state == PLAYER_THINKING ? "stop\nquit\n" : "quit\n");
        expect_within(player, patience, on_patience_over);
    }
    player->dismissed = true;
}

/* ---- Questions ------------------------------------------------------------------------------------------ */

const PlayerSpec *player_spec(const Player *player) {
    return player->spec;
}
PlayerFault player_fault(const Player *player) {
    return player->fault;
}
const char *player_fault_text(const Player *player) {
    return player->fault_text;
}
const SearchInfo *player_info(const Player *player) {
    return &player->info;
}
const char *player_last_line(const Player *player) {
    return player->last_line;
}
const Tail *player_log(const Player *player) {
    return &player->log;
}
unsigned player_warnings(const Player *player) {
    return player->warnings + (unsigned)player->lines.cut_lines;
}
uint64_t player_peak_memory(const Player *player) {
    return is_person(player) ? 0 : process_peak_memory(player->process);
}
uint64_t player_cpu_time(const Player *player) {
    return is_person(player) ? 0 : process_cpu_time(player->process);
}
