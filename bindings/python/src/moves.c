/* Lists of moves: the objects behind legal_moves and pseudo_legal_moves, iterators, and the generate_ methods. */
#include "board.h"

#include <stddef.h>
#include <string.h>

/* ---- Iterators ------------------------------------------------------------------------------------------- */

/* Moves as they were when iteration began, so that the board may change meanwhile. Python objects are made one by one:
 * most loops stop early. */
typedef struct MoveIterator {
    PyObject_VAR_HEAD Py_ssize_t next;
    bool chess960;
    Move moves[];
} MoveIterator;

static PyObject *move_iterator_make(const Move *moves, size_t count, bool chess960) {
    MoveIterator *iterator = PyObject_NewVar(MoveIterator, core.move_iterator, (Py_ssize_t)count);
    if (iterator == NULL)
        return NULL;
    iterator->next = 0;
    iterator->chess960 = chess960;
    memcpy(iterator->moves, moves, count * sizeof *moves);
    return (PyObject *)iterator;
}

static void move_iterator_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *move_iterator_next(PyObject *self) {
    MoveIterator *iterator = (MoveIterator *)self;
    if (iterator->next >= Py_SIZE(iterator))
        return NULL;
    return move_to_py(iterator->moves[iterator->next++], iterator->chess960);
}

static PyObject *move_iterator_length_hint(PyObject *self, PyObject *unused) {
    (void)unused;
    return PyLong_FromSsize_t(Py_SIZE(self) - ((MoveIterator *)self)->next);
}

static PyMethodDef move_iterator_methods[] = {
    {"__length_hint__", move_iterator_length_hint, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot move_iterator_slots[] = {
    {Py_tp_dealloc, move_iterator_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, move_iterator_next},
    {Py_tp_methods, move_iterator_methods},
    {0, NULL},
};

static PyType_Spec move_iterator_spec = {"rookery.chess.MoveIterator", offsetof(MoveIterator, moves), sizeof(Move),
                                         Py_TPFLAGS_DEFAULT, move_iterator_slots};

/* ---- Listing --------------------------------------------------------------------------------------------- */

static PyObject *list_of_moves(const Move *moves, size_t count, bool chess960) {
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list != NULL && i < count; i++) {
        PyObject *move = move_to_py(moves[i], chess960);
        if (move == NULL || PyList_SetItem(list, (Py_ssize_t)i, move) < 0)
            Py_CLEAR(list);
    }
    return list;
}

PyObject *position_list_moves(const Position *position) {
    Move moves[MOVES_MAX];
    return list_of_moves(moves, position_legal_moves(position, moves), position->chess960);
}

/* Pseudo-legal moves as python-chess lists them, which is without drops. */
static size_t list_pseudo_legal(const Position *position, Move out[MOVES_MAX]) {
    size_t count = position_pseudo_legal_moves(position, out);
    while (count > 0 && move_is_drop(out[count - 1]))
        count--;
    return count;
}

static size_t list_moves(const Position *position, bool legal, Move out[MOVES_MAX]) {
    return legal ? position_legal_moves(position, out) : list_pseudo_legal(position, out);
}

/* ---- legal_moves and pseudo_legal_moves --------------------------------------------------------------------- */

typedef struct MoveGenerator {
    PyObject_HEAD PyObject *board; /* usually a board of ours, but anything with the right methods will do */
    uint64_t key;                  /* the position of the last count, which list() asks for after iterating began */
    Py_ssize_t count;              /* -1: not counted */
} MoveGenerator;

PyObject *move_generator_make(PyTypeObject *type, PyObject *board) {
    MoveGenerator *generator = PyObject_GC_New(MoveGenerator, type);
    if (generator == NULL)
        return NULL;
    generator->board = new_ref(board);
    generator->count = -1;
    PyObject_GC_Track(generator);
    return (PyObject *)generator;
}

static PyObject *move_generator_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static const char *names[] = {"board", NULL};
    PyObject *board;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O:LegalMoveGenerator", (char **)names, &board))
        return NULL;
    MoveGenerator *generator = (MoveGenerator *)PyType_GenericAlloc(type, 0);
    if (generator == NULL)
        return NULL;
    generator->board = new_ref(board);
    generator->count = -1;
    return (PyObject *)generator;
}

static int move_generator_traverse(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((MoveGenerator *)self)->board);
    return 0;
}

static int move_generator_clear(PyObject *self) {
    Py_CLEAR(((MoveGenerator *)self)->board);
    return 0;
}

static void move_generator_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(((MoveGenerator *)self)->board);
    if (LIKELY(type == core.legal_moves || type == core.pseudo_legal_moves))
        PyObject_GC_Del(self);
    else
        ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static bool is_legal_generator(PyObject *self) {
    return PyType_IsSubtype(Py_TYPE(self), core.legal_moves);
}

/* The settled position, if the board is ours and lists moves by itself; NULL without an error otherwise. */
static const Position *own_position(PyObject *self) {
    PyObject *board = ((MoveGenerator *)self)->board;
    if (board == NULL || !is_board(board) || (((BoardObject *)board)->hooks & HOOKS_OF_LISTS) != 0)
        return NULL;
    return board_read(board);
}

static PyObject *foreign_iterator(PyObject *self) {
    PyObject *board = ((MoveGenerator *)self)->board;
    const char *method = is_legal_generator(self) ? "generate_legal_moves" : "generate_pseudo_legal_moves";
    PyObject *moves = PyErr_Occurred() ? NULL : PyObject_CallMethod(board, method, NULL);
    PyObject *iterator = moves == NULL ? NULL : PyObject_GetIter(moves);
    Py_XDECREF(moves);
    return iterator;
}

static PyObject *move_generator_iter(PyObject *self) {
    const Position *position = own_position(self);
    if (UNLIKELY(position == NULL))
        return foreign_iterator(self);
    Move moves[MOVES_MAX];
    MoveGenerator *generator = (MoveGenerator *)self;
    size_t count = list_moves(position, is_legal_generator(self), moves);
    generator->key = position->key;
    generator->count = (Py_ssize_t)count;
    return move_iterator_make(moves, count, position->chess960);
}

static PyObject *foreign_list(PyObject *self) {
    PyObject *iterator = foreign_iterator(self);
    PyObject *list = iterator == NULL ? NULL : PySequence_List(iterator);
    Py_XDECREF(iterator);
    return list;
}

static PyObject *move_generator_call(PyObject *self, PyObject *arguments, PyObject *keywords) {
    if (PyTuple_Size(arguments) != 0 || keywords != NULL)
        return PyErr_Format(PyExc_TypeError, "legal_moves() takes no arguments");
    const Position *position = own_position(self);
    if (UNLIKELY(position == NULL))
        return foreign_list(self);
    Move moves[MOVES_MAX];
    return list_of_moves(moves, list_moves(position, is_legal_generator(self), moves), position->chess960);
}

static Py_ssize_t move_generator_length(PyObject *self) {
    const Position *position = own_position(self);
    MoveGenerator *generator = (MoveGenerator *)self;
    if (UNLIKELY(position == NULL)) {
        /* list() asks for the length after it began to iterate: a second run through a subclass's generator would
         * be a surprise, a TypeError only means that the length is unknown. */
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "these moves have no length until they are listed; use count()");
        return -1;
    }
    if (generator->count >= 0 && generator->key == position->key)
        return generator->count;
    if (is_legal_generator(self))
        return (Py_ssize_t)position_count_legal_moves(position);
    Move moves[MOVES_MAX];
    return (Py_ssize_t)list_pseudo_legal(position, moves);
}

static PyObject *move_generator_count(PyObject *self, PyObject *unused) {
    (void)unused;
    if (LIKELY(own_position(self) != NULL))
        return PyLong_FromSsize_t(move_generator_length(self));
    PyObject *list = foreign_list(self);
    Py_ssize_t length = list == NULL ? -1 : PyList_Size(list);
    Py_XDECREF(list);
    return length < 0 ? NULL : PyLong_FromSsize_t(length);
}

static int move_generator_bool(PyObject *self) {
    const Position *position = own_position(self);
    if (UNLIKELY(position == NULL)) {
        PyObject *iterator = foreign_iterator(self);
        PyObject *first = iterator == NULL ? NULL : PyIter_Next(iterator);
        Py_XDECREF(iterator);
        Py_XDECREF(first);
        return first != NULL ? 1 : PyErr_Occurred() ? -1 : 0;
    }
    if (is_legal_generator(self))
        return position_has_legal_move(position);
    Move moves[MOVES_MAX];
    return list_pseudo_legal(position, moves) != 0;
}

static int move_generator_contains(PyObject *self, PyObject *object) {
    const Position *position = own_position(self);
    bool legal = is_legal_generator(self);
    if (UNLIKELY(position == NULL)) {
        PyObject *board = ((MoveGenerator *)self)->board;
        PyObject *answer =
            PyErr_Occurred() ? NULL : PyObject_CallMethod(board, legal ? "is_legal" : "is_pseudo_legal", "O", object);
        int truth = answer == NULL ? -1 : PyObject_IsTrue(answer);
        Py_XDECREF(answer);
        return truth;
    }
    MoveParts parts;
    if (!move_parts(object, &parts))
        return -1;
    Move move = move_find(position, parts);
    return legal ? position_is_legal(position, move) : position_is_pseudo_legal(position, move);
}

static PyObject *move_generator_repr(PyObject *self) {
    return rare_call("move_generator_repr", self, NULL, NULL);
}

static PyMethodDef move_generator_methods[] = {
    {"count", move_generator_count, METH_NOARGS, "count($self)\n--\n\nThe number of moves."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef move_generator_members[] = {
    {"board", T_OBJECT_EX, offsetof(MoveGenerator, board), 0, "the board whose moves these are"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot move_generator_slots[] = {
    {Py_tp_doc, DOC("The moves of a board at any time: iterate, count, test with 'in', or call for a list.")},
    {Py_tp_new, move_generator_new},
    {Py_tp_dealloc, move_generator_dealloc},
    {Py_tp_traverse, move_generator_traverse},
    {Py_tp_clear, move_generator_clear},
    {Py_tp_iter, move_generator_iter},
    {Py_tp_call, move_generator_call},
    {Py_tp_repr, move_generator_repr},
    {Py_sq_length, move_generator_length},
    {Py_sq_contains, move_generator_contains},
    {Py_nb_bool, move_generator_bool},
    {Py_tp_methods, move_generator_methods},
    {Py_tp_members, move_generator_members},
    {0, NULL},
};

enum { GENERATOR_FLAGS = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC };
static PyType_Spec legal_moves_spec = {"rookery.chess.LegalMoveGenerator", sizeof(MoveGenerator), 0, GENERATOR_FLAGS,
                                       move_generator_slots};
static PyType_Spec pseudo_legal_moves_spec = {"rookery.chess.PseudoLegalMoveGenerator", sizeof(MoveGenerator), 0,
                                              GENERATOR_FLAGS, move_generator_slots};

/* ---- generate_..._moves(from_mask, to_mask) ------------------------------------------------------------------ */

typedef struct Masks {
    Bitboard from, to;
} Masks;

static inline bool masks_from_py(PyObject *const *arguments, Py_ssize_t count, PyObject *keywords, Masks *masks) {
    static const char *const names[] = {"from_mask", "to_mask"};
    masks->from = masks->to = BB_ALL;
    if (LIKELY(count == 0 && keywords == NULL))
        return true;
    PyObject *given[2];
    return arguments_spread("generate_legal_moves", arguments, count, keywords, names, 2, 2, 0, given) &&
           (given[0] == NULL || bitboard_from_py(given[0], &masks->from)) &&
           (given[1] == NULL || bitboard_from_py(given[1], &masks->to));
}

static size_t keep_within(Move *moves, size_t count, Masks masks) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if ((square_bit(move_from(moves[i])) & masks.from) != 0 && (square_bit(move_to(moves[i])) & masks.to) != 0)
            moves[kept++] = moves[i];
    return kept;
}

/* Ordinary captures, then en passant, both in the order they have among all moves. */
static size_t keep_captures(const Position *position, Move *moves, size_t count) {
    Bitboard enemies = position->by_color[!position->side];
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if ((square_bit(move_to(moves[i])) & enemies) != 0 || move_kind(moves[i]) == MOVE_EN_PASSANT)
            moves[kept++] = moves[i];
    return kept;
}

static size_t keep_kind(Move *moves, size_t count, MoveKind first, MoveKind last) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (move_kind(moves[i]) >= first && move_kind(moves[i]) <= last)
            moves[kept++] = moves[i];
    return kept;
}

typedef enum Choice { ALL_MOVES, CAPTURES, EN_PASSANTS, CASTLINGS } Choice;

static PyObject *generate(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords, bool legal,
                          Choice choice) {
    Masks masks;
    const Position *position = board_read(self);
    if (position == NULL || !masks_from_py(arguments, count, keywords, &masks))
        return NULL;
    Move moves[MOVES_MAX];
    size_t listed = list_moves(position, legal, moves);
    if ((masks.from & masks.to) != BB_ALL)
        listed = keep_within(moves, listed, masks);
    if (choice == CAPTURES)
        listed = keep_captures(position, moves, listed);
    else if (choice == EN_PASSANTS)
        listed = keep_kind(moves, listed, MOVE_EN_PASSANT, MOVE_EN_PASSANT);
    else if (choice == CASTLINGS)
        listed = keep_kind(moves, listed, MOVE_CASTLE, MOVE_CASTLE);
    return move_iterator_make(moves, listed, position->chess960);
}

/* Where a subclass replaces how moves are listed, what rests on it is done in Python. */
static PyObject *generate_by_template(const char *name, PyObject *self, PyObject *const *arguments, Py_ssize_t count,
                                      PyObject *keywords) {
    Masks masks;
    if (!masks_from_py(arguments, count, keywords, &masks))
        return NULL;
    PyObject *both = Py_BuildValue("KK", (unsigned long long)masks.from, (unsigned long long)masks.to);
    PyObject *result = both == NULL ? NULL : template_call(name, self, both);
    Py_XDECREF(both);
    return result;
}

#define GENERATE(name, legal, choice, hook)                                                                            \
    static PyObject *board_##name(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {  \
        if (UNLIKELY((((BoardObject *)self)->hooks & (hook)) != 0))                                                    \
            return generate_by_template(#name, self, arguments, count, keywords);                                      \
        return generate(self, arguments, count, keywords, legal, choice);                                              \
    }
GENERATE(generate_legal_moves, true, ALL_MOVES, HOOK_GENERATE_PSEUDO | HOOK_SAFETY)
GENERATE(generate_legal_captures, true, CAPTURES, HOOK_GENERATE_LEGAL | HOOK_GENERATE_PSEUDO | HOOK_SAFETY)
GENERATE(generate_legal_ep, true, EN_PASSANTS, HOOK_SAFETY)
GENERATE(generate_pseudo_legal_moves, false, ALL_MOVES, 0)
GENERATE(generate_pseudo_legal_captures, false, CAPTURES, HOOK_GENERATE_PSEUDO)
GENERATE(generate_pseudo_legal_ep, false, EN_PASSANTS, 0)
GENERATE(generate_castling_moves, false, CASTLINGS, 0)

#define GENERATE_METHOD(name, text)                                                                                    \
    {                                                                                                                  \
#name, AS_METHOD(board_##name), METH_FASTCALL | METH_KEYWORDS,                                                 \
            #name "($self, from_mask=0xffff_ffff_ffff_ffff, to_mask=0xffff_ffff_ffff_ffff)\n--\n\n" text               \
    }

PyMethodDef board_move_methods[] = {
    GENERATE_METHOD(generate_legal_moves, "Iterates over the legal moves between the given squares."),
    GENERATE_METHOD(generate_legal_captures, "Iterates over the legal captures."),
    GENERATE_METHOD(generate_legal_ep, "Iterates over the legal en passant captures."),
    GENERATE_METHOD(generate_pseudo_legal_moves, "Iterates over moves that may leave the own king en prise."),
    GENERATE_METHOD(generate_pseudo_legal_captures, "Iterates over captures that may leave the own king en prise."),
    GENERATE_METHOD(generate_pseudo_legal_ep, "Iterates over en passant captures, legal or not."),
    GENERATE_METHOD(generate_castling_moves, "Iterates over the castling moves."),
    {NULL, NULL, 0, NULL},
};

/* ---- Drops (crazyhouse) ---------------------------------------------------------------------------------------- */

/* Where a drop would leave the own king safe, a suitable man in hand or not. */
static Bitboard legal_drop_squares(const Position *position) {
    Bitboard empty = ~position_occupied(position);
    Square king = position_king(position, position->side);
    if (king == NO_SQUARE || position->checkers == 0)
        return empty;
    return more_than_one(position->checkers) ? 0 : between_table[king][lsb(position->checkers)] & empty;
}

static PyObject *crazyhouse_legal_drop_squares_mask(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : bitboard_to_py(legal_drop_squares(position));
}

static PyObject *crazyhouse_legal_drop_squares(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : square_set_to_py(legal_drop_squares(position));
}

static PyObject *generate_drops(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords,
                                bool legal) {
    static const char *const names[] = {"to_mask"};
    PyObject *given;
    Masks masks = {BB_ALL, BB_ALL};
    const Position *position = board_read(self);
    if (position == NULL ||
        !arguments_spread("generate_legal_drops", arguments, count, keywords, names, 1, 1, 0, &given) ||
        (given != NULL && !bitboard_from_py(given, &masks.to)))
        return NULL;
    Move moves[MOVES_MAX];
    size_t listed = legal ? position_legal_moves(position, moves) : position_pseudo_legal_moves(position, moves);
    listed = keep_kind(moves, listed, MOVE_DROP_PAWN, MOVE_DROP_QUEEN);
    return move_iterator_make(moves, keep_within(moves, listed, masks), position->chess960);
}

static PyObject *crazyhouse_generate_pseudo_legal_drops(PyObject *self, PyObject *const *arguments, Py_ssize_t count,
                                                        PyObject *keywords) {
    return generate_drops(self, arguments, count, keywords, false);
}

static PyObject *crazyhouse_generate_legal_drops(PyObject *self, PyObject *const *arguments, Py_ssize_t count,
                                                 PyObject *keywords) {
    return generate_drops(self, arguments, count, keywords, true);
}

PyMethodDef crazyhouse_methods[] = {
    {"legal_drop_squares", crazyhouse_legal_drop_squares, METH_NOARGS,
     "legal_drop_squares($self)\n--\n\nSquares where a drop would be legal, whether a man is in hand or not."},
    {"legal_drop_squares_mask", crazyhouse_legal_drop_squares_mask, METH_NOARGS,
     "legal_drop_squares_mask($self)\n--\n\nThe same as a bitboard."},
    {"generate_pseudo_legal_drops", AS_METHOD(crazyhouse_generate_pseudo_legal_drops), METH_FASTCALL | METH_KEYWORDS,
     "generate_pseudo_legal_drops($self, to_mask=0xffff_ffff_ffff_ffff)\n--\n\nIterates over drops, legal or not."},
    {"generate_legal_drops", AS_METHOD(crazyhouse_generate_legal_drops), METH_FASTCALL | METH_KEYWORDS,
     "generate_legal_drops($self, to_mask=0xffff_ffff_ffff_ffff)\n--\n\nIterates over the legal drops."},
    {NULL, NULL, 0, NULL},
};

bool move_list_types_init(PyObject *module) {
    core.move_iterator = type_make(module, &move_iterator_spec, NULL, "_MoveIterator");
    core.legal_moves = type_make(module, &legal_moves_spec, NULL, "LegalMoveGenerator");
    core.pseudo_legal_moves = type_make(module, &pseudo_legal_moves_spec, NULL, "PseudoLegalMoveGenerator");
    return core.move_iterator != NULL && core.legal_moves != NULL && core.pseudo_legal_moves != NULL;
}
