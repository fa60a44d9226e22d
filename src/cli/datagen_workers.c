/* rookery datagen: several processes that play, and hand their games to the one that writes them. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/random.h"
#include "cli/datagen.h"
#include "training/games_binary.h"

enum { READ_SIZE = 1 << 14 };

typedef struct Worker {
    pid_t pid;
    int fd; /* games, as in games_binary.h; before its end an Error, after a record of no length */
    Text heard;
    bool failed;
} Worker;

/* ---- In the worker ----------------------------------------------------------------------------------------------- */

static bool send_all(int fd, const void *bytes, size_t length) {
    for (const char *at = bytes; length > 0;) {
        ssize_t count = write(fd, at, length);
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0) {
            at += count;
            length -= (size_t)count;
        }
    }
    return true;
}

static bool send_game(void *fd, const ScoredGame *game) {
    Text record;
    text_init(&record);
    bool good = games_binary_write(game, &record) && !record.failed;
    good = good && send_all(*(int *)fd, record.data, record.length);
    text_free(&record);
    return good;
}

static _Noreturn void work(const DatagenPlan *plan, uint64_t seed, int fd, pid_t parent) {
    Error error = {.message = ""};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN); /* whoever began it all ends us */
    signal(SIGPIPE, SIG_IGN);
    if (getppid() != parent)
        _exit(1);
    bool good = plan->teacher != NULL ? datagen_teacher_play(plan, seed, send_game, &fd, &error)
                                      : datagen_engine_play(plan, seed, send_game, &fd, &error);
    if (!good && send_all(fd, "", 1))
        send_all(fd, &error, sizeof error);
    _exit(!good);
}

/* ---- Beside it --------------------------------------------------------------------------------------------------- */

static bool start_worker(Worker *worker, const DatagenPlan *plan, uint64_t seed, Error *error) {
    int ends[2];
    pid_t parent = getpid();
    text_init(&worker->heard);
    if (pipe(ends) != 0)
        return error_set(error, "cannot make a pipe: %s", strerror(errno));
    worker->fd = ends[0];
    worker->pid = fork();
    if (worker->pid == 0) {
        close(ends[0]);
        work(plan, seed, ends[1], parent);
    }
    close(ends[1]);
    return worker->pid > 0 || error_set(error, "cannot start a process: %s", strerror(errno));
}

static void stop_worker(Worker *worker) {
    if (worker->pid > 0) {
        kill(worker->pid, SIGKILL);
        waitpid(worker->pid, NULL, 0);
    }
    if (worker->fd >= 0)
        close(worker->fd);
    text_free(&worker->heard);
}

typedef struct Taking {
    ScoredGame game;
    DatagenTakeFn *take;
    void *taker;
    bool wanted;
} Taking;

/* Takes the whole games out of what has been heard. */
static bool take_games(Worker *worker, Taking *taking, Error *error) {
    const uint8_t *bytes = (const uint8_t *)worker->heard.data;
    size_t used = 0, length, prefix;
    while (taking->wanted && (prefix = games_binary_length(bytes + used, worker->heard.length - used, &length)) > 0) {
        size_t whole = prefix + (length > 0 ? length + GAMES_BINARY_CHECKSUM : sizeof(Error));
        if (worker->heard.length - used < whole)
            break;
        if (length == 0) {
            memcpy(error, bytes + used + prefix, sizeof *error);
            return false;
        }
        if (!games_binary_read(bytes + used + prefix, length, &taking->game, error))
            return false;
        taking->wanted = taking->take(taking->taker, &taking->game);
        used += whole;
    }
    size_t left = worker->heard.length - used;
    memmove(worker->heard.data, worker->heard.data + used, left);
    text_truncate(&worker->heard, left);
    return true;
}

static bool hear_worker(Worker *worker, Taking *taking, Error *error) {
    char bytes[READ_SIZE];
    ssize_t count = read(worker->fd, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR)
        return true;
    if (count <= 0)
        return error_set(error, "a process that plays has ended (killed, or out of memory?)");
    text_append(&worker->heard, bytes, (size_t)count);
    if (worker->heard.failed)
        return error_set(error, "out of memory");
    return take_games(worker, taking, error);
}

static bool hear_workers(Worker *workers, unsigned count, Taking *taking, const volatile bool *stop, Error *error) {
    struct pollfd watched[DATAGEN_WORKERS_MAX];
    while (taking->wanted && !*stop) {
        for (unsigned i = 0; i < count; i++)
            watched[i] = (struct pollfd){.fd = workers[i].fd, .events = POLLIN};
        if (poll(watched, count, -1) < 0) {
            if (errno != EINTR)
                return error_set(error, "waiting failed: %s", strerror(errno));
            continue;
        }
        for (unsigned i = 0; i < count && taking->wanted; i++)
            if (watched[i].revents != 0 && !hear_worker(&workers[i], taking, error))
                return false;
    }
    return true;
}

bool datagen_workers_play(const DatagenPlan *plan, unsigned workers, uint64_t seed, DatagenTakeFn *take, void *taker,
                          const volatile bool *stop, Error *error) {
    Worker all[DATAGEN_WORKERS_MAX];
    Taking taking = {.take = take, .taker = taker, .wanted = true};
    bool good = true;
    unsigned started = 0;
    scored_game_init(&taking.game);
    fflush(NULL); /* or every worker would hold what is not yet written */
    for (; good && started < workers; started++) {
        all[started] = (Worker){.pid = -1, .fd = -1};
        good = start_worker(&all[started], plan, random_next(&seed), error);
    }
    good = good && hear_workers(all, started, &taking, stop, error);
    for (unsigned i = 0; i < started; i++)
        stop_worker(&all[i]);
    scored_game_free(&taking.game);
    return good;
}
