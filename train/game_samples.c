#include "game_samples.h"

#include "training/games_file.h"

static Variant rules_of(Variant variant) {
    return variant == VARIANT_CHESS960 ? VARIANT_STANDARD : variant;
}

/* Returns false when no more are wanted. */
static bool follow(const ScoredGame *game, size_t number, SampleFn *each, void *context) {
    Position position = game->start;
    Sample sample = {.position = &position, .result = game->result / 2.0, .game = number};
    for (size_t i = 0; i < game->count; i++) {
        sample.move = game->moves[i].move;
        sample.score = position.side == WHITE ? game->moves[i].score : -game->moves[i].score;
        if (i >= game->opening && !each(context, &sample))
            return false;
        position_play(&position, sample.move, &position);
    }
    return true;
}

bool game_samples_read(const char *path, Variant variant, SampleFn *each, void *context, Error *error) {
    ScoredGame game;
    GamesReader *reader = games_open(path, variant, error);
    if (reader == NULL)
        return false;
    scored_game_init(&game);
    bool wanted = true;
    for (size_t number = 0; wanted && games_next(reader, &game); number++)
        if (rules_of(game.start.variant) == rules_of(variant))
            wanted = follow(&game, number, each, context);
    scored_game_free(&game);
    bool good = !games_failed(reader, error);
    games_close(reader);
    return good;
}
