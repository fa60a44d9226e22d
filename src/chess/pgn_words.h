/*
 * The words of movetext that are not moves: results, annotation glyphs, what people write behind a move. All functions
 * look at NUL-terminated text, and none looks beyond the first character that decides.
 */
#ifndef ROOKERY_CHESS_PGN_WORDS_H
#define ROOKERY_CHESS_PGN_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* The end of the word that begins here: letters, digits and the marks that may stand inside a move or result; "e8(Q)"
 * and "exd6e.p." are words too. */
const char *pgn_word_end(const char *at);

/* The result that stands here ("1-0", "0-1", "1/2-1/2" or "*") and its length as written; NULL if there is none. */
const char *pgn_word_result(const char *at, size_t *length);

/* Reads an annotation glyph written as text, like "!?" or "+-": its length, 0 if there is none, and its number, 0 if it
 * says nothing that is kept. */
size_t pgn_word_glyph(const char *at, unsigned *nag);

/* What some write behind a move: "Qxf7mate", "e4+-", "exd6ep". Returns the length without it, and its glyph (or 0). */
size_t pgn_word_cut_suffix(const char *text, size_t length, unsigned *nag);

/* Whether the word has letters only. */
bool pgn_word_is_letters(const char *word);

/* Whether one of Unicode's chess symbols stands here; and the word that begins here with such symbols, either colour's,
 * replaced by piece letters (pawns by nothing), as far as it fits into `room` bytes. Returns the length as written. */
bool pgn_word_is_figurine(const char *at);
size_t pgn_word_figurine(const char *at, char *out, size_t room);

#endif
