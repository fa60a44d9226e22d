/* rookery uci: the engine, or a bot in its box, as a UCI program on standard input and output. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "arena/launch.h"
#include "arena/process.h"
#include "base/monotonic.h"
#include "cli/options.h"
#include "cli/uci_random.h"
#include "cli/verbs.h"
#include "cli/xboard.h"
#include "engine/uci.h"
#include "rookery/engine.h"

static const char help[] =
    "rookery uci [--bot FILE]: speaks UCI, as the engine or for a bot, so that it plays in any chess program\n"
    "\n"
    "  rookery uci\n"
    "  rookery uci --bot bots/python/greedy.py\n"
    "  rookery uci --level 1200\n"
    "  printf 'uci\\nposition startpos\\ngo movetime 100\\n' | rookery uci --bot my_bot.py\n"
    "\n"
    "In a chess program's engine settings give the first line, or the second, as the command. A bot is locked in the\n"
    "same box as in a match; what it prints goes to standard error.\n"
    "\n"
    "  --bot FILE      the bot, my_bot.py; without it the engine speaks\n"
    "  --xboard CMD    instead of a bot, an engine that speaks the xboard protocol: standard chess only\n"
    "  --level N       the engine as somebody rated N plays, 200 to 3200 (the same as UCI_LimitStrength, UCI_Elo)\n"
    "  --random        the player of random moves\n"
    "  --no-sandbox    runs it without the box: for your own on your own machine only\n"
    "\n"
    "Exit status: 0 the bot was told to quit; 1 it ended by itself or was stopped; 2 wrong use, or no box can be\n"
    "made.\n";

/* After "quit" or the end of its input the bot may finish what it does, but not for ever. */
enum { QUIT_PATIENCE_US = 2 * 1000 * 1000, LIMITS_EVERY_MS = 50, FLUSH_PATIENCE_MS = 1000, PENDING_BYTES = 1 << 16 };

/* Bytes on their way from one descriptor to another: read only when what was read before has been passed on. */
typedef struct Pipe {
    int from, to; /* -1 once closed */
    size_t start, end;
    char bytes[PENDING_BYTES];
} Pipe;

typedef struct Relay {
    Process *process;
    Pipe orders, answers, log;
    char line[8]; /* the beginning of the line that comes in, to know "quit" */
    size_t line_length;
    bool told_to_quit, interrupted;
    int64_t deadline; /* of monotonic_us(); 0: none */
} Relay;

static bool is_pending(const Pipe *one) {
    return one->start < one->end;
}

/* False when the source has ended. */
static bool pipe_read(Pipe *one) {
    ssize_t count = read(one->from, one->bytes, sizeof one->bytes);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    if (count <= 0) {
        one->from = -1;
        return false;
    }
    one->start = 0;
    one->end = (size_t)count;
    return true;
}

/* False when nobody reads any more. No more than a pipe takes at once when poll() calls it writable: the descriptor
 * may be somebody else's terminal too, so it must not be made non-blocking. */
static bool pipe_write(Pipe *one) {
    size_t length = one->end - one->start;
    ssize_t count = write(one->to, one->bytes + one->start, length < PIPE_BUF ? length : PIPE_BUF);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR;
    one->start += (size_t)count;
    return true;
}

/* ---- what the chess program says ------------------------------------------------------------------------------ */

static void expect_an_end(Relay *relay) {
    relay->told_to_quit = true;
    if (relay->deadline == 0)
        relay->deadline = monotonic_us() + QUIT_PATIENCE_US;
}

static bool line_is_quit(const Relay *relay) {
    size_t length = relay->line_length;
    while (length > 0 && strchr(" \t\r", relay->line[length - 1]) != NULL)
        length--;
    return length == 4 && memcmp(relay->line, "quit", 4) == 0;
}

static void look_for_quit(Relay *relay, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            if (line_is_quit(relay))
                expect_an_end(relay);
            relay->line_length = 0;
        } else if (relay->line_length < sizeof relay->line) {
            if (relay->line_length > 0 || strchr(" \t", bytes[i]) == NULL)
                relay->line[relay->line_length++] = bytes[i];
        }
    }
}

static void read_orders(Relay *relay) {
    if (pipe_read(&relay->orders))
        look_for_quit(relay, relay->orders.bytes, relay->orders.end);
    else
        expect_an_end(relay);
}

/* ---- what the bot says ----------------------------------------------------------------------------------------- */

/* A bot's prints must not stop the game when nobody reads them: what standard error does not take is dropped. */
static void pass_log_on(Relay *relay) {
    if (!pipe_read(&relay->log))
        return;
    struct pollfd out = {.fd = STDERR_FILENO, .events = POLLOUT};
    while (is_pending(&relay->log) && poll(&out, 1, 0) == 1 && (out.revents & POLLOUT) != 0)
        if (!pipe_write(&relay->log))
            break;
    relay->log.end = 0;
}

static void write_answers(Relay *relay) {
    if (!pipe_write(&relay->answers))
        process_kill(relay->process);
}

/* ---- the relay -------------------------------------------------------------------------------------------------- */

enum { WAIT_ORDERS, WAIT_BOT_IN, WAIT_BOT_OUT, WAIT_ANSWERS, WAIT_LOG, WAIT_END, WAIT_SIGNAL, WAITS };

static void plan_waits(const Relay *relay, int signals, struct pollfd waits[WAITS]) {
    bool orders = is_pending(&relay->orders), answers = is_pending(&relay->answers);
    waits[WAIT_ORDERS] = (struct pollfd){.fd = orders ? -1 : relay->orders.from, .events = POLLIN};
    waits[WAIT_BOT_IN] = (struct pollfd){.fd = orders ? relay->orders.to : -1, .events = POLLOUT};
    waits[WAIT_BOT_OUT] = (struct pollfd){.fd = answers ? -1 : relay->answers.from, .events = POLLIN};
    /* Without events poll() still tells when the reader has gone. */
    waits[WAIT_ANSWERS] = (struct pollfd){.fd = relay->answers.to, .events = answers ? POLLOUT : 0};
    waits[WAIT_LOG] = (struct pollfd){.fd = relay->log.from, .events = POLLIN};
    waits[WAIT_END] = (struct pollfd){.fd = process_pid_fd(relay->process), .events = POLLIN};
    waits[WAIT_SIGNAL] = (struct pollfd){.fd = signals, .events = POLLIN};
}

static void serve_waits(Relay *relay, const struct pollfd waits[WAITS]) {
    if (waits[WAIT_ORDERS].revents != 0)
        read_orders(relay);
    /* A bot that has closed its input or ended reads no orders; its end is told elsewhere. */
    if (waits[WAIT_BOT_IN].revents != 0 && !pipe_write(&relay->orders))
        relay->orders.end = 0;
    if (waits[WAIT_BOT_OUT].revents != 0)
        pipe_read(&relay->answers);
    if ((waits[WAIT_ANSWERS].revents & (POLLERR | POLLHUP)) != 0)
        process_kill(relay->process);
    else if (waits[WAIT_ANSWERS].revents != 0)
        write_answers(relay);
    if (waits[WAIT_LOG].revents != 0)
        pass_log_on(relay);
    if (waits[WAIT_SIGNAL].revents != 0) {
        relay->interrupted = true;
        process_kill(relay->process);
    }
}

static void keep_limits_and_deadline(Relay *relay) {
    process_check_limits(relay->process);
    if (relay->orders.from < 0 && !is_pending(&relay->orders) && process_in_fd(relay->process) >= 0) {
        process_close_in(relay->process);
        relay->orders.to = -1;
    }
    if (relay->deadline != 0 && monotonic_us() >= relay->deadline)
        process_kill(relay->process);
}

/* What the bot had written before it ended still goes out, as long as somebody reads it. */
static void flush_answers(Relay *relay) {
    struct pollfd out = {.fd = relay->answers.to, .events = POLLOUT};
    do {
        while (is_pending(&relay->answers))
            if (poll(&out, 1, FLUSH_PATIENCE_MS) != 1 || !pipe_write(&relay->answers))
                return;
    } while (pipe_read(&relay->answers) && is_pending(&relay->answers));
}

static ProcessEnd relay_run(Relay *relay, int signals) {
    struct pollfd waits[WAITS];
    ProcessEnd end;
    while (!(end = process_poll(relay->process)).ended) {
        plan_waits(relay, signals, waits);
        if (poll(waits, WAITS, LIMITS_EVERY_MS) > 0)
            serve_waits(relay, waits);
        keep_limits_and_deadline(relay);
    }
    if (!relay->interrupted)
        flush_answers(relay);
    pass_log_on(relay);
    return end;
}

/* ---- the verb --------------------------------------------------------------------------------------------------- */

/* These end the bot first; SIGPIPE is an error value already. */
static int open_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&set, numbers[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int tell_end(const Relay *relay, ProcessEnd end, ProcessBreach breach, const char *name) {
    if (end.out_of_memory)
        fprintf(stderr, "rookery uci: %s used more memory than a bot may and was stopped\n", name);
    else if (breach == PROCESS_TOO_MANY_PROCESSES)
        fprintf(stderr, "rookery uci: %s started more processes than a bot may and was stopped\n", name);
    else if (relay->told_to_quit)
        return EXIT_YES;
    else if (relay->interrupted)
        return EXIT_NO;
    else if (end.signal != 0)
        fprintf(stderr, "rookery uci: %s was ended by signal %d (%s)\n", name, end.signal, strsignal(end.signal));
    else
        fprintf(stderr, "rookery uci: %s ended by itself, with status %d\n", name, end.exit_status);
    return EXIT_NO;
}

static int relay_bot(Relay *relay, const Launch *launch) {
    Error error;
    int signals = open_signals();
    relay->process = process_start(&launch->spec, &error);
    if (relay->process == NULL) {
        fprintf(stderr, "rookery uci: %s\n", error.message);
        close(signals);
        return EXIT_USAGE;
    }
    relay->orders.from = STDIN_FILENO;
    relay->orders.to = process_in_fd(relay->process);
    relay->answers.from = process_out_fd(relay->process);
    relay->answers.to = STDOUT_FILENO;
    relay->log.from = process_log_fd(relay->process);
    relay->log.to = STDERR_FILENO;
    ProcessEnd end = relay_run(relay, signals);
    int status = tell_end(relay, end, process_check_limits(relay->process), launch->name);
    process_close(relay->process);
    close(signals);
    return status;
}

static int serve(const Launch *launch) {
    Relay *relay = calloc(1, sizeof *relay);
    if (relay == NULL)
        return usage_error("uci", "out of memory");
    int status = relay_bot(relay, launch);
    free(relay);
    return status;
}

int verb_uci(int argc, char **argv) {
    const char *bot = NULL, *xboard = NULL, *level = NULL;
    bool random = false, no_sandbox = false;
    const Option options[] = {
        {"bot", OPTION_TEXT, &bot},     {"xboard", OPTION_TEXT, &xboard},         {"random", OPTION_FLAG, &random},
        {"level", OPTION_TEXT, &level}, {"no-sandbox", OPTION_FLAG, &no_sandbox}, {NULL, OPTION_FLAG, NULL}};
    int words = options_read(argc, argv, options, help);
    if (words < 0)
        return options_status(words);
    if (words > 0)
        return usage_error(argv[0], "takes no word \"%s\"; the bot is named by --bot", argv[1]);
    if ((bot != NULL) + (xboard != NULL) + random > 1)
        return usage_error(argv[0], "wants one player: a bot, as in --bot my_bot.py, or --xboard, or --random");
    if (xboard != NULL)
        return xboard_serve(xboard);
    if (random)
        return random_serve();
    char *end = NULL;
    long rating = level == NULL ? 0 : strtol(level, &end, 10);
    if (level != NULL && (bot != NULL || *end != '\0' || rating < ENGINE_LEVEL_MIN || rating > ENGINE_LEVEL_MAX))
        return usage_error(argv[0], "--level wants a rating of the engine from %d to %d, as in --level 1200",
                           ENGINE_LEVEL_MIN, ENGINE_LEVEL_MAX);
    if (bot == NULL)
        return uci_run(level == NULL ? 0 : (int)rating);
    Launch launch;
    Error error;
    if (!launch_describe(bot, !no_sandbox, &launch, &error))
        return usage_error(argv[0], "%s", error.message);
    int status = serve(&launch);
    launch_free(&launch);
    return status;
}
