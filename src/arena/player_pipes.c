#include "arena/player_pipes.h"

#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/monotonic.h"

enum {
    READS_PER_EVENT = 4,  /* then the others get their turn */
    DRAIN_READS = 256,    /* after the end, when nothing more can come */
    UNREAD_MAX = 1 << 20, /* of ours in its input, in bytes: beyond, it does not read at all */
    CHECK_INTERVAL = 50 * 1000,
    LOG_PAUSE = 100 * 1000,
    CLOSED_PATIENCE = 500 * 1000, /* from the end of its output to its own end */
};

/* Far more than any honest engine says: a first burst, then so much a second. */
static const int64_t OUT_BURST = 16 << 20, OUT_RATE = 1 << 20;
static const int64_t LOG_BURST = 4 << 20, LOG_RATE = 1 << 20;

/* Takes `bytes` off what may come. False when that is too much. */
static bool allow(Allowance *allowance, int64_t bytes, int64_t burst, int64_t rate, int64_t now) {
    int64_t earned = (now - allowance->since) / MICROSECONDS_PER_MILLISECOND * rate / 1000;
    if (earned > 0) {
        allowance->left = allowance->left + earned > burst ? burst : allowance->left + earned;
        allowance->since = now;
    }
    allowance->left -= bytes;
    return allowance->left >= 0;
}

/* ---- Its input ------------------------------------------------------------------------------------------ */

static void on_room(void *owner);

/* Writes what the pipe takes. A broken pipe is no fault in itself: the end of the process tells why. */
static void flush(Player *player) {
    int fd = process_in_fd(player->process);
    while (player->out_sent < player->out.length) {
        ssize_t count = write(fd, player->out.data + player->out_sent, player->out.length - player->out_sent);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN) {
            if (player->in_watch.events == 0)
                loop_watch(player->loop, &player->in_watch, fd, EPOLLOUT, on_room, player);
            return;
        }
        player->out_sent = count < 0 ? player->out.length : player->out_sent + (size_t)count;
    }
    text_clear(&player->out);
    player->out_sent = 0;
    loop_unwatch(player->loop, &player->in_watch);
}

static void on_room(void *owner) {
    flush(owner);
}

void pipes_send(Player *player, const char *text) {
    if (player->state == PLAYER_GONE || player->process == NULL)
        return;
    text_append_string(&player->out, text);
    flush(player);
    if (player->out.failed || player->out.length - player->out_sent > UNREAD_MAX)
        player_fail(player, PLAYER_HUNG, "hung: it does not read its input any more");
}

/* ---- Its output ----------------------------------------------------------------------------------------- */

static void take_lines(Player *player) {
    for (char *line; player->state != PLAYER_GONE && (line = lines_next(&player->lines)) != NULL;)
        if (line[0] != '\0')
            player_take_line(player, line);
}

/* Reads at most `reads` times. False when the stream has ended. */
static bool read_out(Player *player, int reads) {
    int fd = process_out_fd(player->process);
    while (reads-- > 0 && player->state != PLAYER_GONE) {
        size_t space;
        char *at = lines_space(&player->lines, &space);
        if (at == NULL) {
            player_fail(player, PLAYER_FLOODED, "cannot be read: out of memory");
            return true;
        }
        ssize_t count = read(fd, at, space);
        if (count <= 0)
            return count < 0 && (errno == EAGAIN || errno == EINTR);
        lines_added(&player->lines, (size_t)count);
        if (!allow(&player->out_allowance, count, OUT_BURST, OUT_RATE, loop_now(player->loop))) {
            player_fail(player, PLAYER_FLOODED, "flooded the protocol: more than %d MB of output",
                        (int)(OUT_BURST >> 20));
            return true;
        }
        take_lines(player);
        if ((size_t)count < space)
            return true; /* most likely empty now; if not, epoll says so again */
    }
    return true;
}

static void on_closed_too_long(void *owner) {
    player_fail(owner, PLAYER_CLOSED, "closed its output while still running");
}

static void end_of_out(Player *player) {
    loop_unwatch(player->loop, &player->out_watch);
    char *line = player->state != PLAYER_GONE ? lines_last(&player->lines) : NULL;
    if (line != NULL && line[0] != '\0')
        player_take_line(player, line);
    if (player->state != PLAYER_GONE && !player->dismissed)
        loop_set_timer(player->loop, &player->limit_timer, loop_now(player->loop) + CLOSED_PATIENCE, on_closed_too_long,
                       player);
}

static void on_out(void *owner) {
    Player *player = owner;
    if (!read_out(player, READS_PER_EVENT))
        end_of_out(player);
}

static void on_end(void *owner) {
    Player *player = owner;
    loop_unwatch(player->loop, &player->end_watch);
    /* Its last words may still be in the pipe, a good move among them. */
    for (int i = 0; i < DRAIN_READS && player->out_watch.events != 0 && player->state != PLAYER_GONE; i++)
        on_out(player);
    pipes_drain_log(player);
    player_take_end(player);
}

/* ---- Its log -------------------------------------------------------------------------------------------- */

static void on_log(void *owner);

static void on_log_pause_over(void *owner) {
    Player *player = owner;
    loop_watch(player->loop, &player->log_watch, process_log_fd(player->process), EPOLLIN, on_log, player);
}

/* Reads once. False when there is nothing to read now. */
static bool read_log(Player *player) {
    char bytes[16384];
    ssize_t count = read(process_log_fd(player->process), bytes, sizeof bytes);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
        loop_unwatch(player->loop, &player->log_watch);
    if (count <= 0)
        return false;
    tail_add(&player->log, bytes, (size_t)count);
    if (!allow(&player->log_allowance, count, LOG_BURST, LOG_RATE, loop_now(player->loop))) {
        /* Let it wait for its own log: that costs nobody else anything. */
        loop_unwatch(player->loop, &player->log_watch);
        loop_set_timer(player->loop, &player->log_timer, loop_now(player->loop) + LOG_PAUSE, on_log_pause_over, player);
        return false;
    }
    return true;
}

static void on_log(void *owner) {
    read_log(owner);
}

void pipes_drain_log(Player *player) {
    for (int i = 0; i < DRAIN_READS && player->log_watch.events != 0 && read_log(player); i++)
        ;
}

/* ---- Freezing and limits -------------------------------------------------------------------------------- */

static void on_check(void *owner) {
    Player *player = owner;
    ProcessBreach breach = process_check_limits(player->process);
    if (breach == PROCESS_WITHIN_LIMITS)
        loop_set_timer(player->loop, &player->check_timer, loop_now(player->loop) + CHECK_INTERVAL, on_check, player);
    else if (breach == PROCESS_OUT_OF_MEMORY)
        player_fail(player, PLAYER_OUT_OF_MEMORY, "ran out of memory (limit %llu MB)",
                    (unsigned long long)(player->spec->process->limits.memory_bytes >> 20));
    else
        player_fail(player, PLAYER_TOO_MANY_PROCESSES, "started too many processes (limit %u)",
                    player->spec->process->limits.processes);
}

static void start_checks(Player *player) {
    if (player->spec->process->boxed)
        loop_set_timer(player->loop, &player->check_timer, loop_now(player->loop) + CHECK_INTERVAL, on_check, player);
}

void pipes_freeze(Player *player) {
    if (player->frozen || player->state == PLAYER_GONE || !player->spec->freeze || player->process == NULL)
        return;
    process_freeze(player->process);
    loop_cancel_timer(player->loop, &player->check_timer);
    player->frozen = true;
}

void pipes_thaw(Player *player) {
    if (!player->frozen)
        return;
    process_thaw(player->process);
    player->frozen = false;
    start_checks(player);
}

/* ---- All of them ---------------------------------------------------------------------------------------- */

bool pipes_open(Player *player) {
    Loop *loop = player->loop;
    Process *process = player->process;
    player->out_allowance = (Allowance){OUT_BURST, loop_now(loop)};
    player->log_allowance = (Allowance){LOG_BURST, loop_now(loop)};
    start_checks(player);
    return loop_watch(loop, &player->out_watch, process_out_fd(process), EPOLLIN, on_out, player) &&
           loop_watch(loop, &player->log_watch, process_log_fd(process), EPOLLIN, on_log, player) &&
           loop_watch(loop, &player->end_watch, process_pid_fd(process), EPOLLIN, on_end, player);
}

void pipes_close(Player *player) {
    loop_unwatch(player->loop, &player->in_watch);
    loop_unwatch(player->loop, &player->out_watch);
    loop_unwatch(player->loop, &player->log_watch);
    loop_unwatch(player->loop, &player->end_watch);
    loop_cancel_timer(player->loop, &player->log_timer);
    loop_cancel_timer(player->loop, &player->check_timer);
}
