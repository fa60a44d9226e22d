/* What a bot can reach: nothing but its own file, its libraries, its scratch space and its three channels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "box_run.h"

static const char secret[] = "the canary sings";

/* A folder that everybody may read, with a secret and another bot in it. */
typedef struct Canary {
    char folder[64], secret[96], other_bot[96];
} Canary;

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(chmod(path, 0644), 0);
}

static void canary_make(Canary *canary) {
    strcpy(canary->folder, "/tmp/rookery-canary-XXXXXX");
    assert_non_null(mkdtemp(canary->folder));
    assert_int_equal(chmod(canary->folder, 0755), 0);
    snprintf(canary->secret, sizeof canary->secret, "%s/secret", canary->folder);
    snprintf(canary->other_bot, sizeof canary->other_bot, "%s/other_bot.py", canary->folder);
    write_file(canary->secret, secret);
    write_file(canary->other_bot, secret);
}

static void canary_remove(const Canary *canary) {
    unlink(canary->secret);
    unlink(canary->other_bot);
    rmdir(canary->folder);
}

static void assert_value(const Run *run, const char *name, const char *expected) {
    char text[256];
    value_of(run->out, name, text, sizeof text);
    if (strcmp(text, expected) != 0)
        fail_msg("\"%s\" is \"%s\", not \"%s\"; the log: %s", name, text, expected, run->log);
}

/* R14 */
static void the_hosts_files_are_not_there(void **state) {
    (void)state;
    Canary canary;
    char name[160], working[512];
    canary_make(&canary);
    assert_non_null(getcwd(working, sizeof working));
    Run *run = box_run(
        &(Attack){.script = "looks_around.py", .arguments = {canary.secret, canary.other_bot, canary.folder, working}});
    const char *const hidden[] = {canary.secret, canary.other_bot, canary.folder, working};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        snprintf(name, sizeof name, "read %.150s", hidden[i]);
        assert_value(run, name, "ENOENT");
        snprintf(name, sizeof name, "list %.150s", hidden[i]);
        assert_value(run, name, "ENOENT");
    }
    static const char *const unseen[] = {"/etc/passwd", "/root",         "/home",   "/proc/self/environ", "/sys",
                                         "/mnt",        "/srv",          "/var",    "/proc/1/environ",    "/run",
                                         "/boot",       "/opt",          "/bin/sh", "/dev/shm",           "/dev/mem",
                                         "/dev/tty",    "/usr/bin/bwrap"};
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        snprintf(name, sizeof name, "see %s", unseen[i]);
        assert_value(run, name, "ENOENT");
    }
    assert_null(strstr(run->out, secret));
    canary_remove(&canary);
    free(run);
}

/* F02: no environment, nothing open but the three channels, nobody's user. */
static void a_box_is_bare(void **state) {
    (void)state;
    setenv("ARENA_CANARY", secret, 1);
    int leaked = open("/dev/null", O_RDONLY); /* on purpose without close-on-exec */
    Run *run = box_run(&(Attack){.script = "looks_around.py"});
    close(leaked);
    unsetenv("ARENA_CANARY");
    assert_value(run, "environment", "[]");
    assert_value(run, "bots", "['attempt.py', 'looks_around.py']");
    assert_value(run, "devices", "['full', 'null', 'random', 'urandom', 'zero']");
    assert_value(run, "open", "[0, 1, 2]");
    assert_value(run, "user", "1000 1000 1000 []");
    assert_value(run, "host", "box");
    assert_int_equal(run->end.exit_status, 0);
    free(run);
}

/* Bubblewrap's two processes bear the bot's arguments too. */
static pid_t bot_process(const char *nonce) {
    pid_t pids[8];
    size_t count = await_processes_with(nonce, 1, pids, 8);
    for (size_t i = 0; i < count; i++) {
        char path[64], name[32] = "";
        snprintf(path, sizeof path, "/proc/%ld/comm", (long)pids[i]);
        FILE *file = fopen(path, "re");
        bool is_bot = file != NULL && fgets(name, sizeof name, file) != NULL && strncmp(name, "python", 6) == 0;
        if (file != NULL)
            fclose(file);
        if (is_bot)
            return pids[i];
    }
    fail_msg("no Python among the %zu processes of the box", count);
    return 0;
}

/* Each layer is there by itself, whatever the others would catch. */
static void every_namespace_is_the_boxs_own(void **state) {
    (void)state;
    static const char *const names[] = {"user", "pid", "net", "mnt", "ipc", "uts", "cgroup"};
    char nonce[RUN_NONCE_MAX], line[16];
    Host before = host_look();
    Process *process = box_start(&(Attack){.script = "sleeper.py"}, nonce);
    read_line(process, line, sizeof line);
    pid_t pid = bot_process(nonce);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char ours[64] = "", theirs[64] = "", path[64];
        snprintf(path, sizeof path, "/proc/self/ns/%s", names[i]);
        assert_true(readlink(path, ours, sizeof ours - 1) > 0);
        snprintf(path, sizeof path, "/proc/%ld/ns/%s", (long)pid, names[i]);
        assert_true(readlink(path, theirs, sizeof theirs - 1) > 0);
        assert_string_not_equal(ours, theirs);
    }
    process_close(process);
    host_check(&before, nonce);
}

/* What the kernel says of the bot: no capability can ever come back, and the filter is on. */
static void no_privilege_is_left_to_come_back(void **state) {
    (void)state;
    char nonce[RUN_NONCE_MAX], line[256], path[64];
    size_t found = 0;
    Process *process = box_start(&(Attack){.script = "sleeper.py"}, nonce);
    read_line(process, line, sizeof line);
    snprintf(path, sizeof path, "/proc/%ld/status", (long)bot_process(nonce));
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        found += strcmp(line, "NoNewPrivs:\t1\n") == 0 || strcmp(line, "Seccomp:\t2\n") == 0;
        if (strncmp(line, "Cap", 3) == 0 && strncmp(line, "CapBnd", 6) != 0)
            found += strstr(line, "\t0000000000000000\n") != NULL;
        if (strncmp(line, "Uid:", 4) == 0)
            assert_null(strstr(line, "\t0\t"));
    }
    fclose(file);
    assert_int_equal(found, 6); /* inheritable, permitted, effective, ambient, and the first two */
    process_close(process);
}

/* ---- R16 ----------------------------------------------------------------------------------------------------- */

typedef struct Listeners {
    int tcp, udp, path, abstract;
    char port[8], path_name[96], abstract_name[64];
} Listeners;

static int listen_unix(const char *name, size_t hidden, int *out) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path + hidden, name, sizeof address.sun_path - hidden - 1);
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + hidden + strlen(name));
    *out = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(*out, (struct sockaddr *)&address, length), 0);
    return listen(*out, 4);
}

static void listeners_open(Listeners *listeners, const Canary *canary) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    listeners->tcp = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    listeners->udp = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listeners->tcp, (struct sockaddr *)&address, length), 0);
    assert_int_equal(listen(listeners->tcp, 4), 0);
    assert_int_equal(getsockname(listeners->tcp, (struct sockaddr *)&address, &length), 0);
    assert_int_equal(bind(listeners->udp, (struct sockaddr *)&address, length), 0);
    snprintf(listeners->port, sizeof listeners->port, "%u", ntohs(address.sin_port));
    snprintf(listeners->path_name, sizeof listeners->path_name, "%s/socket", canary->folder);
    snprintf(listeners->abstract_name, sizeof listeners->abstract_name, "rookery-canary-%ld", (long)getpid());
    assert_int_equal(listen_unix(listeners->path_name, 0, &listeners->path), 0);
    assert_int_equal(listen_unix(listeners->abstract_name, 1, &listeners->abstract), 0);
}

static void assert_nobody_came(const Listeners *listeners) {
    char byte;
    const int streams[] = {listeners->tcp, listeners->path, listeners->abstract};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        assert_int_equal(accept(streams[i], NULL, NULL), -1);
        assert_int_equal(errno, EAGAIN);
    }
    assert_int_equal(recv(listeners->udp, &byte, 1, 0), -1);
    assert_int_equal(errno, EAGAIN);
}

static void nobody_outside_is_heard_or_called(void **state) {
    (void)state;
    Canary canary;
    Listeners listeners;
    canary_make(&canary);
    listeners_open(&listeners, &canary);
    Run *run = box_run(
        &(Attack){.script = "network.py", .arguments = {listeners.port, listeners.path_name, listeners.abstract_name}});
    assert_nobody_came(&listeners);
    assert_value(run, "tcp", "EPERM");
    assert_value(run, "udp", "EPERM");
    assert_value(run, "unix", "EPERM");
    assert_value(run, "abstract", "EPERM");
    assert_value(run, "pair", "EPERM");
    assert_value(run, "families", "[]");
    assert_null(strstr(run->out, "dns DONE"));
    const int fds[] = {listeners.tcp, listeners.udp, listeners.path, listeners.abstract};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
        close(fds[i]);
    unlink(listeners.path_name);
    canary_remove(&canary);
    free(run);
}

/* R17 */
static void signals_do_not_leave_the_box(void **state) {
    (void)state;
    char bystander_name[] = "cat", victim[16], line[8];
    char *words[] = {bystander_name, NULL};
    Error error;
    Process *bystander = process_start(&(ProcessSpec){.argv = words}, &error);
    assert_non_null(bystander);
    snprintf(victim, sizeof victim, "%ld", (long)getpid());
    Run *run = box_run(&(Attack){.script = "signals.py", .arguments = {victim}});
    assert_value(run, "own", "2 1");
    assert_value(run, "kill host", "ESRCH");
    assert_true(has_line(run->out, "alive"));
    assert_null(strstr(run->out, "killed"));
    assert_false(process_poll(bystander).ended);
    assert_int_equal(write(process_in_fd(bystander), "here\n", 5), 5);
    read_line(bystander, line, sizeof line);
    assert_string_equal(line, "here");
    process_close(bystander);
    free(run);
}

/* R18, R19 */
static void forbidden_system_calls_are_refused(void **state) {
    (void)state;
    Run *run = box_run(&(Attack){.script = "forbidden"});
    size_t refused = 0;
    for (char *line = strtok(run->out, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        const char *outcome = strrchr(line, ' ');
        if (strcmp(line, "end") == 0) {
            refused += 1000;
            break;
        }
        assert_non_null(outcome);
        /* Those for which the C library is told to take another way. */
        bool absent = strncmp(line, "clone3 ", 7) == 0 || strncmp(line, "pidfd_open ", 11) == 0;
        if (strcmp(outcome, absent ? " ENOSYS" : " EPERM") != 0)
            fail_msg("%s", line);
        refused++;
    }
    if (refused < 1060)
        fail_msg("only %zu calls were tried; the log: %s", refused, run->log);
    assert_int_equal(run->end.exit_status, 0);
    free(run);
}

static void foreign_calling_conventions_are_killed(void **state) {
    (void)state;
#ifdef __x86_64__
    static const char *const conventions[] = {"32-bit", "x32"};
    for (size_t i = 0; i < 2; i++) {
        Run *run = box_run(&(Attack){.script = "foreign_abi.py", .arguments = {conventions[i]}});
        assert_true(has_line(run->out, "calls"));
        assert_null(strstr(run->out, "answered"));
        assert_int_equal(run->end.signal, SIGSYS);
        free(run);
    }
#else
    skip();
#endif
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hosts_files_are_not_there),      cmocka_unit_test(a_box_is_bare),
        cmocka_unit_test(every_namespace_is_the_boxs_own),    cmocka_unit_test(no_privilege_is_left_to_come_back),
        cmocka_unit_test(nobody_outside_is_heard_or_called),  cmocka_unit_test(signals_do_not_leave_the_box),
        cmocka_unit_test(forbidden_system_calls_are_refused), cmocka_unit_test(foreign_calling_conventions_are_killed),
    };
    int status;
    if (!box_tests_begin(argc, argv, &status))
        return status;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
