/*
 * Questions about single moves, shared by the modules of this folder. The public forms are in rookery/chess.h.
 */
#ifndef ROOKERY_CHESS_LEGALITY_H
#define ROOKERY_CHESS_LEGALITY_H

#include "chess/bitboard.h"

static inline Square castled_king(Square king, Square rook) {
    return (king & 56) + (rook < king ? C1 : G1);
}
static inline Square castled_rook(Square king, Square rook) {
    return (king & 56) + (rook < king ? D1 : F1);
}

/* Whether another man stands where king or rook must pass or arrive. All squares between the two are always passed;
 * unless the king comes from the e-file there may be more (in chess960, or where a side has several kings). */
static inline bool castling_is_blocked(const Position *position, Square king, Square rook) {
    Bitboard occupied = position_occupied(position);
    if (occupied & between_table[king][rook])
        return true;
    if (!position->chess960 && square_file(king) == square_file(E1))
        return false;
    Square king_to = castled_king(king, rook), rook_to = castled_rook(king, rook);
    Bitboard way =
        between_table[king][king_to] | between_table[rook][rook_to] | square_bit(king_to) | square_bit(rook_to);
    return (occupied & ~square_bit(king) & ~square_bit(rook) & way) != 0;
}
/* Whether the king would leave, pass or arrive at an attacked square. Wants a way that is not blocked. */
bool castling_is_attacked(const Position *position, Square king, Square rook);
/* Whether the side to move may castle now. Wants a rook from position_castling() and the king it castles with. */
static inline bool castling_is_open(const Position *position, Square king, Square rook) {
    return !castling_is_blocked(position, king, rook) && !castling_is_attacked(position, king, rook);
}
/* Whether the pseudo-legal en passant capture leaves the own king safe. */
bool ep_is_safe(const Position *position, Move move);
/* Whether a pseudo-legal move is legal. Wants a game that the variant's own rule has not ended. */
bool pseudo_legal_is_legal(const Position *position, Move move);
/* Atomic: whether the pseudo-legal move keeps our king whole and either explodes theirs or leaves ours unattacked. */
bool atomic_is_safe(const Position *position, Move move);
/* Number of legal moves where the side to move has at most one king, and pins and checks decide. Reads neither board
 * nor keys. */
size_t count_moves_by_bits(const Position *position);

#endif
