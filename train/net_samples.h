/*
 * Positions to train a network on, packed into 48 bytes each and held in memory.
 *
 * A sample is seen from its side to move: where Black is to move, colours are exchanged and the board is turned round,
 * but for races, in which both sides run the same way. Read from teacher games (game_samples.h), without positions that
 * a static evaluation cannot be right about: in check, or where the best move captures or promotes; or from a file of
 * samples that net_label has written: eight bytes, then the samples as they lie in memory, for machines with the low
 * byte first.
 */
#ifndef ROOKERY_TRAIN_NET_SAMPLES_H
#define ROOKERY_TRAIN_NET_SAMPLES_H

#include "rookery/chess.h"

enum { NET_RESULT_UNKNOWN = 3, NET_SCORE_MAX = 3000 };

enum { NET_SAMPLE_MEN_MAX = 52 };

typedef struct NetSample {
    uint64_t occupied;
    uint64_t extras; /* network_extras() of the engine, those of the side to move first */
    int16_t score;   /* centipawns */
    uint8_t result;  /* 0 lost, 1 drawn, 2 won, NET_RESULT_UNKNOWN */
    uint8_t unused[3];
    uint8_t men[NET_SAMPLE_MEN_MAX / 2]; /* 4 bits a man, by rising square, the even one low: type (PAWN - 1 ..) | 8 for
                                            the other side's */
} NetSample;
_Static_assert(sizeof(NetSample) == 48, "files hold samples as they lie in memory");

typedef struct NetSamples {
    NetSample *samples;
    size_t count, capacity;
} NetSamples;

/* How many positions were read and why others were not taken. */
typedef struct NetReading {
    size_t games, positions, taken;
} NetReading;

/* A sample of a position with at most NET_SAMPLE_MEN_MAX men. Score and result are White's. */
NetSample net_sample_make(const Position *position, int score, int result);

/* The eight bytes at the front of a file of samples. */
extern const char net_samples_magic[8];

/* Adds the samples of a file of games or samples. Every `held_out`th game goes to `validation` instead; of samples,
 * every such stretch of 8,192. */
bool net_samples_read(const char *path, Variant variant, int held_out, NetSamples *training, NetSamples *validation,
                      NetReading *reading, Error *error);
/* Any order is as likely as any other; the same seed gives the same. */
void net_samples_shuffle(NetSamples *samples, uint64_t *seed);
void net_samples_free(NetSamples *samples);

#endif
