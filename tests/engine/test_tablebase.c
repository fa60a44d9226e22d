/* Endgame tables of three men: what they know, and that the search plays by them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "engine/tablebase.h"
#include "rookery/engine.h"

static void read_fen(Position *position, const char *fen) {
    assert_true(position_from_fen(position, fen, VARIANT_STANDARD, false, NULL));
}

static int open_tables(void **state) {
    (void)state;
    return tablebase_open(SYZYGY_FOLDER, NULL) ? 0 : -1;
}

static int close_tables(void **state) {
    (void)state;
    return tablebase_open(NULL, NULL) ? 0 : -1;
}

static void a_folder_without_tables_is_refused(void **state) {
    (void)state;
    Error error;
    assert_false(tablebase_open("/", &error));
    assert_non_null(strstr(error.message, "no Syzygy tables"));
    assert_int_equal(tablebase_men(), 0);
    assert_true(tablebase_open(SYZYGY_FOLDER, &error));
    assert_int_equal(tablebase_men(), 3);
}

static void expect_result(const char *fen, int expected) {
    Position position;
    int result = 9;
    read_fen(&position, fen);
    assert_true(tablebase_probe(&position, &result));
    if (result != expected)
        fail_msg("%s gave %d, not %d", fen, result, expected);
}

static void results_are_the_side_to_move_s(void **state) {
    (void)state;
    expect_result("8/8/8/8/8/2k5/8/K6R w - - 0 1", 1);
    expect_result("8/8/8/8/8/2k5/8/K6R b - - 0 1", -1);
    expect_result("8/8/8/8/8/2k5/8/K6B w - - 0 1", 0);
    expect_result("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", -1); /* the key squares are taken */
    expect_result("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", 0);  /* the opposition is lost */
    expect_result("k7/8/K7/P7/8/8/8/8 w - - 0 1", 0);     /* a rook pawn before its corner */
    expect_result("4k3/P7/4K3/8/8/8/8/8 w - - 0 1", 1);
}

static void what_tables_do_not_hold_is_unknown(void **state) {
    (void)state;
    Position position;
    int result;
    read_fen(&position, "8/8/8/8/8/2k5/7r/K6R w - - 0 1");
    assert_false(tablebase_probe(&position, &result)); /* four men */
    read_fen(&position, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_false(tablebase_probe(&position, &result)); /* castling */
    assert_true(position_from_fen(&position, "8/8/8/8/8/2k5/8/K6R w - - 0 1", VARIANT_ATOMIC, false, NULL));
    assert_false(tablebase_probe(&position, &result));
}

static void moves_that_keep_the_win_rank_first(void **state) {
    (void)state;
    Position position;
    Move moves[MOVES_MAX];
    int ranks[MOVES_MAX];
    read_fen(&position, "8/8/8/8/8/1k6/8/K3R3 w - - 0 1");
    size_t count = position_legal_moves(&position, moves);
    assert_true(tablebase_rank_moves(&position, false, moves, count, ranks));
    for (size_t i = 0; i < count; i++) {
        Position after;
        int result;
        position_play(&position, moves[i], &after);
        after.halfmove_clock = 0;
        assert_true(tablebase_probe(&after, &result));
        assert_int_equal(ranks[i] >= TABLEBASE_WIN_RANK, result < 0);
    }
}

static EngineResult search(Engine *engine, const char *fen, int depth) {
    Position position;
    Game game;
    EngineLimits limits = engine_limits_none();
    read_fen(&position, fen);
    assert_true(game_init(&game, &position));
    limits.depth = depth;
    engine_set_game(engine, &game);
    engine_prepare(engine, false);
    EngineResult result = engine_search(engine, &limits, NULL, NULL);
    game_free(&game);
    return result;
}

static void the_engine_knows_the_result_at_the_root(void **state) {
    (void)state;
    Engine *engine = engine_create(1, 1, NULL);
    assert_non_null(engine);
    /* A table knows at depth 1 what a search does not. */
    EngineResult result = search(engine, "8/8/8/3k4/8/8/3P4/3K4 w - - 0 1", 1);
    assert_int_equal(result.score.centipawns, 0);
    result = search(engine, "8/8/8/8/3k4/8/8/R3K3 w - - 0 1", 1);
    assert_true(result.score.centipawns > 20000);
    engine_set_probing(engine, 1, 0);
    result = search(engine, "8/8/8/8/3k4/8/8/R3K3 w - - 0 1", 1);
    assert_true(result.score.centipawns < 20000);
    engine_destroy(engine);
}

static void the_engine_knows_where_a_capture_leads(void **state) {
    (void)state;
    Engine *engine = engine_create(1, 1, NULL);
    assert_non_null(engine);
    EngineResult result = search(engine, "8/8/8/8/1k6/4p3/8/3KR3 w - - 0 1", 6);
    assert_true(result.score.centipawns > 20000);
    assert_int_equal(move_to(result.best), square_parse("e3"));
    engine_destroy(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_without_tables_is_refused),
        cmocka_unit_test(results_are_the_side_to_move_s),
        cmocka_unit_test(what_tables_do_not_hold_is_unknown),
        cmocka_unit_test(moves_that_keep_the_win_rank_first),
        cmocka_unit_test(the_engine_knows_the_result_at_the_root),
        cmocka_unit_test(the_engine_knows_where_a_capture_leads),
    };
    return cmocka_run_group_tests(tests, open_tables, close_tables);
}
