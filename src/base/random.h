/*
 * Repeatable random numbers for shuffling openings and the like: the same seed gives the same order everywhere.
 * Not for secrets. The generator is SplitMix64 (Steele, Lea, Flood 2014).
 */
#ifndef ROOKERY_BASE_RANDOM_H
#define ROOKERY_BASE_RANDOM_H

#include <stdint.h>

/* The next 64 random bits; *state is any seed at first. */
static inline uint64_t random_next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* A seed that differs each time, from the system. */
uint64_t random_seed(void);

/* A number in [0, bound), bound > 0. The bias, below bound / 2^64, is nothing. */
static inline uint64_t random_below(uint64_t *state, uint64_t bound) {
    __extension__ typedef unsigned __int128 Wide;
    return (uint64_t)((Wide)random_next(state) * bound >> 64);
}

#endif
