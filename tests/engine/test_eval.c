/* Evaluation: colours are alike, remembered pawns change nothing, odd boards do no harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "engine/eval.h"
#include "engine/score.h"

enum { GAMES = 30, PLIES = 150 };

static Square mirror(Square square) {
    return square ^ 56;
}

/* The same position with colours exchanged. */
static Position exchange_colours(const Position *p) {
    Position out;
    position_clear(&out, p->variant);
    for (Square square = 0; square < 64; square++)
        if (p->board[square] != NO_PIECE)
            position_put(&out, mirror(square), p->board[square] ^ 8, (p->promoted >> square & 1) != 0);
    for (Square square = 0; square < 64; square++)
        if (p->castling >> square & 1)
            out.castling |= square_bit(mirror(square));
    for (int type = 0; type < 6; type++) {
        out.pockets[WHITE][type] = p->pockets[BLACK][type];
        out.pockets[BLACK][type] = p->pockets[WHITE][type];
    }
    out.checks_left[WHITE] = p->checks_left[BLACK];
    out.checks_left[BLACK] = p->checks_left[WHITE];
    out.side = !p->side;
    out.chess960 = p->chess960;
    position_refresh(&out);
    return out;
}

/* Horde and racing kings are not symmetric games. */
static bool is_symmetric(Variant variant) {
    return variant != VARIANT_HORDE && variant != VARIANT_RACING_KINGS;
}

static void check_position(EvalCache *cache, const Position *p) {
    int score = eval_score(NULL, p);
    assert_in_range(score + SCORE_EVAL_MAX, 0, 2 * SCORE_EVAL_MAX);
    assert_int_equal(eval_score(cache, p), score);
    if (is_symmetric(p->variant)) {
        Position exchanged = exchange_colours(p);
        assert_int_equal(eval_score(NULL, &exchanged), score);
    }
}

static void play_random_game(EvalCache *cache, Variant variant, uint64_t *seed) {
    Position p;
    position_start(&p, variant);
    for (int ply = 0; ply < PLIES; ply++) {
        Move moves[MOVES_MAX];
        size_t count = position_legal_moves(&p, moves);
        check_position(cache, &p);
        if (count == 0)
            return;
        position_play(&p, moves[random_below(seed, count)], &p);
    }
}

static void colours_and_memory_change_nothing(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (Variant variant = 0; variant < VARIANT_ARENA_COUNT; variant++) {
        EvalCache *cache = calloc(1, sizeof *cache);
        for (int game = 0; game < GAMES; game++)
            play_random_game(cache, variant, &seed);
        free(cache);
    }
}

/* Boards with anything anywhere. */
static void odd_boards_are_evaluated(void **state) {
    (void)state;
    uint64_t seed = 99;
    for (int i = 0; i < 20000; i++) {
        Position p;
        position_clear(&p, (Variant)random_below(&seed, VARIANT_COUNT));
        int men = (int)random_below(&seed, 65);
        for (int k = 0; k < men; k++)
            position_put(&p, (Square)random_below(&seed, 64),
                         piece_make((Color)random_below(&seed, 2), 1 + (PieceType)random_below(&seed, 6)), false);
        p.side = (uint8_t)random_below(&seed, 2);
        position_refresh(&p);
        int score = eval_score(NULL, &p);
        assert_in_range(score + SCORE_EVAL_MAX, 0, 2 * SCORE_EVAL_MAX);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_and_memory_change_nothing),
        cmocka_unit_test(odd_boards_are_evaluated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
