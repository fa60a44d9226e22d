/* Books: any bytes are read or refused; what is looked up is legal; what is written reads back as it was. */
#include "fuzz.h"

#include "chess/book.h"

static void check_lookups(const Book *book, const Position *position, uint64_t random) {
    BookMove moves[16];
    size_t count = book_moves(book, position, moves, 16);
    for (size_t i = 0; i < count; i++) {
        CHECK(position_is_legal(position, moves[i].move));
        CHECK(i == 0 || moves[i - 1].weight >= moves[i].weight);
        CHECK(book_decode_move(position, book_encode_move(moves[i].move)) == moves[i].move);
    }
    Move chosen = book_choose(book, position, random);
    CHECK(chosen == MOVE_NONE ? count == 0 || moves[0].weight == 0 : position_is_legal(position, chosen));
}

/* A frame, or one of the sixteen that are to be skipped (RFC 8878, 3.1). Of first keys one in 250 million begins so,
 * and the fuzzer has found both. */
static bool begins_like_zstd(const Text *text) {
    const unsigned char *byte = (const unsigned char *)text->data;
    return text->length >= 4 && (memcmp(byte, "\x28\xb5\x2f\xfd", 4) == 0 ||
                                 ((byte[0] & 0xf0) == 0x50 && memcmp(byte + 1, "\x2a\x4d\x18", 3) == 0));
}

static void check_back(const Book *book) {
    Book back;
    Text text;
    book_init(&back);
    text_init(&text);
    CHECK(book_write(book, &text));
    CHECK(text.length == book->count * 16);
    if (begins_like_zstd(&text)) {
        text_free(&text);
        return;
    }
    CHECK(book_read_memory(&back, text.data, text.length, NULL));
    CHECK(back.count == book->count);
    for (size_t i = 0; i < book->count; i++) {
        CHECK(memcmp(&back.entries[i], &book->entries[i], sizeof back.entries[i]) == 0);
        size_t count;
        CHECK(book_find(book, book->entries[i].key, &count) != NULL && count > 0);
    }
    text_free(&text);
    book_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    Position position;
    Book book;
    if (!take_position(&bytes, &position))
        return 0;
    book_init(&book);
    if (book_read_memory(&book, bytes.data, bytes.size, NULL)) {
        check_back(&book);
        /* Most entries are made to be of this position, or nothing would ever be found. */
        for (size_t i = 0; i < book.count; i++)
            if (book.entries[i].learn % 4 != 0)
                book.entries[i].key = position_polyglot_key(&position);
        book_arrange(&book);
        check_back(&book);
        check_lookups(&book, &position, size * 0x9e3779b97f4a7c15);
    }
    book_free(&book);
    return 0;
}
