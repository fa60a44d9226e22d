/* The event loop: order of timers, removal from within callbacks, descriptors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/loop.h"
#include "base/monotonic.h"
#include "base/random.h"

enum { TIMERS = 500 };

typedef struct Bell {
    Timer timer;
    Loop *loop;
    struct Bell *victim; /* cancelled when this one rings */
    int64_t *last;
    int *rung;
} Bell;

static void ring(void *owner) {
    Bell *bell = owner;
    assert_true(loop_now(bell->loop) >= bell->timer.moment);
    assert_true(bell->timer.moment >= *bell->last);
    *bell->last = bell->timer.moment;
    ++*bell->rung;
    if (bell->victim != NULL)
        loop_cancel_timer(bell->loop, &bell->victim->timer);
}

static void timers_ring_in_order_and_cancelled_ones_never(void **state) {
    (void)state;
    Loop *loop = loop_open(NULL);
    Bell *bells = calloc(TIMERS, sizeof *bells);
    int64_t last = 0, start = monotonic_us();
    int rung = 0;
    uint64_t random = 5;
    for (int i = 0; i < TIMERS; i++) {
        bells[i] = (Bell){.loop = loop, .last = &last, .rung = &rung};
        loop_set_timer(loop, &bells[i].timer, start + (int64_t)random_below(&random, 5000), ring, &bells[i]);
    }
    int expected = TIMERS;
    for (int i = 0; i < TIMERS; i += 3, expected--)
        loop_cancel_timer(loop, &bells[i].timer);
    for (int i = 1; i < TIMERS; i += 3) /* moved */
        loop_set_timer(loop, &bells[i].timer, start + (int64_t)random_below(&random, 5000), ring, &bells[i]);
    while (rung < expected)
        loop_turn(loop);
    for (int i = 0; i < TIMERS; i++)
        assert_int_equal(bells[i].timer.place, 0);
    free(bells);
    loop_close(loop);
}

static void a_timer_may_cancel_another_that_is_due(void **state) {
    (void)state;
    Loop *loop = loop_open(NULL);
    int64_t last = 0, now = monotonic_us();
    int rung = 0;
    Bell second = {.loop = loop, .last = &last, .rung = &rung};
    Bell first = {.loop = loop, .last = &last, .rung = &rung, .victim = &second};
    loop_set_timer(loop, &second.timer, now - 1, ring, &second);
    loop_set_timer(loop, &first.timer, now - 2, ring, &first);
    loop_turn(loop);
    assert_int_equal(rung, 1);
    loop_close(loop);
}

typedef struct Ear {
    Watch watch;
    Loop *loop;
    struct Ear *other;
    int fd, heard;
} Ear;

static void hear(void *owner) {
    Ear *ear = owner;
    ear->heard++;
    loop_unwatch(ear->loop, &ear->watch);
    if (ear->other != NULL)
        loop_unwatch(ear->loop, &ear->other->watch); /* although it may be next in the same turn */
}

static void a_watch_removed_in_the_same_turn_is_not_called(void **state) {
    (void)state;
    Loop *loop = loop_open(NULL);
    int one[2], two[2];
    assert_int_equal(pipe(one), 0);
    assert_int_equal(pipe(two), 0);
    Ear first = {.loop = loop}, second = {.loop = loop, .other = &first};
    first.other = &second;
    assert_true(loop_watch(loop, &first.watch, one[0], EPOLLIN, hear, &first));
    assert_true(loop_watch(loop, &second.watch, two[0], EPOLLIN, hear, &second));
    assert_int_equal(write(one[1], "x", 1), 1);
    assert_int_equal(write(two[1], "x", 1), 1);
    loop_turn(loop);
    assert_int_equal(first.heard + second.heard, 1);
    assert_int_equal(first.watch.events + second.watch.events, 0);
    for (int i = 0; i < 2; i++) {
        close(one[i]);
        close(two[i]);
    }
    loop_close(loop);
}

static void what_arrived_is_served_before_what_is_due(void **state) {
    (void)state;
    Loop *loop = loop_open(NULL);
    int ends[2], rung = 0;
    int64_t last = 0;
    assert_int_equal(pipe(ends), 0);
    Bell bell = {.loop = loop, .last = &last, .rung = &rung};
    Ear ear = {.loop = loop};
    assert_true(loop_watch(loop, &ear.watch, ends[0], EPOLLIN, hear, &ear));
    loop_set_timer(loop, &bell.timer, monotonic_us() - 1000, ring, &bell);
    assert_int_equal(write(ends[1], "x", 1), 1);
    loop_turn(loop);
    assert_true(ear.heard == 1 && rung == 1);
    close(ends[0]);
    close(ends[1]);
    loop_close(loop);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timers_ring_in_order_and_cancelled_ones_never),
        cmocka_unit_test(a_timer_may_cancel_another_that_is_due),
        cmocka_unit_test(a_watch_removed_in_the_same_turn_is_not_called),
        cmocka_unit_test(what_arrived_is_served_before_what_is_due),
    };
    return cmocka_run_group_tests_name("loop", tests, NULL, NULL);
}
