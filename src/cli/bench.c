/* rookery bench: the engine's signature and speed. */
#include <stdio.h>

#include "cli/options.h"
#include "cli/verbs.h"
#include "engine/bench.h"

static const char help[] =
    "rookery bench [options]: searches fixed positions of every variant; the node count identifies the search\n"
    "\n"
    "  rookery bench\n"
    "  rookery bench --depth 14 --threads 2 --hash 64\n"
    "\n"
    "  --depth N     plies, 12\n"
    "  --threads N   1; with more the node count differs from run to run\n"
    "  --hash MB     16\n"
    "  --quiet       the last line only\n"
    "\n"
    "Exit status: 0 done; 2 wrong use, or not enough memory.\n";

static void show_progress(void *context, int index, int count, const char *variant, uint64_t nodes) {
    (void)context;
    fprintf(stderr, "%2d/%d %-14s %12llu nodes\n", index, count, variant, (unsigned long long)nodes);
}

int verb_bench(int argc, char **argv) {
    unsigned long depth = BENCH_DEPTH_DEFAULT, threads = 1, hash = ENGINE_HASH_MB_DEFAULT;
    bool quiet = false;
    const Option options[] = {{"depth", OPTION_COUNT, &depth},
                              {"threads", OPTION_COUNT, &threads},
                              {"hash", OPTION_COUNT, &hash},
                              {"quiet", OPTION_FLAG, &quiet},
                              {NULL, OPTION_FLAG, NULL}};
    int words = options_read(argc, argv, options, help);
    if (words < 0)
        return options_status(words);
    if (words > 0)
        return usage_error(argv[0], "takes no word \"%s\"", argv[1]);
    if (depth < 1 || depth > 100 || threads < 1 || threads > ENGINE_THREADS_MAX || hash < 1)
        return usage_error(argv[0], "wants a depth from 1 to 100, 1 to %d threads and at least 1 MB",
                           ENGINE_THREADS_MAX);
    BenchResult result;
    if (!bench_run((int)depth, (int)threads, hash, quiet ? NULL : show_progress, &result, NULL))
        return usage_error(argv[0], "there is not enough memory for a table of %lu MB", hash);
    printf("%llu nodes %llu nps\n", (unsigned long long)result.nodes, (unsigned long long)result.nps);
    return EXIT_YES;
}
