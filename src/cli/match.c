/* rookery match: plays a match, shows it, writes it down. */
#include <errno.h>
#include <string.h>

#include "arena/journal.h"
#include "arena/record_json.h"
#include "base/error.h"
#include "base/monotonic.h"
#include "cli/interrupt.h"
#include "cli/match_json.h"
#include "cli/match_log.h"
#include "cli/match_report.h"
#include "cli/match_setup.h"
#include "cli/match_watch.h"
#include "cli/verbs.h"

static const char help[] =
    "rookery match PLAYER PLAYER ... [options]: plays games between bots and engines\n"
    "\n"
    "  rookery match bots/python/greedy.py bots/python/random_mover.py --clock 10+0.1 --watch\n"
    "  rookery match my_bot.py engine --games 100 --openings book.epd --pgn games.pgn\n"
    "\n"
    "A player is a file my_bot.py or my_bot.js, engine (Rookery's own), level:1200 (the same, playing as\n"
    "somebody rated so: 200 to 3200), random (random moves), or cmd:COMMAND for any UCI engine, as in cmd:stockfish.\n"
    "Engines of the xboard protocol: cmd:\"rookery uci --xboard phalanx\".\n"
    "\n"
    "Time, for every player, or for the second only with 2: in front (--clock 2:10+0.1)\n"
    "  --clock C               60+1: a minute and a second a move; 40/60: a minute for every 40 moves;\n"
    "                          also movetime=100, nodes=5000, depth=8 (default 60+1)\n"
    "  --seconds S --increment S   the same as --clock S+S\n"
    "  --movetime MS, --nodes N, --depth N   limits of every single move\n"
    "  --margin-ms MS          how far a clock may be overstepped without losing (default 50)\n"
    "  --movetime-margin-ms MS the same for --movetime (default: --margin-ms if given, else 50)\n"
    "  --watchdog S            without a clock, a player that is silent so long has lost (default 120)\n"
    "  --start-limit S         to get ready for a game (default: bots 5, engines 10 to start, 60 for readyok)\n"
    "\n"
    "Games\n"
    "  --games N               of each pairing, in pairs with colours swapped (default 2)\n"
    "  --variant V             standard, chess960, crazyhouse, atomic, kingofthehill, threecheck, antichess,\n"
    "                          horde or racingkings\n"
    "  --fen F                 the start position\n"
    "  --openings FILE         start positions: a line of EPD or FEN each, or a .pgn; one for every pair of games\n"
    "  --opening-plies N       how much of each game in a .pgn is taken (default: all)\n"
    "  --order random          shuffles the openings, as --seed N decides (default: sequential, seed 1)\n"
    "  --gauntlet              the first player against all others, instead of all against all\n"
    "  --concurrency N         games at once (default: one a processor)\n"
    "  --sprt \"elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalised\"   plays until the test is decided;\n"
    "                          model=logistic uses ordinary Elo\n"
    "\n"
    "Players\n"
    "  --option NAME=VALUE     a UCI option, of the second player only with 2:NAME=VALUE\n"
    "  --name 1:NAME           what a player is called\n"
    "  --bot-memory MB         what a bot may use (default 512, JavaScript 2048); of the second player only with 2:MB\n"
    "  --no-sandbox            runs bots without their box: for your own on your own machine only\n"
    "  --no-freeze             lets a player run on while its opponent thinks\n"
    "\n"
    "Ending games early (full moves of both sides; a capture or pawn move starts the count again)\n"
    "  --draw \"move=40 count=8 score=10\"   both within 10 centipawns for 8 moves, not before move 40\n"
    "  --resign \"count=4 score=600\"        both agree on 600 centipawns for 4 moves\n"
    "  --max-moves N           a draw after N moves\n"
    "Threefold repetition and fifty moves end a game by themselves. A player that oversteps its time draws when\n"
    "the opponent has not the material to win, and else loses.\n"
    "\n"
    "What is written\n"
    "  --pgn FILE              games, appended one by one; --event NAME names them\n"
    "  --json FILE             everything, at the end; - is standard output\n"
    "  --state FILE            lets the same command go on where it was interrupted\n"
    "  --log-dir DIR           what the players wrote to standard error (the last 64 KB a game)\n"
    "  --watch                 shows one game: a board on a terminal, else its moves\n"
    "  --quiet                 only the result\n"
    "\n"
    "Exit status: 0 all games were played, or the test accepted H1; 1 they were not (stopped, a player did not\n"
    "start, the test accepted H0 or was not decided); 2 wrong use.\n";

/* Everything of one run. */
typedef struct Run {
    const MatchOptions *options;
    MatchSetup setup;
    Loop *loop;
    Match *match;
    Journal *journal;
    Progress progress;
    Watcher watcher;
    Timer tick;
    bool interrupted;
    bool write_failed;
} Run;

enum { TICK = 500 * 1000 };

static void on_interrupt(void *owner) {
    Run *run = owner;
    run->interrupted = true;
    match_stop(run->match);
}

/* ---- What the match tells ------------------------------------------------------------------------------- */

static void on_notice(void *owner, const char *sentence) {
    Run *run = owner;
    progress_say(&run->progress, sentence);
}

static void on_begun(void *owner, const Referee *referee) {
    Run *run = owner;
    if (run->options->watch)
        watch_game(&run->watcher, referee);
}

static void on_moved(void *owner, const Referee *referee) {
    Run *run = owner;
    if (run->options->watch)
        watch_move(&run->watcher, referee);
}

/* A game that cannot be written down must not be played: say so, and end. */
static void write_game(Run *run, const GameRecord *record) {
    Error error;
    if (run->write_failed || journal_add(run->journal, record, run->options->event, &error))
        return;
    run->write_failed = true;
    progress_say(&run->progress, error.message);
    match_stop(run->match);
}

static void on_game_over(void *owner, const Referee *referee) {
    Run *run = owner;
    Error error;
    if (run->options->watch)
        watch_game_over(&run->watcher, referee);
    write_game(run, referee_record(referee));
    progress_game(&run->progress, run->match, referee);
    if (run->options->log_dir != NULL && !match_log_save(run->options->log_dir, referee, &error))
        progress_say(&run->progress, error.message);
}

static const MatchEvents events = {
    .begun = on_begun, .moved = on_moved, .game_over = on_game_over, .notice = on_notice};

static void on_tick(void *owner) {
    Run *run = owner;
    watch_tick(&run->watcher);
    loop_set_timer(run->loop, &run->tick, monotonic_us() + TICK, on_tick, run);
}

/* ---- The run -------------------------------------------------------------------------------------------- */

/* A game of an earlier run, from the journal. */
static bool credit(void *owner, json_t *game) {
    Run *run = owner;
    GameSummary summary;
    return summary_from_json(game, &summary) && match_credit(run->match, &summary);
}

static bool open_all(Run *run, const json_t *description, Error *error) {
    const MatchOptions *options = run->options;
    run->loop = loop_open(error);
    if (run->loop == NULL)
        return false;
    run->match = match_open(run->loop, &run->setup.plan, &events, run, error);
    if (run->match == NULL)
        return false;
    run->journal = journal_open(options->state, options->json != NULL, options->pgn, description, error);
    if (run->journal == NULL || !journal_read(run->journal, credit, run, error))
        return false;
    return interrupt_catch(run->loop, on_interrupt, run) ||
           error_set(error, "cannot watch for signals: %s", strerror(errno));
}

static void begin(Run *run) {
    const MatchOptions *options = run->options;
    unsigned long old = journal_old_games(run->journal);
    FILE *shown = options->json != NULL && strcmp(options->json, "-") == 0 ? stderr : stdout;
    progress_begin(&run->progress, stderr, options->quiet || options->watch, run->match,
                   match_table(run->match)->games);
    if (old > 0 && !options->quiet)
        fprintf(stderr, "Going on after %lu %s.\n", old, old == 1 ? "game" : "games");
    if (options->watch) {
        watch_begin(&run->watcher, shown);
        on_tick(run);
    }
    match_start(run->match);
}

static unsigned long games_left(const Run *run) {
    unsigned long total = schedule_total(match_table(run->match)->schedule);
    unsigned long done = match_table(run->match)->games + match_table(run->match)->unrated;
    return total > done ? total - done : 0;
}

/* What was kept, and how to go on. */
static void tell_interruption(const Run *run) {
    const MatchOptions *options = run->options;
    unsigned long games = match_table(run->match)->games, left = games_left(run);
    fprintf(stderr, "Stopped. %lu finished %s", games, games == 1 ? "game counts" : "games count");
    if (options->pgn != NULL)
        fprintf(stderr, ", kept in %s", options->pgn);
    fputs("; games that were going on have no result.\n", stderr);
    if (options->state == NULL)
        fputs("Next time add --state FILE: the same command then goes on where it was stopped.\n", stderr);
    else if (left > 0)
        fprintf(stderr, "Run the same command again to play the remaining %lu.\n", left);
    else
        fputs("Run the same command again to go on.\n", stderr);
}

static int finish(Run *run, json_t *description) {
    Error error;
    const MatchOptions *options = run->options;
    bool json_to_stdout = options->json != NULL && strcmp(options->json, "-") == 0;
    MatchEnd end = match_end(run->match);
    progress_end(&run->progress);
    if (run->interrupted)
        tell_interruption(run);
    report_result(json_to_stdout ? stderr : stdout, run->match, monotonic_us() - run->progress.started);
    if (options->json != NULL && !match_json_save(options->json, run->match, run->journal, description, &error)) {
        fprintf(stderr, "rookery match: %s\n", error.message);
        return EXIT_USAGE;
    }
    if (run->write_failed)
        return EXIT_USAGE;
    bool undecided = run->setup.plan.sprt != NULL && end != MATCH_H1;
    return (end == MATCH_PLAYED || end == MATCH_H1) && !undecided ? EXIT_YES : EXIT_NO;
}

static int play(Run *run, char **players) {
    Error error;
    int status = EXIT_USAGE;
    json_t *description = match_setup_to_json(run->options, &run->setup, players);
    if (description != NULL && open_all(run, description, &error)) {
        begin(run);
        while (match_end(run->match) == MATCH_RUNNING)
            loop_turn(run->loop);
        status = finish(run, description);
    } else {
        fprintf(stderr, "rookery match: %s\n", description != NULL ? error.message : "out of memory");
    }
    if (run->loop != NULL) {
        interrupt_release(run->loop);
        loop_cancel_timer(run->loop, &run->tick);
    }
    match_close(run->match);
    journal_close(run->journal);
    loop_close(run->loop);
    json_decref(description);
    return status;
}

int verb_match(int argc, char **argv) {
    MatchOptions options;
    int count = match_read_options(argc, argv, &options, help);
    if (count < 0)
        return options_status(count);
    Run run = {.options = &options};
    int status = EXIT_USAGE;
    if (match_set_up(&options, count, argv + 1, &run.setup))
        status = play(&run, argv + 1);
    match_setup_free(&run.setup);
    return status;
}
