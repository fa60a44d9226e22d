/*
 * The loops of the network in plain C, for network_kernels.c, which compiles them once for each instruction set: the
 * compiler turns them into vector code. NAME(word) makes the functions' names, TARGET is their attribute.
 */

TARGET static void NAME(update)(int16_t *to, const int16_t *from, const int16_t *const *added, int added_count,
                                const int16_t *const *removed, int removed_count, size_t hidden) {
    for (size_t start = 0; start < hidden; start += NETWORK_HIDDEN_STEP) {
        int16_t block[NETWORK_HIDDEN_STEP];
        for (int k = 0; k < NETWORK_HIDDEN_STEP; k++)
            block[k] = from[start + (size_t)k];
        for (int i = 0; i < added_count; i++) {
            const int16_t *row = added[i] + start;
            for (int k = 0; k < NETWORK_HIDDEN_STEP; k++)
                block[k] = (int16_t)(block[k] + row[k]);
        }
        for (int i = 0; i < removed_count; i++) {
            const int16_t *row = removed[i] + start;
            for (int k = 0; k < NETWORK_HIDDEN_STEP; k++)
                block[k] = (int16_t)(block[k] - row[k]);
        }
        for (int k = 0; k < NETWORK_HIDDEN_STEP; k++)
            to[start + (size_t)k] = block[k];
    }
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
