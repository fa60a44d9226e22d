/*
 * The known word that somebody probably meant.
 */
#ifndef ROOKERY_BASE_WORDS_H
#define ROOKERY_BASE_WORDS_H

#include <stddef.h>

enum { WORD_MAX = 64 };

/* A search for the word nearest to `wanted` by edit distance, ignoring case. */
typedef struct WordSearch {
    const char *wanted;
    size_t distance;        /* of `nearest`; at first, how far away is too far */
    char nearest[WORD_MAX]; /* a copy, cut; "" while nothing is near */
} WordSearch;

WordSearch word_search(const char *wanted);
void word_consider(WordSearch *search, const char *candidate);

#endif
