/* Questions about one position, and playing from it. */
#include <stddef.h>

#include "chess/bitboard.h"
#include "export.h"
#include "pack.h"

PackedMove move_buffer[MOVES_MAX + 1];

/* ---- Where things are ---- */

/* Offsets and sizes that JavaScript reads for itself. */
enum { LAYOUT_SIZE, LAYOUT_BOARD, LAYOUT_SIDE, LAYOUT_CHECKERS, LAYOUT_HALFMOVE, LAYOUT_FULLMOVE, LAYOUT_VARIANT };
int EXPORT(layout)(int what);
int layout(int what) {
    switch (what) {
    case LAYOUT_SIZE:
        return sizeof(Position);
    case LAYOUT_BOARD:
        return offsetof(Position, board);
    case LAYOUT_SIDE:
        return offsetof(Position, side);
    case LAYOUT_CHECKERS:
        return offsetof(Position, checkers);
    case LAYOUT_HALFMOVE:
        return offsetof(Position, halfmove_clock);
    case LAYOUT_FULLMOVE:
        return offsetof(Position, fullmove_number);
    case LAYOUT_VARIANT:
        return offsetof(Position, variant);
    default:
        return -1;
    }
}

PackedMove *EXPORT(moves_address)(void);
PackedMove *moves_address(void) {
    return move_buffer;
}

/* ---- Moves ---- */

size_t EXPORT(list_moves)(const Position *position);
size_t list_moves(const Position *position) {
    return pack_legal_moves(position, move_buffer);
}

/* The moves alone, 16 bits each, into the same buffer: for programs that need no names. */
size_t EXPORT(list_codes)(const Position *position);
size_t list_codes(const Position *position) {
    return position_legal_moves(position, (Move *)move_buffer);
}

size_t EXPORT(count_moves)(const Position *position);
size_t count_moves(const Position *position) {
    return position_count_legal_moves(position);
}

/* Packs `count` moves that followed on one another from the position: the history of a game. */
void EXPORT(pack_line)(const Position *position, const Move *moves, size_t count, PackedMove *out);
void pack_line(const Position *position, const Move *moves, size_t count, PackedMove *out) {
    Position now = *position;
    for (size_t i = 0; i < count; i++) {
        out[i] = pack_move(&now, moves[i]);
        position_play(&now, moves[i], &now);
    }
}

/* Writes the position after the move behind the given one. False, and nothing done, when the move is not legal. */
bool EXPORT(play)(Position *position, Move move);
bool play(Position *position, Move move) {
    if (move != MOVE_NULL && !position_is_legal(position, move))
        return false;
    position_play(position, move, position + 1);
    return true;
}

/* The same for moves that were legal once, one after the other. */
void EXPORT(play_line)(Position *position, const Move *moves, size_t count);
void play_line(Position *position, const Move *moves, size_t count) {
    for (size_t i = 0; i < count; i++)
        position_play(position + i, moves[i], position + i + 1);
}

/* The legal move between two squares; MOVE_NONE if there is none. A promotion that is not one is ignored. */
Move EXPORT(find_move)(const Position *position, Square from, Square to, PieceType promotion, PieceType drop);
Move find_move(const Position *position, Square from, Square to, PieceType promotion, PieceType drop) {
    Move move = position_find_kind(position, from, to, promotion, drop);
    if (!position_is_legal(position, move) && promotion != NO_PIECE_TYPE)
        move = position_find_kind(position, from, to, NO_PIECE_TYPE, drop);
    return position_is_legal(position, move) ? move : (Move)MOVE_NONE;
}

/* Whether some promotion leads from one square to the other. */
bool EXPORT(is_promotion)(const Position *position, Square from, Square to);
bool is_promotion(const Position *position, Square from, Square to) {
    for (PieceType type = KNIGHT; type <= KING; type++)
        if (position_is_legal(position, position_find_kind(position, from, to, type, NO_PIECE_TYPE)))
            return true;
    return false;
}

double EXPORT(perft)(const Position *position, int depth);
double perft(const Position *position, int depth) {
    return (double)position_perft(position, depth);
}

/* ---- Squares ---- */

/* Writes the squares of the men of a colour that attack the square as bytes, from a8 along the ranks to h1. */
size_t EXPORT(attackers)(const Position *position, Color by, Square square);
size_t attackers(const Position *position, Color by, Square square) {
    Bitboard men = position_attackers(position, by, square, position_occupied(position));
    size_t count = 0;
    for (int rank = 7; rank >= 0; rank--)
        for (int file = 0; file < 8; file++)
            if (men & square_bit(square_make(file, rank)))
                text_buffer[count++] = (char)square_make(file, rank);
    return count;
}

bool EXPORT(is_attacked)(const Position *position, Color by, Square square);
bool is_attacked(const Position *position, Color by, Square square) {
    return position_attackers(position, by, square, position_occupied(position)) != 0;
}

size_t EXPORT(write_key)(const Position *position);
size_t write_key(const Position *position) {
    for (int i = 0; i < 16; i++)
        text_buffer[i] = "0123456789abcdef"[position->key >> (60 - 4 * i) & 15];
    return 16;
}

bool EXPORT(is_chess960)(const Position *position);
bool is_chess960(const Position *position) {
    return position->chess960;
}

int EXPORT(pocket)(const Position *position, Color color, PieceType type);
int pocket(const Position *position, Color color, PieceType type) {
    return position->pockets[color][type];
}

int EXPORT(checks_left)(const Position *position, Color color);
int checks_left(const Position *position, Color color) {
    return position->checks_left[color];
}

/* ---- Changing a position by hand ---- */

/* The rooks of a colour on one side of its king. */
static Bitboard rooks_beside_king(const Position *p, Color color, bool king_side) {
    Bitboard king = position_pieces(p, color, KING) & (color == WHITE ? BB_RANK_1 : BB_RANK_8);
    if (king == 0)
        return 0;
    Bitboard beyond = king_side ? ~(king | (king - 1)) : king - 1;
    return position_pieces(p, color, ROOK) & (color == WHITE ? BB_RANK_1 : BB_RANK_8) & beyond;
}

/* Whether a colour may still castle to a side. */
bool EXPORT(has_castling)(const Position *position, Color color, bool king_side);
bool has_castling(const Position *position, Color color, bool king_side) {
    return (position_castling(position) & rooks_beside_king(position, color, king_side)) != 0;
}

/* Grants the right with the outermost rook, or takes it. Rights that men out of place cannot have are not granted. */
void EXPORT(set_castling)(Position *position, Color color, bool king_side, bool allowed);
void set_castling(Position *position, Color color, bool king_side, bool allowed) {
    Bitboard rooks = rooks_beside_king(position, color, king_side);
    Bitboard others = position_castling(position) & ~rooks;
    if (allowed && rooks != 0)
        others |= king_side ? square_bit(msb(rooks)) : rooks & -rooks;
    position->castling = others;
    position->castling = position_castling(position);
    position_refresh(position);
}

/* Rights and en passant that no longer fit what stands on the board go with the man. */
void EXPORT(put_piece)(Position *position, Square square, Piece piece);
void put_piece(Position *position, Square square, Piece piece) {
    position_put(position, square, piece, false);
    position_refresh(position);
    position->castling = position_castling(position);
    if (position_status(position) & STATUS_INVALID_EP_SQUARE)
        position->ep = NO_SQUARE;
    position_refresh(position);
}

void EXPORT(clear_board)(Position *position, Variant variant, bool chess960);
void clear_board(Position *position, Variant variant, bool chess960) {
    position_clear(position, variant);
    position->chess960 = position->chess960 || chess960;
    position_refresh(position);
}

void EXPORT(start_chess960)(Position *position, int number);
void start_chess960(Position *position, int number) {
    position_start_chess960(position, number);
}
