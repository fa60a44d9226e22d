/* Lines of UCI engines, good and bad. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arena/uci_info.h"

static SearchInfo after(const char *const *lines, size_t count) {
    SearchInfo info = {0};
    for (size_t i = 0; i < count; i++)
        uci_read_info(lines[i], &info);
    return info;
}

static void everything_is_read(void **state) {
    (void)state;
    const char *line = "info depth 12 seldepth 20 multipv 1 score cp -35 nodes 12345678901 nps 5 time 3 pv e2e4 e7e5";
    SearchInfo info = after(&line, 1);
    assert_int_equal(info.depth, 12);
    assert_int_equal(info.selective_depth, 20);
    assert_true(info.has_score && !info.mate && info.score == -35);
    assert_int_equal(info.nodes, 12345678901);
    assert_string_equal(info.pv, "e2e4 e7e5");
}

static void later_lines_replace_earlier_ones_field_by_field(void **state) {
    (void)state;
    const char *lines[] = {"info depth 5 score cp 10 nodes 100 pv a2a3", "info depth 6 currmove e2e4", "info nodes 900",
                           "info depth 7 score mate -3"};
    SearchInfo info = after(lines, 4);
    assert_int_equal(info.depth, 7);
    assert_true(info.mate && info.score == -3);
    assert_int_equal(info.nodes, 900);
    assert_string_equal(info.pv, "a2a3");
}

static void second_lines_of_multipv_and_strings_are_left_alone(void **state) {
    (void)state;
    const char *lines[] = {"info multipv 1 score cp 50 pv e2e4", "info depth 9 multipv 2 score cp -900 pv a2a3",
                           "info string score cp 1000 depth 99 pv h2h4", "info pv g1f3 multipv 2"};
    SearchInfo info = after(lines, 4);
    assert_int_equal(info.score, 50);
    assert_int_equal(info.depth, 0);
    assert_string_equal(info.pv, "g1f3 multipv 2"); /* everything behind pv belongs to it */
}

static void a_bound_does_not_replace_a_score(void **state) {
    (void)state;
    const char *lines[] = {"info score cp 5 upperbound", "info score cp 20", "info score cp 900 lowerbound"};
    assert_int_equal(after(lines, 1).score, 5);
    assert_int_equal(after(lines, 3).score, 20);
}

static void malformed_fields_change_nothing(void **state) {
    (void)state;
    const char *lines[] = {"info depth x score cp nodes -5 pv",
                           "info score",
                           "info score mate",
                           "info score cp 1e9",
                           "info depth 99999999999999999999",
                           "info",
                           "",
                           "bestmove e2e4",
                           "infodepth 3",
                           "info depth"};
    SearchInfo info = after(lines, sizeof lines / sizeof lines[0]), empty = {0};
    assert_memory_equal(&info, &empty, sizeof info);
}

static void a_long_variation_is_cut_between_moves(void **state) {
    (void)state;
    char line[4000] = "info pv";
    for (int i = 0; i < 300; i++)
        strcat(line, " e2e4 e7e5");
    SearchInfo info = {0};
    uci_read_info(line, &info);
    assert_true(strlen(info.pv) > PV_TEXT_MAX - 10 && strlen(info.pv) % 5 == 4);
}

static void best_moves(void **state) {
    (void)state;
    char move[MOVE_WORD_MAX];
    const char *rest;
    assert_true(uci_line_is("bestmove e7e8q ponder a2a3", "bestmove", &rest));
    uci_read_move_word(rest, move);
    assert_string_equal(move, "e7e8q");
    assert_true(uci_line_is(" \t bestmove\te2e4", "bestmove", &rest));
    assert_true(uci_line_is("bestmove", "bestmove", &rest));
    uci_read_move_word(rest, move);
    assert_string_equal(move, "");
    assert_false(uci_line_is("bestmovee2e4", "bestmove", &rest));
    uci_read_move_word("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", move);
    assert_int_equal(strlen(move), MOVE_WORD_MAX - 1);
}

static void options(void **state) {
    (void)state;
    char text[32];
    const char *after_name;
    assert_true(uci_read_option_name("name Skill Level type spin default 20", text, sizeof text, &after_name));
    assert_string_equal(text, "Skill Level");
    assert_true(uci_read_option_name("name UCI_Variant type combo default chess var chess var 3check", text,
                                     sizeof text, &after_name));
    assert_true(uci_next_choice(&after_name, text, sizeof text));
    assert_string_equal(text, "chess");
    assert_true(uci_next_choice(&after_name, text, sizeof text));
    assert_string_equal(text, "3check");
    assert_false(uci_next_choice(&after_name, text, sizeof text));
    assert_false(uci_read_option_name("type spin", text, sizeof text, &after_name));
    assert_false(uci_read_option_name("name", text, sizeof text, &after_name));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_read),
        cmocka_unit_test(later_lines_replace_earlier_ones_field_by_field),
        cmocka_unit_test(second_lines_of_multipv_and_strings_are_left_alone),
        cmocka_unit_test(a_bound_does_not_replace_a_score),
        cmocka_unit_test(malformed_fields_change_nothing),
        cmocka_unit_test(a_long_variation_is_cut_between_moves),
        cmocka_unit_test(best_moves),
        cmocka_unit_test(options),
    };
    return cmocka_run_group_tests_name("uci_info", tests, NULL, NULL);
}
