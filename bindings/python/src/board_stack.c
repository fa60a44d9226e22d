/* Playing and taking back: push(), pop() and the move stack. */
#include "board.h"

#include <string.h>

/* ---- The list move_stack --------------------------------------------------------------------------------- */

/* A finaliser may still use a board whose list the garbage collector has taken: then there is none to keep. */

void stack_publish(BoardObject *board) {
    PyObject *list = board->state.move_stack;
    if (UNLIKELY(list == NULL))
        return;
    Py_ssize_t plies = (Py_ssize_t)board->game.ply, listed = PyList_Size(list);
    if (LIKELY(listed == plies))
        return;
    if (listed > plies && PyList_SetSlice(list, plies, listed, NULL) < 0)
        PyErr_Clear();
    bool chess960 = board_position(board)->chess960;
    for (; listed < plies; listed++) {
        PyObject *move = move_to_py(board->game.moves[listed], chess960);
        if (move == NULL || PyList_Append(list, move) < 0)
            PyErr_Clear();
        Py_XDECREF(move);
    }
}

void stack_clear(BoardObject *board) {
    if (board->state.move_stack != NULL && PyList_SetSlice(board->state.move_stack, 0, PY_SSIZE_T_MAX, NULL) < 0)
        PyErr_Clear();
}

void stack_share(BoardObject *copy, const BoardObject *board) {
    if (board->state.move_stack == NULL)
        return;
    Py_ssize_t plies = (Py_ssize_t)copy->game.ply, listed = PyList_Size(board->state.move_stack);
    if (plies == 0 || listed != (Py_ssize_t)board->game.ply)
        return;
    PyObject *list = PyList_GetSlice(board->state.move_stack, listed - plies, listed);
    if (list != NULL)
        SET_REFERENCE(copy->state.move_stack, list);
    else
        PyErr_Clear();
}

/* The object that the caller pushed, unless it is written otherwise on the stack. */
static inline void stack_add(BoardObject *board, PyObject *object) {
    bool as_it_is = Py_TYPE(object) == core.move && move_kind(board->game.moves[board->game.ply - 1]) != MOVE_CASTLE;
    if (as_it_is && board->state.move_stack != NULL &&
        PyList_Size(board->state.move_stack) + 1 == (Py_ssize_t)board->game.ply &&
        PyList_Append(board->state.move_stack, object) < 0)
        PyErr_Clear();
}

/* ---- Which move of the library a Python move is ----------------------------------------------------------- */

/* A king's two steps from its home square mean castling with the rook in the corner, unless a rook stands where the
 * king would land. */
static inline void castling_as_king_takes_rook(const Position *p, MoveParts *parts) {
    Square home = parts->from & 56;
    if ((parts->from != E1 && parts->from != E8) || piece_type(p->board[parts->from]) != KING)
        return;
    if (parts->to == home + G1 && (p->by_type[ROOK] & square_bit(parts->to)) == 0)
        parts->to = home + H1;
    else if (parts->to == home + C1 && (p->by_type[ROOK] & square_bit(parts->to)) == 0)
        parts->to = home + A1;
}

/* Castling puts king and rook down without looking: their squares must be free. */
static bool castling_fits(const Position *p, Square king, Square rook) {
    Square home = king & 56;
    bool queen_side = rook < king;
    Bitboard targets = square_bit(home + (queen_side ? C1 : G1)) | square_bit(home + (queen_side ? D1 : F1));
    Bitboard others = position_occupied(p) & ~square_bit(king) & ~square_bit(rook);
    bool at_home = home == (p->side == WHITE ? A1 : A8) && (rook & 56) == home;
    return at_home && piece_type(p->board[rook]) == ROOK && (others & targets) == 0;
}

static MoveFit fit_drop(const Position *p, MoveParts parts, Move *move) {
    if (parts.drop == KING || p->board[parts.to] != NO_PIECE)
        return FIT_LOOSE;
    *move = move_make(parts.to, parts.to, MOVE_DROP_PAWN + parts.drop - PAWN);
    return FIT_MOVE;
}

static MoveFit fit_pawn(const Position *p, MoveParts parts, Move *move) {
    int distance = parts.to > parts.from ? parts.to - parts.from : parts.from - parts.to;
    bool special =
        distance == 16 || (parts.to == p->ep && (distance == 7 || distance == 9) && p->board[parts.to] == NO_PIECE);
    if (special && (parts.promotion != 0 || (parts.to > parts.from) != (p->side == WHITE)))
        return FIT_LOOSE;
    if (parts.promotion == PAWN)
        return FIT_LOOSE;
    MoveKind kind = parts.promotion != 0 ? MOVE_PROMOTE_KNIGHT + parts.promotion - KNIGHT
                    : distance == 16     ? MOVE_DOUBLE_PUSH
                    : special            ? MOVE_EN_PASSANT
                                         : MOVE_NORMAL;
    *move = move_make(parts.from, parts.to, kind);
    return FIT_MOVE;
}

MoveFit move_fit(const Position *p, MoveParts parts, Move *move) {
    if (UNLIKELY(parts_are_null(parts))) {
        *move = MOVE_NULL;
        return FIT_MOVE;
    }
    if (UNLIKELY(parts.drop != 0))
        return fit_drop(p, parts, move);
    Piece piece = p->board[parts.from];
    if (UNLIKELY(piece == NO_PIECE || piece_color(piece) != p->side))
        return FIT_LOOSE;
    if (piece_type(piece) == KING)
        castling_as_king_takes_rook(p, &parts);
    if (p->by_color[p->side] & square_bit(parts.to)) {
        if (piece_type(piece) != KING || parts.promotion != 0 || !castling_fits(p, parts.from, parts.to))
            return FIT_LOOSE;
        *move = move_make(parts.from, parts.to, MOVE_CASTLE);
        return FIT_MOVE;
    }
    if (piece_type(piece) == PAWN)
        return fit_pawn(p, parts, move);
    if (UNLIKELY(parts.promotion != 0)) {
        *move = move_make(parts.from, parts.to, MOVE_PROMOTE_KNIGHT + parts.promotion - KNIGHT);
        return parts.promotion == PAWN ? FIT_LOOSE : FIT_MOVE;
    }
    *move = move_make(parts.from, parts.to, MOVE_NORMAL);
    return FIT_MOVE;
}

Move move_find(const Position *p, MoveParts parts) {
    Move move = MOVE_NONE;
    if (parts_are_null(parts) || (parts.drop != 0 && parts.from != parts.to))
        return MOVE_NONE;
    Piece piece = p->board[parts.from];
    /* Chess960 knows castling only as king takes rook. */
    if (p->chess960 && piece_type(piece) == KING && (p->by_color[p->side] & square_bit(parts.to)) == 0)
        return parts.drop == 0 && parts.promotion == 0 ? move_make(parts.from, parts.to, MOVE_NORMAL) : MOVE_NONE;
    return move_fit(p, parts, &move) == FIT_MOVE && move != MOVE_NULL ? move : MOVE_NONE;
}

/* ---- Moves that no rule allows ------------------------------------------------------------------------------ */

/* The nearest thing the library can record, for the move stack. */
static Move loose_record(MoveParts parts) {
    if (parts.drop != 0)
        return move_make(parts.to, parts.to, parts.drop <= QUEEN ? MOVE_DROP_PAWN + parts.drop - PAWN : MOVE_NORMAL);
    if (parts.promotion > PAWN)
        return move_make(parts.from, parts.to, MOVE_PROMOTE_KNIGHT + parts.promotion - KNIGHT);
    return move_make(parts.from, parts.to, MOVE_NORMAL);
}

static void loose_castle(Position *p, Color us, Square king, Square rook) {
    Square home = us == WHITE ? A1 : A8;
    bool queen_side = square_file(rook) < square_file(king);
    position_put(p, king, NO_PIECE, false);
    position_put(p, rook, NO_PIECE, false);
    position_put(p, home + (queen_side ? C1 : G1), piece_make(us, KING), false);
    position_put(p, home + (queen_side ? D1 : F1), piece_make(us, ROOK), false);
}

/* En passant and double pushes go by distance and rank alone. Returns the square of what is captured. */
static Square loose_pawn(Position *p, MoveParts parts, Square old_ep) {
    int step = parts.to - parts.from, distance = step < 0 ? -step : step;
    if (step == 16 && square_rank(parts.from) == 1)
        p->ep = (uint8_t)(parts.from + 8);
    else if (step == -16 && square_rank(parts.from) == 6)
        p->ep = (uint8_t)(parts.from - 8);
    else if (parts.to == old_ep && (distance == 7 || distance == 9) && p->board[parts.to] == NO_PIECE)
        return parts.to - forward_step(p->side);
    return parts.to;
}

static void loose_move(Position *p, MoveParts parts, Square old_ep) {
    Color us = p->side;
    Piece piece = p->board[parts.from], target = p->board[parts.to];
    bool promoted = (p->promoted & square_bit(parts.from)) != 0 || parts.promotion != 0;
    bool zeroing = piece_type(piece) == PAWN || piece_type(target) == PAWN ||
                   (target != NO_PIECE && piece_color(target) != us) || piece_color(piece) != us;
    if (zeroing)
        p->halfmove_clock = 0;
    p->castling &= ~(square_bit(parts.from) | square_bit(parts.to));
    if (piece_type(piece) == KING && (p->promoted & square_bit(parts.from)) == 0)
        p->castling &= ~backrank(us);
    position_put(p, parts.from, NO_PIECE, false);
    Square captured = piece_type(piece) == PAWN ? loose_pawn(p, parts, old_ep) : parts.to;
    PieceType type = parts.promotion != 0 ? parts.promotion : piece_type(piece);
    if (type == KING && (p->by_color[us] & square_bit(parts.to)) != 0) {
        loose_castle(p, us, parts.from, parts.to);
        return;
    }
    position_put(p, captured, NO_PIECE, false);
    position_put(p, parts.to, piece_make(us, type), promoted);
}

bool play_loosely(const Position *before, MoveParts parts, Position *after) {
    castling_as_king_takes_rook(before, &parts);
    *after = *before;
    Square old_ep = after->ep;
    after->castling = position_castling(before);
    after->ep = NO_SQUARE;
    after->halfmove_clock++;
    after->fullmove_number += before->side == BLACK;
    if (parts.drop != 0) {
        position_put(after, parts.to, piece_make(before->side, parts.drop), false);
    } else if (before->board[parts.from] == NO_PIECE) {
        char fen[FEN_MAX], uci[UCI_MOVE_MAX];
        parts_write_uci(parts, uci);
        position_to_fen(before, FEN_DEFAULT, fen);
        PyErr_Format(PyExc_AssertionError, "push() wants a pseudo-legal move, but nothing can move as %s in %s", uci,
                     fen);
        return false;
    } else {
        loose_move(after, parts, old_ep);
    }
    after->side = !before->side;
    position_refresh(after);
    return true;
}

/* ---- Methods -------------------------------------------------------------------------------------------------- */

bool board_push_move(BoardObject *board, Move move) {
    if (UNLIKELY(!game_play(&board->game, move))) {
        PyErr_NoMemory();
        return false;
    }
    board_moved(board);
    return true;
}

static bool push_loosely(BoardObject *board, MoveParts parts) {
    Position after;
    if (!play_loosely(board_position(board), parts, &after))
        return false;
    /* The null move makes room. */
    if (!game_play(&board->game, MOVE_NULL)) {
        PyErr_NoMemory();
        return false;
    }
    board->game.moves[board->game.ply - 1] = loose_record(parts);
    *board_position(board) = after;
    return true;
}

bool board_push_object(BoardObject *board, PyObject *object) {
    MoveParts parts;
    Move move;
    if (!move_parts(object, &parts))
        return false;
    work_done.pushes++;
    if (UNLIKELY(move_fit(board_position(board), parts, &move) != FIT_MOVE)) {
        if (!push_loosely(board, parts))
            return false;
    } else if (UNLIKELY(!game_play(&board->game, move))) {
        PyErr_NoMemory();
        return false;
    }
    stack_add(board, object);
    board_moved(board);
    return true;
}

static PyObject *board_push(PyObject *self, PyObject *object) {
    BoardObject *board = (BoardObject *)self;
    return board_settle(board) && board_push_object(board, object) ? none() : NULL;
}

static bool expect_moves(BoardObject *board, const char *what) {
    if (LIKELY(board->game.ply != 0))
        return true;
    PyErr_Format(PyExc_IndexError, "%s from an empty move stack", what);
    return false;
}

static PyObject *last_move(const BoardObject *board) {
    Py_ssize_t last = (Py_ssize_t)board->game.ply - 1;
    if (LIKELY(PyList_Size(board->state.move_stack) > last))
        return new_ref(PyList_GetItem(board->state.move_stack, last));
    return move_to_py(board->game.moves[last], board->game.positions[last].chess960);
}

static PyObject *board_pop(PyObject *self, PyObject *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    if (!expect_moves(board, "pop") || !board_settle(board))
        return NULL;
    PyObject *move = last_move(board);
    if (move == NULL)
        return NULL;
    game_undo(&board->game);
    board_moved(board);
    return move;
}

static PyObject *board_peek(PyObject *self, PyObject *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    if (!expect_moves(board, "peek"))
        return NULL;
    return last_move(board);
}

static PyObject *board_ply(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_position((BoardObject *)self);
    return PyLong_FromLong(2 * ((long)position->fullmove_number - 1) + (position->side == BLACK));
}

PyMethodDef board_play_methods[] = {
    {"push", board_push, METH_O,
     "push($self, move)\n--\n\nPlays a move without checking it. Castling may be given as e1g1 or e1h1."},
    {"pop", board_pop, METH_NOARGS, "pop($self)\n--\n\nTakes the last move back and returns it."},
    {"peek", board_peek, METH_NOARGS, "peek($self)\n--\n\nThe last move."},
    {"ply", board_ply, METH_NOARGS, "ply($self)\n--\n\nHalf-moves since move one, by the move number and the turn."},
    {NULL, NULL, 0, NULL},
};
