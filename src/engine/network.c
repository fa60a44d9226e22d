#include "engine/network.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "chess/bitboard.h"
#include "chess/variant.h"

/*
 * The file, numbers lowest byte first: magic (8 bytes), hidden (4), scale (4), checksum of what follows (8), the
 * variant's name, filled up with zeros (16), then the four arrays of Network in their order.
 */
enum { FIXED_SIZE = 24, NAME_SIZE = 16, HEADER_SIZE = FIXED_SIZE + NAME_SIZE, ALIGNMENT = 64, SCALE_MAX = 10000 };
static const unsigned char magic[8] = {'R', 'O', 'O', 'K', 'N', 'E', 'T', 2};

static bool has_extras(Variant variant) {
    return variant_table[variant].drops || variant_table[variant].checks_counted;
}

size_t network_inputs(Variant variant) {
    return has_extras(variant) ? NETWORK_INPUTS_MAX : NETWORK_MEN_INPUTS;
}

/* The lowest bits of a field, as many as it says. */
static Bitboard count_of(int count, int width) {
    return (UINT64_C(1) << (count < 0 ? 0 : count > width ? width : count)) - 1;
}

Bitboard network_extras(const Position *p) {
    enum { PAWNS = 8, OTHERS = 4, CHECKS = 3 };
    if (!has_extras(p->variant))
        return 0;
    Bitboard sides[2];
    for (Color color = WHITE; color <= BLACK; color++) {
        sides[color] = position_rules(p)->checks_counted ? count_of(CHECKS - p->checks_left[color], CHECKS) : 0;
        if (!position_rules(p)->drops)
            continue;
        sides[color] |= count_of(p->pockets[color][PAWN], PAWNS);
        for (PieceType type = KNIGHT; type <= QUEEN; type++)
            sides[color] |= count_of(p->pockets[color][type], OTHERS) << (PAWNS + (type - KNIGHT) * OTHERS);
    }
    return sides[WHITE] | sides[BLACK] << NETWORK_EXTRA_INPUTS / 2;
}

bool network_knows(const Network *network, const Position *p) {
    const VariantRules *rules = position_rules(p);
    int kings[2] = {popcount(position_pieces(p, WHITE, KING)), popcount(position_pieces(p, BLACK, KING))};
    bool fits = popcount(position_occupied(p)) + popcount(network_extras(p)) <= NETWORK_ON_MAX;
    bool royal = rules->captures_compulsory || (kings[BLACK] == 1 && (kings[WHITE] == 1 || rules->horde));
    return network_variant(p->variant) == network->variant && fits && royal;
}

static size_t feature_count(const Network *network) {
    return network_inputs(network->variant) * network->hidden;
}
static size_t output_count(size_t hidden) {
    return (size_t)NETWORK_BUCKETS * 2 * hidden;
}
static size_t payload_size(const Network *network) {
    size_t words = feature_count(network) + network->hidden + output_count(network->hidden);
    return NAME_SIZE + 2 * words + 4 * (size_t)NETWORK_BUCKETS;
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo). */
static uint64_t checksum(const unsigned char *bytes, size_t size) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

bool network_make(Network *network, Variant variant, size_t hidden, int scale, Error *error) {
    *network = (Network){.variant = network_variant(variant)};
    if (hidden == 0 || hidden > NETWORK_HIDDEN_MAX || hidden % NETWORK_HIDDEN_STEP != 0)
        return error_set(error, "a network's hidden layer must have a multiple of %d sums up to %d, not %zu",
                         NETWORK_HIDDEN_STEP, NETWORK_HIDDEN_MAX, hidden);
    network->hidden = hidden;
    size_t size = (payload_size(network) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    int16_t *block = aligned_alloc(ALIGNMENT, size);
    if (block == NULL) {
        network->hidden = 0;
        return error_set(error, "no memory for a network of %zu bytes", size);
    }
    memset(block, 0, size);
    network->scale = scale;
    network->feature_weights = block;
    network->feature_bias = network->feature_weights + feature_count(network);
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
    for (size_t i = 0; i < feature_count(network) + network->hidden; i++)
        if (abs(network->feature_weights[i]) > NETWORK_FEATURE_MAX)
            return false;
    return true;
}

/* The variant that is named; VARIANT_NONE when none is. */
static Variant get_variant(const unsigned char *bytes) {
    char name[NAME_SIZE + 1] = {0};
    memcpy(name, bytes, NAME_SIZE);
    return variant_by_name(name);
}

static void get_arrays(Network *network, const unsigned char *from) {
    from = get_words(from, network->feature_weights, feature_count(network));
    from = get_words(from, network->feature_bias, network->hidden);
    from = get_words(from, network->output_weights, output_count(network->hidden));
    for (int i = 0; i < NETWORK_BUCKETS; i++, from += 4)
        network->output_bias[i] = (int32_t)(uint32_t)get_number(from, 4);
}

bool network_read(Network *network, const unsigned char *bytes, size_t size, const char *name, Error *error) {
    *network = (Network){0};
    if (size < HEADER_SIZE || memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(error, "\"%.150s\" is not a network of this engine", name);
    size_t hidden = (size_t)get_number(bytes + 8, 4);
    uint64_t scale = get_number(bytes + 12, 4);
    Variant variant = get_variant(bytes + FIXED_SIZE);
    if (scale == 0 || scale > SCALE_MAX || variant == VARIANT_NONE)
        return error_set(error, "\"%.150s\" is a damaged network: its %s makes no sense", name,
                         variant == VARIANT_NONE ? "variant" : "scale");
    if (!network_make(network, variant, hidden, (int)scale, error))
        return false;
    bool whole = size == FIXED_SIZE + payload_size(network) &&
                 checksum(bytes + FIXED_SIZE, size - FIXED_SIZE) == get_number(bytes + 16, 8);
    if (whole)
        get_arrays(network, bytes + HEADER_SIZE);
    if (whole && is_within_range(network))
        return true;
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
    const Network largest = {.variant = VARIANT_CRAZYHOUSE, .hidden = NETWORK_HIDDEN_MAX};
    unsigned char *bytes = read_all(file, FIXED_SIZE + payload_size(&largest) + 1, &size);
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
    for (size_t i = 0; i < feature_count(network); i++)
        to = put_number(to, (uint16_t)network->feature_weights[i], 2);
    for (size_t i = 0; i < network->hidden; i++)
        to = put_number(to, (uint16_t)network->feature_bias[i], 2);
    for (size_t i = 0; i < output_count(network->hidden); i++)
        to = put_number(to, (uint16_t)network->output_weights[i], 2);
    for (int i = 0; i < NETWORK_BUCKETS; i++)
        to = put_number(to, (uint32_t)network->output_bias[i], 4);
}

bool network_save(const Network *network, const char *path, Error *error) {
    size_t size = payload_size(network);
    unsigned char *bytes = calloc(1, FIXED_SIZE + size);
    FILE *file = bytes == NULL ? NULL : fopen(path, "wb");
    if (file == NULL) {
        free(bytes);
        return error_set(error, "cannot write the network \"%.150s\": %s", path,
                         bytes == NULL ? "no memory" : strerror(errno));
    }
    memcpy(bytes, magic, sizeof magic);
    put_number(bytes + 8, network->hidden, 4);
    put_number(bytes + 12, (uint64_t)network->scale, 4);
    snprintf((char *)bytes + FIXED_SIZE, NAME_SIZE, "%s", variant_table[network->variant].name);
    write_payload(network, bytes + HEADER_SIZE);
    put_number(bytes + 16, checksum(bytes + FIXED_SIZE, size), 8);
    bool written = fwrite(bytes, 1, FIXED_SIZE + size, file) == FIXED_SIZE + size;
    written = fclose(file) == 0 && written;
    free(bytes);
    return written || error_set(error, "cannot write the network \"%.150s\": %s", path, strerror(errno));
}
