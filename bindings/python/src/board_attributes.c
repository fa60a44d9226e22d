/* Attributes of boards: where the men stand, whose turn it is, rights and counters. All may be assigned. */
#include "board.h"

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

static PyObject *get_turn(PyObject *self, void *unused) {
    (void)unused;
    return color_to_py(board_position((BoardObject *)self)->side);
}

static int set_turn(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    Color color;
    if (refuse_delete(value) || !board_settle(board) || !color_from_py(value, &color))
        return -1;
    board_position(board)->side = (uint8_t)color;
    board->watch |= WATCH_STALE;
    return 0;
}

static PyObject *get_castling_rights(PyObject *self, void *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    return cached_int(board, INT_CASTLING, board_position(board)->castling);
}

static int set_castling_rights(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    Bitboard set;
    if (refuse_delete(value) || !board_settle(board) || !bitboard_from_py(value, &set))
        return -1;
    board_position(board)->castling = set;
    board->watch |= WATCH_STALE;
    return 0;
}

static PyObject *get_ep_square(PyObject *self, void *unused) {
    (void)unused;
    Square ep = board_position((BoardObject *)self)->ep;
    return ep == NO_SQUARE ? none() : int_to_py(ep);
}

static int set_ep_square(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    Square square = NO_SQUARE;
    if (refuse_delete(value) || !board_settle(board) || (value != Py_None && !square_from_py(value, &square)))
        return -1;
    board_position(board)->ep = (uint8_t)square;
    board->watch |= WATCH_STALE;
    return 0;
}

static int counter_from_py(PyObject *value, uint32_t *counter) {
    if (refuse_delete(value))
        return -1;
    long number = PyLong_AsLong(value);
    if (number == -1 && PyErr_Occurred())
        return -1;
    if (number < 0 || number > INT32_MAX) {
        PyErr_Format(PyExc_ValueError, "a move counter must lie between 0 and 2147483647, not %ld", number);
        return -1;
    }
    *counter = (uint32_t)number;
    return 0;
}

static PyObject *get_halfmove_clock(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLong(board_position((BoardObject *)self)->halfmove_clock);
}

static int set_halfmove_clock(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    return counter_from_py(value, &board_position((BoardObject *)self)->halfmove_clock);
}

static PyObject *get_fullmove_number(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromUnsignedLong(board_position((BoardObject *)self)->fullmove_number);
}

static int set_fullmove_number(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    return counter_from_py(value, &board_position((BoardObject *)self)->fullmove_number);
}

static PyObject *get_chess960(PyObject *self, void *unused) {
    (void)unused;
    return bool_to_py(board_position((BoardObject *)self)->chess960);
}

static int set_chess960(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    int truth = refuse_delete(value) || !board_settle(board) ? -1 : PyObject_IsTrue(value);
    if (truth < 0)
        return -1;
    for (size_t i = 0; i <= board->game.ply; i++)
        board->game.positions[i].chess960 = truth;
    board->watch |= WATCH_STALE;
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
    {"turn", get_turn, set_turn, "the side to move", NULL},
    {"castling_rights", get_castling_rights, set_castling_rights, "squares of rooks that may still castle", NULL},
    {"ep_square", get_ep_square, set_ep_square, "the square a pawn just jumped over, or None", NULL},
    {"halfmove_clock", get_halfmove_clock, set_halfmove_clock, "plies since the last capture or pawn move", NULL},
    {"fullmove_number", get_fullmove_number, set_fullmove_number, "starts at 1, grows after Black's moves", NULL},
    {"chess960", get_chess960, set_chess960, "whether castling is written king takes rook", NULL},
    {"move_stack", get_move_stack, NULL, "the moves so far; change it with push() and pop() only", NULL},
    {"legal_moves", get_legal_moves, NULL, "the legal moves: iterate, count, test with 'in', or call for a list", NULL},
    {"pseudo_legal_moves", get_pseudo_legal_moves, NULL, "moves that may leave the own king en prise", NULL},
    {"_stack", get_stack, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
