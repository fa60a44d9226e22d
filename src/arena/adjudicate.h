/*
 * Ending games early because the players' own evaluations agree, when somebody asked for it. Counting only.
 *
 * All rules count full moves of both sides: `count` means the last `count` moves of either player, one after the
 * other, each with the evaluation its player gave with that very move. A capture or a pawn move, and a move without
 * evaluation, start the count anew. Moves are counted from the end of the opening, so that the same position reached
 * from a PGN book and from a FEN is treated alike.
 */
#ifndef ROOKERY_ARENA_ADJUDICATE_H
#define ROOKERY_ARENA_ADJUDICATE_H

#include <stdbool.h>

#include "rookery/chess.h"

typedef struct AdjudicationRules {
    unsigned draw_count;   /* draw after this many full moves within draw_score; 0: never */
    unsigned draw_from;    /* but not before this many full moves were played */
    int draw_score;        /* centipawns, >= 0 */
    unsigned resign_count; /* lost after this many full moves beyond resign_score for both; 0: never */
    int resign_score;      /* centipawns, > 0 */
    unsigned max_moves;    /* a draw after this many full moves; 0: never */
} AdjudicationRules;

/* Read "move=40 count=8 score=10" and "count=4 score=600". */
bool adjudication_parse_draw(const char *text, AdjudicationRules *rules, Error *error);
bool adjudication_parse_resign(const char *text, AdjudicationRules *rules, Error *error);

typedef struct Adjudicator {
    unsigned plies;
    unsigned draw_plies;
    unsigned won_plies[2]; /* by the Color that both sides see winning */
} Adjudicator;

typedef enum Adjudication {
    ADJUDICATION_NONE,
    ADJUDICATION_DRAW,
    ADJUDICATION_RESIGN, /* *winner is set */
    ADJUDICATION_MOVE_LIMIT
} Adjudication;

/* One more move: `score` in centipawns for the mover; a mate counts as more than any resign_score. */
Adjudication adjudicator_add(Adjudicator *adjudicator, const AdjudicationRules *rules, Color mover, bool zeroing,
                             bool has_score, int score, Color *winner);

#endif
