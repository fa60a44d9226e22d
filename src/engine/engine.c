/* The engine as a library: settings, threads, one search at a time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/monotonic.h"
#include "chess/bitboard.h"
#include "engine/builtin_networks.h"
#include "engine/eval_terms.h"
#include "engine/memory.h"
#include "engine/root.h"
#include "engine/tablebase.h"

/* ---- Threads ---------------------------------------------------------------------------------------------------- */

static void run_helper(void *thread) {
    root_search(thread);
}

static Thread *thread_create(Engine *engine, int index) {
    Thread *thread = memory_claim(sizeof *thread);
    if (thread == NULL)
        return NULL;
    thread->root_moves = calloc(MOVES_MAX, sizeof *thread->root_moves);
    if (thread->root_moves == NULL || (index > 0 && !worker_start(&thread->worker, run_helper, thread))) {
        free(thread->root_moves);
        memory_release(thread);
        return NULL;
    }
    thread->engine = engine;
    thread->index = index;
    history_clear(&thread->history);
    return thread;
}

static void thread_destroy(Thread *thread) {
    if (thread == NULL)
        return;
    if (thread->index > 0)
        worker_end(&thread->worker);
    judge_free(&thread->judge);
    free(thread->root_moves);
    memory_release(thread);
}

bool engine_set_threads(Engine *engine, int threads, Error *error) {
    threads = threads < 1 ? 1 : threads > ENGINE_THREADS_MAX ? ENGINE_THREADS_MAX : threads;
    Thread **list = calloc((size_t)threads, sizeof *list);
    if (list == NULL)
        return error_set(error, "the system has not enough memory or threads for %d threads", threads);
    for (int i = 0; i < threads; i++) {
        list[i] = i < engine->thread_count ? engine->threads[i] : thread_create(engine, i);
        if (list[i] != NULL)
            continue;
        for (int k = engine->thread_count; k < i; k++)
            thread_destroy(list[k]);
        free(list);
        return error_set(error, "the system has not enough memory or threads for %d threads", threads);
    }
    for (int i = threads; i < engine->thread_count; i++)
        thread_destroy(engine->threads[i]);
    free(engine->threads);
    engine->threads = list;
    engine->thread_count = threads;
    return true;
}

/* ---- Settings --------------------------------------------------------------------------------------------------- */

Engine *engine_create(size_t hash_mb, int threads, Error *error) {
    Engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL) {
        error_set(error, "there is not enough memory for an engine");
        return NULL;
    }
    engine->multipv = 1;
    engine->builtin_networks = true;
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->released, NULL);
    engine->overhead_ms = 20;
    engine->probe_depth = 1;
    engine->probe_limit = 7;
    reductions_fill(&engine->reductions);
    position_start(&engine->root, VARIANT_STANDARD);
    if (!engine_set_hash(engine, hash_mb == 0 ? ENGINE_HASH_MB_DEFAULT : hash_mb, error) ||
        !engine_set_threads(engine, threads, error)) {
        engine_destroy(engine);
        return NULL;
    }
    return engine;
}

void engine_destroy(Engine *engine) {
    if (engine == NULL)
        return;
    for (int i = 0; i < engine->thread_count; i++)
        thread_destroy(engine->threads[i]);
    free(engine->threads);
    network_free(&engine->network);
    tt_free(&engine->tt);
    pthread_cond_destroy(&engine->released);
    pthread_mutex_destroy(&engine->lock);
    free(engine);
}

bool engine_set_hash(Engine *engine, size_t megabytes, Error *error) {
    if (megabytes < 1 || megabytes > TT_HASH_MB_MAX)
        return error_set(error, "a table of %zu MB is not possible: 1 to %d are", megabytes, (int)TT_HASH_MB_MAX);
    if (megabytes == engine->hash_mb)
        return true;
    if (!tt_resize(&engine->tt, megabytes))
        return error_set(error, "there is not enough memory for a table of %zu MB; the old one stays", megabytes);
    engine->hash_mb = megabytes;
    return true;
}

void engine_set_multipv(Engine *engine, int lines) {
    engine->multipv = score_clamp(lines, 1, ENGINE_MULTIPV_MAX);
}

void engine_set_overhead(Engine *engine, int milliseconds) {
    engine->overhead_ms = score_clamp(milliseconds, 0, 10000);
}

bool engine_open_tablebases(const char *path, Error *error) {
    return tablebase_open(path, error);
}

void engine_set_probing(Engine *engine, int depth, int men) {
    engine->probe_depth = score_clamp(depth, 1, 100);
    engine->probe_limit = score_clamp(men, 0, 7);
}

void engine_refresh_params(Engine *engine) {
    reductions_fill(&engine->reductions);
}

void engine_clear(Engine *engine) {
    tt_clear(&engine->tt);
    engine->waits.expected_us = 0; /* another game, another clock */
    for (int i = 0; i < engine->thread_count; i++) {
        Thread *thread = engine->threads[i];
        if (thread->history_used)
            history_clear(&thread->history);
        thread->history_used = false;
        judge_clear(&thread->judge);
    }
}

void engine_set_level(Engine *engine, int rating, uint64_t seed) {
    level_start(&engine->level, rating, seed);
    engine_clear(engine);
}

/* Levels below full strength were measured with the hand-made evaluation. */
static const Network *network_for(const Engine *engine, Variant variant) {
    if (engine->level.active)
        return NULL;
    if (engine->network.hidden != 0 && engine->network.variant == network_variant(variant))
        return &engine->network;
    return engine->builtin_networks ? builtin_network(variant) : NULL;
}

static void drop_network(Engine *engine) {
    for (int i = 0; i < engine->thread_count; i++)
        judge_use(&engine->threads[i]->judge, NULL);
    network_free(&engine->network);
    engine->builtin_networks = false;
    engine_clear(engine);
}

void engine_use_builtin_networks(Engine *engine) {
    drop_network(engine);
    engine->builtin_networks = true;
}

bool engine_set_network(Engine *engine, const char *path, Error *error) {
    drop_network(engine);
    if (path == NULL)
        return true;
    engine->builtin_networks = network_load(&engine->network, path, error);
    return engine->builtin_networks;
}

bool engine_set_network_bytes(Engine *engine, const void *bytes, size_t size, const char *name, Error *error) {
    drop_network(engine);
    engine->builtin_networks = network_read(&engine->network, bytes, size, name, error);
    return engine->builtin_networks;
}

/* The same key means something else under other rules. */
static void forget_other_variant(Engine *engine, const Position *next) {
    bool same = eval_weights[engine->root.variant] == eval_weights[next->variant] &&
                position_rules(&engine->root)->stalemate == position_rules(next)->stalemate;
    if (!same)
        engine_clear(engine);
}

void engine_set_game(Engine *engine, const Game *game) {
    const Position *now = game_position(game);
    forget_other_variant(engine, now);
    engine->root = *now;
    size_t count = game->ply < KEYS_MAX ? game->ply : KEYS_MAX;
    for (size_t i = 0; i < count; i++)
        engine->game_keys[i] = game->positions[game->ply - count + i].key;
    engine->game_key_count = (int)count;
}

/* ---- Searching --------------------------------------------------------------------------------------------------- */

EngineLimits engine_limits_none(void) {
    EngineLimits limits;
    memset(&limits, 0, sizeof limits);
    limits.movetime_ms = -1;
    return limits;
}

void engine_prepare(Engine *engine, bool ponder) {
    atomic_store(&engine->stop, false);
    atomic_store(&engine->stop_on_ponder_hit, false);
    atomic_store(&engine->pondering, ponder);
    engine->prepared_us = monotonic_us();
}

void engine_stop(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    atomic_store(&engine->pondering, false);
    atomic_store(&engine->stop, true);
    pthread_cond_broadcast(&engine->released);
    pthread_mutex_unlock(&engine->lock);
}

void engine_ponder_hit(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    atomic_store(&engine->pondering, false);
    if (atomic_load(&engine->stop_on_ponder_hit))
        atomic_store(&engine->stop, true);
    pthread_cond_broadcast(&engine->released);
    pthread_mutex_unlock(&engine->lock);
}

/* A search without end that has nothing left to find waits for the word, as the protocol demands. */
static void wait_until_released(Engine *engine) {
    pthread_mutex_lock(&engine->lock);
    while (!atomic_load(&engine->stop) && (atomic_load(&engine->pondering) || engine->limits.infinite))
        pthread_cond_wait(&engine->released, &engine->lock);
    pthread_mutex_unlock(&engine->lock);
}

static bool is_wanted(const EngineLimits *limits, Move move) {
    if (limits->moves == NULL || limits->move_count == 0)
        return true;
    for (size_t i = 0; i < limits->move_count; i++)
        if (limits->moves[i] == move)
            return true;
    return false;
}

static int list_root_moves(const Engine *engine, RootMove *out) {
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(&engine->root, moves);
    int kept = 0;
    for (size_t i = 0; i < count; i++)
        if (is_wanted(&engine->limits, moves[i]))
            out[kept++] = (RootMove){.move = moves[i],
                                     .score = -SCORE_INFINITE,
                                     .average = -SCORE_INFINITE,
                                     .previous = -SCORE_INFINITE,
                                     .pv = {.length = 1, .moves = {moves[i]}}};
    return kept;
}

/* Whether a position has come twice since the last capture or pawn move. */
static bool has_repeated(const Engine *engine) {
    int last = engine->game_key_count, first = last - (int)engine->root.halfmove_clock;
    for (int i = first > 0 ? first : 0; i < last; i++)
        for (int k = i + 1; k <= last; k++)
            if (engine->game_keys[i] == (k < last ? engine->game_keys[k] : engine->root.key))
                return true;
    return false;
}

/* Where the tables know the root's moves, only the best of them are searched, and no table is asked further down. */
static void rank_root_moves(Engine *engine, RootMove *roots, int count) {
    Move moves[MOVES_MAX];
    int ranks[MOVES_MAX];
    int men = tablebase_men();
    engine->probe_men = men < engine->probe_limit ? men : engine->probe_limit;
    if (popcount(position_occupied(&engine->root)) > engine->probe_men)
        return;
    for (int i = 0; i < count; i++)
        moves[i] = roots[i].move;
    if (!tablebase_rank_moves(&engine->root, has_repeated(engine), moves, (size_t)count, ranks))
        return;
    engine->probe_men = 0;
    for (int i = 0; i < count; i++) {
        roots[i].is_ranked = true;
        roots[i].tablebase_rank = ranks[i];
    }
}

/* Runs all threads; helpers end when the first has decided. */
static void run_threads(Engine *engine) {
    for (int i = 1; i < engine->thread_count; i++)
        worker_ask(&engine->threads[i]->worker);
    root_search(engine->threads[0]);
    wait_until_released(engine);
    atomic_store(&engine->stop, true);
    for (int i = 1; i < engine->thread_count; i++)
        worker_await(&engine->threads[i]->worker);
}

/* The thread whose result counts: the deepest of those that agree, the first unless another knows clearly better. */
static Thread *best_thread(const Engine *engine) {
    Thread *best = engine->threads[0];
    if (engine->multipv > 1)
        return best;
    for (int i = 1; i < engine->thread_count; i++) {
        Thread *other = engine->threads[i];
        int score = other->root_moves[0].score, held = best->root_moves[0].score;
        if (score == -SCORE_INFINITE || other->root_moves[0].bound != BOUND_EXACT)
            continue;
        bool quicker_mate = score >= SCORE_MATE_FROM && score > held;
        if (quicker_mate || (other->completed_depth > best->completed_depth && score >= held))
            best = other;
    }
    return best;
}

static Move expected_answer(const Engine *engine, const RootMove *root) {
    Position after;
    position_play(&engine->root, root->move, &after);
    if (root->pv.length > 1)
        return root->pv.moves[1];
    TtEntry entry;
    if (tt_probe(&engine->tt, after.key, &entry) && position_is_legal(&after, entry.move))
        return entry.move;
    return MOVE_NONE;
}

static EngineResult result_of(const Engine *engine, const Thread *thread) {
    const RootMove *root = &thread->root_moves[0];
    EngineResult result = {.best = root->move, .depth = thread->completed_depth};
    result.score = root_score(root_known_score(root, root->score == -SCORE_INFINITE ? 0 : root->score), BOUND_EXACT);
    result.ponder = expected_answer(engine, root);
    for (int i = 0; i < engine->thread_count; i++)
        result.nodes += thread_nodes(engine->threads[i]);
    return result;
}

/* Nothing to choose from: the game is over, or no listed move is legal. */
static EngineResult result_of_nothing(Engine *engine) {
    int score;
    if (!search_is_over(&engine->root, 0, &score))
        score = position_has_legal_move(&engine->root) ? 0 : search_no_moves_score(&engine->root, 0);
    EngineResult result = {.best = MOVE_NONE, .ponder = MOVE_NONE, .score = root_score(score, BOUND_EXACT)};
    EngineInfo info = {.multipv = 1, .score = result.score};
    engine_chances(score, &info.win, &info.draw, &info.loss);
    if (engine->info != NULL)
        engine->info(engine->info_context, &info);
    return result;
}

EngineResult engine_search(Engine *engine, const EngineLimits *limits, EngineInfoFn *info, void *context) {
    engine->limits = *limits;
    if (engine->level.active) {
        level_limit(&engine->level, &engine->root, &engine->limits);
        tt_clear(&engine->tt); /* what the last search overlooked, this one may see */
    }
    engine->info = info;
    engine->info_context = context;
    int64_t begun = engine->prepared_us != 0 ? engine->prepared_us : monotonic_us();
    engine->prepared_us = 0;
    time_plan(&engine->plan, limits, engine->root.side, engine->overhead_ms, &engine->waits, begun);
    RootMove *moves = engine->threads[0]->root_moves;
    int count = list_root_moves(engine, moves);
    if (count == 0) {
        EngineResult nothing = result_of_nothing(engine);
        wait_until_released(engine);
        return nothing;
    }
    rank_root_moves(engine, moves, count);
    tt_age(&engine->tt);
    for (int i = engine->thread_count - 1; i >= 0; i--) {
        judge_use(&engine->threads[i]->judge, network_for(engine, engine->root.variant));
        root_prepare(engine->threads[i], moves, count);
    }
    run_threads(engine);
    Thread *best = best_thread(engine);
    if (best->index != 0)
        root_report(best);
    time_note_end(&engine->plan, limits, engine->root.side, &engine->waits, monotonic_us());
    return result_of(engine, best);
}

/* ---- Scores ------------------------------------------------------------------------------------------------------ */

int engine_evaluate(Engine *engine, const Position *position) {
    Judge *judge = &engine->threads[0]->judge;
    judge_use(judge, network_for(engine, position->variant));
    return judge_position(judge, position, 0);
}

/* A logistic curve for winning and one for losing; what is between them draws. 100 centipawns win half the games. */
void engine_chances(int centipawns, int *win, int *draw, int *loss) {
    double spread = 55;
    *win = (int)(1000 / (1 + exp((100 - centipawns) / spread)) + 0.5);
    *loss = (int)(1000 / (1 + exp((100 + centipawns) / spread)) + 0.5);
    *draw = 1000 - *win - *loss;
}
