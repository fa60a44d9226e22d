/*
 * Games as the API shows them: stored ones from their row, running ones from their referee.
 */
#ifndef ROOKERY_SERVER_GAME_JSON_H
#define ROOKERY_SERVER_GAME_JSON_H

#include <jansson.h>

#include "arena/referee.h"
#include "store/games.h"

/* Text from a player, which may be anything, as a JSON string. */
json_t *json_from_bytes(const char *bytes, size_t length);
/* {"value": 1240, "error": 60, "prov": true, "games": 7} */
json_t *rating_to_json(const StoredRating *stored);

/* Everything in the row; without moves. */
json_t *game_row_to_json(const Query *row);
/* The moves of a stored game, SAN and FEN included as far as they can be played from `start`. Ends the query. */
json_t *game_moves_to_json(Query *moves, const Position *start);

/* The note of a move in a row of game_moves(). */
MoveNote game_move_note(const Query *row);

/* The position from which a stored game begins. */
bool game_start_position(const char *variant, const char *start_fen, Position *position);

/* All legal moves in UCI. */
json_t *legal_moves_to_json(const Position *position);

/* What has changed with the last move: ply, uci, san, fen, turn, check, clocks, time_ms, score, depth, nodes; without a
 * move only fen, turn, check and clocks. With `legal` also all legal moves. */
json_t *referee_to_json(const Referee *referee, bool legal);

#endif
