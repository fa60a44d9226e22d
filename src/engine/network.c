#include "engine/network.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

/*
 * The file, numbers lowest byte first: magic (8 bytes), hidden (4), scale (4), checksum of what follows (8), then the
 * four arrays of Network in their order.
 */
enum { HEADER_SIZE = 24, ALIGNMENT = 64, SCALE_MAX = 10000 };
static const unsigned char magic[8] = {'R', 'O', 'O', 'K', 'N', 'E', 'T', 1};

static size_t feature_count(size_t hidden) {
    return NETWORK_INPUTS * hidden;
}
static size_t output_count(size_t hidden) {
    return (size_t)NETWORK_BUCKETS * 2 * hidden;
}
static size_t payload_size(size_t hidden) {
    return 2 * (feature_count(hidden) + hidden + output_count(hidden)) + 4 * (size_t)NETWORK_BUCKETS;
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
static uint64_t checksum(const unsigned char *bytes, size_t size) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

bool network_make(Network *network, size_t hidden, int scale, Error *error) {
    *network = (Network){0};
    if (hidden == 0 || hidden > NETWORK_HIDDEN_MAX || hidden % NETWORK_HIDDEN_STEP != 0)
        return error_set(error, "a network's hidden layer must have a multiple of %d sums up to %d, not %zu",
                         NETWORK_HIDDEN_STEP, NETWORK_HIDDEN_MAX, hidden);
    size_t size = (payload_size(hidden) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    int16_t *block = aligned_alloc(ALIGNMENT, size);
    if (block == NULL)
        return error_set(error, "no memory for a network of %zu bytes", size);
    memset(block, 0, size);
    network->hidden = hidden;
    network->scale = scale;
    network->feature_weights = block;
    network->feature_bias = network->feature_weights + feature_count(hidden);
    network->output_weights = network->feature_bias + hidden;
    network->output_bias = (int32_t *)(void *)(network->output_weights + output_count(hidden));
    return true;
}

void network_free(Network *network) {
    free(network->feature_weights);
    *network = (Network){0};
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static uint64_t get_number(const unsigned char *bytes, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

static const unsigned char *get_words(const unsigned char *bytes, int16_t *words, size_t count) {
    for (size_t i = 0; i < count; i++, bytes += 2)
        words[i] = (int16_t)(uint16_t)(bytes[0] | bytes[1] << 8);
    return bytes;
}

/* Whether the sums of any position stay within 16 bits, and their weighed squares within 32. */
static bool is_within_range(const Network *network) {
    for (size_t i = 0; i < output_count(network->hidden); i++)
        if (abs(network->output_weights[i]) > 127)
            return false;
    for (size_t row = 0; row < (size_t)NETWORK_BUCKETS * 2; row++) {
        int64_t total = 0;
        for (size_t k = 0; k < network->hidden; k++)
            total += abs(network->output_weights[row * network->hidden + k]);
        if (total * NETWORK_HIDDEN_ONE * NETWORK_HIDDEN_ONE > INT32_MAX)
            return false;
    }
    for (size_t i = 0; i < feature_count(network->hidden) + network->hidden; i++)
        if (abs(network->feature_weights[i]) > INT16_MAX / 33)
            return false;
    return true;
}

bool network_read(Network *network, const unsigned char *bytes, size_t size, const char *name, Error *error) {
    *network = (Network){0};
    if (size < HEADER_SIZE || memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(error, "\"%.150s\" is not a network of this engine", name);
    size_t hidden = (size_t)get_number(bytes + 8, 4);
    uint64_t scale = get_number(bytes + 12, 4);
    if (scale == 0 || scale > SCALE_MAX || !network_make(network, hidden, (int)scale, error))
        return scale != 0 && scale <= SCALE_MAX ? false
                                                : error_set(error, "\"%.150s\" is a damaged network: its scale is %llu",
                                                            name, (unsigned long long)scale);
    const unsigned char *from = bytes + HEADER_SIZE;
    bool whole =
        size == HEADER_SIZE + payload_size(hidden) && checksum(from, size - HEADER_SIZE) == get_number(bytes + 16, 8);
    if (whole) {
        from = get_words(from, network->feature_weights, feature_count(hidden));
        from = get_words(from, network->feature_bias, hidden);
        from = get_words(from, network->output_weights, output_count(hidden));
        for (int i = 0; i < NETWORK_BUCKETS; i++, from += 4)
            network->output_bias[i] = (int32_t)(uint32_t)get_number(from, 4);
        if (is_within_range(network))
            return true;
    }
    network_free(network);
    return error_set(error, "the network \"%.150s\" is damaged or cut short; fetch or make it again", name);
}

static unsigned char *read_all(FILE *file, size_t most, size_t *size) {
    unsigned char *bytes = malloc(most);
    *size = bytes == NULL ? 0 : fread(bytes, 1, most, file);
    return bytes;
}

bool network_load(Network *network, const char *path, Error *error) {
    *network = (Network){0};
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return error_set(error, "cannot open the network \"%.150s\": %s", path, strerror(errno));
    size_t size;
    unsigned char *bytes = read_all(file, HEADER_SIZE + payload_size(NETWORK_HIDDEN_MAX) + 1, &size);
    bool failed = ferror(file) != 0;
    fclose(file);
    bool good = bytes == NULL ? error_set(error, "no memory to read the network \"%.150s\"", path)
                : failed      ? error_set(error, "cannot read the network \"%.150s\"; is it a file?", path)
                              : network_read(network, bytes, size, path, error);
    free(bytes);
    return good;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static unsigned char *put_number(unsigned char *bytes, uint64_t number, int size) {
    for (int i = 0; i < size; i++)
        *bytes++ = (unsigned char)(number >> 8 * i);
    return bytes;
}

static void write_payload(const Network *network, unsigned char *to) {
    for (size_t i = 0; i < feature_count(network->hidden); i++)
        to = put_number(to, (uint16_t)network->feature_weights[i], 2);
    for (size_t i = 0; i < network->hidden; i++)
        to = put_number(to, (uint16_t)network->feature_bias[i], 2);
    for (size_t i = 0; i < output_count(network->hidden); i++)
        to = put_number(to, (uint16_t)network->output_weights[i], 2);
    for (int i = 0; i < NETWORK_BUCKETS; i++)
        to = put_number(to, (uint32_t)network->output_bias[i], 4);
}

bool network_save(const Network *network, const char *path, Error *error) {
    size_t size = payload_size(network->hidden);
    unsigned char *bytes = malloc(HEADER_SIZE + size);
    FILE *file = bytes == NULL ? NULL : fopen(path, "wb");
    if (file == NULL) {
        free(bytes);
        return error_set(error, "cannot write the network \"%.150s\": %s", path,
                         bytes == NULL ? "no memory" : strerror(errno));
    }
    memcpy(bytes, magic, sizeof magic);
    put_number(bytes + 8, network->hidden, 4);
    put_number(bytes + 12, (uint64_t)network->scale, 4);
    write_payload(network, bytes + HEADER_SIZE);
    put_number(bytes + 16, checksum(bytes + HEADER_SIZE, size), 8);
    bool written = fwrite(bytes, 1, HEADER_SIZE + size, file) == HEADER_SIZE + size;
    written = fclose(file) == 0 && written;
    free(bytes);
    return written || error_set(error, "cannot write the network \"%.150s\": %s", path, strerror(errno));
}
