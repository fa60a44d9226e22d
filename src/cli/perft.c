/* rookery perft: counts legal move sequences from a position, or checks a file of such counts. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/machine.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "rookery/chess.h"

enum { DEPTH_MAX = 100, THREADS_MAX = 256, LINE_MAX_BYTES = 8192 };

static const char help[] =
    "  rookery perft 6\n"
    "  rookery perft --variant atomic --fen \"8/8/8/8/8/8/4k3/R3K2q w Q - 0 1\" 4\n\n"
    "rookery perft [options] DEPTH\n"
    "rookery perft --suite FILE [--max-nodes N]\n\n"
    "Counts the sequences of DEPTH legal moves (0 to 100): first for each move, then the sum.\n\n"
    "  --variant V      rules to count by (default standard)\n"
    "  --fen F          position to start from (default the variant's start); castling rights that only\n"
    "                   chess960 can have are read as chess960's\n"
    "  --threads N      threads to count with (default: one per processor)\n"
    "  --time           say how long it took\n"
    "  --suite FILE     lines \"variant;FEN;1:20 2:400 ...\": check every count\n"
    "  --max-nodes N    skip counts above N in the suite\n\n"
    "Exit status: 0 counted, or the whole suite agrees; 1 the suite differs; 2 wrong use.\n";

typedef struct PerftOptions {
    const char *variant, *fen, *suite;
    unsigned long threads, max_nodes;
    bool time;
} PerftOptions;

/* ---- Counting with several threads: the root moves are handed out one by one. ---- */

typedef struct Count {
    const Position *position;
    const Move *moves;
    size_t move_count;
    int depth; /* after the root move */
    atomic_size_t next;
    uint64_t nodes[MOVES_MAX];
} Count;

static void *count_moves(void *argument) {
    Count *count = argument;
    for (;;) {
        size_t i = atomic_fetch_add(&count->next, 1);
        if (i >= count->move_count)
            return NULL;
        Position after;
        position_play(count->position, count->moves[i], &after);
        count->nodes[i] = position_perft(&after, count->depth);
    }
}

/* Fills nodes[] for every root move and returns the sum. */
static uint64_t count_parallel(Count *count, unsigned long threads) {
    pthread_t ids[THREADS_MAX];
    unsigned long started = 0;
    while (started + 1 < threads && pthread_create(&ids[started], NULL, count_moves, count) == 0)
        started++;
    count_moves(count);
    while (started > 0)
        pthread_join(ids[--started], NULL);
    uint64_t sum = 0;
    for (size_t i = 0; i < count->move_count; i++)
        sum += count->nodes[i];
    return sum;
}

static uint64_t perft_parallel(const Position *position, int depth, unsigned long threads, Count *count) {
    static Move moves[MOVES_MAX];
    if (depth == 0)
        return 1;
    count->position = position;
    count->moves = moves;
    count->move_count = position_legal_moves(position, moves);
    count->depth = depth - 1;
    atomic_store(&count->next, 0);
    return count_parallel(count, depth < 4 ? 1 : threads);
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int print_perft(const Position *position, int depth, const PerftOptions *options) {
    static Count count;
    double start = seconds_now();
    uint64_t sum = perft_parallel(position, depth, options->threads, &count);
    double seconds = seconds_now() - start;
    for (size_t i = 0; depth > 0 && i < count.move_count; i++) {
        char text[UCI_MOVE_MAX];
        uci_write_move(position, count.moves[i], text);
        printf("%s: %" PRIu64 "\n", text, count.nodes[i]);
    }
    printf("\nNodes searched: %" PRIu64 "\n", sum);
    if (options->time)
        printf("Seconds: %.6f\nNodes/second: %.0f\n", seconds, (double)sum / (seconds > 1e-9 ? seconds : 1e-9));
    return EXIT_YES;
}

/* ---- Suites ---- */

typedef struct Suite {
    const char *file;
    size_t line;
    unsigned long threads;
    uint64_t max_nodes;
    size_t agreed, differed, skipped;
} Suite;

static int suite_error(const Suite *suite, const char *reason) {
    fprintf(stderr, "%s:%zu: %s\n", suite->file, suite->line, reason);
    return EXIT_USAGE;
}

/* Checks the counts "1:20 2:400 ..." of one position. */
static int check_counts(Suite *suite, const Position *position, const char *name, const char *fen, char *counts) {
    static Count count;
    for (char *word = strtok(counts, " \t"); word != NULL; word = strtok(NULL, " \t")) {
        char *colon, *end;
        unsigned long depth = strtoul(word, &colon, 10);
        if (!isdigit((unsigned char)word[0]) || *colon != ':' || !isdigit((unsigned char)colon[1]) || depth > DEPTH_MAX)
            return suite_error(suite, "counts must be written DEPTH:NODES, like 3:8902");
        uint64_t expected = strtoull(colon + 1, &end, 10);
        if (*end != '\0')
            return suite_error(suite, "counts must be written DEPTH:NODES, like 3:8902");
        if (suite->max_nodes != 0 && expected > suite->max_nodes) {
            suite->skipped++;
            continue;
        }
        uint64_t nodes = perft_parallel(position, (int)depth, suite->threads, &count);
        if (nodes == expected) {
            suite->agreed++;
            continue;
        }
        suite->differed++;
        printf("%s:%zu: %s %s: perft(%lu) is %" PRIu64 ", the suite says %" PRIu64 "\n", suite->file, suite->line, name,
               fen, depth, nodes, expected);
    }
    return EXIT_YES;
}

/* Castling rights that only chess960 can have turn it on, in every variant: counts of such positions are common. */
static bool read_position(Position *position, const char *fen, Variant variant, Error *error) {
    if (!position_from_fen(position, fen, variant, false, error))
        return false;
    Position chess960;
    if ((position_status(position) & STATUS_BAD_CASTLING_RIGHTS) != 0 &&
        position_from_fen(&chess960, fen, variant, true, NULL) &&
        (position_status(&chess960) & STATUS_BAD_CASTLING_RIGHTS) == 0)
        *position = chess960;
    return true;
}

static int check_line(Suite *suite, char *line) {
    char *name = line, *fen = strchr(line, ';');
    char *counts = fen != NULL ? strchr(fen + 1, ';') : NULL;
    if (counts == NULL)
        return suite_error(suite, "a line must have the form variant;FEN;1:20 2:400");
    *fen++ = '\0';
    *counts++ = '\0';
    Variant variant = variant_by_name(name);
    if (variant == VARIANT_NONE)
        return suite_error(suite, "unknown variant");
    Position position;
    Error error;
    if (!read_position(&position, fen, variant, &error))
        return suite_error(suite, error.message);
    return check_counts(suite, &position, name, fen, counts);
}

static int check_suite(Suite *suite) {
    FILE *file = fopen(suite->file, "r");
    if (file == NULL)
        return usage_error("perft", "cannot read %s: %s", suite->file, strerror(errno));
    char line[LINE_MAX_BYTES];
    int status = EXIT_YES;
    while (status == EXIT_YES && fgets(line, sizeof line, file) != NULL) {
        suite->line++;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0' && line[0] != '#')
            status = check_line(suite, line);
    }
    fclose(file);
    if (status != EXIT_YES)
        return status;
    printf("%zu counts agree, %zu differ, %zu skipped\n", suite->agreed, suite->differed, suite->skipped);
    return suite->differed == 0 ? EXIT_YES : EXIT_NO;
}

/* ---- The verb ---- */

static int perft_once(const PerftOptions *options, const char *depth_text) {
    char *end;
    unsigned long depth = strtoul(depth_text, &end, 10);
    if (!isdigit((unsigned char)depth_text[0]) || *end != '\0' || depth > DEPTH_MAX)
        return usage_error("perft", "the depth must be a whole number from 0 to %d, not \"%s\"", DEPTH_MAX, depth_text);
    Variant variant = read_variant("perft", options->variant);
    if (variant == VARIANT_NONE)
        return EXIT_USAGE;
    Position position;
    Error error;
    const char *fen = options->fen != NULL ? options->fen : variant_start_fen(variant);
    if (!read_position(&position, fen, variant, &error))
        return usage_error("perft", "%s", error.message);
    return print_perft(&position, (int)depth, options);
}

int verb_perft(int argc, char **argv) {
    PerftOptions options = {.variant = "standard", .threads = machine_processors()};
    const Option table[] = {
        {"variant", OPTION_TEXT, &options.variant},
        {"fen", OPTION_TEXT, &options.fen},
        {"threads", OPTION_COUNT, &options.threads},
        {"suite", OPTION_TEXT, &options.suite},
        {"time", OPTION_FLAG, &options.time},
        {"max-nodes", OPTION_COUNT, &options.max_nodes},
        {NULL, OPTION_FLAG, NULL},
    };
    int words = options_read(argc, argv, table, help);
    if (words < 0)
        return options_status(words);
    if (options.threads == 0 || options.threads > THREADS_MAX)
        return usage_error("perft", "--threads must be from 1 to %d", THREADS_MAX);
    if (options.suite != NULL) {
        if (words != 0)
            return usage_error("perft", "--suite takes its depths from the file; remove \"%s\"", argv[1]);
        Suite suite = {.file = options.suite, .threads = options.threads, .max_nodes = options.max_nodes};
        return check_suite(&suite);
    }
    if (words != 1)
        return usage_error("perft", words == 0 ? "say how deep to count" : "only one depth can be given");
    return perft_once(&options, argv[1]);
}
