/*
 * Static exchange evaluation: what a move gains or loses in the captures that follow on its square.
 *
 * Knows the exchanges of each variant: explosions in atomic, none worth counting in antichess.
 */
#ifndef ROOKERY_ENGINE_SEE_H
#define ROOKERY_ENGINE_SEE_H

#include "chess/variant.h"

/* Value of a man for exchanges, in centipawns, by variant. */
extern const int16_t see_values[VARIANT_COUNT][8];

/* Whether the legal move wins at least `threshold` centipawns on its square, best play of both sides there. */
bool see_reaches(const Position *position, Move move, int threshold);

/* What a capture or promotion takes and gains at first sight. */
int see_first_gain(const Position *position, Move move);

#endif
