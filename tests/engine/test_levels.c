/* What somebody who plays a level may expect of it, in every variant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "engine/levels.h"

static Engine *create(void) {
    Engine *engine = engine_create(1, 1, NULL);
    assert_non_null(engine);
    return engine;
}

static EngineResult choose(Engine *engine, const Game *game, int milliseconds) {
    EngineLimits limits = engine_limits_none();
    limits.movetime_ms = milliseconds;
    engine_set_game(engine, game);
    engine_prepare(engine, false);
    return engine_search(engine, &limits, NULL, NULL);
}

static void set_up(Game *game, const char *fen) {
    Position position;
    assert_true(position_from_fen(&position, fen, VARIANT_STANDARD, false, NULL));
    assert_true(game_init(game, &position));
}

static void who_is_rated_higher_sees_more_and_errs_less(void **state) {
    (void)state;
    LevelRow last = level_row(ENGINE_LEVEL_MIN);
    assert_true(last.depth > 0 && last.nodes > 0 && last.noise > 0 && last.blindness > 0);
    for (int rating = ENGINE_LEVEL_MIN + 10; rating <= ENGINE_LEVEL_MAX; rating += 10) {
        LevelRow row = level_row(rating);
        assert_true(row.depth == 0 || (last.depth != 0 && row.depth >= last.depth));
        assert_true(row.nodes == 0 || (last.nodes != 0 && row.nodes >= last.nodes));
        assert_true(row.noise <= last.noise && row.blindness <= last.blindness);
        last = row;
    }
    assert_int_equal(last.depth, 0);
    assert_int_equal(last.noise, 0);
    assert_int_equal(last.blindness, 0);
}

/* Plays a game of a level against itself; returns a number that only the same game gives. */
static uint64_t play(Engine *engine, Variant variant, int rating, uint64_t seed, int plies) {
    Position start;
    Game game;
    position_start(&start, variant);
    assert_true(game_init(&game, &start));
    engine_set_level(engine, rating, seed);
    uint64_t moves = 1;
    while ((int)game.ply < plies && game_outcome(&game, true).termination == TERMINATION_NONE) {
        Move move = choose(engine, &game, 10000).best;
        assert_true(position_is_legal(game_position(&game), move));
        moves = moves * 31 + move;
        assert_true(game_play(&game, move));
    }
    game_free(&game);
    return moves;
}

static void games_of_every_variant_follow_the_seed(void **state) {
    (void)state;
    Engine *engine = create();
    for (Variant variant = VARIANT_STANDARD; variant < VARIANT_ARENA_COUNT; variant++)
        for (int rating = 200; rating <= 1400; rating += 600) {
            uint64_t once = play(engine, variant, rating, 7, 24);
            assert_int_equal(play(engine, variant, rating, 7, 24), once);
            assert_int_not_equal(play(engine, variant, rating, 8, 24), once);
        }
    engine_destroy(engine);
}

static void even_a_beginner_takes_the_mate_that_is_there(void **state) {
    (void)state;
    Engine *engine = create();
    Game game;
    set_up(&game, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    for (uint64_t seed = 1; seed <= 50; seed++) {
        engine_set_level(engine, ENGINE_LEVEL_MIN, seed);
        char text[UCI_MOVE_MAX];
        uci_write_move(game_position(&game), choose(engine, &game, 10000).best, text);
        assert_string_equal(text, "a1a8");
    }
    game_free(&game);
    engine_destroy(engine);
}

static void whoever_knows_the_game_wins_with_a_queen(void **state) {
    (void)state;
    Engine *engine = create();
    uint64_t random = 1;
    int won = 0, played = 10;
    for (int i = 0; i < played; i++) {
        Game game;
        set_up(&game, "8/8/4k3/8/8/8/8/KQ6 w - - 0 1");
        engine_set_level(engine, 1000, (uint64_t)i + 1);
        while (!game_is_repetition(&game, 3) && game_outcome(&game, false).termination == TERMINATION_NONE) {
            Move moves[MOVES_MAX];
            size_t count = position_legal_moves(game_position(&game), moves);
            bool ours = game_position(&game)->side == WHITE;
            Move move = ours ? choose(engine, &game, 10000).best : moves[random_below(&random, count)];
            assert_true(game_play(&game, move));
        }
        won += game_outcome(&game, false).winner == WHITE;
        game_free(&game);
    }
    assert_in_range(won, played - 1, played);
    engine_destroy(engine);
}

/* A hanging queen is taken by whoever can take it with a pawn, at any level. */
static void an_obvious_gift_is_taken(void **state) {
    (void)state;
    Engine *engine = create();
    Game game;
    int taken = 0;
    set_up(&game, "rnb1kbnr/pppp1ppp/8/4p3/3q4/2P5/PP2PPPP/RNBQKBNR w KQkq - 0 4");
    for (uint64_t seed = 1; seed <= 40; seed++) {
        engine_set_level(engine, 400, seed);
        Move move = choose(engine, &game, 10000).best;
        taken += position_is_capture(game_position(&game), move) && move_to(move) == square_make(3, 3);
    }
    assert_in_range(taken, 32, 40);
    game_free(&game);
    engine_destroy(engine);
}

static void full_strength_is_not_touched(void **state) {
    (void)state;
    Engine *engine = create();
    Game game;
    EngineLimits limits = engine_limits_none();
    limits.nodes = 20000;
    set_up(&game, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    engine_set_game(engine, &game);
    engine_prepare(engine, false);
    EngineResult before = engine_search(engine, &limits, NULL, NULL);
    engine_set_level(engine, 600, 3);
    assert_int_equal(choose(engine, &game, 10000).depth, 1);
    engine_set_level(engine, 0, 3);
    engine_prepare(engine, false);
    EngineResult after = engine_search(engine, &limits, NULL, NULL);
    assert_int_equal(after.best, before.best);
    assert_int_equal(after.nodes, before.nodes);
    assert_int_equal(after.score.centipawns, before.score.centipawns);
    game_free(&game);
    engine_destroy(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_rated_higher_sees_more_and_errs_less),
        cmocka_unit_test(games_of_every_variant_follow_the_seed),
        cmocka_unit_test(even_a_beginner_takes_the_mate_that_is_there),
        cmocka_unit_test(whoever_knows_the_game_wins_with_a_queen),
        cmocka_unit_test(an_obvious_gift_is_taken),
        cmocka_unit_test(full_strength_is_not_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
