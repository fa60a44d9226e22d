/*
 * What the files about boards share among themselves; see core.h for the layout of a board and for settling.
 */
#ifndef ROOKERY_PYTHON_BOARD_H
#define ROOKERY_PYTHON_BOARD_H

#include "core.h"

/* ---- board.c: life ---- */
/* Makes board->loose from the position, if there is none yet. */
bool board_loosen(BoardObject *board);
void position_from_bitboards(Position *position, const Bitboard by_type[7], const Bitboard by_color[2],
                             Bitboard promoted);
/* Drops the history, keeping the present position. */
void board_forget(BoardObject *board);
/* Replaces everything but the chess960 mode by a position without history. */
void board_reset_to(BoardObject *board, const Position *position);
bool board_set_start(BoardObject *board);
void board_set_chess960(BoardObject *board, bool chess960);
bool board_set_empty(BoardObject *board);
PyObject *board_copy_plies(PyObject *self, size_t plies);
/* The variant of a class of boards; whether it is one of our own. */
Variant variant_of_type(PyTypeObject *type, bool *sealed);

/* ---- hooks.c: subclasses that replace methods ---- */
/* Methods that others are built on. Where one of them is replaced, those others leave the fast path and do what they
 * do in Python (rookery/chess/_template.py), calling the replacement. */
enum {
    HOOK_GENERATE_LEGAL = 1 << 0,  /* generate_legal_moves */
    HOOK_GENERATE_PSEUDO = 1 << 1, /* generate_pseudo_legal_moves */
    HOOK_SAFETY = 1 << 2,          /* what decides which pseudo-legal moves are legal */
    HOOK_LEGAL = 1 << 3,           /* is_legal, is_pseudo_legal */
    HOOK_OTHER = 1 << 4,
    HOOKS_OF_LISTS = HOOK_GENERATE_LEGAL | HOOK_GENERATE_PSEUDO | HOOK_SAFETY | HOOK_LEGAL
};
bool hooks_init(void);
/* HOOK_* of a class that derives from one of ours. */
bool hooks_find(PyTypeObject *type, Variant variant, uint32_t *hooks);
/* Calls the function of this name in rookery.chess._template. */
PyObject *template_call(const char *name, PyObject *self, PyObject *argument);

/* ---- moves.c: lists and iterators of moves ---- */
PyObject *move_generator_make(PyTypeObject *type, PyObject *board);

/* ---- board_state.c: pickles ---- */
PyObject *board_state_to_py(BoardObject *board);
bool board_state_from_py(BoardObject *board, PyObject *state);

/* ---- board_text.c: FEN as Python text; they replace position and history ---- */
bool board_set_fen_text(BoardObject *board, PyObject *text);
bool board_set_board_fen_text(BoardObject *board, PyObject *text);

/* ---- board_stack.c: the move stack ---- */
/* Makes the list move_stack as long as the game: cuts it, or adds the moves that are missing. */
void stack_publish(BoardObject *board);
void stack_clear(BoardObject *board);
/* A copy's list of moves has the same objects. */
void stack_share(BoardObject *copy, const BoardObject *board);

/* ---- extras.c: pockets and remaining checks ---- */
/* What the caller wrote into the list that was given out goes into the position. */
bool extra_take(BoardObject *board);
/* And back, after a move. */
void extra_give(BoardObject *board);
extern PyGetSetDef pocket_attributes[], checks_attributes[];

/* ---- Tables that board_types.c puts into the types ---- */
extern PyMethodDef base_board_life_methods[], board_life_methods[], piece_placement_methods[], board_move_methods[],
    board_play_methods[], board_query_methods[], board_end_methods[], board_text_methods[], board_rare_methods[],
    base_board_rare_methods[], board_fen_methods[], crazyhouse_methods[], arena_methods[];
extern PyGetSetDef board_attributes[], arena_attributes[];
extern PyMemberDef base_board_members[], board_members[];
int board_set_attribute(PyObject *self, PyObject *name, PyObject *value);
bool board_attributes_init(void);

PyObject *board_str_slot(PyObject *self);
PyObject *board_repr_slot(PyObject *self);
extern initproc board_init_slot, base_board_init_slot;
extern newfunc board_new_slot;
extern destructor board_dealloc_slot;
extern traverseproc board_traverse_slot;
extern inquiry board_clear_slot;
extern richcmpfunc board_compare_slot;

#endif
