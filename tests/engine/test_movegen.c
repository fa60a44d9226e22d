/* Moves generated in parts are exactly the legal moves, and checks those that check, in every variant, along random
 * games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "chess/legality.h"
#include "chess/movegen.h"
#include "engine/checks.h"

enum { GAMES = 40, PLIES = 120 };

static int compare_moves(const void *a, const void *b) {
    return *(const Move *)a - *(const Move *)b;
}

static size_t keep_legal(const Position *p, Move *moves, const Move *end) {
    Move *out = moves;
    for (Move *move = moves; move < end; move++)
        if (!generated_need_filter(position_rules(p)) || pseudo_legal_is_legal(p, *move))
            *out++ = *move;
    return (size_t)(out - moves);
}

/* The legal moves, sorted, by way of the two parts. */
static size_t list_in_parts(const Position *p, Move out[2 * MOVES_MAX]) {
    Move *end = generate_tactical(p, out);
    for (Move *move = out; move < end; move++)
        assert_true(position_is_capture(p, *move) || move_is_promotion(*move));
    Move *quiet = end;
    end = generate_quiet(p, quiet);
    for (Move *move = quiet; move < end; move++)
        assert_false(position_is_capture(p, *move) || move_is_promotion(*move));
    size_t count = keep_legal(p, out, end);
    qsort(out, count, sizeof *out, compare_moves);
    return count;
}

static void check_position(const Position *p) {
    Move whole[MOVES_MAX], parts[2 * MOVES_MAX];
    size_t count = position_legal_moves(p, whole);
    if (position_is_variant_end(p))
        return;
    qsort(whole, count, sizeof *whole, compare_moves);
    assert_int_equal(list_in_parts(p, parts), count);
    assert_memory_equal(whole, parts, count * sizeof *whole);
}

/* Checks listed as such are those found among all quiet moves, but for the king's. */
static void check_quiet_checks(const Position *p) {
    CheckSquares squares;
    check_squares_find(&squares, p);
    if (p->checkers != 0 || squares.king == NO_SQUARE || position_is_variant_end(p))
        return;
    Move checks[MOVES_MAX], expected[MOVES_MAX];
    size_t listed = keep_legal(p, checks, generate_quiet_checks(&squares, p, checks)), count = 0;
    size_t quiet = keep_legal(p, expected, generate_quiet(p, expected));
    for (size_t i = 0; i < quiet; i++)
        if ((move_is_drop(expected[i]) || piece_type(p->board[move_from(expected[i])]) != KING) &&
            position_gives_check(p, expected[i]))
            expected[count++] = expected[i];
    qsort(checks, listed, sizeof *checks, compare_moves);
    qsort(expected, count, sizeof *expected, compare_moves);
    assert_int_equal(listed, count);
    assert_memory_equal(checks, expected, count * sizeof *checks);
}

static void play_random_game(Variant variant, uint64_t *seed) {
    Position p;
    position_start(&p, variant);
    if (variant == VARIANT_CHESS960)
        position_start_chess960(&p, (int)random_below(seed, 960));
    for (int ply = 0; ply < PLIES; ply++) {
        Move moves[MOVES_MAX];
        size_t count = position_legal_moves(&p, moves);
        check_position(&p);
        check_quiet_checks(&p);
        if (count == 0)
            return;
        position_play(&p, moves[random_below(seed, count)], &p);
    }
}

static void parts_make_the_whole(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (Variant variant = 0; variant < VARIANT_COUNT; variant++)
        for (int game = 0; game < GAMES; game++)
            play_random_game(variant, &seed);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_make_the_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
