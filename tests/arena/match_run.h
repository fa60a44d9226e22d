/*
 * Whole matches between two fake engines, played inside a test.
 */
#ifndef ROOKERY_TESTS_MATCH_RUN_H
#define ROOKERY_TESTS_MATCH_RUN_H

#include "arena/match.h"

enum { GAMES_KEPT = 64, NOTICES_MAX = 4096 };

typedef struct Conditions {
    const char *players[2]; /* arguments of the fake engine, blanks between */
    const char *clocks[2];  /* "60" unless given; [1] as [0] unless given */
    const char *fen;        /* NULL: the start position */
    Variant variant;
    unsigned long games;  /* 1 unless given */
    unsigned concurrency; /* 1 unless given */
    AdjudicationRules rules;
    const Sprt *sprt;
    bool bots;                          /* treated like somebody's bots: no engine is kept between games */
    int64_t uciok_limit, readyok_limit; /* of the first player; 30 s unless given */
    int64_t margin;                     /* of clocks; CLOCK_MARGIN unless given */
    int64_t watchdog;                   /* 5 s unless given */
    PlayerOption option;                /* of the first player, if it has a name */
    int64_t stop_after;                 /* microseconds after the first move: match_stop(); 0: never */
} Conditions;

typedef struct PlayedGame {
    unsigned long number;
    GameEnd end;
    Color winner, culprit;
    bool has_result, rated;
    char reason[REASON_MAX];
    char ending[ENDING_MAX];
    size_t plies; /* by the players */
    unsigned warnings[2];
    int64_t duration;
    int64_t last_elapsed, last_clock; /* of the last move's note */
    MoveNote first_note;
} PlayedGame;

typedef struct Played {
    PlayedGame games[GAMES_KEPT];
    size_t count;
    char notices[NOTICES_MAX];
    MatchEnd end;
    Score score;
    unsigned long unrated;
} Played;

/* Plays it all; fails the test when it takes longer than a minute. */
void match_run(const Conditions *conditions, Played *played);

#endif
