#include "base/words.h"

#include <ctype.h>
#include <string.h>

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Levenshtein distance, case ignored, words cut to WORD_MAX letters. */
static size_t edit_distance(const char *a, const char *b) {
    size_t length_a = strnlen(a, WORD_MAX), length_b = strnlen(b, WORD_MAX);
    size_t row[WORD_MAX + 1];
    for (size_t j = 0; j <= length_b; j++)
        row[j] = j;
    for (size_t i = 1; i <= length_a; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length_b; j++) {
            size_t substituted = diagonal + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));
            diagonal = row[j];
            row[j] = least(substituted, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[length_b];
}

WordSearch word_search(const char *wanted) {
    return (WordSearch){.wanted = wanted, .distance = strlen(wanted) / 3 + 2};
}

void word_consider(WordSearch *search, const char *candidate) {
    size_t distance = edit_distance(search->wanted, candidate);
    if (distance >= search->distance)
        return;
    search->distance = distance;
    strncpy(search->nearest, candidate, WORD_MAX - 1);
    search->nearest[WORD_MAX - 1] = '\0';
}
