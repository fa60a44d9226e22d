/*
 * Scored games as PGN: every move that has a score carries it as [%eval], from White's side. Private to this folder:
 * files are in games_file.h.
 */
#ifndef ROOKERY_TRAINING_GAMES_PGN_H
#define ROOKERY_TRAINING_GAMES_PGN_H

#include "chess/pgn.h"
#include "training/scored_game.h"

/* Fills the game, which pgn_game_init() has seen. False when memory ran out. */
bool games_pgn_write(const ScoredGame *game, PgnGame *pgn);
/* The main line up to the first move after the opening that has no evaluation. False when the game has a mistake, no
 * result, or no evaluation at all. */
bool games_pgn_read(const PgnGame *pgn, ScoredGame *game);

#endif
