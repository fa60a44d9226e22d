/*
 * The keeper: a small process of ours between the arbiter and one child, so that nothing of the child's tree can
 * outlive the game or the arbiter. Private to arena/process.c.
 *
 * The keeper is forked, starts the program, adopts whatever the program's dead parents leave behind (it is a
 * "subreaper"), and waits for the first of two things: the program ends, or the line to the arbiter closes, be it that
 * the arbiter asked for that or was killed. Then it kills all that is left, reaps it, reports and ends. It lives
 * outside the child's control group and session, so freezing and killing the child never touch it.
 */
#ifndef ROOKERY_ARENA_PROCESS_KEEPER_H
#define ROOKERY_ARENA_PROCESS_KEEPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "arena/box_stage.h"
#include "arena/cgroup.h"

typedef struct KeeperLimit {
    int resource; /* RLIMIT_... */
    rlim_t value; /* soft and hard */
} KeeperLimit;

enum { KEEPER_LIMITS_MAX = 12, KEEPER_PASSED_MAX = 16 };

/* All that the child needs, made ready before the fork: after it nothing may be allocated. */
typedef struct KeeperOrder {
    const char *name;    /* for a complaint */
    const char *program; /* a path */
    char *const *argv;
    char *const *environment;
    int standard_fds[3];
    int passed_fds[KEEPER_PASSED_MAX]; /* stay open under their numbers in the program */
    size_t passed_count;
    KeeperLimit limits[KEEPER_LIMITS_MAX];
    size_t limit_count;
    const Cgroup *cgroup;  /* or NULL */
    const BoxStage *stage; /* or NULL: the child keeps our user and our view of the files */
    int core;              /* the only one the child may run on; -1: any */
    bool expendable;       /* the first to be killed when the machine runs out of memory */
    int line_fd;           /* our end of the line to the arbiter */
} KeeperOrder;

/* What goes over the line, once, when nothing of the tree is left. */
typedef struct KeeperReport {
    int status;           /* as wait() has it; a program that could not be started ends with KEEPER_CANNOT_START */
    uint64_t cpu_time_us; /* of the whole tree */
    uint64_t peak_bytes;  /* of its largest process */
} KeeperReport;

/* The exit status that shells use for this. The reason goes to the child's standard error, as one sentence. */
enum { KEEPER_CANNOT_START = 127 };

/* Runs in the forked process and never returns. */
void keeper_run(const KeeperOrder *order) __attribute__((noreturn));

#endif
