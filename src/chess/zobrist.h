/*
 * Hash keys. Standard chess has exactly Polyglot's; pockets, promoted men and checks add terms that are zero when
 * there is nothing to hash.
 */
#ifndef ROOKERY_CHESS_ZOBRIST_H
#define ROOKERY_CHESS_ZOBRIST_H

#include "chess/bitboard.h"

extern uint64_t zobrist_pieces[16][64]; /* [Piece][square] */
extern uint64_t zobrist_promoted[64];
extern uint64_t zobrist_castling[2][2]; /* [color][0 king side, 1 queen side] */
extern uint64_t zobrist_ep_file[8];
extern uint64_t zobrist_white_to_move;
extern uint64_t zobrist_pocket[2][6]; /* odd numbers, multiplied by the count */
extern uint64_t zobrist_checks[2];    /* odd numbers, multiplied by the checks given */

/* The castling term for clean rights (position_castling()); kings must still stand where the rights want them. */
uint64_t zobrist_castling_key(const Position *position, Bitboard rights);

#endif
