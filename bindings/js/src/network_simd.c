/*
 * The network's two loops (engine/network_kernels.h) in WebAssembly's vector instructions: a module of its own, which
 * works in the memory of the main one. It keeps nothing there, so it needs no stack. ts/simd.ts joins the two wherever
 * these instructions are known; elsewhere the main module goes on with the loops that it has.
 */
#include <wasm_simd128.h>

#include "engine/network.h"
#include "engine/network_kernels.h"
#include "export.h"

enum { LANES = 8, VECTORS = NETWORK_HIDDEN_STEP / LANES };

NetworkUpdate EXPORT(simd_update);
NetworkWeigh EXPORT(simd_weigh);

/* The sums of a step stay in registers while all rows pass over them. */
void simd_update(int16_t *to, const int16_t *from, const int16_t *const *added, int added_count,
                 const int16_t *const *removed, int removed_count, size_t hidden) {
    for (size_t start = 0; start < hidden; start += NETWORK_HIDDEN_STEP) {
        v128_t sums[VECTORS];
        for (int k = 0; k < VECTORS; k++)
            sums[k] = wasm_v128_load(from + start + k * LANES);
        for (int i = 0; i < added_count; i++)
            for (int k = 0; k < VECTORS; k++)
                sums[k] = wasm_i16x8_add(sums[k], wasm_v128_load(added[i] + start + k * LANES));
        for (int i = 0; i < removed_count; i++)
            for (int k = 0; k < VECTORS; k++)
                sums[k] = wasm_i16x8_sub(sums[k], wasm_v128_load(removed[i] + start + k * LANES));
        for (int k = 0; k < VECTORS; k++)
            wasm_v128_store(to + start + k * LANES, sums[k]);
    }
}

/* x * weight fits in 16 bits; pairs of its products with x are added as 32 bits. */
static inline v128_t weigh_vector(const int16_t *sums, const int16_t *weights) {
    v128_t x = wasm_i16x8_max(wasm_v128_load(sums), wasm_i16x8_const_splat(0));
    x = wasm_i16x8_min(x, wasm_i16x8_const_splat(NETWORK_HIDDEN_ONE));
    return wasm_i32x4_dot_i16x8(wasm_i16x8_mul(x, wasm_v128_load(weights)), x);
}

int32_t simd_weigh(const int16_t *sums, const int16_t *weights, size_t hidden) {
    v128_t even = wasm_i32x4_const_splat(0), odd = even;
    for (size_t k = 0; k < hidden; k += 2 * (size_t)LANES) {
        even = wasm_i32x4_add(even, weigh_vector(sums + k, weights + k));
        odd = wasm_i32x4_add(odd, weigh_vector(sums + k + LANES, weights + k + LANES));
    }
    v128_t total = wasm_i32x4_add(even, odd);
    return wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1) + wasm_i32x4_extract_lane(total, 2) +
           wasm_i32x4_extract_lane(total, 3);
}
