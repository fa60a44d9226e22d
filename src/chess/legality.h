/*
 * Questions about single moves, shared by the modules of this folder. The public forms are in rookery/chess.h.
 */
#ifndef ROOKERY_CHESS_LEGALITY_H
#define ROOKERY_CHESS_LEGALITY_H

#include "rookery/chess.h"

/* Whether the side to move may castle now: the way is free and no square on the king's path is attacked. Wants a rook
 * from position_castling() and the king it castles with. */
bool castling_is_open(const Position *position, Square king, Square rook);
/* Whether the pseudo-legal en passant capture leaves the own king safe. */
bool ep_is_safe(const Position *position, Move move);
/* Atomic: whether the pseudo-legal move keeps our king whole and either explodes theirs or leaves ours unattacked. */
bool atomic_is_safe(const Position *position, Move move);

#endif
