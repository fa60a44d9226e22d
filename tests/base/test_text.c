/* Growing text, UTF-8 and JSON strings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

static void test_text_grows_and_stays_terminated(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    assert_string_equal(text.data, "");
    for (int i = 0; i < 1000; i++)
        text_append_string(&text, "abc");
    text_append_format(&text, "%d-%s", 42, "x");
    text_append_char(&text, '!');
    assert_int_equal(text.length, 3005);
    assert_string_equal(text.data + 3000, "42-x!");
    text_truncate(&text, 2);
    assert_string_equal(text.data, "ab");
    text_clear(&text);
    assert_string_equal(text.data, "");
    text_free(&text);
    assert_string_equal(text.data, "");
}

static void test_a_text_that_cannot_grow_keeps_what_it_has(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    text_append_string(&text, "kept");
    assert_false(text_reserve(&text, SIZE_MAX / 2));
    assert_true(text.failed);
    assert_string_equal(text.data, "kept");
    text_clear(&text);
    assert_false(text.failed);
    text_free(&text);
}

static void test_utf8(void **state) {
    (void)state;
    static const char *const valid[] = {
        "", "abc", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"};
    static const char *const invalid[] = {"\x80",
                                          "\xc1\xbf",
                                          "\xc2",
                                          "\xe0\x9f\xbf",
                                          "\xed\xa0\x80",
                                          "\xe2\x82",
                                          "\xf0\x8f\xbf\xbf",
                                          "\xf4\x90\x80\x80",
                                          "\xf5\x80\x80\x80",
                                          "\xff",
                                          "a\xfc"};
    for (size_t i = 0; i < sizeof valid / sizeof valid[0]; i++)
        assert_true(utf8_is_valid(valid[i], strlen(valid[i])));
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++)
        assert_false(utf8_is_valid(invalid[i], strlen(invalid[i])));
}

static void test_latin1_becomes_utf8(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    text_append_latin1(&text, "M\xfcnchen\xff", 8);
    assert_string_equal(text.data, "M\xc3\xbcnchen\xc3\xbf");
    text_free(&text);
}

static void test_json_strings(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    text_append_json(&text, "a\"b\\c\n\x01 \xc3\xbc \xff");
    assert_string_equal(text.data, "\"a\\\"b\\\\c\\u000a\\u0001 \xc3\xbc \\ufffd\"");
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_grows_and_stays_terminated),
        cmocka_unit_test(test_a_text_that_cannot_grow_keeps_what_it_has),
        cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_latin1_becomes_utf8),
        cmocka_unit_test(test_json_strings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
