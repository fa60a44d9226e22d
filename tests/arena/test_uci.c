/* rookery uci as a chess program sees it: the relay, its ends, and that nothing is left running. The bot host is
 * replaced by tests/arena/fake_host, which does what bots do wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "box_run.h"

enum { PATIENCE_MS = 20 * 1000 };

/* The bot's name is the nonce by which its processes are found. */
static char folder[64], bot[128], nonce[48];

static int make_bot(void **state) {
    (void)state;
    strcpy(folder, "/tmp/rookery-uci-XXXXXX");
    if (mkdtemp(folder) == NULL || chmod(folder, 0755) != 0)
        return -1;
    snprintf(nonce, sizeof nonce, "bot-%ld", (long)getpid());
    snprintf(bot, sizeof bot, "%s/%s.py", folder, nonce);
    int fd = open(bot, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    bool good = write(fd, "a secret of mine\n", 17) == 17;
    close(fd);
    return good ? 0 : -1;
}

static int remove_bot(void **state) {
    (void)state;
    unlink(bot);
    rmdir(folder);
    return 0;
}

static Process *start_uci(const char *sandbox) {
    const char *words[] = {rookery_command, "uci", "--bot", bot, sandbox, NULL};
    Error error;
    Process *process = process_start(&(ProcessSpec){.argv = (char *const *)words}, &error);
    if (process == NULL)
        fail_msg("%s", error.message);
    return process;
}

static void say(const Process *process, const char *text) {
    assert_int_equal(write(process_in_fd(process), text, strlen(text)), strlen(text));
}

static void expect(const Process *process, const char *expected) {
    char line[512];
    read_line(process, line, sizeof line);
    assert_string_equal(line, expected);
}

static Process *start_greeted(void) {
    char name[64];
    Process *process = start_uci(NULL);
    say(process, "uci\n");
    snprintf(name, sizeof name, "id name %s.py", nonce);
    expect(process, name);
    expect(process, "uciok");
    return process;
}

/* It must end by itself with that status and sentence, and nothing of it may be left. */
static void expect_end(Process *process, const Host *before, int status, const char *sentence) {
    char log[4096];
    pid_t pids[4];
    assert_true(wait_readable(process_pid_fd(process), PATIENCE_MS));
    ProcessEnd end = process_poll(process);
    ssize_t length = read(process_log_fd(process), log, sizeof log - 1);
    log[length > 0 ? length : 0] = '\0';
    if (end.signal != 0 || end.exit_status != status || strstr(log, sentence) == NULL)
        fail_msg("status %d, signal %d, log: %s", end.exit_status, end.signal, log);
    assert_int_equal(processes_with(nonce, pids, 4), 0);
    process_close(process);
    Host now = host_look();
    assert_memory_equal(&now, before, sizeof now);
}

static void quit_and_end_of_input_end_it(void **state) {
    (void)state;
    static const char *const partings[] = {"quit\n", "  quit \r\n", ""};
    for (size_t i = 0; i < sizeof partings / sizeof *partings; i++) {
        Host before = host_look();
        Process *process = start_greeted();
        say(process, partings[i]);
        process_close_in(process);
        expect_end(process, &before, 0, "");
    }
}

static void a_bot_that_does_not_quit_is_made_to(void **state) {
    (void)state;
    Host before = host_look();
    Process *process = start_greeted();
    say(process, "hang\nqu");
    expect(process, "hangs");
    say(process, "it\n");
    expect_end(process, &before, 0, "");
}

static void a_crash_is_told_after_the_last_words(void **state) {
    (void)state;
    Host before = host_look();
    Process *process = start_greeted();
    say(process, "crash\n");
    expect(process, "last words");
    expect_end(process, &before, 1, "was ended by signal 6");
    process = start_greeted();
    say(process, "leave\n");
    expect_end(process, &before, 1, "ended by itself, with status 5");
}

static void too_much_memory_is_told(void **state) {
    (void)state;
    Host before = host_look();
    Process *process = start_greeted();
    say(process, "eat\n");
    assert_true(wait_readable(process_pid_fd(process), PATIENCE_MS));
    /* Where the kernel counts it for us it always ends so; else Python may be refused it first, and say so. */
    expect_end(process, &before, 1, geteuid() == 0 ? "more memory than a bot may" : "");
}

static void prints_that_nobody_reads_are_dropped(void **state) {
    (void)state;
    Host before = host_look();
    Process *process = start_greeted();
    say(process, "talk\n");
    expect(process, "talked");
    say(process, "quit\n");
    expect_end(process, &before, 0, "blah");
}

static void answers_that_are_read_late_all_come(void **state) {
    (void)state;
    Host before = host_look();
    Process *process = start_greeted();
    say(process, "answer\nuci\n");
    for (int i = 0; i < 20000; i++) {
        char line[16];
        read_line(process, line, sizeof line);
        if (strcmp(line, "0123456789") != 0)
            fail_msg("line %d is %s", i, line);
    }
    char name[64];
    snprintf(name, sizeof name, "id name %s.py", nonce);
    expect(process, name);
    expect(process, "uciok");
    say(process, "quit\n");
    expect_end(process, &before, 0, "");
}

static void it_ends_when_the_chess_program_is_gone(void **state) {
    (void)state;
    Host before = host_look();
    Process *process = start_greeted();
    say(process, "hang\n");
    expect(process, "hangs");
    process_close(process); /* kills the relay: the box must follow */
    pid_t pids[4];
    assert_int_equal(processes_with(nonce, pids, 4), 0);
    Host now = host_look();
    assert_memory_equal(&now, &before, sizeof now);
}

static bool has_name(pid_t pid, const char *expected) {
    char path[64], name[64] = "";
    snprintf(path, sizeof path, "/proc/%ld/comm", (long)pid);
    FILE *file = fopen(path, "re");
    bool same =
        file != NULL && fgets(name, sizeof name, file) != NULL && strncmp(name, expected, strlen(expected)) == 0;
    if (file != NULL)
        fclose(file);
    return same;
}

static void signals_end_it_and_the_bot(void **state) {
    (void)state;
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        pid_t pids[16];
        Host before = host_look();
        Process *process = start_greeted();
        say(process, "hang\n");
        expect(process, "hangs");
        size_t count = processes_with(nonce, pids, 16);
        for (size_t j = 0; j < count; j++)
            if (has_name(pids[j], "rookery-comman")) /* as the kernel cuts it */
                kill(pids[j], numbers[i]);
        expect_end(process, &before, 1, "");
    }
}

static void the_box_shows_the_bot_and_nothing_of_its_folder(void **state) {
    (void)state;
    char line[512], expected[512];
    Host before = host_look();
    Process *process = start_uci(NULL);
    say(process, "where\n");
    snprintf(expected, sizeof expected, "/rookery/rookery/host.py /bot/%s.py a secret of mine", nonce);
    expect(process, expected);
    say(process, "quit\n");
    expect_end(process, &before, 0, "");
    process = start_uci("--no-sandbox");
    say(process, "where\n");
    snprintf(expected, sizeof expected, " %s a secret of mine", bot);
    read_line(process, line, sizeof line);
    assert_non_null(strstr(line, expected));
    say(process, "quit\n");
    expect_end(process, &before, 0, "");
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quit_and_end_of_input_end_it),
        cmocka_unit_test(a_bot_that_does_not_quit_is_made_to),
        cmocka_unit_test(a_crash_is_told_after_the_last_words),
        cmocka_unit_test(too_much_memory_is_told),
        cmocka_unit_test(prints_that_nobody_reads_are_dropped),
        cmocka_unit_test(answers_that_are_read_late_all_come),
        cmocka_unit_test(it_ends_when_the_chess_program_is_gone),
        cmocka_unit_test(signals_end_it_and_the_bot),
        cmocka_unit_test(the_box_shows_the_bot_and_nothing_of_its_folder),
    };
    int status;
    if (!box_tests_begin(argc, argv, &status))
        return status;
    return cmocka_run_group_tests(tests, make_bot, remove_bot);
}
