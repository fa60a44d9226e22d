/*
 * For tests: runs one attack of tests/arena/box_cases in a box, and tells whether the host came through unharmed.
 */
#ifndef ROOKERY_TESTS_BOX_RUN_H
#define ROOKERY_TESTS_BOX_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/process.h"

enum { RUN_TEXT_MAX = 1 << 16, RUN_ARGUMENTS_MAX = 16, RUN_NONCE_MAX = 48 };

/* A test program's main() passes its own arguments. Understands "--as-user": root then becomes an ordinary user, and
 * somebody who is one already is told to skip (returns false, *status the exit status). */
bool process_tests_begin(int argc, char **argv, int *status);
/* The same, and where no box can be made it says so loudly and skips. */
bool box_tests_begin(int argc, char **argv, int *status);

/* A copy of the rookery command that everybody may execute. ROOKERY_PYTHON names a copy of fake_host. */
extern char rookery_command[96];

extern const ProcessLimits box_test_limits; /* 128 MB, 16 processes, 64 files, 4 MB in /tmp */

typedef struct Attack {
    const char *script;                       /* of box_cases */
    const char *arguments[RUN_ARGUMENTS_MAX]; /* after a nonce, which is argument 1 */
    int64_t deadline_ms;                      /* killed by us when it passes; 0: 20 seconds */
    bool unread;                              /* nobody reads its output before it has ended */
    uint64_t enough;                          /* killed by us once it has written that many bytes; 0: never */
} Attack;

typedef struct Run {
    ProcessEnd end;
    ProcessBreach breach;
    bool killed; /* by us, at the deadline or when it had written enough */
    int64_t lasted_ms;
    int64_t kill_ms; /* how long the tree took to be gone after we killed it */
    uint64_t peak_memory, cpu_time_us;
    uint64_t written;                          /* bytes on both channels */
    char out[RUN_TEXT_MAX], log[RUN_TEXT_MAX]; /* their beginnings */
} Run;

/* Runs the attack to its end and fails the test when the host has anything left of it: a process, a control group, a
 * descriptor, a mount, a file in /tmp. The result is to be freed. */
Run *box_run(const Attack *attack);

/* The same in steps, for tests that talk to the process. */
Process *box_start(const Attack *attack, char nonce[RUN_NONCE_MAX]);
/* To its end, without closing it and without a look at the host. The result is to be freed. */
Run *box_watch(Process *process, const Attack *attack);
/* Waits for the next line that the process prints and copies it without its end; fails the test after 20 seconds. */
void read_line(const Process *process, char *line, size_t size);
/* Waits until the descriptor is readable; false after `ms`. */
bool wait_readable(int fd, int64_t ms);

/* Whether text has this whole line. */
bool has_line(const char *text, const char *line);
/* What follows "name " at the start of a line, to the line's end; "" without such a line. */
const char *value_of(const char *text, const char *name, char *out, size_t size);

/* What must be the same before and after. */
typedef struct Host {
    size_t descriptors, mounts, children, groups;
} Host;

Host host_look(void);
/* Fails the test when anything is left. */
void host_check(const Host *before, const char *nonce);
/* The processes whose command line has the nonce, up to `room` of them. */
size_t processes_with(const char *nonce, pid_t *pids, size_t room);
/* Waits until there are at least `wanted` of them: a process that is just executing shows no command line. */
size_t await_processes_with(const char *nonce, size_t wanted, pid_t *pids, size_t room);
/* How many control groups of process `pid` there are. */
size_t groups_of(pid_t pid);

#endif
