/*
 * Memory that runs out: every allocation in turn fails while games, EPD lines and books are read and written. Nothing
 * may crash or leak, and whoever asks is told. (The linker sends the library's allocations here: see meson.build.)
 */
#include "pgn_help.h"

#include <stdlib.h>

#include "chess/book.h"
#include "chess/epd.h"

static long allowed = -1; /* allocations until one fails; negative: none fails */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool fails(void) {
    if (allowed < 0)
        return false;
    return allowed == 0 || --allowed < 0;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    return fails() ? NULL : __real_realloc(memory, size);
}

static const char pgn[] =
    "[Event \"a\"]\n[White \"M\xfcller\"]\n\n{zero} 1. e4! {one} {two} (1. d4 {x} (1. c4 {y} d5) 1... d5) 1... e5 "
    "{three}\n"
    "2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 1-0\n";

/* Returns whether all went well. */
static bool try_pgn(void) {
    PgnGame game;
    Text text;
    bool good = false;
    pgn_game_init(&game);
    text_init(&text);
    PgnReader *reader = pgn_reader_open_memory(pgn, sizeof pgn - 1, NULL);
    if (reader != NULL && pgn_reader_next(reader, &game)) {
        good = game.error_count == 0;
        if (game.failed)
            assert_true(game.error_count > 0);
        bool written = pgn_write_game(&game, &text);
        good = good && written;
    }
    pgn_reader_close(reader);
    pgn_game_free(&game);
    text_free(&text);
    return good;
}

static bool try_epd(void) {
    Epd epd;
    Text text;
    Error error = {.message = ""};
    epd_init(&epd);
    text_init(&text);
    bool good =
        epd_read(&epd, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4 Kd2; pv e4 Kd7; id \"x\"; acd 3; a 1; b 2; c 3; d 4; e 5;",
                 VARIANT_STANDARD, false, EPD_STRICT, &error);
    if (good)
        epd_write(&epd, FEN_DEFAULT, &text);
    else
        assert_non_null(strstr(error.message, "memory"));
    good = good && !text.failed;
    epd_free(&epd);
    text_free(&text);
    return good;
}

static bool try_book(void) {
    static const char bytes[48] = {9, [16] = 8, [32] = 7};
    Book book;
    Error error = {.message = ""};
    book_init(&book);
    bool good = book_read_memory(&book, bytes, sizeof bytes, &error);
    assert_true(good || strstr(error.message, "memory") != NULL);
    assert_true(book.count == (good ? 3 : 0));
    book_free(&book);
    return good;
}

static void fail_each(bool (*attempt)(void)) {
    enum { MANY = 1000 };
    bool good = false;
    long count = 0;
    for (; count < MANY && !good; count++) {
        allowed = count;
        good = attempt();
        allowed = -1;
    }
    assert_true(good);
    assert_true(count > 2); /* or nothing was ever made to fail */
}

static void test_reading_and_writing_pgn(void **state) {
    (void)state;
    fail_each(try_pgn);
}

static void test_reading_and_writing_epd(void **state) {
    (void)state;
    fail_each(try_epd);
}

static void test_reading_books(void **state) {
    (void)state;
    fail_each(try_book);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading_and_writing_pgn),
        cmocka_unit_test(test_reading_and_writing_epd),
        cmocka_unit_test(test_reading_books),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
