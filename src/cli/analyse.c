/* rookery analyse: what the engine thinks of a position, or of every position of games. */
#include "cli/analyse.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/monotonic.h"
#include "cli/options.h"
#include "cli/verbs.h"

static const char help[] =
    "  rookery analyse \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\" --depth 16 --multipv 3\n"
    "  rookery analyse games.pgn --movetime 200 --pgn annotated.pgn\n\n"
    "rookery analyse [options] [FEN | FILE.pgn]\n\n"
    "A position gives the best lines; without a FEN it is the variant's start position. Games give for every move the\n"
    "evaluation after it and, where another was better, the best one. Scores are White's. A PGN may be packed (.zst);\n"
    "\"-\" reads it from standard input.\n\n"
    "  --depth N, --movetime MS, --nodes N   what to spend on each position: the first that is reached (default: 1000 "
    "ms\n"
    "                 for a position, 100 ms for each of a game)\n"
    "  --multipv N    the best N lines of a position (default 1)\n"
    "  --json         JSON on standard output; for games one object a game\n"
    "  --pgn OUT      write the games with [%eval ...] comments, and \"Best was ...\" where another move was better\n"
    "  --variant V    of the FEN, or of games that name none (default standard)\n"
    "  --chess960     read castling rights of the FEN as in chess960\n"
    "  --hash MB, --threads N   of the engine (default 64 and 1)\n"
    "  --syzygy PATH  folders with endgame tables\n"
    "  --quiet        no progress\n\n"
    "Ctrl-C ends the search; what was found until then is written.\n\n"
    "Exit status: 0 done; 1 interrupted, or a game has a mistake and was analysed up to it; 2 wrong use.\n";

typedef struct Analyse {
    Engine *engine;
    EngineLimits limits;
    unsigned long multipv;
    bool json, quiet, progress;
    const char *pgn_path;
    FILE *pgn;
    _Atomic bool interrupted;
    Finding *current;
} Analyse;

/* ---- Searching --------------------------------------------------------------------------------------------------- */

static void keep_line(void *context, const EngineInfo *info) {
    Finding *finding = ((Analyse *)context)->current;
    size_t index = (size_t)info->multipv - 1;
    if (info->pv_length == 0 || index >= finding->line_count)
        return;
    Line *line = &finding->lines[index];
    if (info->score.bound != ENGINE_EXACT && line->length > 0)
        return;
    line->score = info->score;
    line->depth = info->depth;
    line->win = info->win;
    line->draw = info->draw;
    line->loss = info->loss;
    line->length = info->pv_length;
    memcpy(line->moves, info->pv, info->pv_length * sizeof *info->pv);
}

static bool finding_prepare(Finding *finding, size_t lines) {
    *finding = (Finding){.line_count = lines, .lines = calloc(lines, sizeof *finding->lines)};
    return finding->lines != NULL;
}

static void search(Analyse *analyse, const Game *game, Finding *finding) {
    int64_t start = monotonic_us();
    analyse->current = finding;
    engine_set_game(analyse->engine, game);
    engine_prepare(analyse->engine, false);
    if (atomic_load(&analyse->interrupted))
        return;
    EngineResult result = engine_search(analyse->engine, &analyse->limits, keep_line, analyse);
    finding->searched = true;
    finding->best = result.best;
    finding->score = result.score;
    finding->depth = result.depth;
    finding->nodes = result.nodes;
    finding->time_ms = (monotonic_us() - start) / 1000;
    while (finding->line_count > 0 && finding->lines[finding->line_count - 1].length == 0)
        finding->line_count--;
}

/* ---- Interruption ------------------------------------------------------------------------------------------------ */

/* Waits for a signal in a thread of its own: only there may locks be taken. */
static void *wait_for_signal(void *argument) {
    Analyse *analyse = argument;
    sigset_t set;
    int number;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    while (sigwait(&set, &number) != 0)
        continue;
    atomic_store(&analyse->interrupted, true);
    engine_stop(analyse->engine);
    return NULL;
}

static void listen_for_signals(Analyse *analyse) {
    sigset_t set;
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (pthread_create(&thread, NULL, wait_for_signal, analyse) == 0)
        pthread_detach(thread);
    else
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* ---- One position ------------------------------------------------------------------------------------------------ */

static int put(const Text *out, FILE *stream) {
    if (out->failed)
        return usage_error("analyse", "out of memory");
    if (fwrite(out->data, 1, out->length, stream) != out->length || fflush(stream) != 0)
        return usage_error("analyse", "cannot write: %s", strerror(errno));
    return EXIT_YES;
}

static int analyse_position(Analyse *analyse, const Position *position) {
    Game game;
    Finding finding;
    Text out;
    if (!game_init(&game, position) || !finding_prepare(&finding, analyse->multipv))
        return usage_error("analyse", "out of memory");
    text_init(&out);
    search(analyse, &game, &finding);
    if (analyse->json)
        analyse_write_position_json(position, &finding, &out);
    else
        analyse_write_position(position, &finding, &out);
    int status = put(&out, stdout);
    text_free(&out);
    free(finding.lines);
    game_free(&game);
    return status == EXIT_YES && atomic_load(&analyse->interrupted) ? EXIT_NO : status;
}

static const uint32_t unplayable =
    STATUS_NO_WHITE_KING | STATUS_NO_BLACK_KING | STATUS_TOO_MANY_KINGS | STATUS_OPPOSITE_CHECK | STATUS_EMPTY;

static int analyse_fen(Analyse *analyse, const char *fen, Variant variant, bool chess960) {
    Position position;
    Error error;
    if (!position_from_fen(&position, fen != NULL ? fen : variant_start_fen(variant), variant, chess960, &error))
        return usage_error("analyse", "%s", error.message);
    uint32_t status = position_status(&position) & unplayable;
    for (int bit = 0; bit < STATUS_BITS; bit++)
        if (status >> bit & 1)
            return usage_error("analyse", "no game can be played from this position (%s); correct the FEN",
                               status_bit_name(bit));
    return analyse_position(analyse, &position);
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

static void show_progress(const Analyse *analyse, size_t number, size_t ply, size_t plies) {
    if (analyse->progress)
        fprintf(stderr, "\rgame %zu, position %zu of %zu   ", number, ply + 1, plies);
}

/* Findings of the start and after every move of the main line, as far as moves are legal (a null move ends it). */
static size_t search_game(Analyse *analyse, const PgnGame *pgn, size_t number, Finding *findings, size_t room) {
    Game game;
    size_t count = 0;
    if (!game_init(&game, &pgn->start))
        return 0;
    engine_clear(analyse->engine);
    PgnNode node = PGN_ROOT;
    do {
        if (!finding_prepare(&findings[count], analyse->multipv))
            break;
        show_progress(analyse, number, count, room);
        if (!atomic_load(&analyse->interrupted))
            search(analyse, &game, &findings[count]);
        count++;
        node = pgn->moves[node].next;
    } while (node != PGN_ROOT && count < room && game_play(&game, pgn->moves[node].move));
    game_free(&game);
    return count;
}

static int write_game(Analyse *analyse, PgnGame *pgn, const Finding *findings, size_t count) {
    Text out;
    int status = EXIT_YES;
    text_init(&out);
    if (analyse->json)
        analyse_write_game_json(pgn, findings, count, &out);
    else if (analyse->pgn == NULL || !analyse->quiet)
        analyse_write_game(pgn, findings, count, &out);
    status = put(&out, stdout);
    if (status == EXIT_YES && analyse->pgn != NULL) {
        text_clear(&out);
        analyse_annotate(pgn, findings, count);
        pgn_write_game(pgn, &out);
        status = put(&out, analyse->pgn);
    }
    text_free(&out);
    return status;
}

static int analyse_game(Analyse *analyse, PgnGame *pgn, size_t number) {
    size_t room = pgn_game_ply_count(pgn) + 1;
    Finding *findings = calloc(room, sizeof *findings);
    if (findings == NULL)
        return usage_error("analyse", "out of memory");
    size_t count = search_game(analyse, pgn, number, findings, room);
    if (analyse->progress)
        fputs("\r                                        \r", stderr);
    int status = write_game(analyse, pgn, findings, count);
    for (size_t i = 0; i < count; i++)
        free(findings[i].lines);
    free(findings);
    return status;
}

static int analyse_games(Analyse *analyse, PgnReader *reader, const char *path) {
    PgnGame pgn;
    int status = EXIT_YES;
    size_t number = 0;
    pgn_game_init(&pgn);
    while (status != EXIT_USAGE && !atomic_load(&analyse->interrupted) && pgn_reader_next(reader, &pgn)) {
        if (pgn.error_count > 0) {
            fprintf(stderr, "%s:%zu:%zu: %s\n", path, pgn.error.line, pgn.error.column, pgn.error.message);
            status = EXIT_NO;
        }
        if (analyse_game(analyse, &pgn, ++number) != EXIT_YES)
            status = EXIT_USAGE;
    }
    pgn_game_free(&pgn);
    Error error;
    if (status != EXIT_USAGE && pgn_reader_failed(reader, &error))
        return usage_error("analyse", "cannot read %s to its end: %s", path, error.message);
    if (status == EXIT_YES && number == 0)
        return usage_error("analyse", "there is no game in %s", path);
    if (atomic_load(&analyse->interrupted)) {
        fprintf(stderr, "rookery analyse: interrupted in game %zu; what was found is written\n", number);
        return EXIT_NO;
    }
    return status;
}

static int analyse_file(Analyse *analyse, const char *path, Variant variant) {
    PgnOptions options = {.variant = variant};
    Error error;
    PgnReader *reader = pgn_reader_open(path, &options, &error);
    if (reader == NULL)
        return usage_error("analyse", "%s", error.message);
    if (analyse->pgn_path != NULL && (analyse->pgn = fopen(analyse->pgn_path, "we")) == NULL) {
        pgn_reader_close(reader);
        return usage_error("analyse", "cannot write to %s: %s", analyse->pgn_path, strerror(errno));
    }
    int status = analyse_games(analyse, reader, path);
    pgn_reader_close(reader);
    if (analyse->pgn != NULL && fclose(analyse->pgn) != 0)
        return usage_error("analyse", "cannot write to %s: %s", analyse->pgn_path, strerror(errno));
    return status;
}

/* ---- The verb ---------------------------------------------------------------------------------------------------- */

/* A FEN has blanks and slashes; a file may have either, but then it is there. */
static bool is_file(const char *word) {
    size_t length = strlen(word);
    bool named = (length > 4 && strcmp(word + length - 4, ".pgn") == 0) ||
                 (length > 4 && strcmp(word + length - 4, ".zst") == 0);
    return strcmp(word, "-") == 0 || named || access(word, F_OK) == 0;
}

typedef struct Wishes {
    unsigned long depth, movetime, nodes, multipv, hash, threads;
    const char *variant, *syzygy, *pgn;
    bool json, chess960, quiet;
} Wishes;

static bool wishes_make_sense(const Wishes *wishes) {
    if (wishes->depth > 100 || wishes->multipv < 1 || wishes->multipv > ENGINE_MULTIPV_MAX || wishes->threads < 1 ||
        wishes->threads > ENGINE_THREADS_MAX || wishes->hash < 1 || wishes->movetime > INT_MAX) {
        usage_error("analyse", "wants a depth of at most 100, 1 to %d lines, 1 to %d threads and at least 1 MB",
                    ENGINE_MULTIPV_MAX, ENGINE_THREADS_MAX);
        return false;
    }
    return true;
}

static void set_limits(Analyse *analyse, const Wishes *wishes, bool file) {
    analyse->limits = engine_limits_none();
    analyse->limits.depth = (int)wishes->depth;
    analyse->limits.nodes = wishes->nodes;
    if (wishes->movetime > 0)
        analyse->limits.movetime_ms = (int64_t)wishes->movetime;
    else if (wishes->depth == 0 && wishes->nodes == 0)
        analyse->limits.movetime_ms = file ? 100 : 1000;
}

static bool make_engine(Analyse *analyse, const Wishes *wishes) {
    Error error;
    analyse->engine = engine_create(wishes->hash, (int)wishes->threads, &error);
    if (analyse->engine == NULL) {
        usage_error("analyse", "%s", error.message);
        return false;
    }
    engine_set_multipv(analyse->engine, (int)wishes->multipv);
    engine_set_overhead(analyse->engine, 0);
    if (engine_open_tablebases(wishes->syzygy, &error))
        return true;
    usage_error("analyse", "%s", error.message);
    engine_destroy(analyse->engine);
    return false;
}

static int serve(const Wishes *wishes, const char *word) {
    Variant variant = read_variant("analyse", wishes->variant);
    bool file = word != NULL && is_file(word);
    if (variant == VARIANT_NONE || !wishes_make_sense(wishes))
        return EXIT_USAGE;
    if (wishes->pgn != NULL && !file)
        return usage_error("analyse", "--pgn wants games: name a PGN file that is there");
    Analyse analyse = {.multipv = wishes->multipv, .json = wishes->json, .quiet = wishes->quiet};
    analyse.pgn_path = wishes->pgn;
    analyse.progress = file && !wishes->quiet && isatty(STDERR_FILENO);
    set_limits(&analyse, wishes, file);
    if (!make_engine(&analyse, wishes))
        return EXIT_USAGE;
    listen_for_signals(&analyse);
    int status = file ? analyse_file(&analyse, word, variant) : analyse_fen(&analyse, word, variant, wishes->chess960);
    engine_destroy(analyse.engine);
    return status;
}

int verb_analyse(int argc, char **argv) {
    Wishes wishes = {.multipv = 1, .hash = 64, .threads = 1, .variant = "standard"};
    const Option options[] = {
        {"depth", OPTION_COUNT, &wishes.depth},
        {"movetime", OPTION_COUNT, &wishes.movetime},
        {"nodes", OPTION_COUNT, &wishes.nodes},
        {"multipv", OPTION_COUNT, &wishes.multipv},
        {"hash", OPTION_COUNT, &wishes.hash},
        {"threads", OPTION_COUNT, &wishes.threads},
        {"variant", OPTION_TEXT, &wishes.variant},
        {"syzygy", OPTION_TEXT, &wishes.syzygy},
        {"pgn", OPTION_TEXT, &wishes.pgn},
        {"json", OPTION_FLAG, &wishes.json},
        {"chess960", OPTION_FLAG, &wishes.chess960},
        {"quiet", OPTION_FLAG, &wishes.quiet},
        {NULL, OPTION_FLAG, NULL},
    };
    int words = options_read(argc, argv, options, help);
    if (words < 0)
        return options_status(words);
    if (words > 1)
        return usage_error("analyse", "one FEN or file at a time; put a FEN in quotes");
    return serve(&wishes, words == 1 ? argv[1] : NULL);
}
