/*
 * A control group for one child process: limits that hold for its whole tree, a freezer, a way to kill all of it.
 *
 * Linux offers these through version 2 of its control groups, through version 1, or partly through each (a "hybrid"
 * machine), and to an ordinary user often not at all. This module takes what it finds writable, feature by feature,
 * and tells what it holds; whoever asks for more falls back on other means (arena/process.h). It starts no processes.
 *
 * Groups are made below our own group, so that limits set on us hold for our children too, and are named
 * rookery-NAMESPACE-PID-START-NUMBER after the process that made them. What a killed arbiter left behind is emptied
 * and removed by the next one that starts in the same pid namespace.
 *
 * Version 2 passes controllers on only from a group without processes. Of a service that owns its group (systemd's
 * Delegate=yes) and is alone in it, the process itself is moved into a group below, which goes with the service.
 */
#ifndef ROOKERY_ARENA_CGROUP_H
#define ROOKERY_ARENA_CGROUP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Cgroup Cgroup;

typedef struct CgroupLimits {
    uint64_t memory_bytes; /* 0: no limit; swap is not given in addition */
    unsigned processes;    /* processes and threads; 0: no limit */
    bool one_core;         /* as much processor time as one core has */
} CgroupLimits;

/* Makes a group. NULL when this machine lets us make none at all, or memory is out. */
Cgroup *cgroup_create(const CgroupLimits *limits);

/* Which of the limits asked for the kernel holds. */
bool cgroup_holds_memory(const Cgroup *cgroup);
bool cgroup_holds_processes(const Cgroup *cgroup);
bool cgroup_holds_one_core(const Cgroup *cgroup);
/* Whether cgroup_freeze() works. */
bool cgroup_can_freeze(const Cgroup *cgroup);

/* Moves the calling process into the group. Safe between fork and exec. */
bool cgroup_join(const Cgroup *cgroup);

/* Stops or continues everything in the group; takes a few microseconds and does not wait until all have stopped. */
void cgroup_freeze(const Cgroup *cgroup, bool frozen);
/* Kills everything in the group, frozen or not. Safe between fork and exec. */
void cgroup_kill(const Cgroup *cgroup);

/* How many processes the kernel has killed because the group was at its memory limit. */
uint64_t cgroup_memory_kills(const Cgroup *cgroup);
/* 0 when unknown. */
uint64_t cgroup_peak_memory(const Cgroup *cgroup);
uint64_t cgroup_cpu_time_us(const Cgroup *cgroup);

/* Kills what is left in the group, removes and frees it. NULL is allowed. */
void cgroup_remove(Cgroup *cgroup);

#endif
