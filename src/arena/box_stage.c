#include "arena/box_stage.h"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* A folder that exists everywhere; covered by a small file system of our own in the child's mount namespace. */
#define STAGE_FOLDER "/tmp"

/* Distributions assign users below 60,000, systemd and containers ranges below 2^31; no process has a number above
 * 2^22, so each living box has a user to itself. */
enum { FIRST_BOX_USER = 0x60000000, NOBODY = 65534 };

void box_stage_path(size_t index, char out[BOX_STAGE_PATH_MAX]) {
    snprintf(out, BOX_STAGE_PATH_MAX, STAGE_FOLDER "/%zu", index);
}

/* Binds what an open descriptor stands for. Its path may be hidden by now; the descriptor is not. */
static bool bind_source(int source, size_t index) {
    char from[BOX_STAGE_PATH_MAX], to[BOX_STAGE_PATH_MAX];
    struct stat status;
    if (fstat(source, &status) != 0)
        return false;
    snprintf(from, sizeof from, "/proc/self/fd/%d", source);
    box_stage_path(index, to);
    int made = S_ISDIR(status.st_mode) ? mkdir(to, 0755) : mknod(to, S_IFREG | 0644, 0);
    return made == 0 && mount(from, to, NULL, MS_BIND | MS_REC, NULL) == 0;
}

static bool bind_sources(const BoxStage *stage) {
    int fds[BOX_STAGE_MAX];
    for (size_t i = 0; i < stage->count; i++) {
        fds[i] = open(stage->sources[i], O_PATH | O_CLOEXEC);
        if (fds[i] < 0)
            return false;
    }
    if (mount("rookery", STAGE_FOLDER, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=64k") != 0)
        return false;
    for (size_t i = 0; i < stage->count; i++)
        if (!bind_source(fds[i], i))
            return false;
    return true;
}

/* The raw calls: the C library's would act on all threads of a process whose memory we only borrow. A container may
 * know no user numbers as high as ours. */
static bool become_box_user(void) {
    long user = FIRST_BOX_USER + (long)getpid();
    if (syscall(SYS_setgroups, 0, NULL) != 0)
        return false;
    if (syscall(SYS_setresgid, user, user, user) != 0 || syscall(SYS_setresuid, user, user, user) != 0) {
        user = NOBODY;
        return syscall(SYS_setresgid, user, user, user) == 0 && syscall(SYS_setresuid, user, user, user) == 0;
    }
    return true;
}

bool box_stage_enter(const BoxStage *stage) {
    /* Our own umask could make the stage unreachable to the user it is for. */
    umask(022);
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        return false;
    return bind_sources(stage) && become_box_user();
}
