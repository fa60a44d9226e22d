#include "arena/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/check_steps.h"
#include "base/error.h"

static bool add(CheckProblem **list, size_t *count, const char *rule, size_t line, size_t column, const char *text,
                const char *advice) {
    CheckProblem *problems = realloc(*list, (*count + 1) * sizeof *problems);
    if (problems == NULL)
        return false;
    *list = problems;
    CheckProblem problem = {strdup(rule), line, column, strdup(text), strdup(advice)};
    problems[(*count)++] = problem;
    return problem.rule != NULL && problem.text != NULL && problem.advice != NULL;
}

bool check_add(CheckReport *report, const char *rule, size_t line, size_t column, const char *text,
               const char *advice) {
    return add(&report->problems, &report->problem_count, rule, line, column, text, advice);
}

bool check_advise(CheckReport *report, const char *rule, size_t line, size_t column, const char *text,
                  const char *advice) {
    return add(&report->advice, &report->advice_count, rule, line, column, text, advice);
}

/* A source file, or as much of it as is needed to see that it is too large. */
typedef struct Source {
    char *bytes;
    size_t length;
} Source;

static bool read_source(const char *path, Source *source, Error *error) {
    enum { ROOM = 2 * OPEN_BYTES + 1 }; /* CR LF is one byte */
    FILE *file = fopen(path, "rb");
    source->bytes = malloc(ROOM);
    bool good = file != NULL && source->bytes != NULL;
    if (good)
        source->length = fread(source->bytes, 1, ROOM, file);
    else if (file == NULL && errno == ENOENT)
        error_set(error, "there is no file \"%.180s\"; check the path", path);
    else
        error_set(error, "cannot open \"%.150s\": %s", path, strerror(errno));
    if (file != NULL && ferror(file)) {
        good = error_set(error, "cannot read \"%.150s\": it is not a file of text", path);
    }
    if (file != NULL)
        fclose(file);
    return good;
}

/* The given line of the source without the blanks around it, cut, and with '?' for what is not printable ASCII. */
static void copy_line(const Source *source, size_t number, char *out, size_t size) {
    const char *at = source->bytes, *end = source->bytes + source->length;
    for (; number > 1 && at < end; at++)
        number -= *at == '\n';
    size_t length = 0;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    for (; at < end && *at != '\n' && *at != '\r' && length < size - 1; at++)
        out[length++] = *at >= ' ' && *at < 127 ? *at : '?';
    out[length] = '\0';
}

/* Problems that came up while the bot ran know their line only. */
static void show_lines(CheckReport *report, const Source *source) {
    char line[61];
    for (size_t i = 0; i < report->problem_count; i++) {
        CheckProblem *problem = &report->problems[i];
        if (problem->text[0] != '\0')
            continue;
        copy_line(source, problem->line, line, sizeof line);
        char *copy = strdup(line);
        if (copy == NULL)
            continue;
        free(problem->text);
        problem->text = copy;
    }
}

static bool check_steps(const char *path, const CheckPlan *plan, CheckReport *report, Error *error) {
    if (report->size.size_class == SIZE_TOO_LARGE)
        return check_add(report, "size", 1, 1, "", "A bot may have at most 1,048,576 bytes (1 MB).") ||
               error_set(error, "out of memory");
    if (!check_source(path, plan->sandbox, report, error))
        return false;
    return report->problem_count > 0 || plan->source_only || check_play(path, plan, report, error);
}

bool check_bot(const char *path, const CheckPlan *plan, CheckReport *report, Error *error) {
    Source source = {0};
    memset(report, 0, sizeof *report);
    text_init(&report->log);
    bool good = read_source(path, &source, error);
    if (good) {
        report->size = size_measure(source.bytes, source.length);
        good = check_steps(path, plan, report, error);
        show_lines(report, &source);
    }
    free(source.bytes);
    return good;
}

static void free_problems(CheckProblem *problems, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(problems[i].rule);
        free(problems[i].text);
        free(problems[i].advice);
    }
    free(problems);
}

void check_free(CheckReport *report) {
    free_problems(report->problems, report->problem_count);
    free_problems(report->advice, report->advice_count);
    free(report->self_test.ending);
    text_free(&report->log);
    memset(report, 0, sizeof *report);
}
