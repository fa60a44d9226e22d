/* A plain child process: how it starts, talks, ends, and that nothing of its tree outlives it or us. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/cgroup_home.h"
#include "arena/process.h"
#include "base/monotonic.h"
#include "box_run.h"

enum { PATIENCE_MS = 20 * 1000 };

static Process *start(const char *const *words) {
    Error error;
    Process *process = process_start(&(ProcessSpec){.argv = (char *const *)words}, &error);
    if (process == NULL)
        fail_msg("%s", error.message);
    return process;
}

#define START(...) start((const char *const[]){__VA_ARGS__, NULL})

static Process *start_script(const char *script) {
    return START("/bin/sh", "-c", script);
}

static ProcessEnd wait_end(Process *process) {
    assert_true(wait_readable(process_pid_fd(process), PATIENCE_MS));
    ProcessEnd end = process_poll(process);
    assert_true(end.ended);
    return end;
}

static size_t read_all(int fd, char *text, size_t size) {
    size_t length = 0;
    for (ssize_t count; length + 1 < size && (count = read(fd, text + length, size - 1 - length)) > 0;)
        length += (size_t)count;
    text[length] = '\0';
    return length;
}

/* ---- starting ------------------------------------------------------------------------------------------------ */

static void assert_refused(const char *program, const char *sentence) {
    char *words[] = {(char *)program, NULL};
    Error error = {.message = ""};
    Host before = host_look();
    assert_null(process_start(&(ProcessSpec){.argv = words}, &error));
    if (strstr(error.message, sentence) == NULL || strstr(error.message, program) == NULL)
        fail_msg("unexpected sentence: %s", error.message);
    host_check(&before, "no process was made");
}

static void what_cannot_be_started_is_refused_with_a_reason(void **state) {
    (void)state;
    char folder[] = "/tmp/rookery-process-XXXXXX", script[64];
    assert_non_null(mkdtemp(folder));
    snprintf(script, sizeof script, "%s/script", folder);
    int fd = open(script, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    assert_int_equal(write(fd, "#!/no/such/interpreter\n", 23), 23);
    close(fd);
    assert_refused("no-such-program", "install it or give its path");
    assert_refused("/no/such/program", "there is no file");
    assert_refused(folder, "is a folder");
    assert_refused(script, "may not be executed");
    assert_int_equal(chmod(script, 0755), 0);
    assert_refused(script, "/no/such/interpreter");
    unlink(script);
    rmdir(folder);
}

static void what_the_kernel_refuses_says_so_in_its_log(void **state) {
    (void)state;
    char file[] = "/tmp/rookery-process-XXXXXX", text[512];
    int fd = mkstemp(file);
    assert_int_equal(write(fd, "neither machine code nor a script", 33), 33);
    assert_int_equal(fchmod(fd, 0755), 0);
    close(fd);
    Process *process = START(file);
    ProcessEnd end = wait_end(process);
    assert_int_equal(end.exit_status, 127);
    read_all(process_log_fd(process), text, sizeof text);
    assert_non_null(strstr(text, file));
    assert_non_null(strstr(text, "Exec format error"));
    process_close(process);
    unlink(file);
}

static void programs_are_found_where_distributions_put_games(void **state) {
    (void)state;
    char path[4096];
    if (access("/usr/games/stockfish", X_OK) != 0)
        skip();
    snprintf(path, sizeof path, "%s", getenv("PATH"));
    setenv("PATH", "/usr/bin:/bin", 1);
    Process *process = START("stockfish");
    setenv("PATH", path, 1);
    assert_int_equal(write(process_in_fd(process), "quit\n", 5), 5);
    assert_int_equal(wait_end(process).exit_status, 0);
    process_close(process);
}

/* ---- talking -------------------------------------------------------------------------------------------------- */

static void three_channels_are_separate(void **state) {
    (void)state;
    char out[64], log[64];
    Process *process = start_script("read word; echo \"$word\"; echo aside >&2; exit 3");
    assert_int_equal(write(process_in_fd(process), "hello\n", 6), 6);
    ProcessEnd end = wait_end(process);
    assert_int_equal(end.exit_status, 3);
    assert_int_equal(end.signal, 0);
    assert_false(end.out_of_memory);
    read_all(process_out_fd(process), out, sizeof out);
    read_all(process_log_fd(process), log, sizeof log);
    assert_string_equal(out, "hello\n");
    assert_string_equal(log, "aside\n");
    process_close(process);
}

static void reading_never_blocks(void **state) {
    (void)state;
    char byte;
    Process *process = START("cat");
    assert_int_equal(read(process_out_fd(process), &byte, 1), -1);
    assert_int_equal(errno, EAGAIN);
    process_close(process);
}

static void writing_to_a_full_pipe_or_a_dead_child_is_an_error_value(void **state) {
    (void)state;
    static const char block[4096];
    Process *process = START("sleep", "1000");
    while (write(process_in_fd(process), block, sizeof block) > 0)
        continue;
    assert_int_equal(errno, EAGAIN);
    process_kill(process);
    wait_end(process);
    assert_int_equal(write(process_in_fd(process), block, sizeof block), -1);
    assert_int_equal(errno, EPIPE);
    process_close(process);
}

static void closing_its_input_is_end_of_file(void **state) {
    (void)state;
    Process *process = START("cat");
    process_close_in(process);
    assert_int_equal(process_in_fd(process), -1);
    assert_int_equal(wait_end(process).exit_status, 0);
    process_close(process);
}

static void a_child_gets_no_descriptors_but_its_three(void **state) {
    (void)state;
    char text[256];
    int leaked = open("/dev/null", O_RDONLY);
    Process *other = START("cat");
    Process *process = START("ls", "/proc/self/fd");
    wait_end(process);
    read_all(process_out_fd(process), text, sizeof text);
    assert_string_equal(text, "0\n1\n2\n3\n"); /* 3 is the folder that ls reads */
    process_close(process);
    process_close(other);
    close(leaked);
}

static void a_child_gets_ordinary_signals(void **state) {
    (void)state;
    char text[256];
    Process *process = START("grep", "-E", "^Sig(Blk|Ign):", "/proc/self/status");
    wait_end(process);
    read_all(process_out_fd(process), text, sizeof text);
    assert_string_equal(text, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
    process_close(process);
}

/* ---- ending --------------------------------------------------------------------------------------------------- */

static void a_crash_is_told_by_its_signal(void **state) {
    (void)state;
    Process *process = start_script("kill -SEGV $$");
    ProcessEnd end = wait_end(process);
    assert_int_equal(end.signal, SIGSEGV);
    end = process_poll(process);
    assert_true(end.ended);
    assert_int_equal(end.signal, SIGSEGV);
    process_close(process);
}

static void a_child_that_ignores_everything_is_killed(void **state) {
    (void)state;
    Process *process = start_script("trap '' TERM INT HUP PIPE; echo ready; while :; do :; done");
    char line[16];
    read_line(process, line, sizeof line);
    assert_false(process_poll(process).ended);
    int64_t start_us = monotonic_us();
    process_kill(process);
    process_kill(process);
    assert_int_equal(wait_end(process).signal, SIGKILL);
    assert_true(monotonic_us() - start_us < 2 * MICROSECONDS_PER_SECOND);
    process_close(process);
}

/* A37, A48: wrapper scripts, background jobs, double forks, daemons with a session of their own. */
static void nothing_of_the_tree_outlives_the_child(void **state) {
    (void)state;
    static const char *const endings[] = {"exit 0", "wait"};
    for (int way = 0; way < 2; way++) {
        char script[512], nonce[24], line[16];
        pid_t pids[16];
        snprintf(nonce, sizeof nonce, "100%d.%ld", way, (long)getpid());
        snprintf(script, sizeof script,
                 "t='sleep %s'; $t & ($t & $t &) ; setsid sh -c \"trap '' HUP TERM; $t & $t\" & "
                 "nohup $t </dev/null >/dev/null 2>&1 & echo ready; %s",
                 nonce, endings[way]);
        Host before = host_look();
        Process *process = start_script(script);
        read_line(process, line, sizeof line);
        if (way == 1) {
            await_processes_with(nonce, 4, pids, 16);
            process_kill(process);
        }
        wait_end(process);
        assert_int_equal(processes_with(nonce, pids, 16), 0);
        process_close(process);
        host_check(&before, nonce);
    }
}

static void closing_kills_what_still_runs(void **state) {
    (void)state;
    char nonce[24], script[128], line[16];
    snprintf(nonce, sizeof nonce, "2000.%ld", (long)getpid());
    snprintf(script, sizeof script, "(setsid sleep %s &); echo ready; exec sleep %s", nonce, nonce);
    Host before = host_look();
    Process *process = start_script(script);
    read_line(process, line, sizeof line);
    process_close(process);
    host_check(&before, nonce);
}

static void a_keeper_that_hangs_holds_nobody_up(void **state) {
    (void)state;
    char nonce[24], script[128], line[48];
    int keeper, program;
    snprintf(nonce, sizeof nonce, "3000.%ld", (long)getpid());
    snprintf(script, sizeof script, "echo $PPID $$; exec sleep %s", nonce);
    Host before = host_look();
    Process *process = start_script(script);
    read_line(process, line, sizeof line);
    assert_int_equal(sscanf(line, "%d %d", &keeper, &program), 2);
    int end = (int)syscall(SYS_pidfd_open, program, 0);
    assert_true(keeper > 1 && kill(keeper, SIGSTOP) == 0);
    int64_t start = monotonic_us();
    process_close(process);
    assert_true(monotonic_us() - start < PATIENCE_MS * INT64_C(1000));
    /* The kernel kills it when its keeper is gone, but a moment later. */
    assert_true(end < 0 || wait_readable(end, PATIENCE_MS));
    close(end);
    host_check(&before, nonce);
}

/* ---- when we are killed ourselves ------------------------------------------------------------------------------ */

/* Another arbiter, in a process of its own: starts a child and says so. Never returns. */
static void be_an_arbiter(int say, const char *nonce) {
    char script[256], line[16];
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* should the test itself fail */
    snprintf(script, sizeof script, "(setsid sleep %s &); sleep %s & echo ready; wait", nonce, nonce);
    Process *process = start_script(script);
    read_line(process, line, sizeof line);
    ssize_t ignored = write(say, "x", 1);
    (void)ignored;
    for (;;)
        pause();
}

static void a_killed_arbiters_children_die_and_its_groups_are_swept(void **state) {
    (void)state;
    char nonce[24], byte;
    int line[2];
    pid_t pids[16];
    snprintf(nonce, sizeof nonce, "3000.%ld", (long)getpid());
    assert_int_equal(pipe2(line, O_CLOEXEC), 0);
    pid_t arbiter = fork();
    if (arbiter == 0)
        be_an_arbiter(line[1], nonce);
    close(line[1]);
    assert_int_equal(read(line[0], &byte, 1), 1);
    close(line[0]);
    size_t count = await_processes_with(nonce, 3, pids, 16);
    int ends[16];
    for (size_t i = 0; i < count; i++)
        ends[i] = (int)syscall(SYS_pidfd_open, pids[i], 0);
    assert_int_equal(kill(arbiter, SIGKILL), 0);
    assert_int_equal(waitpid(arbiter, NULL, 0), arbiter);
    for (size_t i = 0; i < count; i++) {
        assert_true(ends[i] < 0 || wait_readable(ends[i], PATIENCE_MS));
        close(ends[i]);
    }
    /* The next arbiter's first act. */
    CgroupHome home;
    cgroup_home_find(&home, "/proc/self/cgroup", "/proc/self/mountinfo");
    cgroup_home_sweep(&home);
    cgroup_home_free(&home);
    assert_int_equal(groups_of(arbiter), 0);
}

/* ---- freezing and measuring ------------------------------------------------------------------------------------ */

static void a_frozen_tree_stands_still_and_goes_on(void **state) {
    (void)state;
    char line[64];
    Host before = host_look();
    Process *process = start_script("(while :; do :; done) & echo ready; while read word; do echo $word; done");
    read_line(process, line, sizeof line);
    process_thaw(process);
    process_freeze(process);
    assert_int_equal(write(process_in_fd(process), "ping\n", 5), 5);
    wait_readable(process_out_fd(process), 50);
    uint64_t frozen_at = process_cpu_time(process);
    assert_false(wait_readable(process_out_fd(process), 200));
    assert_int_equal(process_cpu_time(process), frozen_at);
    process_thaw(process);
    read_line(process, line, sizeof line);
    assert_string_equal(line, "ping");
    process_freeze(process);
    process_kill(process);
    assert_int_equal(wait_end(process).signal, SIGKILL);
    process_close(process);
    host_check(&before, "no word of its own");
}

/* It may not even have executed its program by then. */
static void frozen_at_once_it_still_dies(void **state) {
    (void)state;
    Host before = host_look();
    for (int i = 0; i < 20; i++) {
        Process *process = START("sleep", "1000");
        process_freeze(process);
        if (i % 2 == 0) {
            process_kill(process);
            wait_end(process);
        }
        process_close(process);
    }
    host_check(&before, "no word of its own");
}

static void memory_and_processor_time_are_measured(void **state) {
    (void)state;
    Process *process = START("/usr/bin/python3", "-I", "-S", "-c", "a = b'x' * (50 << 20); sum(range(3 * 10**6))");
    wait_end(process);
    assert_in_range(process_peak_memory(process), 50 << 20, 100 << 20);
    assert_in_range(process_cpu_time(process), 10 * 1000, 10 * 1000 * 1000);
    process_close(process);
}

/* A40 */
static void room_for_processes_is_made_or_told(void **state) {
    (void)state;
    struct rlimit before, low;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    low = (struct rlimit){64, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
    assert_int_equal(process_room(4, 10), 4);
    assert_int_equal(process_room(100, 10), 100);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &low), 0);
    assert_true(low.rlim_cur >= 600);
    if (geteuid() != 0) {
        low = (struct rlimit){100, 100};
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
        assert_in_range(process_room(100, 10), 5, 15);
    } else {
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    }
}

static void without_descriptors_a_start_fails_and_leaves_none_open(void **state) {
    (void)state;
    struct rlimit before;
    Host host = host_look();
    char program[] = "cat";
    char *words[] = {program, NULL};
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    int next = dup(0);
    close(next);
    for (int room = 0; room < 12; room++) {
        Error error = {.message = ""};
        const struct rlimit low = {(rlim_t)next + (rlim_t)room, before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
        Process *process = process_start(&(ProcessSpec){.argv = words}, &error);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        if (process == NULL)
            assert_non_null(strstr(error.message, "Too many open files"));
        assert_true(process != NULL || room < 11);
        process_close(process);
        host_check(&host, "no word of its own");
    }
}

static void a_hundred_children_at_once_keep_to_their_descriptors(void **state) {
    (void)state;
    enum { CHILDREN = 100 };
    static Process *children[CHILDREN];
    Host before = host_look();
    assert_int_equal(process_room(CHILDREN, 32), CHILDREN);
    for (int i = 0; i < CHILDREN; i++)
        children[i] = START("cat");
    assert_true(host_look().descriptors - before.descriptors <= 6 * CHILDREN);
    for (int i = 0; i < CHILDREN; i++) {
        char text[8], line[8];
        snprintf(text, sizeof text, "%d\n", i);
        assert_true(write(process_in_fd(children[i]), text, strlen(text)) > 0);
        read_line(children[i], line, sizeof line);
        assert_int_equal(strtol(line, NULL, 10), i);
    }
    for (int i = 0; i < CHILDREN; i++)
        process_kill(children[i]);
    for (int i = 0; i < CHILDREN; i++)
        process_close(children[i]);
    host_check(&before, "no word of their own");
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_started_is_refused_with_a_reason),
        cmocka_unit_test(what_the_kernel_refuses_says_so_in_its_log),
        cmocka_unit_test(programs_are_found_where_distributions_put_games),
        cmocka_unit_test(three_channels_are_separate),
        cmocka_unit_test(reading_never_blocks),
        cmocka_unit_test(writing_to_a_full_pipe_or_a_dead_child_is_an_error_value),
        cmocka_unit_test(closing_its_input_is_end_of_file),
        cmocka_unit_test(a_child_gets_no_descriptors_but_its_three),
        cmocka_unit_test(a_child_gets_ordinary_signals),
        cmocka_unit_test(a_crash_is_told_by_its_signal),
        cmocka_unit_test(a_child_that_ignores_everything_is_killed),
        cmocka_unit_test(nothing_of_the_tree_outlives_the_child),
        cmocka_unit_test(closing_kills_what_still_runs),
        cmocka_unit_test(a_keeper_that_hangs_holds_nobody_up),
        cmocka_unit_test(a_killed_arbiters_children_die_and_its_groups_are_swept),
        cmocka_unit_test(a_frozen_tree_stands_still_and_goes_on),
        cmocka_unit_test(frozen_at_once_it_still_dies),
        cmocka_unit_test(memory_and_processor_time_are_measured),
        cmocka_unit_test(without_descriptors_a_start_fails_and_leaves_none_open),
        cmocka_unit_test(a_hundred_children_at_once_keep_to_their_descriptors),
        cmocka_unit_test(room_for_processes_is_made_or_told),
    };
    int status;
    if (!process_tests_begin(argc, argv, &status))
        return status;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
