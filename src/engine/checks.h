/*
 * Which moves of a position give check: worked out once a node, then a lookup a move, or a list of them.
 *
 * A guess good enough for ordering and pruning; what a move really does is seen once it has been played.
 */
#ifndef ROOKERY_ENGINE_CHECKS_H
#define ROOKERY_ENGINE_CHECKS_H

#include "chess/bitboard.h"

typedef struct CheckSquares {
    Bitboard from[7];     /* by type: squares from which a man would check the enemy king */
    Bitboard discoverers; /* own men that alone stand between the enemy king and one of ours */
    Square king;          /* the enemy's, NO_SQUARE where none can be checked */
} CheckSquares;

void check_squares_find(CheckSquares *squares, const Position *position);
/* Whether the pseudo-legal move checks. */
bool check_squares_hit(const CheckSquares *squares, const Position *position, Move move);
/* Quiet moves that check, drops included, while the mover is not in check itself: legal ones, but in atomic, and
 * without those of the king, which are rare. Returns the end of the list. */
Move *generate_quiet_checks(const CheckSquares *squares, const Position *position, Move *out);

#endif
