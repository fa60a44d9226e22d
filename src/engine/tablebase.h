/*
 * Syzygy endgame tables, through the Fathom library: who wins with few men, and which moves keep the win.
 *
 * The tables belong to the process, not to one engine: Fathom keeps them in global state. Opening and probing may
 * happen in several threads. Standard chess and chess960 only, and only where nobody may castle. In a build without
 * Fathom no table can be opened.
 */
#ifndef ROOKERY_ENGINE_TABLEBASE_H
#define ROOKERY_ENGINE_TABLEBASE_H

#include "rookery/chess.h"

/* Ranks of tablebase_rank_moves(): from here a win whatever the fifty-move rule says; a loss from minus that. */
enum { TABLEBASE_WIN_RANK = 900 };

/* Opens the tables in the folders of the path (separated by ':'); NULL or "" closes them. On failure none is open. */
bool tablebase_open(const char *path, Error *error);
/* Men on the largest board the open tables know; 0 when none is open. */
int tablebase_men(void);

/* Result for the side to move, straight after a capture or a pawn move: 1 won, 0 drawn (also by the fifty-move rule),
 * -1 lost. False when the tables do not know. */
bool tablebase_probe(const Position *position, int *result);

/* Ranks of the given legal moves, higher is better; equal where the search may choose. `repeated`: a position has come
 * twice since the last capture or pawn move. False when the tables do not know all moves; then *ranks is unchanged. */
bool tablebase_rank_moves(const Position *position, bool repeated, const Move *moves, size_t count, int *ranks);

#endif
