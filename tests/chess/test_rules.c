/* How men move, and what each variant changes. */
#include "rules_help.h"

/* ---- Castling ---- */

static void castling_needs_a_safe_way(void **state) {
    (void)state;
    Position p = position_of(VARIANT_STANDARD, "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1");
    assert_false(is_legal_uci(&p, "e1g1")); /* f1 is attacked */
    assert_true(is_legal_uci(&p, "e1c1"));
    p = position_of(VARIANT_STANDARD, "4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1");
    assert_true(is_legal_uci(&p, "e1c1")); /* b1 may be attacked: the king does not pass it */
    p = position_of(VARIANT_STANDARD, "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1");
    assert_false(is_legal_uci(&p, "e1g1")); /* in check */
    p = position_of(VARIANT_STANDARD, "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1");
    assert_false(is_legal_uci(&p, "e1c1")); /* b1 is in the rook's way */
}

static void castling_is_written_both_ways_in_standard_chess(void **state) {
    (void)state;
    Position p = position_of(VARIANT_STANDARD, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    char uci[UCI_MOVE_MAX];
    assert_int_equal(move_of(&p, "e1h1"), move_of(&p, "e1g1"));
    uci_write_move(&p, move_of(&p, "e1h1"), uci);
    assert_string_equal(uci, "e1g1");
    p.chess960 = true;
    uci_write_move(&p, move_of(&p, "e1h1"), uci);
    assert_string_equal(uci, "e1h1");
}

static void chess960_castling_moves_king_and_rook_past_each_other(void **state) {
    (void)state;
    Game game = game_of(VARIANT_CHESS960, "1k6/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "c1g1");
    assert_fen(game_position(&game), FEN_DEFAULT, "1k6/8/8/8/8/8/8/1R3RK1 b - - 1 1");
    game_free(&game);
    game = game_of(VARIANT_CHESS960, "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1");
    assert_fen(game_position(&game), FEN_DEFAULT, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    game_free(&game);
}

static void chess960_king_stays_and_rook_jumps(void **state) {
    (void)state;
    Game game = game_of(VARIANT_CHESS960, "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1");
    assert_fen(game_position(&game), FEN_DEFAULT, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    game_free(&game);
}

static void chess960_rook_that_shields_its_king_may_not_castle(void **state) {
    (void)state;
    /* The rook on b1 leaves the king on c1 open to the rook on a1. */
    Position p = position_of(VARIANT_CHESS960, "4k3/8/8/8/8/8/8/rRK5 w B - 0 1");
    assert_false(is_legal_uci(&p, "c1b1"));
}

static void a_captured_rook_takes_its_right_along(void **state) {
    (void)state;
    Game game = game_of(VARIANT_STANDARD, "r3k2r/8/8/8/8/8/6n1/R3K2R b KQkq - 0 1", "g2e3 a1a8 e8e7");
    assert_fen(game_position(&game), FEN_DEFAULT, "R6r/4k3/8/8/8/4n3/8/4K2R w K - 1 3");
    game_free(&game);
}

/* With two kings the right may hang on one that a king captures. */
static void a_king_captured_by_a_king_takes_its_rights_along(void **state) {
    (void)state;
    Game game = game_of(VARIANT_STANDARD, "rn2kbkr/3K4/8/8/8/8/8/8 w kq - 0 1", "d7e8");
    Position fresh = *game_position(&game);
    position_refresh(&fresh);
    assert_int_equal(position_castling(game_position(&game)), 0);
    assert_int_equal(game_position(&game)->key, fresh.key);
    game_free(&game);
}

/* ---- En passant ---- */

static void en_passant_may_not_uncover_the_king(void **state) {
    (void)state;
    Position p = position_of(VARIANT_STANDARD, "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1");
    assert_false(is_legal_uci(&p, "e4d3")); /* both pawns would leave the fourth rank */
    assert_false(p.ep_legal);
    p = position_of(VARIANT_STANDARD, "8/8/8/8/k2Pp3/8/8/3K4 b - d3 0 1");
    assert_true(is_legal_uci(&p, "e4d3"));
    assert_true(p.ep_legal);
}

static void en_passant_answers_the_check_of_the_pushed_pawn_only(void **state) {
    (void)state;
    Position p = position_of(VARIANT_STANDARD, "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1");
    assert_true(is_legal_uci(&p, "e4d3"));
    p = position_of(VARIANT_STANDARD, "7k/8/8/3Pp2p/8/8/5n2/7K w - e6 0 1");
    assert_false(is_legal_uci(&p, "d5e6")); /* the knight gives the check */
}

static void horde_first_rank_double_push_gives_no_en_passant(void **state) {
    (void)state;
    Game game = game_of(VARIANT_HORDE, "4k3/8/8/8/8/5p2/8/4P3 w - - 0 1", "e1e3");
    assert_false(is_legal_uci(game_position(&game), "f3e2"));
    assert_int_equal(game_position(&game)->ep, NO_SQUARE);
    game_free(&game);
}

/* ---- Variants ---- */

static void atomic_captures_explode_all_but_pawns(void **state) {
    (void)state;
    Game game = game_of(VARIANT_ATOMIC, "4k3/8/2npn3/2ppp3/3Q4/8/8/4K3 w - - 3 1", "d4d5");
    assert_fen(game_position(&game), FEN_DEFAULT, "4k3/8/3p4/2p1p3/8/8/8/4K3 b - - 0 1");
    game_free(&game);
}

static void atomic_king_never_captures_and_may_stand_beside_the_other(void **state) {
    (void)state;
    Position p = position_of(VARIANT_ATOMIC, "8/8/8/8/8/4k3/2q5/4K3 w - - 0 1");
    assert_true(is_legal_uci(&p, "e1f2")); /* beside the other king nothing gives check */
    p = position_of(VARIANT_ATOMIC, "4k3/8/8/8/8/8/3q4/4K3 w - - 0 1");
    assert_false(is_legal_uci(&p, "e1d2"));
}

static void atomic_exploding_the_enemy_king_beats_being_in_check(void **state) {
    (void)state;
    Game game = game_of(VARIANT_ATOMIC, "3rk3/3p4/8/8/8/8/3Q4/r3K3 w - - 0 1", "d2d7");
    assert_outcome(game_outcome(&game, false), TERMINATION_VARIANT_LOSS, WHITE);
    game_free(&game);
}

static void antichess_capture_is_compulsory(void **state) {
    (void)state;
    Position p = position_of(VARIANT_ANTICHESS, "8/8/8/3p4/4P3/8/8/R7 w - - 0 1");
    assert_int_equal(position_count_legal_moves(&p), 1);
    assert_true(is_legal_uci(&p, "e4d5"));
    assert_false(is_legal_uci(&p, "a1a2"));
}

static void antichess_pawn_may_become_a_king(void **state) {
    (void)state;
    Position p = position_of(VARIANT_ANTICHESS, "8/P7/8/8/8/8/8/7r w - - 0 1");
    assert_int_equal(position_count_legal_moves(&p), 5);
    p = position_of(VARIANT_STANDARD, "8/P7/8/8/8/8/8/k1K5 w - - 0 1");
    assert_false(is_legal_uci(&p, "a7a8k"));
}

static void crazyhouse_drops_block_checks_but_not_on_the_last_ranks(void **state) {
    (void)state;
    Position p = position_of(VARIANT_CRAZYHOUSE, "4r2k/8/8/8/8/8/8/4K3[NP] w - - 0 1");
    assert_true(is_legal_uci(&p, "P@e4"));
    assert_true(is_legal_uci(&p, "N@e2"));
    assert_false(is_legal_uci(&p, "N@f3")); /* does not answer the check */
    p = position_of(VARIANT_CRAZYHOUSE, "7k/8/8/8/8/8/8/4K3[P] w - - 0 1");
    assert_false(is_legal_uci(&p, "P@a8"));
    assert_false(is_legal_uci(&p, "N@a4")); /* none in the pocket */
}

static void crazyhouse_captured_promoted_man_returns_as_a_pawn(void **state) {
    (void)state;
    Game game = game_of(VARIANT_CRAZYHOUSE, "r3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1", "b7b8q a8b8");
    assert_fen(game_position(&game), FEN_DEFAULT, "1r2k3/8/8/8/8/8/8/4K3[p] w - - 0 2");
    game_free(&game);
}

static void racing_kings_may_not_give_check(void **state) {
    (void)state;
    Position p = position_of(VARIANT_RACING_KINGS, "8/8/8/8/8/k7/8/1R5K w - - 0 1");
    assert_false(is_legal_uci(&p, "b1a1"));
    assert_true(is_legal_uci(&p, "b1c1"));
}

static void three_check_ends_before_anybody_takes_en_passant(void **state) {
    (void)state;
    Position p = position_of(VARIANT_THREE_CHECK, "2r3nr/1b1p1p2/2p4p/RpPNkPPP/1QP1p3/bP6/5P2/1N1K1BR1 w - - 1+3 0 26");
    const char *over = "2r3nr/1b1p1p2/2p4p/RpPNkPPP/1QP1pP2/bP6/8/1N1K1BR1 b - - 0+3 0 26";
    position_play(&p, move_of(&p, "f2f4"), &p);
    assert_fen(&p, FEN_DEFAULT, over);
    assert_int_equal(p.key, position_of(VARIANT_THREE_CHECK, over).key);
}

static void three_check_counts_down(void **state) {
    (void)state;
    Game game = game_of(VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/R3K3 w Q - 3+3 0 1", "a1a8 e8e7 a8a7");
    assert_fen(game_position(&game), FEN_DEFAULT, "8/R3k3/8/8/8/8/8/4K3 b - - 1+3 3 2");
    game_free(&game);
}

/* ---- Odd boards ---- */

static void twenty_seven_queens_have_all_their_moves(void **state) {
    (void)state;
    Position p =
        position_of(VARIANT_STANDARD, "Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q2K/k7 w - - 0 1");
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(&p, moves);
    assert_int_equal(count, position_count_legal_moves(&p));
    assert_int_equal(count, 115);
}

static void a_board_without_kings_plays_on(void **state) {
    (void)state;
    Position p = position_of(VARIANT_STANDARD, "8/8/8/3r4/8/8/3R4/8 w - - 0 1");
    assert_int_equal(position_count_legal_moves(&p), 14 - 3); /* up to the capture on d5, down one, seven across */
    assert_int_equal(position_status(&p), STATUS_NO_WHITE_KING | STATUS_NO_BLACK_KING);
}

/* ---- Fast paths against slow ones ---- */

/* Whatever the incremental update says, setting the position up anew must say the same. */
static void check_fresh(const Position *p) {
    Position fresh = *p;
    position_refresh(&fresh);
    assert_int_equal(fresh.key, p->key);
    assert_int_equal(fresh.pawn_key, p->pawn_key);
    assert_int_equal(fresh.checkers, p->checkers);
    assert_int_equal(fresh.pinned, p->pinned);
    assert_int_equal(fresh.ep_legal, p->ep_legal);
    assert_int_equal(fresh.castling_doubtful, p->castling_doubtful);
}

static void check_derived(const Position *p) {
    check_fresh(p);
    Move legal[MOVES_MAX], pseudo[MOVES_MAX];
    size_t count = position_legal_moves(p, legal), pseudo_count = position_pseudo_legal_moves(p, pseudo);
    assert_int_equal(position_count_legal_moves(p), count);
    for (size_t i = 0; i < count; i++) {
        Position after;
        assert_true(position_is_legal(p, legal[i]));
        position_play(p, legal[i], &after);
        assert_int_equal(position_gives_check(p, legal[i]), position_is_check(&after));
        /* An exploded king is past giving check. */
        assert_true(position_is_variant_end(&after) || !position_was_into_check(&after));
    }
    for (size_t i = 0; i < pseudo_count; i++)
        assert_true(position_is_variant_end(p) || position_is_pseudo_legal(p, pseudo[i]));
}

/* Every 16-bit value is a legal move exactly if the list has it. */
static void check_all_values(const Position *p) {
    static unsigned char listed[1 << 16];
    Move legal[MOVES_MAX];
    size_t count = position_legal_moves(p, legal);
    memset(listed, 0, sizeof listed);
    for (size_t i = 0; i < count; i++)
        listed[legal[i]] = 1;
    for (unsigned value = 0; value < 1 << 16; value++)
        if (position_is_legal(p, (Move)value) != listed[value])
            fail_msg("move %04x: is_legal and the list differ", value);
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

static void random_games_keep_derived_fields_true(void **state) {
    (void)state;
    uint64_t random = 88172645463325252u;
    for (Variant variant = 0; variant < VARIANT_COUNT; variant++) {
        for (int round = 0; round < 12; round++) {
            Position p;
            position_start(&p, variant);
            if (variant == VARIANT_CHESS960)
                position_start_chess960(&p, (int)(random % 960));
            for (int ply = 0; ply < 150; ply++) {
                Move moves[MOVES_MAX];
                size_t count = position_legal_moves(&p, moves);
                check_derived(&p);
                if (ply % 25 == 7)
                    check_all_values(&p);
                if (count == 0)
                    break;
                position_play(&p, moves[next_random(&random) % count], &p);
            }
        }
    }
}

/* Any men anywhere, several kings or none, most of them on the back ranks, with any castling rights. */
static Position random_board(Variant variant, uint64_t *random) {
    Position p;
    position_clear(&p, variant);
    p.chess960 = next_random(random) % 2 == 0;
    for (unsigned men = 3 + next_random(random) % 24; men > 0; men--) {
        uint64_t dice = next_random(random);
        Square square = (Square)(dice % 64);
        if (dice >> 8 & 1)
            square = (Square)(square % 8 + (dice >> 9 & 1) * 56);
        bool home = square < 8 || square >= 56;
        PieceType type = (PieceType)(PAWN + (home ? 1 + (dice >> 16) % 5 : (dice >> 16) % 6));
        if (home && (dice >> 24) % 3 == 0)
            type = (dice >> 32) % 2 ? KING : ROOK;
        Color color = (Color)(home && (dice >> 40) % 4 ? square >= 56 : (dice >> 48) % 2);
        position_put(&p, square, piece_make(color, type), type != PAWN && (dice >> 56) % 8 == 0);
    }
    for (Color color = WHITE; color <= BLACK; color++)
        for (PieceType type = PAWN; type <= QUEEN; type++)
            p.pockets[color][type] = variant == VARIANT_CRAZYHOUSE ? (uint8_t)(next_random(random) % 3) : 0;
    p.side = (uint8_t)(next_random(random) % 2);
    p.castling = p.by_type[ROOK] & next_random(random); /* claims too much, as a FEN may */
    position_refresh(&p);
    return p;
}

static void random_boards_keep_derived_fields_true(void **state) {
    (void)state;
    uint64_t random = 1181783497276652981u;
    for (Variant variant = 0; variant < VARIANT_COUNT; variant++) {
        for (int round = 0; round < 600; round++) {
            Position p = random_board(variant, &random);
            for (int ply = 0; ply < 12; ply++) {
                Move moves[MOVES_MAX];
                size_t count = position_legal_moves(&p, moves);
                check_fresh(&p);
                assert_int_equal(position_count_legal_moves(&p), count);
                assert_int_equal(position_has_legal_move(&p), count > 0);
                if (count == 0)
                    break;
                position_play(&p, moves[next_random(&random) % count], &p);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(castling_needs_a_safe_way),
        cmocka_unit_test(castling_is_written_both_ways_in_standard_chess),
        cmocka_unit_test(chess960_castling_moves_king_and_rook_past_each_other),
        cmocka_unit_test(chess960_king_stays_and_rook_jumps),
        cmocka_unit_test(chess960_rook_that_shields_its_king_may_not_castle),
        cmocka_unit_test(a_captured_rook_takes_its_right_along),
        cmocka_unit_test(a_king_captured_by_a_king_takes_its_rights_along),
        cmocka_unit_test(en_passant_may_not_uncover_the_king),
        cmocka_unit_test(en_passant_answers_the_check_of_the_pushed_pawn_only),
        cmocka_unit_test(horde_first_rank_double_push_gives_no_en_passant),
        cmocka_unit_test(atomic_captures_explode_all_but_pawns),
        cmocka_unit_test(atomic_king_never_captures_and_may_stand_beside_the_other),
        cmocka_unit_test(atomic_exploding_the_enemy_king_beats_being_in_check),
        cmocka_unit_test(antichess_capture_is_compulsory),
        cmocka_unit_test(antichess_pawn_may_become_a_king),
        cmocka_unit_test(crazyhouse_drops_block_checks_but_not_on_the_last_ranks),
        cmocka_unit_test(crazyhouse_captured_promoted_man_returns_as_a_pawn),
        cmocka_unit_test(racing_kings_may_not_give_check),
        cmocka_unit_test(three_check_counts_down),
        cmocka_unit_test(three_check_ends_before_anybody_takes_en_passant),
        cmocka_unit_test(twenty_seven_queens_have_all_their_moves),
        cmocka_unit_test(a_board_without_kings_plays_on),
        cmocka_unit_test(random_games_keep_derived_fields_true),
        cmocka_unit_test(random_boards_keep_derived_fields_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
