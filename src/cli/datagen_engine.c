/* rookery datagen: games of our own engine with itself. */
#include "base/error.h"
#include "cli/datagen.h"
#include "rookery/engine.h"

enum { HASH_MB = 4 };

static SelfGameState play_move(Engine *engine, const EngineLimits *limits, SelfGame *game) {
    engine_set_game(engine, &game->game);
    engine_prepare(engine, false);
    EngineResult result = engine_search(engine, limits, NULL, NULL);
    int score = result.score.is_mate ? score_of_mate(result.score.mate_in) : result.score.centipawns;
    return self_game_take(game, result.best, score);
}

static bool play_games(const DatagenPlan *plan, uint64_t seed, Engine *engine, SelfGame *game, DatagenTakeFn *take,
                       void *taker) {
    EngineLimits limits = engine_limits_none();
    limits.nodes = plan->nodes;
    limits.depth = (int)plan->depth;
    for (;;) {
        SelfGameState state = SELF_GAME_GOES_ON;
        engine_clear(engine);
        if (!self_game_begin(game, &plan->game, &seed))
            return false;
        while (state == SELF_GAME_GOES_ON)
            state = play_move(engine, &limits, game);
        if (state == SELF_GAME_OVER && !take(taker, &game->scored))
            return true;
    }
}

bool datagen_engine_play(const DatagenPlan *plan, uint64_t seed, DatagenTakeFn *take, void *taker, Error *error) {
    SelfGame game;
    Engine *engine = engine_create(HASH_MB, 1, error);
    if (engine == NULL)
        return false;
    bool good = self_game_init(&game) && play_games(plan, seed, engine, &game, take, taker);
    self_game_free(&game);
    engine_destroy(engine);
    return good || error_set(error, "out of memory");
}
