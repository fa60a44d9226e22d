/* Exchanges whose outcome can be counted on the fingers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/see.h"

static bool reaches(Variant variant, const char *fen, const char *text, int threshold) {
    Position p;
    Move move;
    assert_true(position_from_fen(&p, fen, variant, false, NULL));
    assert_int_equal(uci_parse_move(&p, text, &move, NULL), MOVE_TEXT_OK);
    return see_reaches(&p, move, threshold);
}

/* The exchange is worth exactly the value. */
static void expect(Variant variant, const char *fen, const char *text, int value) {
    assert_true(reaches(variant, fen, text, value));
    assert_false(reaches(variant, fen, text, value + 1));
}

static void a_free_man_is_won(void **state) {
    (void)state;
    expect(VARIANT_STANDARD, "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100);
}

static void a_guarded_man_costs_its_captor(void **state) {
    (void)state;
    expect(VARIANT_STANDARD, "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 310);
}

static void rooks_behind_each_other_join_in(void **state) {
    (void)state;
    expect(VARIANT_STANDARD, "3r2k1/8/8/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", 100);
    expect(VARIANT_STANDARD, "3r2k1/8/4p3/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", 100 - 500);
}

static void a_king_takes_only_what_is_not_guarded(void **state) {
    (void)state;
    expect(VARIANT_STANDARD, "8/8/8/3pk3/8/8/3R4/6K1 w - - 0 1", "d2d5", 100 - 500);
    expect(VARIANT_STANDARD, "8/8/8/3pk3/8/8/3R4/3R2K1 w - - 0 1", "d2d5", 100);
}

static void a_promotion_gains_the_difference(void **state) {
    (void)state;
    expect(VARIANT_STANDARD, "8/P7/8/8/8/7k/8/K7 w - - 0 1", "a7a8q", 850);
}

static void an_explosion_counts_everybody_around(void **state) {
    (void)state;
    /* The knight takes a pawn; queen and rook beside it go too. */
    expect(VARIANT_ATOMIC, "4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", 130 - 200);
    expect(VARIANT_ATOMIC, "4k3/8/8/2qpr3/8/4N3/8/4K3 w - - 0 1", "e3d5", 130 + 600 + 330 - 200);
    expect(VARIANT_ATOMIC, "4k3/8/2q1r3/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", 130 + 600 + 330 - 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_man_is_won),
        cmocka_unit_test(a_guarded_man_costs_its_captor),
        cmocka_unit_test(rooks_behind_each_other_join_in),
        cmocka_unit_test(a_king_takes_only_what_is_not_guarded),
        cmocka_unit_test(a_promotion_gains_the_difference),
        cmocka_unit_test(an_explosion_counts_everybody_around),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
