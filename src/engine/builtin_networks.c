#include "engine/builtin_networks.h"

#include <pthread.h>

#include "base/error.h"
#include "engine/embedded_networks.h"

static Network standard;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Tests read the same bytes, so a failure is a lack of memory: the hand-made evaluation goes on. */
static void read_standard(void) {
    Error error;
    network_read(&standard, (const unsigned char *)embedded_standard_network, embedded_standard_network_size,
                 "nets/standard.net", &error);
}

const Network *builtin_network(Variant variant) {
    if (network_variant(variant) != VARIANT_STANDARD)
        return NULL;
    pthread_once(&once, read_standard);
    return standard.hidden != 0 ? &standard : NULL;
}
