/*
 * A game record as PGN.
 *
 * Tags: the roster, TimeControl (WhiteTimeControl and BlackTimeControl when they differ), PlyCount, GameStartTime,
 * GameEndTime, GameDuration, Termination: PGN's word, followed by the reason unless it is "normal". Every move of a
 * player carries [%eval] (from White's side, with depth), [%clk] (left after the move), [%emt] (measured) and n=nodes;
 * moves of the opening carry "book". The last comment ends with the reason as a sentence.
 */
#ifndef ROOKERY_ARENA_RECORD_PGN_H
#define ROOKERY_ARENA_RECORD_PGN_H

#include "arena/record.h"
#include "base/text.h"

/* Appends the game. False when memory ran out. */
bool record_write_pgn(const GameRecord *record, const char *event, Text *out);

#endif
