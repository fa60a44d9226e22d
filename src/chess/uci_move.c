/* Moves in UCI notation. */
#include <string.h>

#include "base/error.h"
#include "chess/bitboard.h"
#include "chess/variant.h"

static MoveTextResult fail(MoveTextResult result, Error *error, const Position *position, const char *text,
                           const char *reason) {
    if (error != NULL) {
        char fen[FEN_MAX];
        position_to_fen(position, FEN_DEFAULT, fen);
        error_set(error, "\"%.16s\" %s in %.200s", text, reason, fen);
    }
    return result;
}

static PieceType type_from_letter(char letter) {
    return piece_type(piece_from_letter(letter));
}

/* "P@e4"; the letter may be of either case. */
static bool read_drop(const char *text, PieceType *drop, Square *to) {
    *drop = type_from_letter(text[0]);
    *to = square_parse(text + 2);
    return *drop != NO_PIECE_TYPE && *drop != KING && *to != NO_SQUARE;
}

/* "e2e4", "e7e8q". */
static bool read_squares(const char *text, Square *from, Square *to, PieceType *promotion) {
    size_t length = strlen(text);
    if (length != 4 && length != 5)
        return false;
    char first[3] = {text[0], text[1], '\0'}, second[3] = {text[2], text[3], '\0'};
    *from = square_parse(first);
    *to = square_parse(second);
    *promotion = NO_PIECE_TYPE;
    if (length == 5) {
        *promotion = type_from_letter(text[4]);
        if (*promotion == NO_PIECE_TYPE || *promotion == PAWN)
            return false;
    }
    return *from != NO_SQUARE && *to != NO_SQUARE && *from != *to;
}

MoveTextResult uci_parse_move(const Position *position, const char *text, Move *move, Error *error) {
    Square from, to;
    PieceType promotion = NO_PIECE_TYPE, drop = NO_PIECE_TYPE;
    if (strcmp(text, "0000") == 0) {
        *move = MOVE_NULL;
        return MOVE_TEXT_OK;
    }
    if (text[0] != '\0' && text[1] == '@') {
        if (!read_drop(text, &drop, &to))
            return fail(MOVE_TEXT_INVALID, error, position, text, "is no drop in UCI notation (like N@f3)");
        from = to;
    } else if (!read_squares(text, &from, &to, &promotion)) {
        return fail(MOVE_TEXT_INVALID, error, position, text, "is no move in UCI notation (like e2e4 or e7e8q)");
    }
    Move found = position_find_kind(position, from, to, promotion, drop);
    if (!position_is_legal(position, found))
        return fail(MOVE_TEXT_ILLEGAL, error, position, text, "is not a legal move");
    *move = found;
    return MOVE_TEXT_OK;
}

size_t uci_write_move(const Position *position, Move move, char out[UCI_MOVE_MAX]) {
    Square from = move_from(move), to = move_to(move);
    if (move == MOVE_NULL || move == MOVE_NONE) {
        strcpy(out, "0000");
        return 4;
    }
    if (move_is_drop(move)) {
        out[0] = piece_letter(piece_make(WHITE, move_drop(move)));
        out[1] = '@';
        square_write(to, out + 2);
        return 4;
    }
    if (move_kind(move) == MOVE_CASTLE && !position->chess960 && square_file(from) == square_file(E1))
        to = (from & 56) + (to < from ? C1 : G1);
    square_write(from, out);
    square_write(to, out + 2);
    if (!move_is_promotion(move))
        return 4;
    out[4] = piece_letter(piece_make(BLACK, move_promotion(move)));
    out[5] = '\0';
    return 5;
}
