/* What a search must find, in every variant; and that it finds the same twice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rookery/engine.h"

static EngineResult search(Engine *engine, Variant variant, const char *fen, int depth, uint64_t nodes) {
    Position p;
    Game game;
    EngineLimits limits = engine_limits_none();
    limits.depth = depth;
    limits.nodes = nodes;
    assert_true(position_from_fen(&p, fen, variant, false, NULL));
    assert_true(game_init(&game, &p));
    engine_set_game(engine, &game);
    engine_clear(engine);
    engine_prepare(engine, false);
    EngineResult result = engine_search(engine, &limits, NULL, NULL);
    game_free(&game);
    return result;
}

static void expect_mate(Variant variant, const char *fen, int moves) {
    Engine *engine = engine_create(4, 1, NULL);
    assert_non_null(engine);
    EngineResult result = search(engine, variant, fen, 6, 0);
    assert_true(result.score.is_mate);
    assert_int_equal(result.score.mate_in, moves);
    engine_destroy(engine);
}

static void mates_are_found(void **state) {
    (void)state;
    expect_mate(VARIANT_STANDARD, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3);
    expect_mate(VARIANT_STANDARD, "8/8/8/8/8/5k2/4q3/7K b - - 0 1", 1);
}

static void a_variant_s_own_win_counts_as_mate(void **state) {
    (void)state;
    expect_mate(VARIANT_KING_OF_THE_HILL, "7k/8/8/8/8/3K4/8/8 w - - 0 1", 1);
    expect_mate(VARIANT_KING_OF_THE_HILL, "7k/8/8/8/8/2K5/8/8 w - - 0 1", 1);
    expect_mate(VARIANT_KING_OF_THE_HILL, "8/8/2k5/8/8/8/1K6/8 w - - 0 1", -1);
    expect_mate(VARIANT_RACING_KINGS, "8/K7/8/8/8/8/7k/8 w - - 0 1", 1);
    expect_mate(VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/3RK3 w - - 1+3 0 1", 1);
    expect_mate(VARIANT_ATOMIC, "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", 1);
    expect_mate(VARIANT_ANTICHESS, "8/8/1p6/8/P7/8/8/8 w - - 0 1", 1);
    expect_mate(VARIANT_ANTICHESS, "8/8/8/8/8/1p6/P7/8 w - - 0 1", -1);
    expect_mate(VARIANT_HORDE, "4k3/8/8/8/8/8/4r3/4P3 b - - 0 1", 1);
    expect_mate(VARIANT_CRAZYHOUSE, "6k1/5ppp/8/8/8/8/8/K7[R] w - - 0 1", 1);
}

static void being_mated_has_no_move(void **state) {
    (void)state;
    Engine *engine = engine_create(1, 1, NULL);
    EngineResult result =
        search(engine, VARIANT_STANDARD, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 5, 0);
    assert_int_equal(result.best, MOVE_NONE);
    assert_true(result.score.is_mate);
    assert_int_equal(result.score.mate_in, 0);
    engine_destroy(engine);
}

static void a_fixed_search_repeats_itself(void **state) {
    (void)state;
    for (Variant variant = 0; variant < VARIANT_ARENA_COUNT; variant++) {
        Engine *engine = engine_create(1, 1, NULL);
        EngineResult first = search(engine, variant, variant_start_fen(variant), 0, 20000);
        EngineResult second = search(engine, variant, variant_start_fen(variant), 0, 20000);
        assert_int_equal(first.best, second.best);
        assert_int_equal(first.nodes, second.nodes);
        assert_int_equal(first.score.centipawns, second.score.centipawns);
        engine_destroy(engine);
    }
}

static void a_node_limit_is_kept(void **state) {
    (void)state;
    Engine *engine = engine_create(1, 1, NULL);
    EngineResult result = search(engine, VARIANT_STANDARD, variant_start_fen(VARIANT_STANDARD), 0, 12345);
    assert_in_range(result.nodes, 12300, 12346);
    engine_destroy(engine);
}

/* A queen among their men and a queen among ours: captures are due on both sides for many plies. */
static void forced_captures_do_not_swamp_the_search(void **state) {
    (void)state;
    Engine *engine = engine_create(4, 1, NULL);
    EngineResult result =
        search(engine, VARIANT_ANTICHESS, "rnb1kbQ1/pp1qpp1p/8/3p2p1/8/5N2/PPP1PPPP/RNB1KB1R w - - 0 6", 6, 100000);
    assert_int_equal(result.depth, 6);
    engine_destroy(engine);
}

static void a_search_that_is_stopped_at_once_has_looked_at_its_moves(void **state) {
    (void)state;
    Engine *engine = engine_create(1, 1, NULL);
    Position p;
    Game game;
    EngineLimits limits = engine_limits_none();
    limits.infinite = true;
    assert_true(position_from_fen(&p, "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", VARIANT_STANDARD, false, NULL));
    assert_true(game_init(&game, &p));
    engine_set_game(engine, &game);
    engine_prepare(engine, false);
    engine_stop(engine);
    EngineResult result = engine_search(engine, &limits, NULL, NULL);
    char text[UCI_MOVE_MAX];
    uci_write_move(&p, result.best, text);
    assert_string_equal(text, "e3d5");
    game_free(&game);
    engine_destroy(engine);
}

static void two_engines_do_not_meet(void **state) {
    (void)state;
    Engine *one = engine_create(1, 1, NULL), *other = engine_create(1, 1, NULL);
    EngineResult alone = search(one, VARIANT_STANDARD, variant_start_fen(VARIANT_STANDARD), 8, 0);
    search(other, VARIANT_ATOMIC, variant_start_fen(VARIANT_ATOMIC), 8, 0);
    EngineResult again = search(one, VARIANT_STANDARD, variant_start_fen(VARIANT_STANDARD), 8, 0);
    assert_int_equal(alone.nodes, again.nodes);
    engine_destroy(one);
    engine_destroy(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates_are_found),
        cmocka_unit_test(a_variant_s_own_win_counts_as_mate),
        cmocka_unit_test(being_mated_has_no_move),
        cmocka_unit_test(a_fixed_search_repeats_itself),
        cmocka_unit_test(a_node_limit_is_kept),
        cmocka_unit_test(forced_captures_do_not_swamp_the_search),
        cmocka_unit_test(two_engines_do_not_meet),
        cmocka_unit_test(a_search_that_is_stopped_at_once_has_looked_at_its_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
