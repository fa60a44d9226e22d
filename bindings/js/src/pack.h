/*
 * Moves as JavaScript reads them: everything that a move object shows in two words, so that a list of objects is made
 * without a further call. Which moves there are, and what they are called, is decided by rookery/chess.h alone; this
 * only puts it into bits.
 *
 * First word:   bits 0-15 the Move, 16-18 type of the man, 19-21 type captured (0: none), 22-25 MoveFlags.
 * Second word:  bits 0-19 the SAN in code, 20-25 the square the man is said to go to (for castling, g1 rather than h1).
 *
 * The SAN's code: bits 0-5 target, 6-8 type, 9 captures, 10 check, 11 mate, 12-15 file of origin plus one if written,
 * 16-19 rank of origin plus one if written, or of a pawn what it promotes to. Type 0 stands for castling and the null
 * move (the target says which), type 7 for drops (the file says what).
 */
#ifndef ROOKERY_JS_PACK_H
#define ROOKERY_JS_PACK_H

#include "rookery/chess.h"

typedef struct PackedMove {
    uint32_t what;
    uint32_t text;
} PackedMove;

/* Where answers that are lists of moves lie for JavaScript; one entry more than there can be moves, for what is said of
 * all of them. */
extern PackedMove move_buffer[MOVES_MAX + 1];

/* In the order of the names that JavaScript gives them. */
typedef enum MoveFlags {
    FLAGS_NORMAL,
    FLAGS_CAPTURE,
    FLAGS_BIG_PAWN,
    FLAGS_EN_PASSANT,
    FLAGS_PROMOTION,
    FLAGS_CAPTURE_PROMOTION,
    FLAGS_KINGSIDE,
    FLAGS_QUEENSIDE,
    FLAGS_DROP,
    FLAGS_NULL
} MoveFlags;

enum { SAN_TYPE_SPECIAL = 0, SAN_TYPE_DROP = 7 };
enum { SAN_KINGSIDE = 0, SAN_QUEENSIDE = 1, SAN_NULL = 2 };

/* Packs all legal moves of the position, in the order of position_legal_moves(). Returns their number. */
size_t pack_legal_moves(const Position *position, PackedMove out[MOVES_MAX]);
/* Packs one move that is legal in the position, or MOVE_NULL. */
PackedMove pack_move(const Position *position, Move move);

#endif
