/*
 * Where this process may make control groups: one folder per feature, of version 1 or 2. Private to arena/cgroup.c.
 */
#ifndef ROOKERY_ARENA_CGROUP_HOME_H
#define ROOKERY_ARENA_CGROUP_HOME_H

#include <stdbool.h>
#include <stddef.h>

typedef enum CgroupFeature {
    CGROUP_CORE, /* version 2 without any controller: freeze, kill, processor time */
    CGROUP_MEMORY,
    CGROUP_PIDS,
    CGROUP_CPU,
    CGROUP_CPUACCT,
    CGROUP_FREEZER,
    CGROUP_FEATURES
} CgroupFeature;

typedef struct CgroupHome {
    char *folder[CGROUP_FEATURES]; /* NULL: not to be had; the same folder may serve several features */
    bool unified[CGROUP_FEATURES]; /* the folder belongs to version 2 */
} CgroupHome;

enum { CGROUP_NAME_MAX = 96 };

/* Looks once per process, removes what dead arbiters left, and remembers. */
const CgroupHome *cgroup_home(void);

/* The name of this process's next group. */
void cgroup_home_next_name(char name[CGROUP_NAME_MAX]);

/* The same search from files other than /proc/self/{cgroup,mountinfo}, for tests. */
void cgroup_home_find(CgroupHome *home, const char *cgroup_file, const char *mountinfo_file);
void cgroup_home_free(CgroupHome *home);
/* Removes from the home what processes left that are no longer. */
void cgroup_home_sweep(const CgroupHome *home);

/* Writes text to a file that exists. Safe between fork and exec. */
bool cgroup_write(const char *path, const char *text);
/* Kills every process listed in folder/cgroup.procs; the number found. Safe between fork and exec. */
size_t cgroup_kill_listed(const char *folder);
/* Kills and removes one group's folder, waiting a little for its processes to go. */
bool cgroup_empty_and_remove(const char *folder);

#endif
