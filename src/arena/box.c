#include "arena/box.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/box_syscalls.h"
#include "arena/program.h"
#include "base/error.h"
#include "base/text.h"

enum { FDS_MAX = 16, ARGV_MAX = 256 };

/* Sets the process limit inside the box, where it counts the processes of the box's user namespace only. */
static const char limit_program[] = "/usr/bin/prlimit";

static const char *const library_folders[] = {"lib", "lib32", "lib64", NULL};
static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", NULL};

struct BoxStrings {
    Text options; /* bubblewrap's, each ended by a NUL */
    char *program, *process_limit;
    char *argv[ARGV_MAX];
    int fds[FDS_MAX];
    char fd_text[16];
    char *sources[BOX_STAGE_MAX]; /* what box->stage.sources points to */
};

/* One call's view of what is being made. */
typedef struct Builder {
    Box *box;
    struct BoxStrings *strings;
    const ProcessSpec *spec;
    BoxMode mode;
    BoxHeld held;
    Error *error;
} Builder;

/* ---- options ------------------------------------------------------------------------------------------------ */

static void add_options(Builder *builder, const char *word, ...) __attribute__((sentinel));

static void add_options(Builder *builder, const char *word, ...) {
    va_list words;
    va_start(words, word);
    for (; word != NULL; word = va_arg(words, const char *))
        text_append(&builder->strings->options, word, strlen(word) + 1);
    va_end(words);
}

static void add_option_fd(Builder *builder, const char *option, int fd) {
    char number[16];
    snprintf(number, sizeof number, "%d", fd);
    add_options(builder, option, number, NULL);
}

/* Takes the descriptor over; its number is the same in bubblewrap. */
static bool pass_fd(Builder *builder, int fd) {
    if (builder->box->fd_count == FDS_MAX) {
        close(fd);
        return error_set(builder->error, "a box can take in at most %d copied files", FDS_MAX - 2);
    }
    builder->box->fds[builder->box->fd_count++] = fd;
    return true;
}

static void add_isolation(Builder *builder) {
    add_options(builder, "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
                "--unshare-cgroup", "--disable-userns", "--uid", "1000", "--gid", "1000", "--hostname", "box", NULL);
    add_options(builder, "--cap-drop", "ALL", "--clearenv", "--die-with-parent", "--new-session", NULL);
}

/* ---- the root ----------------------------------------------------------------------------------------------- */

/* The box's user is nobody's owner or group. */
static bool readable_by_all(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    mode_t wanted = S_ISDIR(status.st_mode) ? S_IROTH | S_IXOTH : S_IROTH;
    return (status.st_mode & wanted) == wanted;
}

static bool add_staged(Builder *builder, const char *host_path, const char *box_path) {
    BoxStage *stage = &builder->box->stage;
    char staged[BOX_STAGE_PATH_MAX];
    if (stage->count == BOX_STAGE_MAX)
        return error_set(builder->error, "a box can see at most %d files and folders", BOX_STAGE_MAX);
    if (!readable_by_all(host_path))
        return error_set(builder->error, "\"%.90s\" cannot be read in the sandbox; allow it with: chmod o+rX \"%.90s\"",
                         host_path, host_path);
    char *copy = strdup(host_path);
    if (copy == NULL)
        return error_set(builder->error, "out of memory");
    box_stage_path(stage->count, staged);
    builder->strings->sources[stage->count] = copy;
    stage->sources[stage->count++] = copy;
    add_options(builder, "--ro-bind", staged, box_path, NULL);
    return true;
}

static bool add_bind(Builder *builder, const char *host_path, const char *box_path) {
    char real[PATH_MAX];
    if (realpath(host_path, real) == NULL)
        return error_set(builder->error, "cannot put \"%.150s\" into the sandbox: %s", host_path, strerror(errno));
    if (builder->mode == BOX_STAGED)
        return add_staged(builder, real, box_path);
    add_options(builder, "--ro-bind", real, box_path, NULL);
    return true;
}

static bool add_copied(Builder *builder, const ProcessBind *bind) {
    int fd = open(bind->host_path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return error_set(builder->error, "cannot read \"%.150s\": %s", bind->host_path, strerror(errno));
    if (!pass_fd(builder, fd))
        return false;
    add_options(builder, "--perms", "0444", NULL);
    add_option_fd(builder, "--ro-bind-data", fd);
    add_options(builder, bind->box_path, NULL);
    return true;
}

/* The system's libraries; where /lib is a link into /usr, as on most machines now, the box has the same link. */
static void add_system(Builder *builder) {
    for (const char *const *name = library_folders; *name != NULL; name++) {
        char path[32], target[PATH_MAX];
        struct stat status;
        snprintf(path, sizeof path, "/usr/%s", *name);
        add_options(builder, "--ro-bind-try", path, path, NULL);
        snprintf(path, sizeof path, "/%s", *name);
        ssize_t length = readlink(path, target, sizeof target - 1);
        if (length > 0) {
            target[length] = '\0';
            add_options(builder, "--symlink", target, path, NULL);
        } else if (stat(path, &status) == 0) {
            add_options(builder, "--ro-bind", path, path, NULL);
        }
    }
    add_options(builder, "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache", NULL);
    for (const char *const *device = devices; *device != NULL; device++)
        add_options(builder, "--dev-bind-try", *device, *device, NULL);
}

/* The program's file and, when it is installed elsewhere than the system's own, the libraries beside it. */
static bool add_program(Builder *builder, const char *path) {
    char prefix[PATH_MAX];
    if (!add_bind(builder, path, path))
        return false;
    snprintf(prefix, sizeof prefix, "%s", path);
    for (int level = 0; level < 2; level++) {
        char *slash = strrchr(prefix, '/');
        if (slash != NULL)
            *slash = '\0';
    }
    if (prefix[0] == '\0' || strcmp(prefix, "/usr") == 0)
        return true;
    for (const char *const *name = library_folders; *name != NULL; name++) {
        char folder[PATH_MAX + 8];
        struct stat status;
        snprintf(folder, sizeof folder, "%s/%s", prefix, *name);
        if (stat(folder, &status) == 0 && !add_bind(builder, folder, folder))
            return false;
    }
    return true;
}

static bool add_binds(Builder *builder) {
    const ProcessSpec *spec = builder->spec;
    for (size_t i = 0; spec->visible != NULL && spec->visible[i] != NULL; i++)
        if (!add_bind(builder, spec->visible[i], spec->visible[i]))
            return false;
    for (size_t i = 0; i < spec->bind_count; i++) {
        const ProcessBind *bind = &spec->binds[i];
        if (bind->copied ? !add_copied(builder, bind) : !add_bind(builder, bind->host_path, bind->box_path))
            return false;
    }
    return true;
}

/* What lies in /tmp is memory; without a group to count it, files without number could eat the machine's. */
static void add_scratch(Builder *builder) {
    char size[32];
    snprintf(size, sizeof size, "%" PRIu64, builder->spec->limits.scratch_bytes);
    if (builder->spec->limits.scratch_bytes > 0 && builder->held.memory)
        add_options(builder, "--size", size, "--tmpfs", "/tmp", NULL);
    else
        add_options(builder, "--dir", "/tmp", NULL);
}

static bool add_root(Builder *builder) {
    add_system(builder);
    /* Early, since what is bound may itself lie below /tmp. */
    add_scratch(builder);
    if (!add_program(builder, builder->strings->program) || !add_binds(builder))
        return false;
    if (builder->strings->process_limit != NULL)
        add_options(builder, "--ro-bind", limit_program, limit_program, NULL);
    add_options(builder, "--remount-ro", "/", "--chdir", "/", NULL);
    return true;
}

/* ---- the command -------------------------------------------------------------------------------------------- */

static bool add_filter(Builder *builder) {
    int fd = box_syscalls_open(builder->error);
    if (fd < 0 || !pass_fd(builder, fd))
        return false;
    add_option_fd(builder, "--seccomp", fd);
    return true;
}

/* Options go by a descriptor and not in argv, which the box could read as the command line of its process 1. */
static bool pass_options(Builder *builder) {
    const Text *options = &builder->strings->options;
    int fd = memfd_create("rookery-box", MFD_CLOEXEC);
    if (fd < 0 || options->failed || write(fd, options->data, options->length) != (ssize_t)options->length ||
        lseek(fd, 0, SEEK_SET) != 0) {
        if (fd >= 0)
            close(fd);
        return error_set(builder->error, "cannot pass the sandbox its options: %s", strerror(errno));
    }
    snprintf(builder->strings->fd_text, sizeof builder->strings->fd_text, "%d", fd);
    return pass_fd(builder, fd);
}

static bool write_argv(Builder *builder) {
    static char name[] = "bwrap", args[] = "--args", end[] = "--", limiter[] = "/usr/bin/prlimit";
    struct BoxStrings *strings = builder->strings;
    size_t count = 0;
    char *const start[] = {name, args, strings->fd_text, end};
    for (size_t i = 0; i < sizeof start / sizeof *start; i++)
        strings->argv[count++] = start[i];
    if (strings->process_limit != NULL) {
        strings->argv[count++] = limiter;
        strings->argv[count++] = strings->process_limit;
        strings->argv[count++] = end;
    }
    strings->argv[count++] = strings->program;
    for (char *const *word = builder->spec->argv + 1; *word != NULL; word++) {
        if (count + 1 == ARGV_MAX)
            return error_set(builder->error, "a boxed program can be given at most %d words", ARGV_MAX - 8);
        strings->argv[count++] = *word;
    }
    strings->argv[count] = NULL;
    return true;
}

static bool find_programs(Builder *builder) {
    char real[PATH_MAX];
    builder->box->bubblewrap = program_find("bwrap", NULL);
    if (builder->box->bubblewrap == NULL)
        return error_set(builder->error, "the sandbox needs bubblewrap: install it (Debian, Ubuntu: apt-get install "
                                         "bubblewrap), or run your own bots with --no-sandbox");
    char *found = program_find(builder->spec->argv[0], builder->error);
    bool good = found != NULL && realpath(found, real) != NULL;
    free(found);
    if (!good)
        return false;
    if (program_is_script(real))
        return error_set(builder->error, "\"%.150s\" is a script; only programs can be boxed", real);
    builder->strings->program = strdup(real);
    return builder->strings->program != NULL || error_set(builder->error, "out of memory");
}

static bool plan_process_limit(Builder *builder) {
    unsigned processes = builder->spec->limits.processes;
    if (processes == 0 || builder->held.processes || access(limit_program, X_OK) != 0)
        return true;
    unsigned long limit = (unsigned long)processes + BOX_OWN_PROCESSES - 1;
    return asprintf(&builder->strings->process_limit, "--nproc=%lu:%lu", limit, limit) >= 0;
}

static bool build(Builder *builder) {
    if (!find_programs(builder) || !plan_process_limit(builder))
        return false;
    add_isolation(builder);
    return add_root(builder) && add_filter(builder) && pass_options(builder) && write_argv(builder);
}

bool box_prepare(Box *box, const ProcessSpec *spec, BoxMode mode, BoxHeld held, Error *error) {
    struct BoxStrings *strings = calloc(1, sizeof *strings);
    if (strings == NULL)
        return error_set(error, "out of memory");
    text_init(&strings->options);
    *box = (Box){.argv = strings->argv, .fds = strings->fds, .strings = strings};
    Builder builder = {box, strings, spec, mode, held, error};
    bool built = build(&builder);
    if (!built)
        box_free(box);
    return built;
}

void box_free(Box *box) {
    struct BoxStrings *strings = box->strings;
    for (size_t i = 0; i < box->fd_count; i++)
        close(box->fds[i]);
    for (size_t i = 0; i < box->stage.count; i++)
        free(strings->sources[i]);
    text_free(&strings->options);
    free(strings->program);
    free(strings->process_limit);
    free(box->bubblewrap);
    free(strings);
    memset(box, 0, sizeof *box);
}
