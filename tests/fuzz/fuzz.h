/*
 * What the fuzz targets share. A target reads whatever bytes libFuzzer makes, and CHECKs facts that hold for all input;
 * the sanitizers watch the rest. See run.sh.
 */
#ifndef ROOKERY_TESTS_FUZZ_H
#define ROOKERY_TESTS_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/chess.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(fact)                                                                                                    \
    do {                                                                                                               \
        if (!(fact)) {                                                                                                 \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #fact);                                         \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* The input, taken from the front. */
typedef struct Bytes {
    const uint8_t *data;
    size_t size;
} Bytes;

static inline uint8_t take_byte(Bytes *bytes) {
    if (bytes->size == 0)
        return 0;
    bytes->size--;
    return *bytes->data++;
}

/* The rest, or the rest up to a line break (which is taken too), as a string of its own: free() it. It is as long as
 * it must be, so that reading beyond its end is found. */
static inline char *take_string(Bytes *bytes, int line_only) {
    const uint8_t *end = line_only && bytes->size > 0 ? memchr(bytes->data, '\n', bytes->size) : NULL;
    size_t length = end != NULL ? (size_t)(end - bytes->data) : bytes->size;
    char *string = malloc(length + 1);
    CHECK(string != NULL);
    if (length > 0)
        memcpy(string, bytes->data, length);
    string[length] = '\0';
    bytes->data += length + (end != NULL);
    bytes->size -= length + (end != NULL);
    return string;
}

/* A variant and a dialect of castling (a byte) and a FEN (a line). False if the FEN is none. */
static inline int take_position(Bytes *bytes, Position *position) {
    uint8_t choice = take_byte(bytes);
    char *fen = take_string(bytes, 1);
    int good = position_from_fen(position, fen, choice % VARIANT_COUNT, choice & 0x80, NULL);
    free(fen);
    return good;
}

/* Equal in everything that makes a difference to the game; counters included. */
static inline void check_same_position(const Position *a, const Position *b) {
    CHECK(memcmp(a->board, b->board, sizeof a->board) == 0);
    CHECK(memcmp(a->by_type, b->by_type, sizeof a->by_type) == 0);
    CHECK(memcmp(a->by_color, b->by_color, sizeof a->by_color) == 0);
    CHECK(memcmp(a->pockets, b->pockets, sizeof a->pockets) == 0);
    CHECK(memcmp(a->checks_left, b->checks_left, sizeof a->checks_left) == 0);
    CHECK(a->promoted == b->promoted);
    CHECK(a->side == b->side);
    CHECK(a->key == b->key);
    CHECK(a->pawn_key == b->pawn_key);
    CHECK(a->checkers == b->checkers);
    CHECK(a->pinned == b->pinned);
    CHECK(a->ep_legal == b->ep_legal);
    CHECK(a->halfmove_clock == b->halfmove_clock);
    CHECK(a->fullmove_number == b->fullmove_number);
    CHECK(position_castling(a) == position_castling(b));
}

#endif
