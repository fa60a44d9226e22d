/* Clocks and evaluations in comments: the [%name value] commands, as lichess, cutechess and others write them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/pgn.h"

enum { COMMAND_MAX = 64, SECOND = 1000 };

/* The first command of that name, its value copied without the brackets. */
static bool find_command(const char *comment, const char *name, char value[COMMAND_MAX]) {
    size_t name_length = strlen(name);
    for (const char *at = strstr(comment, "[%"); at != NULL; at = strstr(at + 2, "[%")) {
        const char *start = at + 2 + name_length;
        if (strncmp(at + 2, name, name_length) != 0 || *start != ' ')
            continue;
        start += strspn(start, " ");
        size_t length = strcspn(start, "]");
        if (start[length] != ']' || length >= COMMAND_MAX)
            continue;
        memcpy(value, start, length);
        value[length] = '\0';
        return true;
    }
    return false;
}

/* Reads "1:02:03.4", "2:03" or "3.5" as milliseconds. A leading minus is allowed: an overstepped clock. */
static bool read_time(const char *text, int64_t *milliseconds) {
    int64_t seconds = 0;
    bool negative = *text == '-';
    text += negative;
    for (int part = 0;; part++) {
        char *end;
        if (*text < '0' || *text > '9' || part == 3)
            return false;
        long value = strtol(text, &end, 10);
        if (value > 1000000)
            return false;
        seconds = seconds * 60 + value;
        text = end;
        if (*text != ':')
            break;
        text++;
    }
    int64_t fraction = 0;
    if (*text == '.' || *text == ',') {
        text++;
        for (int64_t unit = SECOND / 10; *text >= '0' && *text <= '9'; text++, unit /= 10)
            fraction += unit * (*text - '0');
    }
    text += strspn(text, " s");
    *milliseconds = seconds * SECOND + fraction;
    if (negative)
        *milliseconds = -*milliseconds;
    return *text == '\0';
}

bool pgn_comment_clock(const char *comment, int64_t *milliseconds) {
    char value[COMMAND_MAX];
    return find_command(comment, "clk", value) && read_time(value, milliseconds);
}

bool pgn_comment_elapsed(const char *comment, int64_t *milliseconds) {
    char value[COMMAND_MAX];
    return find_command(comment, "emt", value) && read_time(value, milliseconds);
}

bool pgn_comment_eval(const char *comment, PgnEval *eval) {
    char value[COMMAND_MAX];
    if (!find_command(comment, "eval", value))
        return false;
    PgnEval read = {.mate = value[0] == '#'};
    const char *start = value + read.mate;
    char *end;
    double number = strtod(start, &end);
    bool decimal = end != start && (size_t)(end - start) == strspn(start, "+-.0123456789");
    if (!decimal || !(number > -100000 && number < 100000))
        return false;
    read.value = (int)(read.mate ? number : number * 100 + (number < 0 ? -0.5 : 0.5));
    if (*end == ',') {
        long depth = strtol(end + 1, &end, 10);
        if (depth < 0 || depth > 1000)
            return false;
        read.depth = (int)depth;
    }
    if (end[strspn(end, " ")] != '\0')
        return false;
    *eval = read;
    return true;
}

void pgn_comment_plain(const char *comment, Text *out) {
    bool space_due = false;
    size_t start = out->length;
    while (*comment != '\0') {
        const char *end = strncmp(comment, "[%", 2) == 0 ? strchr(comment, ']') : NULL;
        if (end != NULL) {
            comment = end + 1;
        } else if (*comment == ' ') {
            space_due = true;
            comment++;
        } else {
            if (space_due && out->length > start)
                text_append_char(out, ' ');
            space_due = false;
            text_append_char(out, *comment++);
        }
    }
}

static void begin_command(Text *comment) {
    if (comment->length > 0)
        text_append_char(comment, ' ');
}

static void add_time(Text *comment, const char *name, int64_t milliseconds) {
    uint64_t size = milliseconds < 0 ? -(uint64_t)milliseconds : (uint64_t)milliseconds;
    uint64_t seconds = size / SECOND;
    begin_command(comment);
    text_append_format(comment, "[%%%s %s%llu:%02u:%02u", name, milliseconds < 0 ? "-" : "",
                       (unsigned long long)(seconds / 3600), (unsigned)(seconds / 60 % 60), (unsigned)(seconds % 60));
    if (size % SECOND != 0) {
        text_append_format(comment, ".%03u", (unsigned)(size % SECOND));
        while (comment->length > 0 && comment->data[comment->length - 1] == '0')
            text_truncate(comment, comment->length - 1);
    }
    text_append_char(comment, ']');
}

void pgn_comment_add_clock(Text *comment, int64_t milliseconds) {
    add_time(comment, "clk", milliseconds);
}

void pgn_comment_add_elapsed(Text *comment, int64_t milliseconds) {
    add_time(comment, "emt", milliseconds);
}

void pgn_comment_add_eval(Text *comment, PgnEval eval) {
    int size = abs(eval.value);
    begin_command(comment);
    if (eval.mate)
        text_append_format(comment, "[%%eval #%d", eval.value);
    else
        text_append_format(comment, "[%%eval %s%d.%02d", eval.value < 0 ? "-" : "", size / 100, size % 100);
    if (eval.depth > 0)
        text_append_format(comment, ",%d", eval.depth);
    text_append_char(comment, ']');
}
