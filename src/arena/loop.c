#include "arena/loop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/error.h"
#include "base/monotonic.h"

/* Many events at once, so that whatever arrived before a deadline is served before the deadline's timer. */
enum { EVENTS_PER_TURN = 1024, FIRST_HEAP = 64 };

struct Loop {
    int epoll_fd;
    int timer_fd;          /* wakes epoll_wait() at the first timer with microsecond precision */
    int64_t timer_set_for; /* what timer_fd is armed for; 0: disarmed */
    int64_t now;
    struct epoll_event events[EVENTS_PER_TURN];
    int event_count; /* of this turn; entries of removed watches are cleared */
    Timer **heap;    /* heap[1..count], the earliest first */
    size_t count, capacity;
};

Loop *loop_open(Error *error) {
    Loop *loop = calloc(1, sizeof *loop);
    if (loop == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    loop->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN};
    if (loop->epoll_fd < 0 || loop->timer_fd < 0 ||
        epoll_ctl(loop->epoll_fd, EPOLL_CTL_ADD, loop->timer_fd, &event) != 0) {
        error_set(error, "cannot set up the event loop: %s", strerror(errno));
        loop_close(loop);
        return NULL;
    }
    loop->now = monotonic_us();
    return loop;
}

void loop_close(Loop *loop) {
    if (loop == NULL)
        return;
    if (loop->epoll_fd >= 0)
        close(loop->epoll_fd);
    if (loop->timer_fd >= 0)
        close(loop->timer_fd);
    free(loop->heap);
    free(loop);
}

int64_t loop_now(const Loop *loop) {
    return loop->now;
}

bool loop_watch(Loop *loop, Watch *watch, int fd, uint32_t events, void (*ready)(void *owner), void *owner) {
    struct epoll_event event = {.events = events, .data.ptr = watch};
    if (epoll_ctl(loop->epoll_fd, EPOLL_CTL_ADD, fd, &event) != 0)
        return false;
    *watch = (Watch){.ready = ready, .owner = owner, .fd = fd, .events = events};
    return true;
}

void loop_unwatch(Loop *loop, Watch *watch) {
    if (watch->events == 0)
        return;
    epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, watch->fd, NULL);
    watch->events = 0;
    for (int i = 0; i < loop->event_count; i++)
        if (loop->events[i].data.ptr == watch)
            loop->events[i].data.ptr = NULL;
}

/* ---- Timers: a binary heap ------------------------------------------------------------------------------ */

static void place(Loop *loop, size_t at, Timer *timer) {
    loop->heap[at] = timer;
    timer->place = at;
}

static void sift_up(Loop *loop, size_t at, Timer *timer) {
    for (; at > 1 && loop->heap[at / 2]->moment > timer->moment; at /= 2)
        place(loop, at, loop->heap[at / 2]);
    place(loop, at, timer);
}

static void sift_down(Loop *loop, size_t at, Timer *timer) {
    for (;;) {
        size_t child = at * 2;
        if (child > loop->count)
            break;
        if (child < loop->count && loop->heap[child + 1]->moment < loop->heap[child]->moment)
            child++;
        if (loop->heap[child]->moment >= timer->moment)
            break;
        place(loop, at, loop->heap[child]);
        at = child;
    }
    place(loop, at, timer);
}

/* Without room for one more timer nothing could be bounded in time any more; there is no way to go on. */
static void grow_heap(Loop *loop) {
    size_t capacity = loop->capacity == 0 ? FIRST_HEAP : loop->capacity * 2;
    Timer **heap = realloc(loop->heap, capacity * sizeof *heap);
    if (heap == NULL)
        abort();
    loop->heap = heap;
    loop->capacity = capacity;
}

void loop_set_timer(Loop *loop, Timer *timer, int64_t moment, void (*due)(void *owner), void *owner) {
    loop_cancel_timer(loop, timer);
    if (loop->count + 1 >= loop->capacity)
        grow_heap(loop);
    *timer = (Timer){.due = due, .owner = owner, .moment = moment};
    sift_up(loop, ++loop->count, timer);
}

void loop_cancel_timer(Loop *loop, Timer *timer) {
    size_t at = timer->place;
    if (at == 0)
        return;
    timer->place = 0;
    Timer *last = loop->heap[loop->count--];
    if (last == timer)
        return;
    if (at > 1 && loop->heap[at / 2]->moment > last->moment)
        sift_up(loop, at, last);
    else
        sift_down(loop, at, last);
}

/* Arms the timer descriptor for the earliest timer. A descriptor armed too early costs one idle turn and saves a
 * system call for every clock that is stopped in time, so it is only ever moved forward or re-armed once spent. */
static void arm(Loop *loop) {
    if (loop->count == 0)
        return;
    int64_t moment = loop->heap[1]->moment > 0 ? loop->heap[1]->moment : 1;
    if (loop->timer_set_for != 0 && loop->timer_set_for <= moment)
        return;
    struct itimerspec spec = {
        .it_value = {.tv_sec = moment / MICROSECONDS_PER_SECOND, .tv_nsec = moment % MICROSECONDS_PER_SECOND * 1000}};
    timerfd_settime(loop->timer_fd, TFD_TIMER_ABSTIME, &spec, NULL);
    loop->timer_set_for = moment;
}

static void serve_timers(Loop *loop) {
    if (loop->timer_set_for != 0 && loop->timer_set_for <= loop->now) {
        uint64_t expirations;
        ssize_t count = read(loop->timer_fd, &expirations, sizeof expirations);
        (void)count; /* nothing to read only means that it has not fired yet */
        loop->timer_set_for = 0;
    }
    while (loop->count > 0 && loop->heap[1]->moment <= loop->now) {
        Timer *timer = loop->heap[1];
        loop_cancel_timer(loop, timer);
        timer->due(timer->owner);
    }
}

void loop_turn(Loop *loop) {
    arm(loop);
    int count = epoll_wait(loop->epoll_fd, loop->events, EVENTS_PER_TURN, -1);
    loop->now = monotonic_us();
    loop->event_count = count > 0 ? count : 0;
    for (int i = 0; i < loop->event_count; i++) {
        Watch *watch = loop->events[i].data.ptr;
        if (watch != NULL)
            watch->ready(watch->owner);
    }
    loop->event_count = 0;
    serve_timers(loop);
}
