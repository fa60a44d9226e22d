#include "engine/root.h"

#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "engine/tablebase.h"

enum { CHECK_EVERY_NODES = 256, REPORT_BOUNDS_AFTER_MS = 3000 };

/* What an iteration is compared with. */
typedef struct Progress {
    Move best;
    int best_age, previous_score;
    double change_rate;
} Progress;

static uint64_t all_nodes(const Engine *engine) {
    uint64_t sum = 0;
    for (int i = 0; i < engine->thread_count; i++)
        sum += thread_nodes(engine->threads[i]);
    return sum;
}

static uint64_t all_tablebase_hits(const Engine *engine) {
    uint64_t sum = 0;
    for (int i = 0; i < engine->thread_count; i++)
        sum += atomic_load_explicit(&engine->threads[i]->tablebase_hits, memory_order_relaxed);
    return sum;
}

/* Where there is one thread only, whoever may stop the search is asked (bindings/js/src/engine_alone.c). */
#ifdef ROOKERY_ALONE
void engine_ask_outside(void);
#else
static inline void engine_ask_outside(void) {}
#endif

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

static void stop_now(Engine *engine) {
    atomic_store_explicit(&engine->stop, true, memory_order_relaxed);
}

static bool is_pondering(const Engine *engine) {
    return atomic_load_explicit(&engine->pondering, memory_order_relaxed);
}

static int until_next_check(Engine *engine, uint64_t nodes) {
    uint64_t limit = engine->limits.nodes;
    if (limit == 0 || nodes + CHECK_EVERY_NODES <= limit)
        return CHECK_EVERY_NODES;
    return limit > nodes ? (int)(limit - nodes) : 0;
}

void search_check_limits(Thread *thread) {
    if (thread->index != 0 || --thread->calls_until_check > 0)
        return;
    Engine *engine = thread->engine;
    engine_ask_outside();
    uint64_t nodes = engine->limits.nodes != 0 ? all_nodes(engine) : 0;
    thread->calls_until_check = until_next_check(engine, nodes);
    if (is_pondering(engine) || engine->limits.infinite || search_owes_a_move(thread))
        return;
    bool enough = engine->limits.nodes != 0 && nodes >= engine->limits.nodes;
    bool late = engine->plan.hard_us != INT64_MAX && monotonic_us() - engine->plan.start_us >= engine->plan.hard_us;
    if (enough || late)
        stop_now(engine);
}

/* ---- Reports ----------------------------------------------------------------------------------------------------- */

EngineScore root_score(int score, Bound bound) {
    EngineScore result = {.bound = bound == BOUND_LOWER   ? ENGINE_AT_LEAST
                                   : bound == BOUND_UPPER ? ENGINE_AT_MOST
                                                          : ENGINE_EXACT};
    if (score >= SCORE_MATE_FROM || score <= -SCORE_MATE_FROM) {
        int plies = SCORE_MATE - abs(score);
        result.is_mate = true;
        result.mate_in = score > 0 ? (plies + 1) / 2 : -((plies + 1) / 2);
    }
    result.centipawns = score;
    return result;
}

/* What the tables know of a move, unless the search has found a mate. */
int root_known_score(const RootMove *root, int score) {
    if (!root->is_ranked || score >= SCORE_MATE_FROM || score <= -SCORE_MATE_FROM)
        return score;
    if (root->tablebase_rank >= TABLEBASE_WIN_RANK)
        return SCORE_TABLEBASE;
    return root->tablebase_rank <= -TABLEBASE_WIN_RANK ? -SCORE_TABLEBASE : 0;
}

/* The engine's line, made longer from the table where it is short; the moves are legal. */
static size_t full_pv(const Thread *thread, const RootMove *root, Move out[ENGINE_PV_MAX]) {
    size_t length = (size_t)root->pv.length;
    memcpy(out, root->pv.moves, length * sizeof *out);
    Position p = thread->engine->root;
    for (size_t i = 0; i < length; i++)
        position_play(&p, out[i], &p);
    TtEntry entry;
    while (length < 2 && tt_probe(&thread->engine->tt, p.key, &entry) && position_is_legal(&p, entry.move)) {
        out[length++] = entry.move;
        position_play(&p, entry.move, &p);
    }
    return length;
}

static void report_line(Thread *thread, int line, int depth) {
    Engine *engine = thread->engine;
    const RootMove *root = &thread->root_moves[line];
    bool fresh = root->score != -SCORE_INFINITE;
    int score = fresh ? root->score : root->previous;
    if (score == -SCORE_INFINITE)
        return;
    score = root_known_score(root, score);
    Move pv[ENGINE_PV_MAX];
    EngineInfo info = {.depth = fresh       ? depth
                                : depth > 1 ? depth - 1
                                            : 1,
                       .seldepth = root->seldepth,
                       .multipv = line + 1,
                       .score = root_score(score, fresh ? root->bound : BOUND_EXACT),
                       .nodes = all_nodes(engine),
                       .tablebase_hits = all_tablebase_hits(engine),
                       .time_ms = (monotonic_us() - engine->plan.start_us) / 1000,
                       .hashfull = tt_fullness(&engine->tt),
                       .pv = pv};
    info.pv_length = full_pv(thread, root, pv);
    info.nps = info.nodes * 1000 / (uint64_t)(info.time_ms + 1);
    engine_chances(score, &info.win, &info.draw, &info.loss);
    engine->info(engine->info_context, &info);
}

static int lines_wanted(const Thread *thread) {
    int lines = thread->engine->multipv;
    return lines < thread->root_count ? lines : thread->root_count;
}

static void report_all(Thread *thread, int depth) {
    if (thread->index != 0 || thread->engine->info == NULL)
        return;
    for (int line = 0; line < lines_wanted(thread); line++)
        report_line(thread, line, depth);
}

static void report_bound(Thread *thread, int depth) {
    const Engine *engine = thread->engine;
    if (thread->index != 0 || engine->info == NULL || engine->multipv > 1 ||
        monotonic_us() - engine->plan.start_us < REPORT_BOUNDS_AFTER_MS * 1000)
        return;
    report_line(thread, thread->pv_index, depth);
}

void root_report(Thread *thread) {
    if (thread->engine->info != NULL)
        report_line(thread, 0, thread->completed_depth);
}

/* ---- One iteration ---------------------------------------------------------------------------------------------- */

static bool is_better(const RootMove *a, const RootMove *b) {
    if (a->tablebase_rank != b->tablebase_rank)
        return a->tablebase_rank > b->tablebase_rank;
    return a->score != b->score ? a->score > b->score : a->previous > b->previous;
}

/* Stable, so that equal moves keep the order of the last iteration. */
static void sort_moves(RootMove *begin, RootMove *end) {
    for (RootMove *next = begin + 1; next < end; next++) {
        if (!is_better(next, next - 1))
            continue;
        RootMove moved = *next;
        RootMove *hole = next;
        for (; hole > begin && is_better(&moved, hole - 1); hole--)
            *hole = hole[-1];
        *hole = moved;
    }
}

/* Searches the line `pv_index` in windows that widen until the score lies within. */
static void search_line(Thread *thread, int depth) {
    RootMove *root = &thread->root_moves[thread->pv_index];
    Node *node = &thread->nodes_at[STACK_BEFORE];
    int delta = PARAM(aspiration_start), alpha = -SCORE_INFINITE, beta = SCORE_INFINITE, lowered = 0;
    if (depth >= 4 && root->average != -SCORE_INFINITE && !score_is_decided(root->average)) {
        delta += abs(root->average) / 60;
        alpha = score_clamp(root->average - delta, -SCORE_INFINITE, SCORE_INFINITE);
        beta = score_clamp(root->average + delta, -SCORE_INFINITE, SCORE_INFINITE);
    }
    for (;;) {
        int reduced = depth - lowered > 1 ? depth - lowered : 1;
        int score = search_node(thread, node, alpha, beta, reduced, false);
        sort_moves(thread->root_moves + thread->pv_index, thread->root_moves + thread->root_count);
        if (search_stopped(thread))
            return;
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = score_clamp(score - delta, -SCORE_INFINITE, SCORE_INFINITE);
            lowered = 0;
        } else if (score >= beta) {
            beta = score_clamp(score + delta, -SCORE_INFINITE, SCORE_INFINITE);
            lowered += lowered < 3;
        } else {
            return;
        }
        report_bound(thread, depth);
        delta = delta * PARAM(aspiration_growth) / 100;
        if (delta > 800) {
            alpha = -SCORE_INFINITE;
            beta = SCORE_INFINITE;
        }
    }
}

static void search_depth(Thread *thread, int depth) {
    thread->root_depth = depth;
    for (int i = 0; i < thread->root_count; i++) {
        thread->root_moves[i].previous = thread->root_moves[i].score;
        thread->root_moves[i].score = -SCORE_INFINITE;
    }
    for (thread->pv_index = 0; thread->pv_index < lines_wanted(thread); thread->pv_index++) {
        thread->seldepth = 0;
        search_line(thread, depth);
        sort_moves(thread->root_moves, thread->root_moves + thread->pv_index + 1);
        if (search_stopped(thread))
            return;
    }
}

/* ---- Deciding to stop ------------------------------------------------------------------------------------------- */

static bool found_mate(const Engine *engine, int score) {
    int wanted = engine->limits.mate;
    return wanted > 0 && score >= SCORE_MATE_FROM && (SCORE_MATE - score + 1) / 2 <= wanted;
}

static bool has_time_limits(const Engine *engine) {
    return engine->plan.soft_us != INT64_MAX || engine->plan.hard_us != INT64_MAX;
}

static bool time_is_up(Thread *thread, Progress *progress) {
    Engine *engine = thread->engine;
    const RootMove *best = &thread->root_moves[0];
    uint64_t nodes = thread_nodes(thread);
    TimeSigns signs = {.best_move_age = progress->best_age,
                       .score_drop =
                           progress->previous_score == -SCORE_INFINITE ? 0 : progress->previous_score - best->score,
                       .best_node_share = nodes == 0 ? 1 : (double)best->nodes / (double)nodes,
                       .change_rate = progress->change_rate};
    int64_t elapsed = monotonic_us() - engine->plan.start_us, soft = time_soft_limit(&engine->plan, &signs);
    if (thread->root_count == 1 && soft != INT64_MAX)
        soft /= 4;
    return elapsed >= soft || elapsed >= engine->plan.hard_us;
}

static void note_progress(Thread *thread, Progress *progress) {
    const RootMove *best = &thread->root_moves[0];
    progress->best_age = best->move == progress->best ? progress->best_age + 1 : 0;
    progress->best = best->move;
    progress->change_rate = progress->change_rate / 2 + thread->best_changes;
    thread->best_changes = 0;
}

/* After an iteration of the first thread. */
static bool wants_to_stop(Thread *thread, Progress *progress) {
    Engine *engine = thread->engine;
    note_progress(thread, progress);
    int score = thread->root_moves[0].score;
    bool stop = found_mate(engine, score) || (has_time_limits(engine) && time_is_up(thread, progress)) ||
                (engine->limits.nodes != 0 && all_nodes(engine) >= engine->limits.nodes);
    progress->previous_score =
        progress->previous_score == -SCORE_INFINITE ? score : (progress->previous_score + score) / 2;
    if (stop && is_pondering(engine)) {
        atomic_store(&engine->stop_on_ponder_hit, true);
        return !is_pondering(engine); /* the hit may have come in between */
    }
    return stop && !engine->limits.infinite;
}

static void restore_unfinished(Thread *thread) {
    /* A stopped iteration counts only where it found something. */
    for (int i = 0; i < thread->root_count; i++) {
        RootMove *root = &thread->root_moves[i];
        if (root->score == -SCORE_INFINITE && i == 0)
            root->score = root->previous;
    }
}

void root_search(Thread *thread) {
    Engine *engine = thread->engine;
    Progress progress = {.best = MOVE_NONE, .previous_score = -SCORE_INFINITE};
    int last = engine->limits.depth > 0 && engine->limits.depth < PLY_MAX ? engine->limits.depth : PLY_MAX - 1;
    for (int depth = 1; depth <= last && !search_stopped(thread); depth++) {
        /* Helpers spread over depths. */
        if (thread->index > 0 && depth > 1 && (depth + thread->index) % 4 == 0 && depth < last)
            depth++;
        search_depth(thread, depth);
        if (search_stopped(thread)) {
            restore_unfinished(thread);
            report_all(thread, depth);
            break;
        }
        thread->completed_depth = depth;
        report_all(thread, depth);
        if (thread->index == 0 && wants_to_stop(thread, &progress))
            break;
    }
}

void root_prepare(Thread *thread, const RootMove *moves, int count) {
    Engine *engine = thread->engine;
    memmove(thread->root_moves, moves, (size_t)count * sizeof *moves);
    thread->root_count = count;
    sort_moves(thread->root_moves, thread->root_moves + count);
    memcpy(thread->keys, engine->game_keys, (size_t)engine->game_key_count * sizeof *thread->keys);
    thread->key_count = engine->game_key_count;
    thread->keys[thread->key_count] = engine->root.key;
    atomic_store(&thread->nodes, 0);
    atomic_store(&thread->tablebase_hits, 0);
    thread->completed_depth = thread->root_depth = thread->seldepth = thread->null_min_ply = 0;
    thread->best_changes = thread->pv_index = thread->calls_until_check = 0;
    thread->learns = engine->limits.depth != 1;
    thread->history_used |= thread->learns;
    thread->pool_free = thread->pool;
    memset(thread->nodes_at, 0, sizeof thread->nodes_at);
    for (int i = 0; i < STACK_SIZE; i++) {
        thread->nodes_at[i].continuation = &thread->history.continuation[0][0];
        thread->nodes_at[i].correction = &thread->history.correction_continuation[0][0];
        thread->nodes_at[i].eval = SCORE_NONE;
    }
    Node *root = &thread->nodes_at[STACK_BEFORE];
    root->position = engine->root;
    root->in_check = engine->root.checkers != 0;
    root->plies_from_null = thread->key_count;
}
