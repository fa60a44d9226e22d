/*
 * R18, R19: every system call that a bot has no business with, made directly. Prints each name and how it ended; an
 * argument that the kernel would refuse anyway must not be reached: the filter answers first, with EPERM.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void show(const char *name, long result) {
    const char *outcome = strerrorname_np(errno);
    if (result != -1)
        outcome = "DONE";
    printf("%s %s\n", name, outcome != NULL ? outcome : "?");
    fflush(stdout);
}

#define TRY(name, ...) show(#name, syscall(SYS_##name, __VA_ARGS__))

static void hands_on_others(void) {
    TRY(ptrace, 16, 1, 0, 0);
    TRY(process_vm_readv, 1, 0, 0, 0, 0, 0);
    TRY(process_vm_writev, 1, 0, 0, 0, 0, 0);
    TRY(kcmp, 1, 1, 0, 0, 0);
    TRY(pidfd_open, 1, 0);
    TRY(pidfd_getfd, 0, 0, 0);
    TRY(pidfd_send_signal, 0, 9, 0, 0);
    TRY(process_madvise, 0, 0, 0, 0, 0);
    TRY(move_pages, 1, 0, 0, 0, 0, 0);
    TRY(migrate_pages, 1, 0, 0, 0);
}

static void other_views(void) {
    TRY(unshare, CLONE_NEWUSER);
    TRY(unshare, CLONE_NEWNS);
    TRY(setns, 0, 0);
    TRY(mount, "none", "/tmp", "tmpfs", 0, 0);
    TRY(umount2, "/tmp", 0);
    TRY(pivot_root, "/", "/");
    TRY(chroot, "/tmp");
    TRY(open_tree, 0, "/", 0);
    TRY(move_mount, 0, "", 0, "", 0);
    TRY(fsopen, "tmpfs", 0);
    TRY(clone3, 0, 0);
    show("clone into a user namespace", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
    show("clone into a net namespace", syscall(SYS_clone, CLONE_NEWNET | SIGCHLD, 0, 0, 0, 0));
}

static void kernel_machinery(void) {
    TRY(keyctl, 0, -3, 1, 0, 0);
    TRY(add_key, "user", "a", "b", 1, -3);
    TRY(request_key, "user", "a", 0, -3);
    TRY(bpf, 0, 0, 0);
    TRY(io_uring_setup, 1, 0);
    TRY(io_uring_enter, 0, 0, 0, 0, 0, 0);
    TRY(userfaultfd, 0);
    TRY(perf_event_open, 0, 0, 0, 0, 0);
    TRY(seccomp, 0, 0, 0);
    TRY(landlock_create_ruleset, 0, 0, 1);
    TRY(init_module, 0, 0, "");
    TRY(kexec_load, 0, 0, 0, 0);
    TRY(reboot, 0, 0, 0, 0);
    TRY(swapon, "/tmp/x", 0);
    TRY(syslog, 3, 0, 0);
    TRY(acct, 0);
    TRY(quotactl, 0, 0, 0, 0);
    TRY(personality, 0x0400000);
    TRY(settimeofday, 0, 0);
    TRY(sethostname, "x", 1);
    TRY(vhangup, 0);
    TRY(execveat, 0, "", 0, 0, 0);
    TRY(name_to_handle_at, 0, "/", 0, 0, 0);
    TRY(open_by_handle_at, 0, 0, 0);
    show("prctl seccomp", prctl(PR_SET_SECCOMP, 1));
    show("prctl subreaper", prctl(PR_SET_CHILD_SUBREAPER, 1));
    show("ioctl into a terminal", ioctl(0, TIOCSTI, "x"));
}

static void channels_and_uncounted_memory(void) {
    struct flock lock = {.l_type = F_RDLCK};
    TRY(socket, 1, 1, 0);
    TRY(socketpair, 1, 1, 0, 0);
    TRY(flock, 0, 2);
    show("file lock", fcntl(0, F_SETLK, &lock));
    show("open file lock", fcntl(0, F_OFD_SETLK, &lock));
    show("lease", fcntl(0, F_SETLEASE, F_RDLCK));
    show("folder watch", fcntl(0, F_NOTIFY, 1));
    show("larger pipe", fcntl(0, F_SETPIPE_SZ, 1 << 20));
    TRY(inotify_init1, 0);
    TRY(fanotify_init, 0, 0);
    TRY(memfd_create, "x", 0);
    TRY(shmget, 1, 4096, 01600);
    TRY(msgget, 1, 01600);
    TRY(semget, 1, 1, 01600);
    TRY(mq_open, "/x", 0102, 0600, 0);
    TRY(setxattr, "/tmp", "user.x", "y", 1, 0);
    TRY(mknodat, -100, "/tmp/x", 010600, 0);
    TRY(linkat, -100, "/bot", -100, "/tmp/x", 0);
    TRY(symlinkat, "/", -100, "/tmp/x");
    TRY(fchmodat, -100, "/tmp", 0777);
    TRY(fchownat, -100, "/tmp", 0, 0, 0);
    TRY(mincore, 0, 0, 0);
    TRY(vmsplice, 0, 0, 0, 0);
    TRY(splice, 0, 0, 1, 0, 1, 0);
}

static void another_user(void) {
    TRY(setuid, 0);
    TRY(setgid, 0);
    TRY(setresuid, 0, 0, 0);
    TRY(setgroups, 0, 0);
    TRY(capset, 0, 0);
    TRY(setsid, 0);
    TRY(sched_setattr, 0, 0, 0);
    TRY(ioprio_set, 1, 0, 0);
}

int main(void) {
    hands_on_others();
    other_views();
    kernel_machinery();
    channels_and_uncounted_memory();
    another_user();
    printf("end\n");
    return 0;
}
