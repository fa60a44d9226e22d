#include "arena/cgroup_home.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, LINE_BYTES = 8192 };

/* The controller that a feature is named after in both versions; NULL for the core of version 2. */
static const char *const controller_name[CGROUP_FEATURES] = {
    [CGROUP_MEMORY] = "memory",   [CGROUP_PIDS] = "pids",       [CGROUP_CPU] = "cpu",
    [CGROUP_CPUACCT] = "cpuacct", [CGROUP_FREEZER] = "freezer",
};

/* ---- small tools -------------------------------------------------------------------------------------------- */

bool cgroup_write(const char *path, const char *text) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    size_t length = strlen(text);
    bool written = write(fd, text, length) == (ssize_t)length;
    int reason = errno;
    close(fd);
    errno = reason;
    return written;
}

static bool read_small_file(const char *path, char *out, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, out, size - 1);
    close(fd);
    out[length > 0 ? length : 0] = '\0';
    return length >= 0;
}

static bool path_join(char *out, const char *folder, const char *name) {
    return snprintf(out, PATH_BYTES, "%s/%s", folder, name) < PATH_BYTES;
}

/* Whether `word` is in a list separated by commas or blanks. */
static bool list_has(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = strstr(list, word); at != NULL; at = strstr(at + 1, word)) {
        bool starts = at == list || strchr(", \n", at[-1]) != NULL;
        bool ends = at[length] == '\0' || strchr(", \n", at[length]) != NULL;
        if (starts && ends)
            return true;
    }
    return false;
}

/* ---- finding the folders ------------------------------------------------------------------------------------ */

/* Mount points are written with blanks and backslashes as three octal digits. */
static void decode_octal(char *text) {
    char *out = text;
    for (; *text != '\0'; text++) {
        if (text[0] == '\\' && text[1] >= '0' && text[1] <= '3' && text[2] != '\0' && text[3] != '\0') {
            *out++ = (char)((text[1] - '0') * 64 + (text[2] - '0') * 8 + (text[3] - '0'));
            text += 3;
        } else {
            *out++ = *text;
        }
    }
    *out = '\0';
}

/* Our own group in the hierarchy of `controller` (version 2 when NULL), as /proc/self/cgroup has it. */
static bool own_group(const char *cgroup_file, const char *controller, char out[PATH_BYTES]) {
    FILE *file = fopen(cgroup_file, "re");
    if (file == NULL)
        return false;
    char line[LINE_BYTES];
    bool found = false;
    while (!found && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *path = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (path == NULL || strlen(path + 1) >= PATH_BYTES)
            continue;
        *controllers++ = '\0';
        *path++ = '\0';
        found = controller == NULL ? strcmp(line, "0") == 0 && *controllers == '\0' : list_has(controllers, controller);
        if (found)
            memcpy(out, path, strlen(path) + 1);
    }
    fclose(file);
    return found;
}

/* Cuts the mount's root off our group's path. What is mounted may be a part of the hierarchy that does not contain
 * our group by its name (in a container); its top is then the best guess. */
static const char *path_below_root(const char *path, const char *root) {
    size_t length = strlen(root);
    if (strncmp(path, "/..", 3) == 0)
        return "";
    if (strcmp(root, "/") == 0)
        return strcmp(path, "/") == 0 ? "" : path;
    if (strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == '\0'))
        return path + length;
    return "";
}

static bool folder_is_usable(const char *folder) {
    char procs[PATH_BYTES];
    return path_join(procs, folder, "cgroup.procs") && access(folder, W_OK | X_OK) == 0 && access(procs, W_OK) == 0;
}

typedef struct Mount {
    char *root, *point, *type, *options;
} Mount;

/* Cuts one line of /proc/self/mountinfo in place. */
static bool mount_read(char *line, Mount *mount) {
    line[strcspn(line, "\n")] = '\0';
    char *dash = strstr(line, " - ");
    if (dash == NULL)
        return false;
    *dash = '\0';
    char *rest = NULL;
    for (int field = 0; field < 5; field++) {
        char *word = strtok_r(field == 0 ? line : NULL, " ", &rest);
        if (word == NULL)
            return false;
        if (field == 3)
            mount->root = word;
        if (field == 4)
            mount->point = word;
    }
    mount->type = strtok_r(dash + 3, " ", &rest);
    strtok_r(NULL, " ", &rest);
    mount->options = strtok_r(NULL, " ", &rest);
    decode_octal(mount->root);
    decode_octal(mount->point);
    return mount->type != NULL && mount->options != NULL;
}

static void take_version_one(CgroupHome *home, const char *cgroup_file, const Mount *mount) {
    for (int feature = CGROUP_MEMORY; feature < CGROUP_FEATURES; feature++) {
        char path[PATH_BYTES], folder[2 * PATH_BYTES];
        if (home->folder[feature] != NULL || !list_has(mount->options, controller_name[feature]) ||
            !own_group(cgroup_file, controller_name[feature], path))
            continue;
        snprintf(folder, sizeof folder, "%s%s", mount->point, path_below_root(path, mount->root));
        if (folder_is_usable(folder))
            home->folder[feature] = strdup(folder);
    }
}

/* Whether we are the only process of this group. */
static bool alone_in(const char *folder) {
    char procs[PATH_BYTES], list[64], self[32];
    snprintf(self, sizeof self, "%ld\n", (long)getpid());
    return path_join(procs, folder, "cgroup.procs") && read_small_file(procs, list, sizeof list) &&
           strcmp(list, self) == 0;
}

/* A group of version 2 that has processes of its own may not pass controllers on. Being alone in ours (a service with
 * Delegate=yes), we can step down into a group below it. */
static bool step_down(const char *folder) {
    char name[CGROUP_NAME_MAX], leaf[PATH_BYTES], procs[PATH_BYTES];
    cgroup_home_next_name(name);
    if (!alone_in(folder) || !path_join(leaf, folder, name) || !path_join(procs, leaf, "cgroup.procs"))
        return false;
    return mkdir(leaf, 0755) == 0 && cgroup_write(procs, "0");
}

/* Passes the controllers that version 1 does not have on to groups below our own. */
static void enable_controllers(const CgroupHome *home, const char *folder) {
    char path[PATH_BYTES], available[512], passed_on[512], order[32];
    if (!path_join(path, folder, "cgroup.controllers") || !read_small_file(path, available, sizeof available) ||
        !path_join(path, folder, "cgroup.subtree_control") || !read_small_file(path, passed_on, sizeof passed_on))
        return;
    bool stepped_down = false;
    for (int feature = CGROUP_MEMORY; feature <= CGROUP_CPU; feature++) {
        const char *name = controller_name[feature];
        if (home->folder[feature] != NULL || !list_has(available, name) || list_has(passed_on, name))
            continue;
        snprintf(order, sizeof order, "+%s", name);
        if (cgroup_write(path, order) || errno != EBUSY || stepped_down)
            continue;
        stepped_down = step_down(folder);
        if (!stepped_down)
            return;
        cgroup_write(path, order);
    }
}

/* How many of the wanted controllers groups below this folder get. */
static int controllers_passed_on(const CgroupHome *home, const char *folder, bool passed[CGROUP_FEATURES]) {
    char path[PATH_BYTES], list[512] = "";
    int count = 0;
    if (path_join(path, folder, "cgroup.subtree_control"))
        read_small_file(path, list, sizeof list);
    for (int feature = CGROUP_MEMORY; feature <= CGROUP_CPU; feature++) {
        passed[feature] = home->folder[feature] == NULL && list_has(list, controller_name[feature]);
        count += passed[feature];
    }
    return count;
}

static void take_folder(CgroupHome *home, const char *folder) {
    bool passed[CGROUP_FEATURES];
    controllers_passed_on(home, folder, passed);
    for (int feature = CGROUP_CORE; feature <= CGROUP_CPU; feature++) {
        if (feature != CGROUP_CORE && !passed[feature])
            continue;
        home->folder[feature] = strdup(folder);
        home->unified[feature] = true;
    }
}

/* Version 2: the nearest of our own group and those above it that gives its children the most controllers. With
 * systemd, a user's own group passes nothing on, but the slice above it does. */
static void take_version_two(CgroupHome *home, const char *own, const Mount *mount) {
    char path[PATH_BYTES], folder[2 * PATH_BYTES], best[2 * PATH_BYTES] = "";
    int best_count = -1;
    snprintf(path, sizeof path, "%s", path_below_root(own, mount->root));
    for (bool own_folder = true;; own_folder = false) {
        bool passed[CGROUP_FEATURES];
        snprintf(folder, sizeof folder, "%s%s", mount->point, path);
        if (folder_is_usable(folder)) {
            if (own_folder)
                enable_controllers(home, folder);
            int count = controllers_passed_on(home, folder, passed);
            if (count > best_count) {
                best_count = count;
                memcpy(best, folder, strlen(folder) + 1);
            }
        }
        char *slash = strrchr(path, '/');
        if (slash == NULL)
            break;
        *slash = '\0';
    }
    if (best_count >= 0)
        take_folder(home, best);
}

void cgroup_home_find(CgroupHome *home, const char *cgroup_file, const char *mountinfo_file) {
    memset(home, 0, sizeof *home);
    FILE *file = fopen(mountinfo_file, "re");
    if (file == NULL)
        return;
    char line[LINE_BYTES], unified_line[LINE_BYTES] = "", own[PATH_BYTES];
    while (fgets(line, sizeof line, file) != NULL) {
        char copy[LINE_BYTES];
        Mount mount = {0};
        memcpy(copy, line, strlen(line) + 1);
        if (!mount_read(copy, &mount))
            continue;
        if (strcmp(mount.type, "cgroup") == 0)
            take_version_one(home, cgroup_file, &mount);
        else if (strcmp(mount.type, "cgroup2") == 0 && unified_line[0] == '\0')
            memcpy(unified_line, line, strlen(line) + 1);
    }
    fclose(file);
    /* Last, since it provides what version 1 does not. */
    Mount unified = {0};
    if (mount_read(unified_line, &unified) && own_group(cgroup_file, NULL, own))
        take_version_two(home, own, &unified);
}

void cgroup_home_free(CgroupHome *home) {
    for (int feature = 0; feature < CGROUP_FEATURES; feature++)
        free(home->folder[feature]);
    memset(home, 0, sizeof *home);
}

/* ---- names, and what the dead left -------------------------------------------------------------------------- */

/* When a process started, in clock ticks since boot; 0 when there is no such process. With the pid it names a process
 * for ever. */
static uint64_t start_time(long pid) {
    char path[64], stat_text[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    if (!read_small_file(path, stat_text, sizeof stat_text))
        return 0;
    const char *at = strrchr(stat_text, ')');
    for (int field = 2; at != NULL && field < 22; field++)
        at = strchr(at + 1, ' ');
    return at != NULL ? strtoull(at + 1, NULL, 10) : 0;
}

static uint64_t pid_namespace(void) {
    struct stat status;
    return stat("/proc/self/ns/pid", &status) == 0 ? (uint64_t)status.st_ino : 0;
}

void cgroup_home_next_name(char name[CGROUP_NAME_MAX]) {
    static atomic_uint number;
    long pid = (long)getpid();
    snprintf(name, CGROUP_NAME_MAX, "rookery-%" PRIu64 "-%ld-%" PRIu64 "-%u", pid_namespace(), pid, start_time(pid),
             atomic_fetch_add(&number, 1));
}

/* A group of another pid namespace is none of our business: we cannot see whether its maker lives. */
static bool is_left_over(const char *name) {
    uint64_t name_space, start;
    long pid;
    unsigned number;
    if (sscanf(name, "rookery-%" SCNu64 "-%ld-%" SCNu64 "-%u", &name_space, &pid, &start, &number) != 4)
        return false;
    return name_space == pid_namespace() && start_time(pid) != start;
}

size_t cgroup_kill_listed(const char *folder) {
    char path[PATH_BYTES], list[4096];
    size_t count = 0;
    if (!path_join(path, folder, "cgroup.procs"))
        return 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    /* A number cut at the buffer's end would be another process: only whole lines are believed. */
    ssize_t length = read(fd, list, sizeof list - 1);
    close(fd);
    list[length > 0 ? length : 0] = '\0';
    for (char *at = list, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        pid_t pid = (pid_t)strtol(at, NULL, 10);
        if (pid > 0) {
            kill(pid, SIGKILL);
            count++;
        }
    }
    return count;
}

/* A child that is an arbiter itself, killed, leaves groups inside ours. */
static void remove_groups_inside(const char *folder) {
    DIR *directory = opendir(folder);
    if (directory == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[PATH_BYTES];
        if (strncmp(entry->d_name, "rookery-", strlen("rookery-")) == 0 && path_join(path, folder, entry->d_name))
            cgroup_empty_and_remove(path);
    }
    closedir(directory);
}

static void kill_all_in(const char *folder) {
    char path[PATH_BYTES];
    if (!path_join(path, folder, "cgroup.kill") || !cgroup_write(path, "1"))
        cgroup_kill_listed(folder);
    if (path_join(path, folder, "freezer.state"))
        cgroup_write(path, "THAWED");
}

bool cgroup_empty_and_remove(const char *folder) {
    enum { TRIES = 2000 };
    const struct timespec pause = {0, 1000 * 1000};
    for (int try = 0; try < TRIES; try++) {
        if (rmdir(folder) == 0 || errno == ENOENT)
            return true;
        if (errno != EBUSY && errno != ENOTEMPTY)
            return false;
        kill_all_in(folder);
        remove_groups_inside(folder);
        nanosleep(&pause, NULL);
    }
    return false;
}

static void sweep_folder(const char *folder) {
    DIR *directory = opendir(folder);
    if (directory == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[PATH_BYTES];
        if (is_left_over(entry->d_name) && path_join(path, folder, entry->d_name))
            cgroup_empty_and_remove(path);
    }
    closedir(directory);
}

void cgroup_home_sweep(const CgroupHome *home) {
    for (int feature = 0; feature < CGROUP_FEATURES; feature++)
        if (home->folder[feature] != NULL)
            sweep_folder(home->folder[feature]);
}

/* ---- once per process --------------------------------------------------------------------------------------- */

static CgroupHome the_home;

static void find_the_home(void) {
    cgroup_home_find(&the_home, "/proc/self/cgroup", "/proc/self/mountinfo");
    cgroup_home_sweep(&the_home);
}

const CgroupHome *cgroup_home(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_the_home);
    return &the_home;
}
