/*
 * The positions that the games of a match start from: one FEN, a file of EPD or FEN lines, a PGN file, or the 960
 * starts of chess960. Everything is read and checked when the match begins, so that a mistake in line 5,000 is told
 * before the first game and not after the 4,999th.
 */
#ifndef ROOKERY_ARENA_OPENINGS_H
#define ROOKERY_ARENA_OPENINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/chess.h"

typedef struct Openings Openings;

/* Called for every opening that had to be cut or left out; `sentence` names file and game. */
typedef void OpeningWarning(void *owner, const char *sentence);

/* The variant's start position alone; for chess960 all 960 of them, number 518 first. */
Openings *openings_start(Variant variant, Error *error);
/* One position, which may be the end of a game: it is then over before the first move. */
Openings *openings_fen(const char *fen, Variant variant, Error *error);
/* A file: games if its name ends in .pgn or .pgn.zst, else one EPD or FEN a line; empty lines and lines that begin
 * with '#' are skipped. Of games the main line is taken, at most max_plies of it (0: all). */
Openings *openings_load(const char *path, Variant variant, size_t max_plies, OpeningWarning *warn, void *owner,
                        Error *error);
void openings_free(Openings *openings); /* NULL is allowed */

size_t openings_count(const Openings *openings);
/* Puts them into an order that the seed decides. */
void openings_shuffle(Openings *openings, uint64_t seed);
/* Opening number `index`, counted round and round: its start position and the moves to play from there, which stay
 * valid until openings_free(). */
void openings_get(const Openings *openings, size_t index, Position *start, const Move **moves, size_t *count);
/* A number that depends on all openings and their order. */
uint64_t openings_digest(const Openings *openings);

/* Reads one line of a file of positions. EPD's hmvc and fmvn are honoured, other opcodes skipped; a full FEN keeps its
 * counters; what is missing becomes 0 and 1. */
bool opening_read_line(const char *line, Variant variant, Position *position, Error *error);

#endif
