/*
 * Time controls and the clock of one player. Arithmetic only: nothing in here looks at the time.
 *
 * All times are in microseconds. The clock loses what a move took and gains the increment; a player may overstep by
 * the margin without losing, and is then left with nothing, never with less.
 */
#ifndef ROOKERY_ARENA_CLOCK_H
#define ROOKERY_ARENA_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "rookery/error.h"

typedef struct TimeControl {
    int64_t base;        /* on the clock at the start and added every `moves` moves; 0: no clock */
    int64_t increment;   /* added after every move */
    unsigned moves;      /* moves in a period; 0: the whole game */
    int64_t move_time;   /* for every single move; 0: no such limit */
    uint64_t nodes;      /* searched for a move; 0: no such limit */
    unsigned depth;      /* plies searched for a move; 0: no such limit */
    int64_t margin;      /* forgiven on the clock */
    int64_t move_margin; /* forgiven on move_time */
    int64_t watchdog;    /* a player with neither clock nor move_time has hung after this long */
} TimeControl;

/* Margins and watchdog that are used unless somebody asks for others. */
enum { CLOCK_MARGIN = 50 * 1000, MOVE_TIME_MARGIN = 50 * 1000, WATCHDOG = 120 * 1000 * 1000 };

/* Reads "60" or "60+0.5" (seconds and increment), "40/60+0.5" (for every 40 moves), "movetime=100" (milliseconds),
 * "nodes=5000", "depth=8", or several of them with blanks between. The margins and the watchdog are left alone. On
 * error *control is unchanged. */
bool time_control_parse(const char *text, TimeControl *control, Error *error);
/* Appends the limit as PGN's TimeControl tag wants it: "60+0.5", "40/60", "1/0.25" for a time per move, "-" for none.
 */
void time_control_write_tag(const TimeControl *control, Text *out);
/* Appends the limit for people: "60 s + 0.5 s a move", "5000 nodes a move", ... */
void time_control_describe(const TimeControl *control, Text *out);
/* Whether time decides at all. */
static inline bool time_control_is_timed(const TimeControl *control) {
    return control->base > 0 || control->move_time > 0;
}

typedef struct Clock {
    const TimeControl *control;
    int64_t left;
    unsigned moves_left; /* to the next period; 0 when there are no periods */
} Clock;

void clock_start(Clock *clock, const TimeControl *control);
/* How long the player may think about the next move before it has lost, the margin included. */
int64_t clock_limit(const Clock *clock);
/* The same without the margin: what the player is told. */
int64_t clock_nominal(const Clock *clock);
/* Takes the time of a move off. False when it was over clock_limit(); the clock then shows 0. */
bool clock_spend(Clock *clock, int64_t elapsed);
/* What to tell the player in milliseconds: never below 1. */
int64_t clock_shown_ms(const Clock *clock);

/* Appends "go ..." for the side to move. */
void clock_write_go(const Clock *own, const Clock *white, const Clock *black, Text *out);

#endif
