/* Polyglot books: the keys of the format's own test positions, reading, drawing, writing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chess/book.h"

static uint64_t key_of(const char *fen) {
    Position position;
    assert_true(position_from_fen(&position, fen, VARIANT_STANDARD, false, NULL));
    return position_polyglot_key(&position);
}

static uint16_t stored(const char *from, const char *to, unsigned special) {
    return (uint16_t)(square_parse(to) | square_parse(from) << 6 | special << 12);
}

static Move move_of(const Position *position, const char *uci) {
    Move move = MOVE_NONE;
    assert_int_equal(uci_parse_move(position, uci, &move, NULL), MOVE_TEXT_OK);
    return move;
}

/* The keys that the description of the format lists. */
static void test_keys(void **state) {
    (void)state;
    assert_true(key_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") == 0x463b96181691fc9c);
    assert_true(key_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1") == 0x823c9b50fd114196);
    assert_true(key_of("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2") == 0x0756b94461c50fb0);
    assert_true(key_of("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2") == 0x662fafb965db29d4);
    assert_true(key_of("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3") == 0x22a48b5a8e47ff78);
    assert_true(key_of("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3") == 0x652a607ca3f242c1);
    assert_true(key_of("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4") == 0x00fdd303c946bdd9);
    assert_true(key_of("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3") == 0x3c8123ea7b067637);
    assert_true(key_of("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4") == 0x5c3f9b829b279560);
}

static void test_moves_are_stored_as_the_format_says(void **state) {
    (void)state;
    Position position;
    assert_true(position_from_fen(&position, "r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1", VARIANT_STANDARD, false, NULL));
    assert_int_equal(book_encode_move(move_of(&position, "e1e2")), stored("e1", "e2", 0));
    assert_int_equal(book_encode_move(move_of(&position, "e1g1")), stored("e1", "h1", 0));
    assert_int_equal(book_decode_move(&position, stored("e1", "h1", 0)), move_of(&position, "e1g1"));
    assert_int_equal(book_decode_move(&position, stored("e1", "g1", 0)), move_of(&position, "e1g1"));
    assert_int_equal(book_decode_move(&position, stored("e1", "a1", 0)), move_of(&position, "e1c1"));
    assert_int_equal(book_decode_move(&position, stored("e1", "e4", 0)), MOVE_NONE);
    assert_true(position_from_fen(&position, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", VARIANT_STANDARD, false, NULL));
    assert_int_equal(book_encode_move(move_of(&position, "a7a8n")), stored("a7", "a8", 1));
    assert_int_equal(book_encode_move(move_of(&position, "a7a8q")), stored("a7", "a8", 4));
    assert_int_equal(book_decode_move(&position, stored("a7", "a8", 4)), move_of(&position, "a7a8q"));
    assert_int_equal(book_decode_move(&position, stored("a7", "a8", 0)), MOVE_NONE);
    assert_int_equal(book_decode_move(&position, 0xffff), MOVE_NONE);
    assert_true(position_from_fen(&position, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", VARIANT_CRAZYHOUSE, false, NULL));
    assert_int_equal(book_encode_move(move_of(&position, "N@f3")), stored("f3", "f3", KNIGHT));
    assert_int_equal(book_decode_move(&position, stored("f3", "f3", KNIGHT)), move_of(&position, "N@f3"));
    assert_int_equal(book_decode_move(&position, stored("f3", "f3", QUEEN)), MOVE_NONE);
}

/* e4 30, d4 50, c4 0, and Nf3 20 twice, then a move that is not legal. */
static void make_book(Book *book, Position *start) {
    position_start(start, VARIANT_STANDARD);
    uint64_t key = position_polyglot_key(start);
    book_init(book);
    assert_true(book_add(book, (BookEntry){key, stored("e2", "e4", 0), 30, 0}));
    assert_true(book_add(book, (BookEntry){key, stored("c2", "c4", 0), 0, 0}));
    assert_true(book_add(book, (BookEntry){key + 1, stored("a2", "a4", 0), 1, 0}));
    assert_true(book_add(book, (BookEntry){key, stored("g1", "f3", 0), 20, 0}));
    assert_true(book_add(book, (BookEntry){key - 1, stored("a2", "a3", 0), 1, 0}));
    assert_true(book_add(book, (BookEntry){key, stored("d2", "d4", 0), 50, 0}));
    assert_true(book_add(book, (BookEntry){key, stored("g1", "f3", 0), 20, 0}));
    assert_true(book_add(book, (BookEntry){key, stored("e2", "e5", 0), 99, 0}));
    book_arrange(book);
}

static void test_a_book_from_a_list_is_sorted_and_merged(void **state) {
    (void)state;
    Book book, back;
    Position start;
    Text text;
    make_book(&book, &start);
    text_init(&text);
    assert_int_equal(book.count, 7);
    for (size_t i = 1; i < book.count; i++)
        assert_true(book.entries[i - 1].key <= book.entries[i].key);
    assert_true(book_write(&book, &text));
    assert_int_equal(text.length, 7 * 16);
    assert_memory_equal(text.data + 16, "\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x24\x00\x63\0\0\0\0", 16);
    book_init(&back);
    assert_true(book_read_memory(&back, text.data, text.length, NULL));
    assert_int_equal(back.count, book.count);
    assert_memory_equal(back.entries, book.entries, book.count * sizeof *book.entries);
    text_free(&text);
    book_free(&back);
    book_free(&book);
}

static void test_the_legal_moves_of_a_position_heaviest_first(void **state) {
    (void)state;
    Book book;
    Position start;
    BookMove moves[8];
    make_book(&book, &start);
    assert_int_equal(book_moves(&book, &start, moves, 8), 4);
    assert_true(moves[0].move == move_of(&start, "d2d4") && moves[0].weight == 50);
    assert_true(moves[1].move == move_of(&start, "g1f3") && moves[1].weight == 40);
    assert_true(moves[2].move == move_of(&start, "e2e4") && moves[2].weight == 30);
    assert_true(moves[3].move == move_of(&start, "c2c4") && moves[3].weight == 0);
    assert_int_equal(book_moves(&book, &start, moves, 2), 2);
    assert_int_equal(moves[1].weight, 40);
    assert_int_equal(book_moves(&book, &start, moves, 0), 0);
    position_play(&start, move_of(&start, "a2a3"), &start);
    assert_int_equal(book_moves(&book, &start, moves, 8), 0);
    book_free(&book);
}

static void test_moves_are_drawn_by_weight(void **state) {
    (void)state;
    Book book;
    Position start;
    int counts[4] = {0};
    make_book(&book, &start);
    for (uint64_t random = 0; random < 120; random++) {
        Move move = book_choose(&book, &start, random);
        counts[0] += move == move_of(&start, "d2d4");
        counts[1] += move == move_of(&start, "g1f3");
        counts[2] += move == move_of(&start, "e2e4");
        counts[3] += move == move_of(&start, "c2c4");
    }
    assert_int_equal(counts[0], 50);
    assert_int_equal(counts[1], 40);
    assert_int_equal(counts[2], 30);
    assert_int_equal(counts[3], 0);
    position_play(&start, move_of(&start, "a2a3"), &start);
    assert_int_equal(book_choose(&book, &start, 5), MOVE_NONE);
    book_free(&book);
}

static void test_weights_that_do_not_fit_are_scaled_together(void **state) {
    (void)state;
    Book book;
    book_init(&book);
    for (int i = 0; i < 4; i++)
        assert_true(book_add(&book, (BookEntry){7, 100, 40000, 0}));
    assert_true(book_add(&book, (BookEntry){7, 200, 3000, 0}));
    assert_true(book_add(&book, (BookEntry){7, 300, 1, 0}));
    assert_true(book_add(&book, (BookEntry){7, 400, 0, 0}));
    assert_true(book_add(&book, (BookEntry){8, 100, 5, 0}));
    book_arrange(&book);
    assert_int_equal(book.count, 5);
    assert_int_equal(book.entries[0].weight, 160000 / 3);
    assert_int_equal(book.entries[1].weight, 1000);
    assert_int_equal(book.entries[2].weight, 1);
    assert_int_equal(book.entries[3].weight, 0);
    assert_int_equal(book.entries[4].weight, 5);
    book_free(&book);
}

static void test_damaged_books(void **state) {
    (void)state;
    Book book;
    Error error;
    size_t count;
    static const char unsorted[32] = {0, 0, 0, 0, 0, 0, 0, 9, 1, 1, 0, 1, 0, 0, 0, 0,
                                      0, 0, 0, 0, 0, 0, 0, 3, 2, 2, 0, 1, 0, 0, 0, 0};
    book_init(&book);
    assert_true(book_read_memory(&book, unsorted, 32, &error));
    assert_non_null(book_find(&book, 3, &count));
    assert_int_equal(count, 1);
    assert_null(book_find(&book, 4, &count));
    assert_int_equal(count, 0);
    assert_false(book_read_memory(&book, unsorted, 31, &error));
    assert_non_null(strstr(error.message, "16"));
    assert_int_equal(book.count, 0);
    assert_true(book_read_memory(&book, "", 0, &error));
    assert_false(book_read(&book, "/nonexistent.bin", &error));
    assert_non_null(strstr(error.message, "/nonexistent.bin"));
    book_free(&book);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_moves_are_stored_as_the_format_says),
        cmocka_unit_test(test_a_book_from_a_list_is_sorted_and_merged),
        cmocka_unit_test(test_the_legal_moves_of_a_position_heaviest_first),
        cmocka_unit_test(test_moves_are_drawn_by_weight),
        cmocka_unit_test(test_weights_that_do_not_fit_are_scaled_together),
        cmocka_unit_test(test_damaged_books),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
