/* The module rookery._core: types, functions and constants from which the Python packages are put together. */
#include "core.h"

#include <stdio.h>

static bool add(PyObject *module, const char *name, PyObject *value) {
    bool done = value != NULL && PyObject_SetAttrString(module, name, value) == 0;
    Py_XDECREF(value);
    return done;
}

static bool add_bitboard(PyObject *module, const char *name, Bitboard set) {
    return add(module, name, bitboard_to_py(set));
}

/* A1, BB_A1, ..., SQUARES, SQUARE_NAMES, BB_SQUARES. */
static bool add_squares(PyObject *module) {
    PyObject *squares = PyList_New(64), *names = PyList_New(64), *sets = PyList_New(64), *turned = PyList_New(64);
    if (squares == NULL || names == NULL || sets == NULL || turned == NULL)
        return false;
    for (Square square = 0; square < 64; square++) {
        char name[3], upper[8];
        square_write(square, name);
        PyList_SetItem(squares, square, int_to_py(square));
        PyList_SetItem(turned, square, int_to_py(square ^ 56));
        core.square_names[square] = PyUnicode_InternFromString(name);
        if (core.square_names[square] == NULL)
            return false;
        PyList_SetItem(names, square, new_ref(core.square_names[square]));
        PyList_SetItem(sets, square, bitboard_to_py(square_bit(square)));
        snprintf(upper, sizeof upper, "BB_%c%c", name[0] - 'a' + 'A', name[1]);
        if (!add(module, upper + 3, int_to_py(square)) || !add_bitboard(module, upper, square_bit(square)))
            return false;
    }
    return add(module, "SQUARES", squares) && add(module, "SQUARE_NAMES", names) && add(module, "BB_SQUARES", sets) &&
           add(module, "SQUARES_180", turned);
}

/* FILE_A, BB_FILE_A, ..., RANK_1, BB_RANK_1, ..., and their lists. */
static bool add_files_and_ranks(PyObject *module) {
    PyObject *files = PyList_New(8), *ranks = PyList_New(8);
    PyObject *file_sets = PyList_New(8), *rank_sets = PyList_New(8);
    if (files == NULL || ranks == NULL || file_sets == NULL || rank_sets == NULL)
        return false;
    for (int i = 0; i < 8; i++) {
        char name[16];
        Bitboard file = BB_FILE_A << i, rank = BB_RANK_1 << 8 * i;
        PyList_SetItem(files, i, int_to_py(i));
        PyList_SetItem(ranks, i, int_to_py(i));
        PyList_SetItem(file_sets, i, bitboard_to_py(file));
        PyList_SetItem(rank_sets, i, bitboard_to_py(rank));
        snprintf(name, sizeof name, "BB_FILE_%c", 'A' + i);
        if (!add(module, name + 3, int_to_py(i)) || !add_bitboard(module, name, file))
            return false;
        snprintf(name, sizeof name, "BB_RANK_%c", '1' + i);
        if (!add(module, name + 3, int_to_py(i)) || !add_bitboard(module, name, rank))
            return false;
    }
    return add(module, "FILES", files) && add(module, "RANKS", ranks) && add(module, "BB_FILES", file_sets) &&
           add(module, "BB_RANKS", rank_sets);
}

static bool add_piece_types(PyObject *module) {
    static const char *const names[] = {"PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING"};
    for (PieceType type = PAWN; type <= KING; type++)
        if (!add(module, names[type - PAWN], int_to_py(type)))
            return false;
    return true;
}

static bool add_sets(PyObject *module) {
    Bitboard corners = square_bit(A1) | square_bit(H1) | square_bit(A8) | square_bit(H8);
    return add_bitboard(module, "BB_EMPTY", 0) && add_bitboard(module, "BB_ALL", BB_ALL) &&
           add_bitboard(module, "BB_CORNERS", corners) && add_bitboard(module, "BB_CENTER", BB_CENTER) &&
           add_bitboard(module, "BB_LIGHT_SQUARES", BB_LIGHT_SQUARES) &&
           add_bitboard(module, "BB_DARK_SQUARES", BB_DARK_SQUARES) &&
           add_bitboard(module, "BB_BACKRANKS", BB_BACKRANKS);
}

static PyObject *make_error(PyObject *module, const char *name, const char *doc) {
    char full[64];
    snprintf(full, sizeof full, "rookery.chess.%s", name);
    PyObject *error = PyErr_NewExceptionWithDoc(full, doc, PyExc_ValueError, NULL);
    return error != NULL && PyObject_SetAttrString(module, name, error) == 0 ? error : NULL;
}

static bool add_errors(PyObject *module) {
    core.invalid_move = make_error(module, "InvalidMoveError", "The text is not a move in this notation.");
    core.illegal_move = make_error(module, "IllegalMoveError", "The move is not legal in this position.");
    core.ambiguous_move = make_error(module, "AmbiguousMoveError", "Several legal moves fit the text.");
    return core.invalid_move != NULL && core.illegal_move != NULL && core.ambiguous_move != NULL;
}

static bool fill(PyObject *module) {
    for (int i = 0; i < (int)(sizeof core.ints / sizeof core.ints[0]); i++) {
        core.ints[i] = PyLong_FromLong(i);
        if (core.ints[i] == NULL)
            return false;
    }
    return add_errors(module) && move_type_init(module) && piece_type_init(module) && square_set_type_init(module) &&
           move_list_types_init(module) && pocket_type_init(module) && board_types_init(module) && bits_init(module) &&
           arena_init(module) && add_squares(module) && add_files_and_ranks(module) && add_piece_types(module) &&
           add_sets(module) && add(module, "STARTING_FEN", PyUnicode_FromString(variant_start_fen(VARIANT_STANDARD))) &&
           add(module, "_hurry", bool_to_py(false)); /* see rookery/chess/__init__.py */
}

static PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    "rookery._core",
    "The native part of rookery.chess and rookery.arena.",
    -1,
    NULL,
    NULL,
    NULL,
    NULL,
    NULL,
};

/* The types live as long as the interpreter that made them, and every later interpreter of the process shares them: the
 * first must be the main one. */
static bool in_main_interpreter(void) {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0)
        return true;
    PyErr_SetString(PyExc_ImportError, "import rookery in the main interpreter before using it in another one");
    return false;
}

PyMODINIT_FUNC PyInit__core(void);
PyMODINIT_FUNC PyInit__core(void) {
    if (!in_main_interpreter())
        return NULL;
    PyObject *module = PyModule_Create(&module_definition);
    if (module != NULL && !fill(module))
        Py_CLEAR(module);
    return module;
}
