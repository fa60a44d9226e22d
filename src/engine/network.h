/*
 * A trained network that judges positions of one variant: its shape, its file, its answer.
 *
 * Each side's view has 768 inputs: colour (own first), type and square of every man, the board turned so that the side
 * plays upwards and mirrored so that its king stands on the files a to d (not where it has none or several); where
 * there is more to a position than the board, 64 more for what each side has in hand or how many checks it has given.
 * Both views go through the same layer of `hidden` sums; what lies between 0 and 1 is squared, and weighed by one of
 * eight sets of output weights, chosen by the number of men. All in integers, so that every machine gives the same
 * answer.
 *
 * Training is train/net_train; nothing in here learns.
 */
#ifndef ROOKERY_ENGINE_NETWORK_H
#define ROOKERY_ENGINE_NETWORK_H

#include "rookery/chess.h"
#include "rookery/error.h"

enum {
    NETWORK_MEN_INPUTS = 768,
    NETWORK_EXTRA_INPUTS = 64,
    NETWORK_INPUTS_MAX = NETWORK_MEN_INPUTS + NETWORK_EXTRA_INPUTS,
    NETWORK_ON_MAX = 63, /* inputs of a view that may be on at a time */
    NETWORK_BUCKETS = 8,
    NETWORK_HIDDEN_STEP = 64, /* `hidden` is a multiple of this ... */
    NETWORK_HIDDEN_MAX = 1024,
    NETWORK_HIDDEN_ONE = 255,                               /* what stands for 1 in sums and feature weights */
    NETWORK_FEATURE_MAX = INT16_MAX / (NETWORK_ON_MAX + 1), /* of feature weights and biases */
    NETWORK_OUTPUT_ONE = 64,                                /* what stands for 1 in output weights, within +-127 */
};

typedef struct Network {
    Variant variant; /* standard for chess960 too */
    size_t hidden;
    int scale;                /* centipawns that an answer of 1 means */
    int16_t *feature_weights; /* [network_inputs(variant)][hidden] */
    int16_t *feature_bias;    /* [hidden] */
    int16_t *output_weights;  /* [NETWORK_BUCKETS][2][hidden]: the side to move first */
    int32_t *output_bias;     /* [NETWORK_BUCKETS], in 1 / (255 * 64) */
} Network;

/* ---- Numbering --------------------------------------------------------------------------------------------------- */

/* The variant whose network judges this one's positions. */
static inline Variant network_variant(Variant variant) {
    return variant == VARIANT_CHESS960 ? VARIANT_STANDARD : variant;
}
/* 768, or 832 where there is more to a position than its board. */
size_t network_inputs(Variant variant);
/* That more, each bit an input: from bit 0 for White, from bit 32 for Black, as many bits in a row as there are men of
 * a type in hand (8 for pawns, 4 for each other type) or checks given. */
Bitboard network_extras(const Position *position);

/* What squares are combined with (exclusive or) for a colour's view. In a race both sides run the same way. `king` is
 * the only one of that colour, or NO_SQUARE. */
static inline int network_turn(Variant variant, Color view, Square king) {
    return (view == BLACK && variant != VARIANT_RACING_KINGS ? 56 : 0) ^ (king != NO_SQUARE && (king & 7) >= 4 ? 7 : 0);
}
static inline size_t network_input(bool theirs, int type_from_pawn, int turned_square) {
    return (size_t)((theirs * 6 + type_from_pawn) * 64 + turned_square);
}
static inline size_t network_extra_input(Color view, int bit) {
    return (size_t)(NETWORK_MEN_INPUTS + (bit ^ (view == BLACK ? NETWORK_EXTRA_INPUTS / 2 : 0)));
}
static inline int network_bucket(Variant variant, int men) {
    int bucket = (men - 1) * NETWORK_BUCKETS / (variant == VARIANT_HORDE ? 52 : 32);
    return bucket < 0 ? 0 : bucket >= NETWORK_BUCKETS ? NETWORK_BUCKETS - 1 : bucket;
}

/* ---- Life and file ----------------------------------------------------------------------------------------------- */

/* All weights 0. */
bool network_make(Network *network, Variant variant, size_t hidden, int scale, Error *error);
void network_free(Network *network);
bool network_load(Network *network, const char *path, Error *error);
/* The same from memory; `name` is for the error's sentence. */
bool network_read(Network *network, const unsigned char *bytes, size_t size, const char *name, Error *error);
bool network_save(const Network *network, const char *path, Error *error);

/* ---- The answer -------------------------------------------------------------------------------------------------- */

/* Whether the network was made for such a position: of its variant, with as many kings as a game has, and not with more
 * men than its sums have room for. */
bool network_knows(const Network *network, const Position *position);

/* Sums that are kept for the next question, since lines of a search share most men. One per thread. */
typedef struct NetworkCache NetworkCache;
/* For lines of up to `plies` plies; NULL when there is no memory. */
NetworkCache *network_cache_create(const Network *network, int plies);
void network_cache_destroy(NetworkCache *cache);

/* Centipawns for the side to move of a position that the network knows. `ply` only says which sums are likely to be
 * near: the answer does not depend on it. */
int network_evaluate(NetworkCache *cache, const Position *position, int ply);

#endif
