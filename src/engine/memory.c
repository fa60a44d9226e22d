#include "engine/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

enum { HUGE_PAGE = 2 << 20, LINE = 64 };

void *memory_claim(size_t bytes) {
    size_t alignment = bytes >= HUGE_PAGE ? HUGE_PAGE : LINE;
    if (bytes > SIZE_MAX - alignment)
        return NULL;
    size_t whole = (bytes + alignment - 1) / alignment * alignment;
    void *memory = NULL;
    if (posix_memalign(&memory, alignment, whole) != 0)
        return NULL;
#ifdef __linux__
    if (alignment == HUGE_PAGE)
        madvise(memory, whole, MADV_HUGEPAGE);
#endif
    memset(memory, 0, whole);
    return memory;
}

void memory_release(void *memory) {
    free(memory);
}
