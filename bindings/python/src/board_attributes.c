/* Attributes of boards: where the men stand, whose turn it is, rights and counters. All may be assigned. */
#include "board.h"

#include <stddef.h>
#include <string.h>

static int refuse_delete(PyObject *value) {
    if (value != NULL)
        return 0;
    PyErr_SetString(PyExc_AttributeError, "attributes of a board cannot be deleted");
    return -1;
}

/* Programs read the same bitboards over and over: the integer made last is kept. */
static inline PyObject *cached_int(BoardObject *board, int slot, Bitboard value) {
    PyObject *cached = board->int_cache[slot];
    if (LIKELY(cached != NULL && board->int_value[slot] == value))
        return new_ref(cached);
    PyObject *made = bitboard_to_py(value);
    if (made == NULL)
        return NULL;
    board->int_value[slot] = value;
    board->int_cache[slot] = new_ref(made);
    Py_XDECREF(cached);
    return made;
}

/* ---- Men ------------------------------------------------------------------------------------------------ */

static PyObject *get_type(PyObject *self, void *closure) {
    BoardObject *board = (BoardObject *)self;
    int type = (int)(intptr_t)closure;
    if (UNLIKELY(board->loose != NULL))
        return cached_int(board, type, board->loose->by_type[type]);
    return cached_int(board, type, board_position(board)->by_type[type]);
}

static int set_type(PyObject *self, PyObject *value, void *closure) {
    BoardObject *board = (BoardObject *)self;
    Bitboard set;
    if (refuse_delete(value) || !board_settle(board) || !bitboard_from_py(value, &set) || !board_loosen(board))
        return -1;
    board->loose->by_type[(int)(intptr_t)closure] = set;
    board->watch |= WATCH_LOOSE;
    return 0;
}

static PyObject *get_occupied(PyObject *self, void *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    Bitboard occupied = board->loose != NULL ? board->loose->occupied : position_occupied(board_position(board));
    return cached_int(board, INT_OCCUPIED, occupied);
}

/* The occupied squares follow from the two sides; what is assigned here is only read back. */
static int set_occupied(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    Bitboard set;
    if (refuse_delete(value) || !board_settle(board) || !bitboard_from_py(value, &set) || !board_loosen(board))
        return -1;
    board->loose->occupied = set;
    board->watch |= WATCH_LOOSE;
    return 0;
}

static PyObject *get_promoted(PyObject *self, void *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    return cached_int(board, INT_PROMOTED,
                      board->loose != NULL ? board->loose->promoted : board_position(board)->promoted);
}

static int set_promoted(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    Bitboard set;
    if (refuse_delete(value) || !board_settle(board) || !bitboard_from_py(value, &set) || !board_loosen(board))
        return -1;
    board->loose->promoted = set;
    board->watch |= WATCH_LOOSE;
    return 0;
}

static PyObject *get_sides(PyObject *self, void *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    if (UNLIKELY(board->sides == NULL)) {
        board->sides = PyList_New(2);
        if (board->sides == NULL)
            return NULL;
        for (int color = 0; color < 2; color++)
            PyList_SetItem(board->sides, color, int_to_py(0));
        board->given = true;
    } else if (!board_settle(board)) {
        return NULL;
    }
    board->watch |= WATCH_SIDES;
    return sides_give(board) ? new_ref(board->sides) : NULL;
}

static int set_sides(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    PyObject *sides = get_sides(self, NULL);
    if (refuse_delete(value) || sides == NULL)
        return -1;
    int done = PySequence_Size(value) == 2 ? 0 : -1;
    if (done < 0 && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "occupied_co must have two bitboards: Black's and White's");
    for (int color = 0; color < 2 && done == 0; color++) {
        PyObject *item = PySequence_GetItem(value, color);
        done = item == NULL ? -1 : PyList_SetItem(sides, color, item);
    }
    Py_DECREF(sides);
    return done;
}

PyGetSetDef piece_placement_attributes[] = {
    {"pawns", get_type, set_type, "squares of pawns, as a bitboard", (void *)(intptr_t)PAWN},
    {"knights", get_type, set_type, "squares of knights", (void *)(intptr_t)KNIGHT},
    {"bishops", get_type, set_type, "squares of bishops", (void *)(intptr_t)BISHOP},
    {"rooks", get_type, set_type, "squares of rooks", (void *)(intptr_t)ROOK},
    {"queens", get_type, set_type, "squares of queens", (void *)(intptr_t)QUEEN},
    {"kings", get_type, set_type, "squares of kings", (void *)(intptr_t)KING},
    {"occupied", get_occupied, set_occupied, "squares of all men", NULL},
    {"occupied_co", get_sides, set_sides, "squares of each side's men, by colour", NULL},
    {"promoted", get_promoted, set_promoted, "squares of men that were pawns", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* ---- Turn, rights, counters ------------------------------------------------------------------------------ */

static bool set_turn(BoardObject *board, PyObject *value) {
    Color color;
    if (!color_from_py(value, &color))
        return false;
    board_position(board)->side = (uint8_t)color;
    return true;
}

static bool set_castling_rights(BoardObject *board, PyObject *value) {
    return bitboard_from_py(value, &board_position(board)->castling);
}

static bool set_ep_square(BoardObject *board, PyObject *value) {
    Square square = NO_SQUARE;
    if (value != Py_None && !square_from_py(value, &square))
        return false;
    board_position(board)->ep = (uint8_t)square;
    return true;
}

static bool counter_from_py(PyObject *value, uint32_t *counter) {
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred())
        return false;
    if (number < 0 || number > INT32_MAX) {
        PyErr_Format(PyExc_ValueError, "a move counter must lie between 0 and 2147483647, not %ld", number);
        return false;
    }
    *counter = (uint32_t)number;
    return true;
}

static bool set_halfmove_clock(BoardObject *board, PyObject *value) {
    return counter_from_py(value, &board_position(board)->halfmove_clock);
}

static bool set_fullmove_number(BoardObject *board, PyObject *value) {
    return counter_from_py(value, &board_position(board)->fullmove_number);
}

static bool set_chess960(BoardObject *board, PyObject *value) {
    int truth = PyObject_IsTrue(value);
    if (truth >= 0)
        board_set_chess960(board, truth);
    return truth >= 0;
}

/* The slots can only be read; assigning goes through board_set_attribute(). */
#define STATE_MEMBER(name, text)                                                                                       \
    { #name, T_OBJECT_EX, offsetof(BoardObject, state) + offsetof(PublicState, name), READONLY, text }

PyMemberDef board_state_members[] = {
    STATE_MEMBER(turn, "the side to move"),
    STATE_MEMBER(castling_rights, "squares of rooks that may still castle"),
    STATE_MEMBER(ep_square, "the square a pawn just jumped over, or None"),
    STATE_MEMBER(halfmove_clock, "plies since the last capture or pawn move"),
    STATE_MEMBER(fullmove_number, "starts at 1, grows after Black's moves"),
    STATE_MEMBER(chess960, "whether castling is written king takes rook"),
    {NULL, 0, 0, 0, NULL},
};

static struct {
    const char *name;
    bool (*set)(BoardObject *board, PyObject *value);
    PyObject *interned; /* filled in once with the types */
} state_setters[] = {
    {"turn", set_turn, NULL},
    {"castling_rights", set_castling_rights, NULL},
    {"ep_square", set_ep_square, NULL},
    {"halfmove_clock", set_halfmove_clock, NULL},
    {"fullmove_number", set_fullmove_number, NULL},
    {"chess960", set_chess960, NULL},
};
enum { STATE_SETTERS = sizeof state_setters / sizeof state_setters[0] };

bool board_attributes_init(void) {
    for (int i = 0; i < STATE_SETTERS; i++) {
        state_setters[i].interned = PyUnicode_InternFromString(state_setters[i].name);
        if (state_setters[i].interned == NULL)
            return false;
    }
    return true;
}

/* Python interns the names in source text and those given to setattr(). */
int board_set_attribute(PyObject *self, PyObject *name, PyObject *value) {
    int i = 0;
    while (i < STATE_SETTERS && state_setters[i].interned != name)
        i++;
    if (i == STATE_SETTERS || !PyType_IsSubtype(Py_TYPE(self), core.boards[VARIANT_STANDARD]))
        return PyObject_GenericSetAttr(self, name, value);
    BoardObject *board = (BoardObject *)self;
    if (refuse_delete(value) || !board_settle(board) || !state_setters[i].set(board, value))
        return -1;
    board->watch |= WATCH_STALE;
    board_publish(board);
    return 0;
}

/* ---- Moves ----------------------------------------------------------------------------------------------- */

static PyObject *get_move_stack(PyObject *self, void *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    if (board->move_list == NULL) {
        board->move_list = PyList_New(0);
        board->listed_plies = 0;
        board->given = true;
    }
    return board->move_list != NULL && stack_give(board) ? new_ref(board->move_list) : NULL;
}

static PyObject *get_legal_moves(PyObject *self, void *unused) {
    (void)unused;
    return move_generator_make(core.legal_moves, self);
}

static PyObject *get_pseudo_legal_moves(PyObject *self, void *unused) {
    (void)unused;
    return move_generator_make(core.pseudo_legal_moves, self);
}

static PyObject *get_stack(PyObject *self, void *unused) {
    (void)unused;
    return rare_call("history_states", self, NULL, NULL);
}

PyGetSetDef board_attributes[] = {
    {"move_stack", get_move_stack, NULL, "the moves so far; change it with push() and pop() only", NULL},
    {"legal_moves", get_legal_moves, NULL, "the legal moves: iterate, count, test with 'in', or call for a list", NULL},
    {"pseudo_legal_moves", get_pseudo_legal_moves, NULL, "moves that may leave the own king en prise", NULL},
    {"_stack", get_stack, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
