/*
 * The network's loops (network_loops.h), compiled for each instruction set of the processor's family, and the choice
 * among them at run time. Where the compiler may already use a set everywhere, it is not chosen but taken.
 */
#include "engine/network_kernels.h"

#include "engine/network.h"

#if defined(__AVX512BW__)
#define LANES 64
#elif defined(__AVX2__)
#define LANES 32
#else
#define LANES 16
#endif
#define TARGET
#define NAME(word) plain_##word
#include "engine/network_loops.h"
#undef TARGET
#undef NAME
#undef LANES

static const NetworkKernels plain = {"plain", plain_update, plain_weigh};

#if defined(__x86_64__) && !defined(__AVX512BW__)
#define TARGET __attribute__((target("avx512f,avx512bw")))
#define NAME(word) avx512_##word
#define LANES 64
#include "engine/network_loops.h"
#undef TARGET
#undef NAME
#undef LANES
static const NetworkKernels avx512 = {"avx512", avx512_update, avx512_weigh};
#define HAVE_AVX512
#endif

#if defined(__x86_64__) && !defined(__AVX2__)
#define TARGET __attribute__((target("avx2")))
#define NAME(word) avx2_##word
#define LANES 32
#include "engine/network_loops.h"
#undef TARGET
#undef NAME
#undef LANES
static const NetworkKernels avx2 = {"avx2", avx2_update, avx2_weigh};
#define HAVE_AVX2
#endif

#if defined(__x86_64__) && !defined(__SSE4_1__)
#define TARGET __attribute__((target("sse4.1")))
#define NAME(word) sse41_##word
#define LANES 16
#include "engine/network_loops.h"
#undef TARGET
#undef NAME
#undef LANES
static const NetworkKernels sse41 = {"sse4.1", sse41_update, sse41_weigh};
#define HAVE_SSE41
#endif

size_t network_kernels_list(const NetworkKernels *list[8]) {
    size_t count = 0;
#ifdef HAVE_AVX512
    if (__builtin_cpu_supports("avx512bw"))
        list[count++] = &avx512;
#endif
#ifdef HAVE_AVX2
    if (__builtin_cpu_supports("avx2"))
        list[count++] = &avx2;
#endif
#ifdef HAVE_SSE41
    if (__builtin_cpu_supports("sse4.1"))
        list[count++] = &sse41;
#endif
    list[count++] = &plain;
    return count;
}

const NetworkKernels *network_kernels(void) {
    const NetworkKernels *list[8];
    network_kernels_list(list);
    return list[0];
}
