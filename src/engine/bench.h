/*
 * A fixed search of fixed positions of every variant: its node count is the search's signature, its speed the
 * machine's and the build's.
 */
#ifndef ROOKERY_ENGINE_BENCH_H
#define ROOKERY_ENGINE_BENCH_H

#include "rookery/engine.h"

enum { BENCH_DEPTH_DEFAULT = 12 };

typedef struct BenchResult {
    uint64_t nodes, nps;
    int64_t time_ms;
} BenchResult;

typedef void BenchProgressFn(void *context, int index, int count, const char *variant, uint64_t nodes);

/* False when there is not enough memory. progress may be NULL. */
bool bench_run(int depth, int threads, size_t hash_mb, BenchProgressFn *progress, BenchResult *result, void *context);

#endif
