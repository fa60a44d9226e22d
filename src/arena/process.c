#include "arena/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/box.h"
#include "arena/box_probe.h"
#include "arena/cgroup.h"
#include "arena/cores.h"
#include "arena/process_keeper.h"
#include "arena/process_start.h"
#include "arena/process_tree.h"
#include "arena/program.h"
#include "base/error.h"

struct Process {
    pid_t keeper;
    int pid_fd;      /* of the keeper */
    int line_fd;     /* to the keeper */
    int standard[3]; /* our ends of the child's stdin, stdout, stderr */
    Cgroup *cgroup;  /* or NULL */
    pid_t group;     /* of a plain child: the process group that it leads; 0: not known */
    int core;        /* where a box without a quota may run; -1: it has a quota, or is frozen */
    bool boxed, frozen, killed;
    bool stopped; /* frozen by a signal to its group */
    ProcessLimits limits;
    ProcessBreach breach;
    TreeUse seen; /* what our own looks have found at most */
    ProcessEnd end;
    KeeperReport last; /* valid once ended */
};

/* What is needed during a start only. */
typedef struct Start {
    const ProcessSpec *spec;
    KeeperOrder order;
    Box box;
    char *program; /* of a plain start */
    int child_fds[3];
    int keeper_line;
} Start;

/* ---- making ready ------------------------------------------------------------------------------------------- */

/* The reader of a dead child's pipe is an error value, not a signal. A handler that somebody installed stays. */
static void ignore_broken_pipes(void) {
    struct sigaction now;
    if (sigaction(SIGPIPE, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
        signal(SIGPIPE, SIG_IGN);
}

static void close_fd(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static bool open_pipes(Process *process, Start *start) {
    int line[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line) != 0)
        return false;
    process->line_fd = line[0];
    start->keeper_line = line[1];
    for (int i = 0; i < 3; i++) {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0)
            return false;
        bool we_write = i == STDIN_FILENO;
        process->standard[i] = ends[we_write];
        start->child_fds[i] = ends[!we_write];
        fcntl(process->standard[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

static void make_group(Process *process, const ProcessSpec *spec) {
    CgroupLimits limits = {0};
    if (spec->boxed) {
        limits.memory_bytes = spec->limits.memory_bytes;
        limits.processes = spec->limits.processes > 0 ? spec->limits.processes + BOX_OWN_PROCESSES : 0;
        limits.one_core = true;
    }
    process->cgroup = cgroup_create(&limits);
}

static void add_limit(KeeperOrder *order, int resource, uint64_t value) {
    order->limits[order->limit_count++] = (KeeperLimit){resource, (rlim_t)value};
}

static void add_limits(KeeperOrder *order, const ProcessLimits *limits, bool memory_held) {
    enum { STACK_BYTES = 16 << 20, COPIED_FILE_BYTES = 2 << 20 /* one that is copied in, and to spare */ };
    add_limit(order, RLIMIT_CORE, 0);
    add_limit(order, RLIMIT_MEMLOCK, 0);
    add_limit(order, RLIMIT_RTPRIO, 0);
    add_limit(order, RLIMIT_STACK, STACK_BYTES);
    /* Bubblewrap writes the copied files under this limit too. */
    add_limit(order, RLIMIT_FSIZE, limits->scratch_bytes + COPIED_FILE_BYTES);
    if (limits->open_files > 0)
        add_limit(order, RLIMIT_NOFILE, limits->open_files);
    if (limits->address_space_bytes > 0 && !memory_held)
        add_limit(order, RLIMIT_AS, limits->address_space_bytes);
}

static bool order_boxed(Process *process, Start *start, BoxMode mode, Error *error) {
    static char *no_environment[] = {NULL};
    KeeperOrder *order = &start->order;
    BoxHeld held = {cgroup_holds_memory(process->cgroup), cgroup_holds_processes(process->cgroup)};
    if (!box_prepare(&start->box, start->spec, mode, held, error))
        return false;
    order->program = start->box.bubblewrap;
    order->argv = start->box.argv;
    order->environment = no_environment;
    order->expendable = true;
    order->stage = mode == BOX_STAGED ? &start->box.stage : NULL;
    order->passed_count = start->box.fd_count;
    memcpy(order->passed_fds, start->box.fds, start->box.fd_count * sizeof *start->box.fds);
    add_limits(order, &start->spec->limits, held.memory);
    return true;
}

static bool order_plain(Start *start, Error *error) {
    start->program = program_find(start->spec->argv[0], error);
    start->order.program = start->program;
    start->order.argv = start->spec->argv;
    start->order.environment = environ;
    return start->program != NULL && program_check(start->program, error);
}

/* ---- starting ----------------------------------------------------------------------------------------------- */

static bool fork_keeper(Process *process, Start *start) {
    sigset_t all, before;
    /* No handler of ours may run in the keeper. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    process->keeper = fork();
    if (process->keeper == 0)
        keeper_run(&start->order);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    if (process->keeper < 0)
        return false;
    process->pid_fd = (int)syscall(SYS_pidfd_open, process->keeper, 0);
    return process->pid_fd >= 0;
}

/* A box has the processor time of one core, by its group or by being bound to one. */
static void choose_core(Process *process, KeeperOrder *order) {
    if (process->boxed && !cgroup_holds_one_core(process->cgroup))
        process->core = cores_take();
    order->core = process->core;
}

static void leave_core(Process *process) {
    cores_give_back(process->core);
    process->core = -1;
}

static bool start_in(Process *process, Start *start, BoxMode mode, Error *error) {
    const ProcessSpec *spec = start->spec;
    make_group(process, spec);
    if (spec->boxed ? !order_boxed(process, start, mode, error) : !order_plain(start, error))
        return false;
    if (!open_pipes(process, start))
        return error_set(error, "cannot start \"%.120s\": %s", spec->argv[0], strerror(errno));
    memcpy(start->order.standard_fds, start->child_fds, sizeof start->child_fds);
    start->order.line_fd = start->keeper_line;
    start->order.cgroup = process->cgroup;
    start->order.name = spec->argv[0];
    choose_core(process, &start->order);
    if (!fork_keeper(process, start))
        return error_set(error, "cannot start \"%.120s\": %s", spec->argv[0], strerror(errno));
    return true;
}

static void end_of_start(Start *start) {
    for (int i = 0; i < 3; i++)
        close_fd(&start->child_fds[i]);
    close_fd(&start->keeper_line);
    free(start->program);
    if (start->box.strings != NULL)
        box_free(&start->box);
}

Process *process_start_in_mode(const ProcessSpec *spec, BoxMode mode, Error *error) {
    Start start = {.spec = spec, .child_fds = {-1, -1, -1}, .keeper_line = -1};
    Process *process = calloc(1, sizeof *process);
    if (process == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    *process = (Process){
        .keeper = -1, .pid_fd = -1, .line_fd = -1, .standard = {-1, -1, -1}, .core = -1, .boxed = spec->boxed};
    process->limits = spec->limits;
    ignore_broken_pipes();
    bool started = start_in(process, &start, mode, error);
    end_of_start(&start);
    if (started)
        return process;
    process_close(process);
    return NULL;
}

Process *process_start(const ProcessSpec *spec, Error *error) {
    return spec->boxed ? box_probe_start(spec, error) : process_start_in_mode(spec, BOX_DIRECT, error);
}

/* ---- talking ------------------------------------------------------------------------------------------------ */

int process_in_fd(const Process *process) {
    return process->standard[STDIN_FILENO];
}

int process_out_fd(const Process *process) {
    return process->standard[STDOUT_FILENO];
}

int process_log_fd(const Process *process) {
    return process->standard[STDERR_FILENO];
}

void process_close_in(Process *process) {
    close_fd(&process->standard[STDIN_FILENO]);
}

int process_pid_fd(const Process *process) {
    return process->pid_fd;
}

/* ---- freezing and killing ----------------------------------------------------------------------------------- */

/* Whoever begins to run takes the emptiest core, and those that stand still take none. */
static void change_core(Process *process, bool frozen) {
    if (!process->boxed || cgroup_holds_one_core(process->cgroup))
        return;
    leave_core(process);
    if (frozen)
        return;
    process->core = cores_take();
    if (process->core >= 0)
        process_tree_bind(process->keeper, process->core);
}

/* A plain child and what it has started stand still by one signal to its process group, which is cheaper than a control
 * group's freezer (bench/referee). An engine of our own choice may leave its group and run on; a bot's box may not.
 * False when the child does not lead a group yet: it has not got to execute its program. */
static bool signal_group(Process *process, int signal) {
    if (process->boxed)
        return false;
    if (process->group == 0)
        process->group = process_tree_first_child(process->keeper);
    return process->group > 0 && kill(-process->group, signal) == 0;
}

static void set_frozen(Process *process, bool frozen) {
    if (process->frozen == frozen || process->end.ended)
        return;
    process->frozen = frozen;
    change_core(process, frozen);
    if (frozen)
        process->stopped = signal_group(process, SIGSTOP);
    else if (process->stopped)
        signal_group(process, SIGCONT);
    if (process->stopped)
        return;
    if (cgroup_can_freeze(process->cgroup))
        cgroup_freeze(process->cgroup, frozen);
    else
        process_tree_signal(process->keeper, frozen ? SIGSTOP : SIGCONT);
}

void process_freeze(Process *process) {
    set_frozen(process, true);
}

void process_thaw(Process *process) {
    set_frozen(process, false);
}

/* Looks through /proc what the tree uses, for machines whose control groups do not tell. */
static TreeUse look(Process *process) {
    TreeUse use = process_tree_measure(process->keeper);
    if (use.resident_bytes > process->seen.resident_bytes)
        process->seen.resident_bytes = use.resident_bytes;
    if (use.cpu_time_us > process->seen.cpu_time_us)
        process->seen.cpu_time_us = use.cpu_time_us;
    return use;
}

void process_kill(Process *process) {
    if (process->end.ended || process->killed || process->line_fd < 0)
        return;
    process->killed = true;
    /* The times of processes that die with their pid namespace are added up for nobody. */
    if (process->cgroup == NULL)
        look(process);
    /* At once what can be killed at once; the keeper, whose line we close, sees to the rest. */
    if (process->cgroup != NULL)
        cgroup_kill(process->cgroup);
    shutdown(process->line_fd, SHUT_WR);
}

/* ---- ending ------------------------------------------------------------------------------------------------- */

/* Bubblewrap ends with 128 + N when its program was killed by signal N. */
static void read_wait_status(Process *process, int status) {
    ProcessEnd *end = &process->end;
    end->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    end->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (process->boxed && end->exit_status > 128 && end->exit_status < 128 + NSIG) {
        end->signal = end->exit_status - 128;
        end->exit_status = 0;
    }
    end->out_of_memory = process->breach == PROCESS_OUT_OF_MEMORY || cgroup_memory_kills(process->cgroup) > 0;
}

static void note_end(Process *process) {
    /* Without a last word the keeper itself was killed. */
    KeeperReport report = {.status = SIGKILL};
    recv(process->line_fd, &report, sizeof report, MSG_DONTWAIT);
    process->end.ended = true;
    leave_core(process);
    process->last = report;
    read_wait_status(process, report.status);
}

ProcessEnd process_poll(Process *process) {
    if (!process->end.ended && waitpid(process->keeper, NULL, WNOHANG) == process->keeper)
        note_end(process);
    return process->end;
}

/* A keeper ends when its line is closed. One that hangs must not hold up whoever closes it, and all other games with
 * him: it is killed too, and takes its program along. */
static void await_keeper(const Process *process) {
    enum { PATIENCE_MS = 5000 };
    struct pollfd end = {.fd = process->pid_fd, .events = POLLIN};
    int ready;
    while ((ready = poll(&end, 1, PATIENCE_MS)) < 0 && errno == EINTR)
        continue;
    if (ready != 1)
        kill(process->keeper, SIGKILL);
    while (waitpid(process->keeper, NULL, 0) < 0 && errno == EINTR)
        continue;
}

void process_close(Process *process) {
    if (process == NULL)
        return;
    if (process->keeper > 0 && !process->end.ended) {
        process_kill(process);
        await_keeper(process);
    }
    leave_core(process);
    cgroup_remove(process->cgroup);
    for (int i = 0; i < 3; i++)
        close_fd(&process->standard[i]);
    close_fd(&process->line_fd);
    close_fd(&process->pid_fd);
    free(process);
}

/* ---- limits and measures ------------------------------------------------------------------------------------ */

static ProcessBreach look_for_breach(Process *process) {
    bool watch_memory = process->limits.memory_bytes > 0 && !cgroup_holds_memory(process->cgroup);
    bool watch_processes = process->limits.processes > 0 && !cgroup_holds_processes(process->cgroup);
    /* The kernel kills one process of the tree; the rest of a bot that lost a part of itself goes too. */
    if (cgroup_memory_kills(process->cgroup) > 0)
        return PROCESS_OUT_OF_MEMORY;
    if (!watch_memory && !watch_processes)
        return PROCESS_WITHIN_LIMITS;
    TreeUse use = look(process);
    if (watch_memory && use.resident_bytes > process->limits.memory_bytes)
        return PROCESS_OUT_OF_MEMORY;
    if (watch_processes && use.tasks > process->limits.processes + BOX_OWN_PROCESSES)
        return PROCESS_TOO_MANY_PROCESSES;
    return PROCESS_WITHIN_LIMITS;
}

ProcessBreach process_check_limits(Process *process) {
    if (!process->boxed || process->end.ended || process->breach != PROCESS_WITHIN_LIMITS)
        return process->breach;
    process->breach = look_for_breach(process);
    if (process->breach != PROCESS_WITHIN_LIMITS)
        process_kill(process);
    return process->breach;
}

static uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

uint64_t process_peak_memory(const Process *process) {
    uint64_t counted = cgroup_peak_memory(process->cgroup);
    if (counted > 0)
        return counted;
    uint64_t last =
        process->end.ended ? process->last.peak_bytes : process_tree_measure(process->keeper).resident_bytes;
    return larger(last, process->seen.resident_bytes);
}

uint64_t process_cpu_time(const Process *process) {
    uint64_t counted = cgroup_cpu_time_us(process->cgroup);
    if (counted > 0)
        return counted;
    uint64_t last = process->end.ended ? process->last.cpu_time_us : process_tree_measure(process->keeper).cpu_time_us;
    return larger(last, process->seen.cpu_time_us);
}

unsigned process_room(unsigned wanted, unsigned kept) {
    /* Three pipes, the keeper's line, its pidfd, the freezer; and what one start takes for a moment. */
    enum { FDS_OF_ONE = 6, FDS_OF_A_START = 24 };
    struct rlimit limit;
    rlim_t needed = (rlim_t)wanted * FDS_OF_ONE + kept + FDS_OF_A_START;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed)
        return wanted;
    struct rlimit raised = {needed, needed > limit.rlim_max ? needed : limit.rlim_max};
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0)
        return wanted;
    raised = (struct rlimit){limit.rlim_max, limit.rlim_max};
    if (setrlimit(RLIMIT_NOFILE, &raised) != 0)
        raised = limit;
    rlim_t free_fds = raised.rlim_cur > kept + FDS_OF_A_START ? raised.rlim_cur - kept - FDS_OF_A_START : 0;
    return free_fds / FDS_OF_ONE < wanted ? (unsigned)(free_fds / FDS_OF_ONE) : wanted;
}
