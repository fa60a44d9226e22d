/*
 * What the arbiter costs per move, beyond the players' own time.
 *
 *   ninja -C build bench/referee && build/bench/referee [MOVES]
 *
 * Trivial engines that answer at once play until MOVES moves (default 40,000) were made, first one game at a time, then
 * 200 at once on the one loop. The figure is the processor time of this process, user and system, divided by the
 * moves: it holds everything from reading `bestmove` to the next `go`, the legality check, clocks, records, freezing
 * and thawing, PGN text for every game. The players are processes of their own and not in it; nor is waiting for them.
 * Promised: under 50 microseconds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "arena/match.h"
#include "arena/record_pgn.h"
#include "base/monotonic.h"

typedef struct Bench {
    Match *match;
    unsigned long moves, wanted;
    Text pgn;
} Bench;

static void on_moved(void *owner, const Referee *referee) {
    Bench *bench = owner;
    (void)referee;
    if (++bench->moves == bench->wanted)
        match_stop(bench->match);
}

static void on_game_over(void *owner, const Referee *referee) {
    Bench *bench = owner;
    text_clear(&bench->pgn);
    record_write_pgn(referee_record(referee), "Bench", &bench->pgn);
}

static double seconds(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static void run(unsigned games_at_once, unsigned long moves, bool freeze) {
    static char engine[] = FAKE_ENGINE, seed1[] = "seed=1", seed2[] = "seed=2", score[] = "score=10";
    char *const argv[2][4] = {{engine, seed1, score, NULL}, {engine, seed2, score, NULL}};
    ProcessSpec processes[2] = {{.argv = argv[0]}, {.argv = argv[1]}};
    Entrant entrants[2];
    for (int i = 0; i < 2; i++)
        entrants[i] = (Entrant){
            .spec = {.name = i == 0 ? "A" : "B",
                     .process = &processes[i],
                     .freeze = freeze,
                     .uciok_limit = ENGINE_UCIOK_LIMIT,
                     .readyok_limit = ENGINE_READYOK_LIMIT},
            .control = {.base = 3600000000, .increment = 1000000, .margin = CLOCK_MARGIN},
        };
    Bench bench = {.wanted = moves};
    text_init(&bench.pgn);
    Openings *openings = openings_start(VARIANT_STANDARD, NULL);
    MatchPlan plan = {
        .entrants = entrants, .entrant_count = 2, .games = 0, .openings = openings, .concurrency = games_at_once};
    const MatchEvents events = {.moved = on_moved, .game_over = on_game_over};
    Loop *loop = loop_open(NULL);
    bench.match = match_open(loop, &plan, &events, &bench, NULL);
    match_start(bench.match);
    struct rusage before, after;
    while (bench.moves == 0) /* start-up is not counted */
        loop_turn(loop);
    unsigned long first = bench.moves;
    int64_t wall = monotonic_us();
    getrusage(RUSAGE_SELF, &before);
    while (bench.moves < moves)
        loop_turn(loop);
    getrusage(RUSAGE_SELF, &after);
    wall = monotonic_us() - wall;
    double user = seconds(after.ru_utime) - seconds(before.ru_utime),
           system = seconds(after.ru_stime) - seconds(before.ru_stime);
    double counted = (double)(bench.moves - first);
    printf("%3u games at once, players %s: %5.1f us a move (%4.1f user, %4.1f system); %6.0f moves a second\n",
           games_at_once, freeze ? "frozen in between" : "left running     ", (user + system) / counted * 1e6,
           user / counted * 1e6, system / counted * 1e6, counted / (double)wall * 1e6);
    while (match_end(bench.match) == MATCH_RUNNING)
        loop_turn(loop);
    match_close(bench.match);
    loop_close(loop);
    openings_free(openings);
    text_free(&bench.pgn);
}

int main(int argc, char **argv) {
    unsigned long moves = argc > 1 ? strtoul(argv[1], NULL, 10) : 40000;
    process_room(2000, 64);
    for (int i = 0; i < 2; i++) {
        run(1, moves, i == 0);
        run(200, moves, i == 0);
    }
    return 0;
}
