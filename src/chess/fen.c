/* Reading and writing FEN in all its usual dialects. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "chess/attack.h"

static const char piece_letters[] = ".PNBRQK..pnbrqk";

char piece_letter(Piece piece) {
    return piece < sizeof piece_letters - 1 ? piece_letters[piece] : '.';
}

Piece piece_from_letter(char letter) {
    if (!isalpha((unsigned char)letter))
        return NO_PIECE;
    const char *place = strchr(piece_letters, letter);
    return place != NULL ? (Piece)(place - piece_letters) : NO_PIECE;
}

void square_write(Square square, char out[3]) {
    out[0] = (char)('a' + square_file(square));
    out[1] = (char)('1' + square_rank(square));
    out[2] = '\0';
}

Square square_parse(const char *text) {
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' || text[2] != '\0')
        return NO_SQUARE;
    return square_make(text[0] - 'a', text[1] - '1');
}

/* ---- Reading ---- */

/* A field of the FEN: a word, not NUL-terminated. */
typedef struct Field {
    const char *text;
    size_t length;
    size_t column; /* 1-based, in the whole FEN */
} Field;

enum { FIELDS_MAX = 7 };

/* Splits at white space; returns FIELDS_MAX + 1 when there are more fields than any dialect has. */
static int split_fields(const char *fen, Field fields[FIELDS_MAX]) {
    int count = 0;
    const char *place = fen;
    for (;;) {
        while (isspace((unsigned char)*place))
            place++;
        if (*place == '\0')
            return count;
        if (count == FIELDS_MAX)
            return FIELDS_MAX + 1;
        Field *field = &fields[count++];
        field->text = place;
        field->column = (size_t)(place - fen) + 1;
        while (*place != '\0' && !isspace((unsigned char)*place))
            place++;
        field->length = (size_t)(place - field->text);
    }
}

static bool fail(Error *error, const Field *field, size_t offset, const char *reason) {
    return error_set_at(error, 0, field->column + offset, "%s in FEN field \"%.*s\"", reason, (int)field->length,
                        field->text);
}

static bool read_pocket(Position *p, const Field *field, size_t start, size_t end, Error *error) {
    if (!position_rules(p)->drops)
        return fail(error, field, start - 1, "a pocket, which only crazyhouse has,");
    for (size_t i = start; i < end; i++) {
        Piece piece = piece_from_letter(field->text[i]);
        if (piece == NO_PIECE || piece_type(piece) == KING)
            return fail(error, field, i, "only P N B R Q can be in a pocket, as");
        uint8_t *count = &p->pockets[piece_color(piece)][piece_type(piece)];
        if (*count == UINT8_MAX)
            return fail(error, field, i, "too many men of a kind");
        ++*count;
    }
    return true;
}

/* "[Qn]" after the board, or a ninth rank "/Qn". Sets *end to where the board part ends. */
static bool find_pocket(Position *p, const Field *field, size_t *end, Error *error) {
    const char *bracket = memchr(field->text, '[', field->length);
    *end = field->length;
    if (bracket != NULL) {
        size_t start = (size_t)(bracket - field->text);
        if (field->text[field->length - 1] != ']')
            return fail(error, field, field->length - 1, "the pocket is not closed by ]");
        *end = start;
        return read_pocket(p, field, start + 1, field->length - 1, error);
    }
    int slashes = 0;
    for (size_t i = 0; i < field->length && position_rules(p)->drops; i++) {
        if (field->text[i] == '/' && ++slashes == 8) {
            *end = i;
            return read_pocket(p, field, i + 1, field->length, error);
        }
    }
    return true;
}

static bool read_board(Position *p, const Field *field, Error *error) {
    size_t end;
    if (!find_pocket(p, field, &end, error))
        return false;
    int file = 0, rank = 7;
    bool after_digit = false, after_piece = false;
    for (size_t i = 0; i < end; i++) {
        char letter = field->text[i];
        Piece piece = piece_from_letter(letter);
        if (letter == '/') {
            if (file != 8 || rank == 0)
                return fail(error, field, i, file != 8 ? "a rank does not have 8 squares" : "more than 8 ranks");
            file = 0;
            rank--;
            after_digit = after_piece = false;
        } else if (letter >= '1' && letter <= '8') {
            file += letter - '0';
            if (after_digit || file > 8)
                return fail(error, field, i, after_digit ? "two digits in a row" : "a rank has more than 8 squares");
            after_digit = true;
            after_piece = false;
        } else if (letter == '~') {
            Square promoted = square_make(file - 1, rank);
            if (!after_piece)
                return fail(error, field, i, "'~' without a piece before it");
            if (piece_type(p->board[promoted]) == KING && !position_rules(p)->captures_compulsory)
                return fail(error, field, i, "'~' marks a king, which no pawn becomes in this variant,");
            p->promoted |= square_bit(promoted);
            after_piece = false;
        } else if (piece != NO_PIECE) {
            if (file == 8)
                return fail(error, field, i, "a rank has more than 8 squares");
            position_put(p, square_make(file++, rank), piece, false);
            after_digit = false;
            after_piece = true;
        } else {
            return fail(error, field, i, "a letter that is no piece");
        }
    }
    if (file != 8 || rank != 0)
        return fail(error, field, end, rank != 0 ? "fewer than 8 ranks" : "a rank does not have 8 squares");
    return true;
}

static bool read_side(Position *p, const Field *field, Error *error) {
    if (field->length != 1 || (field->text[0] != 'w' && field->text[0] != 'b'))
        return fail(error, field, 0, "the side to move must be w or b");
    p->side = field->text[0] == 'w' ? WHITE : BLACK;
    return true;
}

/* K and Q mean the outermost rook of that side, or the corner when there is none (as in python-chess, Q without any
 * rook on the rank means nothing at all); letters a-h mean that file. */
static Bitboard castling_rook(const Position *p, char flag) {
    Color color = isupper((unsigned char)flag) ? WHITE : BLACK;
    char file = (char)tolower((unsigned char)flag);
    Bitboard rank = backrank(color), rooks = position_pieces(p, color, ROOK) & rank;
    Square king = royal_square(p, color);
    if (file == 'q')
        return king != NO_SQUARE && (rooks == 0 || lsb(rooks) < king) ? rooks & -rooks : BB_FILE_A & rank;
    if (file == 'k')
        return king != NO_SQUARE && rooks != 0 && msb(rooks) > king ? square_bit(msb(rooks)) : BB_FILE_H & rank;
    return BB_FILE_A << (file - 'a') & rank;
}

static bool read_castling(Position *p, const Field *field, Error *error) {
    if (field->length == 1 && field->text[0] == '-')
        return true;
    int flags[2] = {0, 0};
    for (size_t i = 0; i < field->length; i++) {
        char flag = field->text[i];
        bool known = flag != '\0' && strchr("KQABCDEFGHkqabcdefgh", flag) != NULL;
        if (!known || ++flags[islower((unsigned char)flag) != 0] > 2)
            return fail(error, field, i,
                        known ? "more than two castling rights of a side"
                              : "castling rights must be letters of KQkq or A-H a-h, or -,");
        p->castling |= castling_rook(p, flag);
    }
    return true;
}

static bool read_ep(Position *p, const Field *field, Error *error) {
    char text[3] = {0};
    if (field->length == 1 && field->text[0] == '-')
        return true;
    if (field->length == 2)
        memcpy(text, field->text, 2);
    Square square = square_parse(text);
    if (square == NO_SQUARE)
        return fail(error, field, 0, "the en passant field must be a square or -");
    p->ep = (uint8_t)square;
    return true;
}

/* Counters beyond what fits are cut to the largest that does: nothing depends on them any more. */
static bool read_counter(const Field *field, uint32_t *value, const char *reason, Error *error) {
    uint64_t number = 0;
    for (size_t i = 0; i < field->length; i++) {
        if (!isdigit((unsigned char)field->text[i]))
            return fail(error, field, i, reason);
        number = number * 10 + (uint64_t)(field->text[i] - '0');
        if (number > INT32_MAX)
            number = INT32_MAX;
    }
    *value = (uint32_t)number;
    return true;
}

/* "3+3" (checks left) or "+0+0" (checks given), one digit each. */
static bool read_checks(Position *p, const Field *field, Error *error) {
    bool given = field->text[0] == '+';
    const char *text = field->text + given;
    bool shaped = field->length == 3 + (size_t)given && text[1] == '+' && text[0] >= '0' && text[0] <= '3' &&
                  text[2] >= '0' && text[2] <= '3';
    if (!shaped)
        return fail(error, field, 0, "checks must be written like 3+3 (left) or +0+0 (given)");
    p->checks_left[WHITE] = (int8_t)(given ? '3' - text[0] : text[0] - '0');
    p->checks_left[BLACK] = (int8_t)(given ? '3' - text[2] : text[2] - '0');
    return true;
}

/* Takes the check counters out of the fields, wherever the dialect puts them. */
static bool take_checks(Position *p, Field fields[FIELDS_MAX], int *count, Error *error) {
    for (int i = 4; i < *count; i++) {
        if (memchr(fields[i].text, '+', fields[i].length) == NULL)
            continue;
        if (!read_checks(p, &fields[i], error))
            return false;
        --*count;
        memmove(&fields[i], &fields[i + 1], (size_t)(*count - i) * sizeof fields[0]);
        return true;
    }
    return true;
}

bool position_from_fen(Position *position, const char *fen, Variant variant, bool chess960, Error *error) {
    Field fields[FIELDS_MAX];
    Position p;
    position_clear(&p, variant);
    p.chess960 = p.chess960 || chess960;
    int count = split_fields(fen, fields);
    if (count == 0)
        return error_set_at(error, 0, 1, "the FEN is empty; it should begin with the eight ranks of the board");
    if (count <= FIELDS_MAX && variant_table[variant].checks_counted && !take_checks(&p, fields, &count, error))
        return false;
    if (count > 6)
        return error_set_at(error, 0, fields[6].column, "the FEN has more fields than the six it may have");

    bool good =
        read_board(&p, &fields[0], error) && (count < 2 || read_side(&p, &fields[1], error)) &&
        (count < 3 || read_castling(&p, &fields[2], error)) && (count < 4 || read_ep(&p, &fields[3], error)) &&
        (count < 5 ||
         read_counter(&fields[4], &p.halfmove_clock, "the halfmove clock must be a whole number", error)) &&
        (count < 6 || read_counter(&fields[5], &p.fullmove_number, "the move number must be a whole number", error));
    if (!good)
        return false;
    if (p.fullmove_number == 0)
        p.fullmove_number = 1;
    position_refresh(&p);
    *position = p;
    return true;
}

/* ---- Writing ---- */

static char *write_board(const Position *p, bool mark_promoted, char *out) {
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            Square square = square_make(file, rank);
            Piece piece = p->board[square];
            if (piece == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty != 0)
                *out++ = (char)('0' + empty);
            empty = 0;
            *out++ = piece_letters[piece];
            if (mark_promoted && (p->promoted & square_bit(square)) != 0)
                *out++ = '~';
        }
        if (empty != 0)
            *out++ = (char)('0' + empty);
        if (rank != 0)
            *out++ = '/';
    }
    return out;
}

static char *write_pockets(const Position *p, char *out) {
    *out++ = '[';
    for (Color color = WHITE; color <= BLACK; color++)
        for (PieceType type = QUEEN; type >= PAWN; type--)
            for (int i = 0; i < p->pockets[color][type]; i++)
                *out++ = piece_letters[piece_make(color, type)];
    *out++ = ']';
    return out;
}

/* X-FEN: K or Q when the rook is the outermost of its side, else its file. With several kings of a colour, which no
 * game knows, K and Q would not say whose rook is meant. */
static char castling_letter(const Position *p, Color color, Square rook, Square king) {
    bool queen_side = square_file(rook) < square_file(king);
    Bitboard others = position_pieces(p, color, ROOK) & backrank(color) & ~square_bit(rook);
    Bitboard outside = queen_side ? square_bit(rook) - 1 : ~(square_bit(rook) | (square_bit(rook) - 1));
    if ((others & outside) != 0 || more_than_one(position_pieces(p, color, KING) & ~p->promoted))
        return (char)('a' + square_file(rook));
    return queen_side ? 'q' : 'k';
}

static char *write_castling(const Position *p, bool shredder, char *out) {
    char *start = out;
    Bitboard rights = position_castling(p);
    for (Color color = WHITE; color <= BLACK; color++) {
        Square king = royal_square(p, color);
        for (Bitboard rooks = rights & backrank(color); rooks != 0 && king != NO_SQUARE;) {
            Square rook = pop_msb(&rooks);
            char letter = shredder ? (char)('a' + square_file(rook)) : castling_letter(p, color, rook, king);
            *out++ = color == WHITE ? (char)toupper((unsigned char)letter) : letter;
        }
    }
    if (out == start)
        *out++ = '-';
    return out;
}

static bool shows_ep(const Position *p, unsigned flags) {
    if (p->ep == NO_SQUARE)
        return false;
    if (flags & FEN_EP_ALWAYS)
        return true;
    return flags & FEN_EP_PSEUDO ? ep_capturers(p) != 0 : p->ep_legal;
}

static char *write_number(uint32_t number, char *out) {
    char digits[10];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    while (count > 0)
        *out++ = digits[--count];
    return out;
}

size_t position_to_fen(const Position *position, unsigned fen_flags, char out[FEN_MAX]) {
    const VariantRules *rules = position_rules(position);
    char *end = write_board(position, rules->drops || (fen_flags & FEN_PROMOTED) != 0, out);
    if (rules->drops)
        end = write_pockets(position, end);
    *end++ = ' ';
    *end++ = position->side == WHITE ? 'w' : 'b';
    *end++ = ' ';
    end = write_castling(position, (fen_flags & FEN_SHREDDER) != 0, end);
    *end++ = ' ';
    if (shows_ep(position, fen_flags)) {
        square_write(position->ep, end);
        end += 2;
    } else {
        *end++ = '-';
    }
    if (rules->checks_counted) {
        *end++ = ' ';
        *end++ = (char)('0' + (position->checks_left[WHITE] > 0 ? position->checks_left[WHITE] : 0));
        *end++ = '+';
        *end++ = (char)('0' + (position->checks_left[BLACK] > 0 ? position->checks_left[BLACK] : 0));
    }
    if ((fen_flags & FEN_NO_COUNTERS) == 0) {
        *end++ = ' ';
        end = write_number(position->halfmove_clock, end);
        *end++ = ' ';
        end = write_number(position->fullmove_number, end);
    }
    *end = '\0';
    return (size_t)(end - out);
}
