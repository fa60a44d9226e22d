/* rookery datagen: games to learn from, made or turned into another form. */
#include "cli/datagen.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/machine.h"
#include "base/monotonic.h"
#include "base/random.h"
#include "cli/match_report.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "training/games_file.h"

static const char help[] =
    "rookery datagen OUT [options]: makes games to train networks and weights on, with a score for every move\n"
    "rookery datagen convert IN OUT [--variant V]: turns a file of such games into another form\n"
    "\n"
    "  rookery datagen games.rkg --games 100000\n"
    "  rookery datagen atomic.rkg --variant atomic --nodes 1000 --processes 2\n"
    "  rookery datagen taught.rkg --teacher cmd:stockfish --nodes 200 --chess960-share 0.15\n"
    "  rookery datagen convert taught.txt.zst taught.rkg\n"
    "\n"
    "OUT ends in .rkg (compact, about two bytes a position), .txt (a line a game) or, made by convert only, .pgn; what "
    "is\n"
    "read may be packed with zstd. Ctrl-C ends it, and the same command goes on where it was. docs/training.md has the "
    "forms.\n"
    "\n"
    "  --games N           how many games the file is to have in the end (default 1000)\n"
    "  --nodes N           for every move (default 5000)\n"
    "  --depth N           instead, so many plies\n"
    "  --variant V         (default standard)\n"
    "  --chess960-share P  of games of standard chess, so many begin as in chess960 (0 to 1, default 0)\n"
    "  --random-plies N    every game begins with N/2 to N random moves (default 10)\n"
    "  --teacher cmd:ENGINE  any UCI engine plays instead of ours\n"
    "  --batch N           so many games are asked about at once (default 100); 1 for a teacher that must be asked one "
    "by "
    "one\n"
    "  --processes N       (default: one a processor)\n"
    "  --seed N            for the same games again\n"
    "  --quiet             no progress\n"
    "\n"
    "Exit status: 0 the file is complete; 1 interrupted; 2 wrong use, or it cannot be done.\n";

typedef struct DatagenOptions {
    unsigned long games, nodes, depth, random_plies, batch, processes, seed;
    double chess960_share;
    const char *variant, *teacher;
    bool quiet;
} DatagenOptions;

/* ---- Progress ---------------------------------------------------------------------------------------------------- */

enum { SECOND = 1000000, SHOW_ON_TERMINAL = SECOND / 2, SHOW_IN_LOG = 60 * SECOND };

typedef struct Work {
    GamesWriter *writer;
    unsigned long wanted, present, made;
    uint64_t positions;
    int64_t started, shown;
    bool quiet, on_terminal;
    Error *error;
    bool failed;
} Work;

static void show(Work *work) {
    char left[DURATION_TEXT_MAX];
    int64_t now = monotonic_us(), passed = now - work->started;
    if (work->quiet || now - work->shown < (work->on_terminal ? SHOW_ON_TERMINAL : SHOW_IN_LOG))
        return;
    work->shown = now;
    double seconds = (double)passed / SECOND, each = (double)passed / (double)(work->made > 0 ? work->made : 1);
    duration_write((int64_t)(each * (double)(work->wanted - work->present)), left);
    fprintf(stderr, "%s%lu of %lu games, %.0f positions a second, %s left%s", work->on_terminal ? "\r" : "",
            work->present, work->wanted, (double)work->positions / seconds, left, work->on_terminal ? "\033[K" : "\n");
}

static bool take(void *taker, const ScoredGame *game) {
    Work *work = taker;
    if (!games_write(work->writer, game, work->error) || !games_flush(work->writer, work->error)) {
        work->failed = true;
        return false;
    }
    work->present++;
    work->made++;
    work->positions += game->count - game->opening;
    show(work);
    return work->present < work->wanted;
}

/* ---- Making games ------------------------------------------------------------------------------------------------ */

static volatile bool interrupted;

static void on_interrupt(int signal_number) {
    (void)signal_number;
    interrupted = true;
}

static void catch_interrupts(void) {
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static int make(const char *path, const DatagenPlan *plan, const DatagenOptions *options) {
    Error error;
    size_t present;
    Work work = {
        .wanted = options->games, .quiet = options->quiet, .on_terminal = isatty(STDERR_FILENO), .error = &error};
    work.writer = games_create(path, &present, &error);
    if (work.writer == NULL)
        return usage_error("datagen", "%s", error.message);
    work.present = present;
    work.started = work.shown = monotonic_us();
    /* What is made when it goes on is not what was made before. */
    uint64_t seed = (options->seed != 0 ? options->seed : random_seed()) + random_next(&(uint64_t){present});
    bool good = true;
    catch_interrupts();
    if (work.present < work.wanted)
        good = datagen_workers_play(plan, (unsigned)options->processes, seed, take, &work, &interrupted, &error);
    good = good && !work.failed;
    if (work.on_terminal && work.made > 0 && !work.quiet)
        fputs("\r\033[K", stderr);
    if (!games_finish(work.writer, good ? &error : NULL) || !good)
        return usage_error("datagen", "%s (%lu games are in \"%.150s\")", error.message, work.present, path);
    printf("%lu games in %s", work.present, path);
    if (work.made > 0)
        printf(", %lu of them made now, %llu positions", work.made, (unsigned long long)work.positions);
    putchar('\n');
    return work.present < work.wanted ? EXIT_NO : EXIT_YES;
}

/* ---- Turning them into another form ------------------------------------------------------------------------------ */

static bool copy_games(GamesReader *reader, GamesWriter *writer, size_t *count, uint64_t *positions, Error *error) {
    ScoredGame game;
    bool good = true;
    scored_game_init(&game);
    for (*count = 0; good && games_next(reader, &game); ++*count) {
        good = games_write(writer, &game, error);
        *positions += game.count - game.opening;
    }
    scored_game_free(&game);
    return good && !games_failed(reader, error);
}

static int convert(const char *from, const char *to, Variant variant) {
    Error error;
    size_t present, count = 0, passed_over = 0;
    uint64_t positions = 0;
    GamesReader *reader = games_open(from, variant, &error);
    GamesWriter *writer = reader != NULL ? games_create(to, &present, &error) : NULL;
    bool good = writer != NULL && copy_games(reader, writer, &count, &positions, &error);
    if (writer != NULL && !games_finish(writer, good ? &error : NULL))
        good = false;
    if (reader != NULL)
        passed_over = games_passed_over(reader);
    games_close(reader);
    if (!good)
        return usage_error("datagen", "%s", error.message);
    printf("%zu games, %llu positions, in %s", count, (unsigned long long)positions, to);
    if (passed_over > 0)
        printf("; %zu passed over that are no games with scores", passed_over);
    putchar('\n');
    return EXIT_YES;
}

/* ---- The command line -------------------------------------------------------------------------------------------- */

static int check(const DatagenOptions *options) {
    if (options->games == 0)
        return usage_error("datagen", "--games wants at least 1");
    if (options->nodes > 0 && options->depth > 0)
        return usage_error("datagen", "--nodes and --depth exclude each other");
    if (options->depth > 100)
        return usage_error("datagen", "--depth wants a number from 1 to 100");
    if (options->chess960_share > 1)
        return usage_error("datagen", "--chess960-share wants a number from 0 to 1");
    if (options->random_plies < 1 || options->random_plies > 100)
        return usage_error("datagen", "--random-plies wants a number from 1 to 100");
    if (options->batch < 1 || options->batch > DATAGEN_BATCH_MAX)
        return usage_error("datagen", "--batch wants a number from 1 to %d", DATAGEN_BATCH_MAX);
    if (options->processes < 1 || options->processes > DATAGEN_WORKERS_MAX)
        return usage_error("datagen", "--processes wants a number from 1 to %d", DATAGEN_WORKERS_MAX);
    return EXIT_YES;
}

int verb_datagen(int argc, char **argv) {
    DatagenOptions options = {
        .games = 1000, .random_plies = 10, .batch = 100, .processes = machine_processors(), .variant = "standard"};
    const Option table[] = {
        {"games", OPTION_COUNT, &options.games},
        {"nodes", OPTION_COUNT, &options.nodes},
        {"depth", OPTION_COUNT, &options.depth},
        {"variant", OPTION_TEXT, &options.variant},
        {"chess960-share", OPTION_NUMBER, &options.chess960_share},
        {"random-plies", OPTION_COUNT, &options.random_plies},
        {"teacher", OPTION_TEXT, &options.teacher},
        {"batch", OPTION_COUNT, &options.batch},
        {"processes", OPTION_COUNT, &options.processes},
        {"seed", OPTION_COUNT, &options.seed},
        {"quiet", OPTION_FLAG, &options.quiet},
        {NULL, OPTION_FLAG, NULL},
    };
    int words = options_read(argc, argv, table, help);
    if (words < 0)
        return options_status(words);
    Variant variant = read_variant("datagen", options.variant);
    if (variant == VARIANT_NONE)
        return EXIT_USAGE;
    if (words > 0 && strcmp(argv[1], "convert") == 0)
        return words == 3 ? convert(argv[2], argv[3], variant)
                          : usage_error("datagen", "convert wants two files: rookery datagen convert IN OUT");
    if (words != 1)
        return usage_error("datagen", "one file is wanted, as in: rookery datagen games.rkg");
    if (check(&options) != EXIT_YES)
        return EXIT_USAGE;
    const DatagenPlan plan = {
        .game = {variant, options.chess960_share, (unsigned)options.random_plies},
        .nodes = options.nodes == 0 && options.depth == 0 ? 5000 : options.nodes,
        .depth = options.depth,
        .teacher = options.teacher,
        .batch = options.batch,
    };
    return make(argv[1], &plan, &options);
}
