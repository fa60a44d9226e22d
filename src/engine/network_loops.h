/*
 * The loops of the network, for network_kernels.c, which compiles them once for each instruction set. NAME(word) makes
 * the functions' names, TARGET is their attribute, and LANES the bytes of the set's vectors (2: it has none): a
 * compiler given those keeps sums in registers, which none does with arrays and a number of rows that it does not know.
 */

typedef int16_t NAME(Lanes) __attribute__((vector_size(LANES), may_alias));

/* Made for each usual pair of counts: a move, a capture. */
TARGET static inline __attribute__((always_inline)) void NAME(sum)(int16_t *to, const int16_t *from,
                                                                   const int16_t *const *added, int added_count,
                                                                   const int16_t *const *removed, int removed_count,
                                                                   size_t hidden) {
    enum { VECTORS = NETWORK_HIDDEN_STEP * (int)sizeof(int16_t) / LANES };
    for (size_t start = 0; start < hidden; start += NETWORK_HIDDEN_STEP) {
        NAME(Lanes) sums[VECTORS];
        for (int k = 0; k < VECTORS; k++)
            sums[k] = ((const NAME(Lanes) *)(const void *)(from + start))[k];
        for (int i = 0; i < added_count; i++)
            for (int k = 0; k < VECTORS; k++)
                sums[k] += ((const NAME(Lanes) *)(const void *)(added[i] + start))[k];
        for (int i = 0; i < removed_count; i++)
            for (int k = 0; k < VECTORS; k++)
                sums[k] -= ((const NAME(Lanes) *)(const void *)(removed[i] + start))[k];
        for (int k = 0; k < VECTORS; k++)
            ((NAME(Lanes) *)(void *)(to + start))[k] = sums[k];
    }
}

TARGET static void NAME(update)(int16_t *to, const int16_t *from, const int16_t *const *added, int added_count,
                                const int16_t *const *removed, int removed_count, size_t hidden) {
#if LANES > 2
    if (added_count == 1 && removed_count == 1)
        NAME(sum)(to, from, added, 1, removed, 1, hidden);
    else if (added_count == 1 && removed_count == 2)
        NAME(sum)(to, from, added, 1, removed, 2, hidden);
    else
#endif
        NAME(sum)(to, from, added, added_count, removed, removed_count, hidden);
}

TARGET static int32_t NAME(weigh)(const int16_t *sums, const int16_t *weights, size_t hidden) {
    int32_t total = 0;
    for (size_t start = 0; start < hidden; start += NETWORK_HIDDEN_STEP) {
        for (int k = 0; k < NETWORK_HIDDEN_STEP; k++) {
            int16_t x = sums[start + (size_t)k];
            x = x < 0 ? 0 : x;
            x = x > NETWORK_HIDDEN_ONE ? NETWORK_HIDDEN_ONE : x;
            int16_t product = (int16_t)(x * weights[start + (size_t)k]);
            total += product * x;
        }
    }
    return total;
}
