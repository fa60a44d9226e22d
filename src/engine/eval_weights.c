/* Which variant is evaluated with which weights. */
#include "engine/eval_terms.h"

const Score *const eval_weights[VARIANT_COUNT] = {
    [VARIANT_STANDARD] = weights_standard,
    [VARIANT_CHESS960] = weights_standard,
    [VARIANT_CRAZYHOUSE] = weights_crazyhouse,
    [VARIANT_ATOMIC] = weights_atomic,
    [VARIANT_KING_OF_THE_HILL] = weights_kingofthehill,
    [VARIANT_THREE_CHECK] = weights_threecheck,
    [VARIANT_ANTICHESS] = weights_antichess,
    [VARIANT_HORDE] = weights_horde,
    [VARIANT_RACING_KINGS] = weights_racingkings,
    [VARIANT_SUICIDE] = weights_antichess,
    [VARIANT_GIVEAWAY] = weights_antichess,
};
