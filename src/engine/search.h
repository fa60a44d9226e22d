/*
 * The search below the root, for root.c; and what its two halves, search.c and quiescence.c, share.
 */
#ifndef ROOKERY_ENGINE_SEARCH_H
#define ROOKERY_ENGINE_SEARCH_H

#include "base/threads.h"
#include "engine/levels.h"
#include "engine/thread.h"
#include "engine/timeman.h"

struct Engine {
    Tt tt;
    Reductions reductions;
    Thread **threads;
    int thread_count;
    int multipv;
    int overhead_ms;
    size_t hash_mb;
    Network network; /* of a file; none while its hidden is 0 */
    bool builtin_networks;

    Position root;
    uint64_t game_keys[KEYS_MAX]; /* earlier positions, oldest first */
    int game_key_count;

    int probe_depth; /* tables are asked in nodes of at least this depth ... */
    int probe_limit; /* ... with at most so many men */
    int probe_men;   /* of this search: 0 when the root itself is known */

    Level level;
    EngineLimits limits;
    TimePlan plan;
    TimeWaits waits;
    int64_t prepared_us; /* of monotonic_us(), when the search was asked for; 0: not said */
    _Atomic bool stop, pondering, stop_on_ponder_hit;
    pthread_mutex_t lock;    /* for waiting only */
    pthread_cond_t released; /* stop or ponder hit */
    EngineInfoFn *info;
    void *info_context;
};

/* After a change of search_params, which only a tuning build allows. */
void engine_refresh_params(Engine *engine);

/* Score of the node for its side to move; valid unless the search was stopped meanwhile. */
int search_node(Thread *thread, Node *node, int alpha, int beta, int depth, bool cut_node);
/* The same by captures and other forcing moves only. ply_below: 0 at the horizon, negative further down. */
int search_quiet(Thread *thread, Node *node, int alpha, int beta, int ply_below);

static inline int node_ply(const Thread *thread, const Node *node) {
    return (int)(node - thread->nodes_at) - STACK_BEFORE;
}
/* Whether no move has been looked at properly yet: neither limits nor a stop count before so many nodes, since even no
 * time should find some move. */
enum { FIRST_ITERATION_NODES = 4000 };
static inline bool search_owes_a_move(const Thread *thread) {
    return thread->index == 0 && thread->completed_depth == 0 && thread_nodes(thread) < FIRST_ITERATION_NODES;
}
static inline bool search_stopped(const Thread *thread) {
    return atomic_load_explicit(&thread->engine->stop, memory_order_relaxed) && !search_owes_a_move(thread);
}
/* Looks at limits now and then; the first thread only. */
void search_check_limits(Thread *thread);

/* Plays the move into node[1]. */
void search_play(Thread *thread, Node *node, Move move);
/* Whether the node is drawn by repetition or fifty moves. */
bool search_is_draw(const Thread *thread, const Node *node);
static inline int search_draw_score(const Thread *thread) {
    return 1 - (int)(thread_nodes(thread) & 2);
}
/* Whether the variant's own rule has ended the game at the node. */
bool search_is_over(const Position *position, int ply, int *score);
/* Whether the side to move can step onto the variant's goal and has then won. */
bool search_wins_at_goal(const Position *position);
/* Whether the other side would step onto its goal next if nothing were done: as serious as a check. */
bool search_fears_goal(const Position *position);
/* Score of a node without legal moves. */
int search_no_moves_score(const Position *position, int ply);
/* Whether the side to move has to capture. */
bool search_must_capture(const Position *position);
/* Whether it then has no choice. */
bool search_has_one_capture(const Position *position);
/* Sets node->raw_eval and node->eval; raw from the table if it is known there, else SCORE_NONE. */
void search_evaluate(Thread *thread, Node *node, int known_raw);
void search_find_threats(Node *node);
/* Whether a level does not see the move from the node; checks: whether it gives check. */
static inline bool search_overlooks(const Thread *thread, const Node *node, Move move, bool checks) {
    const Level *level = &thread->engine->level;
    return level->active &&
           level_overlooks(level, &node->position, move, node[-1].move, checks, node_ply(thread, node));
}
static inline int16_t *search_correction_slot(Node *node) {
    if (node[-1].move == MOVE_NONE || node[-1].move == MOVE_NULL || node[-2].move == MOVE_NONE)
        return NULL;
    const Position *p = &node->position;
    Square to = move_kind(node[-1].move) == MOVE_CASTLE ? move_from(node[-1].move) : move_to(node[-1].move);
    return &(*node[-2].correction)[p->board[to]][to];
}

#endif
