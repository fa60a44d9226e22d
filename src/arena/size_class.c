#include "arena/size_class.h"

#include <stdbool.h>

enum { TAB_COLUMNS = 8 };

/* One line, without its end. */
typedef struct Line {
    size_t columns;
    bool blank, plain; /* plain: printable ASCII and tabs */
} Line;

static Line measure_line(const char *text, size_t length) {
    Line line = {.blank = true, .plain = true};
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        bool continues = (c & 0xc0) == 0x80; /* of a character in UTF-8 */
        line.columns = c == '\t' ? (line.columns / TAB_COLUMNS + 1) * TAB_COLUMNS : line.columns + (continues ? 0 : 1);
        line.blank &= c == ' ' || c == '\t';
        line.plain &= c == '\t' || (c >= ' ' && c < 127);
    }
    return line;
}

static SizeClass classify(const SizeMeasure *measure, bool plain) {
    if (plain && measure->lines <= FIFTEEN_LINES && measure->columns <= FIFTEEN_COLUMNS &&
        measure->bytes <= FIFTEEN_BYTES)
        return SIZE_FIFTEEN;
    if (measure->bytes < MINI_BYTES)
        return SIZE_MINI;
    return measure->bytes <= OPEN_BYTES ? SIZE_OPEN : SIZE_TOO_LARGE;
}

SizeMeasure size_measure(const char *source, size_t length) {
    SizeMeasure measure = {0};
    bool plain = true;
    for (size_t start = 0; start < length;) {
        size_t end = start;
        while (end < length && source[end] != '\n' && source[end] != '\r')
            end++;
        Line line = measure_line(source + start, end - start);
        plain &= line.plain;
        measure.lines += !line.blank;
        measure.columns = line.columns > measure.columns ? line.columns : measure.columns;
        measure.bytes += end - start + (end < length);
        start = end + 1 + (end + 1 < length && source[end] == '\r' && source[end + 1] == '\n');
    }
    measure.size_class = classify(&measure, plain);
    return measure;
}

const char *size_class_name(SizeClass size_class) {
    static const char *const names[] = {
        [SIZE_FIFTEEN] = "Fifteen",
        [SIZE_MINI] = "Mini",
        [SIZE_OPEN] = "Open",
        [SIZE_TOO_LARGE] = "too large",
    };
    return names[size_class];
}
