/*
 * Opening books in Polyglot's format: entries of 16 bytes, sorted by position key; each says "in the position with this
 * key this move has this weight". Reads whole books into memory, looks positions up, and writes books from a list.
 * Which move to play, and where lists come from, is left to others, but for one weighted draw.
 *
 * The key is position_polyglot_key(); books hold standard chess (also chess960). Castling is stored as king takes rook.
 */
#ifndef ROOKERY_CHESS_BOOK_H
#define ROOKERY_CHESS_BOOK_H

#include "base/text.h"
#include "rookery/chess.h"

typedef struct BookEntry {
    uint64_t key;
    uint16_t move; /* as stored: see book_encode_move() */
    uint16_t weight;
    uint32_t learn;
} BookEntry;

typedef struct Book {
    BookEntry *entries; /* sorted by key; in the order of the book among equal keys */
    size_t count;
    size_t capacity;
} Book;

void book_init(Book *book); /* an empty book; allocates nothing */
void book_free(Book *book); /* may be used again after book_init() */

/* Read a book into *book, replacing what it held; a book that is not sorted is sorted. On error *book is empty. */
bool book_read(Book *book, const char *path, Error *error);
bool book_read_memory(Book *book, const void *bytes, size_t length, Error *error);

/* Adds an entry at the end. After the last one call book_arrange(). False when memory ran out. */
bool book_add(Book *book, BookEntry entry);
/* Sorts by key and falling weight, and merges entries of the same key and move: weights are added, and when one of a
 * key does not fit into 16 bits all of that key are scaled down together. */
void book_arrange(Book *book);
/* Appends the book's bytes. False when memory ran out. */
bool book_write(const Book *book, Text *out);

/* The entries of a key and their number; NULL and 0 when there are none. */
const BookEntry *book_find(const Book *book, uint64_t key, size_t *count);

typedef struct BookMove {
    Move move;
    uint16_t weight;
} BookMove;

/* The legal moves that the book knows in the position, heaviest first, at most `room`; returns their number. Entries
 * that are not legal (another position with the same key, a damaged book) are left out. */
size_t book_moves(const Book *book, const Position *position, BookMove *out, size_t room);
/* Draws one of them by weight; `random` is 64 random bits. MOVE_NONE when the book has no move of positive weight. */
Move book_choose(const Book *book, const Position *position, uint64_t random);

/* Bits 0-5 to, 6-11 from, 12-14 promotion (1 knight .. 4 queen). A drop has from = to and the type in those bits. */
uint16_t book_encode_move(Move move);
/* The legal move that is meant, or MOVE_NONE. Castling is also understood as e1g1. */
Move book_decode_move(const Position *position, uint16_t stored);

#endif
