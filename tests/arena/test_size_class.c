/* Size classes: which tricks do not pay. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/size_class.h"

static SizeClass class_of(const char *source) {
    return size_measure(source, strlen(source)).size_class;
}

/* A source of `lines` lines of `columns` letters. */
static SizeMeasure measure_block(size_t lines, size_t columns, const char *line_end) {
    size_t width = columns + strlen(line_end);
    char *source = malloc(lines * width + 1);
    for (size_t i = 0; i < lines; i++) {
        memset(source + i * width, 'x', columns);
        memcpy(source + i * width + columns, line_end, strlen(line_end));
    }
    SizeMeasure measure = size_measure(source, lines * width);
    free(source);
    return measure;
}

static void fifteen_lines_of_sixty_four_characters(void **state) {
    (void)state;
    assert_int_equal(measure_block(15, 64, "\n").size_class, SIZE_FIFTEEN);
    assert_int_equal(measure_block(16, 64, "\n").size_class, SIZE_MINI);
    assert_int_equal(measure_block(15, 65, "\n").size_class, SIZE_MINI);
    assert_int_equal(class_of(""), SIZE_FIFTEEN);
}

static void line_ends_of_all_kinds_are_equal(void **state) {
    (void)state;
    SizeMeasure unix_ends = measure_block(15, 64, "\n"), dos_ends = measure_block(15, 64, "\r\n");
    assert_int_equal(dos_ends.bytes, unix_ends.bytes);
    assert_int_equal(dos_ends.size_class, SIZE_FIFTEEN);
    assert_int_equal(measure_block(16, 1, "\r").size_class, SIZE_MINI);
    assert_int_equal(measure_block(15, 1, "\r").lines, 15);
}

static void blank_lines_are_free_but_hold_nothing(void **state) {
    (void)state;
    assert_int_equal(class_of("a\n\n  \n\t\nb\n"), SIZE_FIFTEEN);
    assert_int_equal(size_measure("a\n\n  \n\t\nb", 9).lines, 2);
    assert_int_equal(measure_block(1025, 0, "\n").size_class, SIZE_MINI);
    assert_int_equal(measure_block(1024, 0, "\n").size_class, SIZE_FIFTEEN);
}

static void other_breaks_and_letters_leave_the_line_class(void **state) {
    (void)state;
    assert_int_equal(class_of("a\x0c"), SIZE_MINI);
    assert_int_equal(class_of("a\xe2\x80\xa8"), SIZE_MINI);  /* U+2028, a line separator */
    assert_int_equal(class_of("a\xe2\x80\x8b"), SIZE_MINI);  /* U+200B, a blank of no width */
    assert_int_equal(class_of("'\xe6\xbc\xa2'"), SIZE_MINI); /* a wide letter */
    assert_int_equal(class_of("'e\xcc\x81'"), SIZE_MINI);    /* a combining accent */
    assert_int_equal(class_of("\xef\xbb\xbf#"), SIZE_MINI);  /* a byte order mark */
    assert_int_equal(class_of("a;b;c;d # all in one line"), SIZE_FIFTEEN);
}

static void a_tab_is_as_wide_as_it_looks(void **state) {
    (void)state;
    assert_int_equal(size_measure("\tx", 2).columns, 9);
    assert_int_equal(size_measure("x\tx", 3).columns, 9);
    assert_int_equal(class_of("\t\t\t\t\t\t\t\t"), SIZE_FIFTEEN);
    assert_int_equal(class_of("\t\t\t\t\t\t\t\tx"), SIZE_MINI);
}

static void columns_are_characters_and_bytes_are_bytes(void **state) {
    (void)state;
    SizeMeasure measure = size_measure("\xc3\xa9\xc3\xa9\n", 5);
    assert_int_equal(measure.columns, 2);
    assert_int_equal(measure.bytes, 5);
}

static void a_mini_has_less_than_ten_kilobytes(void **state) {
    (void)state;
    assert_int_equal(measure_block(1, 10239, "").size_class, SIZE_MINI);
    assert_int_equal(measure_block(1, 10240, "").size_class, SIZE_OPEN);
    assert_int_equal(measure_block(1, 10239, "\n").size_class, SIZE_OPEN);
    assert_int_equal(measure_block(1, 10238, "\r\n").size_class, SIZE_MINI);
}

static void an_open_bot_has_at_most_a_megabyte(void **state) {
    (void)state;
    assert_int_equal(measure_block(1, 1048576, "").size_class, SIZE_OPEN);
    assert_int_equal(measure_block(1, 1048577, "").size_class, SIZE_TOO_LARGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifteen_lines_of_sixty_four_characters),
        cmocka_unit_test(line_ends_of_all_kinds_are_equal),
        cmocka_unit_test(blank_lines_are_free_but_hold_nothing),
        cmocka_unit_test(other_breaks_and_letters_leave_the_line_class),
        cmocka_unit_test(a_tab_is_as_wide_as_it_looks),
        cmocka_unit_test(columns_are_characters_and_bytes_are_bytes),
        cmocka_unit_test(a_mini_has_less_than_ten_kilobytes),
        cmocka_unit_test(an_open_bot_has_at_most_a_megabyte),
    };
    return cmocka_run_group_tests_name("size_class", tests, NULL, NULL);
}
