/* Standard algebraic notation: written strictly, read leniently. */
#include <ctype.h>
#include <string.h>

#include "base/error.h"
#include "chess/legality.h"
#include "chess/variant.h"

/* ---- Writing ---- */

/* Other men of the same kind that could legally make the same move. */
static Bitboard rivals(const Position *p, Move move) {
    Piece piece = p->board[move_from(move)];
    Bitboard men = position_pieces(p, p->side, piece_type(piece)) & ~square_bit(move_from(move)), found = 0;
    Bitboard reach = piece_attacks(piece_type(piece), p->side, move_to(move), position_occupied(p));
    for (men &= reach; men != 0;) {
        Square from = pop_lsb(&men);
        if (position_is_legal(p, move_make(from, move_to(move), MOVE_NORMAL)))
            found |= square_bit(from);
    }
    return found;
}

/* File, rank or both, as few as tell the man from its rivals. */
static char *write_origin(const Position *p, Move move, char *out) {
    Square from = move_from(move);
    Bitboard others = rivals(p, move);
    if (others == 0)
        return out;
    bool same_rank = (others & BB_RANK_1 << 8 * square_rank(from)) != 0;
    bool same_file = (others & BB_FILE_A << square_file(from)) != 0;
    if (same_rank || !same_file)
        *out++ = (char)('a' + square_file(from));
    if (same_file)
        *out++ = (char)('1' + square_rank(from));
    return out;
}

static char *write_plain(const Position *p, Move move, char *out) {
    Square from = move_from(move), to = move_to(move);
    PieceType type = piece_type(p->board[from]);
    bool capture = position_is_capture(p, move);
    if (type != PAWN) {
        *out++ = piece_letter(piece_make(WHITE, type));
        out = write_origin(p, move, out);
    } else if (capture) {
        *out++ = (char)('a' + square_file(from));
    }
    if (capture)
        *out++ = 'x';
    square_write(to, out);
    out += 2;
    if (move_is_promotion(move)) {
        *out++ = '=';
        *out++ = piece_letter(piece_make(WHITE, move_promotion(move)));
    }
    return out;
}

static char *write_move(const Position *p, Move move, char *out) {
    if (move_is_drop(move)) {
        if (move_drop(move) != PAWN)
            *out++ = piece_letter(piece_make(WHITE, move_drop(move)));
        *out++ = '@';
        square_write(move_to(move), out);
        return out + 2;
    }
    if (move_kind(move) == MOVE_CASTLE) {
        bool queen_side = move_to(move) < move_from(move);
        memcpy(out, "O-O-O", 5);
        return out + (queen_side ? 5 : 3);
    }
    return write_plain(p, move, out);
}

static bool wins_at_once(const Position *after) {
    Termination termination = position_variant_outcome(after).termination;
    if (termination == TERMINATION_VARIANT_WIN || termination == TERMINATION_VARIANT_LOSS)
        return true;
    return position_is_check(after) && !position_has_legal_move(after);
}

size_t san_write_move(const Position *position, Move move, char out[SAN_MAX]) {
    if (move == MOVE_NULL || move == MOVE_NONE) {
        strcpy(out, "--");
        return 2;
    }
    char *end = write_move(position, move, out);
    Position after;
    position_play(position, move, &after);
    if (wins_at_once(&after))
        *end++ = '#';
    else if (position_is_check(&after))
        *end++ = '+';
    *end = '\0';
    return (size_t)(end - out);
}

/* ---- Reading ---- */

typedef struct SanParts {
    PieceType type; /* NO_PIECE_TYPE: not said */
    int file, rank; /* of the origin, -1: not said */
    Square to;
    PieceType promotion;
    bool castle_king_side, castle_queen_side, null, drop;
} SanParts;

/* Removes what says nothing about the move: check and mate marks, annotations, "e.p.". */
static size_t core_length(const char *text) {
    size_t length = strlen(text);
    while (length > 0 && strchr("+#!?", text[length - 1]) != NULL)
        length--;
    if (length > 4 && strncmp(text + length - 4, "e.p.", 4) == 0)
        length -= 4;
    return length;
}

static bool is_word(const char *text, size_t length, const char *word) {
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

static bool read_special(const char *text, size_t length, SanParts *parts) {
    parts->null = is_word(text, length, "--") || is_word(text, length, "Z0") || is_word(text, length, "0000") ||
                  is_word(text, length, "@@@@");
    parts->castle_king_side = is_word(text, length, "O-O") || is_word(text, length, "0-0") ||
                              is_word(text, length, "o-o") || is_word(text, length, "OO");
    parts->castle_queen_side = is_word(text, length, "O-O-O") || is_word(text, length, "0-0-0") ||
                               is_word(text, length, "o-o-o") || is_word(text, length, "OOO");
    return parts->null || parts->castle_king_side || parts->castle_queen_side;
}

static PieceType upper_type(char letter) {
    return isupper((unsigned char)letter) ? piece_type(piece_from_letter(letter)) : NO_PIECE_TYPE;
}

/* "N@f3", "P@e4", "@e4". */
static bool read_drop(const char *text, size_t length, SanParts *parts) {
    const char *at = memchr(text, '@', length);
    size_t before = (size_t)(at - text);
    if (before > 1 || length != before + 3)
        return false;
    char square[3] = {at[1], at[2], '\0'};
    parts->drop = true;
    parts->type = before == 0 ? PAWN : piece_type(piece_from_letter(text[0]));
    parts->to = square_parse(square);
    return parts->type != NO_PIECE_TYPE && parts->type != KING && parts->to != NO_SQUARE;
}

/* Takes "=Q", "Q", "(Q)" or "/Q" off the end. */
static size_t read_promotion(const char *text, size_t length, SanParts *parts) {
    size_t end = length;
    bool bracket = end > 0 && text[end - 1] == ')';
    if (bracket)
        end--;
    if (end < 3)
        return length;
    PieceType type = piece_type(piece_from_letter(text[end - 1]));
    char before = text[end - 2];
    bool marked = before == '=' || before == '/' || before == '(';
    bool after_square = before >= '1' && before <= '8';
    if (type == NO_PIECE_TYPE || type == PAWN || (!marked && !after_square) || bracket != (before == '('))
        return length;
    parts->promotion = type;
    return marked ? end - 2 : end - 1;
}

/* Piece letter, origin, and target of an ordinary move. */
static bool read_ordinary(const char *text, size_t length, SanParts *parts) {
    length = read_promotion(text, length, parts);
    if (length < 2)
        return false;
    char target[3] = {text[length - 2], text[length - 1], '\0'};
    parts->to = square_parse(target);
    if (parts->to == NO_SQUARE)
        return false;
    length -= 2;
    size_t i = 0;
    if (i < length && upper_type(text[i]) != NO_PIECE_TYPE)
        parts->type = upper_type(text[i++]);
    if (i < length && text[i] >= 'a' && text[i] <= 'h')
        parts->file = text[i++] - 'a';
    if (i < length && text[i] >= '1' && text[i] <= '8')
        parts->rank = text[i++] - '1';
    if (i < length && strchr("x-:", text[i]) != NULL)
        i++;
    return i == length;
}

static bool read_parts(const char *text, SanParts *parts) {
    memset(parts, 0, sizeof *parts);
    parts->file = parts->rank = -1;
    size_t length = core_length(text);
    if (read_special(text, length, parts))
        return true;
    if (memchr(text, '@', length) != NULL)
        return read_drop(text, length, parts);
    return read_ordinary(text, length, parts);
}

static bool fits_origin(const Position *p, const SanParts *parts, Move move) {
    Square from = move_from(move);
    if ((parts->file >= 0 && square_file(from) != parts->file) ||
        (parts->rank >= 0 && square_rank(from) != parts->rank))
        return false;
    PieceType type = piece_type(p->board[from]);
    if (parts->type != NO_PIECE_TYPE)
        return type == parts->type;
    if (parts->file >= 0 && parts->rank >= 0) /* long notation without a letter, as in UCI */
        return true;
    /* A pawn's capture names its file. */
    return type == PAWN && (parts->file >= 0 || square_file(from) == square_file(parts->to));
}

/* Long notation writes castling as e1g1, or as e1h1. */
static bool fits_castling(const Position *p, const SanParts *parts, Move move) {
    bool queen_side = move_to(move) < move_from(move);
    if (parts->castle_king_side || parts->castle_queen_side)
        return queen_side == parts->castle_queen_side;
    if (parts->file < 0 || parts->rank < 0 || parts->promotion != NO_PIECE_TYPE)
        return false;
    return fits_origin(p, parts, move) &&
           move == position_find_kind(p, move_from(move), parts->to, NO_PIECE_TYPE, NO_PIECE_TYPE);
}

static bool fits(const Position *p, const SanParts *parts, Move move) {
    if (move_is_drop(move) || parts->drop)
        return parts->drop && move_is_drop(move) && move_drop(move) == parts->type && move_to(move) == parts->to;
    if (move_kind(move) == MOVE_CASTLE)
        return fits_castling(p, parts, move);
    if (parts->castle_king_side || parts->castle_queen_side)
        return false;
    return move_to(move) == parts->to && move_promotion(move) == parts->promotion && fits_origin(p, parts, move);
}

static MoveTextResult fail(MoveTextResult result, Error *error, const Position *position, const char *text,
                           const char *reason) {
    if (error != NULL) {
        char fen[FEN_MAX];
        position_to_fen(position, FEN_DEFAULT, fen);
        error_set(error, "\"%.16s\" %s in %.180s", text, reason, fen);
    }
    return result;
}

/* Candidates by reading the attack tables backwards, so that no whole move list is needed in the ordinary case. */
static size_t list_candidates(const Position *p, const SanParts *parts, Move out[MOVES_MAX]) {
    bool plain = parts->type >= KNIGHT && !parts->drop && parts->promotion == NO_PIECE_TYPE;
    if (!plain)
        return position_legal_moves(p, out);
    Bitboard men = position_pieces(p, p->side, parts->type);
    men &= piece_attacks(parts->type, p->side, parts->to, position_occupied(p));
    size_t count = 0;
    while (men != 0) {
        Move move = move_make(pop_lsb(&men), parts->to, MOVE_NORMAL);
        if (position_is_legal(p, move))
            out[count++] = move;
    }
    if (count == 0 && parts->type == KING)
        return position_legal_moves(p, out);
    return count;
}

/* ---- Reading the usual forms fast ----
 *
 * Nearly every move that is ever read has one of the forms e4, exd5, e8=Q, Nf3, Nbxd7, O-O, with + or # behind. For
 * those the man is found from the target backwards and nothing is listed. Whatever is not plainly one legal move is
 * left to the lenient reader, so both agree. */

static bool is_file(char c) {
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c) {
    return c >= '1' && c <= '8';
}

static bool ends_move(const char *text) {
    return text[0] == '\0' || ((text[0] == '+' || text[0] == '#') && text[1] == '\0');
}

/* Those of the few men that reach the target. Lines and what stands between are small tables; the big ones of the
 * sliders would be fetched from memory for a single look. */
static Bitboard men_reaching(const Position *p, PieceType type, Bitboard men, Square to) {
    if (type == KNIGHT)
        return men & knight_attack_table[to];
    if (type == KING)
        return men & king_attack_table[to];
    Bitboard lines = (type != BISHOP ? rook_ray_table[to] : 0) | (type != ROOK ? bishop_ray_table[to] : 0);
    Bitboard occupied = position_occupied(p), reaching = 0;
    for (men &= lines; men != 0;) {
        Square from = pop_lsb(&men);
        if ((between_table[from][to] & occupied) == 0)
            reaching |= square_bit(from);
    }
    return reaching;
}

/* The legal move of one of the men, which all reach the target; MOVE_NONE if there is not exactly one. */
static Move only_legal(const Position *p, Bitboard men, Square to) {
    Move found = MOVE_NONE;
    if ((p->by_color[p->side] & square_bit(to)) != 0 || position_is_variant_end(p))
        return MOVE_NONE;
    while (men != 0) {
        Move move = move_make(pop_lsb(&men), to, MOVE_NORMAL);
        if (!pseudo_legal_is_legal(p, move))
            continue;
        if (found != MOVE_NONE)
            return MOVE_NONE;
        found = move;
    }
    return found;
}

static Move read_usual_piece(const Position *p, PieceType type, const char *text) {
    Bitboard origins = BB_ALL;
    /* What stands before the target: nothing, a file, a rank, or both; then perhaps an x. */
    if (is_file(text[0]) && !(is_rank(text[1]) && ends_move(text + 2)))
        origins &= BB_FILE_A << (*text++ - 'a');
    if (is_rank(text[0]))
        origins &= BB_RANK_1 << 8 * (*text++ - '1');
    if (text[0] == 'x')
        text++;
    if (!is_file(text[0]) || !is_rank(text[1]) || !ends_move(text + 2))
        return MOVE_NONE;
    Square to = square_make(text[0] - 'a', text[1] - '1');
    Bitboard men = position_pieces(p, p->side, type) & origins;
    return only_legal(p, men_reaching(p, type, men, to), to);
}

static Move read_usual_pawn(const Position *p, const char *text) {
    int file = text[0] - 'a', step = forward_step(p->side);
    bool takes = text[1] == 'x';
    if (takes)
        text += 2;
    if (!is_file(text[0]) || !is_rank(text[1]))
        return MOVE_NONE;
    Square to = square_make(text[0] - 'a', text[1] - '1'), from = to - step;
    PieceType promotion = NO_PIECE_TYPE;
    text += 2;
    if (text[0] == '=') {
        promotion = upper_type(text[1]);
        if (promotion == NO_PIECE_TYPE || promotion == PAWN)
            return MOVE_NONE;
        text += 2;
    }
    if (!ends_move(text) || from < A1 || from > H8)
        return MOVE_NONE;
    if (takes)
        from += file - square_file(to);
    else if (p->board[from] == NO_PIECE)
        from -= step;
    if (from < A1 || from > H8 || p->board[from] != piece_make(p->side, PAWN))
        return MOVE_NONE;
    Move move = position_find_kind(p, from, to, promotion, NO_PIECE_TYPE);
    return position_is_legal(p, move) ? move : MOVE_NONE;
}

static Move read_usual_castling(const Position *p, const char *text) {
    bool queen_side = strncmp(text, "O-O-O", 5) == 0;
    if (strncmp(text, "O-O", 3) != 0 || !ends_move(text + (queen_side ? 5 : 3)))
        return MOVE_NONE;
    Bitboard kings = position_pieces(p, p->side, KING) & ~p->promoted & backrank(p->side);
    if (kings == 0)
        return MOVE_NONE;
    Square king = lsb(kings);
    Bitboard beyond = queen_side ? square_bit(king) - 1 : ~(square_bit(king) | (square_bit(king) - 1));
    Bitboard rooks = p->castling & backrank(p->side) & beyond;
    if (rooks == 0 || more_than_one(rooks))
        return MOVE_NONE;
    Move move = move_make(king, lsb(rooks), MOVE_CASTLE);
    return position_is_legal(p, move) ? move : MOVE_NONE;
}

static Move read_usual(const Position *p, const char *text) {
    if (is_file(text[0]))
        return read_usual_pawn(p, text);
    switch (text[0]) {
    case 'N':
        return read_usual_piece(p, KNIGHT, text + 1);
    case 'B':
        return read_usual_piece(p, BISHOP, text + 1);
    case 'R':
        return read_usual_piece(p, ROOK, text + 1);
    case 'Q':
        return read_usual_piece(p, QUEEN, text + 1);
    case 'K':
        return read_usual_piece(p, KING, text + 1);
    case 'O':
        return read_usual_castling(p, text);
    default:
        return MOVE_NONE;
    }
}

/* ---- Reading anything ---- */

static MoveTextResult read_lenient(const Position *position, const char *text, Move *move, Error *error) {
    SanParts parts;
    Move moves[MOVES_MAX];
    if (!read_parts(text, &parts))
        return fail(MOVE_TEXT_INVALID, error, position, text, "is no move in algebraic notation");
    if (parts.null) {
        *move = MOVE_NULL;
        return MOVE_TEXT_OK;
    }
    size_t count = list_candidates(position, &parts, moves);
    Move found = MOVE_NONE;
    bool ambiguous = false;
    for (size_t i = 0; i < count; i++) {
        if (!fits(position, &parts, moves[i]))
            continue;
        ambiguous = ambiguous || found != MOVE_NONE;
        found = moves[i];
    }
    if (found == MOVE_NONE)
        return fail(MOVE_TEXT_ILLEGAL, error, position, text, "is not a legal move");
    if (ambiguous)
        return fail(MOVE_TEXT_AMBIGUOUS, error, position, text, "is ambiguous");
    *move = found;
    return MOVE_TEXT_OK;
}

MoveTextResult san_parse_move(const Position *position, const char *text, Move *move, Error *error) {
    Move usual = read_usual(position, text);
    if (usual == MOVE_NONE)
        return read_lenient(position, text, move, error);
    *move = usual;
    return MOVE_TEXT_OK;
}
