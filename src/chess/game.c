/* Games: a start position, the moves, and what only their history shows. */
#include <stdlib.h>
#include <string.h>

#include "chess/bitboard.h"
#include "chess/variant.h"

enum { FIRST_CAPACITY = 16 };

static bool reserve(Game *game, size_t capacity) {
    Position *positions = realloc(game->positions, (capacity + 1) * sizeof *positions);
    if (positions == NULL)
        return false;
    game->positions = positions;
    Move *moves = realloc(game->moves, capacity * sizeof *moves);
    if (moves == NULL)
        return false;
    game->moves = moves;
    game->capacity = capacity;
    return true;
}

bool game_init(Game *game, const Position *start) {
    memset(game, 0, sizeof *game);
    if (!reserve(game, FIRST_CAPACITY)) {
        game_free(game);
        return false;
    }
    game->positions[0] = *start;
    return true;
}

void game_free(Game *game) {
    free(game->positions);
    free(game->moves);
    memset(game, 0, sizeof *game);
}

bool game_copy(Game *copy, const Game *game) {
    return game_copy_last(copy, game, game->ply);
}

bool game_copy_last(Game *copy, const Game *game, size_t plies) {
    memset(copy, 0, sizeof *copy);
    if (plies > game->ply)
        plies = game->ply;
    if (!reserve(copy, plies + FIRST_CAPACITY)) {
        game_free(copy);
        return false;
    }
    size_t first = game->ply - plies;
    memcpy(copy->positions, game->positions + first, (plies + 1) * sizeof *game->positions);
    memcpy(copy->moves, game->moves + first, plies * sizeof *game->moves);
    copy->ply = plies;
    return true;
}

bool game_play(Game *game, Move move) {
    if (game->ply == game->capacity && !reserve(game, 2 * game->capacity))
        return false;
    position_play(&game->positions[game->ply], move, &game->positions[game->ply + 1]);
    game->moves[game->ply++] = move;
    return true;
}

void game_undo(Game *game) {
    game->ply--;
}

/* How many plies back a position can possibly equal the present one: not beyond the last capture or pawn move, except
 * where captured men return. */
static size_t repetition_horizon(const Game *game) {
    const Position *now = game_position(game);
    if (position_rules(now)->drops || now->halfmove_clock > game->ply)
        return game->ply;
    return now->halfmove_clock;
}

/* Occurrences of the key among the present and earlier positions within the horizon. */
static int count_occurrences(const Game *game, uint64_t key, size_t horizon) {
    int count = 0;
    for (size_t back = 0; back <= horizon; back++)
        count += game->positions[game->ply - back].key == key;
    return count;
}

bool game_is_repetition(const Game *game, int count) {
    return count_occurrences(game, game_position(game)->key, repetition_horizon(game)) >= count;
}

bool game_can_claim_threefold(const Game *game) {
    const Position *now = game_position(game);
    size_t horizon = repetition_horizon(game);
    if (count_occurrences(game, now->key, horizon) >= 3)
        return true;
    if (horizon < 3) /* two earlier occurrences of the position after the move take at least that many plies */
        return false;
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(now, moves);
    for (size_t i = 0; i < count; i++) {
        Position after;
        position_play(now, moves[i], &after);
        if (count_occurrences(game, after.key, horizon) >= 2)
            return true;
    }
    return false;
}

bool game_can_claim_fifty(const Game *game) {
    const Position *now = game_position(game);
    if (position_is_halfmoves(now, 100))
        return true;
    if (now->halfmove_clock < 99 || position_rules(now)->drops)
        return false;
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(now, moves);
    for (size_t i = 0; i < count; i++) {
        Position after;
        if (position_is_zeroing(now, moves[i]))
            continue;
        position_play(now, moves[i], &after);
        if (position_is_halfmoves(&after, 100))
            return true;
    }
    return false;
}

Outcome game_outcome(const Game *game, bool claim_draw) {
    Outcome outcome = position_outcome(game_position(game));
    if (outcome.termination != TERMINATION_NONE)
        return outcome;
    if (game_is_repetition(game, 5))
        outcome.termination = TERMINATION_FIVEFOLD_REPETITION;
    else if (claim_draw && game_can_claim_fifty(game))
        outcome.termination = TERMINATION_FIFTY_MOVES;
    else if (claim_draw && game_can_claim_threefold(game))
        outcome.termination = TERMINATION_THREEFOLD_REPETITION;
    return outcome;
}
