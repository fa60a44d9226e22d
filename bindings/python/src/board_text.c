/* Boards and moves as text: FEN, SAN, long algebraic and UCI notation. */
#include "board.h"

#include <string.h>

/* ---- Writing FEN -------------------------------------------------------------------------------------------- */

static bool truth_of(PyObject *object, bool fallback, bool *truth) {
    int value = object == NULL || object == Py_None ? fallback : PyObject_IsTrue(object);
    *truth = value > 0;
    return value >= 0;
}

static bool ep_flags_from_py(PyObject *object, unsigned *flags) {
    if (object == NULL)
        return true;
    if (PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, "fen") == 0)
        *flags |= FEN_EP_ALWAYS;
    else if (PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, "xfen") == 0)
        *flags |= FEN_EP_PSEUDO;
    return true;
}

/* Drops the marks of promoted men that crazyhouse writes unasked. */
static size_t without_marks(char *fen, size_t length) {
    size_t kept = 0;
    for (size_t i = 0; i < length; i++)
        if (fen[i] != '~')
            fen[kept++] = fen[i];
    fen[kept] = '\0';
    return kept;
}

typedef struct FenStyle {
    unsigned flags;
    bool unmarked; /* crazyhouse without '~' */
} FenStyle;

static size_t write_fen(const Position *position, FenStyle style, char out[FEN_MAX]) {
    size_t length = position_to_fen(position, style.flags, out);
    return style.unmarked ? without_marks(out, length) : length;
}

/* (*, shredder=False, en_passant="legal", promoted=None) */
static bool fen_style(const char *function, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords,
                      FenStyle *style) {
    static const char *const names[] = {"shredder", "en_passant", "promoted"};
    PyObject *given[3];
    bool shredder, promoted;
    if (!arguments_spread(function, arguments, count, keywords, names, 3, 3, 0, given) ||
        !truth_of(given[0], false, &shredder) || !ep_flags_from_py(given[1], &style->flags) ||
        !truth_of(given[2], false, &promoted))
        return false;
    if (shredder)
        style->flags |= FEN_SHREDDER;
    if (promoted)
        style->flags |= FEN_PROMOTED;
    style->unmarked = given[2] != NULL && given[2] != Py_None && !promoted;
    return true;
}

static PyObject *board_fen(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    const Position *position = board_read(self);
    FenStyle style = {FEN_DEFAULT, false};
    if (position == NULL || ((count != 0 || keywords != NULL) && !fen_style("fen", arguments, count, keywords, &style)))
        return NULL;
    char fen[FEN_MAX];
    return text_to_py(fen, write_fen(position, style, fen));
}

static PyObject *board_shredder_fen(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    const Position *position = board_read(self);
    FenStyle style = {FEN_SHREDDER, false};
    if (position == NULL || !fen_style("shredder_fen", arguments, count, keywords, &style))
        return NULL;
    char fen[FEN_MAX];
    return text_to_py(fen, write_fen(position, style, fen));
}

/* epd(**operations) with operations is put together in Python, on top of this. */
static PyObject *board_epd_fields(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    const Position *position = board_read(self);
    FenStyle style = {FEN_NO_COUNTERS, false};
    if (position == NULL || !fen_style("epd", arguments, count, keywords, &style))
        return NULL;
    char fen[FEN_MAX];
    return text_to_py(fen, write_fen(position, style, fen));
}

static PyObject *board_board_fen(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    static const char *const names[] = {"promoted"};
    const Position *position = board_read(self);
    PyObject *given;
    bool promoted;
    if (position == NULL || !arguments_spread("board_fen", arguments, count, keywords, names, 1, 0, 0, &given) ||
        !truth_of(given, false, &promoted))
        return NULL;
    FenStyle style = {promoted ? FEN_PROMOTED : FEN_DEFAULT, given != NULL && given != Py_None && !promoted};
    char fen[FEN_MAX];
    write_fen(position, style, fen);
    return text_to_py(fen, strcspn(fen, " ["));
}

/* The third field of a FEN. */
static PyObject *castling_field(PyObject *self, unsigned flags) {
    const Position *position = board_read(self);
    if (position == NULL)
        return NULL;
    char fen[FEN_MAX];
    position_to_fen(position, flags, fen);
    const char *field = strchr(strchr(fen, ' ') + 1, ' ') + 1;
    return text_to_py(field, strcspn(field, " "));
}

static PyObject *board_castling_xfen(PyObject *self, PyObject *unused) {
    (void)unused;
    return castling_field(self, FEN_DEFAULT);
}

static PyObject *board_castling_shredder_fen(PyObject *self, PyObject *unused) {
    (void)unused;
    return castling_field(self, FEN_SHREDDER);
}

PyObject *board_repr_slot(PyObject *self) {
    const Position *position = board_read(self);
    if (position == NULL)
        return NULL;
    char fen[FEN_MAX];
    position_to_fen(position, FEN_DEFAULT, fen);
    if (!PyType_IsSubtype(Py_TYPE(self), core.boards[VARIANT_STANDARD]))
        fen[strcspn(fen, " ")] = '\0';
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "__name__");
    if (name == NULL)
        return NULL;
    PyObject *result = PyUnicode_FromFormat("%U('%s'%s)", name, fen, position->chess960 ? ", chess960=True" : "");
    Py_DECREF(name);
    return result;
}

/* ---- Reading FEN -------------------------------------------------------------------------------------------- */

static PyObject *text_bytes(PyObject *text) {
    if (PyUnicode_Check(text))
        return PyUnicode_AsUTF8String(text);
    PyErr_Format(PyExc_TypeError, "a FEN must be a string, not %R", text);
    return NULL;
}

/* White's castling rights come first; the library does not mind. */
static bool castling_in_order(const char *fen) {
    const char *field = fen;
    for (int i = 0; i < 2; i++) {
        field += strspn(field, " \t\r\n\v\f");
        field += strcspn(field, " \t\r\n\v\f");
    }
    field += strspn(field, " \t\r\n\v\f");
    size_t upper = strspn(field, "KQABCDEFGH");
    return strcspn(field + upper, "KQABCDEFGH \t\r\n\v\f") == strcspn(field + upper, " \t\r\n\v\f");
}

static bool parse_fen(const char *fen, const Position *like, Position *position) {
    Error error;
    if (!position_from_fen(position, fen, like->variant, like->chess960, &error)) {
        PyErr_Format(PyExc_ValueError, "%s (column %zu): '%.200s'", error.message, error.column, fen);
        return false;
    }
    if (!castling_in_order(fen)) {
        PyErr_Format(PyExc_ValueError, "White's castling rights must come before Black's: '%.200s'", fen);
        return false;
    }
    return true;
}

bool board_set_fen_text(BoardObject *board, PyObject *text) {
    PyObject *bytes = text_bytes(text);
    if (bytes == NULL)
        return false;
    Position position;
    const char *fen = PyBytes_AsString(bytes);
    bool good = strlen(fen) == (size_t)PyBytes_Size(bytes);
    if (!good)
        PyErr_SetString(PyExc_ValueError, "a FEN must not contain a NUL character");
    good = good && parse_fen(fen, board_position(board), &position);
    Py_DECREF(bytes);
    if (good)
        board_reset_to(board, &position);
    return good;
}

bool board_set_board_fen_text(BoardObject *board, PyObject *text) {
    PyObject *bytes = text_bytes(text);
    if (bytes == NULL)
        return false;
    const char *fen = PyBytes_AsString(bytes);
    fen += strspn(fen, " \t\r\n");
    size_t length = strlen(fen);
    while (length > 0 && strchr(" \t\r\n", fen[length - 1]) != NULL)
        length--;
    bool good = strcspn(fen, " \t\r\n") == length && length > 0;
    if (!good)
        PyErr_Format(PyExc_ValueError, "wanted the board part of a FEN only: %R", text);
    Position men, position = *board_position(board);
    Position standard = position;
    standard.variant = VARIANT_STANDARD; /* whose board part has no pocket */
    good = good && parse_fen(fen, &standard, &men);
    Py_DECREF(bytes);
    if (!good)
        return false;
    Bitboard promoted = men.promoted;
    position_from_bitboards(&position, men.by_type, men.by_color, promoted);
    memset(position.pockets, 0, sizeof position.pockets);
    if (position.variant == VARIANT_THREE_CHECK)
        position.checks_left[WHITE] = position.checks_left[BLACK] = 3;
    position_refresh(&position);
    board_reset_to(board, &position);
    return true;
}

static PyObject *board_set_fen(PyObject *self, PyObject *text) {
    return board_read(self) != NULL && board_set_fen_text((BoardObject *)self, text) ? none() : NULL;
}

static PyObject *board_set_board_fen(PyObject *self, PyObject *text) {
    return board_read(self) != NULL && board_set_board_fen_text((BoardObject *)self, text) ? none() : NULL;
}

/* The rights are read by putting them into the FEN of the present position. */
static PyObject *board_set_castling_fen(PyObject *self, PyObject *text) {
    const Position *position = board_read(self);
    PyObject *bytes = position == NULL ? NULL : text_bytes(text);
    if (bytes == NULL)
        return NULL;
    Position men = *position, parsed;
    men.variant = VARIANT_STANDARD;
    const char *rights = PyBytes_AsString(bytes);
    char fen[FEN_MAX], whole[FEN_MAX + 64];
    position_to_fen(&men, FEN_PROMOTED, fen);
    bool good = strlen(rights) < 32 && strpbrk(rights, " \t\r\n\v\f") == NULL;
    if (!good)
        PyErr_Format(PyExc_ValueError, "not the castling part of a FEN: %R", text);
    PyOS_snprintf(whole, sizeof whole, "%.*s w %s", (int)strcspn(fen, " "), fen, *rights != '\0' ? rights : "-");
    good = good && parse_fen(whole, &men, &parsed);
    Py_DECREF(bytes);
    if (!good)
        return NULL;
    BoardObject *board = (BoardObject *)self;
    board_forget(board);
    board_position(board)->castling = parsed.castling;
    board->watch |= WATCH_STALE;
    board_publish(board);
    return none();
}

/* ---- Writing moves --------------------------------------------------------------------------------------------- */

static bool fits_writing(const Position *position, PyObject *object, MoveParts parts, Move *move) {
    if (move_fit(position, parts, move) == FIT_MOVE)
        return true;
    char fen[FEN_MAX];
    position_to_fen(position, FEN_DEFAULT, fen);
    PyErr_Format(PyExc_AssertionError, "san() and lan() want a legal move, not %R in %s", object, fen);
    return false;
}

static PyObject *board_san(PyObject *self, PyObject *object) {
    const Position *position = board_read(self);
    MoveParts parts;
    Move move;
    char text[SAN_MAX];
    if (position == NULL || !move_parts(object, &parts) || !fits_writing(position, object, parts, &move))
        return NULL;
    return text_to_py(text, san_write_move(position, move, text));
}

/* Long algebraic: the origin always, '-' where there is no 'x'. */
static PyObject *board_lan(PyObject *self, PyObject *object) {
    const Position *position = board_read(self);
    MoveParts parts;
    Move move;
    char san[SAN_MAX], text[SAN_MAX + 4], *out = text;
    if (position == NULL || !move_parts(object, &parts) || !fits_writing(position, object, parts, &move))
        return NULL;
    size_t length = san_write_move(position, move, san);
    if (move == MOVE_NULL || move_is_drop(move) || move_kind(move) == MOVE_CASTLE)
        return text_to_py(san, length);
    PieceType type = piece_type(position->board[move_from(move)]);
    if (type != PAWN)
        *out++ = piece_letter(piece_make(WHITE, type));
    square_write(move_from(move), out);
    out[2] = position_is_capture(position, move) ? 'x' : '-';
    square_write(move_to(move), out + 3);
    out += 5;
    if (move_is_promotion(move)) {
        *out++ = '=';
        *out++ = piece_letter(piece_make(WHITE, move_promotion(move)));
    }
    if (san[length - 1] == '+' || san[length - 1] == '#')
        *out++ = san[length - 1];
    return text_to_py(text, (size_t)(out - text));
}

static PyObject *board_san_and_push(PyObject *self, PyObject *object) {
    PyObject *san = board_san(self, object);
    PyObject *done = san == NULL ? NULL : PyObject_CallMethod(self, "push", "O", object);
    if (done == NULL)
        Py_CLEAR(san);
    Py_XDECREF(done);
    return san;
}

/* Castling by its usual squares in the board's notation, as python-chess does for any king on e1 or e8, whoever is to
 * move: uci() is often asked about moves of an earlier position. */
static MoveParts castling_restyled(const Position *position, MoveParts parts, bool chess960) {
    Square from = parts.from, rank = from & ~7;
    if ((from != E1 && from != E8) || parts.promotion != 0 || parts.drop != 0 ||
        square_rank(parts.to) != square_rank(from) || piece_type(position->board[from]) != KING)
        return parts;
    static const Square written[] = {A1, C1, H1, G1};
    for (int side = 0; side < 4; side += 2) {
        Square corner = written[side] + rank, target = written[side + 1] + rank;
        if (!chess960 && parts.to == corner)
            parts.to = target;
        else if (chess960 && parts.to == target && piece_type(position->board[target]) != ROOK)
            parts.to = corner;
    }
    return parts;
}

static PyObject *board_uci(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    static const char *const names[] = {"move", "chess960"};
    PyObject *given[2];
    const Position *position = board_read(self);
    MoveParts parts;
    Move move;
    bool chess960;
    if (position == NULL || !arguments_spread("uci", arguments, count, keywords, names, 2, 1, 1, given) ||
        !move_parts(given[0], &parts) || !truth_of(given[1], position->chess960, &chess960))
        return NULL;
    char text[UCI_MOVE_MAX];
    Position styled = *position;
    styled.chess960 = chess960;
    bool castles = move_fit(position, parts, &move) == FIT_MOVE && move_kind(move) == MOVE_CASTLE &&
                   (position->castling & square_bit(move_to(move))) != 0;
    if (castles)
        return text_to_py(text, uci_write_move(&styled, move, text));
    return text_to_py(text, parts_write_uci(castling_restyled(position, parts, chess960), text));
}

/* ---- Reading moves ---------------------------------------------------------------------------------------------- */

static PyObject *move_error(MoveTextResult result, const char *kind, PyObject *text, const Position *position) {
    char fen[FEN_MAX];
    position_to_fen(position, FEN_DEFAULT, fen);
    PyObject *type = result == MOVE_TEXT_INVALID   ? core.invalid_move
                     : result == MOVE_TEXT_ILLEGAL ? core.illegal_move
                                                   : core.ambiguous_move;
    const char *word = result == MOVE_TEXT_INVALID ? "invalid" : result == MOVE_TEXT_ILLEGAL ? "illegal" : "ambiguous";
    return PyErr_Format(type, "%s %s: %R in %s", word, kind, text, fen);
}

static PyObject *board_parse_uci(PyObject *self, PyObject *text) {
    const Position *position = board_read(self);
    MoveParts parts;
    Move move;
    if (position == NULL || !parts_parse_uci(text, &parts))
        return NULL;
    if (parts_are_null(parts))
        return move_make_py(0, 0, 0, 0);
    if (move_fit(position, parts, &move) != FIT_MOVE || !position_is_legal(position, move))
        return move_error(MOVE_TEXT_ILLEGAL, "uci", text, position);
    return move_to_py(move, position->chess960);
}

/* SAN as python-chess accepts it, which is stricter than the library:
 * [NBKRQ]? [a-h]? [1-8]? [-x]? [a-h][1-8] (=?[nbrqkNBRQK])? [+#]? */
static bool has_san_shape(const char *text) {
    static const char types[] = "NBRQKnbrqk";
    size_t length = strlen(text);
    const char *end = text + length;
    if (length > 0 && (end[-1] == '+' || end[-1] == '#'))
        end--;
    if (end - text >= 3 && strchr(types, end[-1]) != NULL && (end[-2] == '=' || (end[-2] >= '1' && end[-2] <= '8')))
        end -= end[-2] == '=' ? 2 : 1;
    if (end - text < 2 || end[-1] < '1' || end[-1] > '8' || end[-2] < 'a' || end[-2] > 'h')
        return false;
    end -= 2;
    if (text < end && strchr("NBKRQ", *text) != NULL)
        text++;
    if (text < end && *text >= 'a' && *text <= 'h')
        text++;
    if (text < end && *text >= '1' && *text <= '8')
        text++;
    if (text < end && (*text == '-' || *text == 'x'))
        text++;
    return text == end;
}

/* O-O, O-O-O or with zeros, and one check mark at most. */
static bool has_castling_shape(const char *text) {
    static const char *const shapes[] = {"O-O-O", "0-0-0", "O-O", "0-0"};
    for (int i = 0; i < 4; i++) {
        size_t length = strlen(shapes[i]);
        if (strncmp(text, shapes[i], length) != 0)
            continue;
        const char *rest = text + length;
        return *rest == '\0' || ((*rest == '+' || *rest == '#') && rest[1] == '\0');
    }
    return false;
}

static bool is_null_text(const char *text) {
    return strcmp(text, "--") == 0 || strcmp(text, "Z0") == 0 || strcmp(text, "0000") == 0 || strcmp(text, "@@@@") == 0;
}

static PyObject *parse_drop(const Position *position, const char *text, PyObject *object) {
    char plain[32];
    PyOS_snprintf(plain, sizeof plain, "%s%s", text[0] == '@' ? "P" : "", text);
    size_t length = strlen(plain);
    while (length > 0 && (plain[length - 1] == '+' || plain[length - 1] == '#'))
        plain[--length] = '\0';
    PyObject *uci = PyUnicode_FromString(plain);
    MoveParts parts;
    Move move;
    bool good = uci != NULL && parts_parse_uci(uci, &parts);
    Py_XDECREF(uci);
    if (!good)
        return NULL;
    if (move_fit(position, parts, &move) != FIT_MOVE || !position_is_legal(position, move))
        return move_error(MOVE_TEXT_ILLEGAL, "drop san", object, position);
    return move_to_py(move, position->chess960);
}

/* Castling is not a king's move in SAN, and king takes rook in chess960. */
static bool reads_as_castling(const Position *position, const char *text, Move move) {
    if (has_castling_shape(text))
        return true;
    if (strchr("NBKRQ", text[0]) != NULL)
        return false;
    char rook[3];
    square_write(move_to(move), rook);
    return !position->chess960 || strstr(text + 2, rook) != NULL;
}

static PyObject *parse_san_text(const Position *position, const char *text, PyObject *object) {
    if (is_null_text(text))
        return move_make_py(0, 0, 0, 0);
    if (position->variant == VARIANT_CRAZYHOUSE && strchr(text, '@') != NULL)
        return parse_drop(position, text, object);
    if (!has_san_shape(text) && !has_castling_shape(text))
        return move_error(MOVE_TEXT_INVALID, strchr(text, ',') != NULL ? "san (several legs)" : "san", object,
                          position);
    Move move;
    MoveTextResult result = san_parse_move(position, text, &move, NULL);
    if (result == MOVE_TEXT_OK && move_kind(move) == MOVE_CASTLE && !reads_as_castling(position, text, move))
        result = MOVE_TEXT_ILLEGAL;
    return result == MOVE_TEXT_OK ? move_to_py(move, position->chess960) : move_error(result, "san", object, position);
}

static PyObject *board_parse_san(PyObject *self, PyObject *object) {
    const Position *position = board_read(self);
    char text[24] = "";
    if (position == NULL)
        return NULL;
    Py_ssize_t length = PyUnicode_GetLength(object);
    if (length < 0)
        return NULL;
    bool plain = length < (Py_ssize_t)sizeof text;
    for (Py_ssize_t i = 0; i < length && plain; i++) {
        Py_UCS4 letter = PyUnicode_ReadChar(object, i);
        plain = letter > 0 && letter < 128;
        text[i] = (char)letter;
    }
    if (!plain)
        return move_error(MOVE_TEXT_INVALID, "san", object, position);
    text[length] = '\0';
    return parse_san_text(position, text, object);
}

/* ---- Reading and playing ------------------------------------------------------------------------------------------
 */

static PyObject *push_parsed(PyObject *self, PyObject *text, const char *parser,
                             PyObject *(*parse)(PyObject *, PyObject *)) {
    BoardObject *board = (BoardObject *)self;
    bool replaced = board->hooks != 0;
    PyObject *move = replaced ? PyObject_CallMethod(self, parser, "O", text) : parse(self, text);
    if (move == NULL)
        return NULL;
    bool done;
    if (replaced) {
        PyObject *result = PyObject_CallMethod(self, "push", "O", move);
        done = result != NULL;
        Py_XDECREF(result);
    } else {
        done = board_push_object(board, move);
    }
    if (!done)
        Py_CLEAR(move);
    return move;
}

static PyObject *board_push_san(PyObject *self, PyObject *text) {
    return push_parsed(self, text, "parse_san", board_parse_san);
}

static PyObject *board_push_uci(PyObject *self, PyObject *text) {
    return push_parsed(self, text, "parse_uci", board_parse_uci);
}

#define FAST_FLAGS (METH_FASTCALL | METH_KEYWORDS)

PyMethodDef board_text_methods[] = {
    {"fen", AS_METHOD(board_fen), FAST_FLAGS,
     "fen($self, *, shredder=False, en_passant='legal', promoted=None)\n--\n\nThe position as FEN. The en passant "
     "square is shown if a capture there is legal ('legal'), pseudo-legal ('xfen') or always ('fen')."},
    {"shredder_fen", AS_METHOD(board_shredder_fen), FAST_FLAGS,
     "shredder_fen($self, *, en_passant='legal', promoted=None)\n--\n\nFEN with castling rights by file."},
    {"_epd_fields", AS_METHOD(board_epd_fields), FAST_FLAGS, NULL},
    {"castling_xfen", board_castling_xfen, METH_NOARGS, "castling_xfen($self)\n--\n\nCastling rights as in X-FEN."},
    {"castling_shredder_fen", board_castling_shredder_fen, METH_NOARGS,
     "castling_shredder_fen($self)\n--\n\nCastling rights by file."},
    {"set_fen", board_set_fen, METH_O, "set_fen($self, fen)\n--\n\nSets up a FEN; ValueError if it is malformed."},
    {"set_castling_fen", board_set_castling_fen, METH_O,
     "set_castling_fen($self, castling_fen)\n--\n\nSets the castling rights from FEN's third field."},
    {"san", board_san, METH_O, "san($self, move)\n--\n\nA legal move in standard algebraic notation."},
    {"lan", board_lan, METH_O, "lan($self, move)\n--\n\nA legal move in long algebraic notation."},
    {"san_and_push", board_san_and_push, METH_O, "san_and_push($self, move)\n--\n\nsan(), then push()."},
    {"uci", AS_METHOD(board_uci), FAST_FLAGS,
     "uci($self, move, *, chess960=None)\n--\n\nA move in UCI notation, castling as the board's mode writes it."},
    {"parse_uci", board_parse_uci, METH_O,
     "parse_uci($self, uci)\n--\n\nThe legal or null move of a UCI text; InvalidMoveError or IllegalMoveError."},
    {"parse_san", board_parse_san, METH_O,
     "parse_san($self, san)\n--\n\nThe legal or null move of a SAN text; InvalidMoveError, IllegalMoveError or "
     "AmbiguousMoveError."},
    {"push_uci", board_push_uci, METH_O, "push_uci($self, uci)\n--\n\nReads and plays a move; returns it."},
    {"push_san", board_push_san, METH_O, "push_san($self, san)\n--\n\nReads and plays a move; returns it."},
    {NULL, NULL, 0, NULL},
};

PyMethodDef board_fen_methods[] = {
    {"board_fen", AS_METHOD(board_board_fen), FAST_FLAGS,
     "board_fen($self, *, promoted=None)\n--\n\nThe board part of the FEN."},
    {"set_board_fen", board_set_board_fen, METH_O,
     "set_board_fen($self, fen)\n--\n\nSets up the men from the board part of a FEN."},
    {NULL, NULL, 0, NULL},
};
