/*
 * What a thread has learnt about moves while searching: which ones cut, and how far evaluations were off.
 *
 * Values move towards a limit by bonuses that shrink as they near it, so that nothing needs ageing.
 */
#ifndef ROOKERY_ENGINE_HISTORY_H
#define ROOKERY_ENGINE_HISTORY_H

#include "chess/variant.h"

enum {
    HISTORY_LIMIT = 16384,
    PAWN_HISTORY_SIZE = 512,
    CORRECTION_SIZE = 16384,
    CORRECTION_LIMIT = 1024,
};

/* [piece][to] of the move that comes next. */
typedef int16_t PieceToHistory[16][64];

typedef struct History {
    int16_t quiet[2][2][2][64][64]; /* [color][from attacked][to attacked][from][to] */
    int16_t drop[2][8][64];         /* [color][type][to] */
    int16_t capture[16][64][8];     /* [piece][to][type captured] */
    PieceToHistory continuation[16][64];
    PieceToHistory pawns[PAWN_HISTORY_SIZE];
    int16_t correction_pawn[2][CORRECTION_SIZE];
    int16_t correction_minor[2][CORRECTION_SIZE];
    int16_t correction_nonpawn[2][2][CORRECTION_SIZE];
    PieceToHistory correction_continuation[16][64];
} History;

/* Keys of parts of a position, for the correction tables. */
typedef struct CorrectionKeys {
    unsigned pawn, minor, nonpawn[2];
} CorrectionKeys;

static inline void history_nudge(int16_t *value, int bonus) {
    *value = (int16_t)(*value + bonus - *value * (bonus < 0 ? -bonus : bonus) / HISTORY_LIMIT);
}

/* The man that stands on the target after the move, promotions apart. */
static inline Piece history_piece(const Position *position, Move move) {
    return move_is_drop(move) ? piece_make(position->side, move_drop(move)) : position->board[move_from(move)];
}
static inline int16_t *history_quiet(History *history, const Position *position, Bitboard threats, Move move) {
    Square from = move_from(move), to = move_to(move);
    if (move_is_drop(move))
        return &history->drop[position->side][move_drop(move)][to];
    return &history->quiet[position->side][threats >> from & 1][threats >> to & 1][from][to];
}
static inline int16_t *history_capture(History *history, const Position *position, Move move) {
    PieceType taken = move_kind(move) == MOVE_EN_PASSANT ? PAWN : piece_type(position->board[move_to(move)]);
    return &history->capture[position->board[move_from(move)]][move_to(move)][taken];
}
static inline PieceToHistory *history_pawns(History *history, const Position *position) {
    return &history->pawns[position->pawn_key % PAWN_HISTORY_SIZE];
}

void history_clear(History *history);
CorrectionKeys correction_keys(const Position *position);
/* Asks the memory for what correction_value() will read. */
void correction_prefetch(const History *history, const Position *position, const CorrectionKeys *keys,
                         const int16_t *continuation);
/* Centipawns to add to the static evaluation; `continuation` is what the last two moves point to, or NULL. */
int correction_value(const History *history, const Position *position, const CorrectionKeys *keys,
                     const int16_t *continuation);
/* Learns from a search of the given depth that came out `difference` above the static evaluation. */
void correction_learn(History *history, const Position *position, const CorrectionKeys *keys, int16_t *continuation,
                      int difference, int depth);

#endif
