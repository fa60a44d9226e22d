/*
 * The network's answer, from sums that are kept.
 *
 * The sums of a view are a function of where the men stand, so they can be made from the sums of any other position by
 * adding and removing the rows of the men that differ. Kept are those of the last position at each ply (the parent's
 * differ by a move) and, for each half of the board where the king may be, those of the last position that had to be
 * made from far away. No move is looked at and nothing needs to be taken back: whatever was kept, the answer is right.
 */
#include <stdlib.h>
#include <string.h>

#include "chess/bitboard.h"
#include "engine/network.h"
#include "engine/network_kernels.h"

enum { KINDS = 12, EXTRAS = KINDS, CHANGES_MAX = NETWORK_ON_MAX, NEAR = 4, FRESH = 4 };

/* Sums of both views of one position. */
typedef struct Sums {
    Bitboard men[KINDS + 1]; /* white pawns .. kings, black pawns .. kings, network_extras() */
    int turn[2];             /* network_turn() of each view; -1: none yet */
    int16_t *values[2];
} Sums;

struct NetworkCache {
    const Network *network;
    const NetworkKernels *kernels;
    int plies;
    int16_t *memory;
    Sums fresh[FRESH]; /* by view and half; only that view is used */
    Sums at[];         /* by ply */
};

static void start_sums(Sums *sums, int16_t *memory, const Network *network) {
    memset(sums->men, 0, sizeof sums->men);
    for (int view = 0; view < 2; view++) {
        sums->turn[view] = -1;
        sums->values[view] = memory + (size_t)view * network->hidden;
    }
}

NetworkCache *network_cache_create(const Network *network, int plies) {
    size_t count = (size_t)plies + FRESH;
    NetworkCache *cache = calloc(1, sizeof *cache + (size_t)plies * sizeof(Sums));
    int16_t *memory = aligned_alloc(64, count * 2 * network->hidden * sizeof *memory);
    if (cache == NULL || memory == NULL) {
        free(cache);
        free(memory);
        return NULL;
    }
    cache->network = network;
    cache->kernels = network_kernels();
    cache->plies = plies;
    cache->memory = memory;
    for (size_t i = 0; i < count; i++, memory += 2 * network->hidden)
        start_sums(i < FRESH ? &cache->fresh[i] : &cache->at[i - FRESH], memory, network);
    for (int i = 0; i < FRESH; i++) {
        Color view = i / 2;
        cache->fresh[i].turn[view] = network_turn(network->variant, view, i % 2 * 7);
        memcpy(cache->fresh[i].values[view], network->feature_bias, network->hidden * sizeof(int16_t));
    }
    return cache;
}

void network_cache_destroy(NetworkCache *cache) {
    if (cache == NULL)
        return;
    free(cache->memory);
    free(cache);
}

/* ---- Sums from other sums ---------------------------------------------------------------------------------------- */

static void collect_men(const Position *p, Bitboard men[KINDS + 1]) {
    for (PieceType type = PAWN; type <= KING; type++) {
        men[type - PAWN] = p->by_type[type] & p->by_color[WHITE];
        men[type - PAWN + 6] = p->by_type[type] & p->by_color[BLACK];
    }
    men[EXTRAS] = network_extras(p);
}

static int count_changes(const Bitboard *a, const Bitboard *b) {
    int changes = 0;
    for (int kind = 0; kind <= EXTRAS; kind++)
        changes += popcount(a[kind] ^ b[kind]);
    return changes;
}

/* A man of one kind on one square, or a bit of the extras. */
typedef struct Man {
    uint8_t kind, bit;
} Man;

typedef struct Changes {
    Man added[CHANGES_MAX], removed[CHANGES_MAX];
    int added_count, removed_count;
} Changes;

static int list_men(Man *list, int count, Bitboard men, int kind) {
    while (men != 0 && count < CHANGES_MAX)
        list[count++] = (Man){(uint8_t)kind, (uint8_t)pop_lsb(&men)};
    return count;
}

static void find_changes(const Bitboard *from, const Bitboard *to, Changes *changes) {
    unsigned kinds = 0; /* that differ: two or three mostly */
    for (int kind = 0; kind <= EXTRAS; kind++)
        kinds |= (unsigned)(from[kind] != to[kind]) << kind;
    changes->added_count = changes->removed_count = 0;
    for (; kinds != 0; kinds &= kinds - 1) {
        int kind = __builtin_ctz(kinds);
        changes->added_count = list_men(changes->added, changes->added_count, to[kind] & ~from[kind], kind);
        changes->removed_count = list_men(changes->removed, changes->removed_count, from[kind] & ~to[kind], kind);
    }
}

static const int16_t *row_of(const Network *network, Man man, Color view, int turn) {
    size_t input = man.kind == EXTRAS
                       ? network_extra_input(view, man.bit)
                       : network_input((man.kind >= KINDS / 2) != view, man.kind % (KINDS / 2), man.bit ^ turn);
    return network->feature_weights + input * network->hidden;
}

/* A view's sums, made from those of a position that differs by the changes. */
static void make_sums(const NetworkCache *cache, int16_t *to, const Sums *from, const Changes *changes, Color view) {
    const int16_t *added[CHANGES_MAX], *removed[CHANGES_MAX];
    for (int i = 0; i < changes->added_count; i++)
        added[i] = row_of(cache->network, changes->added[i], view, from->turn[view]);
    for (int i = 0; i < changes->removed_count; i++)
        removed[i] = row_of(cache->network, changes->removed[i], view, from->turn[view]);
    cache->kernels->update(to, from->values[view], added, changes->added_count, removed, changes->removed_count,
                           cache->network->hidden);
}

/* Where the parent's sums are of no use: the nearest of what else is kept, and of the parent's. */
static Sums *find_source(NetworkCache *cache, Sums *own, const Bitboard men[KINDS + 1], Color view, int turn) {
    Sums *best = &cache->fresh[view * 2 + ((turn & 7) != 0)];
    int fewest = count_changes(best->men, men);
    for (Sums *kept = own; kept >= own - 1 && kept >= cache->at; kept--) {
        int changes = kept->turn[view] == turn ? count_changes(kept->men, men) : fewest;
        if (changes < fewest) {
            fewest = changes;
            best = kept;
        }
    }
    return best;
}

static void update_view_from_afar(NetworkCache *cache, Sums *own, const Bitboard men[KINDS + 1], Color view, int turn) {
    Changes changes;
    Sums *source = find_source(cache, own, men, view, turn);
    find_changes(source->men, men, &changes);
    make_sums(cache, own->values[view], source, &changes, view);
    if (source >= cache->fresh && source < cache->fresh + FRESH) {
        memcpy(source->men, men, sizeof source->men);
        memcpy(source->values[view], own->values[view], cache->network->hidden * sizeof(int16_t));
    }
}

static int turn_of(const Network *network, Bitboard kings, Color view) {
    bool one = kings != 0 && !more_than_one(kings);
    return network_turn(network->variant, view, one ? lsb(kings) : NO_SQUARE);
}

int network_evaluate(NetworkCache *cache, const Position *p, int ply) {
    const Network *network = cache->network;
    Sums *own = &cache->at[ply < 0 ? 0 : ply >= cache->plies ? cache->plies - 1 : ply];
    Bitboard men[KINDS + 1];
    collect_men(p, men);
    Changes near;
    const Sums *parent = own > cache->at ? own - 1 : own;
    find_changes(parent->men, men, &near);
    bool is_near = near.added_count + near.removed_count <= NEAR;
    /* The men of a kept entry belong to both of its views: they change when both are done. */
    for (Color view = WHITE; view <= BLACK; view++) {
        int turn = turn_of(network, men[view * 6 + KING - PAWN], view);
        if (is_near && parent->turn[view] == turn)
            make_sums(cache, own->values[view], parent, &near, view);
        else
            update_view_from_afar(cache, own, men, view, turn);
        own->turn[view] = turn;
    }
    memcpy(own->men, men, sizeof own->men);

    size_t bucket = (size_t)network_bucket(network->variant, popcount(position_occupied(p)));
    const int16_t *weights = network->output_weights + bucket * 2 * network->hidden;
    int64_t total = cache->kernels->weigh(own->values[p->side], weights, network->hidden);
    total += cache->kernels->weigh(own->values[!p->side], weights + network->hidden, network->hidden);
    total = total / NETWORK_HIDDEN_ONE + network->output_bias[bucket];
    return (int)(total * network->scale / (NETWORK_HIDDEN_ONE * NETWORK_OUTPUT_ONE));
}
