/* Where no box can be made, no bot is run, and the sentence says what to install or to enable. Each case is tried in a
 * process of its own, since what a machine can do is found out once per process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/process.h"

enum { SENTENCE, STARTED, CANNOT_ARRANGE };

static bool write_file(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    close(fd);
    return good;
}

/* A user namespace in which no further ones are allowed: as on a machine with that sysctl, but for us only. */
static bool forbid_namespaces(void) {
    char map[64];
    snprintf(map, sizeof map, "0 %u 1", geteuid());
    return unshare(CLONE_NEWUSER) == 0 && write_file("/proc/self/setgroups", "deny") &&
           write_file("/proc/self/uid_map", map) && write_file("/proc/sys/user/max_user_namespaces", "0");
}

static bool hide_bubblewrap(void) {
    return setenv("PATH", "/nowhere", 1) == 0;
}

/* In the child: the outcome as exit status, the sentence on standard output. */
static int try_a_box(bool (*arrange)(void)) {
    char program[] = "/usr/bin/true";
    char *words[] = {program, NULL};
    Error error = {.message = ""};
    if (!arrange())
        return CANNOT_ARRANGE;
    for (int time = 0; time < 2; time++) {
        Process *process = process_start(&(ProcessSpec){.argv = words, .boxed = true}, &error);
        if (process != NULL)
            return STARTED;
    }
    dprintf(STDOUT_FILENO, "%s", error.message);
    return SENTENCE;
}

static void assert_sentence(bool (*arrange)(void), const char *const *parts) {
    char sentence[ERROR_MESSAGE_MAX + 1];
    int ends[2], status;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        _exit(try_a_box(arrange));
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    ssize_t length = read(ends[0], sentence, sizeof sentence - 1);
    sentence[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    if (WEXITSTATUS(status) == CANNOT_ARRANGE)
        skip();
    assert_int_equal(WEXITSTATUS(status), SENTENCE);
    for (; *parts != NULL; parts++)
        if (strstr(sentence, *parts) == NULL)
            fail_msg("\"%s\" is not in: %s", *parts, sentence);
}

static void without_bubblewrap_the_package_is_named(void **state) {
    (void)state;
    assert_sentence(hide_bubblewrap, (const char *const[]){"bubblewrap", "apt-get install", "--no-sandbox", NULL});
}

static void without_namespaces_the_switch_is_named(void **state) {
    (void)state;
    assert_sentence(forbid_namespaces, (const char *const[]){"no sandbox can be made here",
                                                             "sysctl user.max_user_namespaces", "--no-sandbox", NULL});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_bubblewrap_the_package_is_named),
        cmocka_unit_test(without_namespaces_the_switch_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
