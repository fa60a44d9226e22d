/* Lines, tails, nearest words, settings, processors. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/fields.h"
#include "base/lines.h"
#include "base/machine.h"
#include "base/tail.h"
#include "base/words.h"

/* Feeds the bytes in pieces of the given size and joins the lines with '|'. */
static void assert_lines(const char *bytes, size_t length, size_t piece, const char *expected) {
    char joined[4096] = "";
    LineReader reader = {0};
    for (size_t at = 0; at < length; at += piece) {
        size_t space, count = length - at < piece ? length - at : piece;
        char *to = lines_space(&reader, &space);
        assert_true(space >= count);
        memcpy(to, bytes + at, count);
        lines_added(&reader, count);
        for (char *line; (line = lines_next(&reader)) != NULL;) {
            strcat(joined, line);
            strcat(joined, "|");
        }
    }
    assert_string_equal(joined, expected);
    lines_free(&reader);
}

static void lines_come_out_whole_however_they_came_in(void **state) {
    (void)state;
    static const char bytes[] = "uciok\r\nid name X \t\n\nbestmove e2e4\r\r\nunfinished";
    for (size_t piece = 1; piece < sizeof bytes; piece++)
        assert_lines(bytes, sizeof bytes - 1, piece, "uciok|id name X||bestmove e2e4|");
}

static void nul_bytes_hide_nothing(void **state) {
    (void)state;
    assert_lines("\0best\0move e2e4\0\n", 17, 3, " best move e2e4|");
}

static void a_long_line_is_cut_and_its_rest_skipped(void **state) {
    (void)state;
    LineReader reader = {0};
    size_t fed = 0, lines = 0, longest = 0;
    while (fed < 10 * LINE_MAX_BYTES) {
        size_t space;
        char *to = lines_space(&reader, &space);
        memset(to, 'x', space);
        lines_added(&reader, space);
        fed += space;
        for (char *line; (line = lines_next(&reader)) != NULL; lines++)
            longest = strlen(line);
        assert_true(reader.capacity <= 4 * LINE_MAX_BYTES);
    }
    assert_int_equal(lines, 1);
    assert_int_equal(longest, LINE_MAX_BYTES - 1);
    size_t space;
    char *to = lines_space(&reader, &space);
    memcpy(to, "yy\nnext\n", 8);
    lines_added(&reader, 8);
    assert_string_equal(lines_next(&reader), "next");
    assert_int_equal(reader.cut_lines, 1);
    lines_free(&reader);
}

static void the_last_line_may_lack_its_end(void **state) {
    (void)state;
    LineReader reader = {0};
    size_t space;
    memcpy(lines_space(&reader, &space), "one\nbestmove e2e4 ", 18);
    lines_added(&reader, 18);
    assert_string_equal(lines_next(&reader), "one");
    assert_null(lines_next(&reader));
    assert_string_equal(lines_last(&reader), "bestmove e2e4");
    assert_null(lines_last(&reader));
    lines_free(&reader);
}

static void a_tail_keeps_the_end(void **state) {
    (void)state;
    Tail tail;
    char out[8];
    tail_init(&tail, 8);
    tail_add(&tail, "abcde", 5);
    tail_add(&tail, "fghij", 5);
    assert_int_equal(tail.length, 8);
    tail_copy(&tail, out);
    assert_memory_equal(out, "cdefghij", 8);
    tail_add(&tail, "0123456789ABCDEF", 16);
    tail_copy(&tail, out);
    assert_memory_equal(out, "89ABCDEF", 8);
    tail_add(&tail, "x", 1);
    tail_copy(&tail, out);
    assert_memory_equal(out, "9ABCDEFx", 8);
    assert_int_equal(tail.total, 27);
    tail_free(&tail);
}

static void the_nearest_word(void **state) {
    (void)state;
    WordSearch search = word_search("Hahs");
    word_consider(&search, "Threads");
    assert_string_equal(search.nearest, "");
    word_consider(&search, "Hash");
    assert_string_equal(search.nearest, "Hash");
    word_consider(&search, "Has");
    assert_string_equal(search.nearest, "Has"); /* one letter away instead of two */
}

static void settings(void **state) {
    (void)state;
    double count = 1, score = 2;
    const Field fields[] = {
        {.name = "count", .value = &count, .least = 1, .most = 9, .whole = true, .required = true},
        {.name = "score", .value = &score, .least = -5, .most = 5},
        {.name = NULL},
    };
    Error error;
    assert_true(fields_read("score=-2.5,count=3", fields, "x", &error));
    assert_true(count == 3 && score == -2.5);
    assert_true(fields_read(" count=4 ", fields, "x", &error));
    assert_true(count == 4 && score == -2.5);
    static const char *const wrong[] = {
        "score=1", "count=0", "count=1.5", "count=", "count", "cont=3", "count=3 score=6", "count=nan"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (fields_read(wrong[i], fields, "x", &error))
            fail_msg("%s was taken", wrong[i]);
}

static void *stay_on(void *number) {
    machine_stay_on(*(const unsigned *)number);
    *(int *)number = machine_processors() == 1 ? sched_getcpu() : -1;
    return NULL;
}

static void a_thread_keeps_to_the_processor_it_is_given(void **state) {
    (void)state;
    unsigned count = machine_processors();
    int before = -1;
    for (unsigned number = 0; number <= count; number++) {
        pthread_t thread;
        int at = (int)number;
        assert_int_equal(pthread_create(&thread, NULL, stay_on, &at), 0);
        pthread_join(thread, NULL);
        if (number < count || count == 1)
            assert_true(at >= 0 && (number == 0 || number == count || at > before));
        else
            assert_int_equal(at, -1); /* there is none of that number: it may run anywhere */
        before = at;
    }
    assert_int_equal(machine_processors(), count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_out_whole_however_they_came_in),
        cmocka_unit_test(nul_bytes_hide_nothing),
        cmocka_unit_test(a_long_line_is_cut_and_its_rest_skipped),
        cmocka_unit_test(the_last_line_may_lack_its_end),
        cmocka_unit_test(a_tail_keeps_the_end),
        cmocka_unit_test(the_nearest_word),
        cmocka_unit_test(settings),
        cmocka_unit_test(a_thread_keeps_to_the_processor_it_is_given),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
