#include "arena/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TREE_MAX = 1024, CHILDREN_BYTES = 8192 };

/* The pids of a tree in the order they were found, each parent before its children. Larger trees are cut: what a box
 * may hold is far less. */
typedef struct Tree {
    pid_t pids[TREE_MAX];
    size_t count;
} Tree;

static ssize_t read_file(const char *path, char *out, size_t size) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t length = read(fd, out, size - 1);
    close(fd);
    out[length > 0 ? length : 0] = '\0';
    return length;
}

static void add_children(Tree *tree, pid_t pid, long task) {
    char path[96], list[CHILDREN_BYTES];
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)pid, task);
    if (read_file(path, list, sizeof list) <= 0)
        return;
    /* Every pid is followed by a blank; one cut at the buffer's end is not. */
    for (char *at = list, *end; (end = strchr(at, ' ')) != NULL && tree->count < TREE_MAX; at = end + 1)
        tree->pids[tree->count++] = (pid_t)strtol(at, NULL, 10);
}

/* Any thread of a process may be the parent of another process. */
static void add_children_of_threads(Tree *tree, pid_t pid) {
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    /* The folder of a process with one thread has three links: the usual case, for one system call. */
    if (stat(path, &status) == 0 && status.st_nlink == 3) {
        add_children(tree, pid, (long)pid);
        return;
    }
    DIR *directory = opendir(path);
    if (directory == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (entry->d_name[0] != '.')
            add_children(tree, pid, strtol(entry->d_name, NULL, 10));
    closedir(directory);
}

static void tree_walk(Tree *tree, pid_t root) {
    tree->count = 0;
    add_children_of_threads(tree, root);
    for (size_t i = 0; i < tree->count; i++)
        add_children_of_threads(tree, tree->pids[i]);
}

static void add_use(TreeUse *use, pid_t pid) {
    char path[64], text[1024];
    unsigned long user, system, threads;
    long waited_user, waited_system, pages;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    if (read_file(path, text, sizeof text) <= 0)
        return;
    /* The program's name, in brackets, may hold anything. Fields 14 to 17, 20 and 24 of proc(5). */
    const char *after_name = strrchr(text, ')');
    if (after_name == NULL ||
        sscanf(after_name, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d %*d %lu %*d %*u %*u %ld",
               &user, &system, &waited_user, &waited_system, &threads, &pages) != 6)
        return;
    uint64_t ticks = user + system + (uint64_t)waited_user + (uint64_t)waited_system;
    use->tasks += (unsigned)threads;
    use->resident_bytes += (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
    use->cpu_time_us += ticks * 1000000 / (uint64_t)sysconf(_SC_CLK_TCK);
}

TreeUse process_tree_measure(pid_t root) {
    Tree tree;
    TreeUse use = {0};
    tree_walk(&tree, root);
    for (size_t i = 0; i < tree.count; i++)
        add_use(&use, tree.pids[i]);
    return use;
}

static bool tree_has(const Tree *tree, pid_t pid) {
    for (size_t i = 0; i < tree->count; i++)
        if (tree->pids[i] == pid)
            return true;
    return false;
}

void process_tree_signal(pid_t root, int signal) {
    /* While everybody is stopped, nobody new comes. */
    const int rounds = signal == SIGCONT ? 1 : 20;
    Tree before = {.count = 0}, now;
    for (int round = 0; round < rounds; round++) {
        bool anyone_new = false;
        tree_walk(&now, root);
        for (size_t i = 0; i < now.count; i++) {
            if (tree_has(&before, now.pids[i]))
                continue;
            anyone_new = true;
            kill(now.pids[i], signal);
        }
        if (!anyone_new)
            return;
        before = now;
    }
}

static void bind_threads(pid_t pid, const cpu_set_t *set) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    DIR *directory = opendir(path);
    if (directory == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (entry->d_name[0] != '.')
            sched_setaffinity((pid_t)strtol(entry->d_name, NULL, 10), sizeof *set, set);
    closedir(directory);
}

pid_t process_tree_first_child(pid_t root) {
    Tree tree = {.count = 0};
    add_children(&tree, root, (long)root);
    return tree.count > 0 ? tree.pids[0] : 0;
}

void process_tree_bind(pid_t root, int core) {
    Tree tree;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    tree_walk(&tree, root);
    for (size_t i = 0; i < tree.count; i++)
        bind_threads(tree.pids[i], &set);
}

void process_tree_kill_own_children(void) {
    char list[CHILDREN_BYTES];
    if (read_file("/proc/thread-self/children", list, sizeof list) <= 0)
        return;
    for (char *at = list, *end; (end = strchr(at, ' ')) != NULL; at = end + 1)
        kill((pid_t)strtol(at, NULL, 10), SIGKILL);
}
