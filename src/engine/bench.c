#include "engine/bench.h"

#include "base/monotonic.h"

typedef struct BenchPosition {
    Variant variant;
    const char *fen;
} BenchPosition;

static const BenchPosition positions[] = {
    {VARIANT_STANDARD, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {VARIANT_STANDARD, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"},
    {VARIANT_STANDARD, "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 2 9"},
    {VARIANT_STANDARD, "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP3PP/R2Q1R1K w - - 4 13"},
    {VARIANT_STANDARD, "2r2rk1/pp1bqpp1/2nppn1p/2p3N1/1bP5/1PN3P1/PBQPPPBP/3R1RK1 w - - 0 15"},
    {VARIANT_STANDARD, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"},
    {VARIANT_STANDARD, "8/5p2/4p1k1/3pP1p1/2pP2P1/1pP2K2/1P6/8 w - - 0 40"},
    {VARIANT_STANDARD, "4rrk1/1p4pp/p1pb4/3p1p2/3P1Pq1/2PBP3/PPQ3PP/R4RK1 w - - 0 20"},
    {VARIANT_STANDARD, "3r2k1/p4ppp/1p2p3/8/2P1n3/1P2P1P1/P4PBP/2R3K1 w - - 1 24"},
    {VARIANT_STANDARD, "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1"},
    {VARIANT_CHESS960, "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w EGeg - 0 1"},
    {VARIANT_CRAZYHOUSE, "r1b1kb1r/ppp2ppp/2n5/3np3/8/2NP1N2/PPP2PPP/R1BQKB1R[QPp] w KQkq - 0 8"},
    {VARIANT_ATOMIC, "rnbqkb1r/pp2pppp/2p2n2/3p4/3P4/2N1P3/PPP2PPP/R1BQKBNR w KQkq - 0 4"},
    {VARIANT_KING_OF_THE_HILL, "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5"},
    {VARIANT_THREE_CHECK, "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 3+3 4 4"},
    {VARIANT_ANTICHESS, "rnb1kbnr/p1pp1ppp/4p3/1p6/8/2N1P3/PPPP1PPP/R1BQKBNR w - - 0 4"},
    {VARIANT_HORDE, "rnbqkbnr/pp1ppppp/2p5/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 2"},
    {VARIANT_RACING_KINGS, "8/8/8/8/8/k7/1rbnNBRK/qrbnNBRQ b - - 1 1"},
};
enum { POSITIONS = sizeof positions / sizeof *positions };

static bool search_one(Engine *engine, const BenchPosition *bench, const EngineLimits *limits, uint64_t *nodes) {
    Position start;
    Game game;
    if (!position_from_fen(&start, bench->fen, bench->variant, false, NULL) || !game_init(&game, &start))
        return false;
    engine_set_game(engine, &game);
    engine_clear(engine);
    engine_prepare(engine, false);
    *nodes = engine_search(engine, limits, NULL, NULL).nodes;
    game_free(&game);
    return true;
}

bool bench_run(int depth, int threads, size_t hash_mb, BenchProgressFn *progress, BenchResult *result, void *context) {
    Engine *engine = engine_create(hash_mb, threads, NULL);
    if (engine == NULL)
        return false;
    EngineLimits limits = engine_limits_none();
    limits.depth = depth;
    *result = (BenchResult){0};
    int64_t start = monotonic_us();
    bool good = true;
    for (int i = 0; good && i < POSITIONS; i++) {
        uint64_t nodes = 0;
        good = search_one(engine, &positions[i], &limits, &nodes);
        result->nodes += nodes;
        if (progress != NULL)
            progress(context, i + 1, POSITIONS, variant_name(positions[i].variant), nodes);
    }
    int64_t us = monotonic_us() - start;
    result->time_ms = us / 1000;
    result->nps = (uint64_t)((double)result->nodes * 1e6 / (double)(us + 1));
    engine_destroy(engine);
    return good;
}
