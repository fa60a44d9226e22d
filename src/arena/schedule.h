/*
 * Who plays whom in which game of a match: round robin or gauntlet, in pairs of games with colours swapped and the
 * same opening. Games are numbered from 0 and computed on demand, so that any game can be played, or played again,
 * without regard to the others.
 */
#ifndef ROOKERY_ARENA_SCHEDULE_H
#define ROOKERY_ARENA_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Pairing {
    size_t first, second; /* entrants */
} Pairing;

typedef struct Schedule {
    Pairing *pairings;
    size_t count;
    unsigned long games; /* per pairing; 0: without end */
} Schedule;

typedef struct ScheduledGame {
    size_t pairing;
    size_t white, black;   /* entrants */
    unsigned long opening; /* number of the opening, from 0 */
    bool paired;           /* the game with index ^ 1 is the same with colours swapped */
} ScheduledGame;

/* All against all, or with `gauntlet` the first against all others. entrants >= 2. False when memory runs out. */
bool schedule_open(Schedule *schedule, size_t entrants, bool gauntlet, unsigned long games);
void schedule_close(Schedule *schedule);
/* Number of games, 0 when there is no end. */
unsigned long schedule_total(const Schedule *schedule);
/* False when there is no such game. */
bool schedule_get(const Schedule *schedule, unsigned long index, ScheduledGame *game);

#endif
