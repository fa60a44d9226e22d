/*
 * A search in the caller's thread, for programs that want a move at once: Game.ai. The engine that answers is made by
 * the first question and forgets each one, so that the same question has the same answer.
 */
#include "engine/score.h"
#include "export.h"
#include "pack.h"
#include "rookery/engine.h"

/* Lines in the order of the last iteration that says anything of them. */
typedef struct Lines {
    PackedMove *at;
    size_t count;
} Lines;

static Engine *engine;

static int centipawns_of(const EngineScore *score) {
    enum { MATE = 1000000 };
    if (!score->is_mate)
        return score->centipawns;
    return score->mate_in > 0 ? MATE - score->mate_in : -MATE - score->mate_in;
}

static void note_line(void *context, const EngineInfo *info) {
    Lines *lines = context;
    size_t line = (size_t)info->multipv - 1;
    if (info->pv_length == 0 || line > lines->count)
        return;
    lines->at[line] = (PackedMove){.what = info->pv[0], .text = (uint32_t)centipawns_of(&info->score)};
    lines->count = line == lines->count ? line + 1 : lines->count;
}

static bool is_among(const Lines *lines, Move move) {
    for (size_t i = 0; i < lines->count; i++)
        if (lines->at[i].what == move)
            return true;
    return false;
}

/* Moves that the search did not come to are worth what the position after them seems to be, and no more than the best.
 */
static void add_others(const Position *position, Lines *lines) {
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(position, moves);
    int best = lines->count > 0 ? (int32_t)lines->at[0].text : SCORE_INFINITE;
    for (size_t i = 0; i < count; i++) {
        Position next;
        if (is_among(lines, moves[i]))
            continue;
        position_play(position, moves[i], &next);
        int score = -engine_evaluate(engine, &next);
        lines->at[lines->count++] = (PackedMove){.what = moves[i], .text = (uint32_t)(score < best ? score : best)};
    }
}

/* Writes to move_buffer: depth and nodes, then the best move and its score, and if all are asked for the other legal
 * moves. Returns how many moves, -1 when there is not enough memory for the table. rating 0 is full strength, depth 0
 * no limit but that of the rating. `first` is where the positions of the game begin, `ply` counts those after it. */
int EXPORT(think)(Position *first, size_t ply, int rating, int depth, size_t hash_mb, bool all);
int think(Position *first, size_t ply, int rating, int depth, size_t hash_mb, bool all) {
    Error error;
    if (engine == NULL)
        engine = engine_create(hash_mb, 1, &error);
    if (engine == NULL || !engine_set_hash(engine, hash_mb, &error))
        return -1;
    engine_set_level(engine, rating, 0);
    engine_set_multipv(engine, all ? ENGINE_MULTIPV_MAX : 1);
    engine_set_game(engine, &(Game){.positions = first, .ply = ply, .capacity = ply});
    EngineLimits limits = engine_limits_none();
    limits.depth = depth;
    engine_prepare(engine, false);
    Lines lines = {.at = move_buffer + 1};
    EngineResult result = engine_search(engine, &limits, note_line, &lines);
    move_buffer[0] = (PackedMove){.what = (uint32_t)result.depth, .text = (uint32_t)result.nodes};
    if (result.best == MOVE_NONE)
        return 0;
    if (lines.count == 0 || lines.at[0].what != result.best) {
        lines.at[0] = (PackedMove){.what = result.best, .text = (uint32_t)centipawns_of(&result.score)};
        lines.count = 1;
    }
    if (all)
        add_others(&first[ply], &lines);
    return all ? (int)lines.count : 1;
}
