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

/* ---- Men ------------------------------------------------------------------------------------------------ */

static bool set_men(BoardObject *board, PyObject *value, int number) {
    Bitboard set;
    if (!bitboard_from_py(value, &set) || !board_loosen(board))
        return false;
    LooseBoard *loose = board->loose;
    *(number == MEN_PROMOTED   ? &loose->promoted
      : number == MEN_OCCUPIED ? &loose->occupied
                               : &loose->by_type[number]) = set;
    board->watch |= WATCH_LOOSE;
    return true;
}

/* What is assigned goes into the list that the attribute always is; the board looks there before it is used. */
static bool set_sides(BoardObject *board, PyObject *value, int unused) {
    (void)unused;
    Py_ssize_t size = PySequence_Size(value);
    if (size < 0)
        return false;
    if (size != 2) {
        PyErr_SetString(PyExc_ValueError, "occupied_co must have two bitboards: Black's and White's");
        return false;
    }
    for (int color = 0; color < 2; color++) {
        PyObject *item = PySequence_GetItem(value, color);
        if (item == NULL || PyList_SetItem(board->state.sides, color, item) < 0)
            return false;
    }
    return board_settle(board);
}

/* ---- Turn, rights, counters ------------------------------------------------------------------------------ */

static bool set_turn(BoardObject *board, PyObject *value, int unused) {
    (void)unused;
    Color color;
    if (!color_from_py(value, &color))
        return false;
    board_position(board)->side = (uint8_t)color;
    return true;
}

static bool set_castling_rights(BoardObject *board, PyObject *value, int unused) {
    (void)unused;
    return bitboard_from_py(value, &board_position(board)->castling);
}

static bool set_ep_square(BoardObject *board, PyObject *value, int unused) {
    (void)unused;
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

static bool set_halfmove_clock(BoardObject *board, PyObject *value, int unused) {
    (void)unused;
    return counter_from_py(value, &board_position(board)->halfmove_clock);
}

static bool set_fullmove_number(BoardObject *board, PyObject *value, int unused) {
    (void)unused;
    return counter_from_py(value, &board_position(board)->fullmove_number);
}

static bool set_chess960(BoardObject *board, PyObject *value, int unused) {
    (void)unused;
    int truth = PyObject_IsTrue(value);
    if (truth >= 0)
        board_set_chess960(board, truth);
    return truth >= 0;
}

/* The slots can only be read; assigning goes through board_set_attribute(). */
#define STATE_MEMBER(name, field, text)                                                                                \
    { name, T_OBJECT_EX, offsetof(BoardObject, state) + offsetof(PublicState, field), READONLY, text }
#define MEN_MEMBERS                                                                                                    \
    STATE_MEMBER("pawns", men[PAWN], "squares of pawns, as a bitboard"),                                               \
        STATE_MEMBER("knights", men[KNIGHT], "squares of knights"),                                                    \
        STATE_MEMBER("bishops", men[BISHOP], "squares of bishops"),                                                    \
        STATE_MEMBER("rooks", men[ROOK], "squares of rooks"), STATE_MEMBER("queens", men[QUEEN], "squares of queens"), \
        STATE_MEMBER("kings", men[KING], "squares of kings"),                                                          \
        STATE_MEMBER("occupied", men[MEN_OCCUPIED], "squares of all men"),                                             \
        STATE_MEMBER("occupied_co", sides, "squares of each side's men, by colour"),                                   \
        STATE_MEMBER("promoted", men[MEN_PROMOTED], "squares of men that were pawns")

PyMemberDef base_board_members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(BoardObject, dict), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(BoardObject, weak_references), READONLY, NULL},
    MEN_MEMBERS,
    {NULL, 0, 0, 0, NULL},
};

PyMemberDef board_members[] = {
    MEN_MEMBERS,
    STATE_MEMBER("turn", turn, "the side to move"),
    STATE_MEMBER("castling_rights", castling_rights, "squares of rooks that may still castle"),
    STATE_MEMBER("ep_square", ep_square, "the square a pawn just jumped over, or None"),
    STATE_MEMBER("halfmove_clock", halfmove_clock, "plies since the last capture or pawn move"),
    STATE_MEMBER("fullmove_number", fullmove_number, "starts at 1, grows after Black's moves"),
    STATE_MEMBER("chess960", chess960, "whether castling is written king takes rook"),
    STATE_MEMBER("move_stack", move_stack, "the moves so far; change it with push() and pop() only"),
    {NULL, 0, 0, 0, NULL},
};

static struct {
    const char *name;
    bool (*set)(BoardObject *board, PyObject *value, int number);
    int number;
    bool of_base;       /* a BaseBoard has it too */
    PyObject *interned; /* filled in once with the types */
} setters[] = {
    {"turn", set_turn, 0, false, NULL},
    {"castling_rights", set_castling_rights, 0, false, NULL},
    {"ep_square", set_ep_square, 0, false, NULL},
    {"halfmove_clock", set_halfmove_clock, 0, false, NULL},
    {"fullmove_number", set_fullmove_number, 0, false, NULL},
    {"chess960", set_chess960, 0, false, NULL},
    {"pawns", set_men, PAWN, true, NULL},
    {"knights", set_men, KNIGHT, true, NULL},
    {"bishops", set_men, BISHOP, true, NULL},
    {"rooks", set_men, ROOK, true, NULL},
    {"queens", set_men, QUEEN, true, NULL},
    {"kings", set_men, KING, true, NULL},
    {"occupied", set_men, MEN_OCCUPIED, true, NULL},
    {"promoted", set_men, MEN_PROMOTED, true, NULL},
    {"occupied_co", set_sides, 0, true, NULL},
};
enum { SETTERS = sizeof setters / sizeof setters[0] };

bool board_attributes_init(void) {
    for (int i = 0; i < SETTERS; i++) {
        setters[i].interned = PyUnicode_InternFromString(setters[i].name);
        if (setters[i].interned == NULL)
            return false;
    }
    return true;
}

/* Python interns the names in source text and those given to setattr(). */
int board_set_attribute(PyObject *self, PyObject *name, PyObject *value) {
    int i = 0;
    while (i < SETTERS && setters[i].interned != name)
        i++;
    if (i == SETTERS || (!setters[i].of_base && !PyType_IsSubtype(Py_TYPE(self), core.boards[VARIANT_STANDARD])))
        return PyObject_GenericSetAttr(self, name, value);
    BoardObject *board = (BoardObject *)self;
    if (refuse_delete(value) || !board_settle(board) || !setters[i].set(board, value, setters[i].number))
        return -1;
    if (!setters[i].of_base)
        board->watch |= WATCH_STALE;
    board_publish(board);
    return 0;
}

/* ---- Moves ----------------------------------------------------------------------------------------------- */

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
    {"legal_moves", get_legal_moves, NULL, "the legal moves: iterate, count, test with 'in', or call for a list", NULL},
    {"pseudo_legal_moves", get_pseudo_legal_moves, NULL, "moves that may leave the own king en prise", NULL},
    {"_stack", get_stack, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
