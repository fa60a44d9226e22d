/* rookery check: may this bot play? */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "arena/check.h"
#include "cli/options.h"
#include "cli/verbs.h"

static const char help[] =
    "rookery check BOT [options]: checks a bot: its source, its size class, whether it loads and plays\n"
    "\n"
    "  rookery check my_bot.py\n"
    "  rookery check bots/javascript/minimax.js --json\n"
    "\n"
    "The source is read by the rules of docs/writing-bots.md; then the bot is loaded in its box, within five seconds,\n"
    "and plays a game of at most 40 moves against itself. For JavaScript there is advice as well: what is allowed, "
    "but\n"
    "known to lose games.\n"
    "\n"
    "  --variant V     the variant of that game (default standard)\n"
    "  --source-only   only reads the source; the bot is not run\n"
    "  --json          the report for machines\n"
    "  --quiet         only the verdict\n"
    "  --no-sandbox    runs the bot without its box: for your own on your own machine only\n"
    "\n"
    "Exit status: 0 accepted; 1 refused; 2 wrong use, or no box can be made.\n";

typedef struct CheckOptions {
    const char *variant;
    bool source_only, json, quiet, no_sandbox;
} CheckOptions;

static bool ends_with(const char *text, const char *ending) {
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

/* ---- for machines ---------------------------------------------------------------------------------------------- */

static json_t *problems_to_json(const CheckProblem *problems, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const CheckProblem *problem = &problems[i];
        json_array_append_new(list, json_pack("{ss sI sI ss ss}", "rule", problem->rule, "line",
                                              (json_int_t)problem->line, "column", (json_int_t)problem->column, "text",
                                              problem->text, "advice", problem->advice));
    }
    return list;
}

static json_t *self_test_to_json(const SelfTest *test) {
    if (!test->played)
        return json_null();
    return json_pack("{ss* sI sf sI}", "ending", test->ending, "plies", (json_int_t)test->plies, "slowest_move_ms",
                     (double)test->slowest_move / 1000, "peak_memory_bytes", (json_int_t)test->peak_memory);
}

static void print_json(const char *path, const CheckReport *report) {
    json_t *root = json_pack(
        "{ss sb ss sI sI sI so so sI so so}", "bot", path, "accepted", report->problem_count == 0, "class",
        size_class_name(report->size.size_class), "bytes", (json_int_t)report->size.bytes, "lines",
        (json_int_t)report->size.lines, "columns", (json_int_t)report->size.columns, "load_ms",
        report->load_time > 0 ? json_real((double)report->load_time / 1000) : json_null(), "problems",
        problems_to_json(report->problems, report->problem_count), "more", (json_int_t)report->more, "advice",
        problems_to_json(report->advice, report->advice_count), "self_test", self_test_to_json(&report->self_test));
    Text log; /* in valid UTF-8 */
    text_init(&log);
    text_append_json(&log, report->log.length > 0 ? report->log.data : "");
    json_object_set_new(root, "log", log.failed ? json_null() : json_loads(log.data, JSON_DECODE_ANY, NULL));
    text_free(&log);
    json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(root);
}

/* ---- for people ------------------------------------------------------------------------------------------------ */

/* What a bot wrote must not steer the terminal. */
static void print_indented(const char *text, const char *indent) {
    fputs(indent, stdout);
    for (; *text != '\0'; text++) {
        if (*text == '\n' && text[1] != '\0')
            printf("\n%s", indent);
        else
            putchar((unsigned char)*text < ' ' || *text == 127 ? ' ' : *text);
    }
    putchar('\n');
}

static void print_log(const Text *log) {
    enum { SHOWN = 2000 };
    if (log->length == 0)
        return;
    puts("  The bot's log ends:");
    print_indented(log->data + (log->length > SHOWN ? log->length - SHOWN : 0), "    | ");
}

static void print_list(const CheckProblem *problems, size_t count, const char *kind) {
    for (size_t i = 0; i < count; i++) {
        const CheckProblem *problem = &problems[i];
        printf("  line %zu, column %zu  [%s%s]", problem->line, problem->column, kind, problem->rule);
        print_indented(problem->text, "  ");
        print_indented(problem->advice, "    ");
    }
}

static void print_problems(const CheckReport *report) {
    print_list(report->problems, report->problem_count, "");
    if (report->more > 0)
        printf("  ... and %zu more\n", report->more);
    print_list(report->advice, report->advice_count, "advice: ");
    print_log(&report->log);
}

static void print_facts(const CheckReport *report) {
    const SizeMeasure *size = &report->size;
    printf("  size class  %s: %zu bytes, %zu lines that are not blank, the widest of %zu characters\n",
           size_class_name(size->size_class), size->bytes, size->lines, size->columns);
    if (report->load_time > 0)
        printf("  loading     ready after %.0f ms\n", (double)report->load_time / 1000);
    if (report->self_test.played)
        printf("  self-test   %zu plies against itself, slowest move %.0f ms, %.0f MB at most: %s\n",
               report->self_test.plies, (double)report->self_test.slowest_move / 1000,
               (double)report->self_test.peak_memory / (1 << 20), report->self_test.ending);
}

/* A path may hold anything but NUL. */
static void print_path(const char *path) {
    for (; *path != '\0'; path++)
        putchar((unsigned char)*path < ' ' || *path == 127 ? '?' : *path);
}

static void print_report(const char *path, const CheckReport *report, bool quiet) {
    size_t count = report->problem_count + report->more;
    print_path(path);
    if (count == 0)
        puts(": accepted");
    else
        printf(": refused for %zu problem%s\n", count, count == 1 ? "" : "s");
    if (quiet)
        return;
    print_problems(report);
    print_facts(report);
}

int verb_check(int argc, char **argv) {
    CheckOptions options = {.variant = "standard"};
    const Option table[] = {
        {"variant", OPTION_TEXT, &options.variant},
        {"source-only", OPTION_FLAG, &options.source_only},
        {"json", OPTION_FLAG, &options.json},
        {"quiet", OPTION_FLAG, &options.quiet},
        {"no-sandbox", OPTION_FLAG, &options.no_sandbox},
        {NULL, OPTION_FLAG, NULL},
    };
    int words = options_read(argc, argv, table, help);
    if (words < 0)
        return options_status(words);
    if (words != 1)
        return usage_error("check", "one bot is wanted, as in: rookery check my_bot.py");
    if (!ends_with(argv[1], ".py") && !ends_with(argv[1], ".js"))
        return usage_error("check", "\"%.100s\" is no bot; a bot is a file that ends in .py or .js", argv[1]);
    Variant variant = read_variant("check", options.variant);
    if (variant == VARIANT_NONE)
        return EXIT_USAGE;
    CheckPlan plan = {!options.no_sandbox, options.source_only, variant};
    CheckReport report;
    Error error;
    int status = EXIT_USAGE;
    if (check_bot(argv[1], &plan, &report, &error)) {
        status = report.problem_count == 0 ? EXIT_YES : EXIT_NO;
        if (options.json)
            print_json(argv[1], &report);
        else
            print_report(argv[1], &report, options.quiet);
    } else {
        usage_error("check", "%s", error.message);
    }
    check_free(&report);
    return status;
}
