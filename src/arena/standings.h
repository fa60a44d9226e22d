/*
 * The table of a tournament: places, and what decides between players of equal points. Arithmetic only.
 *
 * Buchholz is the sum of the points of all opponents, one for each meeting. Sonneborn-Berger is the sum of the points
 * of opponents beaten and half of those of opponents drawn with, one for each game. A bye has no opponent and counts in
 * neither.
 */
#ifndef ROOKERY_ARENA_STANDINGS_H
#define ROOKERY_ARENA_STANDINGS_H

#include <stddef.h>

/* What comes first where points are equal, or before points. */
typedef enum StandingsOrder {
    STANDINGS_ROUND_ROBIN, /* points, Sonneborn-Berger, wins */
    STANDINGS_SWISS,       /* points, Buchholz, Sonneborn-Berger, wins */
    STANDINGS_KNOCKOUT,    /* how far somebody got, points */
} StandingsOrder;

/* Two who met, and what each got from it. */
typedef struct Meeting {
    size_t players[2];
    unsigned half_points[2];
} Meeting;

typedef struct Standing {
    size_t player;        /* from 0; smaller is better where all else is equal */
    unsigned half_points; /* given */
    unsigned wins;        /* given */
    unsigned got;         /* given: rounds survived, for knockouts */
    size_t place;         /* from 1; equal ones share theirs */
    unsigned buchholz;    /* in half points */
    unsigned sonneborn;   /* in quarter points */
} Standing;

/* Fills in what is not given, and sorts. standings[i] is player i before, whoever has place i + 1 afterwards. */
void standings_sort(Standing *standings, size_t count, const Meeting *meetings, size_t meeting_count,
                    StandingsOrder order);

#endif
