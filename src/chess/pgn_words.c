#include "chess/pgn_words.h"

#include <string.h>

/* ---- Words -------------------------------------------------------------------------------------------- */

static const bool symbol_characters[256] = {
    ['0'] = true, ['1'] = true, ['2'] = true, ['3'] = true, ['4'] = true, ['5'] = true, ['6'] = true, ['7'] = true,
    ['8'] = true, ['9'] = true, ['A'] = true, ['B'] = true, ['C'] = true, ['D'] = true, ['E'] = true, ['F'] = true,
    ['G'] = true, ['H'] = true, ['I'] = true, ['J'] = true, ['K'] = true, ['L'] = true, ['M'] = true, ['N'] = true,
    ['O'] = true, ['P'] = true, ['Q'] = true, ['R'] = true, ['S'] = true, ['T'] = true, ['U'] = true, ['V'] = true,
    ['W'] = true, ['X'] = true, ['Y'] = true, ['Z'] = true, ['a'] = true, ['b'] = true, ['c'] = true, ['d'] = true,
    ['e'] = true, ['f'] = true, ['g'] = true, ['h'] = true, ['i'] = true, ['j'] = true, ['k'] = true, ['l'] = true,
    ['m'] = true, ['n'] = true, ['o'] = true, ['p'] = true, ['q'] = true, ['r'] = true, ['s'] = true, ['t'] = true,
    ['u'] = true, ['v'] = true, ['w'] = true, ['x'] = true, ['y'] = true, ['z'] = true, ['+'] = true, ['#'] = true,
    ['='] = true, [':'] = true, ['-'] = true, ['/'] = true, ['@'] = true, ['_'] = true,
};

static bool is_symbol(char c) {
    return symbol_characters[(unsigned char)c];
}

const char *pgn_word_end(const char *at) {
    const char *end = at;
    while (is_symbol(*end))
        end++;
    if (end == at)
        return at;
    if (*end == '(' && end[1] != '\0' && strchr("QRBNK", end[1]) != NULL && end[2] == ')')
        end += 3;
    else if (*end == '.' && end[-1] == 'e' && end[1] == 'p')
        end += end[2] == '.' ? 3 : 2;
    return end;
}

/* ---- Results ------------------------------------------------------------------------------------------ */

typedef struct ResultWord {
    const char *text;
    const char *result;
} ResultWord;

static const ResultWord result_words[] = {
    {"1-0", "1-0"},        {"0-1", "0-1"}, {"1/2-1/2", "1/2-1/2"}, {"1/2", "1/2-1/2"}, {"\u00bd-\u00bd", "1/2-1/2"},
    {"\u00bd", "1/2-1/2"}, {"*", "*"},
};

const char *pgn_word_result(const char *at, size_t *length) {
    for (size_t i = 0; i < sizeof result_words / sizeof result_words[0]; i++) {
        *length = strlen(result_words[i].text);
        if (strncmp(at, result_words[i].text, *length) == 0 && !is_symbol(at[*length]))
            return result_words[i].result;
    }
    return NULL;
}

/* ---- Glyphs ------------------------------------------------------------------------------------------- */

typedef struct Glyph {
    const char *text;
    unsigned nag; /* 0: says nothing that is kept */
} Glyph;

/* Longer ones before those they begin with. */
static const Glyph glyphs[] = {
    {"!!", 3},      {"??", 4},   {"!?", 5},     {"?!", 6},      {"!", 1},       {"?", 2},       {"+/-", 16},
    {"-/+", 17},    {"+/=", 14}, {"=/+", 15},   {"+-", 18},     {"-+", 19},     {"+=", 14},     {"=+", 15},
    {"=", 10},      {"~", 13},   {"\u25a1", 7}, {"\u00b1", 16}, {"\u2213", 17}, {"\u2a72", 14}, {"\u2a71", 15},
    {"\u221e", 13}, {"++", 0},   {"+", 0},      {"#", 0},       {"\u2026", 0},
};
enum { GLYPH_COUNT = sizeof glyphs / sizeof glyphs[0] };

size_t pgn_word_glyph(const char *at, unsigned *nag) {
    for (int i = 0; i < GLYPH_COUNT; i++) {
        size_t length = strlen(glyphs[i].text);
        if (strncmp(at, glyphs[i].text, length) != 0)
            continue;
        *nag = glyphs[i].nag;
        return length;
    }
    return 0;
}

size_t pgn_word_cut_suffix(const char *text, size_t length, unsigned *nag) {
    static const char *const words[] = {"mate", "ch", "ep"};
    *nag = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t word = strlen(words[i]);
        if (length > word && strncmp(text + length - word, words[i], word) == 0)
            return length - word;
    }
    for (int i = 0; i < GLYPH_COUNT; i++) {
        size_t glyph = strlen(glyphs[i].text);
        if (length <= glyph || strncmp(text + length - glyph, glyphs[i].text, glyph) != 0)
            continue;
        *nag = glyphs[i].nag;
        return length - glyph;
    }
    return length;
}

/* ---- Odd words ---------------------------------------------------------------------------------------- */

bool pgn_word_is_letters(const char *word) {
    while ((*word >= 'a' && *word <= 'z') || (*word >= 'A' && *word <= 'Z'))
        word++;
    return *word == '\0';
}

/* U+2654 (white king) to U+265F (black pawn) are E2 99 94 to E2 99 9F in UTF-8. */
bool pgn_word_is_figurine(const char *at) {
    const unsigned char *bytes = (const unsigned char *)at;
    return bytes[0] == 0xe2 && bytes[1] == 0x99 && bytes[2] >= 0x94 && bytes[2] <= 0x9f;
}

size_t pgn_word_figurine(const char *at, char *out, size_t room) {
    enum { FIGURINE_SIZE = 3 };
    const char *start = at;
    for (char *end = out + room - 1; out < end;) {
        if (pgn_word_is_figurine(at)) {
            char letter = "KQRBNP"[((unsigned char)at[2] - 0x94) % 6];
            if (letter != 'P')
                *out++ = letter;
            at += FIGURINE_SIZE;
        } else if (is_symbol(*at)) {
            *out++ = *at++;
        } else {
            break;
        }
    }
    *out = '\0';
    return (size_t)(at - start);
}
