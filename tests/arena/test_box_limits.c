/* What a bot may use of the machine: each attack on its resources is contained, and the host is unharmed after it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/cgroup_home.h"
#include "base/monotonic.h"
#include "box_run.h"

enum { MB = 1 << 20 };

static bool memory_is_counted(void) {
    return cgroup_home()->folder[CGROUP_MEMORY] != NULL;
}

/* R01 */
static void a_fork_bomb_is_refused_and_all_of_it_killed(void **state) {
    (void)state;
    /* As soon as it has said that it was refused, the bomb is killed. */
    Run *run = box_run(&(Attack){.script = "fork_bomb.py", .enough = strlen("starts\nrefused EAGAIN\n")});
    assert_true(has_line(run->out, "refused EAGAIN") || run->breach == PROCESS_TOO_MANY_PROCESSES);
    assert_true(run->killed || run->breach == PROCESS_TOO_MANY_PROCESSES);
    assert_true(run->kill_ms < 1000);
    free(run);
}

/* R02 */
static void a_memory_bomb_ends_by_the_memory_limit(void **state) {
    (void)state;
    Run *run = box_run(&(Attack){.script = "memory_bomb.py"});
    bool refused = strstr(run->log, "MemoryError") != NULL && run->end.exit_status == 1;
    assert_false(run->killed);
    assert_true(run->end.out_of_memory || (refused && !memory_is_counted()));
    if (run->end.out_of_memory)
        assert_int_equal(run->end.signal, SIGKILL);
    assert_true(run->peak_memory > 64 * (uint64_t)MB);
    assert_true(run->peak_memory <= (memory_is_counted() ? 128 : 256) * (uint64_t)MB);
    free(run);
}

/* R03, F02 */
static void scratch_space_is_small_and_nothing_else_is_writable(void **state) {
    (void)state;
    char text[64];
    Run *run = box_run(&(Attack){.script = "scratch.py"});
    assert_string_equal(value_of(run->out, "fill", text, sizeof text), memory_is_counted() ? "ENOSPC" : "EROFS");
    static const char *const folders[] = {"/", "/bot", "/dev", "/usr", "/usr/lib"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char name[64];
        snprintf(name, sizeof name, "write %s", folders[i]);
        assert_string_equal(value_of(run->out, name, text, sizeof text), "EROFS");
    }
    assert_true(has_line(run->out, "write /dev/shm ENOENT"));
    assert_true(has_line(run->out, "write /var/tmp ENOENT"));
    assert_true(has_line(run->out, "write /run ENOENT"));
    value_of(run->out, "change the bot", text, sizeof text);
    assert_true(strcmp(text, "EROFS") == 0 || strcmp(text, "EACCES") == 0);
    assert_int_equal(run->end.exit_status, 0);
    free(run);
}

/* F02 */
static void what_one_game_writes_the_next_does_not_find(void **state) {
    (void)state;
    for (int game = 0; game < 2; game++) {
        Run *run = box_run(&(Attack){.script = "scratch.py"});
        assert_true(has_line(run->out, "found []"));
        free(run);
    }
}

/* R05 */
static void open_files_are_limited(void **state) {
    (void)state;
    Run *run = box_run(&(Attack){.script = "many_files.py"});
    assert_true(has_line(run->out, "refused EMFILE 64"));
    free(run);
}

/* R06 */
static void a_stack_that_runs_over_is_a_crash(void **state) {
    (void)state;
    Run *run = box_run(&(Attack){.script = "recursion.py"});
    assert_true(has_line(run->out, "deep"));
    assert_false(has_line(run->out, "survived"));
    assert_int_equal(run->end.signal, SIGSEGV);
    assert_false(run->end.out_of_memory);
    free(run);
}

/* R07, P34 */
static void a_flood_that_is_read_neither_blocks_nor_grows(void **state) {
    (void)state;
    Run *run = box_run(&(Attack){.script = "flood.py", .enough = 4 * MB});
    assert_true(run->killed);
    assert_true(run->written >= 4 * MB && run->written < 64 * (uint64_t)MB);
    assert_true(run->kill_ms < 1000);
    free(run);
}

static void a_flood_that_nobody_reads_waits_in_the_box(void **state) {
    (void)state;
    Run *run = box_run(&(Attack){.script = "flood.py", .unread = true, .deadline_ms = 500});
    assert_true(run->killed);
    assert_true(run->kill_ms < 1000);
    assert_true(run->written <= 2 * (uint64_t)MB);
    free(run);
}

/* R09, P32 */
static void a_sleeper_and_a_bot_stuck_in_c_are_killed_from_outside(void **state) {
    (void)state;
    static const char *const scripts[] = {"sleeper.py", "stuck_in_c.py"};
    for (size_t i = 0; i < 2; i++) {
        Run *run = box_run(&(Attack){.script = scripts[i], .deadline_ms = 400});
        assert_true(run->killed);
        assert_int_equal(run->end.signal, SIGKILL);
        assert_false(run->end.out_of_memory);
        assert_true(run->kill_ms < 1000);
        free(run);
    }
}

/* R10: no limit on processor time that could be mistaken for a clock. On a busy machine a bot gets little of its two
 * seconds. */
static void processor_time_is_measured_and_not_limited(void **state) {
    (void)state;
    Run *run = box_run(&(Attack){.script = "stuck_in_c.py", .deadline_ms = 2000});
    assert_true(run->killed);
    assert_true(run->cpu_time_us > 50 * 1000);
    assert_true(run->cpu_time_us <= (uint64_t)(run->lasted_ms + 200) * 1000);
    free(run);
}

/* R11 */
static void threads_are_limited_in_number_and_share_one_core(void **state) {
    (void)state;
    char text[32];
    Run *run = box_run(&(Attack){.script = "busy_threads.py"});
    long refused_at = strtol(value_of(run->out, "refused", text, sizeof text), NULL, 10);
    if (run->breach == PROCESS_WITHIN_LIMITS) {
        assert_in_range(refused_at, 4, 17);
        assert_true(has_line(run->out, "worked"));
    } else {
        assert_int_equal(run->breach, PROCESS_TOO_MANY_PROCESSES);
    }
    /* By a quota, of which a period, 0.1 s, may be used up ahead, or by being bound to a core. */
    assert_true(run->cpu_time_us <= (uint64_t)(run->lasted_ms + 200) * 1000);
    free(run);
}

/* R13, R19 */
static void limits_and_priorities_cannot_be_raised(void **state) {
    (void)state;
    char text[64];
    Run *run = box_run(&(Attack){.script = "priorities.py"});
    static const char *const refused[] = {"nice", "priority", "realtime", "affinity"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_string_equal(value_of(run->out, refused[i], text, sizeof text), "EPERM");
    static const char *const limits[] = {"NOFILE", "CORE", "STACK", "FSIZE", "MEMLOCK", "RTPRIO"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        char name[32];
        snprintf(name, sizeof name, "raise %s", limits[i]);
        value_of(run->out, name, text, sizeof text);
        assert_true(strcmp(text, "EPERM") == 0 || strcmp(text, "ValueError") == 0);
    }
    assert_true(has_line(run->out, "limit NOFILE 64 64"));
    assert_true(has_line(run->out, "limit CORE 0 0"));
    free(run);
}

/* R20, A48 */
static void daemons_are_gone_when_the_bot_is(void **state) {
    (void)state;
    Run *run = box_run(&(Attack){.script = "daemon.py"});
    assert_true(has_line(run->out, "leaves"));
    assert_false(run->killed);
    assert_int_equal(run->end.exit_status, 0);
    free(run);
}

/* R21, A49 */
static void one_bots_memory_does_not_hurt_the_other(void **state) {
    (void)state;
    char nonces[2][RUN_NONCE_MAX];
    const Attack attacks[] = {{.script = "memory_bomb.py"}, {.script = "answer.py"}};
    Run *runs[2];
    Process *processes[2];
    Host before = host_look();
    for (int i = 0; i < 2; i++)
        processes[i] = box_start(&attacks[i], nonces[i]);
    for (int i = 1; i >= 0; i--)
        runs[i] = box_watch(processes[i], &attacks[i]);
    assert_true(has_line(runs[1]->out, "answer 399999"));
    assert_int_equal(runs[1]->end.exit_status + runs[1]->end.signal, 0);
    assert_false(runs[1]->end.out_of_memory);
    assert_true(runs[0]->end.out_of_memory || !memory_is_counted());
    for (int i = 0; i < 2; i++) {
        process_close(processes[i]);
        free(runs[i]);
    }
    for (int i = 0; i < 2; i++)
        host_check(&before, nonces[i]);
}

/* F01 */
static void a_frozen_bot_does_not_think(void **state) {
    (void)state;
    char nonce[RUN_NONCE_MAX], line[64];
    Host before = host_look();
    Process *process = box_start(&(Attack){.script = "thinker.py"}, nonce);
    read_line(process, line, sizeof line);
    assert_string_equal(line, "thinks");
    process_freeze(process);
    process_freeze(process);
    assert_int_equal(write(process_in_fd(process), "\n", 1), 1);
    /* Whoever was on a processor at that moment needs a little to stop; then, nothing for as long as we look. */
    wait_readable(process_out_fd(process), 100);
    uint64_t frozen_at = process_cpu_time(process);
    bool answered = wait_readable(process_out_fd(process), 300);
    assert_false(answered);
    assert_int_equal(process_cpu_time(process), frozen_at);
    process_thaw(process);
    read_line(process, line, sizeof line);
    assert_true(strtol(line, NULL, 10) > 0);
    process_freeze(process);
    process_close(process); /* frozen or not, it must die */
    host_check(&before, nonce);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fork_bomb_is_refused_and_all_of_it_killed),
        cmocka_unit_test(a_memory_bomb_ends_by_the_memory_limit),
        cmocka_unit_test(scratch_space_is_small_and_nothing_else_is_writable),
        cmocka_unit_test(what_one_game_writes_the_next_does_not_find),
        cmocka_unit_test(open_files_are_limited),
        cmocka_unit_test(a_stack_that_runs_over_is_a_crash),
        cmocka_unit_test(a_flood_that_is_read_neither_blocks_nor_grows),
        cmocka_unit_test(a_flood_that_nobody_reads_waits_in_the_box),
        cmocka_unit_test(a_sleeper_and_a_bot_stuck_in_c_are_killed_from_outside),
        cmocka_unit_test(processor_time_is_measured_and_not_limited),
        cmocka_unit_test(threads_are_limited_in_number_and_share_one_core),
        cmocka_unit_test(limits_and_priorities_cannot_be_raised),
        cmocka_unit_test(daemons_are_gone_when_the_bot_is),
        cmocka_unit_test(one_bots_memory_does_not_hurt_the_other),
        cmocka_unit_test(a_frozen_bot_does_not_think),
    };
    int status;
    if (!box_tests_begin(argc, argv, &status))
        return status;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
