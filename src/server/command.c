#include "server/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Pipe {
    int ends[2];
} Pipe;

static bool open_pipe(Pipe *one) {
    *one = (Pipe){{-1, -1}};
    return pipe2(one->ends, O_CLOEXEC) == 0;
}

static void close_end(Pipe *one, int end) {
    if (one->ends[end] >= 0)
        close(one->ends[end]);
    one->ends[end] = -1;
}

static bool spawn(const char *const *argv, const Pipe *out, const Pipe *err, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out->ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err->ends[1], STDERR_FILENO);
    errno = posix_spawn(child, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return errno == 0;
}

/* False at the end. */
static bool read_some(int fd, Text *text) {
    char bytes[4096];
    ssize_t count = read(fd, bytes, sizeof bytes);
    if (count > 0 && text->length < COMMAND_BYTES_MAX)
        text_append(text, bytes, (size_t)count);
    return count > 0 || (count < 0 && errno == EINTR);
}

/* Both at once: a program that waits for room in the one does not end the other. */
static void read_both(const Pipe *out, const Pipe *err, Text *texts[2]) {
    struct pollfd watched[2] = {{.fd = out->ends[0], .events = POLLIN}, {.fd = err->ends[0], .events = POLLIN}};
    while (watched[0].fd >= 0 || watched[1].fd >= 0) {
        if (poll(watched, 2, -1) < 0 && errno != EINTR)
            return;
        for (int i = 0; i < 2; i++)
            if (watched[i].fd >= 0 && watched[i].revents != 0 && !read_some(watched[i].fd, texts[i]))
                watched[i].fd = -1;
    }
}

static int wait_for(pid_t child) {
    int status = -1;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int command_run(const char *const *argv, Text *out, Text *complaint, void (*began)(void *owner, pid_t child),
                void *owner) {
    Pipe said, complained;
    pid_t child;
    int status = -1;
    bool opened = open_pipe(&said), both = open_pipe(&complained) && opened;
    if (both && spawn(argv, &said, &complained, &child)) {
        close_end(&said, 1);
        close_end(&complained, 1);
        if (began != NULL)
            began(owner, child);
        read_both(&said, &complained, (Text *[2]){out, complaint});
        status = wait_for(child);
        if (began != NULL)
            began(owner, 0);
    } else {
        text_append_format(complaint, "cannot run %s: %s", argv[0], strerror(errno));
    }
    for (int end = 0; end < 2; end++) {
        close_end(&said, end);
        close_end(&complained, end);
    }
    return status;
}
