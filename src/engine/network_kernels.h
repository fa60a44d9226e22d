/* The two loops of the network that decide its speed. All variants give the same numbers. */
#ifndef ROOKERY_ENGINE_NETWORK_KERNELS_H
#define ROOKERY_ENGINE_NETWORK_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* to[k] = from[k] + added rows - removed rows; `hidden` values a row. */
typedef void NetworkUpdate(int16_t *to, const int16_t *from, const int16_t *const *added, int added_count,
                           const int16_t *const *removed, int removed_count, size_t hidden);
/* Sum of x * x * weights[k], x being sums[k] between 0 and 255. */
typedef int32_t NetworkWeigh(const int16_t *sums, const int16_t *weights, size_t hidden);

typedef struct NetworkKernels {
    const char *name; /* of the instruction set */
    NetworkUpdate *update;
    NetworkWeigh *weigh;
} NetworkKernels;

/* The best that this processor can run. */
const NetworkKernels *network_kernels(void);
/* All that this processor can run, best first: for tests. */
size_t network_kernels_list(const NetworkKernels *list[8]);

#endif
