/*
 * Static evaluation: how good a position is for the side to move, in centipawns, without looking ahead.
 *
 * A sum of weighted features, tapered between middlegame and endgame, with further features for each variant. The
 * weights are fitted by train/tune. Any board is evaluated, however odd; no position is recognised as over.
 */
#ifndef ROOKERY_ENGINE_EVAL_H
#define ROOKERY_ENGINE_EVAL_H

#include "chess/variant.h"

/* Two weights in one word: middlegame in the low half, endgame in the high half. */
typedef int32_t Score;
#define S(middlegame, endgame) ((Score)((uint32_t)(endgame) << 16) + (middlegame))
static inline int score_middlegame(Score score) {
    return (int16_t)(uint16_t)(uint32_t)score;
}
static inline int score_endgame(Score score) {
    return (int16_t)(uint16_t)((uint32_t)(score + 0x8000) >> 16);
}

/* What depends on pawns alone. */
typedef struct PawnEntry {
    uint64_t key;
    Score score; /* for White */
    Bitboard passed;
    Bitboard spans[2]; /* squares that pawns attack now or could after advancing */
} PawnEntry;

enum { PAWN_ENTRIES = 8192 };

/* Remembered pawn structures; one per thread, zeroed at first and whenever the variant changes. */
typedef struct EvalCache {
    PawnEntry pawns[PAWN_ENTRIES];
} EvalCache;

int eval_score(EvalCache *cache, const Position *position);
/* The features of a position with their weights, as text for people; out is NUL-terminated. */
size_t eval_explain(const Position *position, char *out, size_t size);

#endif
