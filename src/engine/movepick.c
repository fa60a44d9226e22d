#include "engine/movepick.h"

#include "chess/legality.h"
#include "chess/movegen.h"
#include "engine/see.h"

static bool is_tactical(const Position *p, Move move) {
    return move_is_promotion(move) || position_is_capture(p, move);
}

static bool is_playable(const Position *p, Move move) {
    return move != MOVE_NONE && position_is_pseudo_legal(p, move) && pseudo_legal_is_legal(p, move);
}

static void start(MovePicker *picker, Thread *thread, Node *node, const CheckSquares *checks, Move table_move) {
    *picker = (MovePicker){
        .thread = thread,
        .node = node,
        .checks = checks,
        .table_move = is_playable(&node->position, table_move) ? table_move : MOVE_NONE,
        .filter = generated_need_filter(position_rules(&node->position)),
        .begin = thread->pool_free,
    };
    picker->stage = picker->table_move == MOVE_NONE ? PICK_GENERATE_TACTICAL : PICK_TABLE_MOVE;
    picker->current = picker->end = picker->bad_end = picker->begin;
}

void move_picker_start(MovePicker *picker, Thread *thread, Node *node, const CheckSquares *checks, Move table_move) {
    start(picker, thread, node, checks, table_move);
    picker->killers[0] = node->killers[0];
    picker->killers[1] = node->killers[1];
}

void move_picker_start_tactical(MovePicker *picker, Thread *thread, Node *node, const CheckSquares *checks,
                                Move table_move, int see_threshold, bool checks_too) {
    start(picker, thread, node, checks, table_move);
    picker->tactical_only = true;
    picker->checks_too = checks_too;
    picker->see_threshold = see_threshold;
    if (picker->table_move != MOVE_NONE && !is_tactical(&node->position, table_move) && !checks_too) {
        picker->table_move = MOVE_NONE;
        picker->stage = PICK_GENERATE_TACTICAL;
    }
}

/* ---- Scores ---------------------------------------------------------------------------------------------------- */

static int score_tactical(MovePicker *picker, Move move) {
    const Position *p = &picker->node->position;
    int score = 16 * see_first_gain(p, move);
    if (position_is_capture(p, move))
        score += *history_capture(&picker->thread->history, p, move);
    return score;
}

static int score_quiet(MovePicker *picker, Move move, PieceToHistory *pawns) {
    const Node *node = picker->node;
    const Position *p = &node->position;
    Piece piece = history_piece(p, move);
    Square to = move_to(move);
    int score = 2 * *history_quiet(&picker->thread->history, p, node->threats, move) + (*pawns)[piece][to];
    score += 2 * (*node[-1].continuation)[piece][to] + (*node[-2].continuation)[piece][to] +
             (*node[-4].continuation)[piece][to];
    if (check_squares_hit(picker->checks, p, move))
        score += 8000;
    return score;
}

static void sort_into(ScoredMove *begin, ScoredMove *end) {
    for (ScoredMove *next = begin + 1; next < end; next++) {
        ScoredMove moved = *next;
        ScoredMove *hole = next;
        for (; hole > begin && hole[-1].score < moved.score; hole--)
            *hole = hole[-1];
        *hole = moved;
    }
}

/* Brings the best of the rest to `current` and steps over it. */
static Move take_best(MovePicker *picker) {
    ScoredMove *best = picker->current;
    for (ScoredMove *move = best + 1; move < picker->end; move++)
        if (move->score > best->score)
            best = move;
    ScoredMove taken = *best;
    *best = *picker->current;
    *picker->current++ = taken;
    return taken.move;
}

/* ---- Stages ---------------------------------------------------------------------------------------------------- */

static void generate_tactical_moves(MovePicker *picker) {
    Move moves[MOVES_MAX];
    Move *end = generate_tactical(&picker->node->position, moves);
    for (Move *move = moves; move < end; move++)
        if (*move != picker->table_move)
            *picker->end++ = (ScoredMove){score_tactical(picker, *move), *move};
    picker->thread->pool_free = picker->end;
}

static void generate_quiet_moves(MovePicker *picker) {
    Move moves[MOVES_MAX];
    const Position *p = &picker->node->position;
    Move *end = picker->tactical_only ? generate_quiet_checks(picker->checks, p, moves) : generate_quiet(p, moves);
    PieceToHistory *pawns = history_pawns(&picker->thread->history, p);
    picker->current = picker->end = picker->bad_end;
    for (Move *move = moves; move < end; move++) {
        if (*move == picker->table_move || *move == picker->killers[0] || *move == picker->killers[1])
            continue;
        *picker->end++ = (ScoredMove){score_quiet(picker, *move, pawns), *move};
    }
    picker->thread->pool_free = picker->end;
}

static bool is_legal(const MovePicker *picker, Move move) {
    return !picker->filter || pseudo_legal_is_legal(&picker->node->position, move);
}

/* The next capture that reaches the threshold; the others are put aside at the beginning of the list. */
static Move next_good_tactical(MovePicker *picker) {
    while (picker->current < picker->end) {
        Move move = take_best(picker);
        int threshold = picker->tactical_only ? picker->see_threshold : -picker->current[-1].score / 32;
        if (!see_reaches(&picker->node->position, move, threshold)) {
            *picker->bad_end++ = picker->current[-1];
            continue;
        }
        if (is_legal(picker, move))
            return move;
    }
    return MOVE_NONE;
}

static Move next_killer(MovePicker *picker, int index) {
    Move move = picker->killers[index];
    const Position *p = &picker->node->position;
    if (picker->skip_quiets || move == picker->table_move || !is_playable(p, move) || is_tactical(p, move)) {
        picker->killers[index] = MOVE_NONE;
        return MOVE_NONE;
    }
    return move;
}

static Move next_quiet(MovePicker *picker) {
    while (picker->current < picker->end && !picker->skip_quiets) {
        Move move = take_best(picker);
        if (is_legal(picker, move))
            return move;
    }
    return MOVE_NONE;
}

static Move next_bad_tactical(MovePicker *picker) {
    while (picker->current < picker->bad_end) {
        Move move = picker->current++->move;
        if (is_legal(picker, move))
            return move;
    }
    return MOVE_NONE;
}

static PickStage stage_after_tactical(const MovePicker *picker) {
    if (!picker->tactical_only)
        return PICK_KILLER_1;
    return picker->checks_too ? PICK_GENERATE_QUIET : PICK_END;
}

Move move_picker_next(MovePicker *picker) {
    Move move = MOVE_NONE;
    for (;;) {
        switch (picker->stage) {
        case PICK_TABLE_MOVE:
            picker->stage = PICK_GENERATE_TACTICAL;
            return picker->table_move;
        case PICK_GENERATE_TACTICAL:
            generate_tactical_moves(picker);
            picker->stage = PICK_GOOD_TACTICAL;
            break;
        case PICK_GOOD_TACTICAL:
            if ((move = next_good_tactical(picker)) != MOVE_NONE)
                return move;
            picker->stage = stage_after_tactical(picker);
            break;
        case PICK_KILLER_1:
            picker->stage = PICK_KILLER_2;
            if ((move = next_killer(picker, 0)) != MOVE_NONE)
                return move;
            break;
        case PICK_KILLER_2:
            picker->stage = PICK_GENERATE_QUIET;
            if ((move = next_killer(picker, 1)) != MOVE_NONE)
                return move;
            break;
        case PICK_GENERATE_QUIET:
            if (!picker->skip_quiets)
                generate_quiet_moves(picker);
            picker->stage = PICK_QUIET;
            break;
        case PICK_QUIET:
            if ((move = next_quiet(picker)) != MOVE_NONE)
                return move;
            picker->stage = picker->tactical_only ? PICK_END : PICK_BAD_TACTICAL;
            picker->current = picker->begin;
            sort_into(picker->begin, picker->bad_end);
            break;
        case PICK_BAD_TACTICAL:
            if ((move = next_bad_tactical(picker)) != MOVE_NONE)
                return move;
            picker->stage = PICK_END;
            break;
        case PICK_END:
            return MOVE_NONE;
        }
    }
}
