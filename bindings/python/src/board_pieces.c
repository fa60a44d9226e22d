/* Methods about the men on the board: what stands where, what attacks what, pins, and setting men by hand. */
#include "board.h"

#include <string.h>

/* ---- What stands where ------------------------------------------------------------------------------------- */

static PyObject *board_piece_at(PyObject *self, PyObject *object) {
    const Position *position = board_read(self);
    Square square;
    if (position == NULL || !square_from_py(object, &square))
        return NULL;
    Piece piece = position->board[square];
    return piece == NO_PIECE ? none() : piece_to_py(piece);
}

static PyObject *board_piece_type_at(PyObject *self, PyObject *object) {
    const Position *position = board_read(self);
    Square square;
    if (position == NULL || !square_from_py(object, &square))
        return NULL;
    Piece piece = position->board[square];
    return piece == NO_PIECE ? none() : int_to_py(piece_type(piece));
}

static PyObject *board_color_at(PyObject *self, PyObject *object) {
    const Position *position = board_read(self);
    Square square;
    if (position == NULL || !square_from_py(object, &square))
        return NULL;
    Piece piece = position->board[square];
    return piece == NO_PIECE ? none() : color_to_py(piece_color(piece));
}

/* (piece_type, color) by position or keyword. */
static const Position *pieces_of(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords,
                                 Bitboard *set) {
    static const char *const names[] = {"piece_type", "color"};
    PyObject *given[2];
    PieceType type;
    Color color;
    const Position *position = board_read(self);
    if (position == NULL || !arguments_spread("pieces", arguments, count, keywords, names, 2, 2, 2, given) ||
        !piece_type_from_py(given[0], &type) || !color_from_py(given[1], &color))
        return NULL;
    *set = position_pieces(position, color, type);
    return position;
}

static PyObject *board_pieces(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    Bitboard set;
    return pieces_of(self, arguments, count, keywords, &set) == NULL ? NULL : square_set_to_py(set);
}

static PyObject *board_pieces_mask(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    Bitboard set;
    return pieces_of(self, arguments, count, keywords, &set) == NULL ? NULL : bitboard_to_py(set);
}

static PyObject *board_piece_count(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : int_to_py(popcount(position_occupied(position)));
}

static PyObject *board_king(PyObject *self, PyObject *object) {
    const Position *position = board_read(self);
    Color color;
    if (position == NULL || !color_from_py(object, &color))
        return NULL;
    Bitboard kings = position_pieces(position, color, KING);
    bool giveaway = position->variant == VARIANT_SUICIDE || position->variant == VARIANT_GIVEAWAY ||
                    position->variant == VARIANT_ANTICHESS;
    /* Where kings castle and pawns become kings, only the original king counts as one. */
    if (giveaway && position->castling != 0)
        kings &= ~position->promoted;
    return kings == 0 || more_than_one(kings) ? none() : int_to_py(lsb(kings));
}

static PyObject *board_piece_map(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    static const char *const names[] = {"mask"};
    const Position *position = board_read(self);
    PyObject *given = NULL;
    Bitboard mask = BB_ALL;
    if (position == NULL ||
        (keywords != NULL && !arguments_spread("piece_map", arguments, count, keywords, names, 1, 0, 0, &given)) ||
        (given != NULL && !bitboard_from_py(given, &mask)))
        return NULL;
    PyObject *map = PyDict_New();
    for (Bitboard men = position_occupied(position) & mask; men != 0 && map != NULL;) {
        Square square = pop_msb(&men);
        PyObject *piece = piece_to_py(position->board[square]);
        if (piece == NULL || PyDict_SetItem(map, core.ints[square], piece) < 0)
            Py_CLEAR(map);
        Py_XDECREF(piece);
    }
    return map;
}

/* ---- Attacks ------------------------------------------------------------------------------------------------ */

static PyObject *board_attacks_mask(PyObject *self, PyObject *object) {
    const Position *position = board_read(self);
    Square square;
    if (position == NULL || !square_from_py(object, &square))
        return NULL;
    return bitboard_to_py(position_attacks(position, square));
}

static PyObject *board_attacks(PyObject *self, PyObject *object) {
    const Position *position = board_read(self);
    Square square;
    if (position == NULL || !square_from_py(object, &square))
        return NULL;
    return square_set_to_py(position_attacks(position, square));
}

/* (color, square, occupied=None) */
static bool attackers_of(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords,
                         Bitboard *attackers) {
    static const char *const names[] = {"color", "square", "occupied"};
    const Position *position = board_read(self);
    PyObject *given[3] = {NULL, NULL, NULL};
    if (LIKELY(count == 2 && keywords == NULL)) {
        given[0] = arguments[0];
        given[1] = arguments[1];
    } else if (!arguments_spread("attackers", arguments, count, keywords, names, 3, 3, 2, given)) {
        return false;
    }
    Color color;
    Square square;
    if (position == NULL || !color_from_py(given[0], &color) || !square_from_py(given[1], &square))
        return false;
    Bitboard occupied = position_occupied(position);
    if (given[2] != NULL && given[2] != Py_None && !square_set_from_py(given[2], &occupied))
        return false;
    *attackers = position_attackers(position, color, square, occupied);
    return true;
}

static PyObject *board_attackers_mask(PyObject *self, PyObject *const *arguments, Py_ssize_t count,
                                      PyObject *keywords) {
    Bitboard attackers;
    return attackers_of(self, arguments, count, keywords, &attackers) ? bitboard_to_py(attackers) : NULL;
}

static PyObject *board_attackers(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    Bitboard attackers;
    return attackers_of(self, arguments, count, keywords, &attackers) ? square_set_to_py(attackers) : NULL;
}

static PyObject *board_is_attacked_by(PyObject *self, PyObject *const *arguments, Py_ssize_t count,
                                      PyObject *keywords) {
    Bitboard attackers;
    return attackers_of(self, arguments, count, keywords, &attackers) ? bool_to_py(attackers != 0) : NULL;
}

/* ---- Pins ---------------------------------------------------------------------------------------------------- */

/* The line a man of the colour may not leave, through the king and its attacker; everything if it is not pinned. */
static Bitboard pin_line(const Position *p, Color color, Square square) {
    Square king = position_king(p, color);
    if (king == NO_SQUARE || king == square)
        return BB_ALL;
    Bitboard line = line_table[king][square], bit = square_bit(square);
    bool straight = (rook_ray_table[king] & bit) != 0;
    Bitboard sliders = p->by_type[QUEEN] | p->by_type[straight ? ROOK : BISHOP];
    Bitboard snipers = line & sliders & p->by_color[!color] & ~square_bit(king);
    while (snipers != 0) {
        Bitboard between = between_table[king][pop_msb(&snipers)];
        if ((between & (position_occupied(p) | bit)) == bit)
            return line;
    }
    return BB_ALL;
}

static bool pin_of(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords, Bitboard *line) {
    static const char *const names[] = {"color", "square"};
    const Position *position = board_read(self);
    PyObject *given[2];
    Color color;
    Square square;
    if (position == NULL || !arguments_spread("pin", arguments, count, keywords, names, 2, 2, 2, given) ||
        !color_from_py(given[0], &color) || !square_from_py(given[1], &square))
        return false;
    *line = pin_line(position, color, square);
    return true;
}

static PyObject *board_pin_mask(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    Bitboard line;
    return pin_of(self, arguments, count, keywords, &line) ? bitboard_to_py(line) : NULL;
}

static PyObject *board_pin(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    Bitboard line;
    return pin_of(self, arguments, count, keywords, &line) ? square_set_to_py(line) : NULL;
}

static PyObject *board_is_pinned(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    Bitboard line;
    return pin_of(self, arguments, count, keywords, &line) ? bool_to_py(line != BB_ALL) : NULL;
}

/* ---- Setting men by hand --------------------------------------------------------------------------------------- */

static void put_piece(BoardObject *board, Square square, Piece piece, bool promoted) {
    Position *position = board_position(board);
    position_put(position, square, piece, promoted);
    board->watch |= WATCH_STALE;
    board_moved(board);
}

static PyObject *board_remove_piece_at(PyObject *self, PyObject *object) {
    const Position *position = board_read(self);
    Square square;
    if (position == NULL || !square_from_py(object, &square))
        return NULL;
    Piece piece = position->board[square];
    put_piece((BoardObject *)self, square, NO_PIECE, false);
    board_forget((BoardObject *)self);
    return piece == NO_PIECE ? none() : piece_to_py(piece);
}

static bool piece_from_py(PyObject *object, Piece *piece) {
    PieceType type;
    Color color;
    PyObject *type_object = PyObject_GetAttrString(object, "piece_type");
    PyObject *color_object = type_object == NULL ? NULL : PyObject_GetAttrString(object, "color");
    bool good = color_object != NULL && piece_type_from_py(type_object, &type) && color_from_py(color_object, &color);
    Py_XDECREF(type_object);
    Py_XDECREF(color_object);
    if (good)
        *piece = piece_make(color, type);
    return good;
}

static PyObject *board_set_piece_at(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    static const char *const names[] = {"square", "piece", "promoted"};
    PyObject *given[3];
    Square square;
    Piece piece = NO_PIECE;
    if (board_read(self) == NULL ||
        !arguments_spread("set_piece_at", arguments, count, keywords, names, 3, 3, 2, given) ||
        !square_from_py(given[0], &square) || (given[1] != Py_None && !piece_from_py(given[1], &piece)))
        return NULL;
    int promoted = given[2] == NULL ? 0 : PyObject_IsTrue(given[2]);
    if (promoted < 0)
        return NULL;
    put_piece((BoardObject *)self, square, piece, promoted);
    board_forget((BoardObject *)self);
    return none();
}

/* Replaces the men, leaving turn, rights and counters; pockets and check counters start afresh. */
static void replace_men(BoardObject *board, const Position *men) {
    Position position = *board_position(board);
    memcpy(position.by_type, men->by_type, sizeof position.by_type);
    memcpy(position.by_color, men->by_color, sizeof position.by_color);
    memcpy(position.board, men->board, sizeof position.board);
    memcpy(position.pockets, men->pockets, sizeof position.pockets);
    memcpy(position.checks_left, men->checks_left, sizeof position.checks_left);
    position.promoted = men->promoted;
    position_refresh(&position);
    board_reset_to(board, &position);
}

static PyObject *board_reset_board(PyObject *self, PyObject *unused) {
    (void)unused;
    if (board_read(self) == NULL)
        return NULL;
    Position start, own;
    Variant variant = board_position((BoardObject *)self)->variant;
    position_start(&own, variant);
    position_start(&start, VARIANT_STANDARD);
    memcpy(start.checks_left, own.checks_left, sizeof start.checks_left);
    replace_men((BoardObject *)self, &start);
    return none();
}

static PyObject *board_clear_board(PyObject *self, PyObject *unused) {
    (void)unused;
    if (board_read(self) == NULL)
        return NULL;
    Position empty;
    position_clear(&empty, board_position((BoardObject *)self)->variant);
    replace_men((BoardObject *)self, &empty);
    return none();
}

static PyObject *board_set_chess960_pos(PyObject *self, PyObject *object) {
    long number = PyLong_AsLong(object);
    if (number == -1 && PyErr_Occurred())
        return NULL;
    if (number < 0 || number > 959)
        return PyErr_Format(PyExc_ValueError, "a chess960 start position has a number from 0 to 959, not %ld", number);
    const Position *old = board_read(self);
    if (old == NULL)
        return NULL;
    Position start;
    position_start_chess960(&start, (int)number);
    start.variant = old->variant;
    memcpy(start.pockets, old->pockets, sizeof start.pockets);
    memcpy(start.checks_left, old->checks_left, sizeof start.checks_left);
    position_refresh(&start);
    BoardObject *board = (BoardObject *)self;
    board_reset_to(board, &start);
    board_set_chess960(board, true);
    return none();
}

/* ---- As text -------------------------------------------------------------------------------------------------- */

PyObject *board_str_slot(PyObject *self) {
    const Position *position = board_read(self);
    if (position == NULL)
        return NULL;
    char text[128], *out = text;
    for (int rank = 7; rank >= 0; rank--)
        for (int file = 0; file < 8; file++) {
            *out++ = piece_letter(position->board[square_make(file, rank)]);
            *out++ = file < 7 ? ' ' : '\n';
        }
    return text_to_py(text, sizeof text - 1);
}

#define FAST AS_METHOD
#define FAST_FLAGS (METH_FASTCALL | METH_KEYWORDS)

PyMethodDef piece_placement_methods[] = {
    {"piece_at", board_piece_at, METH_O, "piece_at($self, square)\n--\n\nThe piece on a square, or None."},
    {"piece_type_at", board_piece_type_at, METH_O,
     "piece_type_at($self, square)\n--\n\nThe type of the piece, or None."},
    {"color_at", board_color_at, METH_O, "color_at($self, square)\n--\n\nThe colour of the piece, or None."},
    {"pieces", FAST(board_pieces), FAST_FLAGS, "pieces($self, piece_type, color)\n--\n\nSquares of a kind of piece."},
    {"pieces_mask", FAST(board_pieces_mask), FAST_FLAGS,
     "pieces_mask($self, piece_type, color)\n--\n\nSquares of a kind of piece, as a bitboard."},
    {"piece_count", board_piece_count, METH_NOARGS, "piece_count($self)\n--\n\nThe number of men on the board."},
    {"king", board_king, METH_O, "king($self, color)\n--\n\nThe square of the only king of a side, or None."},
    {"piece_map", FAST(board_piece_map), FAST_FLAGS,
     "piece_map($self, *, mask=0xffff_ffff_ffff_ffff)\n--\n\nA dict of pieces by square."},
    {"attacks", board_attacks, METH_O, "attacks($self, square)\n--\n\nSquares attacked by the man on a square."},
    {"attacks_mask", board_attacks_mask, METH_O, "attacks_mask($self, square)\n--\n\nThe same as a bitboard."},
    {"attackers", FAST(board_attackers), FAST_FLAGS,
     "attackers($self, color, square, occupied=None)\n--\n\nMen of a side that attack a square, pinned ones too."},
    {"attackers_mask", FAST(board_attackers_mask), FAST_FLAGS,
     "attackers_mask($self, color, square, occupied=None)\n--\n\nThe same as a bitboard."},
    {"is_attacked_by", FAST(board_is_attacked_by), FAST_FLAGS,
     "is_attacked_by($self, color, square, occupied=None)\n--\n\nWhether a side attacks a square."},
    {"pin", FAST(board_pin), FAST_FLAGS,
     "pin($self, color, square)\n--\n\nThe line that a pinned man may not leave; all squares if it is not pinned."},
    {"pin_mask", FAST(board_pin_mask), FAST_FLAGS, "pin_mask($self, color, square)\n--\n\nThe same as a bitboard."},
    {"is_pinned", FAST(board_is_pinned), FAST_FLAGS,
     "is_pinned($self, color, square)\n--\n\nWhether a man on the square would be pinned to the king of the colour."},
    {"remove_piece_at", board_remove_piece_at, METH_O,
     "remove_piece_at($self, square)\n--\n\nRemoves and returns the piece on a square, if any; forgets the history."},
    {"set_piece_at", FAST(board_set_piece_at), FAST_FLAGS,
     "set_piece_at($self, square, piece, promoted=False)\n--\n\nPuts a piece, or None, on a square; forgets the "
     "history."},
    {"reset_board", board_reset_board, METH_NOARGS, "reset_board($self)\n--\n\nSets up the men of the start position."},
    {"clear_board", board_clear_board, METH_NOARGS, "clear_board($self)\n--\n\nRemoves all men."},
    {"set_chess960_pos", board_set_chess960_pos, METH_O,
     "set_chess960_pos($self, scharnagl)\n--\n\nSets up a chess960 start position by its number, 0 to 959."},
    {NULL, NULL, 0, NULL},
};
