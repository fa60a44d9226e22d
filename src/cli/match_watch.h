/*
 * A game to look at while it is played: on a terminal a board that is drawn in place, elsewhere a plain list of moves.
 */
#ifndef ROOKERY_CLI_MATCH_WATCH_H
#define ROOKERY_CLI_MATCH_WATCH_H

#include <stdio.h>

#include "arena/referee.h"

typedef struct Watcher {
    FILE *stream;
    bool on_terminal, colour, unicode;
    int lines;              /* of the picture that is on the screen */
    const Referee *referee; /* the game being shown, NULL: none */
    int64_t drawn;          /* monotonic */
} Watcher;

void watch_begin(Watcher *watcher, FILE *stream);
void watch_game(Watcher *watcher, const Referee *referee);
void watch_move(Watcher *watcher, const Referee *referee);
/* Time has passed: lets the clock be seen running. */
void watch_tick(Watcher *watcher);
void watch_game_over(Watcher *watcher, const Referee *referee);

#endif
