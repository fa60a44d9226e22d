#include "arena/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/cgroup_home.h"

enum { PATH_BYTES = 4096, CPU_PERIOD_US = 100 * 1000 };

struct Cgroup {
    char *folder[CGROUP_FEATURES]; /* as in CgroupHome, one level down */
    bool unified[CGROUP_FEATURES];
    bool holds_memory, holds_processes, holds_one_core;
    char *freeze_path, *kill_path; /* built early: cgroup_kill() may not allocate */
    int freeze_fd;                 /* open all the time: freezing is on every move's path */
};

/* ---- making ------------------------------------------------------------------------------------------------- */

static char *join(const char *folder, const char *name) {
    char *path = NULL;
    return folder != NULL && asprintf(&path, "%s/%s", folder, name) >= 0 ? path : NULL;
}

static bool write_in(const char *folder, const char *name, const char *text) {
    char *path = join(folder, name);
    bool written = path != NULL && cgroup_write(path, text);
    free(path);
    return written;
}

static bool write_number(const char *folder, const char *name, uint64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, number);
    return write_in(folder, name, text);
}

static bool file_exists(const char *path) {
    return path != NULL && access(path, W_OK) == 0;
}

/* What of a home's features this child needs. */
static bool is_wanted(const CgroupHome *home, CgroupFeature feature, const CgroupLimits *limits) {
    switch (feature) {
    case CGROUP_MEMORY:
        return limits->memory_bytes > 0;
    case CGROUP_PIDS:
        return limits->processes > 0;
    case CGROUP_CPU:
        return limits->one_core;
    case CGROUP_CPUACCT:
    case CGROUP_FREEZER:
        return home->folder[CGROUP_CORE] == NULL;
    default:
        return true;
    }
}

static void make_folders(Cgroup *cgroup, const CgroupLimits *limits) {
    const CgroupHome *home = cgroup_home();
    char name[CGROUP_NAME_MAX];
    cgroup_home_next_name(name);
    for (int feature = 0; feature < CGROUP_FEATURES; feature++) {
        char *folder = join(home->folder[feature], name);
        if (folder == NULL || !is_wanted(home, (CgroupFeature)feature, limits) ||
            (mkdir(folder, 0755) != 0 && errno != EEXIST)) {
            free(folder);
            continue;
        }
        cgroup->folder[feature] = folder;
        cgroup->unified[feature] = home->unified[feature];
    }
}

static bool limit_memory(const Cgroup *cgroup, uint64_t bytes) {
    const char *folder = cgroup->folder[CGROUP_MEMORY];
    if (cgroup->unified[CGROUP_MEMORY]) {
        /* The last two are absent on kernels without swap or before 4.19. */
        bool held = write_number(folder, "memory.max", bytes);
        write_in(folder, "memory.swap.max", "0");
        write_in(folder, "memory.oom.group", "1");
        return held;
    }
    bool held = write_number(folder, "memory.limit_in_bytes", bytes);
    write_number(folder, "memory.memsw.limit_in_bytes", bytes);
    return held;
}

static bool limit_cores(const Cgroup *cgroup) {
    const char *folder = cgroup->folder[CGROUP_CPU];
    char text[64];
    if (cgroup->unified[CGROUP_CPU]) {
        snprintf(text, sizeof text, "%d %d", CPU_PERIOD_US, CPU_PERIOD_US);
        return write_in(folder, "cpu.max", text);
    }
    write_number(folder, "cpu.cfs_period_us", CPU_PERIOD_US);
    return write_number(folder, "cpu.cfs_quota_us", CPU_PERIOD_US);
}

static void apply_limits(Cgroup *cgroup, const CgroupLimits *limits) {
    if (cgroup->folder[CGROUP_MEMORY] != NULL)
        cgroup->holds_memory = limit_memory(cgroup, limits->memory_bytes);
    if (cgroup->folder[CGROUP_PIDS] != NULL)
        cgroup->holds_processes = write_number(cgroup->folder[CGROUP_PIDS], "pids.max", limits->processes);
    if (cgroup->folder[CGROUP_CPU] != NULL)
        cgroup->holds_one_core = limit_cores(cgroup);
}

static void open_controls(Cgroup *cgroup) {
    cgroup->kill_path = join(cgroup->folder[CGROUP_CORE], "cgroup.kill");
    if (!file_exists(cgroup->kill_path)) {
        free(cgroup->kill_path);
        cgroup->kill_path = NULL;
    }
    cgroup->freeze_path = join(cgroup->folder[CGROUP_CORE], "cgroup.freeze");
    if (!file_exists(cgroup->freeze_path)) {
        free(cgroup->freeze_path);
        cgroup->freeze_path = join(cgroup->folder[CGROUP_FREEZER], "freezer.state");
    }
    if (cgroup->freeze_path != NULL)
        cgroup->freeze_fd = open(cgroup->freeze_path, O_WRONLY | O_CLOEXEC);
}

Cgroup *cgroup_create(const CgroupLimits *limits) {
    Cgroup *cgroup = calloc(1, sizeof *cgroup);
    if (cgroup == NULL)
        return NULL;
    cgroup->freeze_fd = -1;
    make_folders(cgroup, limits);
    apply_limits(cgroup, limits);
    open_controls(cgroup);
    for (int feature = 0; feature < CGROUP_FEATURES; feature++)
        if (cgroup->folder[feature] != NULL)
            return cgroup;
    cgroup_remove(cgroup);
    return NULL;
}

/* ---- using -------------------------------------------------------------------------------------------------- */

bool cgroup_holds_memory(const Cgroup *cgroup) {
    return cgroup != NULL && cgroup->holds_memory;
}

bool cgroup_holds_processes(const Cgroup *cgroup) {
    return cgroup != NULL && cgroup->holds_processes;
}

bool cgroup_holds_one_core(const Cgroup *cgroup) {
    return cgroup != NULL && cgroup->holds_one_core;
}

bool cgroup_can_freeze(const Cgroup *cgroup) {
    return cgroup != NULL && cgroup->freeze_fd >= 0;
}

bool cgroup_join(const Cgroup *cgroup) {
    for (int feature = 0; feature < CGROUP_FEATURES; feature++) {
        char path[PATH_BYTES];
        if (cgroup->folder[feature] == NULL)
            continue;
        int length = snprintf(path, sizeof path, "%s/cgroup.procs", cgroup->folder[feature]);
        if (length >= (int)sizeof path || !cgroup_write(path, "0"))
            return false;
    }
    return true;
}

static bool freezes_by_version_two(const Cgroup *cgroup) {
    size_t length = strlen(cgroup->freeze_path), suffix = strlen("cgroup.freeze");
    return length > suffix && strcmp(cgroup->freeze_path + length - suffix, "cgroup.freeze") == 0;
}

void cgroup_freeze(const Cgroup *cgroup, bool frozen) {
    const char *text = frozen ? "FROZEN" : "THAWED";
    if (freezes_by_version_two(cgroup))
        text = frozen ? "1" : "0";
    /* It fails only when the group is gone, and then nothing is left to freeze. */
    ssize_t ignored = pwrite(cgroup->freeze_fd, text, strlen(text), 0);
    (void)ignored;
}

void cgroup_kill(const Cgroup *cgroup) {
    enum { ROUNDS = 100 };
    if (cgroup->kill_path != NULL && cgroup_write(cgroup->kill_path, "1"))
        return;
    /* Without that file: while frozen nothing can multiply, the signals wait; they strike at the thaw. Where even
     * that is missing, a few rounds outrun all but a bomb, which its limit on processes stops. */
    for (int feature = 0; feature < CGROUP_FEATURES; feature++) {
        if (cgroup->folder[feature] == NULL)
            continue;
        for (int round = 0; round < ROUNDS && cgroup_kill_listed(cgroup->folder[feature]) > 0; round++)
            if (cgroup->freeze_path != NULL)
                cgroup_write(cgroup->freeze_path, freezes_by_version_two(cgroup) ? "0" : "THAWED");
        return;
    }
}

/* ---- measuring ---------------------------------------------------------------------------------------------- */

static bool read_in(const char *folder, const char *name, char *out, size_t size) {
    char *path = join(folder, name);
    int fd = path != NULL ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    free(path);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, out, size - 1);
    close(fd);
    out[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* The number after a word that starts a line; the first number when the word is empty. */
static uint64_t number_after(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, word, length) == 0)
            return strtoull(line + length, NULL, 10);
    }
    return 0;
}

uint64_t cgroup_memory_kills(const Cgroup *cgroup) {
    char text[1024];
    if (cgroup == NULL || cgroup->folder[CGROUP_MEMORY] == NULL)
        return 0;
    const char *name = cgroup->unified[CGROUP_MEMORY] ? "memory.events" : "memory.oom_control";
    return read_in(cgroup->folder[CGROUP_MEMORY], name, text, sizeof text) ? number_after(text, "oom_kill ") : 0;
}

uint64_t cgroup_peak_memory(const Cgroup *cgroup) {
    char text[64];
    if (cgroup == NULL || cgroup->folder[CGROUP_MEMORY] == NULL)
        return 0;
    const char *name = cgroup->unified[CGROUP_MEMORY] ? "memory.peak" : "memory.max_usage_in_bytes";
    return read_in(cgroup->folder[CGROUP_MEMORY], name, text, sizeof text) ? number_after(text, "") : 0;
}

uint64_t cgroup_cpu_time_us(const Cgroup *cgroup) {
    char text[1024];
    if (cgroup == NULL)
        return 0;
    if (cgroup->folder[CGROUP_CORE] != NULL && read_in(cgroup->folder[CGROUP_CORE], "cpu.stat", text, sizeof text))
        return number_after(text, "usage_usec ");
    if (cgroup->folder[CGROUP_CPUACCT] != NULL &&
        read_in(cgroup->folder[CGROUP_CPUACCT], "cpuacct.usage", text, sizeof text))
        return number_after(text, "") / 1000;
    return 0;
}

/* ---- removing ----------------------------------------------------------------------------------------------- */

void cgroup_remove(Cgroup *cgroup) {
    if (cgroup == NULL)
        return;
    if (cgroup->freeze_fd >= 0)
        close(cgroup->freeze_fd);
    for (int feature = 0; feature < CGROUP_FEATURES; feature++) {
        if (cgroup->folder[feature] != NULL)
            cgroup_empty_and_remove(cgroup->folder[feature]);
        free(cgroup->folder[feature]);
    }
    free(cgroup->freeze_path);
    free(cgroup->kill_path);
    free(cgroup);
}
