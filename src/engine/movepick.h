/*
 * Moves of a node, the most promising first, generated only as far as they are asked for.
 *
 * Order: the table's move, captures that do not lose material, killers, quiet moves by history, losing captures.
 * Every move handed out is legal.
 */
#ifndef ROOKERY_ENGINE_MOVEPICK_H
#define ROOKERY_ENGINE_MOVEPICK_H

#include "engine/thread.h"

typedef enum PickStage {
    PICK_TABLE_MOVE,
    PICK_GENERATE_TACTICAL,
    PICK_GOOD_TACTICAL,
    PICK_KILLER_1,
    PICK_KILLER_2,
    PICK_GENERATE_QUIET,
    PICK_QUIET,
    PICK_BAD_TACTICAL,
    PICK_END
} PickStage;

typedef struct MovePicker {
    Thread *thread;
    Node *node;
    const CheckSquares *checks;
    Move table_move, killers[2];
    PickStage stage;
    int see_threshold;  /* captures below it come last, or not at all */
    bool tactical_only; /* no quiet moves, no losing captures */
    bool checks_too;    /* with tactical_only: quiet moves that check */
    bool skip_quiets;   /* may be set at any time */
    bool filter;        /* generated moves may be illegal */
    ScoredMove *begin, *current, *end, *bad_end;
} MovePicker;

/* All moves. A node must end every picker with move_picker_end(), the latest first. */
void move_picker_start(MovePicker *picker, Thread *thread, Node *node, const CheckSquares *checks, Move table_move);
/* Only captures and promotions that reach the SEE threshold; with checks_too also quiet checks. */
void move_picker_start_tactical(MovePicker *picker, Thread *thread, Node *node, const CheckSquares *checks,
                                Move table_move, int see_threshold, bool checks_too);
/* MOVE_NONE when there are no more. */
Move move_picker_next(MovePicker *picker);
static inline void move_picker_end(MovePicker *picker) {
    picker->thread->pool_free = picker->begin;
}

#endif
