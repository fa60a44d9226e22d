#include "engine/tt.h"

#include <string.h>

#include "engine/memory.h"

/* A word: move 0-15, score 16-31, eval 32-47, depth 48-55, generation 56-60, pv 61, bound 62-63. */
enum { DEPTH_SHIFT = 48, AGE_SHIFT = 56, PV_SHIFT = 61, BOUND_SHIFT = 62, GENERATIONS = 32, DEPTH_OFFSET = 8 };

static uint64_t pack(const TtEntry *entry, unsigned generation) {
    return (uint64_t)entry->move | (uint64_t)(uint16_t)entry->score << 16 | (uint64_t)(uint16_t)entry->eval << 32 |
           (uint64_t)(uint8_t)(entry->depth + DEPTH_OFFSET) << DEPTH_SHIFT | (uint64_t)generation << AGE_SHIFT |
           (uint64_t)entry->pv << PV_SHIFT | (uint64_t)entry->bound << BOUND_SHIFT;
}

static void unpack(uint64_t word, TtEntry *entry) {
    entry->move = (Move)word;
    entry->score = (int16_t)(word >> 16);
    entry->eval = (int16_t)(word >> 32);
    entry->depth = (int)(word >> DEPTH_SHIFT & 255) - DEPTH_OFFSET;
    entry->pv = word >> PV_SHIFT & 1;
    entry->bound = (Bound)(word >> BOUND_SHIFT);
}

static inline uint16_t check_of(uint64_t key, uint64_t word) {
    uint64_t folded = word ^ word >> 32;
    return (uint16_t)(key ^ folded ^ folded >> 16);
}

bool tt_resize(Tt *tt, size_t megabytes) {
    uint64_t count = ((uint64_t)megabytes << 20) / sizeof(TtCluster);
    if (count == 0)
        count = 1;
    if (count > SIZE_MAX / sizeof(TtCluster))
        return false;
    void *memory = memory_claim((size_t)count * sizeof(TtCluster));
    if (memory == NULL)
        return false;
    memory_release(tt->clusters);
    tt->clusters = memory;
    tt->count = count;
    tt->is_clear = false;
    tt_clear(tt);
    return true;
}

void tt_free(Tt *tt) {
    memory_release(tt->clusters);
    memset(tt, 0, sizeof *tt);
}

void tt_clear(Tt *tt) {
    if (!tt->is_clear)
        memset((void *)tt->clusters, 0, (size_t)tt->count * sizeof(TtCluster));
    tt->is_clear = true;
    tt->generation = 0;
}

void tt_age(Tt *tt) {
    tt->is_clear = false;
    tt->generation = (tt->generation + 1) % GENERATIONS;
}

bool tt_probe(const Tt *tt, uint64_t key, TtEntry *entry) {
    const TtCluster *cluster = tt_cluster(tt, key);
    for (int i = 0; i < TT_CLUSTER_ENTRIES; i++) {
        uint64_t word = atomic_load_explicit(&cluster->words[i], memory_order_relaxed);
        uint16_t check = atomic_load_explicit(&cluster->checks[i], memory_order_relaxed);
        if (check == check_of(key, word) && word != 0) {
            unpack(word, entry);
            return true;
        }
    }
    return false;
}

/* How much is lost by overwriting: deep and recent entries are worth most. */
static int worth(const Tt *tt, uint64_t word) {
    if (word == 0)
        return -1000;
    int age = (int)((GENERATIONS + tt->generation - (word >> AGE_SHIFT & (GENERATIONS - 1))) % GENERATIONS);
    return (int)(word >> DEPTH_SHIFT & 255) - 4 * age;
}

/* Where the position is stored already, else the entry least worth keeping. */
static int choose_slot(const Tt *tt, const TtCluster *cluster, uint64_t key, uint64_t *old, bool *same) {
    int chosen = 0, least = 0;
    *same = false;
    for (int i = 0; i < TT_CLUSTER_ENTRIES; i++) {
        uint64_t word = atomic_load_explicit(&cluster->words[i], memory_order_relaxed);
        uint16_t check = atomic_load_explicit(&cluster->checks[i], memory_order_relaxed);
        if (check == check_of(key, word) && word != 0) {
            *same = true;
            *old = word;
            return i;
        }
        int value = worth(tt, word);
        if (i == 0 || value < least) {
            chosen = i;
            least = value;
            *old = word;
        }
    }
    return chosen;
}

void tt_store(Tt *tt, uint64_t key, const TtEntry *entry) {
    TtCluster *cluster = (TtCluster *)tt_cluster(tt, key);
    uint64_t old = 0;
    bool same;
    int slot = choose_slot(tt, cluster, key, &old, &same);
    TtEntry fresh = *entry;
    if (same) {
        TtEntry known;
        unpack(old, &known);
        bool recent = (old >> AGE_SHIFT & (GENERATIONS - 1)) == tt->generation;
        if (fresh.move == MOVE_NONE)
            fresh.move = known.move;
        if (fresh.bound != BOUND_EXACT && recent && fresh.depth + 4 + 2 * fresh.pv <= known.depth)
            return;
    }
    uint64_t word = pack(&fresh, tt->generation);
    atomic_store_explicit(&cluster->words[slot], word, memory_order_relaxed);
    atomic_store_explicit(&cluster->checks[slot], check_of(key, word), memory_order_relaxed);
}

int tt_fullness(const Tt *tt) {
    uint64_t sample = tt->count < 500 ? tt->count : 500;
    uint64_t used = 0;
    for (uint64_t c = 0; c < sample; c++)
        for (int i = 0; i < TT_CLUSTER_ENTRIES; i++) {
            uint64_t word = atomic_load_explicit(&tt->clusters[c].words[i], memory_order_relaxed);
            used += word != 0 && (word >> AGE_SHIFT & (GENERATIONS - 1)) == tt->generation;
        }
    return (int)(used * 1000 / (sample * TT_CLUSTER_ENTRIES));
}
