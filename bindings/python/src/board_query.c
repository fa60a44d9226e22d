/* Questions about the position and about moves in it: checks, legality, castling rights, the end of the game. */
#include "board.h"

#include "chess/attack.h"

/* ---- Checks ------------------------------------------------------------------------------------------------- */

#define TEMPLATE_IF_HOOKED(name, argument)                                                                             \
    if (UNLIKELY(((BoardObject *)self)->hooks != 0))                                                                   \
    return template_call(#name, self, argument)

static PyObject *board_is_check(PyObject *self, PyObject *unused) {
    (void)unused;
    TEMPLATE_IF_HOOKED(is_check, NULL);
    const Position *position = board_read(self);
    return position == NULL ? NULL : bool_to_py(position->checkers != 0);
}

static PyObject *board_checkers(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : square_set_to_py(position->checkers);
}

static PyObject *board_checkers_mask(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : bitboard_to_py(position->checkers);
}

static PyObject *board_was_into_check(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : bool_to_py(position_was_into_check(position));
}

/* ---- Questions about a move ------------------------------------------------------------------------------------ */

/* Reads board and move; the position is settled. */
static const Position *read_move(PyObject *self, PyObject *object, MoveParts *parts) {
    const Position *position = board_read(self);
    return position != NULL && move_parts(object, parts) ? position : NULL;
}

/* The position after any move at all. */
static bool look_ahead(const Position *position, MoveParts parts, Position *after) {
    Move move;
    if (move_fit(position, parts, &move) == FIT_MOVE) {
        position_play(position, move, after);
        return true;
    }
    return play_loosely(position, parts, after);
}

static PyObject *board_gives_check(PyObject *self, PyObject *object) {
    TEMPLATE_IF_HOOKED(gives_check, object);
    MoveParts parts;
    Move move;
    const Position *position = read_move(self, object, &parts);
    if (position == NULL)
        return NULL;
    if (LIKELY(move_fit(position, parts, &move) == FIT_MOVE))
        return bool_to_py(position_gives_check(position, move));
    Position after;
    return play_loosely(position, parts, &after) ? bool_to_py(after.checkers != 0) : NULL;
}

static PyObject *board_gives_checkmate(PyObject *self, PyObject *object) {
    TEMPLATE_IF_HOOKED(gives_checkmate, object);
    MoveParts parts;
    Position after;
    const Position *position = read_move(self, object, &parts);
    if (position == NULL || !look_ahead(position, parts, &after))
        return NULL;
    return bool_to_py(after.checkers != 0 && !position_has_legal_move(&after));
}

static PyObject *board_is_into_check(PyObject *self, PyObject *object) {
    MoveParts parts;
    Position after;
    const Position *position = read_move(self, object, &parts);
    if (position == NULL || !look_ahead(position, parts, &after))
        return NULL;
    return bool_to_py(position_was_into_check(&after));
}

static PyObject *board_is_pseudo_legal(PyObject *self, PyObject *object) {
    MoveParts parts;
    const Position *position = read_move(self, object, &parts);
    return position == NULL ? NULL : bool_to_py(position_is_pseudo_legal(position, move_find(position, parts)));
}

static PyObject *board_is_legal(PyObject *self, PyObject *object) {
    TEMPLATE_IF_HOOKED(is_legal, object);
    MoveParts parts;
    const Position *position = read_move(self, object, &parts);
    return position == NULL ? NULL : bool_to_py(position_is_legal(position, move_find(position, parts)));
}

static bool is_en_passant(const Position *p, MoveParts parts) {
    int distance = parts.to > parts.from ? parts.to - parts.from : parts.from - parts.to;
    return parts.to == p->ep && (distance == 7 || distance == 9) && p->board[parts.to] == NO_PIECE &&
           (p->by_type[PAWN] & square_bit(parts.from)) != 0;
}

static Bitboard touched(MoveParts parts) {
    return square_bit(parts.from) ^ square_bit(parts.to);
}

static PyObject *board_is_en_passant(PyObject *self, PyObject *object) {
    MoveParts parts;
    const Position *position = read_move(self, object, &parts);
    return position == NULL ? NULL : bool_to_py(is_en_passant(position, parts));
}

static PyObject *board_is_capture(PyObject *self, PyObject *object) {
    MoveParts parts;
    const Position *position = read_move(self, object, &parts);
    if (position == NULL)
        return NULL;
    return bool_to_py((touched(parts) & position->by_color[!position->side]) != 0 || is_en_passant(position, parts));
}

static bool is_zeroing(const Position *p, MoveParts parts) {
    return (touched(parts) & (p->by_type[PAWN] | p->by_color[!p->side])) != 0 || parts.drop == PAWN;
}

static PyObject *board_is_zeroing(PyObject *self, PyObject *object) {
    MoveParts parts;
    const Position *position = read_move(self, object, &parts);
    return position == NULL ? NULL : bool_to_py(is_zeroing(position, parts));
}

static bool is_castling(const Position *p, MoveParts parts) {
    if ((p->by_type[KING] & square_bit(parts.from)) == 0)
        return false;
    int files = square_file(parts.from) - square_file(parts.to);
    return files > 1 || files < -1 || (position_pieces(p, p->side, ROOK) & square_bit(parts.to)) != 0;
}

static PyObject *board_is_castling(PyObject *self, PyObject *object) {
    MoveParts parts;
    const Position *position = read_move(self, object, &parts);
    return position == NULL ? NULL : bool_to_py(is_castling(position, parts));
}

static PyObject *board_is_kingside_castling(PyObject *self, PyObject *object) {
    MoveParts parts;
    const Position *position = read_move(self, object, &parts);
    if (position == NULL)
        return NULL;
    return bool_to_py(is_castling(position, parts) && square_file(parts.to) > square_file(parts.from));
}

static PyObject *board_is_queenside_castling(PyObject *self, PyObject *object) {
    MoveParts parts;
    const Position *position = read_move(self, object, &parts);
    if (position == NULL)
        return NULL;
    return bool_to_py(is_castling(position, parts) && square_file(parts.to) < square_file(parts.from));
}

static Bitboard rights_of(BoardObject *board) {
    const Position *position = board_position(board);
    return board->game.ply > 0 ? position->castling : position_castling(position);
}

static bool reduces_castling(BoardObject *board, MoveParts parts) {
    const Position *p = board_position(board);
    Bitboard rights = rights_of(board), moved = touched(parts), kings = moved & p->by_type[KING] & ~p->promoted;
    return (moved & rights) != 0 || ((rights & BB_RANK_1) != 0 && (kings & p->by_color[WHITE]) != 0) ||
           ((rights & BB_RANK_8) != 0 && (kings & p->by_color[BLACK]) != 0);
}

static PyObject *board_is_irreversible(PyObject *self, PyObject *object) {
    TEMPLATE_IF_HOOKED(is_irreversible, object);
    MoveParts parts;
    Move move;
    const Position *position = read_move(self, object, &parts);
    if (position == NULL)
        return NULL;
    bool reduces = reduces_castling((BoardObject *)self, parts);
    if (reduces || position->variant == VARIANT_CRAZYHOUSE)
        return bool_to_py(reduces);
    if (is_zeroing(position, parts) || position->ep_legal)
        return bool_to_py(true);
    return bool_to_py(position->variant == VARIANT_THREE_CHECK && move_fit(position, parts, &move) == FIT_MOVE &&
                      position_gives_check(position, move));
}

static PyObject *board_has_pseudo_legal_en_passant(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : bool_to_py(ep_capturers(position) != 0);
}

static PyObject *board_has_legal_en_passant(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : bool_to_py(position->ep_legal && !position_is_variant_end(position));
}

/* ---- Castling rights --------------------------------------------------------------------------------------------- */

static PyObject *board_clean_castling_rights(PyObject *self, PyObject *unused) {
    (void)unused;
    return board_read(self) == NULL ? NULL : bitboard_to_py(rights_of((BoardObject *)self));
}

static PyObject *board_has_castling_rights(PyObject *self, PyObject *object) {
    Color color;
    if (board_read(self) == NULL || !color_from_py(object, &color))
        return NULL;
    return bool_to_py((rights_of((BoardObject *)self) & backrank(color)) != 0);
}

/* Rights with a rook above (h-side) or below (a-side) the king. */
static PyObject *has_rights_beside(PyObject *self, PyObject *object, bool king_side) {
    Color color;
    const Position *position = board_read(self);
    if (position == NULL || !color_from_py(object, &color))
        return NULL;
    Bitboard king = position_pieces(position, color, KING) & backrank(color) & ~position->promoted;
    Bitboard rooks = rights_of((BoardObject *)self) & backrank(color);
    if (king == 0 || rooks == 0)
        return bool_to_py(false);
    return bool_to_py(king_side ? square_bit(msb(rooks)) > king : (rooks & -rooks) < king);
}

static PyObject *board_has_kingside_castling_rights(PyObject *self, PyObject *object) {
    return has_rights_beside(self, object, true);
}

static PyObject *board_has_queenside_castling_rights(PyObject *self, PyObject *object) {
    return has_rights_beside(self, object, false);
}

static PyObject *board_has_chess960_castling_rights(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    if (position == NULL)
        return NULL;
    Position loose = *position;
    loose.chess960 = true;
    Bitboard rights = ((BoardObject *)self)->game.ply > 0 ? position->castling : position_castling(&loose);
    Bitboard corners = square_bit(A1) | square_bit(H1) | square_bit(A8) | square_bit(H8);
    bool white_home = (position_pieces(position, WHITE, KING) & square_bit(E1)) != 0;
    bool black_home = (position_pieces(position, BLACK, KING) & square_bit(E8)) != 0;
    return bool_to_py((rights & ~corners) != 0 || ((rights & BB_RANK_1) != 0 && !white_home) ||
                      ((rights & BB_RANK_8) != 0 && !black_home));
}

/* ---- Ends the position shows ----------------------------------------------------------------------------------------
 */

static PyObject *board_is_checkmate(PyObject *self, PyObject *unused) {
    (void)unused;
    TEMPLATE_IF_HOOKED(is_checkmate, NULL);
    const Position *position = board_read(self);
    return position == NULL ? NULL : bool_to_py(position->checkers != 0 && !position_has_legal_move(position));
}

static PyObject *board_is_stalemate(PyObject *self, PyObject *unused) {
    (void)unused;
    TEMPLATE_IF_HOOKED(is_stalemate, NULL);
    const Position *position = board_read(self);
    if (position == NULL)
        return NULL;
    return bool_to_py(position->checkers == 0 && !position_is_variant_end(position) &&
                      !position_has_legal_move(position));
}

static PyObject *board_is_variant_end(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : bool_to_py(position_is_variant_end(position));
}

static PyObject *is_variant_outcome(PyObject *self, Termination termination) {
    const Position *position = board_read(self);
    return position == NULL ? NULL : bool_to_py(position_variant_outcome(position).termination == termination);
}

static PyObject *board_is_variant_win(PyObject *self, PyObject *unused) {
    (void)unused;
    return is_variant_outcome(self, TERMINATION_VARIANT_WIN);
}
static PyObject *board_is_variant_loss(PyObject *self, PyObject *unused) {
    (void)unused;
    return is_variant_outcome(self, TERMINATION_VARIANT_LOSS);
}
static PyObject *board_is_variant_draw(PyObject *self, PyObject *unused) {
    (void)unused;
    return is_variant_outcome(self, TERMINATION_VARIANT_DRAW);
}

static PyObject *board_has_insufficient_material(PyObject *self, PyObject *object) {
    Color color;
    const Position *position = board_read(self);
    if (position == NULL || !color_from_py(object, &color))
        return NULL;
    return bool_to_py(position_has_insufficient_material(position, color));
}

static PyObject *board_is_insufficient_material(PyObject *self, PyObject *unused) {
    (void)unused;
    TEMPLATE_IF_HOOKED(is_insufficient_material, NULL);
    const Position *position = board_read(self);
    if (position == NULL)
        return NULL;
    return bool_to_py(position_has_insufficient_material(position, WHITE) &&
                      position_has_insufficient_material(position, BLACK));
}

static PyObject *board_is_seventyfive_moves(PyObject *self, PyObject *unused) {
    (void)unused;
    TEMPLATE_IF_HOOKED(is_seventyfive_moves, NULL);
    const Position *position = board_read(self);
    return position == NULL ? NULL : bool_to_py(position_is_halfmoves(position, 150));
}

static PyObject *board_is_fifty_moves(PyObject *self, PyObject *unused) {
    (void)unused;
    TEMPLATE_IF_HOOKED(is_fifty_moves, NULL);
    const Position *position = board_read(self);
    return position == NULL ? NULL : bool_to_py(position_is_halfmoves(position, 100));
}

/* ---- Ends that need the history -------------------------------------------------------------------------------------
 */

static const Game *read_game(PyObject *self) {
    return board_read(self) == NULL ? NULL : &((BoardObject *)self)->game;
}

static PyObject *board_is_fivefold_repetition(PyObject *self, PyObject *unused) {
    (void)unused;
    TEMPLATE_IF_HOOKED(is_fivefold_repetition, NULL);
    const Game *game = read_game(self);
    return game == NULL ? NULL : bool_to_py(game_is_repetition(game, 5));
}

static PyObject *board_is_repetition(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    static const char *const names[] = {"count"};
    PyObject *given = NULL;
    if (!arguments_spread("is_repetition", arguments, count, keywords, names, 1, 1, 0, &given))
        return NULL;
    TEMPLATE_IF_HOOKED(is_repetition, given);
    long wanted = given == NULL ? 3 : PyLong_AsLong(given);
    if (wanted == -1 && PyErr_Occurred())
        return NULL;
    const Game *game = read_game(self);
    int bounded = wanted > INT32_MAX ? INT32_MAX : (int)(wanted < 0 ? 0 : wanted);
    return game == NULL ? NULL : bool_to_py(game_is_repetition(game, bounded));
}

static PyObject *board_can_claim_fifty_moves(PyObject *self, PyObject *unused) {
    (void)unused;
    TEMPLATE_IF_HOOKED(can_claim_fifty_moves, NULL);
    const Game *game = read_game(self);
    return game == NULL ? NULL : bool_to_py(game_can_claim_fifty(game));
}

static PyObject *board_can_claim_threefold_repetition(PyObject *self, PyObject *unused) {
    (void)unused;
    TEMPLATE_IF_HOOKED(can_claim_threefold_repetition, NULL);
    const Game *game = read_game(self);
    return game == NULL ? NULL : bool_to_py(game_can_claim_threefold(game));
}

static PyObject *board_can_claim_draw(PyObject *self, PyObject *unused) {
    (void)unused;
    TEMPLATE_IF_HOOKED(can_claim_draw, NULL);
    const Game *game = read_game(self);
    return game == NULL ? NULL : bool_to_py(game_can_claim_fifty(game) || game_can_claim_threefold(game));
}

/* (*, claim_draw=False) */
static bool claim_from_py(const char *function, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords,
                          bool *claim) {
    static const char *const names[] = {"claim_draw"};
    PyObject *given = NULL;
    *claim = false;
    if (LIKELY(count == 0 && keywords == NULL))
        return true;
    if (!arguments_spread(function, arguments, count, keywords, names, 1, 0, 0, &given))
        return false;
    int truth = given == NULL ? 0 : PyObject_IsTrue(given);
    *claim = truth > 0;
    return truth >= 0;
}

static PyObject *outcome_to_py(Outcome outcome) {
    if (outcome.termination == TERMINATION_NONE)
        return none();
    PyObject *winner = outcome.winner == NO_COLOR ? none() : color_to_py(outcome.winner);
    PyObject *arguments = Py_BuildValue("(iN)", outcome.termination, winner);
    PyObject *result = arguments == NULL ? NULL : rare_call("make_outcome", NULL, arguments, NULL);
    Py_XDECREF(arguments);
    return result;
}

static PyObject *board_outcome(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    bool claim;
    if (!claim_from_py("outcome", arguments, count, keywords, &claim))
        return NULL;
    TEMPLATE_IF_HOOKED(outcome, claim ? Py_True : Py_False);
    const Game *game = read_game(self);
    return game == NULL ? NULL : outcome_to_py(game_outcome(game, claim));
}

static PyObject *board_is_game_over(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    bool claim;
    if (!claim_from_py("is_game_over", arguments, count, keywords, &claim))
        return NULL;
    TEMPLATE_IF_HOOKED(is_game_over, claim ? Py_True : Py_False);
    const Game *game = read_game(self);
    return game == NULL ? NULL : bool_to_py(game_outcome(game, claim).termination != TERMINATION_NONE);
}

static PyObject *board_result(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    bool claim;
    if (!claim_from_py("result", arguments, count, keywords, &claim))
        return NULL;
    TEMPLATE_IF_HOOKED(result, claim ? Py_True : Py_False);
    const Game *game = read_game(self);
    return game == NULL ? NULL : PyUnicode_FromString(outcome_result(game_outcome(game, claim)));
}

/* ---- Validity and keys
 * ------------------------------------------------------------------------------------------------ */

static PyObject *board_status_bits(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : PyLong_FromUnsignedLong(position_status(position));
}

static PyObject *board_is_valid(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : bool_to_py(position_status(position) == STATUS_VALID);
}

static PyObject *board_transposition_key(PyObject *self, PyObject *unused) {
    (void)unused;
    const Position *position = board_read(self);
    return position == NULL ? NULL : PyLong_FromUnsignedLongLong(position->key);
}

#define FAST_FLAGS (METH_FASTCALL | METH_KEYWORDS)

PyMethodDef board_query_methods[] = {
    {"is_check", board_is_check, METH_NOARGS, "is_check($self)\n--\n\nWhether the side to move is in check."},
    {"checkers", board_checkers, METH_NOARGS, "checkers($self)\n--\n\nMen that give check now."},
    {"checkers_mask", board_checkers_mask, METH_NOARGS, "checkers_mask($self)\n--\n\nThe same as a bitboard."},
    {"was_into_check", board_was_into_check, METH_NOARGS,
     "was_into_check($self)\n--\n\nWhether the last move left its own king en prise."},
    {"gives_check", board_gives_check, METH_O,
     "gives_check($self, move)\n--\n\nWhether a pseudo-legal move gives check."},
    {"gives_checkmate", board_gives_checkmate, METH_O,
     "gives_checkmate($self, move)\n--\n\nWhether a pseudo-legal move gives checkmate."},
    {"is_into_check", board_is_into_check, METH_O,
     "is_into_check($self, move)\n--\n\nWhether a pseudo-legal move leaves the own king en prise."},
    {"is_pseudo_legal", board_is_pseudo_legal, METH_O,
     "is_pseudo_legal($self, move)\n--\n\nWhether a move is legal but for leaving the own king en prise."},
    {"is_legal", board_is_legal, METH_O, "is_legal($self, move)\n--\n\nWhether a move is legal."},
    {"is_en_passant", board_is_en_passant, METH_O, "is_en_passant($self, move)\n--\n\nWhether it captures en passant."},
    {"is_capture", board_is_capture, METH_O, "is_capture($self, move)\n--\n\nWhether the move captures."},
    {"is_zeroing", board_is_zeroing, METH_O,
     "is_zeroing($self, move)\n--\n\nWhether the move is a capture or a pawn's, which resets the halfmove clock."},
    {"is_castling", board_is_castling, METH_O, "is_castling($self, move)\n--\n\nWhether the move castles."},
    {"is_kingside_castling", board_is_kingside_castling, METH_O,
     "is_kingside_castling($self, move)\n--\n\nWhether the move castles towards the h-file."},
    {"is_queenside_castling", board_is_queenside_castling, METH_O,
     "is_queenside_castling($self, move)\n--\n\nWhether the move castles towards the a-file."},
    {"is_irreversible", board_is_irreversible, METH_O,
     "is_irreversible($self, move)\n--\n\nWhether no position before the move can come back."},
    {"has_pseudo_legal_en_passant", board_has_pseudo_legal_en_passant, METH_NOARGS,
     "has_pseudo_legal_en_passant($self)\n--\n\nWhether a pawn stands ready to capture en passant."},
    {"has_legal_en_passant", board_has_legal_en_passant, METH_NOARGS,
     "has_legal_en_passant($self)\n--\n\nWhether an en passant capture is legal."},
    {"clean_castling_rights", board_clean_castling_rights, METH_NOARGS,
     "clean_castling_rights($self)\n--\n\nThe castling rights that king and rooks on the board bear out."},
    {"has_castling_rights", board_has_castling_rights, METH_O,
     "has_castling_rights($self, color)\n--\n\nWhether a side may still castle at all."},
    {"has_kingside_castling_rights", board_has_kingside_castling_rights, METH_O,
     "has_kingside_castling_rights($self, color)\n--\n\nWhether a side may still castle towards the h-file."},
    {"has_queenside_castling_rights", board_has_queenside_castling_rights, METH_O,
     "has_queenside_castling_rights($self, color)\n--\n\nWhether a side may still castle towards the a-file."},
    {"has_chess960_castling_rights", board_has_chess960_castling_rights, METH_NOARGS,
     "has_chess960_castling_rights($self)\n--\n\nWhether there are rights that standard chess cannot have."},
    {"is_checkmate", board_is_checkmate, METH_NOARGS, "is_checkmate($self)\n--\n\nWhether the side to move is mated."},
    {"is_stalemate", board_is_stalemate, METH_NOARGS, "is_stalemate($self)\n--\n\nWhether it is stalemate."},
    {"is_variant_end", board_is_variant_end, METH_NOARGS,
     "is_variant_end($self)\n--\n\nWhether a rule of the variant has ended the game."},
    {"is_variant_win", board_is_variant_win, METH_NOARGS,
     "is_variant_win($self)\n--\n\nWhether the side to move has won by a rule of the variant."},
    {"is_variant_loss", board_is_variant_loss, METH_NOARGS,
     "is_variant_loss($self)\n--\n\nWhether the side to move has lost by a rule of the variant."},
    {"is_variant_draw", board_is_variant_draw, METH_NOARGS,
     "is_variant_draw($self)\n--\n\nWhether a rule of the variant has drawn the game."},
    {"has_insufficient_material", board_has_insufficient_material, METH_O,
     "has_insufficient_material($self, color)\n--\n\nWhether a side cannot win any more, by its material."},
    {"is_insufficient_material", board_is_insufficient_material, METH_NOARGS,
     "is_insufficient_material($self)\n--\n\nWhether neither side can win any more."},
    {"is_seventyfive_moves", board_is_seventyfive_moves, METH_NOARGS,
     "is_seventyfive_moves($self)\n--\n\nWhether 75 moves passed without capture or pawn move."},
    {"is_fifty_moves", board_is_fifty_moves, METH_NOARGS,
     "is_fifty_moves($self)\n--\n\nWhether 50 moves passed without capture or pawn move."},
    {"is_fivefold_repetition", board_is_fivefold_repetition, METH_NOARGS,
     "is_fivefold_repetition($self)\n--\n\nWhether the position is here for the fifth time."},
    {"is_repetition", AS_METHOD(board_is_repetition), FAST_FLAGS,
     "is_repetition($self, count=3)\n--\n\nWhether the position is here for at least the given time."},
    {"can_claim_fifty_moves", board_can_claim_fifty_moves, METH_NOARGS,
     "can_claim_fifty_moves($self)\n--\n\nWhether 50 moves passed, or will with some legal move."},
    {"can_claim_threefold_repetition", board_can_claim_threefold_repetition, METH_NOARGS,
     "can_claim_threefold_repetition($self)\n--\n\nWhether the position is here for the third time, or a legal move "
     "makes one that is."},
    {"can_claim_draw", board_can_claim_draw, METH_NOARGS,
     "can_claim_draw($self)\n--\n\nWhether a draw can be claimed by fifty moves or threefold repetition."},
    {"outcome", AS_METHOD(board_outcome), FAST_FLAGS,
     "outcome($self, *, claim_draw=False)\n--\n\nHow the game ended, or None."},
    {"is_game_over", AS_METHOD(board_is_game_over), FAST_FLAGS,
     "is_game_over($self, *, claim_draw=False)\n--\n\nWhether the game has ended."},
    {"result", AS_METHOD(board_result), FAST_FLAGS,
     "result($self, *, claim_draw=False)\n--\n\n1-0, 0-1, 1/2-1/2, or * while the game goes on."},
    {"_status_bits", board_status_bits, METH_NOARGS, NULL},
    {"is_valid", board_is_valid, METH_NOARGS, "is_valid($self)\n--\n\nWhether status() finds no problem."},
    {"_transposition_key", board_transposition_key, METH_NOARGS,
     "_transposition_key($self)\n--\n\nEqual for positions that count as repetitions of each other."},
    {NULL, NULL, 0, NULL},
};
