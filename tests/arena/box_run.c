#include "box_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/cgroup_home.h"
#include "base/monotonic.h"

enum { PATIENCE_MS = 20 * 1000, WATCH_MS = 20, TEST_USER = 54321, SKIPPED = 77 };

const ProcessLimits box_test_limits = {
    .memory_bytes = 128 << 20,
    .processes = 16,
    .open_files = 64,
    .scratch_bytes = 4 << 20,
    .address_space_bytes = 256 << 20,
};

/* A copy of box_cases that an ordinary user can read wherever the sources lie. */
static char cases_folder[64];
char rookery_command[96];

/* ---- beginning ---------------------------------------------------------------------------------------------- */

static bool copy_file(const char *from, const char *to) {
    FILE *in = fopen(from, "re"), *out = fopen(to, "we");
    bool good = in != NULL && out != NULL;
    for (int c; good && (c = getc(in)) != EOF;)
        putc(c, out);
    if (in != NULL)
        fclose(in);
    return out != NULL && fclose(out) == 0 && good && chmod(to, 0755) == 0;
}

static void copy_cases_of(const char *folder) {
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        char from[512], to[512];
        struct stat status;
        snprintf(from, sizeof from, "%s/%s", folder, entry->d_name);
        snprintf(to, sizeof to, "%s/%s", cases_folder, entry->d_name);
        if (stat(from, &status) == 0 && S_ISREG(status.st_mode) && !copy_file(from, to))
            perror(from);
    }
    if (directory != NULL)
        closedir(directory);
}

static void remove_cases(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", cases_folder);
    if (system(command) != 0)
        perror(cases_folder);
}

static void make_cases(uid_t owner) {
    static const char *const others[][2] = {
        {FORBIDDEN_PROGRAM, "forbidden"}, {ROOKERY, "rookery-command"}, {FAKE_HOST, "rookery/host.py"}};
    snprintf(cases_folder, sizeof cases_folder, "/tmp/rookery-cases-XXXXXX");
    if (mkdtemp(cases_folder) == NULL)
        abort();
    copy_cases_of(BOX_CASES);
    char path[128];
    snprintf(path, sizeof path, "%s/rookery", cases_folder);
    bool good = mkdir(path, 0755) == 0 && chown(path, owner, owner) == 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(path, sizeof path, "%s/%s", cases_folder, others[i][1]);
        good = good && copy_file(others[i][0], path);
    }
    snprintf(rookery_command, sizeof rookery_command, "%s/rookery-command", cases_folder);
    setenv("ROOKERY_PYTHON", cases_folder, 1);
    if (!good || chmod(cases_folder, 0755) != 0 || chown(cases_folder, owner, owner) != 0) {
        perror(path);
        abort();
    }
    atexit(remove_cases);
}

static bool become_user(int *status) {
    if (geteuid() != 0) {
        fprintf(stderr, "SKIPPED: already an ordinary user, so the other run of this test covers it\n");
        *status = SKIPPED;
        return false;
    }
    if (setgroups(0, NULL) != 0 || setgid(TEST_USER) != 0 || setuid(TEST_USER) != 0)
        abort();
    return true;
}

bool process_tests_begin(int argc, char **argv, int *status) {
    return argc < 2 || strcmp(argv[1], "--as-user") != 0 || become_user(status);
}

bool box_tests_begin(int argc, char **argv, int *status) {
    char program[] = "true";
    char *words[] = {program, NULL};
    Error error;
    make_cases(argc > 1 && geteuid() == 0 ? TEST_USER : geteuid());
    if (!process_tests_begin(argc, argv, status))
        return false;
    Process *process = process_start(&(ProcessSpec){.argv = words, .boxed = true, .limits = box_test_limits}, &error);
    if (process == NULL) {
        fprintf(stderr, "SKIPPED, NOTHING ABOUT THE SANDBOX IS TESTED HERE: %s\n", error.message);
        *status = SKIPPED;
    }
    process_close(process);
    return process != NULL;
}

/* ---- the host ----------------------------------------------------------------------------------------------- */

static size_t count_entries(const char *path) {
    size_t count = 0;
    DIR *directory = opendir(path);
    for (; directory != NULL && readdir(directory) != NULL;)
        count++;
    if (directory != NULL)
        closedir(directory);
    return count;
}

static size_t count_lines(const char *path) {
    size_t count = 0;
    FILE *file = fopen(path, "re");
    for (int c; file != NULL && (c = getc(file)) != EOF;)
        count += c == '\n';
    if (file != NULL)
        fclose(file);
    return count;
}

static size_t count_words(const char *path) {
    size_t count = 0;
    char word[64];
    FILE *file = fopen(path, "re");
    while (file != NULL && fscanf(file, "%63s", word) == 1)
        count++;
    if (file != NULL)
        fclose(file);
    return count;
}

Host host_look(void) {
    return (Host){count_entries("/proc/self/fd"), count_lines("/proc/self/mountinfo"),
                  count_words("/proc/thread-self/children"), groups_of(getpid())};
}

static bool memory_has(const char *bytes, size_t length, const char *word) {
    return memmem(bytes, length, word, strlen(word)) != NULL;
}

size_t processes_with(const char *nonce, pid_t *pids, size_t room) {
    size_t count = 0;
    DIR *directory = opendir("/proc");
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        char path[300], text[4096];
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        int fd = pid > 0 && pid != getpid() ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        if (fd < 0)
            continue;
        ssize_t length = read(fd, text, sizeof text);
        close(fd);
        if (length > 0 && memory_has(text, (size_t)length, nonce) && count < room)
            pids[count++] = pid;
    }
    if (directory != NULL)
        closedir(directory);
    return count;
}

size_t await_processes_with(const char *nonce, size_t wanted, pid_t *pids, size_t room) {
    size_t count;
    int64_t deadline = monotonic_us() + PATIENCE_MS * 1000LL;
    while ((count = processes_with(nonce, pids, room)) < wanted)
        assert_true(monotonic_us() < deadline);
    return count;
}

static size_t groups_in(const char *folder, pid_t pid) {
    size_t count = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        unsigned long long name_space;
        long owner;
        count += sscanf(entry->d_name, "rookery-%llu-%ld-", &name_space, &owner) == 2 && owner == (long)pid;
    }
    if (directory != NULL)
        closedir(directory);
    return count;
}

size_t groups_of(pid_t pid) {
    size_t count = 0;
    for (int feature = 0; feature < CGROUP_FEATURES; feature++)
        if (cgroup_home()->folder[feature] != NULL)
            count += groups_in(cgroup_home()->folder[feature], pid);
    return count;
}

static size_t files_with(const char *folder, const char *nonce) {
    size_t count = 0;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;)
        count += strstr(entry->d_name, nonce) != NULL;
    if (directory != NULL)
        closedir(directory);
    return count;
}

void host_check(const Host *before, const char *nonce) {
    pid_t pids[8];
    Host now = host_look();
    assert_int_equal(now.descriptors, before->descriptors);
    assert_int_equal(now.mounts, before->mounts);
    assert_int_equal(now.children, before->children);
    assert_int_equal(processes_with(nonce, pids, 8), 0);
    assert_int_equal(now.groups, before->groups);
    assert_int_equal(files_with("/tmp", nonce) + files_with("/dev/shm", nonce) + files_with("/var/tmp", nonce), 0);
}

/* ---- running ------------------------------------------------------------------------------------------------ */

static void make_nonce(char nonce[RUN_NONCE_MAX]) {
    static unsigned number;
    snprintf(nonce, RUN_NONCE_MAX, "nonce-%ld-%u-%lx", (long)getpid(), number++, (long)monotonic_us());
}

Process *box_start(const Attack *attack, char nonce[RUN_NONCE_MAX]) {
    static char python[] = "/usr/bin/python3", isolated[] = "-I", no_site[] = "-S", no_bytecode[] = "-B";
    char script[600], in_box[300], helper[600], *argv[RUN_ARGUMENTS_MAX + 8];
    size_t count = 0;
    bool is_python = strstr(attack->script, ".py") != NULL;
    snprintf(script, sizeof script, "%s/%s", cases_folder, attack->script);
    snprintf(in_box, sizeof in_box, "/bot/%s", attack->script);
    snprintf(helper, sizeof helper, "%s/attempt.py", cases_folder);
    make_nonce(nonce);
    if (is_python) {
        char *const start[] = {python, isolated, no_site, no_bytecode, in_box};
        memcpy(argv, start, sizeof start);
        count = sizeof start / sizeof *start;
    } else {
        argv[count++] = script;
    }
    argv[count++] = nonce;
    for (size_t i = 0; i < RUN_ARGUMENTS_MAX && attack->arguments[i] != NULL; i++)
        argv[count++] = (char *)attack->arguments[i];
    argv[count] = NULL;
    const ProcessBind binds[] = {{script, in_box, true}, {helper, "/bot/attempt.py", true}};
    const ProcessSpec spec = {
        .argv = argv, .boxed = true, .limits = box_test_limits, .binds = binds, .bind_count = is_python ? 2 : 0};
    Error error;
    Process *process = process_start(&spec, &error);
    if (process == NULL)
        fail_msg("%s", error.message);
    return process;
}

bool wait_readable(int fd, int64_t ms) {
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    return poll(&wait, 1, (int)ms) == 1;
}

void read_line(const Process *process, char *line, size_t size) {
    size_t length = 0;
    for (;;) {
        char c;
        assert_true(wait_readable(process_out_fd(process), PATIENCE_MS));
        ssize_t got = read(process_out_fd(process), &c, 1);
        assert_int_equal(got, 1);
        if (c == '\n')
            break;
        if (length + 1 < size)
            line[length++] = c;
    }
    line[length] = '\0';
}

/* Takes what has come; keeps the beginning. False at the end of the stream. */
static bool take(int fd, char *text, Run *run) {
    char bytes[8192];
    for (;;) {
        ssize_t count = read(fd, bytes, sizeof bytes);
        if (count < 0)
            return errno == EAGAIN;
        if (count == 0)
            return false;
        size_t length = strlen(text), room = RUN_TEXT_MAX - 1 - length;
        size_t kept = (size_t)count < room ? (size_t)count : room;
        memcpy(text + length, bytes, kept);
        text[length + kept] = '\0';
        run->written += (uint64_t)count;
    }
}

Run *box_watch(Process *process, const Attack *attack) {
    Run *run = calloc(1, sizeof *run);
    assert_non_null(run);
    int64_t start = monotonic_us(), killed_at = 0;
    int64_t deadline = start + (attack->deadline_ms > 0 ? attack->deadline_ms : PATIENCE_MS) * 1000;
    struct pollfd waits[] = {{.fd = process_pid_fd(process), .events = POLLIN},
                             {.fd = attack->unread ? -1 : process_out_fd(process), .events = POLLIN},
                             {.fd = attack->unread ? -1 : process_log_fd(process), .events = POLLIN}};
    char *texts[] = {NULL, run->out, run->log};
    while (!(run->end = process_poll(process)).ended) {
        poll(waits, 3, WATCH_MS);
        for (int i = 1; i < 3; i++)
            if (waits[i].fd >= 0 && !take(waits[i].fd, texts[i], run))
                waits[i].fd = -1;
        if (process_check_limits(process) != PROCESS_WITHIN_LIMITS)
            run->breach = process_check_limits(process);
        bool enough = attack->enough > 0 && run->written >= attack->enough;
        if (killed_at == 0 && (enough || monotonic_us() >= deadline)) {
            process_kill(process);
            killed_at = monotonic_us();
        }
    }
    run->lasted_ms = (monotonic_us() - start) / 1000;
    run->killed = killed_at > 0;
    run->kill_ms = killed_at > 0 ? (monotonic_us() - killed_at) / 1000 : 0;
    take(process_out_fd(process), run->out, run);
    take(process_log_fd(process), run->log, run);
    run->peak_memory = process_peak_memory(process);
    run->cpu_time_us = process_cpu_time(process);
    return run;
}

Run *box_run(const Attack *attack) {
    char nonce[RUN_NONCE_MAX];
    Host before = host_look();
    Process *process = box_start(attack, nonce);
    Run *run = box_watch(process, attack);
    process_close(process);
    host_check(&before, nonce);
    return run;
}

/* ---- reading what it said ----------------------------------------------------------------------------------- */

bool has_line(const char *text, const char *line) {
    size_t length = strlen(line);
    for (const char *at = text; at != NULL && *at != '\0'; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, line, length) == 0 && (at[length] == '\n' || at[length] == '\0'))
            return true;
    }
    return false;
}

const char *value_of(const char *text, const char *name, char *out, size_t size) {
    size_t length = strlen(name);
    out[0] = '\0';
    for (const char *at = text; at != NULL && *at != '\0'; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, name, length) != 0 || at[length] != ' ')
            continue;
        snprintf(out, size, "%.*s", (int)strcspn(at + length + 1, "\n"), at + length + 1);
        break;
    }
    return out;
}
