#include "engine/builtin_networks.h"

#include <pthread.h>

#include "base/error.h"
#include "engine/embedded_networks.h"

typedef struct NetworkFile {
    const char *bytes, *name;
    const unsigned long *size;
} NetworkFile;

#define FILE_OF(variant)                                                                                               \
    { embedded_##variant##_network, "nets/" #variant ".net", &embedded_##variant##_network_size }
static const NetworkFile files[VARIANT_COUNT] = {
    [VARIANT_STANDARD] = FILE_OF(standard),
    [VARIANT_CRAZYHOUSE] = FILE_OF(crazyhouse),
    [VARIANT_ATOMIC] = FILE_OF(atomic),
    [VARIANT_KING_OF_THE_HILL] = FILE_OF(kingofthehill),
    [VARIANT_THREE_CHECK] = FILE_OF(threecheck),
    [VARIANT_ANTICHESS] = FILE_OF(antichess),
    [VARIANT_HORDE] = FILE_OF(horde),
    [VARIANT_RACING_KINGS] = FILE_OF(racingkings),
};
#undef FILE_OF

static Network networks[VARIANT_COUNT]; /* read when first asked for */
static bool tried[VARIANT_COUNT];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Tests read the same bytes, so a failure is a lack of memory: the hand-made evaluation goes on. */
static const Network *read_once(Variant variant) {
    const NetworkFile *file = &files[variant];
    Error error;
    if (!tried[variant] && file->bytes != NULL)
        network_read(&networks[variant], (const unsigned char *)file->bytes, *file->size, file->name, &error);
    tried[variant] = true;
    return networks[variant].hidden != 0 ? &networks[variant] : NULL;
}

const Network *builtin_network(Variant variant) {
    pthread_mutex_lock(&lock);
    const Network *network = read_once(network_variant(variant));
    pthread_mutex_unlock(&lock);
    return network;
}
