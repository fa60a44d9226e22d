/*
 * The bytes of a PGN file as the reader looks at them: a sliding buffer with line and column, white space, comments
 * and tag pairs. Knows the layout of PGN, nothing of moves and games.
 */
#ifndef ROOKERY_CHESS_PGN_SCAN_H
#define ROOKERY_CHESS_PGN_SCAN_H

#include "base/input.h"
#include "base/text.h"

enum {
    PGN_LOOKAHEAD = 256,        /* longest token that is looked at as a whole, apart from tags */
    PGN_TAG_LINE_MAX = 1 << 14, /* longest tag pair */
    PGN_BUFFER_SIZE = 1 << 16
};

typedef struct PgnPlace {
    size_t line; /* both 1-based */
    size_t column;
} PgnPlace;

typedef struct PgnScanner {
    Input *input;
    const char *at;       /* the next byte; *end is a NUL that is not part of the input */
    const char *end;      /* of what is in the buffer */
    ptrdiff_t line_start; /* where the present line begins, counted from the start of the buffer; may be negative */
    size_t line;
    bool input_ended;
    char buffer[PGN_BUFFER_SIZE + PGN_LOOKAHEAD]; /* something to look at beyond the end */
} PgnScanner;

void pgn_scan_begin(PgnScanner *scanner, Input *input); /* takes the input over */

/* Moves what is left to the front of the buffer and reads more. */
__attribute__((noinline, cold)) void pgn_scan_refill(PgnScanner *scanner);

/* Makes sure that `count` bytes follow, or all up to the end of the input. */
static inline void pgn_scan_need(PgnScanner *scanner, size_t count) {
    if ((size_t)(scanner->end - scanner->at) < count && !scanner->input_ended)
        pgn_scan_refill(scanner);
}

static inline bool pgn_scan_at_end(const PgnScanner *scanner) {
    return scanner->at == scanner->end && scanner->input_ended;
}

PgnPlace pgn_scan_place(const PgnScanner *scanner, const char *at);

/* What pgn_scan_skip_space() passed. */
enum { PGN_GAP_NEW_LINE = 1 << 0, PGN_GAP_BLANK_LINE = 1 << 1 };

/* Passes white space and `%` lines. Afterwards PGN_LOOKAHEAD bytes can be looked at. `gap` is what is known to have
 * been passed before: PGN_GAP_NEW_LINE at the start of a line. Returns the whole gap. */
unsigned pgn_scan_skip_space(PgnScanner *scanner, unsigned gap);

/* The same in the middle of a line, where nearly always a single space is all there is. */
static inline unsigned pgn_scan_skip_gap(PgnScanner *scanner) {
    scanner->at += *scanner->at == ' ';
    bool ready = (unsigned char)*scanner->at > ' ' && scanner->end - scanner->at >= PGN_LOOKAHEAD;
    return ready ? 0 : pgn_scan_skip_space(scanner, 0);
}
void pgn_scan_skip_line(PgnScanner *scanner); /* up to the line's end, which is not passed */

/* Whether a tag pair begins here: '[', a name, a quote. */
bool pgn_scan_is_tag(const PgnScanner *scanner);

/* Reads a tag pair whose '[' is next, and passes it. A name or value that is not well-formed yields a reason (a static
 * string) with its place; then name and value hold what could be made out, or are empty. */
typedef struct PgnTagPair {
    Text name;
    Text value;
    PgnPlace place;     /* of the bracket, or of the mistake */
    const char *reason; /* NULL when well-formed */
} PgnTagPair;
void pgn_scan_tag(PgnScanner *scanner, PgnTagPair *pair);

/* Read the comment that begins here with '{' or ';' and pass it. Line breaks become single spaces. False if a brace
 * comment does not end before the end of the input or the next game; the text up to there is kept. A NULL comment is
 * passed only. */
bool pgn_scan_brace_comment(PgnScanner *scanner, Text *comment);
void pgn_scan_line_comment(PgnScanner *scanner, Text *comment);

#endif
