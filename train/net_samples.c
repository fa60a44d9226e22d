#include "net_samples.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "chess/bitboard.h"
#include "chess/variant.h"
#include "engine/network.h"
#include "game_samples.h"

enum { STRETCH = 8192 };

const char net_samples_magic[8] = {'R', 'K', 'P', 'O', 'S', 'N', '0', '2'};

typedef struct Reader {
    NetSamples *training, *validation;
    NetReading *reading;
    int held_out;
    size_t last_game;
    bool no_memory;
} Reader;

static bool grow(NetSamples *samples) {
    size_t capacity = samples->capacity == 0 ? 1 << 16 : samples->capacity + samples->capacity / 2;
    NetSample *larger = realloc(samples->samples, capacity * sizeof *larger);
    if (larger == NULL)
        return false;
    samples->samples = larger;
    samples->capacity = capacity;
    return true;
}

static bool is_quiet(const Sample *sample) {
    const Position *p = sample->position;
    bool captures = p->board[move_to(sample->move)] != NO_PIECE && move_kind(sample->move) != MOVE_CASTLE;
    return p->checkers == 0 && !captures && move_kind(sample->move) != MOVE_EN_PASSANT &&
           !move_is_promotion(sample->move);
}

/* Where captures are compulsory they are most of the game, and the search judges positions in the middle of them. */
static bool is_usable(const Sample *sample) {
    bool any = position_rules(sample->position)->captures_compulsory;
    return abs(sample->score) <= NET_SCORE_MAX && (any || is_quiet(sample)) &&
           popcount(position_occupied(sample->position)) <= NET_SAMPLE_MEN_MAX;
}

NetSample net_sample_make(const Position *p, int score, int result) {
    NetSample sample = {0};
    int turn = network_turn(p->variant, p->side, NO_SQUARE), number = 0;
    for (int index = 0; index < 64; index++) {
        Piece piece = p->board[index ^ turn];
        if (piece == NO_PIECE)
            continue;
        unsigned man = (unsigned)(piece_type(piece) - PAWN) | (piece_color(piece) != p->side ? 8U : 0U);
        sample.occupied |= square_bit(index);
        sample.men[number / 2] |= (uint8_t)(man << 4 * (number % 2));
        number++;
    }
    bool turned = p->side == BLACK;
    Bitboard extras = network_extras(p);
    sample.extras = turned ? extras >> 32 | extras << 32 : extras;
    sample.score = (int16_t)(turned ? -score : score);
    sample.result = (uint8_t)(turned && result != NET_RESULT_UNKNOWN ? 2 - result : result);
    return sample;
}

static bool take(void *context, const Sample *sample) {
    Reader *reader = context;
    reader->reading->positions++;
    reader->reading->games += sample->game != reader->last_game;
    reader->last_game = sample->game;
    if (!is_usable(sample))
        return true;
    bool held_out = sample->game % (size_t)reader->held_out == 0;
    NetSamples *into = held_out ? reader->validation : reader->training;
    if (into->count == into->capacity && !grow(into)) {
        reader->no_memory = true;
        return false;
    }
    into->samples[into->count++] = net_sample_make(sample->position, sample->score, (int)(sample->result * 2 + 0.5));
    reader->reading->taken++;
    return true;
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static bool read_samples(FILE *file, Reader *reader) {
    size_t stretch = 0, got;
    for (;; stretch++) {
        NetSamples *into = stretch % (size_t)reader->held_out == 0 ? reader->validation : reader->training;
        while (into->count + STRETCH > into->capacity)
            if (!grow(into))
                return !(reader->no_memory = true);
        got = fread(into->samples + into->count, sizeof *into->samples, STRETCH, file);
        if (got == 0)
            return ferror(file) == 0;
        into->count += got;
        reader->reading->positions += got;
        reader->reading->taken += got;
    }
}

/* NULL when the file does not begin as one of samples. */
static FILE *open_samples(const char *path) {
    char magic[sizeof net_samples_magic];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    if (fread(magic, 1, sizeof magic, file) == sizeof magic && memcmp(magic, net_samples_magic, sizeof magic) == 0)
        return file;
    fclose(file);
    return NULL;
}

/* False and *error, unless it was memory that ended. */
static bool read_sample_file(FILE *file, const char *path, Variant variant, Reader *reader, Error *error) {
    if (network_variant(variant) != VARIANT_STANDARD)
        return error_set(error, "\"%.150s\" holds samples of standard chess; other variants learn from games", path);
    return read_samples(file, reader) || reader->no_memory ||
           error_set(error, "cannot read \"%.150s\": %s", path, strerror(errno));
}

bool net_samples_read(const char *path, Variant variant, int held_out, NetSamples *training, NetSamples *validation,
                      NetReading *reading, Error *error) {
    Reader reader = {training, validation, reading, held_out, SIZE_MAX, false};
    FILE *file = open_samples(path);
    bool good = file != NULL ? read_sample_file(file, path, variant, &reader, error)
                             : game_samples_read(path, variant, take, &reader, error);
    if (file != NULL)
        fclose(file);
    if (good && reader.no_memory)
        return error_set(error, "no memory for more than %zu samples", training->count);
    return good;
}

void net_samples_shuffle(NetSamples *samples, uint64_t *seed) {
    for (size_t left = samples->count; left > 1; left--) {
        size_t other = random_below(seed, left);
        NetSample last = samples->samples[left - 1];
        samples->samples[left - 1] = samples->samples[other];
        samples->samples[other] = last;
    }
}

void net_samples_free(NetSamples *samples) {
    free(samples->samples);
    *samples = (NetSamples){0};
}
