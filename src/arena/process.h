/*
 * One child process that plays chess: started plain (a trusted engine) or locked in a box (somebody's bot).
 *
 * This module starts, freezes, thaws, measures and kills; it knows nothing of UCI, clocks or chess. All pipes are
 * non-blocking and close-on-exec. Whatever happens, process_kill() ends the whole tree and process_close() frees all.
 */
#ifndef ROOKERY_ARENA_PROCESS_H
#define ROOKERY_ARENA_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "rookery/error.h"

typedef struct ProcessLimits {
    uint64_t memory_bytes;      /* resident memory of the whole tree */
    unsigned processes;         /* processes and threads */
    unsigned open_files;
    uint64_t scratch_bytes;     /* size of the private /tmp */
} ProcessLimits;

typedef struct ProcessSpec {
    char *const *argv;          /* argv[0] is looked up in PATH; NULL-terminated; borrowed during process_start() */
    bool boxed;                 /* locked in: empty environment, own namespaces, no network, read-only root */
    const char *const *visible; /* boxed only: host paths bound read-only at the same place inside; NULL-terminated */
    ProcessLimits limits;       /* boxed only */
} ProcessSpec;

typedef struct Process Process;

/* Starts the program. NULL and *error on failure: the reason says what to install or enable. */
Process *process_start(const ProcessSpec *spec, Error *error);

/* The protocol channel: write to `in`, read from `out`; `log` carries the child's stderr (a bot host also sends its
 * bot's print output there). -1 once closed. */
int process_in_fd(const Process *process);
int process_out_fd(const Process *process);
int process_log_fd(const Process *process);
/* A pidfd for epoll: readable once the process has ended. */
int process_pid_fd(const Process *process);

/* Stops every process of the tree from running until process_thaw(). Cheap; calling twice is harmless. */
void process_freeze(Process *process);
void process_thaw(Process *process);

/* Kills the whole tree at once, without waiting. */
void process_kill(Process *process);

typedef struct ProcessEnd {
    bool ended;          /* false: still running */
    int exit_status;     /* valid when signal == 0 */
    int signal;          /* 0, or the signal that ended it */
    bool out_of_memory;  /* the memory limit was what killed it */
} ProcessEnd;

/* Reaps without blocking. Once ended, the same answer is given again. */
ProcessEnd process_poll(Process *process);

/* Peak resident memory of the tree in bytes, 0 if unknown; CPU time used so far in microseconds. */
uint64_t process_peak_memory(const Process *process);
uint64_t process_cpu_time(const Process *process);

/* Kills what is left, waits for it, removes its cgroup, closes its pipes and frees it. NULL is allowed. */
void process_close(Process *process);

#endif
