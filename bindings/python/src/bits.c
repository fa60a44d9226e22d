/* Module functions on bitboards and squares, and the tables of attacks. */
#include "core.h"

/* ---- Numbers that may be larger than a bitboard --------------------------------------------------------- */

/* These functions may be called with ~mask, which Python makes negative, or with wider numbers. Those take the slow way
 * through Python's own arithmetic; *fits tells. */
static inline bool exact_bitboard(PyObject *object, Bitboard *set, bool *fits) {
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
    *set = (Bitboard)number;
    *fits = true;
    if (LIKELY(number >= 0 && overflow == 0))
        return true;
    if (overflow == 0 && number == -1 && PyErr_Occurred())
        return false;
    *set = overflow > 0 ? PyLong_AsUnsignedLongLong(object) : 0;
    *fits = overflow > 0 && !PyErr_Occurred();
    PyErr_Clear();
    return true;
}

static PyObject *bits_popcount(PyObject *module, PyObject *object) {
    (void)module;
    Bitboard set;
    bool fits;
    if (!exact_bitboard(object, &set, &fits))
        return NULL;
    return fits ? int_to_py(popcount(set)) : rare_call("wide_popcount", object, NULL, NULL);
}

static PyObject *bits_lsb(PyObject *module, PyObject *object) {
    (void)module;
    Bitboard set;
    bool fits;
    if (!exact_bitboard(object, &set, &fits))
        return NULL;
    if (!fits)
        return rare_call("wide_lsb", object, NULL, NULL);
    return set != 0 ? int_to_py(lsb(set)) : PyLong_FromLong(-1);
}

static PyObject *bits_msb(PyObject *module, PyObject *object) {
    (void)module;
    Bitboard set;
    bool fits;
    if (!exact_bitboard(object, &set, &fits))
        return NULL;
    if (!fits)
        return rare_call("wide_msb", object, NULL, NULL);
    return set != 0 ? int_to_py(msb(set)) : PyLong_FromLong(-1);
}

static PyObject *bits_scan_forward(PyObject *module, PyObject *object) {
    (void)module;
    Bitboard set;
    return bitboard_from_py(object, &set) ? squares_iterate(set, false) : NULL;
}

static PyObject *bits_scan_reversed(PyObject *module, PyObject *object) {
    (void)module;
    Bitboard set;
    return bitboard_from_py(object, &set) ? squares_iterate(set, true) : NULL;
}

/* ---- Turning boards ------------------------------------------------------------------------------------- */

static Bitboard flipped_vertical(Bitboard set) {
    return __builtin_bswap64(set);
}

/* Swaps bits at a distance, three times: https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating */
static Bitboard flipped_horizontal(Bitboard set) {
    set = (set >> 1 & UINT64_C(0x5555555555555555)) | (set & UINT64_C(0x5555555555555555)) << 1;
    set = (set >> 2 & UINT64_C(0x3333333333333333)) | (set & UINT64_C(0x3333333333333333)) << 2;
    return (set >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (set & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
}

static Bitboard swap_bits(Bitboard set, Bitboard mask, int distance) {
    Bitboard changed = (set ^ set << distance) & mask;
    return set ^ changed ^ changed >> distance;
}

static Bitboard flipped_diagonal(Bitboard set) {
    set = swap_bits(set, UINT64_C(0x0f0f0f0f00000000), 28);
    set = swap_bits(set, UINT64_C(0x3333000033330000), 14);
    return swap_bits(set, UINT64_C(0x5500550055005500), 7);
}

static Bitboard flipped_anti_diagonal(Bitboard set) {
    return flipped_vertical(flipped_horizontal(flipped_diagonal(set)));
}

#define FILE_AB (BB_FILE_A | BB_FILE_A << 1)
#define FILE_GH (BB_FILE_H | BB_FILE_H >> 1)

#define TRANSFORM(name, expression)                                                                                    \
    static PyObject *bits_##name(PyObject *module, PyObject *object) {                                                 \
        (void)module;                                                                                                  \
        Bitboard set;                                                                                                  \
        return bitboard_from_py(object, &set) ? bitboard_to_py(expression) : NULL;                                     \
    }
TRANSFORM(flip_vertical, flipped_vertical(set))
TRANSFORM(flip_horizontal, flipped_horizontal(set))
TRANSFORM(flip_diagonal, flipped_diagonal(set))
TRANSFORM(flip_anti_diagonal, flipped_anti_diagonal(set))
TRANSFORM(shift_down, set >> 8)
TRANSFORM(shift_2_down, set >> 16)
TRANSFORM(shift_up, set << 8)
TRANSFORM(shift_2_up, set << 16)
TRANSFORM(shift_right, set << 1 & ~BB_FILE_A)
TRANSFORM(shift_2_right, set << 2 & ~FILE_AB)
TRANSFORM(shift_left, set >> 1 & ~BB_FILE_H)
TRANSFORM(shift_2_left, set >> 2 & ~FILE_GH)
TRANSFORM(shift_up_left, set << 7 & ~BB_FILE_H)
TRANSFORM(shift_up_right, set << 9 & ~BB_FILE_A)
TRANSFORM(shift_down_left, set >> 9 & ~BB_FILE_H)
TRANSFORM(shift_down_right, set >> 7 & ~BB_FILE_A)

/* ---- Squares -------------------------------------------------------------------------------------------- */

static bool two_numbers(const char *function, PyObject *const *arguments, Py_ssize_t count, long *a, long *b) {
    if (count != 2) {
        PyErr_Format(PyExc_TypeError, "%s() takes two arguments, %zd were given", function, count);
        return false;
    }
    *a = PyLong_AsLong(arguments[0]);
    if (*a == -1 && PyErr_Occurred())
        return false;
    *b = PyLong_AsLong(arguments[1]);
    return *b != -1 || !PyErr_Occurred();
}

static bool two_squares(const char *function, PyObject *const *arguments, Py_ssize_t count, Square *a, Square *b) {
    if (count != 2) {
        PyErr_Format(PyExc_TypeError, "%s() takes two squares, %zd arguments were given", function, count);
        return false;
    }
    return square_from_py(arguments[0], a) && square_from_py(arguments[1], b);
}

static PyObject *bits_square(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    long file, rank;
    return two_numbers("square", arguments, count, &file, &rank) ? PyLong_FromLong(rank * 8 + file) : NULL;
}

static PyObject *bits_square_file(PyObject *module, PyObject *object) {
    (void)module;
    long square = PyLong_AsLong(object);
    return square == -1 && PyErr_Occurred() ? NULL : PyLong_FromLong(square & 7);
}

static PyObject *bits_square_rank(PyObject *module, PyObject *object) {
    (void)module;
    long square = PyLong_AsLong(object);
    return square == -1 && PyErr_Occurred() ? NULL : PyLong_FromLong(square >> 3);
}

static PyObject *bits_square_mirror(PyObject *module, PyObject *object) {
    (void)module;
    long square = PyLong_AsLong(object);
    return square == -1 && PyErr_Occurred() ? NULL : PyLong_FromLong(square ^ 56);
}

static int distance(int a, int b) {
    return a > b ? a - b : b - a;
}

static PyObject *bits_square_distance(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    long a, b;
    if (!two_numbers("square_distance", arguments, count, &a, &b))
        return NULL;
    int files = distance((int)(a & 7), (int)(b & 7)), ranks = distance((int)(a >> 3), (int)(b >> 3));
    return PyLong_FromLong(files > ranks ? files : ranks);
}

static PyObject *bits_square_manhattan_distance(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    long a, b;
    if (!two_numbers("square_manhattan_distance", arguments, count, &a, &b))
        return NULL;
    return PyLong_FromLong(distance((int)(a & 7), (int)(b & 7)) + distance((int)(a >> 3), (int)(b >> 3)));
}

/* Waves of knight jumps from a until they reach b. */
static PyObject *bits_square_knight_distance(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    Square a, b;
    if (!two_squares("square_knight_distance", arguments, count, &a, &b))
        return NULL;
    int jumps = 0;
    for (Bitboard reached = square_bit(a); (reached & square_bit(b)) == 0; jumps++)
        for (Bitboard left = reached; left != 0;)
            reached |= knight_attack_table[pop_lsb(&left)];
    return int_to_py(jumps);
}

static PyObject *bits_ray(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    Square a, b;
    return two_squares("ray", arguments, count, &a, &b) ? bitboard_to_py(line_table[a][b]) : NULL;
}

static PyObject *bits_between(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    (void)module;
    Square a, b;
    return two_squares("between", arguments, count, &a, &b) ? bitboard_to_py(between_table[a][b]) : NULL;
}

static PyObject *bits_parse_square(PyObject *module, PyObject *text) {
    (void)module;
    if (PyUnicode_GetLength(text) == 2) {
        long file = (long)PyUnicode_ReadChar(text, 0) - 'a', rank = (long)PyUnicode_ReadChar(text, 1) - '1';
        if (file >= 0 && file < 8 && rank >= 0 && rank < 8)
            return int_to_py(square_make((int)file, (int)rank));
    }
    PyErr_Clear();
    return PyErr_Format(PyExc_ValueError, "not the name of a square: %R", text);
}

static PyObject *bits_square_name(PyObject *module, PyObject *object) {
    (void)module;
    Square square;
    return square_from_py(object, &square) ? new_ref(core.square_names[square]) : NULL;
}

/* ---- Tables ----------------------------------------------------------------------------------------------- */

static PyObject *bitboard_list(const Bitboard *sets, int count) {
    PyObject *list = PyList_New(count);
    for (int i = 0; list != NULL && i < count; i++) {
        PyObject *item = bitboard_to_py(sets[i]);
        if (item == NULL || PyList_SetItem(list, i, item) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* Occupancies of `mask` to the attacks they leave a slider on the square within `lines`. */
static PyObject *slider_dict(Square square, Bitboard mask, Bitboard lines) {
    PyObject *dict = PyDict_New();
    Bitboard subset = 0;
    do {
        Bitboard attacks = (rook_attacks(square, subset) | bishop_attacks(square, subset)) & lines;
        PyObject *key = bitboard_to_py(subset), *value = bitboard_to_py(attacks);
        if (dict == NULL || key == NULL || value == NULL || PyDict_SetItem(dict, key, value) < 0)
            Py_CLEAR(dict);
        Py_XDECREF(key);
        Py_XDECREF(value);
        subset = (subset - mask) & mask;
    } while (subset != 0 && dict != NULL);
    return dict;
}

/* The squares of a line that matter: all but the last on each side. */
static Bitboard without_edges(Square square, Bitboard line) {
    Bitboard rank = BB_RANK_1 << (square & 56), file = BB_FILE_A << (square & 7);
    return line & ~(((BB_RANK_1 | BB_RANK_8) & ~rank) | ((BB_FILE_A | BB_FILE_H) & ~file));
}

static Bitboard slider_lines(Square square, char kind) {
    if (kind == 'd')
        return bishop_ray_table[square];
    Bitboard line = kind == 'f' ? BB_FILE_A << (square & 7) : BB_RANK_1 << (square & 56);
    return line & ~square_bit(square);
}

/* _slider_tables(kind): (masks, attacks) for 'd'iagonals, 'f'iles or 'r'anks, as BB_DIAG_MASKS, BB_DIAG_ATTACKS. */
static PyObject *bits_slider_tables(PyObject *module, PyObject *kind) {
    (void)module;
    char letter = (char)PyUnicode_ReadChar(kind, 0);
    Bitboard masks[64];
    PyObject *attacks = PyList_New(64);
    for (Square square = 0; attacks != NULL && square < 64; square++) {
        Bitboard lines = slider_lines(square, letter);
        masks[square] = without_edges(square, lines);
        PyObject *dict = slider_dict(square, masks[square], lines);
        if (dict == NULL || PyList_SetItem(attacks, square, dict) < 0)
            Py_CLEAR(attacks);
    }
    PyObject *mask_list = bitboard_list(masks, 64);
    if (attacks == NULL || mask_list == NULL)
        return NULL;
    return Py_BuildValue("NN", mask_list, attacks);
}

/* _ray_table(): BB_RAYS. */
static PyObject *bits_ray_table(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    PyObject *table = PyList_New(64);
    for (Square square = 0; table != NULL && square < 64; square++) {
        PyObject *row = bitboard_list(line_table[square], 64);
        if (row == NULL || PyList_SetItem(table, square, row) < 0)
            Py_CLEAR(table);
    }
    return table;
}

/* _step_tables(): BB_KNIGHT_ATTACKS, BB_KING_ATTACKS, BB_PAWN_ATTACKS. */
static PyObject *bits_step_tables(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return Py_BuildValue("NN[NN]", bitboard_list(knight_attack_table, 64), bitboard_list(king_attack_table, 64),
                         bitboard_list(pawn_attack_table[BLACK], 64), bitboard_list(pawn_attack_table[WHITE], 64));
}

/* ---- The functions ---------------------------------------------------------------------------------------- */

static PyMethodDef bits_functions[] = {
    {"popcount", bits_popcount, METH_O, "popcount(bb)\n--\n\nThe number of squares in a bitboard."},
    {"lsb", bits_lsb, METH_O, "lsb(bb)\n--\n\nThe lowest square of a bitboard; -1 if it is empty."},
    {"msb", bits_msb, METH_O, "msb(bb)\n--\n\nThe highest square of a bitboard; -1 if it is empty."},
    {"scan_forward", bits_scan_forward, METH_O, "scan_forward(bb)\n--\n\nIterates over the squares, lowest first."},
    {"scan_reversed", bits_scan_reversed, METH_O, "scan_reversed(bb)\n--\n\nIterates over the squares, highest first."},
    {"flip_vertical", bits_flip_vertical, METH_O, "flip_vertical(bb)\n--\n\nSwaps rank 1 with 8, 2 with 7, ..."},
    {"flip_horizontal", bits_flip_horizontal, METH_O, "flip_horizontal(bb)\n--\n\nSwaps file a with h, b with g, ..."},
    {"flip_diagonal", bits_flip_diagonal, METH_O, "flip_diagonal(bb)\n--\n\nMirrors in the line from a1 to h8."},
    {"flip_anti_diagonal", bits_flip_anti_diagonal, METH_O,
     "flip_anti_diagonal(bb)\n--\n\nMirrors in the line from h1 to a8."},
    {"shift_down", bits_shift_down, METH_O, "shift_down(b)\n--\n\nOne rank towards White."},
    {"shift_2_down", bits_shift_2_down, METH_O, "shift_2_down(b)\n--\n\nTwo ranks towards White."},
    {"shift_up", bits_shift_up, METH_O, "shift_up(b)\n--\n\nOne rank towards Black."},
    {"shift_2_up", bits_shift_2_up, METH_O, "shift_2_up(b)\n--\n\nTwo ranks towards Black."},
    {"shift_right", bits_shift_right, METH_O, "shift_right(b)\n--\n\nOne file towards h."},
    {"shift_2_right", bits_shift_2_right, METH_O, "shift_2_right(b)\n--\n\nTwo files towards h."},
    {"shift_left", bits_shift_left, METH_O, "shift_left(b)\n--\n\nOne file towards a."},
    {"shift_2_left", bits_shift_2_left, METH_O, "shift_2_left(b)\n--\n\nTwo files towards a."},
    {"shift_up_left", bits_shift_up_left, METH_O, "shift_up_left(b)\n--\n\nOne step towards a8."},
    {"shift_up_right", bits_shift_up_right, METH_O, "shift_up_right(b)\n--\n\nOne step towards h8."},
    {"shift_down_left", bits_shift_down_left, METH_O, "shift_down_left(b)\n--\n\nOne step towards a1."},
    {"shift_down_right", bits_shift_down_right, METH_O, "shift_down_right(b)\n--\n\nOne step towards h1."},
    {"square", AS_METHOD(bits_square), METH_FASTCALL,
     "square(file_index, rank_index)\n--\n\nThe square on a file and a rank, both counted from 0."},
    {"square_file", bits_square_file, METH_O, "square_file(square)\n--\n\nThe file, 0 being the a-file."},
    {"square_rank", bits_square_rank, METH_O, "square_rank(square)\n--\n\nThe rank, 0 being the first."},
    {"square_mirror", bits_square_mirror, METH_O, "square_mirror(square)\n--\n\nThe square as seen by the other side."},
    {"square_distance", AS_METHOD(bits_square_distance), METH_FASTCALL,
     "square_distance(a, b)\n--\n\nThe number of king steps."},
    {"square_manhattan_distance", AS_METHOD(bits_square_manhattan_distance), METH_FASTCALL,
     "square_manhattan_distance(a, b)\n--\n\nThe number of steps without diagonals."},
    {"square_knight_distance", AS_METHOD(bits_square_knight_distance), METH_FASTCALL,
     "square_knight_distance(a, b)\n--\n\nThe number of knight moves."},
    {"ray", AS_METHOD(bits_ray), METH_FASTCALL, "ray(a, b)\n--\n\nThe whole line through two squares; 0 if none."},
    {"between", AS_METHOD(bits_between), METH_FASTCALL, "between(a, b)\n--\n\nSquares strictly between two squares."},
    {"parse_square", bits_parse_square, METH_O,
     "parse_square(name)\n--\n\nThe square of a name like \"e4\"; or ValueError."},
    {"square_name", bits_square_name, METH_O, "square_name(square)\n--\n\nThe name of a square, like \"e4\"."},
    {"_slider_tables", bits_slider_tables, METH_O, NULL},
    {"_ray_table", bits_ray_table, METH_NOARGS, NULL},
    {"_step_tables", bits_step_tables, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

bool bits_init(PyObject *module) {
    return PyModule_AddFunctions(module, bits_functions) == 0;
}
