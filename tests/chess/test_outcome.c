/* How games end, for whom and why; and which positions no game can reach. */
#include "rules_help.h"

typedef struct EndCase {
    Variant variant;
    const char *fen, *moves;
    Termination termination;
    Color winner;
} EndCase;

#define SHUFFLE "g1f3 g8f6 f3g1 f6g8"

static const EndCase ends[] = {
    {VARIANT_STANDARD, START, "f2f3 e7e5 g2g4 d8h4", TERMINATION_CHECKMATE, BLACK},
    {VARIANT_STANDARD, "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "", TERMINATION_STALEMATE, NO_COLOR},
    {VARIANT_STANDARD, "7k/8/8/8/8/8/8/KN6 b - - 0 1", "", TERMINATION_INSUFFICIENT_MATERIAL, NO_COLOR},
    {VARIANT_STANDARD, "7k/8/8/8/8/8/8/KNN5 b - - 0 1", "", TERMINATION_NONE, NO_COLOR},
    {VARIANT_STANDARD, "7k/8/8/8/8/8/7r/K7 w - - 150 120", "", TERMINATION_SEVENTYFIVE_MOVES, NO_COLOR},
    {VARIANT_STANDARD, "7k/8/8/8/8/8/7r/K7 w - - 149 120", "", TERMINATION_NONE, NO_COLOR},
    {VARIANT_STANDARD, "6rk/6pp/8/6N1/8/8/8/K7 w - - 149 90", "g5f7", TERMINATION_CHECKMATE, WHITE},
    {VARIANT_STANDARD, START, SHUFFLE " " SHUFFLE " " SHUFFLE " " SHUFFLE, TERMINATION_FIVEFOLD_REPETITION, NO_COLOR},
    {VARIANT_STANDARD, START, SHUFFLE " " SHUFFLE, TERMINATION_NONE, NO_COLOR},
    {VARIANT_KING_OF_THE_HILL, "7k/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", TERMINATION_VARIANT_LOSS, WHITE},
    {VARIANT_KING_OF_THE_HILL, "7k/8/8/8/8/8/8/K7 w - - 0 1", "", TERMINATION_NONE, NO_COLOR},
    {VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", TERMINATION_VARIANT_LOSS, WHITE},
    {VARIANT_ATOMIC, START, "g1f3 a7a6 f3e5 a6a5 e5d7", TERMINATION_VARIANT_LOSS, WHITE},
    {VARIANT_ANTICHESS, "8/8/8/8/8/1p6/8/2R5 w - - 0 1", "c1b1 b3b2 b1b2", TERMINATION_VARIANT_WIN, BLACK},
    {VARIANT_ANTICHESS, "8/8/8/p7/P7/8/8/8 w - - 0 1", "", TERMINATION_VARIANT_WIN, WHITE},
    {VARIANT_SUICIDE, "8/8/8/p7/P7/8/8/N7 w - - 0 1", "a1b3", TERMINATION_VARIANT_WIN, BLACK},
    {VARIANT_SUICIDE, "8/8/8/p7/P7/8/8/8 w - - 0 1", "", TERMINATION_VARIANT_DRAW, NO_COLOR},
    {VARIANT_HORDE, "4k3/8/8/8/8/8/3r4/3P4 b - - 0 1", "d2d1", TERMINATION_VARIANT_LOSS, BLACK},
    {VARIANT_HORDE, "8/8/8/7k/7P/8/8/8 b - - 0 1", "h5g6", TERMINATION_NONE, NO_COLOR},
    {VARIANT_RACING_KINGS, "8/K7/8/8/8/8/8/7k w - - 0 1", "a7a8", TERMINATION_VARIANT_LOSS, WHITE},
    {VARIANT_RACING_KINGS, "8/K6k/8/8/8/8/8/8 w - - 0 1", "a7a8", TERMINATION_NONE, NO_COLOR},
    {VARIANT_RACING_KINGS, "8/K6k/8/8/8/8/8/8 w - - 0 1", "a7a8 h7h8", TERMINATION_VARIANT_DRAW, NO_COLOR},
    {VARIANT_RACING_KINGS, "8/K6k/8/8/8/8/8/8 w - - 0 1", "a7a8 h7h6", TERMINATION_VARIANT_WIN, WHITE},
    {VARIANT_RACING_KINGS, "8/K6k/8/8/8/8/8/8 b - - 0 1", "h7h8", TERMINATION_VARIANT_LOSS, BLACK},
    {VARIANT_CRAZYHOUSE, "7k/8/8/8/8/8/7r/K7[] w - - 200 120", "", TERMINATION_NONE, NO_COLOR},
};

static void every_variant_ends_as_its_rules_say(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        Game game = game_of(ends[i].variant, ends[i].fen, ends[i].moves);
        Outcome outcome = game_outcome(&game, false);
        if (outcome.termination != ends[i].termination || outcome.winner != ends[i].winner)
            fail_msg("%s %s after \"%s\": %s %s, expected %s", variant_name(ends[i].variant), ends[i].fen,
                     ends[i].moves, termination_name(outcome.termination), outcome_result(outcome),
                     termination_name(ends[i].termination));
        game_free(&game);
    }
}

static void threefold_and_fifty_moves_want_a_claim(void **state) {
    (void)state;
    Game game = game_of(VARIANT_STANDARD, START, SHUFFLE " " SHUFFLE);
    assert_outcome(game_outcome(&game, false), TERMINATION_NONE, NO_COLOR);
    assert_outcome(game_outcome(&game, true), TERMINATION_THREEFOLD_REPETITION, NO_COLOR);
    game_free(&game);
    game = game_of(VARIANT_STANDARD, "7k/8/8/8/8/8/7r/K7 w - - 100 90", "");
    assert_outcome(game_outcome(&game, true), TERMINATION_FIFTY_MOVES, NO_COLOR);
    game_free(&game);
}

static void claims_reach_one_move_ahead(void **state) {
    (void)state;
    Game game = game_of(VARIANT_STANDARD, START, SHUFFLE " g1f3 g8f6 f3g1");
    assert_true(game_can_claim_threefold(&game));
    assert_false(game_is_repetition(&game, 3));
    game_free(&game);
    game = game_of(VARIANT_STANDARD, "7k/8/8/8/8/8/7r/K7 w - - 99 90", "");
    assert_true(game_can_claim_fifty(&game));
    game_free(&game);
    game = game_of(VARIANT_STANDARD, "7k/8/8/8/8/8/7r/K7 w - - 98 90", "");
    assert_false(game_can_claim_fifty(&game));
    game_free(&game);
}

static void a_lost_castling_right_makes_another_position(void **state) {
    (void)state;
    Game game =
        game_of(VARIANT_STANDARD, "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", "a1a2 h8h7 a2a1 h7h8 a1a2 h8h7 a2a1 h7h8");
    assert_false(game_is_repetition(&game, 3)); /* the start still had both rights */
    assert_true(game_is_repetition(&game, 2));
    game_free(&game);
}

static void undo_gives_back_every_earlier_position(void **state) {
    (void)state;
    Game game = game_of(VARIANT_STANDARD, START, "e2e4 e7e5 g1f3");
    Position before = game.positions[2];
    game_undo(&game);
    assert_memory_equal(game_position(&game), &before, sizeof before);
    game_free(&game);
}

typedef struct StatusCase {
    Variant variant;
    const char *fen;
    uint32_t status;
} StatusCase;

static const StatusCase statuses[] = {
    {VARIANT_STANDARD, START, STATUS_VALID},
    {VARIANT_STANDARD, "8/8/8/8/8/8/8/8 w - - 0 1", STATUS_EMPTY | STATUS_NO_WHITE_KING | STATUS_NO_BLACK_KING},
    {VARIANT_STANDARD, "4k3/8/8/8/8/8/8/4K3 w K - 0 1", STATUS_BAD_CASTLING_RIGHTS},
    {VARIANT_STANDARD, "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", STATUS_INVALID_EP_SQUARE},
    {VARIANT_STANDARD, "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", STATUS_OPPOSITE_CHECK},
    {VARIANT_STANDARD, "4k3/P7/8/8/8/8/8/P3K3 w - - 0 1", STATUS_PAWNS_ON_BACKRANK},
    {VARIANT_STANDARD, "4k3/8/8/8/8/8/3K4/4K3 w - - 0 1", STATUS_TOO_MANY_KINGS},
    {VARIANT_HORDE, "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1", STATUS_VALID},
    {VARIANT_ANTICHESS, "8/8/8/8/8/8/8/R7 w - - 0 1", STATUS_VALID},
    {VARIANT_ATOMIC, "8/8/8/8/8/8/8/K7 b - - 0 1", STATUS_VALID},
    {VARIANT_ATOMIC, "8/8/8/8/8/8/8/K7 w - - 0 1", STATUS_NO_BLACK_KING},
    {VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/PPPPPPPP/PPP1K3[] w - - 0 1", STATUS_PAWNS_ON_BACKRANK},
    {VARIANT_RACING_KINGS, "8/8/8/8/8/8/k6P/7K w - - 0 1", STATUS_RACE_MATERIAL},
};

static void impossible_positions_are_named(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        Position p = position_of(statuses[i].variant, statuses[i].fen);
        if (position_status(&p) != statuses[i].status)
            fail_msg("%s: status %x, expected %x", statuses[i].fen, position_status(&p), statuses[i].status);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_ends_as_its_rules_say),
        cmocka_unit_test(threefold_and_fifty_moves_want_a_claim),
        cmocka_unit_test(claims_reach_one_move_ahead),
        cmocka_unit_test(a_lost_castling_right_makes_another_position),
        cmocka_unit_test(undo_gives_back_every_earlier_position),
        cmocka_unit_test(impossible_positions_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
