/*
 * What the search's numbers mean: centipawns from the side to move's point of view, and wins beyond them.
 */
#ifndef ROOKERY_ENGINE_SCORE_H
#define ROOKERY_ENGINE_SCORE_H

#include <stdbool.h>

enum {
    PLY_MAX = 120,      /* deepest node of a search; a leaf beyond is evaluated */
    SCORE_MATE = 32000, /* less the plies until mate */
    SCORE_MATE_FROM = SCORE_MATE - 2 * PLY_MAX,
    SCORE_TABLEBASE = 31000, /* less the plies until the tablebase position */
    SCORE_WIN_FROM = SCORE_TABLEBASE - 2 * PLY_MAX,
    SCORE_EVAL_MAX = 29000, /* no evaluation is beyond */
    SCORE_INFINITE = 32500,
    SCORE_NONE = 32600, /* no evaluation: in check */
};

static inline int score_mate_in(int ply) {
    return SCORE_MATE - ply;
}
static inline int score_mated_in(int ply) {
    return ply - SCORE_MATE;
}
static inline bool score_is_win(int score) {
    return score >= SCORE_WIN_FROM;
}
static inline bool score_is_loss(int score) {
    return score <= -SCORE_WIN_FROM;
}
static inline bool score_is_decided(int score) {
    return score_is_win(score) || score_is_loss(score);
}
/* The table keeps wins relative to the node, the search relative to the root. */
static inline int score_to_table(int score, int ply) {
    return score_is_win(score) ? score + ply : score_is_loss(score) ? score - ply : score;
}
static inline int score_from_table(int score, int ply) {
    return score_is_win(score) ? score - ply : score_is_loss(score) ? score + ply : score;
}
static inline int score_clamp(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

#endif
