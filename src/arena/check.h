/*
 * The check of a bot before its first real game: may its source be what it is, does it load, does it play.
 *
 * Three steps, each in the bot's own box: its source is read by the rules (rookery/_check.py for Python, host/rules.cjs
 * for JavaScript) without being run; it is loaded as for a game, within the same five seconds; it plays one short game
 * against itself. The first step with a problem is the last. What comes out is a report; whether a bot is accepted is
 * that it has no problems. Advice may come with it: what is allowed, but likely to lose games. The size class is
 * measured in any case.
 *
 * The check is courtesy to the author and keeps classes honest; it is no defence (arena/box.h is).
 */
#ifndef ROOKERY_ARENA_CHECK_H
#define ROOKERY_ARENA_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/size_class.h"
#include "base/text.h"
#include "rookery/chess.h"

/* One thing that is wrong or unwise, where, and what to do. The place is (1, 1) if it is nowhere in particular. */
typedef struct CheckProblem {
    char *rule;          /* "import", "private", "self-test", ...: see docs/writing-bots.md */
    size_t line, column; /* from 1; columns in characters */
    char *text;          /* the source that offends; may be "" */
    char *advice;        /* a sentence */
} CheckProblem;

typedef struct CheckPlan {
    bool sandbox;
    bool source_only; /* neither load nor play */
    Variant variant;  /* of the game */
} CheckPlan;

/* How the game against itself went. */
typedef struct SelfTest {
    bool played;
    char *ending; /* a sentence without its full stop */
    size_t plies;
    int64_t slowest_move; /* microseconds */
    uint64_t peak_memory; /* bytes; 0: unknown */
} SelfTest;

typedef struct CheckReport {
    SizeMeasure size;
    CheckProblem *problems; /* in the order of the source */
    size_t problem_count;
    size_t more;          /* problems beyond those that are listed */
    CheckProblem *advice; /* in the same order */
    size_t advice_count;
    int64_t load_time; /* microseconds from the start of its box to readiness; 0: not loaded */
    SelfTest self_test;
    Text log; /* the end of what the bot wrote to standard error when something went wrong */
} CheckReport;

/* Checks the bot in a file. False and *error when that cannot be done here (no such file, no box); a bot that is not
 * accepted is a success. check_free() in either case. */
bool check_bot(const char *path, const CheckPlan *plan, CheckReport *report, Error *error);
void check_free(CheckReport *report);

#endif
