/* Where games start: lines of positions, games, and what is wrong with them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/openings.h"

static char warnings[4096];

static void on_warning(void *owner, const char *sentence) {
    (void)owner;
    size_t length = strlen(warnings);
    snprintf(warnings + length, sizeof warnings - length, "%s\n", sentence);
}

/* Writes the text to a file with this ending and loads it. */
static Openings *load(const char *ending, const char *text, Variant variant, size_t max_plies, Error *error) {
    char path[64];
    snprintf(path, sizeof path, "/tmp/rookery-openings-XXXXXX%s", ending);
    int fd = mkstemps(path, (int)strlen(ending));
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    warnings[0] = '\0';
    Openings *openings = openings_load(path, variant, max_plies, on_warning, NULL, error);
    unlink(path);
    return openings;
}

static void assert_start(const Openings *openings, size_t index, const char *expected, size_t plies) {
    Position position;
    const Move *moves;
    size_t count;
    char fen[FEN_MAX];
    openings_get(openings, index, &position, &moves, &count);
    position_to_fen(&position, FEN_DEFAULT, fen);
    assert_string_equal(fen, expected);
    assert_int_equal(count, plies);
}

static void assert_contains(const char *text, const char *part) {
    if (strstr(text, part) == NULL)
        fail_msg("\"%s\" is not in: %s", part, text);
}

static void counters_of_epd_and_fen(void **state) {
    (void)state;
    Openings *openings = load(".epd",
                              "r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq - hmvc 4; fmvn 1;\n"
                              "r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq - \r\n"
                              "\n# a remark\n"
                              "r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 3 17\n"
                              "  4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"a;b\"; fmvn 9;",
                              VARIANT_STANDARD, 0, NULL);
    assert_non_null(openings);
    assert_int_equal(openings_count(openings), 4);
    assert_start(openings, 0, "r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 4 1", 0);
    assert_start(openings, 1, "r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1", 0);
    assert_start(openings, 2, "r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 3 17", 0);
    assert_start(openings, 3, "4k3/8/8/8/8/8/8/4K2R w K - 0 9", 0);
    assert_start(openings, 4, "r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq - 4 1", 0); /* round again */
    openings_free(openings);
}

static void positions_of_variants(void **state) {
    (void)state;
    Openings *openings = load(".epd", "4k3/8/8/8/8/8/4P3/4K3[Qn] w - - 0 1\n", VARIANT_CRAZYHOUSE, 0, NULL);
    assert_start(openings, 0, "4k3/8/8/8/8/8/4P3/4K3[Qn] w - - 0 1", 0);
    openings_free(openings);
    openings = load(".epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 2+1 4 9\n4k3/8/8/8/8/8/4P3/4K3 w - - 3+2\n",
                    VARIANT_THREE_CHECK, 0, NULL);
    assert_start(openings, 0, "4k3/8/8/8/8/8/4P3/4K3 w - - 2+1 4 9", 0);
    assert_start(openings, 1, "4k3/8/8/8/8/8/4P3/4K3 w - - 3+2 0 1", 0);
    openings_free(openings);
}

static void mistakes_name_their_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", "line 1: the game is over before it starts: insufficient material"},
        {"# x\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nnonsense\n", "line 3: "},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq - 0 1\n",
         "line 1: no game can start here: White has no king"},
        {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\n",
         "line 1: no game can start here: the side that is not to move is in check"},
        {"\n\n", "holds no opening that can be played"},
        {"", "holds no opening that can be played"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Error error = {.message = ""};
        assert_null(load(".epd", cases[i].text, VARIANT_STANDARD, 0, &error));
        assert_contains(error.message, cases[i].reason);
    }
    Error error;
    assert_null(openings_load("/nonexistent/book.epd", VARIANT_STANDARD, 0, NULL, NULL, &error));
    assert_contains(error.message, "/nonexistent/book.epd");
    assert_null(openings_fen("8/8/8/8/8/8/8/8 w - - 0 1", VARIANT_STANDARD, &error));
    assert_null(openings_fen("x", VARIANT_STANDARD, &error));
}

static void games_are_openings(void **state) {
    (void)state;
    static const char games[] =
        "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n"
        "[Event \"b\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 4 30\"]\n\n1. O-O Ke7 *\n";
    Openings *openings = load(".pgn", games, VARIANT_STANDARD, 0, NULL);
    assert_int_equal(openings_count(openings), 2);
    assert_start(openings, 0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4);
    assert_start(openings, 1, "4k3/8/8/8/8/8/8/4K2R w K - 4 30", 2);
    assert_string_equal(warnings, "");
    openings_free(openings);
    openings = load(".pgn", games, VARIANT_STANDARD, 3, NULL);
    assert_start(openings, 0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3);
    openings_free(openings);
}

static void an_illegal_move_cuts_the_opening_with_one_warning(void **state) {
    (void)state;
    Openings *openings =
        load(".pgn", "[Event \"good\"]\n\n1. d4 *\n\n[Event \"bad\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Ka1 a6 4. Ba4 *\n",
             VARIANT_STANDARD, 0, NULL);
    assert_int_equal(openings_count(openings), 2);
    assert_start(openings, 1, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4);
    assert_contains(warnings, ", game 2 (line 5): ");
    assert_contains(warnings, "Ka1");
    assert_ptr_equal(strchr(warnings, '\n'), warnings + strlen(warnings) - 1); /* one */
    openings_free(openings);
}

static void an_opening_stops_before_the_end_of_its_game(void **state) {
    (void)state;
    Openings *openings = load(".pgn", "[Event \"mate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", VARIANT_STANDARD, 0, NULL);
    assert_start(openings, 0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3);
    openings_free(openings);
}

static void games_of_other_variants_are_left_out(void **state) {
    (void)state;
    Error error;
    assert_null(load(".pgn", "[Event \"a\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n", VARIANT_STANDARD, 0, &error));
    assert_contains(warnings, "another variant");
    Openings *openings = load(".pgn", "[Event \"a\"]\n\n1. e4 *\n", VARIANT_ATOMIC, 0, NULL);
    assert_start(openings, 0, variant_start_fen(VARIANT_ATOMIC), 1);
    openings_free(openings);
}

static void chess960_has_960_starts(void **state) {
    (void)state;
    Openings *openings = openings_start(VARIANT_CHESS960, NULL);
    assert_int_equal(openings_count(openings), 960);
    assert_start(openings, 0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0);
    uint64_t digest = openings_digest(openings);
    openings_shuffle(openings, 7);
    assert_true(openings_digest(openings) != digest);
    Openings *again = openings_start(VARIANT_CHESS960, NULL);
    openings_shuffle(again, 7);
    assert_int_equal(openings_digest(openings), openings_digest(again)); /* the same seed, the same order */
    openings_free(again);
    openings_free(openings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_of_epd_and_fen),
        cmocka_unit_test(positions_of_variants),
        cmocka_unit_test(mistakes_name_their_line),
        cmocka_unit_test(games_are_openings),
        cmocka_unit_test(an_illegal_move_cuts_the_opening_with_one_warning),
        cmocka_unit_test(an_opening_stops_before_the_end_of_its_game),
        cmocka_unit_test(games_of_other_variants_are_left_out),
        cmocka_unit_test(chess960_has_960_starts),
    };
    return cmocka_run_group_tests_name("openings", tests, NULL, NULL);
}
