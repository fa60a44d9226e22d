/*
 * The network's loops in the main module: plain ones, which every browser can run, until JavaScript brings those of
 * network_simd.c. It does so before the first question.
 */
#include "engine/network.h"
#include "engine/network_kernels.h"
#include "export.h"

#define TARGET
#define NAME(word) plain_##word
#define LANES 2
#include "engine/network_loops.h"

static NetworkKernels kernels = {"plain", plain_update, plain_weigh};

const NetworkKernels *network_kernels(void) {
    return &kernels;
}

/* Takes functions that have been put into the module's table. */
void EXPORT(use_simd)(NetworkUpdate *update, NetworkWeigh *weigh);
void use_simd(NetworkUpdate *update, NetworkWeigh *weigh) {
    kernels = (NetworkKernels){"wasm simd", update, weigh};
}
