/*
 * The processes below one process, as /proc shows them: what they use, and a signal to all of them.
 *
 * For machines on which no control group counts and freezes for us. A walk is a snapshot: what is born meanwhile is
 * missed, so a limit watched like this is approached, not exact. Needs /proc/PID/task/TID/children, which kernels of
 * the usual distributions have.
 */
#ifndef ROOKERY_ARENA_PROCESS_TREE_H
#define ROOKERY_ARENA_PROCESS_TREE_H

#include <stdint.h>
#include <sys/types.h>

typedef struct TreeUse {
    unsigned tasks; /* processes and threads */
    uint64_t resident_bytes;
    uint64_t cpu_time_us; /* of the living and of those they have waited for */
} TreeUse;

/* Everything below root, root itself excluded. */
TreeUse process_tree_measure(pid_t root);

/* Sends the signal to everything below root until a walk finds nobody new, root itself excluded. */
void process_tree_signal(pid_t root, int signal);

/* The first child of a process with one thread; 0 if it has none. */
pid_t process_tree_first_child(pid_t root);

/* Binds every thread of everything below root, root itself excluded, to one core. Those born later inherit it. */
void process_tree_bind(pid_t root, int core);

/* Sends SIGKILL to the direct children of the calling process, which must have one thread. Safe after fork. */
void process_tree_kill_own_children(void);

#endif
