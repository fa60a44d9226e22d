/* The search's shared helpers, and the search of captures at the horizon. */
#include "chess/attack.h"
#include "chess/movegen.h"
#include "chess/zobrist.h"
#include "engine/movepick.h"
#include "engine/search.h"
#include "engine/see.h"

enum { REPETITION_WINDOW_DROPS = 80 };

/* The key after the move, as far as can be told at once: right for most moves, and only used to warm the cache. */
static uint64_t probable_key(const Position *p, Move move) {
    if (move == MOVE_NULL || move_is_drop(move))
        return p->key ^ zobrist_white_to_move;
    Square from = move_from(move), to = move_to(move);
    Piece piece = p->board[from];
    uint64_t key = p->key ^ zobrist_white_to_move ^ zobrist_pieces[piece][from] ^ zobrist_pieces[piece][to];
    return p->board[to] == NO_PIECE ? key : key ^ zobrist_pieces[p->board[to]][to];
}

void search_play(Thread *thread, Node *node, Move move) {
    Node *next = node + 1;
    const Position *p = &node->position;
    History *history = &thread->history;
    Piece piece = move == MOVE_NULL ? NO_PIECE : history_piece(p, move);
    Square to = move == MOVE_NULL ? 0 : move_to(move);
    node->move = move;
    node->continuation = &history->continuation[piece][to];
    node->correction = &history->correction_continuation[piece][to];
    tt_prefetch(&thread->engine->tt, probable_key(p, move));
    position_play(p, move, &next->position);
    thread->keys[thread->key_count + node_ply(thread, next)] = next->position.key;
    next->plies_from_null = move == MOVE_NULL ? 0 : node->plies_from_null + 1;
    next->in_check = next->position.checkers != 0;
    next->has_correction_keys = false;
    next->double_extensions = node->double_extensions;
    atomic_store_explicit(&thread->nodes, thread_nodes(thread) + 1, memory_order_relaxed);
}

bool search_is_draw(const Thread *thread, const Node *node) {
    const Position *p = &node->position;
    if (p->halfmove_clock >= 100 && position_is_halfmoves(p, 100))
        return true;
    int ply = node_ply(thread, node), index = thread->key_count + ply;
    int horizon = position_rules(p)->drops ? REPETITION_WINDOW_DROPS : (int)p->halfmove_clock;
    if (horizon > node->plies_from_null)
        horizon = node->plies_from_null;
    if (horizon > index)
        horizon = index;
    int earlier = 0;
    for (int back = 4; back <= horizon; back += 2)
        if (thread->keys[index - back] == p->key && (back < ply || ++earlier == 2))
            return true;
    return false;
}

bool search_is_over(const Position *position, int ply, int *score) {
    const VariantRules *rules = position_rules(position);
    Color us = position->side;
    if (!rules->own_end)
        return false;
    if (rules->captures_compulsory) {
        if (position->by_color[us] != 0 && position->by_color[!us] != 0)
            return false;
        *score = position->by_color[us] == 0 ? score_mate_in(ply) : score_mated_in(ply);
        return true;
    }
    if (!position_is_variant_end(position))
        return false;
    Outcome outcome = position_variant_outcome(position);
    *score = outcome.winner == us ? score_mate_in(ply) : outcome.winner == !us ? score_mated_in(ply) : 0;
    return true;
}

static Bitboard goal_steps(const Position *p, Color us) {
    Bitboard king = position_pieces(p, us, KING);
    return king == 0 ? 0 : king_attack_table[lsb(king)] & position_rules(p)->goal & ~p->by_color[us];
}

bool search_wins_at_goal(const Position *position) {
    const VariantRules *rules = position_rules(position);
    if (rules->goal == 0 || (rules->goal_last_word && position->side == WHITE))
        return false;
    for (Bitboard steps = goal_steps(position, position->side); steps != 0;)
        if (position_is_legal(position, move_make(lsb(position_pieces(position, position->side, KING)), pop_lsb(&steps),
                                                  MOVE_NORMAL)))
            return true;
    return false;
}

bool search_fears_goal(const Position *position) {
    const VariantRules *rules = position_rules(position);
    if (rules->goal == 0 || rules->goal_last_word) /* in a race nearly every node would fear it */
        return false;
    Color them = !position->side;
    for (Bitboard steps = goal_steps(position, them); steps != 0;)
        if (position_attackers(position, position->side, pop_lsb(&steps),
                               position_occupied(position) & ~position_pieces(position, them, KING)) == 0)
            return true;
    return false;
}

int search_no_moves_score(const Position *position, int ply) {
    const VariantRules *rules = position_rules(position);
    if (position->checkers != 0)
        return score_mated_in(ply);
    if (!rules->captures_compulsory)
        return 0;
    if (rules->stalemate == STALEMATE_WINS)
        return score_mate_in(ply);
    int balance = popcount(position->by_color[position->side]) - popcount(position->by_color[!position->side]);
    return balance < 0 ? score_mate_in(ply) : balance > 0 ? score_mated_in(ply) : 0;
}

bool search_must_capture(const Position *position) {
    if (!position_rules(position)->captures_compulsory)
        return false;
    Color us = position->side;
    if (position->ep != NO_SQUARE && ep_capturers(position) != 0)
        return true;
    Bitboard occupied = position_occupied(position), theirs = position->by_color[!us];
    for (Bitboard men = position->by_color[us]; men != 0;) {
        Square square = pop_lsb(&men);
        if (piece_attacks(piece_type(position->board[square]), us, square, occupied) & theirs)
            return true;
    }
    return false;
}

bool search_has_one_capture(const Position *position) {
    Move moves[MOVES_MAX]; /* all legal: where captures are compulsory a king may be left to be taken */
    return generate_tactical(position, moves) - moves == 1;
}

void search_find_threats(Node *node) {
    const Position *p = &node->position;
    Color them = !p->side;
    Bitboard occupied = position_occupied(p);
    Bitboard threats = pawn_span(them, position_pieces(p, them, PAWN));
    for (Bitboard men = position_pieces(p, them, KNIGHT); men != 0;)
        threats |= knight_attack_table[pop_lsb(&men)];
    for (Bitboard men = diagonal_sliders(p, them); men != 0;)
        threats |= bishop_attacks(pop_lsb(&men), occupied);
    for (Bitboard men = straight_sliders(p, them); men != 0;)
        threats |= rook_attacks(pop_lsb(&men), occupied);
    for (Bitboard men = position_pieces(p, them, KING); men != 0;)
        threats |= king_attack_table[pop_lsb(&men)];
    node->threats = threats;
}

void search_evaluate(Thread *thread, Node *node, int known_raw) {
    const Position *p = &node->position;
    const Level *level = &thread->engine->level;
    if (!level->active && !node->has_correction_keys) {
        node->correction_keys = correction_keys(p);
        node->has_correction_keys = true;
        correction_prefetch(&thread->history, p, &node->correction_keys, search_correction_slot(node));
    }
    node->raw_eval = known_raw != SCORE_NONE ? known_raw : judge_position(&thread->judge, p, node_ply(thread, node));
    if (level->active) {
        if (known_raw == SCORE_NONE)
            node->raw_eval = level_misjudge(level, p, node->raw_eval);
        node->eval = node->raw_eval;
        return;
    }
    int score = node->raw_eval;
    if (!position_rules(p)->drops)
        score = score * (220 - (int)(p->halfmove_clock > 100 ? 100 : p->halfmove_clock)) / 220;
    score += correction_value(&thread->history, p, &node->correction_keys, search_correction_slot(node));
    node->eval = score_clamp(score, -SCORE_EVAL_MAX, SCORE_EVAL_MAX);
}

/* ---- The search -------------------------------------------------------------------------------------------------- */

typedef struct Quiet {
    Thread *thread;
    Node *node;
    int ply, alpha, beta, best, futility;
    bool pv, all_moves; /* all_moves: in check or forced to capture, so that standing pat is no choice */
    bool known;
    TtEntry entry;
    Move best_move;
    int move_count;
} Quiet;

/* Whether the node's score is known without looking at moves. */
static bool settled_early(Quiet *q, int *score) {
    const Position *p = &q->node->position;
    if (search_is_over(p, q->ply, score))
        return true;
    if (search_is_draw(q->thread, q->node)) {
        *score = search_draw_score(q->thread);
        return true;
    }
    if (search_wins_at_goal(p)) {
        *score = score_mate_in(q->ply + 1);
        return true;
    }
    if (q->ply < PLY_MAX)
        return false;
    if (q->node->in_check)
        *score = 0;
    else {
        search_evaluate(q->thread, q->node, SCORE_NONE);
        *score = q->node->eval;
    }
    return true;
}

static bool table_settles(Quiet *q, int *score) {
    q->known = tt_probe(&q->thread->engine->tt, q->node->position.key, &q->entry);
    if (!q->known)
        return false;
    *score = score_from_table(q->entry.score, q->ply);
    if (q->pv || q->entry.bound == BOUND_NONE)
        return false;
    return (q->entry.bound & (*score >= q->beta ? BOUND_LOWER : BOUND_UPPER)) != 0;
}

/* The choice of not capturing anything. */
static void stand_pat(Quiet *q) {
    Node *node = q->node;
    search_evaluate(q->thread, node, q->known ? q->entry.eval : SCORE_NONE);
    q->best = node->eval;
    if (q->known && q->entry.bound != BOUND_NONE) {
        int score = score_from_table(q->entry.score, q->ply);
        if (!score_is_decided(score) && (q->entry.bound & (score > q->best ? BOUND_LOWER : BOUND_UPPER)) != 0)
            q->best = score;
    }
    q->futility = q->best + PARAM(qs_futility);
    if (q->best > q->alpha)
        q->alpha = q->best;
}

static bool is_hopeless(Quiet *q, Move move, const CheckSquares *checks) {
    const Position *p = &q->node->position;
    if (score_is_loss(q->best))
        return false;
    if (q->node->in_check) /* one quiet answer to the check is enough */
        return q->move_count > 2 && !position_is_capture(p, move) && !move_is_promotion(move);
    if (q->all_moves || check_squares_hit(checks, p, move) || move_is_promotion(move))
        return false;
    if (position_rules(p)->explosions || position_rules(p)->captures_compulsory) /* a gain is not what it captures */
        return false;
    int reach = q->futility + see_first_gain(p, move);
    if (reach <= q->alpha) {
        q->best = reach > q->best ? reach : q->best;
        return true;
    }
    if (q->futility <= q->alpha && !see_reaches(p, move, 1)) {
        q->best = q->futility > q->best ? q->futility : q->best;
        return true;
    }
    return false;
}

static void start_picker(Quiet *q, MovePicker *picker, const CheckSquares *checks, int ply_below) {
    Move table_move = q->known ? q->entry.move : MOVE_NONE;
    if (q->all_moves) {
        search_find_threats(q->node);
        move_picker_start(picker, q->thread, q->node, checks, table_move);
        picker->killers[0] = picker->killers[1] = MOVE_NONE;
        return;
    }
    int last_checks = position_rules(&q->node->position)->checks_counted ? -3 : 0;
    bool checks_too = ply_below >= last_checks && checks->king != NO_SQUARE;
    if (checks_too)
        search_find_threats(q->node);
    move_picker_start_tactical(picker, q->thread, q->node, checks, table_move, 0, checks_too);
}

/* Returns true when a move fails high. */
static bool try_moves(Quiet *q, MovePicker *picker, const CheckSquares *checks, int ply_below) {
    Node *node = q->node;
    for (Move move; (move = move_picker_next(picker)) != MOVE_NONE;) {
        if (q->thread->engine->level.active && q->best != -SCORE_INFINITE &&
            search_overlooks(q->thread, node, move, check_squares_hit(checks, &node->position, move)))
            continue;
        q->move_count++;
        if (is_hopeless(q, move, checks))
            continue;
        if (!q->all_moves && picker->stage == PICK_QUIET && !position_rules(&node->position)->checks_counted &&
            !see_reaches(&node->position, move, 0))
            continue;
        search_play(q->thread, node, move);
        int score = -search_quiet(q->thread, node + 1, -q->beta, -q->alpha, ply_below - 1);
        if (search_stopped(q->thread))
            return true;
        if (score <= q->best)
            continue;
        q->best = score;
        if (score <= q->alpha)
            continue;
        q->best_move = move;
        q->alpha = score;
        if (score >= q->beta)
            return true;
    }
    return false;
}

static void remember(const Quiet *q, int old_alpha) {
    Bound bound = q->best >= q->beta ? BOUND_LOWER : q->pv && q->best > old_alpha ? BOUND_EXACT : BOUND_UPPER;
    TtEntry entry = {.move = q->best_move,
                     .score = score_to_table(q->best, q->ply),
                     .eval = q->node->in_check || q->all_moves ? SCORE_NONE : q->node->raw_eval,
                     .depth = 0,
                     .bound = bound,
                     .pv = q->known && q->entry.pv};
    tt_store(&q->thread->engine->tt, q->node->position.key, &entry);
}

int search_quiet(Thread *thread, Node *node, int alpha, int beta, int ply_below) {
    Quiet q = {.thread = thread, .node = node, .ply = node_ply(thread, node), .alpha = alpha, .beta = beta};
    int score;
    q.pv = beta - alpha > 1;
    q.best = -SCORE_INFINITE;
    if (q.ply > thread->seldepth)
        thread->seldepth = q.ply;
    thread->pvs[q.ply].length = 0;
    search_check_limits(thread);
    if (search_stopped(thread))
        return 0;
    if (settled_early(&q, &score) || table_settles(&q, &score))
        return score;
    /* Forced captures on both sides go on for long and branch: deeper down they are a choice as elsewhere. */
    q.all_moves = node->in_check || (ply_below > -PARAM(qs_forced_plies) && search_must_capture(&node->position));
    if (!q.all_moves) {
        stand_pat(&q);
        if (q.best >= beta) {
            if (!q.known)
                remember(&q, alpha);
            return q.best;
        }
    }
    CheckSquares checks;
    check_squares_find(&checks, &node->position);
    MovePicker picker;
    start_picker(&q, &picker, &checks, ply_below);
    try_moves(&q, &picker, &checks, ply_below);
    move_picker_end(&picker);
    if (search_stopped(thread))
        return 0;
    if (q.all_moves && q.move_count == 0)
        return search_no_moves_score(&node->position, q.ply);
    remember(&q, alpha);
    return q.best;
}
