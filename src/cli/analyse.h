/*
 * rookery analyse, in two halves: analyse.c searches (one position, or every position of games), analyse_write.c says
 * what was found, for people, as JSON and in PGN comments.
 */
#ifndef ROOKERY_CLI_ANALYSE_H
#define ROOKERY_CLI_ANALYSE_H

#include "base/text.h"
#include "chess/pgn.h"
#include "rookery/engine.h"

/* One line that the engine would play. Scores are the side to move's. */
typedef struct Line {
    EngineScore score;
    int depth;
    int win, draw, loss; /* permille */
    Move moves[ENGINE_PV_MAX];
    size_t length; /* 0: unknown */
} Line;

/* What is known of one position. */
typedef struct Finding {
    bool searched;
    Move best; /* MOVE_NONE at the end of a game */
    EngineScore score;
    int depth;
    uint64_t nodes;
    int64_t time_ms;
    Line *lines;
    size_t line_count;
} Finding;

/* A position: its lines, best first. */
void analyse_write_position(const Position *position, const Finding *finding, Text *out);
void analyse_write_position_json(const Position *position, const Finding *finding, Text *out);

/* A game: findings[0] is of its start, findings[n] of the position after its n-th move; count = moves + 1. */
void analyse_write_game(const PgnGame *game, const Finding *findings, size_t count, Text *out);
void analyse_write_game_json(const PgnGame *game, const Finding *findings, size_t count, Text *out);
/* Puts evaluations into the comments of the main line, and the better move where another was played. */
void analyse_annotate(PgnGame *game, const Finding *findings, size_t count);

#endif
