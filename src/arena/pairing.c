#include "arena/pairing.h"

/* ---- Round robin ---------------------------------------------------------------------------------------- */

size_t round_robin_rounds(size_t players) {
    return players < 2 ? 0 : players + players % 2 - 1;
}

size_t round_robin_boards(size_t players) {
    return (players + players % 2) / 2;
}

/* One player sits still, the others move round the table; whoever sits opposite is the opponent. */
bool round_robin_get(size_t players, size_t round, size_t board, Pairing *pairing) {
    size_t around = round_robin_rounds(players);
    size_t one = board == 0 ? around : (round + board) % around;
    size_t other = (round + around - board) % around;
    /* A player comes down one board a round, so that its colours alternate; who sits still needs to be seen to. */
    bool swap = (board == 0 ? round : board) % 2 == 1;
    *pairing = swap ? (Pairing){other, one} : (Pairing){one, other};
    return one < players && other < players;
}

/* ---- Knockout ------------------------------------------------------------------------------------------- */

size_t knockout_rounds(size_t players) {
    size_t rounds = 0;
    while (((size_t)1 << rounds) < players)
        rounds++;
    return rounds;
}

/* Read from the final backwards: each doubling of the slots puts beside every seed the one that makes up the same sum.
 */
size_t knockout_slot(size_t players, size_t slot) {
    size_t seed = 0;
    for (size_t round = knockout_rounds(players), slots = 2; round-- > 0; slots *= 2)
        if ((slot >> round & 1) != (seed & 1))
            seed = slots - 1 - seed;
    return seed < players ? seed : PAIRING_NOBODY;
}

/* ---- Swiss: how many rounds (drawing them is swiss.c) --------------------------------------------------- */

size_t swiss_rounds(size_t players) {
    return players < 2 ? 0 : knockout_rounds(players);
}

size_t swiss_rounds_most(size_t players) {
    return round_robin_rounds(players);
}
