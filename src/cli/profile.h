/*
 * What `rookery profile` finds out about a bot: one game, move by move, and where the time of its searches goes.
 *
 * profile.c plays and fills this in, profile_report.c shows it, profile_advice.c draws conclusions. The times are the
 * referee's; counts, memory and calls are what the bot's host says of itself (rookery/_profile.py,
 * bindings/js/host).
 */
#ifndef ROOKERY_CLI_PROFILE_H
#define ROOKERY_CLI_PROFILE_H

#include <jansson.h>
#include <stdio.h>

#include "arena/record.h"

enum { PROFILE_CALLS_MAX = 12, PROFILE_NAME_MAX = 96, PROFILE_ERROR_MAX = 200, ADVICE_MAX = 3, ADVICE_TEXT_MAX = 240 };

typedef struct ProfileMove {
    unsigned long number; /* as the PGN counts */
    char san[SAN_MAX], uci[UCI_MOVE_MAX];
    MoveNote note;
    int64_t had; /* microseconds on the clock before the move, or allowed for it; 0 without a clock */
    unsigned long long copies, pushes, memory_kb;
    char *asked; /* the lines that asked for it */
} ProfileMove;

/* Functions that took long; own time is without that of what they called. */
typedef struct ProfileCall {
    unsigned long long calls, own_us; /* calls 0: not counted */
    unsigned long line;               /* 0: unknown */
    char name[PROFILE_NAME_MAX];
} ProfileCall;

typedef struct Profile {
    const char *bot, *opponent;
    bool javascript; /* the bot is; otherwise it is Python */
    Color color;
    Variant variant;
    TimeControl control;
    uint64_t memory_limit; /* bytes; 0: none */

    ProfileMove *moves;
    size_t count, capacity;
    unsigned long long load_us;
    size_t ended; /* moves that the host ended because the bot did not stop */

    GameEnd end;
    bool at_fault; /* the bot lost by a fault of its own */
    char result[8], reason[REASON_MAX];
    char error[PROFILE_ERROR_MAX]; /* what its host said went wrong: "get_move raised ... at line 3"; or "" */

    ProfileCall calls[PROFILE_CALLS_MAX]; /* the slowest first */
    size_t call_count;
    unsigned long long profiled_us;
    size_t searched; /* positions that were searched again under the profiler */
} Profile;

/* The part of the profiled time that a call took, 0 to 1. */
double profile_share(const Profile *profile, const ProfileCall *call);

typedef struct Advice {
    char sentences[ADVICE_MAX][ADVICE_TEXT_MAX];
    size_t count;
} Advice;

/* What to fix first, the worst in front; at least one sentence. */
void profile_advise(const Profile *profile, Advice *advice);

/* For JavaScript bots: averages against the targets that their platform gives (profile_targets.c). */
void profile_print_targets(const Profile *profile, FILE *stream);
json_t *profile_targets_to_json(const Profile *profile);

void profile_print(const Profile *profile, FILE *stream);
void profile_print_json(const Profile *profile, FILE *stream);

#endif
