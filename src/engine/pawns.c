/* Pawn structure. */
#include "engine/eval_internal.h"

EVAL_INLINE bool is_passed(Color us, Square square, Bitboard theirs) {
    Bitboard front = eval_forward_file(us, square);
    Bitboard wide = front | (front << 1 & ~BB_FILE_A) | (front >> 1 & ~BB_FILE_H);
    return (wide & theirs) == 0;
}

/* Whether support at least matches the pawns that guard the way: it may pass after exchanges. */
EVAL_INLINE bool is_candidate(Color us, Square square, Bitboard ours, Bitboard theirs) {
    Bitboard front = eval_forward_file(us, square);
    if ((front & theirs) != 0)
        return false;
    Bitboard beside = (front << 1 & ~BB_FILE_A) | (front >> 1 & ~BB_FILE_H);
    Bitboard helpers = eval_adjacent_files(square) & ~beside & ours;
    return popcount(helpers) >= popcount(beside & theirs);
}

EVAL_INLINE void evaluate_pawn(Evaluation *e, Color us, Square square, Bitboard ours, Bitboard theirs) {
    Bitboard bit = square_bit(square), adjacent = eval_adjacent_files(square);
    int rank = eval_relative_rank(us, square);
    bool half_open = (eval_forward_file(us, square) & theirs) == 0;
    Bitboard ahead = eval_forward_file(us, square) & ours;
    eval_add(e, us, EVAL_MATERIAL + PAWN, 1);
    eval_add(e, us, EVAL_PSQT + eval_relative(us, square), 1);
    if (ahead != 0)
        eval_add(e, us, EVAL_PAWN_DOUBLED + ((shift_forward(us, bit) & ours) != 0), 1);
    bool supported = (pawn_attack_table[!us][square] & ours) != 0;
    bool phalanx = ((bit << 1 & ~BB_FILE_A) | (bit >> 1 & ~BB_FILE_H)) & ours;
    if (supported)
        eval_add(e, us, EVAL_PAWN_SUPPORTED + rank, popcount(pawn_attack_table[!us][square] & ours));
    if (phalanx)
        eval_add(e, us, EVAL_PAWN_PHALANX + rank, 1);
    if ((adjacent & ours) == 0) {
        eval_add(e, us, EVAL_PAWN_ISOLATED + square_file(square), 1);
    } else if (!supported && !phalanx) {
        Bitboard behind = adjacent & ~eval_fill_forward(us, shift_forward(us, BB_RANK_1 << (square & 56)));
        bool stopped = (pawn_attack_table[us][(square + forward_step(us)) & 63] & theirs) != 0;
        if (stopped && (behind & ours) == 0)
            eval_add(e, us, EVAL_PAWN_BACKWARD + half_open, 1);
    }
    if (is_passed(us, square, theirs)) {
        int file = square_file(square);
        e->passed |= bit;
        eval_add(e, us, EVAL_PASSED + rank, 1);
        eval_add(e, us, EVAL_PASSED_FILE + (file < 4 ? file : 7 - file), 1);
    } else if (is_candidate(us, square, ours, theirs)) {
        eval_add(e, us, EVAL_PAWN_CANDIDATE + rank, 1);
    }
}

EVAL_INLINE void evaluate_side(Evaluation *e, Color us) {
    const Position *p = e->position;
    Bitboard ours = position_pieces(p, us, PAWN), theirs = position_pieces(p, !us, PAWN);
    e->spans[us] = eval_fill_forward(us, pawn_span(us, ours));
    for (Bitboard pawns = ours; pawns != 0;)
        evaluate_pawn(e, us, pop_lsb(&pawns), ours, theirs);
}

static void evaluate_pawns(Evaluation *e) {
    evaluate_side(e, WHITE);
    evaluate_side(e, BLACK);
}

void eval_pawns(Evaluation *e, EvalCache *cache) {
    e->passed = 0;
    if (cache == NULL) {
        evaluate_pawns(e);
        return;
    }
    PawnEntry *entry = &cache->pawns[e->position->pawn_key % PAWN_ENTRIES];
    if (entry->key == e->position->pawn_key && e->position->pawn_key != 0) {
        e->score += entry->score;
        e->passed = entry->passed;
        e->spans[WHITE] = entry->spans[WHITE];
        e->spans[BLACK] = entry->spans[BLACK];
        return;
    }
    Score before = e->score;
    evaluate_pawns(e);
    *entry = (PawnEntry){e->position->pawn_key, e->score - before, e->passed, {e->spans[WHITE], e->spans[BLACK]}};
}
