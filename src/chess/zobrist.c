#include "chess/zobrist.h"

#include "chess/polyglot_random.h"

uint64_t zobrist_pieces[16][64];
uint64_t zobrist_promoted[64];
uint64_t zobrist_castling[2][2];
uint64_t zobrist_ep_file[8];
uint64_t zobrist_white_to_move;
uint64_t zobrist_pocket[2][6];
uint64_t zobrist_checks[2];

/* splitmix64 (Sebastiano Vigna, public domain, https://prng.di.unimi.it/splitmix64.c) for the terms that Polyglot
 * does not define. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

__attribute__((constructor)) static void fill_keys(void) {
    for (Color color = WHITE; color <= BLACK; color++)
        for (PieceType type = PAWN; type <= KING; type++)
            for (Square square = 0; square < 64; square++)
                zobrist_pieces[piece_make(color, type)][square] =
                    polyglot_random[64 * (2 * (type - PAWN) + (color == WHITE)) + square];
    for (int side = 0; side < 2; side++) {
        zobrist_castling[WHITE][side] = polyglot_random[768 + side];
        zobrist_castling[BLACK][side] = polyglot_random[770 + side];
    }
    for (int file = 0; file < 8; file++)
        zobrist_ep_file[file] = polyglot_random[772 + file];
    zobrist_white_to_move = polyglot_random[780];

    uint64_t state = 20261129;
    for (Square square = 0; square < 64; square++)
        zobrist_promoted[square] = next_random(&state);
    for (Color color = WHITE; color <= BLACK; color++) {
        for (PieceType type = PAWN; type <= QUEEN; type++)
            zobrist_pocket[color][type] = next_random(&state) | 1;
        zobrist_checks[color] = next_random(&state) | 1;
    }
}

uint64_t zobrist_castling_key(const Position *position, Bitboard rights) {
    uint64_t key = 0;
    while (rights != 0) {
        Square rook = pop_lsb(&rights);
        Color color = rook < 8 ? WHITE : BLACK;
        Bitboard king = position_pieces(position, color, KING) & ~position->promoted & backrank(color);
        bool queen_side = king != 0 && rook < lsb(king);
        key ^= zobrist_castling[color][queen_side];
    }
    return key;
}
