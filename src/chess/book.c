#include "chess/book.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/input.h"

enum { ENTRY_SIZE = 16, CHUNK_ENTRIES = 4096 };

void book_init(Book *book) {
    *book = (Book){.entries = NULL};
}

void book_free(Book *book) {
    free(book->entries);
}

/* ---- Moves -------------------------------------------------------------------------------------------- */

uint16_t book_encode_move(Move move) {
    unsigned special = move_drop(move);
    if (move_is_promotion(move))
        special = (unsigned)move_promotion(move) - 1;
    return (uint16_t)(move_to(move) | move_from(move) << 6 | special << 12);
}

Move book_decode_move(const Position *position, uint16_t stored) {
    Square to = stored & 63, from = stored >> 6 & 63;
    PieceType special = stored >> 12 & 7;
    if ((stored & 0x8000) != 0 || special > KING)
        return MOVE_NONE;
    PieceType drop = from == to ? special : NO_PIECE_TYPE;
    if (from == to && (special == NO_PIECE_TYPE || special == KING))
        return MOVE_NONE;
    PieceType promotion = from != to && special != 0 ? special + 1 : NO_PIECE_TYPE;
    if (promotion > KING)
        return MOVE_NONE;
    Move move = position_find_kind(position, from, to, promotion, drop);
    return position_is_legal(position, move) ? move : MOVE_NONE;
}

/* ---- Entries ------------------------------------------------------------------------------------------ */

bool book_add(Book *book, BookEntry entry) {
    if (book->count == book->capacity) {
        size_t capacity = book->capacity > 0 ? book->capacity * 2 : CHUNK_ENTRIES;
        BookEntry *entries = realloc(book->entries, capacity * sizeof *entries);
        if (entries == NULL)
            return false;
        book->entries = entries;
        book->capacity = capacity;
    }
    book->entries[book->count++] = entry;
    return true;
}

static int compare_keys(const BookEntry *a, const BookEntry *b) {
    return (a->key > b->key) - (a->key < b->key);
}

static int compare_moves(const void *a, const void *b) {
    const BookEntry *first = a, *second = b;
    int order = compare_keys(first, second);
    return order != 0 ? order : first->move - second->move;
}

static int compare_weights(const void *a, const void *b) {
    const BookEntry *first = a, *second = b;
    int order = compare_keys(first, second);
    if (order == 0)
        order = second->weight - first->weight;
    return order != 0 ? order : first->move - second->move;
}

/* Writes the merged entries of one key, given sorted by move, to `out` (which may overlap: it is never ahead). */
static size_t merge_key(const BookEntry *entries, size_t count, BookEntry *out) {
    uint64_t largest = 0, sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum = i > 0 && entries[i].move == entries[i - 1].move ? sum + entries[i].weight : entries[i].weight;
        largest = sum > largest ? sum : largest;
    }
    uint64_t divisor = (largest + UINT16_MAX - 1) / UINT16_MAX;
    size_t written = 0;
    for (size_t i = 0; i < count;) {
        BookEntry merged = entries[i];
        sum = 0;
        for (; i < count && entries[i].move == merged.move; i++)
            sum += entries[i].weight;
        uint64_t scaled = divisor > 1 ? sum / divisor : sum;
        merged.weight = (uint16_t)(sum > 0 && scaled == 0 ? 1 : scaled);
        out[written++] = merged;
    }
    return written;
}

void book_arrange(Book *book) {
    size_t written = 0;
    if (book->count == 0)
        return;
    qsort(book->entries, book->count, sizeof *book->entries, compare_moves);
    for (size_t start = 0, end; start < book->count; start = end) {
        for (end = start + 1; end < book->count && book->entries[end].key == book->entries[start].key;)
            end++;
        written += merge_key(book->entries + start, end - start, book->entries + written);
    }
    book->count = written;
    qsort(book->entries, book->count, sizeof *book->entries, compare_weights);
}

/* ---- Bytes -------------------------------------------------------------------------------------------- */

static uint64_t read_number(const uint8_t *bytes, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

static void write_number(uint64_t number, int size, uint8_t *bytes) {
    for (int i = size - 1; i >= 0; i--, number >>= 8)
        bytes[i] = (uint8_t)number;
}

static BookEntry read_entry(const uint8_t bytes[ENTRY_SIZE]) {
    return (BookEntry){.key = read_number(bytes, 8),
                       .move = (uint16_t)read_number(bytes + 8, 2),
                       .weight = (uint16_t)read_number(bytes + 10, 2),
                       .learn = (uint32_t)read_number(bytes + 12, 4)};
}

bool book_write(const Book *book, Text *out) {
    for (size_t i = 0; i < book->count; i++) {
        const BookEntry *entry = &book->entries[i];
        uint8_t bytes[ENTRY_SIZE];
        write_number(entry->key, 8, bytes);
        write_number(entry->move, 2, bytes + 8);
        write_number(entry->weight, 2, bytes + 10);
        write_number(entry->learn, 4, bytes + 12);
        text_append(out, (const char *)bytes, sizeof bytes);
    }
    return !out->failed;
}

/* ---- Reading ------------------------------------------------------------------------------------------ */

/* Equal keys keep their order, so the sort must be stable: the place breaks ties. */
typedef struct Placed {
    BookEntry entry;
    size_t place;
} Placed;

static int compare_placed(const void *a, const void *b) {
    const Placed *first = a, *second = b;
    int order = compare_keys(&first->entry, &second->entry);
    return order != 0 ? order : (first->place > second->place) - (first->place < second->place);
}

static bool sort_stable(Book *book) {
    Placed *placed = malloc(book->count * sizeof *placed);
    if (placed == NULL)
        return false;
    for (size_t i = 0; i < book->count; i++)
        placed[i] = (Placed){book->entries[i], i};
    qsort(placed, book->count, sizeof *placed, compare_placed);
    for (size_t i = 0; i < book->count; i++)
        book->entries[i] = placed[i].entry;
    free(placed);
    return true;
}

static bool is_sorted(const Book *book) {
    for (size_t i = 1; i < book->count; i++)
        if (book->entries[i - 1].key > book->entries[i].key)
            return false;
    return true;
}

/* Reads until `size` bytes are there or the input ends. */
static size_t read_fully(Input *input, uint8_t *bytes, size_t size) {
    size_t length = 0, got;
    while (length < size && (got = input_read(input, bytes + length, size - length)) > 0)
        length += got;
    return length;
}

static bool read_entries(Book *book, Input *input, Error *error) {
    uint8_t bytes[256 * ENTRY_SIZE];
    size_t length;
    while ((length = read_fully(input, bytes, sizeof bytes)) > 0) {
        for (size_t at = 0; at + ENTRY_SIZE <= length; at += ENTRY_SIZE)
            if (!book_add(book, read_entry(bytes + at)))
                return error_set(error, "out of memory");
        if (length % ENTRY_SIZE != 0 && !input_failed(input, NULL))
            return error_set(error, "its length is not a multiple of 16 bytes: it is no Polyglot book, or cut off");
    }
    if (input_failed(input, error))
        return false;
    return is_sorted(book) || sort_stable(book) || error_set(error, "out of memory");
}

static bool read_input(Book *book, Input *input, Error *error) {
    book->count = 0;
    bool read = read_entries(book, input, error);
    if (!read)
        book->count = 0;
    input_close(input);
    return read;
}

bool book_read_memory(Book *book, const void *bytes, size_t length, Error *error) {
    Input *input = input_open_memory(bytes, length);
    return input != NULL ? read_input(book, input, error) : error_set(error, "out of memory");
}

bool book_read(Book *book, const char *path, Error *error) {
    Error reason;
    book->count = 0;
    Input *input = input_open(path, error);
    if (input == NULL)
        return false;
    return read_input(book, input, &reason) ||
           error_set(error, "cannot read the book %s: %.128s", path, reason.message);
}

/* ---- Looking up --------------------------------------------------------------------------------------- */

const BookEntry *book_find(const Book *book, uint64_t key, size_t *count) {
    size_t low = 0, high = book->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (book->entries[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    size_t end = low;
    while (end < book->count && book->entries[end].key == key)
        end++;
    *count = end - low;
    return end > low ? &book->entries[low] : NULL;
}

size_t book_moves(const Book *book, const Position *position, BookMove *out, size_t room) {
    size_t entry_count, count = 0;
    const BookEntry *entries = book_find(book, position_polyglot_key(position), &entry_count);
    for (size_t i = 0; i < entry_count; i++) {
        Move move = book_decode_move(position, entries[i].move);
        uint16_t weight = entries[i].weight;
        if (move == MOVE_NONE || (count == room && (room == 0 || out[count - 1].weight >= weight)))
            continue;
        size_t place = count < room ? count++ : count - 1;
        for (; place > 0 && out[place - 1].weight < weight; place--)
            out[place] = out[place - 1];
        out[place] = (BookMove){move, weight};
    }
    return count;
}

Move book_choose(const Book *book, const Position *position, uint64_t random) {
    BookMove moves[MOVES_MAX];
    size_t count = book_moves(book, position, moves, MOVES_MAX);
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += moves[i].weight;
    if (sum == 0)
        return MOVE_NONE;
    uint64_t drawn = random % sum;
    for (size_t i = 0;; i++) {
        if (drawn < moves[i].weight)
            return moves[i].move;
        drawn -= moves[i].weight;
    }
}
