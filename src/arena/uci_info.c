#include "arena/uci_info.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char BLANKS[] = " \t";

bool uci_line_is(const char *line, const char *word, const char **rest) {
    line += strspn(line, BLANKS);
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != '\0' && strchr(BLANKS, line[length]) == NULL))
        return false;
    line += length;
    *rest = line + strspn(line, BLANKS);
    return true;
}

/* The word at *at, of *length bytes; *at is moved behind it. NULL at the end of the line. */
static const char *next_word(const char **at, size_t *length) {
    const char *word = *at + strspn(*at, BLANKS);
    *length = strcspn(word, BLANKS);
    *at = word + *length;
    return *length > 0 ? word : NULL;
}

static bool same(const char *word, size_t length, const char *name) {
    return strlen(name) == length && memcmp(word, name, length) == 0;
}

/* Reads the next word as a number within [least, most]; false, and nothing consumed, if it is none. */
static bool next_number(const char **at, long long least, long long most, long long *number) {
    const char *from = *at;
    size_t length;
    const char *word = next_word(&from, &length);
    if (word == NULL || length > 20)
        return false;
    char *end;
    long long value = strtoll(word, &end, 10);
    if (end != word + length || value < least || value > most)
        return false;
    *at = from;
    *number = value;
    return true;
}

static void read_score(const char **at, SearchInfo *info) {
    size_t length;
    const char *from = *at;
    const char *kind = next_word(&from, &length);
    bool mate = kind != NULL && same(kind, length, "mate");
    long long value;
    if (!mate && (kind == NULL || !same(kind, length, "cp")))
        return;
    if (!next_number(&from, INT_MIN, INT_MAX, &value))
        return;
    *at = from;
    const char *bound = next_word(&from, &length);
    bool is_bound = bound != NULL && (same(bound, length, "lowerbound") || same(bound, length, "upperbound"));
    if (is_bound && info->has_score && !info->bound)
        return;
    info->has_score = true;
    info->mate = mate;
    info->bound = is_bound;
    info->score = (int)value;
}

/* Keeps the rest of the line, or as many whole words of it as fit. */
static void read_pv(const char *rest, SearchInfo *info) {
    rest += strspn(rest, BLANKS);
    size_t length = strlen(rest);
    if (length >= PV_TEXT_MAX) {
        length = PV_TEXT_MAX - 1;
        while (length > 0 && strchr(BLANKS, rest[length]) == NULL)
            length--;
    }
    memcpy(info->pv, rest, length);
    info->pv[length] = '\0';
}

/* Whether the line is about another than the best variation. */
static bool is_other_line(const char *at) {
    size_t length;
    long long number;
    for (const char *word; (word = next_word(&at, &length)) != NULL;) {
        if (same(word, length, "multipv"))
            return next_number(&at, 2, INT_MAX, &number);
        if (same(word, length, "pv") || same(word, length, "string"))
            return false;
    }
    return false;
}

void uci_read_info(const char *line, SearchInfo *info) {
    const char *at;
    if (!uci_line_is(line, "info", &at) || is_other_line(at))
        return;
    size_t length;
    long long number;
    for (const char *word; (word = next_word(&at, &length)) != NULL;) {
        if (same(word, length, "depth") && next_number(&at, 0, 10000, &number))
            info->depth = (unsigned)number;
        else if (same(word, length, "seldepth") && next_number(&at, 0, 10000, &number))
            info->selective_depth = (unsigned)number;
        else if (same(word, length, "nodes") && next_number(&at, 0, LLONG_MAX, &number))
            info->nodes = (uint64_t)number;
        else if (same(word, length, "score"))
            read_score(&at, info);
        else if (same(word, length, "pv")) {
            read_pv(at, info);
            return;
        } else if (same(word, length, "string"))
            return;
    }
}

void uci_read_move_word(const char *rest, char move[MOVE_WORD_MAX]) {
    size_t length;
    const char *word = next_word(&rest, &length);
    if (word == NULL)
        length = 0;
    if (length >= MOVE_WORD_MAX)
        length = MOVE_WORD_MAX - 1;
    if (length > 0)
        memcpy(move, word, length);
    move[length] = '\0';
}

static void copy_trimmed(const char *from, size_t length, char *out, size_t size) {
    while (length > 0 && strchr(BLANKS, from[length - 1]) != NULL)
        length--;
    if (length >= size)
        length = size - 1;
    memcpy(out, from, length);
    out[length] = '\0';
}

bool uci_read_option_name(const char *rest, char *name, size_t size, const char **after) {
    if (!uci_line_is(rest, "name", &rest) || *rest == '\0')
        return false;
    const char *type = strstr(rest, " type ");
    size_t length = type != NULL ? (size_t)(type - rest) : strlen(rest);
    copy_trimmed(rest, length, name, size);
    *after = rest + length;
    return name[0] != '\0';
}

bool uci_next_choice(const char **at, char *choice, size_t size) {
    const char *from = strstr(*at, " var ");
    if (from == NULL)
        return false;
    from += strlen(" var ");
    from += strspn(from, BLANKS);
    const char *next = strstr(from, " var ");
    size_t length = next != NULL ? (size_t)(next - from) : strlen(from);
    copy_trimmed(from, length, choice, size);
    *at = from + length;
    return true;
}
