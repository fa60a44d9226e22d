/*
 * Principal variation search of a node: prune what cannot matter, try moves best first, reduce the late ones.
 *
 * One call of search_node() is a Visit, passed from step to step.
 */
#include "engine/search.h"

#include "chess/attack.h"
#include "engine/movepick.h"
#include "engine/see.h"
#include "engine/tablebase.h"

enum { TRIED_MAX = 48 };

typedef struct Visit {
    Thread *thread;
    Node *node;
    const VariantRules *rules;
    int ply, alpha, beta, depth;
    bool pv, root, cut, improving;
    bool known;
    TtEntry entry;
    int entry_score;
    bool table_move_tactical, must_capture, only_capture, fears_goal;
    bool overlooked;  /* a level does not see every move */
    bool cut_by_many; /* several moves would fail high: best is the score, nothing to store or learn */
    CheckSquares checks;
    int best, ceiling; /* of the score: tablebases know of no better */
    Move best_move;
    int move_count;
    int limit_quiets; /* late-move pruning */
    Move quiets[TRIED_MAX], tacticals[TRIED_MAX];
    int quiet_count, tactical_count;
} Visit;

static int at_least(int value, int low) {
    return value < low ? low : value;
}
static int at_most(int value, int high) {
    return value > high ? high : value;
}

/* ---- Before any move --------------------------------------------------------------------------------------------- */

/* Game over, draws, the deepest ply, and mates shorter than any that could still be found. */
static bool settled_early(Visit *v, int *score) {
    Node *node = v->node;
    if (search_is_over(&node->position, v->ply, score))
        return true;
    if (search_is_draw(v->thread, node)) {
        *score = search_draw_score(v->thread);
        return true;
    }
    if (node->excluded == MOVE_NONE && search_wins_at_goal(&node->position)) {
        *score = score_mate_in(v->ply + 1);
        return true;
    }
    if (v->ply >= PLY_MAX) {
        search_evaluate(v->thread, node, SCORE_NONE);
        *score = node->in_check ? 0 : node->eval;
        return true;
    }
    v->alpha = at_least(v->alpha, score_mated_in(v->ply));
    v->beta = at_most(v->beta, score_mate_in(v->ply + 1));
    *score = v->alpha;
    return v->alpha >= v->beta;
}

static bool table_settles(Visit *v, int *score) {
    Node *node = v->node;
    v->known = node->excluded == MOVE_NONE && tt_probe(&v->thread->engine->tt, node->position.key, &v->entry);
    if (!v->known) {
        v->entry = (TtEntry){.move = MOVE_NONE, .eval = SCORE_NONE, .depth = -100};
        v->entry_score = SCORE_NONE;
        return false;
    }
    v->entry_score = score_from_table(v->entry.score, v->ply);
    *score = v->entry_score;
    if (v->pv || v->entry.depth < v->depth || node->position.halfmove_clock >= 90)
        return false;
    return (v->entry.bound & (v->entry_score >= v->beta ? BOUND_LOWER : BOUND_UPPER)) != 0;
}

/* Few enough men for the tables, just after a capture or pawn move: they know the result. */
static bool tablebase_settles(Visit *v, int *score) {
    Node *node = v->node;
    const Position *p = &node->position;
    Thread *thread = v->thread;
    int result;
    if (v->root || node->excluded != MOVE_NONE || p->halfmove_clock != 0 || v->depth < thread->engine->probe_depth ||
        popcount(position_occupied(p)) > thread->engine->probe_men || !tablebase_probe(p, &result))
        return false;
    atomic_fetch_add_explicit(&thread->tablebase_hits, 1, memory_order_relaxed);
    *score = result * (SCORE_TABLEBASE - v->ply);
    Bound bound = result > 0 ? BOUND_LOWER : result < 0 ? BOUND_UPPER : BOUND_EXACT;
    if (bound == BOUND_EXACT || (bound == BOUND_LOWER ? *score >= v->beta : *score <= v->alpha)) {
        TtEntry entry = {
            MOVE_NONE, score_to_table(*score, v->ply), SCORE_NONE, at_most(v->depth + 6, PLY_MAX - 1), bound, v->pv};
        tt_store(&thread->engine->tt, p->key, &entry);
        return true;
    }
    if (v->pv && bound == BOUND_LOWER) {
        v->best = *score;
        v->alpha = at_least(v->alpha, *score);
    } else if (v->pv) {
        v->ceiling = *score;
    }
    return false;
}

static void evaluate_node(Visit *v) {
    Node *node = v->node;
    if (node->in_check) {
        node->eval = node->raw_eval = SCORE_NONE;
        v->improving = false;
        return;
    }
    if (node->excluded == MOVE_NONE)
        search_evaluate(v->thread, node, v->known ? v->entry.eval : SCORE_NONE);
    int before = node[-2].eval != SCORE_NONE ? node[-2].eval : node[-4].eval;
    v->improving = v->ply < 2 || before == SCORE_NONE || node->eval > before;
}

/* The evaluation, or what the table knows better. */
static int best_estimate(const Visit *v) {
    int score = v->entry_score;
    if (v->known && !score_is_decided(score) &&
        (v->entry.bound & (score > v->node->eval ? BOUND_LOWER : BOUND_UPPER)) != 0)
        return score;
    return v->node->eval;
}

/* ---- Pruning the whole node -------------------------------------------------------------------------------------- */

static bool has_officers(const Position *p) {
    return (p->by_color[p->side] & ~p->by_type[PAWN] & ~p->by_type[KING]) != 0 ||
           (position_rules(p)->drops && p->pockets[p->side][PAWN] + p->pockets[p->side][KNIGHT] +
                                                p->pockets[p->side][BISHOP] + p->pockets[p->side][ROOK] +
                                                p->pockets[p->side][QUEEN] >
                                            0);
}

/* Passing still fails high: so will some move, where zugzwang is rare. */
static bool null_move_fails_high(Visit *v, int estimate, int *score) {
    Node *node = v->node;
    Thread *thread = v->thread;
    if (v->rules->captures_compulsory || v->rules->horde || node[-1].move == MOVE_NULL || estimate < v->beta ||
        node->eval < v->beta - 20 * v->depth + 180 || score_is_loss(v->beta) || !has_officers(&node->position) ||
        v->ply < thread->null_min_ply)
        return false;
    int reduction =
        PARAM(null_base) + v->depth / PARAM(null_divisor) + at_most((estimate - v->beta) / PARAM(null_eval_divisor), 4);
    search_play(thread, node, MOVE_NULL);
    *score = -search_node(thread, node + 1, -v->beta, -v->beta + 1, v->depth - reduction, !v->cut);
    if (search_stopped(thread) || *score < v->beta)
        return false;
    *score = score_is_win(*score) ? v->beta : *score;
    if (thread->null_min_ply != 0 || v->depth < 14)
        return true;
    /* So deep a cut is checked by a search without passing. */
    thread->null_min_ply = v->ply + 3 * (v->depth - reduction) / 4;
    int verified = search_node(thread, node, v->beta - 1, v->beta, v->depth - reduction, false);
    thread->null_min_ply = 0;
    return verified >= v->beta;
}

/* A capture that beats beta by far in a shallower search will beat it in the full one. */
static bool probcut_succeeds(Visit *v, int *score) {
    Node *node = v->node;
    Thread *thread = v->thread;
    int bound = v->beta + PARAM(probcut_margin) - 50 * v->improving;
    if (v->depth < PARAM(probcut_depth) || score_is_decided(v->beta) || v->must_capture ||
        (v->known && v->entry.depth >= v->depth - 3 && v->entry_score < bound))
        return false;
    MovePicker picker;
    bool succeeded = false;
    move_picker_start_tactical(&picker, thread, node, &v->checks, v->entry.move, bound - node->eval, false);
    for (Move move; !succeeded && (move = move_picker_next(&picker)) != MOVE_NONE;) {
        if (move == node->excluded || !see_reaches(&node->position, move, bound - node->eval))
            continue;
        search_play(thread, node, move);
        *score = -search_quiet(thread, node + 1, -bound, -bound + 1, 0);
        if (*score >= bound && v->depth > 4)
            *score = -search_node(thread, node + 1, -bound, -bound + 1, v->depth - 4, !v->cut);
        if (search_stopped(thread))
            break;
        succeeded = *score >= bound;
        if (succeeded) {
            TtEntry entry = {move,       score_to_table(*score, v->ply), node->raw_eval, v->depth - 3, BOUND_LOWER,
                             v->entry.pv};
            tt_store(&thread->engine->tt, node->position.key, &entry);
        }
    }
    move_picker_end(&picker);
    return succeeded;
}

static bool prune_node(Visit *v, int *score) {
    Node *node = v->node;
    if (v->pv || node->in_check || v->fears_goal || node->excluded != MOVE_NONE)
        return false;
    int estimate = best_estimate(v);
    if (!v->must_capture && v->depth <= PARAM(rfp_depth) && !score_is_decided(estimate) &&
        estimate - PARAM(rfp_margin) * v->depth + PARAM(rfp_improving) * v->improving >= v->beta &&
        !score_is_loss(v->beta)) {
        *score = v->beta + (estimate - v->beta) / 3;
        return true;
    }
    if (!v->must_capture && v->depth <= PARAM(razor_depth) && estimate + PARAM(razor_margin) * v->depth <= v->alpha &&
        !score_is_decided(v->alpha)) {
        *score = search_quiet(v->thread, node, v->alpha, v->alpha + 1, 0);
        if (*score <= v->alpha)
            return true;
    }
    if (v->depth >= 3 && null_move_fails_high(v, estimate, score))
        return true;
    return !search_stopped(v->thread) && probcut_succeeds(v, score);
}

/* ---- Pruning a move ---------------------------------------------------------------------------------------------- */

static int quiet_history(Visit *v, Move move) {
    Node *node = v->node;
    Piece piece = history_piece(&node->position, move);
    Square to = move_to(move);
    return *history_quiet(&v->thread->history, &node->position, node->threats, move) +
           (*node[-1].continuation)[piece][to] + (*node[-2].continuation)[piece][to];
}

static int table_reduction(const Visit *v, bool tactical) {
    int depth = at_most(v->depth, REDUCTION_DEPTHS - 1), count = at_most(v->move_count, REDUCTION_MOVES - 1);
    return v->thread->engine->reductions.of[tactical][depth][count];
}

/* Moves that need not be searched, because shallow searches never find anything in their like. */
static bool prune_move(Visit *v, MovePicker *picker, Move move, bool tactical, bool checks) {
    Node *node = v->node;
    if (v->root || score_is_loss(v->best) || v->must_capture || v->fears_goal || v->best == -SCORE_INFINITE)
        return false;
    int depth = at_least(v->depth - table_reduction(v, tactical) / 1024, 1);
    if (checks && v->rules->checks_counted)
        return false;
    if (tactical) {
        return picker->stage == PICK_BAD_TACTICAL && v->depth <= 8 &&
               !see_reaches(&node->position, move, -PARAM(see_capture_margin) * v->depth);
    }
    if (v->quiet_count >= v->limit_quiets)
        picker->skip_quiets = true;
    int history = quiet_history(v, move);
    if (!checks && depth <= PARAM(history_prune_depth) && history < -PARAM(history_prune_margin) * depth)
        return true;
    if (!node->in_check && !checks && depth <= PARAM(futility_depth) &&
        node->eval + PARAM(futility_base) + PARAM(futility_margin) * depth + history / 128 <= v->alpha) {
        picker->skip_quiets = picker->skip_quiets || !v->rules->drops;
        return true;
    }
    return depth <= 8 && !see_reaches(&node->position, move, -PARAM(see_quiet_margin) * depth * depth);
}

/* ---- Extensions -------------------------------------------------------------------------------------------------- */

/* How many plies the table's move deserves more: one if all others are clearly worse, none or less if they are not. A
 * cut by several moves is told by *score. */
static int singular_extension(Visit *v, Move move, int *score) {
    Node *node = v->node;
    *score = SCORE_NONE;
    if (v->root || v->depth < PARAM(singular_depth) || move != v->entry.move || node->excluded != MOVE_NONE ||
        v->entry.depth < v->depth - 3 || (v->entry.bound & BOUND_LOWER) == 0 || score_is_decided(v->entry_score) ||
        v->ply >= 2 * v->thread->root_depth)
        return 0;
    int bound = v->entry_score - PARAM(singular_margin) * v->depth / 16;
    node->excluded = move;
    int value = search_node(v->thread, node, bound - 1, bound, (v->depth - 1) / 2, v->cut);
    node->excluded = MOVE_NONE;
    if (value < bound) {
        if (v->pv || value >= bound - PARAM(singular_double) || node->double_extensions > 6)
            return 1;
        node->double_extensions++;
        return 2;
    }
    if (bound >= v->beta && !score_is_decided(bound)) {
        *score = bound;
        return 0;
    }
    return v->entry_score >= v->beta ? -2 : v->cut ? -1 : 0;
}

static int extension(Visit *v, Move move, bool checks, int *cut_score) {
    int plies = singular_extension(v, move, cut_score);
    if (plies == 0 && *cut_score == SCORE_NONE && v->ply < 2 * v->thread->root_depth &&
        ((checks && v->rules->checks_counted) || v->only_capture))
        return 1;
    if (plies == 0 && *cut_score == SCORE_NONE && checks && v->pv && v->depth < 10 &&
        see_reaches(&v->node->position, move, 0))
        return 1;
    return plies;
}

/* ---- Searching a move -------------------------------------------------------------------------------------------- */

static int reduction_for(Visit *v, Move move, bool tactical, bool killer) {
    Node *node = v->node;
    int reduction = table_reduction(v, tactical);
    reduction -= 1024 * v->pv;
    reduction += PARAM(lmr_cut) * v->cut;
    reduction += PARAM(lmr_not_improving) * !v->improving;
    reduction -= PARAM(lmr_check) * (node[1].position.checkers != 0);
    reduction -= 500 * (v->entry.pv && v->known);
    reduction += 600 * (v->table_move_tactical && !tactical);
    reduction += 500 * (node[1].cutoffs > 2);
    if (tactical)
        reduction -=
            *history_capture(&v->thread->history, &node->position, move) * 1024 / PARAM(lmr_history_divisor) / 2;
    else
        reduction += at_most(-quiet_history(v, move) * 1024 / PARAM(lmr_history_divisor), PARAM(lmr_bad_history_max)) -
                     1024 * killer;
    return reduction / 1024;
}

static int search_move(Visit *v, Move move, int depth, bool tactical, bool killer) {
    Thread *thread = v->thread;
    Node *next = v->node + 1;
    int score = -SCORE_INFINITE;
    bool full = !v->pv || v->move_count > 1;
    if (v->depth >= 2 && v->move_count > 1 + v->root) {
        int reduction = reduction_for(v, move, tactical, killer);
        int reduced = at_most(at_least(depth - reduction, 1), depth);
        score = -search_node(thread, next, -v->alpha - 1, -v->alpha, reduced, true);
        full = score > v->alpha && reduced < depth;
        if (full) {
            depth += score > v->best + 60;
            depth -= score < v->best + 8 && !v->root;
        }
    }
    if (full)
        score = -search_node(thread, next, -v->alpha - 1, -v->alpha, depth, !v->cut);
    if (v->pv && (v->move_count == 1 || score > v->alpha))
        score = -search_node(thread, next, -v->beta, -v->alpha, at_least(depth, v->root ? 1 : depth), false);
    return score;
}

static void extend_pv(Thread *thread, int ply, Move move) {
    Pv *pv = &thread->pvs[ply];
    const Pv *child = &thread->pvs[ply + 1];
    pv->moves[0] = move;
    pv->length = 1;
    for (int i = 0; i < child->length && pv->length < PLY_MAX; i++)
        pv->moves[pv->length++] = child->moves[i];
}

/* ---- Learning from a cutoff -------------------------------------------------------------------------------------- */

static void nudge_continuations(Node *node, const Position *p, Move move, int bonus) {
    Piece piece = history_piece(p, move);
    Square to = move_to(move);
    history_nudge(&(*node[-1].continuation)[piece][to], bonus);
    history_nudge(&(*node[-2].continuation)[piece][to], bonus);
    history_nudge(&(*node[-4].continuation)[piece][to], bonus / 2);
}

static void nudge_quiet(Visit *v, Move move, int bonus) {
    Node *node = v->node;
    const Position *p = &node->position;
    history_nudge(history_quiet(&v->thread->history, p, node->threats, move), bonus);
    history_nudge(&(*history_pawns(&v->thread->history, p))[history_piece(p, move)][move_to(move)], bonus);
    nudge_continuations(node, p, move, bonus);
}

static void learn_best_move(Visit *v) {
    if (!v->thread->learns)
        return;
    Node *node = v->node;
    const Position *p = &node->position;
    History *history = &v->thread->history;
    Move best = v->best_move;
    int bonus = at_most(PARAM(history_bonus_scale) * v->depth - PARAM(history_bonus_offset), PARAM(history_bonus_max));
    bonus = at_least(bonus, 32);
    if (position_is_capture(p, best) || move_is_promotion(best)) {
        history_nudge(history_capture(history, p, best), bonus);
    } else {
        if (node->killers[0] != best) {
            node->killers[1] = node->killers[0];
            node->killers[0] = best;
        }
        nudge_quiet(v, best, bonus);
        for (int i = 0; i < v->quiet_count; i++)
            if (v->quiets[i] != best)
                nudge_quiet(v, v->quiets[i], -bonus);
    }
    for (int i = 0; i < v->tactical_count; i++)
        if (v->tacticals[i] != best)
            history_nudge(history_capture(history, p, v->tacticals[i]), -bonus);
}

static void learn_correction(Visit *v, Bound bound) {
    Node *node = v->node;
    if (!v->thread->learns || node->in_check || node->excluded != MOVE_NONE || score_is_decided(v->best) ||
        (v->best_move != MOVE_NONE &&
         (position_is_capture(&node->position, v->best_move) || move_is_promotion(v->best_move))) ||
        (bound == BOUND_LOWER && v->best <= node->eval) || (bound == BOUND_UPPER && v->best >= node->eval))
        return;
    if (!node->has_correction_keys) {
        node->correction_keys = correction_keys(&node->position);
        node->has_correction_keys = true;
    }
    correction_learn(&v->thread->history, &node->position, &node->correction_keys, search_correction_slot(node),
                     v->best - node->eval, v->depth);
}

/* ---- The move loop ----------------------------------------------------------------------------------------------- */

/* Among the moves that no earlier line begins with, those that the tables rank as high as the best. */
static RootMove *find_root_move(Thread *thread, Move move) {
    int rank = thread->root_moves[thread->pv_index].tablebase_rank;
    for (int i = thread->pv_index; i < thread->root_count; i++)
        if (thread->root_moves[i].move == move && thread->root_moves[i].tablebase_rank == rank)
            return &thread->root_moves[i];
    return NULL;
}

static void note_root_score(Visit *v, RootMove *root, int score, uint64_t nodes_before) {
    Thread *thread = v->thread;
    root->nodes += thread_nodes(thread) - nodes_before;
    if (v->move_count > 1 && score <= v->alpha) {
        root->score = -SCORE_INFINITE;
        return;
    }
    root->score = score;
    root->average = root->average == -SCORE_INFINITE ? score : (2 * score + root->average) / 3;
    root->bound = score <= v->alpha ? BOUND_UPPER : score >= v->beta ? BOUND_LOWER : BOUND_EXACT;
    root->seldepth = thread->seldepth;
    root->pv.length = 1;
    root->pv.moves[0] = root->move;
    const Pv *child = &thread->pvs[1];
    for (int i = 0; i < child->length && root->pv.length < PLY_MAX; i++)
        root->pv.moves[root->pv.length++] = child->moves[i];
    if (v->move_count > 1 && thread->pv_index == 0)
        thread->best_changes++;
}

static void note_tried(Visit *v, Move move, bool tactical) {
    if (tactical && v->tactical_count < TRIED_MAX)
        v->tacticals[v->tactical_count++] = move;
    else if (!tactical && v->quiet_count < TRIED_MAX)
        v->quiets[v->quiet_count++] = move;
}

/* Returns true when the move makes the node's score known: a failure high, or several moves that would. */
static bool try_move(Visit *v, MovePicker *picker, Move move) {
    Node *node = v->node;
    Thread *thread = v->thread;
    RootMove *root = NULL;
    if (move == node->excluded || (v->root && (root = find_root_move(thread, move)) == NULL))
        return false;
    bool tactical = position_is_capture(&node->position, move) || move_is_promotion(move);
    bool checks = check_squares_hit(&v->checks, &node->position, move);
    bool killer = move == node->killers[0] || move == node->killers[1];
    if (search_overlooks(thread, node, move, checks) && (!v->must_capture || v->move_count > 0)) {
        v->overlooked = true;
        return false;
    }
    v->move_count++;
    if (prune_move(v, picker, move, tactical, checks))
        return false;
    int cut_score, plies = extension(v, move, checks, &cut_score);
    if (search_stopped(thread))
        return true;
    if (cut_score != SCORE_NONE) {
        v->best = cut_score;
        v->best_move = MOVE_NONE;
        v->cut_by_many = true;
        return true;
    }
    uint64_t nodes_before = thread_nodes(thread);
    search_play(thread, node, move);
    int score = search_move(v, move, v->depth - 1 + plies, tactical, killer);
    if (search_stopped(thread))
        return true;
    if (root != NULL)
        note_root_score(v, root, score, nodes_before);
    note_tried(v, move, tactical);
    if (score <= v->best)
        return false;
    v->best = score;
    if (score <= v->alpha)
        return false;
    v->best_move = move;
    if (v->pv)
        extend_pv(thread, v->ply, move);
    if (score >= v->beta) {
        node->cutoffs++;
        return true;
    }
    v->alpha = score;
    if (v->depth > 2 && v->depth < 12 && !score_is_decided(score))
        v->depth--;
    return false;
}

static void try_moves(Visit *v) {
    MovePicker picker;
    move_picker_start(&picker, v->thread, v->node, &v->checks, v->entry.move);
    for (Move move; (move = move_picker_next(&picker)) != MOVE_NONE;)
        if (try_move(v, &picker, move))
            break;
    move_picker_end(&picker);
}

static void remember(const Visit *v, Bound bound) {
    if (v->node->excluded != MOVE_NONE || (v->root && v->thread->pv_index > 0))
        return;
    TtEntry entry = {.move = v->best_move,
                     .score = score_to_table(v->best, v->ply),
                     .eval = v->node->raw_eval,
                     .depth = v->depth,
                     .bound = bound,
                     .pv = v->pv || (v->known && v->entry.pv)};
    tt_store(&v->thread->engine->tt, v->node->position.key, &entry);
}

static int limit_quiets(const Visit *v) {
    if (v->depth > PARAM(lmp_depth) || v->root)
        return TRIED_MAX * 100;
    int limit = (PARAM(lmp_base) + v->depth * v->depth) / (2 - v->improving);
    return v->rules->drops || v->rules->horde ? 2 * limit : limit;
}

static int search_moves(Visit *v) {
    Node *node = v->node;
    int old_alpha = v->alpha, old_depth = v->depth;
    v->table_move_tactical = v->entry.move != MOVE_NONE &&
                             (position_is_capture(&node->position, v->entry.move) || move_is_promotion(v->entry.move));
    v->limit_quiets = limit_quiets(v);
    node[1].killers[0] = node[1].killers[1] = MOVE_NONE;
    node[1].cutoffs = 0;
    try_moves(v);
    if (search_stopped(v->thread))
        return 0;
    if (v->cut_by_many)
        return v->best;
    if (v->move_count == 0)
        return v->overlooked                 ? node->eval
               : node->excluded != MOVE_NONE ? v->alpha
                                             : search_no_moves_score(&node->position, v->ply);
    v->depth = old_depth;
    v->best = at_most(v->best, v->ceiling);
    Bound bound = v->best >= v->beta ? BOUND_LOWER : v->best > old_alpha && v->pv ? BOUND_EXACT : BOUND_UPPER;
    if (v->best_move != MOVE_NONE)
        learn_best_move(v);
    remember(v, bound);
    learn_correction(v, bound);
    return v->best;
}

int search_node(Thread *thread, Node *node, int alpha, int beta, int depth, bool cut_node) {
    bool fears_goal = search_fears_goal(&node->position);
    if (depth <= 0 && fears_goal && node_ply(thread, node) < 2 * thread->root_depth)
        depth = 1;
    if (depth <= 0)
        return search_quiet(thread, node, alpha, beta, 0);
    Visit v = {.thread = thread,
               .node = node,
               .rules = position_rules(&node->position),
               .ply = node_ply(thread, node),
               .alpha = alpha,
               .beta = beta,
               .depth = depth,
               .pv = beta - alpha > 1,
               .cut = cut_node,
               .fears_goal = fears_goal,
               .best = -SCORE_INFINITE,
               .ceiling = SCORE_INFINITE};
    int score;
    v.root = v.ply == 0;
    if (v.ply > thread->seldepth)
        thread->seldepth = v.ply;
    thread->pvs[v.ply].length = 0;
    search_check_limits(thread);
    if (search_stopped(thread))
        return 0;
    if (!v.root && settled_early(&v, &score))
        return score;
    if (table_settles(&v, &score) && !v.root)
        return score;
    if (v.thread->engine->probe_men > 0 && tablebase_settles(&v, &score))
        return score;
    search_find_threats(node);
    check_squares_find(&v.checks, &node->position);
    v.must_capture = search_must_capture(&node->position);
    v.only_capture = v.must_capture && search_has_one_capture(&node->position);
    evaluate_node(&v);
    if (!v.root && prune_node(&v, &score))
        return score;
    if (search_stopped(thread))
        return 0;
    if (v.depth >= PARAM(iir_depth) && v.entry.move == MOVE_NONE && (v.pv || v.cut) && node->excluded == MOVE_NONE)
        v.depth--;
    return search_moves(&v);
}
