#include "cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof *signals };

typedef struct Interrupt {
    Watch watch;
    void (*interrupted)(void *owner);
    void *owner;
} Interrupt;

static Interrupt interrupt;

/* The handler can only write to this; SA_RESETHAND makes a second Ctrl-C end the program at once. */
static int interrupt_fd = -1;

static void on_signal(int number) {
    (void)number;
    int kept = errno;
    uint64_t one = 1;
    ssize_t count = write(interrupt_fd, &one, sizeof one);
    (void)count;
    errno = kept;
}

static void on_written(void *owner) {
    (void)owner;
    uint64_t count;
    ssize_t read_count = read(interrupt_fd, &count, sizeof count);
    (void)read_count;
    interrupt.interrupted(interrupt.owner);
}

bool interrupt_catch(Loop *loop, void (*interrupted)(void *owner), void *owner) {
    interrupt = (Interrupt){.interrupted = interrupted, .owner = owner};
    interrupt_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (interrupt_fd < 0 || !loop_watch(loop, &interrupt.watch, interrupt_fd, EPOLLIN, on_written, NULL))
        return false;
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
        sigaction(signals[i], &action, NULL);
    }
    return true;
}

void interrupt_release(Loop *loop) {
    if (interrupt_fd < 0)
        return;
    for (int i = 0; i < SIGNALS; i++)
        signal(signals[i], SIG_DFL);
    loop_unwatch(loop, &interrupt.watch);
    close(interrupt_fd);
    interrupt_fd = -1;
}
