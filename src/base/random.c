#include "base/random.h"

#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "base/monotonic.h"

uint64_t random_seed(void) {
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) == (ssize_t)sizeof seed)
        return seed;
    return (uint64_t)time(NULL) ^ (uint64_t)monotonic_us() << 20 ^ (uint64_t)getpid();
}
