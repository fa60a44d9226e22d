#include "engine/history.h"

#include <string.h>

#include "engine/params.h"

/* Most of a history has one value at the start. Copying what is filled already is faster than a loop over megabytes. */
static void fill(int16_t *to, size_t count, int16_t value) {
    enum { FIRST = 1024 };
    size_t done = count < FIRST ? count : FIRST;
    for (size_t i = 0; i < done; i++)
        to[i] = value;
    for (; done < count; done *= 2)
        memcpy(to + done, to, (done < count - done ? done : count - done) * sizeof *to);
}

void history_clear(History *history) {
    memset(history, 0, offsetof(History, continuation));
    memset(history->correction_pawn, 0, sizeof *history - offsetof(History, correction_pawn));
    fill(&history->continuation[0][0][0][0], sizeof history->continuation / sizeof(int16_t), -400);
    fill(&history->pawns[0][0][0], sizeof history->pawns / sizeof(int16_t), -400);
}

/* Odd multipliers without meaning. */
static const uint64_t mixers[7] = {
    0,
    UINT64_C(0x9e3779b97f4a7c15),
    UINT64_C(0xbf58476d1ce4e5b9),
    UINT64_C(0x94d049bb133111eb),
    UINT64_C(0xd6e8feb86659fd93),
    UINT64_C(0xa0761d6478bd642f),
    UINT64_C(0xe7037ed1a0b428db),
};

static inline uint64_t mix(uint64_t set, PieceType type) {
    uint64_t product = set * mixers[type];
    return product ^ product >> 29;
}

static unsigned fold(uint64_t sum) {
    return (unsigned)(sum * UINT64_C(0x9e3779b97f4a7c15) >> 50);
}

CorrectionKeys correction_keys(const Position *position) {
    CorrectionKeys keys = {.pawn = (unsigned)(position->pawn_key % CORRECTION_SIZE)};
    uint64_t minors = 0;
    for (Color color = WHITE; color <= BLACK; color++) {
        uint64_t sum = 0;
        for (PieceType type = KNIGHT; type <= KING; type++)
            sum += mix(position_pieces(position, color, type), type);
        keys.nonpawn[color] = fold(sum);
        minors += (uint64_t)(color + 1) * (mix(position_pieces(position, color, KNIGHT), KNIGHT) +
                                           mix(position_pieces(position, color, BISHOP), BISHOP) +
                                           mix(position_pieces(position, color, KING), KING));
    }
    keys.minor = fold(minors);
    return keys;
}

void correction_prefetch(const History *history, const Position *position, const CorrectionKeys *keys,
                         const int16_t *continuation) {
    Color us = position->side;
    __builtin_prefetch(&history->correction_pawn[us][keys->pawn]);
    __builtin_prefetch(&history->correction_minor[us][keys->minor]);
    for (Color color = WHITE; color <= BLACK; color++)
        __builtin_prefetch(&history->correction_nonpawn[us][color][keys->nonpawn[color]]);
    __builtin_prefetch(continuation);
}

int correction_value(const History *history, const Position *position, const CorrectionKeys *keys,
                     const int16_t *continuation) {
    Color us = position->side;
    int sum = PARAM(correction_pawn) * history->correction_pawn[us][keys->pawn] +
              PARAM(correction_minor) * history->correction_minor[us][keys->minor] +
              PARAM(correction_nonpawn) * (history->correction_nonpawn[us][WHITE][keys->nonpawn[WHITE]] +
                                           history->correction_nonpawn[us][BLACK][keys->nonpawn[BLACK]]);
    if (continuation != NULL)
        sum += PARAM(correction_continuation) * *continuation;
    return sum / 1024;
}

static void nudge(int16_t *value, int bonus) {
    int limited = bonus < -CORRECTION_LIMIT / 4  ? -CORRECTION_LIMIT / 4
                  : bonus > CORRECTION_LIMIT / 4 ? CORRECTION_LIMIT / 4
                                                 : bonus;
    *value = (int16_t)(*value + limited - *value * (limited < 0 ? -limited : limited) / CORRECTION_LIMIT);
}

void correction_learn(History *history, const Position *position, const CorrectionKeys *keys, int16_t *continuation,
                      int difference, int depth) {
    Color us = position->side;
    int bonus = difference * depth / 8;
    nudge(&history->correction_pawn[us][keys->pawn], bonus);
    nudge(&history->correction_minor[us][keys->minor], bonus);
    for (Color color = WHITE; color <= BLACK; color++)
        nudge(&history->correction_nonpawn[us][color][keys->nonpawn[color]], bonus);
    if (continuation != NULL)
        nudge(continuation, bonus);
}
