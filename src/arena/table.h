/*
 * The standing of a match: every pairing's score, and how the games ended. Counting only.
 */
#ifndef ROOKERY_ARENA_TABLE_H
#define ROOKERY_ARENA_TABLE_H

#include "arena/record.h"
#include "arena/schedule.h"
#include "arena/score.h"

enum { ENDING_MAX = 40, UNRATED_RESULT = 4 };

/* What the table has to know of a finished game. */
typedef struct GameSummary {
    unsigned long index; /* in the schedule */
    bool has_result, rated;
    Color winner;
    Color culprit; /* who lost by a fault of its own, else NO_COLOR */
    GameEnd end;
    char ending[ENDING_MAX]; /* "checkmate", "time forfeit", ... */
    int64_t duration;        /* microseconds */
} GameSummary;

GameSummary summarise(const GameRecord *record);

/* So many games ended like this, by whose fault (an entrant; SIZE_MAX: nobody's). */
typedef struct EndingCount {
    char ending[ENDING_MAX];
    size_t culprit;
    unsigned long games;
} EndingCount;

typedef struct Table {
    const Schedule *schedule;
    size_t entrants;
    Score *scores;          /* of each pairing, from the first's point of view */
    unsigned char *results; /* of each game for its pairing's first entrant, in half points, + 1; 0: none yet;
                               UNRATED_RESULT: none that counts */
    size_t result_capacity;
    EndingCount *endings;
    size_t ending_count;
    unsigned long games;   /* with a rated result */
    unsigned long unrated; /* that did not count: somebody did not start */
    int64_t duration;      /* of all rated games together */
} Table;

/* The schedule must outlive the table. */
bool table_open(Table *table, const Schedule *schedule, size_t entrants);
void table_close(Table *table);
/* Whether the game has a result, and need not be played any more. */
bool table_has(const Table *table, unsigned long index);
/* Counts a game; one that has been counted is ignored, as is one that was stopped. False when memory runs out. */
bool table_add(Table *table, const GameSummary *summary);
/* The score of one entrant against all. */
Score table_total(const Table *table, size_t entrant);
/* The score of `entrant` against `opponent`. */
Score table_between(const Table *table, size_t entrant, size_t opponent);

#endif
