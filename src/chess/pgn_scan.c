#include "chess/pgn_scan.h"

#include <string.h>

/* ---- The buffer --------------------------------------------------------------------------------------- */

void pgn_scan_refill(PgnScanner *scanner) {
    size_t left = (size_t)(scanner->end - scanner->at);
    scanner->line_start -= scanner->at - scanner->buffer;
    memmove(scanner->buffer, scanner->at, left);
    scanner->at = scanner->buffer;
    while (left < PGN_BUFFER_SIZE && !scanner->input_ended) {
        size_t count = input_read(scanner->input, scanner->buffer + left, PGN_BUFFER_SIZE - left);
        scanner->input_ended = count == 0;
        left += count;
    }
    scanner->end = scanner->buffer + left;
    scanner->buffer[left] = '\0';
}

void pgn_scan_begin(PgnScanner *scanner, Input *input) {
    scanner->input = input;
    scanner->at = scanner->end = scanner->buffer;
    scanner->line_start = 0;
    scanner->line = 1;
    scanner->input_ended = false;
    pgn_scan_refill(scanner);
}

PgnPlace pgn_scan_place(const PgnScanner *scanner, const char *at) {
    return (PgnPlace){scanner->line, (size_t)(at - scanner->buffer - scanner->line_start) + 1};
}

/* ---- White space -------------------------------------------------------------------------------------- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\0';
}
static bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

/* Passes the line's end, which is next: LF, CR LF or a lone CR. */
static void pass_line_end(PgnScanner *scanner) {
    pgn_scan_need(scanner, 2);
    scanner->at += scanner->at[0] == '\r' && scanner->at[1] == '\n' ? 2 : 1;
    scanner->line++;
    scanner->line_start = scanner->at - scanner->buffer;
}

void pgn_scan_skip_line(PgnScanner *scanner) {
    while (!is_line_end(*scanner->at)) {
        if (scanner->at != scanner->end)
            scanner->at++;
        else if (scanner->input_ended)
            return;
        else
            pgn_scan_refill(scanner);
    }
}

static bool at_line_start(const PgnScanner *scanner) {
    return scanner->at - scanner->buffer == scanner->line_start;
}

/* Whether exactly these bytes follow. */
static bool follows(const PgnScanner *scanner, const char *bytes, size_t length) {
    return (size_t)(scanner->end - scanner->at) >= length && memcmp(scanner->at, bytes, length) == 0;
}

/* What only the first column may hold: `%` lines, and byte order marks (of this file, or of one that was appended).
 * Returns whether something was passed. */
static bool pass_line_start(PgnScanner *scanner) {
    pgn_scan_need(scanner, PGN_LOOKAHEAD);
    if (!at_line_start(scanner))
        return false;
    if (*scanner->at == '%') {
        pgn_scan_skip_line(scanner);
        return true;
    }
    if (!follows(scanner, "\xef\xbb\xbf", 3))
        return false;
    scanner->at += 3;
    scanner->line_start += 3;
    return true;
}

unsigned pgn_scan_skip_space(PgnScanner *scanner, unsigned gap) {
    for (;;) {
        while (*scanner->at == ' ')
            scanner->at++;
        if ((gap & PGN_GAP_NEW_LINE) != 0 && pass_line_start(scanner))
            continue;
        if (is_line_end(*scanner->at)) {
            /* A second end of line with only white space since the first: an empty line. */
            gap |= (gap & PGN_GAP_NEW_LINE) != 0 ? PGN_GAP_BLANK_LINE : PGN_GAP_NEW_LINE;
            pass_line_end(scanner);
        } else if (!is_blank(*scanner->at)) {
            break;
        } else if (scanner->at < scanner->end) {
            scanner->at++;
        } else if (scanner->input_ended) {
            return gap;
        } else {
            pgn_scan_refill(scanner);
        }
    }
    pgn_scan_need(scanner, PGN_LOOKAHEAD);
    return gap;
}

/* ---- Comments ----------------------------------------------------------------------------------------- */

/* Longer comments are passed but not kept further. */
enum { COMMENT_MAX = 1 << 24 };

static void keep(Text *comment, const char *bytes, size_t length) {
    if (comment != NULL && comment->length + length <= COMMENT_MAX)
        text_append(comment, bytes, length);
}

/* A line break inside a comment, with the white space around it, is one space. */
static void fold_line_end(PgnScanner *scanner, Text *comment) {
    while (comment != NULL && comment->length > 0 && is_blank(comment->data[comment->length - 1]))
        text_truncate(comment, comment->length - 1);
    pass_line_end(scanner);
    while (is_blank(*scanner->at) && !pgn_scan_at_end(scanner)) {
        if (scanner->at != scanner->end)
            scanner->at++;
        else
            pgn_scan_refill(scanner);
    }
    keep(comment, " ", 1);
}

/* A line that begins the next game: then the brace before it was never closed, and the rest of the file is not lost. */
static bool is_next_game(PgnScanner *scanner) {
    pgn_scan_need(scanner, PGN_LOOKAHEAD);
    return at_line_start(scanner) && follows(scanner, "[Event \"", 8);
}

bool pgn_scan_brace_comment(PgnScanner *scanner, Text *comment) {
    if (comment != NULL)
        text_clear(comment);
    scanner->at++;
    for (;;) {
        const char *start = scanner->at;
        while (*scanner->at != '}' && !is_line_end(*scanner->at) && *scanner->at != '\0')
            scanner->at++;
        keep(comment, start, (size_t)(scanner->at - start));
        if (*scanner->at == '}') {
            scanner->at++;
            return true;
        }
        if (is_line_end(*scanner->at)) {
            fold_line_end(scanner, comment);
            if (is_next_game(scanner))
                return false;
        } else if (scanner->at < scanner->end) {
            keep(comment, " ", 1);
            scanner->at++;
        } else if (scanner->input_ended) {
            return false;
        } else {
            pgn_scan_refill(scanner);
        }
    }
}

void pgn_scan_line_comment(PgnScanner *scanner, Text *comment) {
    if (comment != NULL)
        text_clear(comment);
    scanner->at++;
    for (;;) {
        const char *start = scanner->at;
        while (!is_line_end(*scanner->at) && *scanner->at != '\0')
            scanner->at++;
        keep(comment, start, (size_t)(scanner->at - start));
        if (is_line_end(*scanner->at) || pgn_scan_at_end(scanner))
            return;
        if (scanner->at < scanner->end) {
            keep(comment, " ", 1);
            scanner->at++;
        } else {
            pgn_scan_refill(scanner);
        }
    }
}

/* ---- Tags --------------------------------------------------------------------------------------------- */

static const char *pass_blanks(const char *at, const char *end) {
    while (at < end && is_blank(*at))
        at++;
    return at;
}

static bool ends_name(char c) {
    return is_blank(c) || is_line_end(c) || c == '"' || c == '[' || c == ']';
}

static const char *pass_name(const char *at, const char *end) {
    while (at < end && !ends_name(*at))
        at++;
    return at;
}

bool pgn_scan_is_tag(const PgnScanner *scanner) {
    if (*scanner->at != '[')
        return false;
    size_t left = (size_t)(scanner->end - scanner->at);
    const char *limit = scanner->at + (left < PGN_LOOKAHEAD ? left : PGN_LOOKAHEAD);
    const char *name = pass_blanks(scanner->at + 1, limit);
    const char *name_end = pass_name(name, limit);
    const char *quote = pass_blanks(name_end, limit);
    bool letter = (*name >= 'A' && *name <= 'Z') || (*name >= 'a' && *name <= 'z');
    return letter && quote < limit && *quote == '"';
}

/* Whether a quote at `at` closes the value: a bracket follows, or nothing more on this line. */
static bool closes_value(const char *at, const char *line_end) {
    const char *after = pass_blanks(at + 1, line_end);
    return after == line_end || *after == ']';
}

/* `\"` is a quote and `\\` a backslash, but many programs write `\` for itself, even before the closing quote: there
 * the pair must be the last thing of the line but for the bracket. */
static bool is_lone_backslash(const char *quote, const char *line_end) {
    const char *after = pass_blanks(quote + 1, line_end);
    return after < line_end && *after == ']' && pass_blanks(after + 1, line_end) == line_end;
}

/* Reads the value after its opening quote and returns where its closing quote stands; line_end if there is none. */
static const char *read_value(const char *at, const char *line_end, Text *value) {
    while (at < line_end) {
        const char *start = at;
        while (at < line_end && *at != '"' && *at != '\\')
            at++;
        text_append(value, start, (size_t)(at - start));
        if (at == line_end || (*at == '"' && closes_value(at, line_end)))
            break;
        bool escape = *at == '\\' && at + 1 < line_end && (at[1] == '"' || at[1] == '\\');
        if (escape && !(at[1] == '"' && is_lone_backslash(at + 1, line_end)))
            at++;
        text_append_char(value, *at++);
    }
    return at;
}

static void refuse(PgnScanner *scanner, PgnTagPair *pair, const char *at, const char *reason) {
    pair->place = pgn_scan_place(scanner, at);
    pair->reason = reason;
}

static const char *find_line_end(const char *at, const char *end) {
    while (at < end && !is_line_end(*at))
        at++;
    return at;
}

/* Reads name and value and returns where reading goes on. */
static const char *read_pair(PgnScanner *scanner, PgnTagPair *pair, const char *line_end) {
    const char *name = pass_blanks(scanner->at + 1, line_end);
    const char *name_end = pass_name(name, line_end);
    const char *quote = pass_blanks(name_end, line_end);
    text_append(&pair->name, name, (size_t)(name_end - name));
    if (name == name_end) {
        refuse(scanner, pair, name, "this tag has no name");
        return line_end;
    }
    if (quote == line_end || *quote != '"') {
        refuse(scanner, pair, quote, "the value of a tag must stand in double quotes");
        return line_end;
    }
    const char *closing = read_value(quote + 1, line_end, &pair->value);
    if (closing == line_end) {
        refuse(scanner, pair, quote, "the value of this tag has no closing quote");
        return line_end;
    }
    const char *bracket = pass_blanks(closing + 1, line_end);
    if (bracket == line_end) {
        refuse(scanner, pair, bracket, "this tag has no closing bracket");
        return line_end;
    }
    return bracket + 1;
}

void pgn_scan_tag(PgnScanner *scanner, PgnTagPair *pair) {
    pgn_scan_need(scanner, PGN_TAG_LINE_MAX);
    text_clear(&pair->name);
    text_clear(&pair->value);
    pair->place = pgn_scan_place(scanner, scanner->at);
    pair->reason = NULL;
    size_t left = (size_t)(scanner->end - scanner->at);
    const char *limit = scanner->at + (left < PGN_TAG_LINE_MAX ? left : PGN_TAG_LINE_MAX);
    const char *line_end = find_line_end(scanner->at, limit);
    scanner->at = read_pair(scanner, pair, line_end);
}
