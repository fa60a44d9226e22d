/* The first step of a check: the rules read the source, in a box of its own since a parser too may be attacked. */
#include "arena/check_steps.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/launch.h"
#include "base/error.h"
#include "base/monotonic.h"

/* What reading the source may cost. Processor time, so that a busy machine refuses nobody; the wall clock is the last
 * resort. */
enum { READER_CPU_US = 3 * 1000 * 1000, READER_WALL_US = 30 * 1000 * 1000, POLL_MS = 20, OUTPUT_MAX = 1 << 20 };

/* Whether there is no more to come. */
static bool drain(int fd, Text *text) {
    char bytes[8192];
    for (;;) {
        ssize_t count = read(fd, bytes, sizeof bytes);
        if (count < 0)
            return errno != EAGAIN && errno != EINTR;
        if (count == 0)
            return true;
        if (text->length < OUTPUT_MAX)
            text_append(text, bytes, (size_t)count);
    }
}

/* Runs the reader to its end. False when it took too much of anything. */
static bool run_reader(Process *process, Text *output, Text *log) {
    int64_t deadline = monotonic_us() + READER_WALL_US;
    struct pollfd waiting[2] = {
        {.fd = process_out_fd(process), .events = POLLIN},
        {.fd = process_log_fd(process), .events = POLLIN},
    };
    process_close_in(process);
    bool output_ended = false, log_ended = false;
    while (!output_ended || !log_ended) {
        poll(waiting, 2, POLL_MS);
        output_ended = output_ended || drain(waiting[0].fd, output);
        log_ended = log_ended || drain(waiting[1].fd, log);
        waiting[0].fd = output_ended ? -1 : waiting[0].fd;
        waiting[1].fd = log_ended ? -1 : waiting[1].fd;
        if (process_check_limits(process) != PROCESS_WITHIN_LIMITS || process_cpu_time(process) > READER_CPU_US ||
            monotonic_us() > deadline)
            return false;
    }
    return true;
}

typedef bool AddProblem(CheckReport *report, const char *rule, size_t line, size_t column, const char *text,
                        const char *advice);

static bool add_list(CheckReport *report, json_t *problems, AddProblem *add, Error *error) {
    json_t *problem;
    size_t index;
    json_array_foreach(problems, index, problem) {
        const char *rule, *text, *advice;
        json_int_t line, column;
        if (json_unpack(problem, "{ss sI sI ss ss}", "rule", &rule, "line", &line, "column", &column, "text", &text,
                        "advice", &advice) != 0)
            return error_set(error, "the check of the source gave a report that cannot be read");
        if (!add(report, rule, (size_t)line, (size_t)column, text, advice))
            return error_set(error, "out of memory");
    }
    return true;
}

/* Only the check of JavaScript has advice. */
static bool add_problems(CheckReport *report, json_t *root, Error *error) {
    json_t *problems = json_object_get(root, "problems");
    if (!json_is_array(problems))
        return error_set(error, "the check of the source gave no report; is the installation complete?");
    report->more = (size_t)json_integer_value(json_object_get(root, "more"));
    return add_list(report, problems, check_add, error) &&
           add_list(report, json_object_get(root, "advice"), check_advise, error);
}

/* What the last line of a log says. */
static const char *last_line(Text *log) {
    while (log->length > 0 && log->data[log->length - 1] == '\n')
        text_truncate(log, log->length - 1);
    const char *newline = log->length > 0 ? strrchr(log->data, '\n') : NULL;
    return newline != NULL ? newline + 1 : log->data;
}

static bool read_report(CheckReport *report, const Text *output, Text *log, ProcessEnd end, bool within, Error *error) {
    json_t *root = within ? json_loadb(output->data, output->length, 0, NULL) : NULL;
    bool good = true;
    if (root != NULL)
        good = add_problems(report, root, error);
    else if (!within || end.signal != 0 || end.out_of_memory || strstr(log->data, "MemoryError") != NULL)
        good = check_add(report, "complexity", 1, 1, "",
                         "The source is nested too deeply or too large to be checked; make it simpler.") ||
               error_set(error, "out of memory");
    else
        good = error_set(error, "the source could not be checked: %.180s",
                         log->length > 0 ? last_line(log) : "nothing was answered");
    json_decref(root);
    return good;
}

bool check_source(const char *path, bool sandbox, CheckReport *report, Error *error) {
    Launch launch;
    if (!launch_describe_check(path, sandbox, &launch, error))
        return false;
    Process *process = process_start(&launch.spec, error);
    if (process == NULL) {
        launch_free(&launch);
        return false;
    }
    Text output, log;
    text_init(&output);
    text_init(&log);
    bool within = run_reader(process, &output, &log);
    if (!within)
        process_kill(process);
    ProcessEnd end = process_poll(process);
    for (int tries = 0; !end.ended && tries < 200; tries++) {
        poll(&(struct pollfd){.fd = process_pid_fd(process), .events = POLLIN}, 1, POLL_MS);
        end = process_poll(process);
    }
    bool good = read_report(report, &output, &log, end, within, error);
    process_close(process);
    text_free(&output);
    text_free(&log);
    launch_free(&launch);
    return good;
}
