/* EPD lines: positions, operations, counters, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chess/epd.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

static void read_good(Epd *epd, const char *line, EpdDialect dialect) {
    Error error;
    if (!epd_read(epd, line, VARIANT_STANDARD, false, dialect, &error))
        fail_msg("%s: %zu: %s", line, error.column, error.message);
}

static void assert_fen(const char *line, Variant variant, const char *fen) {
    Epd epd;
    char written[FEN_MAX];
    epd_init(&epd);
    assert_true(epd_read(&epd, line, variant, false, EPD_OR_FEN, NULL));
    position_to_fen(&epd.position, FEN_DEFAULT, written);
    assert_string_equal(written, fen);
    epd_free(&epd);
}

static void assert_refused(const char *line, size_t column, const char *words) {
    Epd epd;
    Error error = {.column = 0};
    epd_init(&epd);
    assert_false(epd_read(&epd, line, VARIANT_STANDARD, false, EPD_STRICT, &error));
    assert_int_equal(error.column, column);
    if (strstr(error.message, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    epd_free(&epd);
}

/* Openings come as EPD and as FEN, mixed. */
static void test_counters(void **state) {
    (void)state;
    assert_fen(START, VARIANT_STANDARD, START " 0 1");
    assert_fen(START " hmvc 4; fmvn 7;", VARIANT_STANDARD, START " 4 7");
    assert_fen(START " hmvc 4; fmvn 1", VARIANT_STANDARD, START " 4 1");
    assert_fen(START " 3 9", VARIANT_STANDARD, START " 3 9");
    assert_fen(START " 3 9;", VARIANT_STANDARD, START " 3 9");
    assert_fen(START " 3 9 bm e4; id \"x\";", VARIANT_STANDARD, START " 3 9");
    assert_fen(START " 3", VARIANT_STANDARD, START " 3 1");
    assert_fen(START ";D1 20;D2 400", VARIANT_STANDARD, START " 0 1");
    assert_fen(START " 0 1;1:20 2:400", VARIANT_STANDARD, START " 0 1");
    assert_fen(START " fmvn 0;", VARIANT_STANDARD, START " 0 1");
    assert_fen("k7/8/1Q6/8/8/8/8/7K", VARIANT_STANDARD, "k7/8/1Q6/8/8/8/8/7K w - - 0 1");
    assert_fen("  " START "\t hmvc\t4 ; \r\n", VARIANT_STANDARD, START " 4 1");
}

static void test_checks_of_three_check_are_a_fifth_field(void **state) {
    (void)state;
    assert_fen(START " 2+3 hmvc 1;", VARIANT_THREE_CHECK, START " 2+3 1 1");
    assert_fen(START " 2+3 5 6", VARIANT_THREE_CHECK, START " 2+3 5 6");
    assert_fen(START " 5 6 +1+0", VARIANT_THREE_CHECK, START " 2+3 5 6");
    assert_fen(START, VARIANT_THREE_CHECK, START " 3+3 0 1");
}

static void test_operands(void **state) {
    (void)state;
    Epd epd;
    epd_init(&epd);
    read_good(
        &epd,
        START
        " bm e4 Nf3; acd 12; ce -30; acs 1.5; noop; id \"a \\\"b\\\" \\\\ c\"; pv e4 e5 Nf3; sm d4; am; - c0 \"\";",
        EPD_STRICT);
    const EpdOperation *bm = epd_find(&epd, "bm"), *pv = epd_find(&epd, "pv"), *acs = epd_find(&epd, "acs");
    assert_int_equal(epd.operation_count, 10);
    assert_int_equal(bm->kind, EPD_MOVES);
    assert_int_equal(bm->move_count, 2);
    assert_int_equal(move_to(epd_moves(&epd, bm)[1]), square_parse("f3"));
    assert_int_equal(epd_find(&epd, "acd")->integer, 12);
    assert_int_equal(epd_find(&epd, "ce")->integer, -30);
    assert_true(acs->kind == EPD_REAL && acs->real == 1.5);
    assert_int_equal(epd_find(&epd, "noop")->kind, EPD_NONE);
    assert_string_equal(epd_string(&epd, epd_find(&epd, "id")), "a \"b\" \\ c");
    assert_int_equal(pv->move_count, 3);
    assert_int_equal(epd_find(&epd, "sm")->move_count, 1);
    assert_true(epd_find(&epd, "am")->kind == EPD_MOVES && epd_find(&epd, "am")->move_count == 0);
    assert_int_equal(epd_find(&epd, "c0")->kind, EPD_STRING);
    assert_null(epd_find(&epd, "dm"));
    read_good(&epd, START " acd 1; acd 2; bm e2e4;", EPD_STRICT);
    assert_int_equal(epd_find(&epd, "acd")->integer, 2);
    assert_int_equal(epd_find(&epd, "bm")->kind, EPD_MOVES);
    epd_free(&epd);
}

static void test_strict_reading_refuses(void **state) {
    (void)state;
    assert_refused("4k3/8/8/8/8/8/8/3K4 b - - 12 13", 27, "letter");
    assert_refused("4k3/8/8/8/8/8/8/3K4 b - - bm Nf3;", 30, "legal");
    assert_refused("4k3/8/8/8/8/8/8/3K4 b - - bm Kd7 Kd6;", 34, "legal");
    assert_refused("4k3/8/8/8/8/8/8/3K4 b - - id foo bar;", 30, "quotes");
    assert_refused("4k3/8/8/8/8/8/8/3K4 b - - hmvc x;", 32, "legal");
    assert_refused("4k3/8/8/8/8/8/8/3K4 b - - hmvc -1;", 0, "hmvc");
    assert_refused("4k3/8/8/8/8/8/3K4 b - - id \"x\";", 18, "ranks");
    assert_refused("", 1, "empty");
}

static void test_lenient_reading_keeps_what_it_does_not_understand(void **state) {
    (void)state;
    Epd epd;
    epd_init(&epd);
    read_good(&epd, START " id foo bar; bm Qh5; 12 x; acd 3", EPD_OR_FEN);
    assert_string_equal(epd_string(&epd, epd_find(&epd, "id")), "foo bar");
    assert_string_equal(epd_string(&epd, epd_find(&epd, "bm")), "Qh5");
    assert_int_equal(epd_find(&epd, "acd")->integer, 3);
    assert_int_equal(epd.operation_count, 3);
    epd_free(&epd);
}

static void test_written_lines_read_back(void **state) {
    (void)state;
    static const char *const lines[] = {
        START,
        START " bm e4 Nf3; id \"WAC.001\";",
        START " acd 12; acs 1.5; ce -3; noop; am; pv e4 e5 Nf3 Nc6;",
        START " id \"a \\\"b\\\" \\\\ \\n\\t\"; hmvc 3; fmvn 9;",
        START " x 0.1; y 1e+300; z -2.0;",
    };
    Epd epd;
    Text text;
    epd_init(&epd);
    text_init(&text);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        read_good(&epd, lines[i], EPD_STRICT);
        text_clear(&text);
        epd_write(&epd, FEN_DEFAULT, &text);
        assert_string_equal(text.data, lines[i]);
    }
    text_free(&text);
    epd_free(&epd);
}

static void test_only_opcodes_can_be_added(void **state) {
    (void)state;
    Epd epd;
    Position position;
    position_start(&position, VARIANT_STANDARD);
    epd_init(&epd);
    epd_start(&epd, &position);
    assert_true(epd_add_integer(&epd, "acd", 1));
    assert_true(epd_add_string(&epd, "acd", "two"));
    assert_false(epd_add_integer(&epd, "1acd", 1));
    assert_false(epd_add_integer(&epd, "a b", 1));
    assert_false(epd_add_integer(&epd, "", 1));
    assert_int_equal(epd.operation_count, 1);
    assert_string_equal(epd_string(&epd, epd_find(&epd, "acd")), "two");
    epd_free(&epd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_checks_of_three_check_are_a_fifth_field),
        cmocka_unit_test(test_operands),
        cmocka_unit_test(test_strict_reading_refuses),
        cmocka_unit_test(test_lenient_reading_keeps_what_it_does_not_understand),
        cmocka_unit_test(test_written_lines_read_back),
        cmocka_unit_test(test_only_opcodes_can_be_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
