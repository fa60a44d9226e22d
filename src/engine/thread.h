/*
 * One searching thread: its position stack, what it has learnt, and its view of the engine that owns it.
 *
 * Internal to the search (root.c, search.c, quiescence.c, movepick.c); nothing outside looks in here.
 */
#ifndef ROOKERY_ENGINE_THREAD_H
#define ROOKERY_ENGINE_THREAD_H

#include <stdatomic.h>

#include "engine/checks.h"
#include "engine/history.h"
#include "engine/judge.h"
#include "engine/params.h"
#include "engine/score.h"
#include "engine/tt.h"
#include "engine/workers.h"

enum {
    STACK_BEFORE = 6, /* plies before the root that continuation history may look at */
    STACK_SIZE = PLY_MAX + STACK_BEFORE + 4,
    KEYS_MAX = 1024, /* of the game's last moves, as far as they can repeat */
    MOVE_POOL = 2 * PLY_MAX * MOVES_MAX,
};

typedef struct ScoredMove {
    int32_t score;
    Move move;
} ScoredMove;

typedef struct Pv {
    int length;
    Move moves[PLY_MAX + 4];
} Pv;

/* One node of the line being searched. */
typedef struct Node {
    Position position;
    Bitboard threats;             /* squares attacked by the other side */
    PieceToHistory *continuation; /* where the move that led on from here points */
    PieceToHistory *correction;   /* the same for corrections */
    CorrectionKeys correction_keys;
    Move move;     /* played from here; MOVE_NONE for none yet */
    Move excluded; /* not to be considered: singular search */
    Move killers[2];
    int eval; /* corrected static evaluation; SCORE_NONE in check */
    int raw_eval;
    int reduction; /* of the move that led here */
    int cutoffs;   /* how often children of this node's parent failed high */
    int double_extensions;
    int move_count;
    int plies_from_null;
    bool in_check, pv_before;
    bool has_correction_keys;
} Node;

typedef struct RootMove {
    Move move;
    int score, average, previous; /* -SCORE_INFINITE while unknown */
    int seldepth;
    Bound bound; /* of the score */
    uint64_t nodes;
    Pv pv;
    bool is_ranked; /* by the tables */
    int tablebase_rank;
} RootMove;

struct Engine;

typedef struct Thread {
    struct Engine *engine;
    int index;
    Worker worker; /* what runs it; the first has none, for it runs in the caller's thread */
    _Atomic uint64_t nodes, tablebase_hits;
    History history;
    Judge judge;
    Node nodes_at[STACK_SIZE]; /* [STACK_BEFORE] is the root */
    Pv pvs[PLY_MAX + 4];
    uint64_t keys[KEYS_MAX + PLY_MAX + 8]; /* of the game, then of the line; keys[key_count + ply] is the node's */
    int key_count;
    int root_depth, completed_depth;
    int seldepth;
    int null_min_ply;
    RootMove *root_moves;
    int root_count, pv_index;
    int best_changes;
    int calls_until_check;
    bool learns;       /* searches of one ply do not: what they learnt would come too late */
    bool history_used; /* since it was cleared */
    ScoredMove *pool_free;
    ScoredMove pool[MOVE_POOL];
} Thread;

static inline uint64_t thread_nodes(const Thread *thread) {
    return atomic_load_explicit(&thread->nodes, memory_order_relaxed);
}

#endif
