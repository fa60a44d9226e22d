/*
 * Who attacks what in a position: inline, for the modules of this folder. The public forms are in rookery/chess.h.
 */
#ifndef ROOKERY_CHESS_ATTACK_H
#define ROOKERY_CHESS_ATTACK_H

#include "chess/bitboard.h"
#include "chess/variant.h"

static inline Bitboard diagonal_sliders(const Position *p, Color color) {
    return (p->by_type[BISHOP] | p->by_type[QUEEN]) & p->by_color[color];
}
static inline Bitboard straight_sliders(const Position *p, Color color) {
    return (p->by_type[ROOK] | p->by_type[QUEEN]) & p->by_color[color];
}

/* Men of `by` that attack the square, given the occupancy. */
static inline Bitboard attackers_to(const Position *p, Color by, Square square, Bitboard occupied) {
    return (pawn_attack_table[!by][square] & position_pieces(p, by, PAWN)) |
           (knight_attack_table[square] & position_pieces(p, by, KNIGHT)) |
           (king_attack_table[square] & position_pieces(p, by, KING)) |
           (rook_attacks(square, occupied) & straight_sliders(p, by)) |
           (bishop_attacks(square, occupied) & diagonal_sliders(p, by));
}

/* The king that can be checked. A king that was a pawn (antichess) is not one. */
static inline Square royal_square(const Position *p, Color color) {
    Bitboard kings = position_pieces(p, color, KING) & ~p->promoted;
    return kings != 0 ? msb(kings) : NO_SQUARE;
}

/* Atomic: kings that stand side by side cannot be captured, so nobody is in check. */
static inline bool kings_touch(const Position *p) {
    Bitboard kings = position_pieces(p, WHITE, KING);
    while (kings != 0)
        if (king_attack_table[pop_lsb(&kings)] & position_pieces(p, BLACK, KING))
            return true;
    return false;
}

/* Own pawns that stand ready to capture on the en passant square, legal or not. */
static inline Bitboard ep_capturers(const Position *p) {
    if (p->ep == NO_SQUARE || (position_occupied(p) & square_bit(p->ep)) != 0)
        return 0;
    Bitboard rank = p->side == WHITE ? BB_RANK_5 : BB_RANK_4;
    return pawn_attack_table[!p->side][p->ep] & position_pieces(p, p->side, PAWN) & rank;
}

/* Sets checkers and pinned from the rest. */
void position_find_checks(Position *position);
/* Whether some en passant capture is legal; wants checkers and pinned. */
bool position_find_ep_legal(const Position *position);

#endif
