/*
 * The list is what CPython 3.9 to 3.13 and Node 18 to 20 need to run a program that computes and talks through its
 * standard streams, found by tracing them. Everything else is refused with EPERM, so that a bot that tries gets an
 * exception it can print, not a silent death. What is left out on purpose:
 *
 *   socket, socketpair, connect ...        no network, no local sockets, of any family
 *   ptrace, process_vm_*, pidfd_*, kcmp    no hands on other processes
 *   mount, unshare, setns, pivot_root ...  no other view of the system, no nested namespaces
 *   io_uring_*, bpf, perf_event_open, userfaultfd, keyctl ...   large attack surface, no use here
 *   flock, file locks, leases, inotify, fanotify, memfd_create, shm*, msg*, sem*   channels between boxes that see the
 *                                          same files, or memory that is counted for nobody
 *   chmod, chown, mknod, link, setxattr    no special files
 *   sched_setscheduler, setpriority        no unfair share of the processor
 *
 * Other calling conventions (32-bit and x32 on x86-64) are killed at once: their numbers mean other calls.
 */
#include "arena/box_syscalls.h"

#include <asm/unistd.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <seccomp.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/error.h"

/* By name, since not every architecture or libseccomp knows each of them. */
static const char *const allowed[] = {
    /* memory */
    "brk", "madvise", "membarrier", "mmap", "mprotect", "mremap", "msync", "munmap",
    /* threads; clone itself is below */
    "arch_prctl", "exit", "exit_group", "fork", "futex", "futex_waitv", "getcpu", "get_robust_list", "gettid", "rseq",
    "sched_getaffinity", "sched_yield", "set_robust_list", "set_tid_address", "vfork", "wait4", "waitid",
    /* signals: those of the box's own pid namespace */
    "kill", "pause", "restart_syscall", "rt_sigaction", "rt_sigpending", "rt_sigprocmask", "rt_sigreturn",
    "rt_sigsuspend", "rt_sigtimedwait", "sigaltstack", "tgkill", "tkill",
    /* time */
    "alarm", "clock_getres", "clock_gettime", "clock_nanosleep", "getitimer", "getrusage", "gettimeofday", "nanosleep",
    "setitimer", "time", "times",
    /* descriptors; fcntl and ioctl are below */
    "close", "close_range", "dup", "dup2", "dup3", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait",
    "epoll_pwait2", "epoll_wait", "eventfd", "eventfd2", "lseek", "pipe", "pipe2", "poll", "ppoll", "pread64",
    "pselect6", "pwrite64", "read", "readv", "select", "write", "writev",
    /* files: those of the read-only root and the private /tmp */
    "access", "chdir", "faccessat", "faccessat2", "fadvise64", "fchdir", "fdatasync", "fstat", "fsync", "ftruncate",
    "getcwd", "getdents64", "lstat", "mkdir", "mkdirat", "newfstatat", "open", "openat", "readlink", "readlinkat",
    "rename", "renameat", "renameat2", "rmdir", "stat", "statx", "truncate", "umask", "unlink", "unlinkat",
    /* who and where am I */
    "getegid", "geteuid", "getgid", "getgroups", "getpgid", "getpgrp", "getpid", "getppid", "getresgid", "getresuid",
    "getrlimit", "getsid", "getuid", "sysinfo", "uname",
    /* the rest; prlimit64 can only lower limits, as soft and hard ones are equal and no capability is left */
    "execve", "getrandom", "prlimit64", NULL};

/* Calls for which the C library has another way, which it takes on ENOSYS only. */
static const char *const absent[] = {"clone3", "openat2", "fchmodat2", "pidfd_open", NULL};

/* Numbers that were not given out when this list was made, the same on all architectures. A newer C library tries
 * them first and falls back on ENOSYS. */
enum { FIRST_UNKNOWN = 450, LAST_UNKNOWN = 511 };

static const unsigned allowed_ioctls[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};
/* Neither locks nor leases nor signals nor the size of pipes. */
static const unsigned allowed_fcntls[] = {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL};
static const unsigned allowed_prctls[] = {PR_SET_NAME, PR_GET_NAME, PR_SET_PDEATHSIG, PR_GET_PDEATHSIG};

#define NEW_NAMESPACES                                                                                                 \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

static bool add_names(scmp_filter_ctx filter, const char *const *names, uint32_t action) {
    for (; *names != NULL; names++) {
        int number = seccomp_syscall_resolve_name(*names);
        /* Negative: not a call of this architecture. */
        if (number >= 0 && seccomp_rule_add(filter, action, number, 0) != 0)
            return false;
    }
    return true;
}

/* Allows a call for these values of its argument number `argument` only. */
static bool add_values(scmp_filter_ctx filter, int number, unsigned argument, const unsigned *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1,
                             SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, 0xffffffffU, values[i])) != 0)
            return false;
    return true;
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static bool add_rules(scmp_filter_ctx filter) {
    if (!add_names(filter, allowed, SCMP_ACT_ALLOW) || !add_names(filter, absent, SCMP_ACT_ERRNO(ENOSYS)))
        return false;
    for (int number = FIRST_UNKNOWN; number <= LAST_UNKNOWN; number++)
        if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), number, 0) != 0)
            return false;
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                            SCMP_A0(SCMP_CMP_MASKED_EQ, NEW_NAMESPACES, 0)) == 0 &&
           add_values(filter, SCMP_SYS(ioctl), 1, allowed_ioctls, COUNT(allowed_ioctls)) &&
           add_values(filter, SCMP_SYS(fcntl), 1, allowed_fcntls, COUNT(allowed_fcntls)) &&
           add_values(filter, SCMP_SYS(prctl), 0, allowed_prctls, COUNT(allowed_prctls));
}

/* The filter is installed by bubblewrap, which sets no_new_privs. */
static scmp_filter_ctx make_filter(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL)
        return NULL;
    if (seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 &&
        seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0 && add_rules(filter))
        return filter;
    seccomp_release(filter);
    return NULL;
}

/* ---- once per process: building takes most of a millisecond -------------------------------------------------- */

enum { PROGRAM_BYTES = 32768 }; /* the kernel takes 4,096 instructions of 8 bytes at most */

static char program[PROGRAM_BYTES];
static ssize_t program_length; /* 0: it could not be built */

static void build_program(void) {
    int fd = memfd_create("rookery-syscalls", MFD_CLOEXEC);
    scmp_filter_ctx filter = make_filter();
    if (fd >= 0 && filter != NULL && seccomp_export_bpf(filter, fd) == 0)
        program_length = pread(fd, program, sizeof program, 0);
    if (filter != NULL)
        seccomp_release(filter);
    if (fd >= 0)
        close(fd);
}

int box_syscalls_open(Error *error) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, build_program);
    if (program_length <= 0) {
        error_set(error, "the system-call filter of the sandbox cannot be built by this libseccomp");
        return -1;
    }
    int fd = memfd_create("rookery-syscalls", MFD_CLOEXEC);
    if (fd >= 0 && write(fd, program, (size_t)program_length) == program_length && lseek(fd, 0, SEEK_SET) == 0)
        return fd;
    error_set(error, "cannot pass the sandbox its system-call filter: %s", strerror(errno));
    if (fd >= 0)
        close(fd);
    return -1;
}
