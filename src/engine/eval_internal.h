/*
 * The state of one evaluation, shared by the files that make up the evaluation. Private to them and to train/tune.
 *
 * Compiled with ROOKERY_EVAL_TRACE, every feature also leaves its count, from which the tuner recomputes the score
 * for other weights.
 */
#ifndef ROOKERY_ENGINE_EVAL_INTERNAL_H
#define ROOKERY_ENGINE_EVAL_INTERNAL_H

#include "chess/attack.h"
#include "engine/eval_terms.h"

#ifdef ROOKERY_EVAL_TRACE
typedef struct EvalTrace {
    int16_t counts[2][EVAL_WEIGHTS]; /* by colour that gains; danger terms by the king in danger */
    int phase, scale, fixed;         /* fixed: White's centipawns that no weight explains */
} EvalTrace;
#define EVAL_TRACE(e, color, term, n)                                                                                  \
    ((e)->trace != NULL ? (void)((e)->trace->counts[color][term] += (int16_t)(n)) : (void)0)
#else
#define EVAL_TRACE(e, color, term, n) ((void)0)
#endif

typedef struct Evaluation {
    const Position *position;
    const Score *weights;
    Score score; /* White's */
    Score danger[2];
    Square king[2];          /* NO_SQUARE where none can be checked */
    Bitboard attacked[2][8]; /* by type; [0] by anything */
    Bitboard twice[2];
    Bitboard mobility[2]; /* squares that count */
    Bitboard ring[2];     /* around the king */
    Bitboard passed;
    Bitboard spans[2];
    int black_view;   /* exclusive or that shows a square as Black sees it: racers look the same way, side by side */
    int attackers[2]; /* men that attack the ring of the colour's king */
#ifdef ROOKERY_EVAL_TRACE
    EvalTrace *trace;
#endif
} Evaluation;

#define EVAL_INLINE static inline __attribute__((always_inline))

/* The square in the table that serves both colours. */
EVAL_INLINE Square eval_table_square(const Evaluation *e, Color us, Square square) {
    return us == WHITE ? square : square ^ e->black_view;
}

/* The feature occurs n times for the colour. */
EVAL_INLINE void eval_add(Evaluation *e, Color us, int term, int n) {
    Score weight = e->weights[term] * n;
    e->score += us == WHITE ? weight : -weight;
    EVAL_TRACE(e, us, term, n);
}
/* The colour's king is in danger from it n times. */
EVAL_INLINE void eval_add_danger(Evaluation *e, Color us, int term, int n) {
    e->danger[us] += e->weights[term] * n;
    EVAL_TRACE(e, us, term, n);
}

EVAL_INLINE Square eval_relative(Color us, Square square) {
    return us == WHITE ? square : square ^ 56;
}
EVAL_INLINE int eval_relative_rank(Color us, Square square) {
    return us == WHITE ? square_rank(square) : 7 - square_rank(square);
}
EVAL_INLINE int eval_distance(Square a, Square b) {
    int files = square_file(a) - square_file(b), ranks = square_rank(a) - square_rank(b);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}
EVAL_INLINE Bitboard eval_forward_file(Color us, Square square) {
    return us == WHITE ? (BB_FILE_A << 8) << square : (BB_FILE_H >> 8) >> (63 - square);
}
EVAL_INLINE Bitboard eval_adjacent_files(Square square) {
    Bitboard file = BB_FILE_A << square_file(square);
    return (file << 1 & ~BB_FILE_A) | (file >> 1 & ~BB_FILE_H);
}
EVAL_INLINE Bitboard eval_fill_forward(Color us, Bitboard set) {
    if (us == WHITE) {
        set |= set << 8;
        set |= set << 16;
        return set | set << 32;
    }
    set |= set >> 8;
    set |= set >> 16;
    return set | set >> 32;
}

/* pawns.c: White's minus Black's pawn structure, material and squares of pawns included. */
void eval_pawns(Evaluation *e, EvalCache *cache);
/* eval_variants.c: what only the variant knows; after all attacks are known. */
void eval_variant_terms(Evaluation *e);
void eval_variant_danger(Evaluation *e, Color us);
/* endgame.c: how much of the endgame score remains, in 128ths, and what drives a bare king to its end. */
int endgame_scale(const Position *position, int endgame_score);
int endgame_bare_king(const Position *position);
/* eval.c: everything but the result's final form. */
void eval_features(Evaluation *e, EvalCache *cache);
int eval_blend(Evaluation *e);

#endif
