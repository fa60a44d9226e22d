#include "arena/process_keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/process_tree.h"

/* ---- the child, between fork and exec ------------------------------------------------------------------------ */

static void reset_signals(void) {
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Duplicates first, since a wanted descriptor may itself be one of 0, 1, 2. dup2() clears close-on-exec. */
static void take_standard_fds(const int fds[3]) {
    int copies[3];
    for (int i = 0; i < 3; i++)
        copies[i] = fcntl(fds[i], F_DUPFD_CLOEXEC, 3);
    for (int i = 0; i < 3; i++)
        dup2(copies[i], i);
}

static bool take_limits(const KeeperOrder *order) {
    for (size_t i = 0; i < order->limit_count; i++) {
        const struct rlimit limit = {order->limits[i].value, order->limits[i].value};
        if (setrlimit(order->limits[i].resource, &limit) != 0)
            return false;
    }
    return true;
}

/* Should the whole machine run out of memory, the kernel takes this process before any other. */
static void volunteer_for_memory_kill(void) {
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    ssize_t ignored = write(fd, "1000", 4);
    (void)ignored;
    close(fd);
}

/* Nobody below can undo it: the box's filter refuses the call. */
static bool bind_to_core(int core) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)core, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

/* Returns only when it failed, with errno set: what could not be done. */
static const char *child_execute(const KeeperOrder *order, pid_t keeper) {
    setsid();
    if (order->expendable)
        volunteer_for_memory_kill();
    if (order->cgroup != NULL && !cgroup_join(order->cgroup))
        return "its control group refuses it";
    if (order->core >= 0 && !bind_to_core(order->core))
        return "it cannot be bound to a core";
    if (order->stage != NULL && !box_stage_enter(order->stage))
        return "root cannot step down to the sandbox's user";
    /* After the change of user, which would undo it. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper)
        _exit(0);
    take_standard_fds(order->standard_fds);
    for (size_t i = 0; i < order->passed_count; i++)
        fcntl(order->passed_fds[i], F_SETFD, 0);
    if (!take_limits(order))
        return "its limits cannot be set";
    reset_signals();
    execve(order->program, order->argv, order->environment);
    return "it cannot be executed";
}

/* ---- the keeper ---------------------------------------------------------------------------------------------- */

static bool is_kept(const KeeperOrder *order, int fd) {
    if (fd == order->line_fd)
        return true;
    for (int i = 0; i < 3; i++)
        if (fd == order->standard_fds[i])
            return true;
    for (size_t i = 0; i < order->passed_count; i++)
        if (fd == order->passed_fds[i])
            return true;
    return false;
}

static void close_from_to(unsigned first, unsigned last) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, last, 0) == 0)
        return;
#endif
    struct rlimit limit;
    unsigned end = getrlimit(RLIMIT_NOFILE, &limit) == 0 ? (unsigned)limit.rlim_max : 65536;
    for (unsigned fd = first; fd <= last && fd < end; fd++)
        close((int)fd);
}

/* The other games' pipes above all: a keeper that held them would keep their ends from being noticed. */
static void close_others(const KeeperOrder *order) {
    int highest = order->line_fd;
    for (int i = 0; i < 3; i++)
        highest = order->standard_fds[i] > highest ? order->standard_fds[i] : highest;
    for (size_t i = 0; i < order->passed_count; i++)
        highest = order->passed_fds[i] > highest ? order->passed_fds[i] : highest;
    unsigned gap = 0;
    for (int fd = 0; fd <= highest; fd++) {
        if (!is_kept(order, fd))
            continue;
        if (gap < (unsigned)fd)
            close_from_to(gap, (unsigned)fd - 1);
        gap = (unsigned)fd + 1;
    }
    close_from_to(gap, ~0U);
}

static void close_childs_fds(const KeeperOrder *order) {
    for (int i = 0; i < 3; i++)
        close(order->standard_fds[i]);
    for (size_t i = 0; i < order->passed_count; i++)
        close(order->passed_fds[i]);
}

/* A descriptor that is readable whenever a child has ended. */
static int open_child_signal(void) {
    sigset_t child_signal;
    sigemptyset(&child_signal);
    sigaddset(&child_signal, SIGCHLD);
    return signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* Reaps what has ended; true once that includes the program itself. */
static bool reap(pid_t child, int *status) {
    bool ended = false;
    int other;
    for (pid_t pid; (pid = waitpid(-1, &other, WNOHANG)) > 0;) {
        if (pid == child) {
            *status = other;
            ended = true;
        }
    }
    return ended;
}

static void wait_for_an_end(const KeeperOrder *order, pid_t child, int *status) {
    struct pollfd waits[] = {{.fd = order->line_fd, .events = POLLIN}, {.fd = open_child_signal(), .events = POLLIN}};
    for (;;) {
        poll(waits, 2, -1);
        char drain[512];
        while (read(waits[1].fd, drain, sizeof drain) > 0)
            continue;
        if (reap(child, status) || waits[0].revents != 0)
            return;
    }
}

/* Everything below us dies: by group at once, then, child by child, what is handed to us as its parents die. */
static void end_the_tree(const KeeperOrder *order, pid_t child, int *status) {
    for (;;) {
        int other;
        if (order->cgroup != NULL)
            cgroup_kill(order->cgroup);
        process_tree_kill_own_children();
        pid_t pid = waitpid(-1, &other, 0);
        if (pid == child)
            *status = other;
        if (pid < 0 && errno == ECHILD)
            return;
    }
}

static void complain(const KeeperOrder *order, const char *what, int reason) {
    dprintf(order->standard_fds[2], "rookery: cannot start \"%s\": %s (%s)\n", order->name, what, strerror(reason));
}

/* -1 when no process can be made. */
static pid_t start_child(const KeeperOrder *order) {
    pid_t keeper = getpid();
    pid_t child = fork();
    if (child == 0) {
        const char *failure = child_execute(order, keeper);
        complain(order, failure, errno);
        _exit(KEEPER_CANNOT_START);
    }
    if (child < 0)
        complain(order, "no further process can be made", errno);
    return child;
}

static void report_end(const KeeperOrder *order, int status) {
    struct rusage use = {0};
    getrusage(RUSAGE_CHILDREN, &use);
    KeeperReport report = {.status = status};
    report.cpu_time_us = (uint64_t)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) * 1000000 +
                         (uint64_t)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
    report.peak_bytes = (uint64_t)use.ru_maxrss * 1024;
    send(order->line_fd, &report, sizeof report, MSG_NOSIGNAL);
}

void keeper_run(const KeeperOrder *order) {
    /* All signals stay blocked: a terminal's Ctrl-C is for the arbiter, which then closes the line. */
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    signal(SIGCHLD, SIG_DFL);
    setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    /* Sanitizers have a prctl() of their own, with a lock that another thread may have held at the fork. */
    syscall(SYS_prctl, PR_SET_NAME, "rookery-keeper", 0, 0, 0);
    close_others(order);
    pid_t child = start_child(order);
    close_childs_fds(order);
    /* As wait() writes "ended with that status" and "killed by SIGKILL". */
    int status = child < 0 ? KEEPER_CANNOT_START << 8 : SIGKILL;
    if (child > 0)
        wait_for_an_end(order, child, &status);
    end_the_tree(order, child, &status);
    report_end(order, status);
    _exit(0);
}
