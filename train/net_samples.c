#include "net_samples.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/random.h"
#include "chess/bitboard.h"
#include "game_samples.h"

enum { SCORE_MAX = 3000 };

typedef struct Reader {
    NetSamples *training, *validation;
    NetReading *reading;
    int held_out;
    size_t last_game;
    bool no_memory;
} Reader;

static bool grow(NetSamples *samples) {
    if (samples->count < samples->capacity)
        return true;
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

static bool is_usable(const Sample *sample) {
    const Position *p = sample->position;
    return abs(sample->score) <= SCORE_MAX && is_quiet(sample) && popcount(position_occupied(p)) <= 32 &&
           popcount(position_pieces(p, WHITE, KING)) == 1 && popcount(position_pieces(p, BLACK, KING)) == 1;
}

static NetSample pack(const Sample *from) {
    const Position *p = from->position;
    NetSample sample = {0};
    int turn = p->side == WHITE ? 0 : 56, number = 0;
    for (int index = 0; index < 64; index++) {
        Piece piece = p->board[index ^ turn];
        if (piece == NO_PIECE)
            continue;
        unsigned man = (unsigned)(piece_type(piece) - PAWN) | (piece_color(piece) != p->side ? 8U : 0U);
        sample.occupied |= square_bit(index);
        sample.men[number / 2] |= (uint8_t)(man << 4 * (number % 2));
        number++;
    }
    int result = (int)(from->result * 2 + 0.5);
    sample.score = (int16_t)(p->side == WHITE ? from->score : -from->score);
    sample.result = (uint8_t)(p->side == WHITE ? result : 2 - result);
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
    if (!grow(into)) {
        reader->no_memory = true;
        return false;
    }
    into->samples[into->count++] = pack(sample);
    reader->reading->taken++;
    return true;
}

bool net_samples_read(const char *path, int held_out, NetSamples *training, NetSamples *validation, NetReading *reading,
                      Error *error) {
    Reader reader = {training, validation, reading, held_out, SIZE_MAX, false};
    if (!game_samples_read(path, VARIANT_STANDARD, take, &reader, error))
        return false;
    return !reader.no_memory || error_set(error, "no memory for more than %zu samples", training->count);
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
