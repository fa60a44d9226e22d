/*
 * Plays games of the engine against itself, at a fixed number of nodes a move, and writes them as the tuner reads
 * them (tune_games.h): positions of a variant with the search's opinion of each.
 *
 * Every game starts with a few random moves. Openings that are lopsided from the start are dropped; games end by rule,
 * when one side has been winning for some moves, or as a draw when they grow too long.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/text.h"
#include "rookery/engine.h"

enum {
    OPENING_PLIES_MIN = 4,
    OPENING_PLIES_RANGE = 7,
    OPENING_SCORE_MAX = 450,
    WON_SCORE = 1500,
    WON_PLIES = 5,
    PLIES_MAX = 320
};

typedef struct Player {
    Engine *engine;
    Variant variant;
    EngineLimits limits;
    uint64_t seed;
} Player;

static bool play_random_moves(Player *player, Game *game) {
    int plies = OPENING_PLIES_MIN + (int)random_below(&player->seed, OPENING_PLIES_RANGE);
    for (int ply = 0; ply < plies; ply++) {
        Move moves[MOVES_MAX];
        size_t count = position_legal_moves(game_position(game), moves);
        if (count == 0 || !game_play(game, moves[random_below(&player->seed, count)]))
            return false;
    }
    return position_has_legal_move(game_position(game));
}

static void write_moves(const Game *game, size_t from, Text *out) {
    for (size_t i = from; i < game->ply; i++) {
        char move[UCI_MOVE_MAX];
        uci_write_move(&game->positions[i], game->moves[i], move);
        text_append_format(out, " %s", move);
    }
}

static EngineResult think(Player *player, const Game *game) {
    engine_set_game(player->engine, game);
    engine_prepare(player->engine, false);
    return engine_search(player->engine, &player->limits, NULL, NULL);
}

static void write_choice(const Game *game, const EngineResult *result, Text *out) {
    char move[UCI_MOVE_MAX];
    uci_write_move(game_position(game), result->best, move);
    if (result->score.is_mate)
        text_append_format(out, "%s:%sM%d ", move, result->score.mate_in < 0 ? "-" : "", abs(result->score.mate_in));
    else
        text_append_format(out, "%s:%d ", move, result->score.centipawns);
}

/* White's result in halves of a point. */
static int play_on(Player *player, Game *game, Text *out) {
    int won = 0;
    while (game->ply < PLIES_MAX) {
        Outcome outcome = game_outcome(game, true);
        if (outcome.termination != TERMINATION_NONE)
            return outcome.winner == WHITE ? 2 : outcome.winner == BLACK ? 0 : 1;
        EngineResult result = think(player, game);
        int score = game_position(game)->side == WHITE ? result.score.centipawns : -result.score.centipawns;
        write_choice(game, &result, out);
        won = score >= WON_SCORE ? (won > 0 ? won + 1 : 1) : score <= -WON_SCORE ? (won < 0 ? won - 1 : -1) : 0;
        if (abs(won) >= WON_PLIES)
            return won > 0 ? 2 : 0;
        if (!game_play(game, result.best))
            break;
    }
    return 1;
}

/* False when the opening was no good. */
static bool play_game(Player *player, FILE *out) {
    static const char *const results[] = {"0", "0.5", "1"};
    Position start;
    Game game;
    Text opening, moves;
    char fen[FEN_MAX];
    position_start(&start, player->variant);
    if (player->variant == VARIANT_CHESS960)
        position_start_chess960(&start, (int)random_below(&player->seed, 960));
    if (!game_init(&game, &start))
        return false;
    text_init(&opening);
    text_init(&moves);
    engine_clear(player->engine);
    bool good = play_random_moves(player, &game) && abs(think(player, &game).score.centipawns) <= OPENING_SCORE_MAX;
    if (good) {
        write_moves(&game, 0, &opening);
        int result = play_on(player, &game, &moves);
        position_to_fen(&start, FEN_DEFAULT, fen);
        fprintf(out, "%s\t%s moves%s\t%s\n", results[result], fen, opening.data, moves.data);
    }
    text_free(&opening);
    text_free(&moves);
    game_free(&game);
    return good;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fputs("selfplay VARIANT GAMES NODES SEED > games.txt\n\n  selfplay atomic 2000 1000 1 > atomic.txt\n", stderr);
        return 2;
    }
    Player player = {.variant = variant_by_name(argv[1]), .limits = engine_limits_none()};
    player.limits.nodes = strtoull(argv[3], NULL, 10);
    player.seed = strtoull(argv[4], NULL, 10);
    player.engine = engine_create(2, 1, NULL);
    if (player.variant == VARIANT_NONE || player.engine == NULL) {
        fputs("selfplay: unknown variant, or no memory\n", stderr);
        return 2;
    }
    for (long played = 0, wanted = atol(argv[2]); played < wanted;)
        played += play_game(&player, stdout);
    engine_destroy(player.engine);
    return 0;
}
