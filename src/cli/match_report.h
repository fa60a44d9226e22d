/*
 * What a match tells while it runs and when it is over, as text for people. Standard error gets the progress,
 * standard output the result.
 */
#ifndef ROOKERY_CLI_MATCH_REPORT_H
#define ROOKERY_CLI_MATCH_REPORT_H

#include <stdio.h>

#include "arena/match.h"

typedef struct Progress {
    FILE *stream;
    bool quiet;
    bool on_terminal; /* the last line is drawn over and over */
    bool line_shown;
    bool every_game; /* tell the result of every game, not only of those that went wrong */
    int64_t started; /* monotonic */
    int64_t last_shown;
    unsigned long credited; /* games of an earlier run */
} Progress;

void progress_begin(Progress *progress, FILE *stream, bool quiet, const Match *match, unsigned long credited);
/* A game is over: its result, and the standing. */
void progress_game(Progress *progress, const Match *match, const Referee *referee);
/* One sentence that has to be said, whatever is being shown. */
void progress_say(Progress *progress, const char *sentence);
void progress_end(Progress *progress);

/* The final result: table, Elo difference, test, how the games ended. */
void report_result(FILE *stream, const Match *match, int64_t duration);

/* "1 h 05 min", "3 min 20 s", "12.3 s". */
enum { DURATION_TEXT_MAX = 32 };
void duration_write(int64_t microseconds, char out[DURATION_TEXT_MAX]);

#endif
