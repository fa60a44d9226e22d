/*
 * The transposition table: what earlier searches found out, by position key; shared by all threads without a lock.
 *
 * An entry is one 64-bit word, stored beside 16 bits of its key combined with the word itself, so that a word that
 * two threads wrote half each is not mistaken for either. Mate scores are stored relative to the node.
 */
#ifndef ROOKERY_ENGINE_TT_H
#define ROOKERY_ENGINE_TT_H

#include <stdatomic.h>

#include "rookery/chess.h"

typedef enum Bound { BOUND_NONE = 0, BOUND_UPPER = 1, BOUND_LOWER = 2, BOUND_EXACT = 3 } Bound;

enum { TT_CLUSTER_ENTRIES = 6, TT_HASH_MB_MAX = 1 << 20 };

typedef struct TtCluster {
    _Atomic uint64_t words[TT_CLUSTER_ENTRIES];
    _Atomic uint16_t checks[TT_CLUSTER_ENTRIES];
    uint16_t unused[2];
} TtCluster; /* one cache line */

typedef struct Tt {
    TtCluster *clusters;
    uint64_t count;
    unsigned generation; /* of the present search, 0..31 */
    bool is_clear;       /* nothing was searched since tt_clear() */
} Tt;

typedef struct TtEntry {
    Move move;
    int score, eval, depth;
    Bound bound;
    bool pv;
} TtEntry;

/* False when there is not that much memory; the table is then as before. */
bool tt_resize(Tt *tt, size_t megabytes);
void tt_free(Tt *tt);
void tt_clear(Tt *tt);
/* A new search begins: older entries give way first. */
void tt_age(Tt *tt);
/* Whether the position is known; *entry is then filled in, its score as stored (see tt_score_from()). */
bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry);
/* Keeps the entry, unless a more valuable one of the same position is there. MOVE_NONE keeps the move known. */
void tt_store(Tt *tt, uint64_t key, const TtEntry *entry);
/* Permille of a sample that entries of the present search fill. */
int tt_fullness(const Tt *tt);

static inline const TtCluster *tt_cluster(const Tt *tt, uint64_t key) {
    __extension__ typedef unsigned __int128 Wide;
    return &tt->clusters[(uint64_t)((Wide)key * tt->count >> 64)];
}
static inline void tt_prefetch(const Tt *tt, uint64_t key) {
    __builtin_prefetch(tt_cluster(tt, key));
}

#endif
