/*
 * One child process that plays chess: started plain (a trusted engine) or locked in a box (somebody's bot).
 *
 * This module starts, freezes, thaws, measures and kills; it knows nothing of UCI, clocks or chess, and nothing of
 * what a box is made of (arena/box.h). All pipes are non-blocking and close-on-exec. Whatever happens, process_kill()
 * ends the whole tree, daemons included, and process_close() frees all; should we ourselves be killed, the tree dies
 * too. The first process_start() makes this program ignore SIGPIPE, unless it already handles it: writing to a dead
 * child is then EPIPE.
 */
#ifndef ROOKERY_ARENA_PROCESS_H
#define ROOKERY_ARENA_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "rookery/error.h"

/* What a boxed process may use; 0 stands for no limit, except for scratch_bytes. */
typedef struct ProcessLimits {
    uint64_t memory_bytes;        /* resident memory of the whole tree */
    unsigned processes;           /* processes and threads */
    unsigned open_files;          /* file descriptors of one process */
    uint64_t scratch_bytes;       /* size of the private /tmp; 0: nothing is writable */
    uint64_t address_space_bytes; /* of one process; used only where the kernel cannot count memory_bytes for us, as a
                                     backstop between two calls of process_check_limits(); 0 for programs that reserve
                                     much more than they use, as Node does */
} ProcessLimits;

/* A file or folder of the host, seen read-only in the box. */
typedef struct ProcessBind {
    const char *host_path;
    const char *box_path; /* absolute */
    bool copied;          /* a regular file: its present bytes are copied in, later changes outside stay outside */
} ProcessBind;

typedef struct ProcessSpec {
    char *const *argv;          /* argv[0] is looked up in PATH; NULL-terminated; borrowed during process_start() */
    bool boxed;                 /* locked in: empty environment, own namespaces, no network, read-only root */
    const char *const *visible; /* boxed only: host paths bound read-only at the same place; NULL-terminated, or NULL */
    ProcessLimits limits;       /* boxed only */
    const ProcessBind *binds;   /* boxed only: further host paths, under other names */
    size_t bind_count;
} ProcessSpec;

typedef struct Process Process;

/* Starts the program, without waiting for it: a millisecond or two for a box, less for a plain one (the first box of a
 * run takes longer, since it is tried whether boxes can be made). NULL and *error when the program or something a box
 * needs is missing: the reason says what to install or enable. Should the kernel refuse the program later, it ends
 * with exit status 127 and the reason is the last line of its log. */
Process *process_start(const ProcessSpec *spec, Error *error);

/* The protocol channel: write to `in`, read from `out`; `log` carries the child's stderr (a bot host also sends its
 * bot's print output there). -1 once closed. */
int process_in_fd(const Process *process);
int process_out_fd(const Process *process);
int process_log_fd(const Process *process);
/* Closes our end of the child's standard input: the child reads end of file. */
void process_close_in(Process *process);
/* A pidfd for epoll: readable once the process has ended and nothing of its tree is left. */
int process_pid_fd(const Process *process);

/* Stops every process of the tree from running until process_thaw(). Cheap; calling twice is harmless. */
void process_freeze(Process *process);
void process_thaw(Process *process);

/* Kills the whole tree at once, frozen or not, without waiting. */
void process_kill(Process *process);

typedef struct ProcessEnd {
    bool ended;         /* false: still running */
    int exit_status;    /* valid when signal == 0 */
    int signal;         /* 0, or the signal that ended it */
    bool out_of_memory; /* the memory limit was what killed it */
} ProcessEnd;

/* Reaps without blocking. Once ended, the same answer is given again. */
ProcessEnd process_poll(Process *process);

typedef enum ProcessBreach {
    PROCESS_WITHIN_LIMITS,
    PROCESS_OUT_OF_MEMORY,
    PROCESS_TOO_MANY_PROCESSES,
} ProcessBreach;

/* Looks after the limits that the kernel does not hold for us, and kills the tree when it is over one. To be called
 * every 20 to 100 ms while the process may run; costs a few microseconds with control groups, some 20 per process of
 * the tree without. A plain process is always within its limits. */
ProcessBreach process_check_limits(Process *process);

/* Peak resident memory of the tree in bytes, 0 if unknown; CPU time used so far in microseconds. */
uint64_t process_peak_memory(const Process *process);
uint64_t process_cpu_time(const Process *process);

/* Kills what is left, waits for it, removes its cgroup, closes its pipes and frees it. NULL is allowed. */
void process_close(Process *process);

/* How many processes this program can hold at once with its limit on open files, `kept` descriptors being set aside
 * for other uses. Raises the limit as far as it may go when `wanted` processes would not fit. */
unsigned process_room(unsigned wanted, unsigned kept);

#endif
