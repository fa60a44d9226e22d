/*
 * Lists of moves in parts, for a search that hopes to need only the first part.
 *
 * generate_tactical() and generate_quiet() together list every legal move, and possibly some that are not where
 * generated_need_filter() says so (atomic, racing kings): there each move must still pass pseudo_legal_is_legal().
 * Neither looks whether the variant's own rule has ended the game. Whole lists in python-chess's order are
 * position_legal_moves()'s business.
 */
#ifndef ROOKERY_CHESS_MOVEGEN_H
#define ROOKERY_CHESS_MOVEGEN_H

#include "chess/variant.h"

/* Captures, en passant included, and promotions. Returns the end of the list. */
Move *generate_tactical(const Position *position, Move *out);
/* Everything else: quiet moves, castling, drops. In antichess none while something can be captured. */
Move *generate_quiet(const Position *position, Move *out);

static inline bool generated_need_filter(const VariantRules *rules) {
    return rules->explosions || rules->checks_forbidden;
}

#endif
