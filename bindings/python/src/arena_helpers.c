/*
 * The helpers that arena boards have beyond python-chess's: a list of moves worth trying first, a quick evaluation,
 * material. All speak for the side to move, in centipawns, and know the variant's rules.
 *
 * They are meant to make a small bot decent, not to be strong: the engine has its own evaluation.
 */
#include "board.h"

#include <stdlib.h>
#include <string.h>

enum { MATE_SCORE = 100000, MATE_PLIES_MAX = 1000 };

/* By piece type. Kings have no price: where one can be lost the game is over, and the horde has none. */
static const int piece_values[7] = {0, 100, 320, 330, 500, 900, 0};

/* ---- Where men like to stand ------------------------------------------------------------------------------------ */

/* Bonuses in centipawns with all men on the board (opening) and none but kings and pawns (ending). Plain rules instead
 * of tables: pawns go forward, most of all near the end; minor pieces and the late king like the centre; the early
 * king its corner. */
typedef struct Bonus {
    int opening, ending;
} Bonus;

/* 0 in the four central squares to 3 on the edge. */
static int edge_steps(int line) {
    return line < 4 ? 3 - line : line - 4;
}

static Bonus square_bonus(PieceType type, int file, int rank) {
    int centre = 6 - 2 * (edge_steps(file) > edge_steps(rank) ? edge_steps(file) : edge_steps(rank)); /* 6 .. 0 */
    int spread = 6 - edge_steps(file) - edge_steps(rank);                                             /* 6 .. 0 */
    Bonus bonus = {0, 0};
    switch (type) {
    case PAWN:
        bonus.opening = (rank - 1) * 4 + (edge_steps(file) == 0 ? (rank == 3 || rank == 4 ? 20
                                                                   : rank == 1            ? -15
                                                                                          : 8)
                                                                : 0);
        bonus.ending = (rank - 1) * (rank - 1) * 5;
        break;
    case KNIGHT:
        bonus.opening = spread * 9 - 35;
        bonus.ending = spread * 7 - 30;
        break;
    case BISHOP:
        bonus.opening = spread * 4 - 10 - (rank == 0 ? 10 : 0);
        bonus.ending = spread * 3 - 8;
        break;
    case ROOK:
        bonus.opening = (rank == 6 ? 20 : 0) + (edge_steps(file) == 0 ? 6 : 0);
        bonus.ending = rank == 6 ? 15 : 0;
        break;
    case QUEEN:
        bonus.opening = centre - 3;
        bonus.ending = spread * 4 - 10;
        break;
    case KING:
        bonus.opening = rank == 0 ? (edge_steps(file) >= 2 ? 25 : 0) : -20 * rank;
        bonus.ending = spread * 8 - 20;
        break;
    default:
        break;
    }
    return bonus;
}

/* By piece and square; written once, before main(). */
static int16_t opening_table[16][64], ending_table[16][64];

__attribute__((constructor)) static void fill_bonus_tables(void) {
    for (Color color = WHITE; color <= BLACK; color++)
        for (PieceType type = PAWN; type <= KING; type++)
            for (Square square = 0; square < 64; square++) {
                int rank = color == WHITE ? square_rank(square) : 7 - square_rank(square);
                Bonus bonus = square_bonus(type, square_file(square), rank);
                opening_table[piece_make(color, type)][square] = (int16_t)(piece_values[type] + bonus.opening);
                ending_table[piece_make(color, type)][square] = (int16_t)(piece_values[type] + bonus.ending);
            }
}

/* ---- Material ------------------------------------------------------------------------------------------------------
 */

static int material(const Position *p, Color color) {
    int sum = 0;
    for (PieceType type = PAWN; type <= QUEEN; type++)
        sum += piece_values[type] * (popcount(position_pieces(p, color, type)) + p->pockets[color][type]);
    return sum;
}

static int material_balance(const Position *p) {
    return material(p, p->side) - material(p, !p->side);
}

/* Atomic: what an explosion around the square costs them more than us, the captor included. */
static int explosion_value(const Position *p, Move move) {
    Bitboard around = king_attack_table[move_to(move)] & ~p->by_type[PAWN] & ~square_bit(move_from(move));
    if (around & position_pieces(p, !p->side, KING))
        return MATE_SCORE;
    int sum = -piece_values[piece_type(p->board[move_from(move)])];
    for (Bitboard men = around & position_occupied(p); men != 0;) {
        Piece piece = p->board[pop_lsb(&men)];
        int value = piece_values[piece_type(piece)];
        sum += piece_color(piece) == p->side ? -value : value;
    }
    return sum;
}

static int captured_value(const Position *p, Move move) {
    if (move_is_drop(move) || move_kind(move) == MOVE_CASTLE)
        return 0;
    if (move_kind(move) == MOVE_EN_PASSANT)
        return piece_values[PAWN] + (p->variant == VARIANT_ATOMIC ? explosion_value(p, move) : 0);
    Piece captured = p->board[move_to(move)];
    if (captured == NO_PIECE || piece_color(captured) == p->side)
        return 0;
    if (p->variant != VARIANT_ATOMIC)
        return piece_values[piece_type(captured)];
    if (piece_type(captured) == KING)
        return MATE_SCORE;
    int blast = explosion_value(p, move);
    return blast == MATE_SCORE ? MATE_SCORE : blast + piece_values[piece_type(captured)];
}

/* ---- Evaluation ----------------------------------------------------------------------------------------------------
 */

static bool gives_men_away(const Position *p) {
    return p->variant == VARIANT_ANTICHESS || p->variant == VARIANT_GIVEAWAY || p->variant == VARIANT_SUICIDE;
}

/* 24 with all pieces of the start position, 0 with none. */
static int game_phase(const Position *p) {
    int phase = popcount(p->by_type[KNIGHT] | p->by_type[BISHOP]) + 2 * popcount(p->by_type[ROOK]) +
                4 * popcount(p->by_type[QUEEN]);
    return phase > 24 ? 24 : phase;
}

static int steps_to_centre(Square king) {
    int file = edge_steps(square_file(king)), rank = edge_steps(square_rank(king));
    return file > rank ? file : rank;
}

/* What a side has of the variant's own goal. */
static int goal_bonus(const Position *p, Color color) {
    Bitboard kings = position_pieces(p, color, KING);
    switch (p->variant) {
    case VARIANT_KING_OF_THE_HILL:
        return kings != 0 ? 40 * (3 - steps_to_centre(lsb(kings))) : 0;
    case VARIANT_RACING_KINGS:
        return kings != 0 ? 120 * square_rank(lsb(kings)) : 0;
    case VARIANT_THREE_CHECK: {
        int given = 3 - p->checks_left[color];
        return 80 * given * given;
    }
    default:
        return 0;
    }
}

static int evaluate_men(const Position *p) {
    int opening = 0, ending = 0;
    for (Bitboard men = position_occupied(p); men != 0;) {
        Square square = pop_lsb(&men);
        Piece piece = p->board[square];
        int sign = piece_color(piece) == p->side ? 1 : -1;
        opening += sign * opening_table[piece][square];
        ending += sign * ending_table[piece][square];
    }
    int phase = game_phase(p);
    int score = (opening * phase + ending * (24 - phase)) / 24;
    for (PieceType type = PAWN; type <= QUEEN; type++)
        score += piece_values[type] * (p->pockets[p->side][type] - p->pockets[!p->side][type]);
    return score + goal_bonus(p, p->side) - goal_bonus(p, !p->side);
}

/* Antichess: the fewer men the better, and choice is good because being forced to take is not. */
static int evaluate_giveaway(const Position *p) {
    int balance = popcount(p->by_color[!p->side]) - popcount(p->by_color[p->side]);
    return 100 * balance + (int)position_count_legal_moves(p);
}

/* Ends count more the sooner they come, so that a search prefers the shorter way to win. */
static int end_score(Outcome outcome, Color side, size_t plies) {
    if (outcome.winner == NO_COLOR)
        return 0;
    int score = MATE_SCORE - (int)(plies < MATE_PLIES_MAX ? plies : MATE_PLIES_MAX);
    return outcome.winner == side ? score : -score;
}

static int evaluate(const Position *p, size_t plies) {
    Outcome outcome = position_outcome(p);
    if (outcome.termination != TERMINATION_NONE)
        return end_score(outcome, p->side, plies);
    return gives_men_away(p) ? evaluate_giveaway(p) : evaluate_men(p);
}

/* ---- Ordered moves
 * --------------------------------------------------------------------------------------------------- */

typedef struct Ranked {
    int score;
    int place; /* keeps the order of equals, so that the result is the same every time */
    Move move;
} Ranked;

/* Captures of much by little first, then promotions and checks, then moves to better squares. */
static int move_rank(const Position *p, Move move) {
    Square from = move_from(move), to = move_to(move);
    Piece piece = move_is_drop(move) ? piece_make(p->side, move_drop(move)) : p->board[from];
    int score = position_gives_check(p, move) ? 300 : 0;
    score +=
        opening_table[piece][to] - (move_is_drop(move) ? piece_values[piece_type(piece)] : opening_table[piece][from]);
    int captured = captured_value(p, move);
    if (captured != 0)
        score += captured * 10 - piece_values[piece_type(piece)] + (captured > 0 ? 1000 : 0);
    else if (position_is_capture(p, move)) /* a king, in antichess */
        score += 1000;
    if (move_is_promotion(move))
        score += piece_values[move_promotion(move)] * 10;
    return score;
}

static int compare_ranked(const void *a, const void *b) {
    const Ranked *first = a, *second = b;
    if (first->score != second->score)
        return first->score > second->score ? -1 : 1;
    return first->place - second->place;
}

static void insertion_sort(Ranked *ranked, size_t count) {
    for (size_t i = 1; i < count; i++) {
        Ranked moving = ranked[i];
        size_t place = i;
        for (; place > 0 && ranked[place - 1].score < moving.score; place--)
            ranked[place] = ranked[place - 1];
        ranked[place] = moving;
    }
}

enum { INSERTION_MAX = 64 };

static size_t order_moves(const Position *p, Ranked ranked[MOVES_MAX]) {
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(p, moves);
    for (size_t i = 0; i < count; i++)
        ranked[i] = (Ranked){move_rank(p, moves[i]), (int)i, moves[i]};
    if (count <= INSERTION_MAX)
        insertion_sort(ranked, count);
    else
        qsort(ranked, count, sizeof ranked[0], compare_ranked);
    return count;
}

/* ---- Methods
 * --------------------------------------------------------------------------------------------------------- */

static PyObject *arena_ordered_moves(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    if (position == NULL)
        return NULL;
    Ranked ranked[MOVES_MAX];
    size_t count = order_moves(position, ranked);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; i < count && list != NULL; i++) {
        PyObject *move = move_to_py(ranked[i].move, position->chess960);
        if (move == NULL || PyList_SetItem(list, (Py_ssize_t)i, move) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *arena_evaluate(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : PyLong_FromLong(evaluate(position, ((BoardObject *)self)->game.ply));
}

static PyObject *arena_material_balance(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : PyLong_FromLong(material_balance(position));
}

static PyObject *arena_captured_value(PyObject *self, PyObject *object) {
    const Position *position = board_read(self);
    MoveParts parts;
    Move move;
    if (position == NULL || !move_parts(object, &parts))
        return NULL;
    return PyLong_FromLong(move_fit(position, parts, &move) == FIT_MOVE ? captured_value(position, move) : 0);
}

static PyObject *arena_is_game_over_fast(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : bool_to_py(position_outcome(position).termination != TERMINATION_NONE);
}

static PyObject *get_increment(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromLong(((BoardObject *)self)->increment_ms);
}

static int set_increment(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    long number = value == NULL ? -1 : PyLong_AsLong(value);
    if (value == NULL || (number == -1 && PyErr_Occurred())) {
        if (value == NULL)
            PyErr_SetString(PyExc_AttributeError, "increment_ms cannot be deleted");
        return -1;
    }
    ((BoardObject *)self)->increment_ms = (int)(number < 0 ? 0 : number > INT32_MAX ? INT32_MAX : number);
    return 0;
}

static PyObject *get_variant_name(PyObject *self, void *unused) {
    (void)unused;
    const Position *position = board_position((BoardObject *)self);
    bool fischer = position->variant == VARIANT_STANDARD && position->chess960;
    return PyUnicode_FromString(variant_name(fischer ? VARIANT_CHESS960 : position->variant));
}

PyMethodDef arena_methods[] = {
    {"ordered_moves", arena_ordered_moves, METH_NOARGS,
     "ordered_moves($self)\n--\n\nA list of the legal moves, those worth trying first at the front: captures, "
     "promotions, checks. The same position always gives the same order."},
    {"evaluate", arena_evaluate, METH_NOARGS,
     "evaluate($self)\n--\n\nWhat the position is worth to the side to move, in centipawns. A finished game is 0 for a "
     "draw and near MATE_SCORE or -MATE_SCORE otherwise, nearer the fewer moves were played."},
    {"material_balance", arena_material_balance, METH_NOARGS,
     "material_balance($self)\n--\n\nMaterial of the side to move minus the opponent's, in centipawns."},
    {"captured_value", arena_captured_value, METH_O,
     "captured_value($self, move)\n--\n\nThe value of what a move captures, 0 if nothing. In atomic chess what the "
     "explosion costs the opponent more than you."},
    {"is_game_over_fast", arena_is_game_over_fast, METH_NOARGS,
     "is_game_over_fast($self)\n--\n\nWhether the game is over by the position alone; knows nothing of repetitions."},
    {NULL, NULL, 0, NULL},
};

PyGetSetDef arena_attributes[] = {
    {"increment_ms", get_increment, set_increment, "what your clock gains with every move, in milliseconds", NULL},
    {"variant_name", get_variant_name, NULL, "the arena's name of the variant: standard, chess960, threecheck, ...",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* ---- Module functions
 * -------------------------------------------------------------------------------------------------- */

/* Takes a type, a Piece or None, which is worth nothing: what an empty square or a drop's origin holds. */
static PyObject *arena_piece_value(PyObject *module, PyObject *object) {
    (void)module;
    PyObject *type = object;
    if (PyType_IsSubtype(Py_TYPE(object), core.piece))
        type = ((PieceObject *)object)->type;
    long number = type == NULL || type == Py_None ? 0 : PyLong_AsLong(type);
    if (number == -1 && PyErr_Occurred())
        return NULL;
    return PyLong_FromLong(number > 0 && number <= KING ? piece_values[number] : 0);
}

static PyObject *arena_work_done(PyObject *module, PyObject *unused) {
    (void)module, (void)unused;
    return Py_BuildValue("(KK)", work_done.copies, work_done.pushes);
}

static PyMethodDef arena_functions[] = {
    {"piece_value", arena_piece_value, METH_O,
     "piece_value(piece)\n--\n\nThe value of a piece or piece type in centipawns; 0 for None and for kings."},
    {"_work_done", arena_work_done, METH_NOARGS,
     "_work_done()\n--\n\nBoards copied and moves pushed since the start, on all boards together."},
    {NULL, NULL, 0, NULL},
};

bool arena_init(PyObject *module) {
    if (PyModule_AddFunctions(module, arena_functions) < 0 ||
        PyModule_AddIntConstant(module, "MATE_SCORE", MATE_SCORE) < 0)
        return false;
    PyObject *values = PyDict_New();
    for (PieceType type = PAWN; type <= KING && values != NULL; type++) {
        PyObject *value = PyLong_FromLong(piece_values[type]);
        if (value == NULL || PyDict_SetItem(values, core.ints[type], value) < 0)
            Py_CLEAR(values);
        Py_XDECREF(value);
    }
    int done = values == NULL ? -1 : PyObject_SetAttrString(module, "PIECE_VALUES", values);
    Py_XDECREF(values);
    return done == 0;
}
