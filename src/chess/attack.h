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

/* Squares that pawns reach with one step, and with two: from the second rank, or from the first in the horde. */
static inline void pawn_pushes(const Position *p, Color us, Bitboard pawns, Bitboard *single, Bitboard *twice) {
    Bitboard empty = ~position_occupied(p);
    Bitboard landing = us == WHITE ? BB_RANK_3 | BB_RANK_4 : BB_RANK_6 | BB_RANK_5;
    *single = shift_forward(us, pawns) & empty;
    *twice = shift_forward(us, *single) & empty & landing;
}

/* Own pawns that stand ready to capture on the en passant square, legal or not. */
static inline Bitboard ep_capturers(const Position *p) {
    if (p->ep == NO_SQUARE || (position_occupied(p) & square_bit(p->ep)) != 0)
        return 0;
    Bitboard rank = p->side == WHITE ? BB_RANK_5 : BB_RANK_4;
    return pawn_attack_table[!p->side][p->ep] & position_pieces(p, p->side, PAWN) & rank;
}

/* Sets checkers and pinned from the rest. */
static inline void find_checks(Position *position) {
    const VariantRules *rules = position_rules(position);
    Color us = position->side, them = !us;
    Square king = royal_square(position, us);
    position->checkers = position->pinned = 0;
    if (king == NO_SQUARE || rules->captures_compulsory)
        return;
    Bitboard occupied = position_occupied(position), pinned = 0;
    Bitboard checkers = (pawn_attack_table[us][king] & position_pieces(position, them, PAWN)) |
                        (knight_attack_table[king] & position_pieces(position, them, KNIGHT)) |
                        (king_attack_table[king] & position_pieces(position, them, KING));
    /* Sliders on an open line give check, those behind exactly one man pin it. */
    Bitboard snipers = (rook_ray_table[king] & straight_sliders(position, them)) |
                       (bishop_ray_table[king] & diagonal_sliders(position, them));
    while (snipers != 0) {
        Square sniper = pop_lsb(&snipers);
        Bitboard between = between_table[king][sniper] & occupied;
        if (between == 0)
            checkers |= square_bit(sniper);
        else if (!more_than_one(between))
            pinned |= between;
    }
    position->pinned = pinned & position->by_color[us];
    if (!rules->explosions || !kings_touch(position))
        position->checkers = checkers;
}

/* What is true of the castling rights as stated; slow. */
Bitboard position_real_castling(const Position *position);
/* The same, quick where the position came from a move. */
static inline Bitboard castling_rights(const Position *p) {
    return p->castling_doubtful ? position_real_castling(p) : p->castling;
}

/* Whether some en passant capture is legal; wants checkers and pinned. */
bool position_find_ep_legal(const Position *position);

#endif
