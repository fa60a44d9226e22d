/*
 * Sets of squares and the attacks of men on an otherwise given board.
 *
 * Tables are filled once, before main() runs. Knows squares and piece types, nothing of positions.
 */
#ifndef ROOKERY_CHESS_BITBOARD_H
#define ROOKERY_CHESS_BITBOARD_H

#include "rookery/chess.h"

/* PEXT indexes slider tables fastest, except on AMD before Zen 3, where it is microcoded. */
#if defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__)
#define ROOKERY_USE_PEXT 1
#include <immintrin.h>
#else
#define ROOKERY_USE_PEXT 0
#endif

#define BB_FILE_A UINT64_C(0x0101010101010101)
#define BB_FILE_H (BB_FILE_A << 7)
#define BB_RANK_1 UINT64_C(0xff)
#define BB_RANK_2 (BB_RANK_1 << 8)
#define BB_RANK_3 (BB_RANK_1 << 16)
#define BB_RANK_4 (BB_RANK_1 << 24)
#define BB_RANK_5 (BB_RANK_1 << 32)
#define BB_RANK_6 (BB_RANK_1 << 40)
#define BB_RANK_7 (BB_RANK_1 << 48)
#define BB_RANK_8 (BB_RANK_1 << 56)
#define BB_BACKRANKS (BB_RANK_1 | BB_RANK_8)
#define BB_LIGHT_SQUARES UINT64_C(0x55aa55aa55aa55aa)
#define BB_DARK_SQUARES (~BB_LIGHT_SQUARES)
#define BB_CENTER UINT64_C(0x0000001818000000) /* d4 e4 d5 e5 */
#define BB_ALL (~UINT64_C(0))

static inline int popcount(Bitboard set) {
    return __builtin_popcountll(set);
}
static inline Square lsb(Bitboard set) {
    return __builtin_ctzll(set);
} /* of a set that is not empty */
static inline Square msb(Bitboard set) {
    return 63 - __builtin_clzll(set);
} /* of a set that is not empty */
static inline bool more_than_one(Bitboard set) {
    return (set & (set - 1)) != 0;
}

static inline Square pop_lsb(Bitboard *set) {
    Square square = lsb(*set);
    *set &= *set - 1;
    return square;
}
static inline Square pop_msb(Bitboard *set) {
    Square square = msb(*set);
    *set ^= square_bit(square);
    return square;
}

/* One step towards the opponent, for pawns of the colour. */
static inline Bitboard shift_forward(Color color, Bitboard set) {
    return color == WHITE ? set << 8 : set >> 8;
}
static inline int forward_step(Color color) {
    return color == WHITE ? 8 : -8;
}
static inline Bitboard backrank(Color color) {
    return color == WHITE ? BB_RANK_1 : BB_RANK_8;
}

/* Squares attacked by a set of pawns of the colour. */
static inline Bitboard pawn_span(Color color, Bitboard pawns) {
    Bitboard ahead = shift_forward(color, pawns);
    return (ahead << 1 & ~BB_FILE_A) | (ahead >> 1 & ~BB_FILE_H);
}

extern Bitboard knight_attack_table[64];
extern Bitboard king_attack_table[64];
extern Bitboard pawn_attack_table[2][64]; /* [color][square] */
extern Bitboard between_table[64][64];    /* strictly between two squares of a line; 0 if on no line */
extern Bitboard line_table[64][64];       /* the whole line through two squares, edge to edge; 0 if on no line */
extern Bitboard rook_ray_table[64];       /* a rook's attacks on an empty board */
extern Bitboard bishop_ray_table[64];

typedef struct Slider {
    Bitboard mask;           /* squares whose occupancy matters */
    const Bitboard *attacks; /* by index */
#if !ROOKERY_USE_PEXT
    Bitboard magic; /* multiplier that maps occupancies to indices */
    unsigned shift;
#endif
} Slider;

extern Slider rook_sliders[64];
extern Slider bishop_sliders[64];

static inline Bitboard slider_attacks(const Slider *slider, Bitboard occupied) {
#if ROOKERY_USE_PEXT
    return slider->attacks[_pext_u64(occupied, slider->mask)];
#else
    return slider->attacks[((occupied & slider->mask) * slider->magic) >> slider->shift];
#endif
}
static inline Bitboard rook_attacks(Square square, Bitboard occupied) {
    return slider_attacks(&rook_sliders[square], occupied);
}
static inline Bitboard bishop_attacks(Square square, Bitboard occupied) {
    return slider_attacks(&bishop_sliders[square], occupied);
}

/* Attacks of any man; a pawn's depend on its colour. */
static inline Bitboard piece_attacks(PieceType type, Color color, Square square, Bitboard occupied) {
    switch (type) {
    case PAWN:
        return pawn_attack_table[color][square];
    case KNIGHT:
        return knight_attack_table[square];
    case BISHOP:
        return bishop_attacks(square, occupied);
    case ROOK:
        return rook_attacks(square, occupied);
    case QUEEN:
        return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
    case KING:
        return king_attack_table[square];
    default:
        return 0;
    }
}

#endif
