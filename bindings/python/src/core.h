/*
 * What the files of the Python module share: the objects' layouts, the types, and conversions both ways.
 *
 * The module is written against CPython's limited API (abi3, Python 3.9 and later). It knows no rule of chess: rules
 * come from rookery/chess.h, and what is here gives them python-chess's names, conventions and errors.
 *
 * Colours: Python's WHITE is True (1) and BLACK is False (0); the library's WHITE is 0. color_to_py() and its like
 * are the only places that translate.
 */
#ifndef ROOKERY_PYTHON_CORE_H
#define ROOKERY_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <structmember.h>

#include "chess/bitboard.h"
#include "rookery/chess.h"

/* Part of the stable ABI's behaviour since 3.7, of its headers only since 3.10. */
#ifndef METH_FASTCALL
#define METH_FASTCALL 0x0080
#endif
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define LIKELY(condition) __builtin_expect(!!(condition), 1)

/* Methods of the two calling conventions that need a cast. */
#define AS_METHOD(function) ((PyCFunction)(void (*)(void))(function))

/* Slots take what they hold without const. */
#define DOC(text) ((void *)(text))

/* ---- Objects ------------------------------------------------------------------------------------------ */

/* The attributes are plain slots, so that reading one costs Python no call and anything may be assigned. */
typedef struct MoveObject {
    PyObject_HEAD PyObject *from, *to, *promotion, *drop;
} MoveObject;

typedef struct PieceObject {
    PyObject_HEAD PyObject *type, *color;
} PieceObject;

typedef struct SquareSetObject {
    PyObject_HEAD Bitboard mask;
} SquareSetObject;

/* Bitboards as a caller assigned them one by one, perhaps not yet consistent with each other. */
typedef struct LooseBoard {
    Bitboard by_type[7];
    Bitboard by_color[2];
    Bitboard occupied;
    Bitboard promoted;
} LooseBoard;

/* What board_settle() has to look after before the position may be used. */
enum {
    WATCH_LOOSE = 1 << 0,   /* bitboards were assigned: rebuild the position from `loose` */
    WATCH_STALE = 1 << 1,   /* turn, castling rights or the like were assigned: derived fields are old */
    WATCH_POCKETS = 1 << 2, /* the list of pockets was given out and may be written to */
    WATCH_CHECKS = 1 << 3,  /* likewise the list of remaining checks */
};

/* Numbers of the bitboards in PublicState; 1..6: by piece type. */
enum { MEN_PROMOTED = 0, MEN_OCCUPIED = 7, MEN_COUNT = 8 };

/* Attributes that programs read all the time. They are kept as objects in slots, because CPython reads a slot as fast
 * as an attribute of a Python object, but calls C for anything else. board_publish() keeps them right. */
typedef struct PublicState {
    PyObject *turn, *castling_rights, *ep_square, *halfmove_clock, *fullmove_number, *chess960;
    PyObject *men[MEN_COUNT];
    PyObject *sides;      /* occupied_co: a list, [Python colour], that the caller may write to */
    PyObject *move_stack; /* a list */
    /* What the objects say. */
    Bitboard castling, men_value[MEN_COUNT], sides_value[2];
    PyObject *sides_known[2]; /* what we last wrote to the list */
} PublicState;

typedef struct BoardObject {
    PyObject_HEAD PyObject *dict;
    PyObject *weak_references;
    Game game;
    PublicState state; /* of the present position */
    LooseBoard *loose; /* NULL unless bitboards were assigned since the last move */
    uint8_t watch;     /* WATCH_* */
    bool given;        /* `loose` or `extra` is there: tell board_moved() */
    bool sealed;       /* of one of our own classes */
    uint32_t hooks;    /* which methods a subclass replaced: HOOK_* of board.h; 0 if sealed */
    int increment_ms;  /* arena boards only */
    PyObject *extra;   /* pockets or remaining_checks as given out, or NULL */
    PyObject *extra_known[2];
} BoardObject;

typedef struct PocketObject {
    PyObject_HEAD int counts[7]; /* by piece type, [0] unused */
} PocketObject;

/* ---- Types -------------------------------------------------------------------------------------------- */

/*
 * The module's global state: types and the like, filled in when it is first imported and never changed after. Beside it
 * there is only the table of bitboard_shared(), which saves making the same integers again.
 * The module asks for single-phase initialisation, so that interpreters that share a lock share it too and
 * interpreters that do not are refused by CPython.
 */
typedef struct Core {
    PyTypeObject *move, *piece, *square_set, *square_iterator;
    PyTypeObject *legal_moves, *pseudo_legal_moves, *move_iterator;
    PyTypeObject *pocket, *outcome;
    PyTypeObject *base_board;
    PyTypeObject *boards[VARIANT_COUNT]; /* chess.Board and chess.variant; no entry for chess960 */
    PyTypeObject *arenas[VARIANT_COUNT]; /* the same with the arena's helpers */
    PyObject *invalid_move, *illegal_move, *ambiguous_move;
    PyObject *square_names[64];
    PyObject *ints[128]; /* 0..127 */
    PyObject *rare;      /* the module rookery.chess._rare once something needed it */
} Core;
extern Core core;

/* What boards have done since the start of the process, for the profiler (rookery/_profile.py). Python's lock guards
 * it. */
typedef struct WorkDone {
    unsigned long long copies, pushes;
} WorkDone;
extern WorkDone work_done;

bool move_type_init(PyObject *module);
bool piece_type_init(PyObject *module);
bool square_set_type_init(PyObject *module);
bool move_list_types_init(PyObject *module);
bool pocket_type_init(PyObject *module);
bool board_types_init(PyObject *module);
bool bits_init(PyObject *module);
bool arena_init(PyObject *module);

/* Makes a type, adds it to the module under `name` and returns it borrowed (the module and Core keep it). */
PyTypeObject *type_make(PyObject *module, PyType_Spec *spec, PyTypeObject *base, const char *name);

/* Imports a module as this package does, whatever __import__ the running code has (a bot's refuses most names). */
PyObject *core_import(const char *name);
/* Calls the function of this name in rookery.chess._rare with `self` before the other arguments. */
PyObject *rare_call(const char *name, PyObject *self, PyObject *arguments, PyObject *keywords);

/* ---- Conversions -------------------------------------------------------------------------------------- */

/* Puts a new reference into a variable and lets the old one go. */
#define SET_REFERENCE(variable, object)                                                                                \
    do {                                                                                                               \
        PyObject *old_ = (PyObject *)(variable);                                                                       \
        (variable) = (object);                                                                                         \
        Py_XDECREF(old_);                                                                                              \
    } while (0)

static inline PyObject *new_ref(PyObject *object) {
    Py_INCREF(object);
    return object;
}
static inline PyObject *int_to_py(int small) {
    return new_ref(core.ints[small]);
}
static inline PyObject *bool_to_py(bool value) {
    return new_ref(value ? Py_True : Py_False);
}
static inline PyObject *none(void) {
    return new_ref(Py_None);
}
static inline PyObject *bitboard_to_py(Bitboard set) {
    return PyLong_FromUnsignedLongLong(set);
}
/* The same, for bitboards that come again and again, as in a search. */
PyObject *bitboard_shared(Bitboard set);
/* Any integer, negative ones taken modulo 2^64. */
static inline bool bitboard_from_py(PyObject *object, Bitboard *set) {
    *set = PyLong_AsUnsignedLongLongMask(object);
    return *set != BB_ALL || !PyErr_Occurred();
}
/* As an index into a list of 64: negative numbers count from the end; IndexError otherwise. */
bool square_from_py_slow(PyObject *object, Square *square);
static inline bool square_from_py(PyObject *object, Square *square) {
    long value = PyLong_AsLong(object);
    *square = (Square)value;
    return LIKELY(value >= 0 && value < 64) || square_from_py_slow(object, square);
}
static inline PyObject *color_to_py(Color color) {
    return bool_to_py(color == WHITE);
}
static inline bool color_from_py(PyObject *object, Color *color) {
    if (object == Py_True || object == Py_False) {
        *color = object == Py_True ? WHITE : BLACK;
        return true;
    }
    int truth = PyObject_IsTrue(object);
    *color = truth ? WHITE : BLACK;
    return truth >= 0;
}
/* 1..6, ValueError otherwise. */
bool piece_type_from_py(PyObject *object, PieceType *type);
PyObject *text_to_py(const char *text, size_t length); /* ASCII */
PyObject *square_set_to_py(Bitboard mask);
PyObject *squares_iterate(Bitboard set, bool reversed);
PyObject *piece_to_py(Piece piece);
/* A square set, an integer or an iterable of squares. */
bool square_set_from_py(PyObject *object, Bitboard *mask);

/* ---- Arguments ---------------------------------------------------------------------------------------- */

/* Spreads the arguments of a METH_FASTCALL | METH_KEYWORDS call over out[], one per name, NULL where missing. The
 * first `positional` names may be given by position; at least `required` of them must be there. */
bool arguments_spread(const char *function, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords,
                      const char *const *names, int name_count, int positional, int required, PyObject **out);

/* ---- Moves -------------------------------------------------------------------------------------------- */

static inline bool is_move(PyObject *object) {
    return LIKELY(Py_TYPE(object) == core.move) || PyType_IsSubtype(Py_TYPE(object), core.move);
}
/* TypeError if the object is not a Move. */
bool move_expect(PyObject *object);
PyObject *move_make_py(Square from, Square to, PieceType promotion, PieceType drop);
/* The move as python-chess writes it: castling as e1g1 unless chess960. */
PyObject *move_to_py(Move move, bool chess960);
/* The four parts as numbers, 0 for None. Squares as list indices (IndexError). */
typedef struct MoveParts {
    int from, to, promotion, drop;
} MoveParts;
bool move_parts(PyObject *move, MoveParts *parts);
static inline bool parts_are_null(MoveParts parts) {
    return (parts.from | parts.to | parts.promotion | parts.drop) == 0;
}
/* How the move reads in UCI; "" if its parts are out of range. */
size_t parts_write_uci(MoveParts parts, char out[UCI_MOVE_MAX]);
/* InvalidMoveError unless the text is UCI. */
bool parts_parse_uci(PyObject *text, MoveParts *parts);
PyObject *parts_to_py(MoveParts parts);

/* ---- Boards ------------------------------------------------------------------------------------------- */

static inline bool is_board(PyObject *object) {
    return PyType_IsSubtype(Py_TYPE(object), core.base_board);
}
/* Brings the position up to date after assignments. */
bool board_settle_slow(BoardObject *board);
/* Whether nobody wrote to occupied_co. Without the list the board is being collected. */
static inline bool sides_are_ours(const PublicState *state) {
    return state->sides == NULL || (PyList_GetItem(state->sides, 0) == state->sides_known[0] &&
                                    PyList_GetItem(state->sides, 1) == state->sides_known[1]);
}
static inline bool board_settle(BoardObject *board) {
    return LIKELY(board->watch == 0 && sides_are_ours(&board->state)) || board_settle_slow(board);
}
/* The present position, which must have been settled. */
static inline Position *board_position(BoardObject *board) {
    return &board->game.positions[board->game.ply];
}
/* The position for reading, settled; NULL after an error. */
static inline const Position *board_read(PyObject *self) {
    BoardObject *board = (BoardObject *)self;
    return board_settle(board) ? board_position(board) : NULL;
}
/* After the position changed: brings what was given out up to date. */
void board_moved(BoardObject *board);
/* The same for what PublicState holds. */
void board_publish(BoardObject *board);

/* How a Python move is played in a position: as a move of the library, or, where no move of the library fits
 * (python-chess moves anything anywhere), by play_loosely(). */
typedef enum MoveFit { FIT_ERROR, FIT_MOVE, FIT_LOOSE } MoveFit;
MoveFit move_fit(const Position *position, MoveParts parts, Move *move);
/* Plays a move that is not even pseudo-legal as python-chess's push() does. AssertionError if nothing stands on its
 * square. */
bool play_loosely(const Position *before, MoveParts parts, Position *after);
/* The move that is_legal() and its like should judge; MOVE_NONE if it could not even be pseudo-legal. */
Move move_find(const Position *position, MoveParts parts);
/* Plays a move and puts it on the stack; the first takes a Python move. */
bool board_push_object(BoardObject *board, PyObject *object);
bool board_push_move(BoardObject *board, Move move);
/* A list of the legal moves. */
PyObject *position_list_moves(const Position *position);

#endif
