#include "training/self_game.h"

#include <stdlib.h>

#include "base/random.h"

enum {
    OPENING_SCORE_MAX = 600,
    WON_SCORE = 1500,
    WON_PLIES = 5,
    LEVEL_SCORE = 4,
    LEVEL_PLIES = 14,
    LEVEL_FROM_MOVE = 45,
    SCORED_PLIES_MAX = 320
};

bool self_game_init(SelfGame *game) {
    Position start;
    position_start(&start, VARIANT_STANDARD);
    scored_game_init(&game->scored);
    return game_init(&game->game, &start);
}

void self_game_free(SelfGame *game) {
    game_free(&game->game);
    scored_game_free(&game->scored);
}

static void choose_start(Position *start, const SelfGamePlan *plan, uint64_t *seed) {
    const uint64_t scale = 1 << 20;
    bool shuffled = plan->variant == VARIANT_CHESS960;
    if (plan->variant == VARIANT_STANDARD)
        shuffled = (double)random_below(seed, scale) < plan->chess960_share * (double)scale;
    if (shuffled)
        position_start_chess960(start, (int)random_below(seed, 960));
    else
        position_start(start, plan->variant);
}

/* False when memory ran out; *dead tells that the game is over already. */
static bool play_random_moves(SelfGame *game, const SelfGamePlan *plan, uint64_t *seed, bool *dead) {
    unsigned least = (plan->random_plies + 1) / 2,
             plies = least + (unsigned)random_below(seed, plan->random_plies - least + 1);
    *dead = false;
    for (unsigned i = 0; i < plies && !*dead; i++) {
        Move moves[MOVES_MAX];
        size_t count = position_legal_moves(game_position(&game->game), moves);
        Move move = count > 0 ? moves[random_below(seed, count)] : MOVE_NONE;
        if (count > 0 && (!game_play(&game->game, move) || !scored_game_add_opening(&game->scored, move)))
            return false;
        *dead = count == 0 || game_outcome(&game->game, true).termination != TERMINATION_NONE;
    }
    return true;
}

bool self_game_begin(SelfGame *game, const SelfGamePlan *plan, uint64_t *seed) {
    bool dead = true;
    game->won_plies = game->level_plies = 0;
    while (dead) {
        Position start;
        choose_start(&start, plan, seed);
        game->game.ply = 0;
        game->game.positions[0] = start;
        scored_game_start(&game->scored, &start);
        if (!play_random_moves(game, plan, seed, &dead))
            return false;
    }
    return true;
}

static SelfGameState end_as(SelfGame *game, int result) {
    game->scored.result = result;
    return SELF_GAME_OVER;
}

static SelfGameState look_at_score(SelfGame *game, Color side, int score) {
    int white = side == WHITE ? score : -score;
    int sign = white >= WON_SCORE ? 1 : white <= -WON_SCORE ? -1 : 0;
    game->won_plies = sign * game->won_plies > 0 ? game->won_plies + sign : sign;
    game->level_plies = abs(white) <= LEVEL_SCORE ? game->level_plies + 1 : 0;
    if (abs(game->won_plies) >= WON_PLIES)
        return end_as(game, game->won_plies > 0 ? 2 : 0);
    bool late = game_position(&game->game)->fullmove_number > LEVEL_FROM_MOVE;
    if ((late && game->level_plies >= LEVEL_PLIES) || game->scored.count - game->scored.opening >= SCORED_PLIES_MAX)
        return end_as(game, 1);
    return SELF_GAME_GOES_ON;
}

SelfGameState self_game_take(SelfGame *game, Move move, int score) {
    Color side = game_position(&game->game)->side;
    if (game->scored.count == game->scored.opening && abs(score) > OPENING_SCORE_MAX)
        return SELF_GAME_DROPPED;
    if (!game_play(&game->game, move) || !scored_game_add(&game->scored, move, score))
        return SELF_GAME_DROPPED;
    Outcome outcome = game_outcome(&game->game, true);
    if (outcome.termination != TERMINATION_NONE)
        return end_as(game, outcome.winner == WHITE ? 2 : outcome.winner == BLACK ? 0 : 1);
    return look_at_score(game, side, score);
}
