/*
 * Who meets whom in the rounds of a tournament: round robin, knockout, Swiss. Players are numbered by their seeds, the
 * best 0; nothing in here knows of games, databases or time. (The endless pairs of games of `rookery match` are
 * arena/schedule.h's.)
 *
 * Swiss rounds follow the idea of the Dutch system: players are ranked by points and seed; within a group of equal
 * points the upper half meets the lower half in order; who is left over goes down to the next group. Nobody meets the
 * same opponent twice while the round can be drawn otherwise, nor has a second bye while somebody has had none. Nobody
 * gets the same colour a third time in a row, or three games more with one than with the other, unless that would mean
 * a second meeting.
 */
#ifndef ROOKERY_ARENA_PAIRING_H
#define ROOKERY_ARENA_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/schedule.h"
#include "rookery/chess.h"

/* In place of a player. */
#define PAIRING_NOBODY SIZE_MAX

/* ---- Round robin ---------------------------------------------------------------------------------------- */

/* By the circle method. */
size_t round_robin_rounds(size_t players);
size_t round_robin_boards(size_t players);
/* Rounds and boards from 0; `first` has White in the first game. False when one of the two would be nobody: the other
 * rests. */
bool round_robin_get(size_t players, size_t round, size_t board, Pairing *pairing);

/* ---- Knockout ------------------------------------------------------------------------------------------- */

size_t knockout_rounds(size_t players);
/* Who sits in a slot of the first round; slots 2n and 2n + 1 meet, their winner takes slot n of the next round. The
 * best two can only meet in the last round, the best four in the last two, and so on; free slots (PAIRING_NOBODY) fall
 * to the best. */
size_t knockout_slot(size_t players, size_t slot);

/* ---- Swiss ---------------------------------------------------------------------------------------------- */

typedef struct SwissPlayer {
    unsigned points;     /* in any unit */
    int white_surplus;   /* games with White less games with Black */
    Color last, earlier; /* the colours of the last two rounds, NO_COLOR: none */
    bool had_bye;
    bool absent; /* is not drawn any more */
} SwissPlayer;

/* As many rounds as it takes to find a winner. */
size_t swiss_rounds(size_t players);
/* The most that can be played without a second meeting. */
size_t swiss_rounds_most(size_t players);
/* Draws a round among players in the order of their seeds. met[a * count + b]: how often they have met. Writes at most
 * count / 2 pairings, the top board first, `first` with White. False when memory is out. */
bool swiss_draw(const SwissPlayer *players, size_t count, const unsigned char *met, Pairing *pairings, size_t *boards,
                size_t *bye);

#endif
