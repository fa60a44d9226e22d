/* FEN, SAN, UCI moves and keys. */
#include "rules_help.h"

#include "chess/bitboard.h"

typedef struct FenCase {
    Variant variant;
    const char *given, *canonical;
} FenCase;

static const FenCase fens[] = {
    {VARIANT_STANDARD, "k7/8/8/8/8/8/8/7K", "k7/8/8/8/8/8/8/7K w - - 0 1"},
    {VARIANT_STANDARD, "  k7/8/8/8/8/8/8/7K\tb - - 7 0 ", "k7/8/8/8/8/8/8/7K b - - 7 1"},
    {VARIANT_STANDARD, "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
     "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {VARIANT_STANDARD, "4k3/8/8/8/8/8/8/4K3 w - - 99999999999 99999999999",
     "4k3/8/8/8/8/8/8/4K3 w - - 2147483647 2147483647"},
    {VARIANT_CHESS960, "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1"},
    {VARIANT_CHESS960, "4k3/8/8/8/8/8/8/4KR1R w H - 0 1", "4k3/8/8/8/8/8/8/4KR1R w K - 0 1"},
    {VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/Q~3K3[QpN] b - - 0 1", "4k3/8/8/8/8/8/8/Q~3K3[QNp] b - - 0 1"},
    {VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3/QNp w - - 0 1", "4k3/8/8/8/8/8/8/4K3[QNp] w - - 0 1"},
    {VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 w - - 2+1 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 0 1"},
    {VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+2", "4k3/8/8/8/8/8/8/4K3 w - - 2+1 0 1"},
    {VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"},
};

static void every_dialect_of_fen_is_read(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        Position p = position_of(fens[i].variant, fens[i].given);
        assert_fen(&p, FEN_DEFAULT, fens[i].canonical);
    }
}

typedef struct BadFen {
    const char *fen;
    size_t column;
} BadFen;

static const BadFen bad_fens[] = {
    {"", 1},
    {"8/8/8/8/8/8/8", 14},
    {"8/8/8/8/8/8/8/8/8 w - - 0 1", 16},
    {"9/8/8/8/8/8/8/8 w", 1},
    {"ppppppppp/8/8/8/8/8/8/8 w", 9},
    {"44/8/8/8/8/8/8/8 w", 2},
    {"~7/8/8/8/8/8/8/8 w", 1},
    {"8/8/8/8/8/8/8/8 x", 17},
    {"8/8/8/8/8/8/8/8 w KX", 20},
    {"8/8/8/8/8/8/8/8 w - e9", 21},
    {"8/8/8/8/8/8/8/8 w - - x", 23},
    {"8/8/8/8/8/8/8/8 w - - 0 -1", 25},
    {"8/8/8/8/8/8/8/8 w - - 0 1 more", 27},
    {"8/8/8/8/8/8/8/8[Q] w - - 0 1", 16},
};

static void bad_fens_are_refused_with_the_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad_fens / sizeof bad_fens[0]; i++) {
        Position before = position_of(VARIANT_STANDARD, "k7/8/8/8/8/8/8/7K"), p = before;
        Error error = {0};
        if (position_from_fen(&p, bad_fens[i].fen, VARIANT_STANDARD, false, &error))
            fail_msg("accepted: %s", bad_fens[i].fen);
        if (error.column != bad_fens[i].column)
            fail_msg("%s: column %zu, expected %zu: %s", bad_fens[i].fen, error.column, bad_fens[i].column,
                     error.message);
        assert_memory_equal(&p, &before, sizeof p);
    }
}

static void the_en_passant_field_has_three_conventions(void **state) {
    (void)state;
    Game game = game_of(VARIANT_STANDARD, "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4");
    assert_fen(game_position(&game), FEN_DEFAULT, "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1");
    game_free(&game);
    game = game_of(VARIANT_STANDARD, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a4");
    assert_fen(game_position(&game), FEN_DEFAULT, "4k3/8/8/8/P7/8/8/4K3 b - - 0 1");
    assert_fen(game_position(&game), FEN_EP_ALWAYS, "4k3/8/8/8/P7/8/8/4K3 b - a3 0 1");
    game_free(&game);
    game = game_of(VARIANT_STANDARD, "1r2k3/8/8/8/1p6/8/P7/1K6 w - - 0 1", "a2a4");
    game_free(&game);
    game = game_of(VARIANT_STANDARD, "8/8/8/8/Rp1k4/8/2P5/4K3 w - - 0 1", "c2c3"); /* no double push at all */
    assert_fen(game_position(&game), FEN_EP_ALWAYS | FEN_NO_COUNTERS, "8/8/8/8/Rp1k4/2P5/8/4K3 b - -");
    game_free(&game);
    game = game_of(VARIANT_STANDARD, "8/8/8/8/Rp5k/8/2P5/4K3 w - - 0 1", "c2c4");
    assert_fen(game_position(&game), FEN_DEFAULT, "8/8/8/8/RpP4k/8/8/4K3 b - - 0 1"); /* would open the rank */
    assert_fen(game_position(&game), FEN_EP_PSEUDO, "8/8/8/8/RpP4k/8/8/4K3 b - c3 0 1");
    game_free(&game);
}

typedef struct SanCase {
    Variant variant;
    const char *fen, *uci, *san;
} SanCase;

static const SanCase sans[] = {
    {VARIANT_STANDARD, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1d1", "Rd1"},
    {VARIANT_STANDARD, "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"},
    {VARIANT_STANDARD, "R7/8/8/4k3/8/8/4K3/R7 w - - 0 1", "a1a4", "R1a4"},
    {VARIANT_STANDARD, "4k3/8/8/3Q4/8/1Q6/8/KQ6 w - - 0 1", "b3b5", "Qbb5+"},
    {VARIANT_STANDARD, "4k3/8/8/1Q1Q4/8/8/8/KQ6 w - - 0 1", "b5d3", "Qb5d3"},
    {VARIANT_STANDARD, "4k3/3P4/8/8/8/8/8/4K3 b - - 0 1", "e8d7", "Kxd7"},
    {VARIANT_STANDARD, "7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q", "e8=Q+"},
    {VARIANT_STANDARD, "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7d8n", "exd8=N"},
    {VARIANT_STANDARD, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
    {VARIANT_STANDARD, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", "Rd8#"},
    {VARIANT_STANDARD, "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "O-O-O"},
    {VARIANT_STANDARD, "4k3/4r3/8/4N3/8/2N5/8/4K3 w - - 0 1", "c3e4", "Ne4"},
    {VARIANT_STANDARD, "4k3/4r3/8/8/8/2N3N1/4R3/4K3 w - - 0 1", "g3e4", "Nge4"},
    {VARIANT_CRAZYHOUSE, "7k/8/8/8/8/8/8/K7[NP] w - - 0 1", "N@f7", "N@f7+"},
    {VARIANT_CRAZYHOUSE, "7k/8/8/8/8/8/8/K7[NP] w - - 0 1", "P@e4", "@e4"},
    {VARIANT_ANTICHESS, "8/P7/8/8/8/8/8/7r w - - 0 1", "a7a8k", "a8=K"},
    {VARIANT_ATOMIC, "4k3/3p4/8/8/8/8/8/K2Q4 w - - 0 1", "d1d7", "Qxd7#"},
    {VARIANT_KING_OF_THE_HILL, "7k/8/8/8/8/3K4/8/8 w - - 0 1", "d3e4", "Ke4#"},
};

static void san_is_as_short_as_can_be(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof sans / sizeof sans[0]; i++) {
        Position p = position_of(sans[i].variant, sans[i].fen);
        char san[SAN_MAX];
        Move read;
        san_write_move(&p, move_of(&p, sans[i].uci), san);
        assert_string_equal(san, sans[i].san);
        assert_int_equal(san_parse_move(&p, san, &read, NULL), MOVE_TEXT_OK);
        assert_int_equal(read, move_of(&p, sans[i].uci));
    }
}

typedef struct LenientCase {
    const char *fen, *text, *uci; /* uci NULL: refused */
} LenientCase;

static const LenientCase lenient[] = {
    {START, "e2e4", "e2e4"},
    {START, "e2-e4", "e2e4"},
    {START, "Ng1-f3", "g1f3"},
    {START, "Nf3!?", "g1f3"},
    {START, "Pe4", "e2e4"},
    {START, "Nf4", NULL},
    {START, "", NULL},
    {START, "e9", NULL},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0", "e1g1"},
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1g1"},
    {"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", NULL}, /* ambiguous */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6e.p.", "e5d6"},
    {"7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8Q", "e7e8q"},
    {"7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8(N)", "e7e8n"},
    {"7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8", NULL},     /* to what? */
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", NULL}, /* a capture names its file */
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5", "e4d5"},
};

static void san_is_read_leniently_but_never_guessed(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof lenient / sizeof lenient[0]; i++) {
        Position p = position_of(VARIANT_STANDARD, lenient[i].fen);
        Move move;
        bool read = san_parse_move(&p, lenient[i].text, &move, NULL) == MOVE_TEXT_OK;
        if (read != (lenient[i].uci != NULL))
            fail_msg("\"%s\" %s", lenient[i].text, read ? "was accepted" : "was refused");
        if (read)
            assert_int_equal(move, move_of(&p, lenient[i].uci));
    }
}

static void mistakes_in_moves_are_told_apart(void **state) {
    (void)state;
    Position p = position_of(VARIANT_STANDARD, "4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    Move move;
    assert_int_equal(san_parse_move(&p, "Rd1", &move, NULL), MOVE_TEXT_AMBIGUOUS);
    assert_int_equal(san_parse_move(&p, "Rd2", &move, NULL), MOVE_TEXT_ILLEGAL);
    assert_int_equal(san_parse_move(&p, "hello", &move, NULL), MOVE_TEXT_INVALID);
    assert_int_equal(uci_parse_move(&p, "e2e9", &move, NULL), MOVE_TEXT_INVALID);
    assert_int_equal(uci_parse_move(&p, "e2e4", &move, NULL), MOVE_TEXT_ILLEGAL);
    assert_int_equal(uci_parse_move(&p, "0000", &move, NULL), MOVE_TEXT_OK);
    assert_int_equal(move, MOVE_NULL);
}

/* The examples of the format's specification, http://hgm.nubati.net/book_format.html. */
static void keys_are_those_of_polyglot(void **state) {
    (void)state;
    static const struct {
        const char *moves;
        uint64_t key;
    } cases[] = {
        {"", 0x463b96181691fc9c},
        {"e2e4", 0x823c9b50fd114196},
        {"e2e4 d7d5", 0x0756b94461c50fb0},
        {"e2e4 d7d5 e4e5", 0x662fafb965db29d4},
        {"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
        {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
        {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
        {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
        {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Game game = game_of(VARIANT_STANDARD, START, cases[i].moves);
        assert_int_equal(position_polyglot_key(game_position(&game)), cases[i].key);
        game_free(&game);
    }
}

static void variants_are_found_by_any_usual_name(void **state) {
    (void)state;
    assert_int_equal(variant_by_name("3check"), VARIANT_THREE_CHECK);
    assert_int_equal(variant_by_name("Three-check"), VARIANT_THREE_CHECK);
    assert_int_equal(variant_by_name("King of the Hill"), VARIANT_KING_OF_THE_HILL);
    assert_int_equal(variant_by_name("chess"), VARIANT_STANDARD);
    assert_int_equal(variant_by_name("chess 960"), VARIANT_CHESS960);
    assert_int_equal(variant_by_name("Fischer-random"), VARIANT_CHESS960);
    assert_int_equal(variant_by_name("zh"), VARIANT_CRAZYHOUSE);
    assert_int_equal(variant_by_name("bughouse"), VARIANT_NONE);
    assert_int_equal(variant_by_name(""), VARIANT_NONE);
}

static void chess960_numbers_give_their_arrays(void **state) {
    (void)state;
    Position p;
    position_start_chess960(&p, 518);
    assert_fen(&p, FEN_DEFAULT, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    position_start_chess960(&p, 0);
    assert_fen(&p, FEN_DEFAULT, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    position_start_chess960(&p, 959);
    assert_fen(&p, FEN_SHREDDER, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1");
}

/* A slow walk along the lines, against the tables. */
static Bitboard walk(Square from, const int steps[4][2], Bitboard occupied) {
    Bitboard reached = 0;
    for (int i = 0; i < 4; i++) {
        int file = square_file(from) + steps[i][0], rank = square_rank(from) + steps[i][1];
        for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += steps[i][0], rank += steps[i][1]) {
            reached |= square_bit(square_make(file, rank));
            if (occupied & square_bit(square_make(file, rank)))
                break;
        }
    }
    return reached;
}

static void slider_tables_agree_with_walking(void **state) {
    (void)state;
    static const int straight[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static const int diagonal[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    uint64_t random = 1234567;
    for (int round = 0; round < 2000; round++) {
        for (Square square = 0; square < 64; square++) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            Bitboard occupied = round % 2 != 0 ? random : random & (random >> 32 | random << 32);
            assert_int_equal(rook_attacks(square, occupied), walk(square, straight, occupied));
            assert_int_equal(bishop_attacks(square, occupied), walk(square, diagonal, occupied));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_dialect_of_fen_is_read),
        cmocka_unit_test(bad_fens_are_refused_with_the_place),
        cmocka_unit_test(the_en_passant_field_has_three_conventions),
        cmocka_unit_test(san_is_as_short_as_can_be),
        cmocka_unit_test(san_is_read_leniently_but_never_guessed),
        cmocka_unit_test(mistakes_in_moves_are_told_apart),
        cmocka_unit_test(keys_are_those_of_polyglot),
        cmocka_unit_test(variants_are_found_by_any_usual_name),
        cmocka_unit_test(chess960_numbers_give_their_arrays),
        cmocka_unit_test(slider_tables_agree_with_walking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
