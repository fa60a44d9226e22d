#include "chess/epd.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "chess/variant.h"

enum { TOKEN_MAX = 32, FIELD_COUNT = 4, COUNTER_COUNT = 2, COUNTER_MAX = 1 << 30 };

/* ---- Life --------------------------------------------------------------------------------------------- */

void epd_init(Epd *epd) {
    *epd = (Epd){.operations = NULL};
    text_init(&epd->text);
    position_start(&epd->position, VARIANT_STANDARD);
}

void epd_free(Epd *epd) {
    free(epd->operations);
    free(epd->moves);
    text_free(&epd->text);
}

void epd_start(Epd *epd, const Position *position) {
    epd->position = *position;
    epd->operation_count = 0;
    epd->move_count = 0;
    epd->failed = false;
    text_clear(&epd->text);
}

/* ---- Operations --------------------------------------------------------------------------------------- */

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_opcode(const char *opcode) {
    if (!is_letter(*opcode))
        return false;
    for (; *opcode != '\0'; opcode++)
        if (is_space(*opcode) || *opcode == ';' || *opcode == '"')
            return false;
    return true;
}

const char *epd_opcode(const Epd *epd, const EpdOperation *operation) {
    return epd->text.data + operation->opcode;
}

const char *epd_string(const Epd *epd, const EpdOperation *operation) {
    return operation->kind == EPD_STRING ? epd->text.data + operation->string : "";
}

const Move *epd_moves(const Epd *epd, const EpdOperation *operation) {
    return operation->move_count > 0 ? epd->moves + operation->first_move : NULL;
}

const EpdOperation *epd_find(const Epd *epd, const char *opcode) {
    for (size_t i = 0; i < epd->operation_count; i++)
        if (strcmp(epd_opcode(epd, &epd->operations[i]), opcode) == 0)
            return &epd->operations[i];
    return NULL;
}

/* Keeps a string and its NUL; returns its offset. */
static uint32_t keep(Epd *epd, const char *string, size_t length) {
    size_t offset = epd->text.length;
    if (offset + length >= UINT32_MAX || !text_reserve(&epd->text, length + 1)) {
        epd->failed = true;
        return 0;
    }
    text_append(&epd->text, string, length);
    text_append_char(&epd->text, '\0');
    return (uint32_t)offset;
}

/* The array with room for one more element, or NULL. */
static void *grow(Epd *epd, void *array, size_t count, size_t *capacity, size_t element_size) {
    if (count < *capacity)
        return array;
    size_t wanted = *capacity > 0 ? *capacity * 2 : 8;
    void *grown = realloc(array, wanted * element_size);
    if (grown == NULL)
        epd->failed = true;
    else
        *capacity = wanted;
    return grown;
}

/* The operation with this opcode, made if there is none; NULL for what is no opcode, or when memory ran out. */
static EpdOperation *demand(Epd *epd, const char *opcode) {
    EpdOperation *present = (EpdOperation *)epd_find(epd, opcode);
    if (present != NULL || !is_opcode(opcode))
        return present;
    EpdOperation *operations =
        grow(epd, epd->operations, epd->operation_count, &epd->operation_capacity, sizeof *operations);
    if (operations == NULL)
        return NULL;
    epd->operations = operations;
    uint32_t offset = keep(epd, opcode, strlen(opcode));
    if (epd->failed)
        return NULL;
    EpdOperation *made = &operations[epd->operation_count++];
    *made = (EpdOperation){.opcode = offset};
    return made;
}

/* Sets everything but the opcode. */
static bool put(Epd *epd, const char *opcode, EpdOperation value) {
    EpdOperation *operation = demand(epd, opcode);
    if (operation == NULL || epd->failed)
        return false;
    value.opcode = operation->opcode;
    *operation = value;
    return true;
}

bool epd_add_none(Epd *epd, const char *opcode) {
    return put(epd, opcode, (EpdOperation){.kind = EPD_NONE});
}

bool epd_add_integer(Epd *epd, const char *opcode, int64_t value) {
    return put(epd, opcode, (EpdOperation){.kind = EPD_INTEGER, .integer = value, .real = (double)value});
}

bool epd_add_real(Epd *epd, const char *opcode, double value) {
    return isfinite(value) && put(epd, opcode, (EpdOperation){.kind = EPD_REAL, .real = value});
}

bool epd_add_string(Epd *epd, const char *opcode, const char *value) {
    return put(epd, opcode, (EpdOperation){.kind = EPD_STRING, .string = keep(epd, value, strlen(value))});
}

static bool add_move(Epd *epd, Move move) {
    Move *moves = grow(epd, epd->moves, epd->move_count, &epd->move_capacity, sizeof *moves);
    if (moves == NULL)
        return false;
    epd->moves = moves;
    moves[epd->move_count++] = move;
    return true;
}

bool epd_add_moves(Epd *epd, const char *opcode, const Move *moves, size_t count) {
    uint32_t first = (uint32_t)epd->move_count;
    for (size_t i = 0; i < count; i++)
        if (!add_move(epd, moves[i]))
            return false;
    return put(epd, opcode, (EpdOperation){.kind = EPD_MOVES, .first_move = first, .move_count = (uint32_t)count});
}

/* ---- Reading the position ----------------------------------------------------------------------------- */

typedef struct Reader {
    Epd *epd;
    const char *line;
    const char *at;
    EpdDialect dialect;
    Error *error;
} Reader;

static bool refuse(const Reader *reader, const char *at, const char *reason) {
    return error_set_at(reader->error, 0, (size_t)(at - reader->line) + 1, "%s", reason);
}

static const char *pass_space(const char *at) {
    while (is_space(*at))
        at++;
    return at;
}

static const char *pass_field(const char *at) {
    while (*at != '\0' && *at != ';' && !is_space(*at))
        at++;
    return at;
}

static const char *pass_digits(const char *at) {
    while (is_digit(*at))
        at++;
    return at;
}

/* "3+3" or "+0+0", of three-check. */
static bool is_checks_field(const char *at) {
    at += *at == '+';
    const char *plus = pass_digits(at);
    return plus > at && *plus == '+' && is_digit(plus[1]);
}

/* Where the FEN's part of the line ends: four fields, the checks, and in the lenient dialect the two counters. */
static const char *find_position_end(const Reader *reader, const VariantRules *rules) {
    const char *at = reader->line, *end = at;
    int fields = 0, counters = 0;
    bool checks = false;
    for (;;) {
        at = pass_space(at);
        const char *field_end = pass_field(at);
        bool number = field_end > at && pass_digits(at) == field_end;
        if (field_end == at)
            return end;
        if (fields < FIELD_COUNT)
            fields++;
        else if (rules->checks_counted && !checks && is_checks_field(at))
            checks = true;
        else if (reader->dialect == EPD_OR_FEN && number && counters < COUNTER_COUNT)
            counters++;
        else
            return end;
        at = end = field_end;
    }
}

static bool read_position(Reader *reader, Variant variant, bool chess960) {
    Position position;
    Text fen;
    const char *end = find_position_end(reader, &variant_table[variant]);
    text_init(&fen);
    text_append(&fen, reader->line, (size_t)(end - reader->line));
    bool read = !fen.failed && position_from_fen(&position, fen.data, variant, chess960, reader->error);
    if (fen.failed)
        error_set(reader->error, "out of memory");
    text_free(&fen);
    if (read)
        epd_start(reader->epd, &position);
    reader->at = end;
    return read;
}

/* ---- Reading operations ------------------------------------------------------------------------------- */

/* A string up to its closing quote, or the line's end. The backslash escapes r, n, t and itself and quotes. */
static const char *read_string(const char *at, Text *out) {
    for (; *at != '\0' && *at != '"'; at++) {
        char c = *at;
        if (c == '\\' && at[1] != '\0') {
            at++;
            c = *at == 'n' ? '\n' : *at == 'r' ? '\r' : *at == 't' ? '\t' : *at;
        }
        text_append_char(out, c);
    }
    return at + (*at == '"');
}

static bool read_number(Epd *epd, const char *opcode, const char *operand) {
    char *end;
    if (operand[strspn(operand, "0123456789+-.eE")] != '\0')
        return false;
    errno = 0;
    long long integer = strtoll(operand, &end, 10);
    if (end != operand && *end == '\0' && errno == 0)
        return epd_add_integer(epd, opcode, integer);
    double real = strtod(operand, &end);
    return end != operand && *end == '\0' && epd_add_real(epd, opcode, real);
}

/* One or more moves; of pv, one after the other. Sets *bad to the first word that is none. */
static bool read_moves(Epd *epd, const char *opcode, const char *operand, const char **bad) {
    Position position = epd->position;
    bool sequence = strcmp(opcode, "pv") == 0;
    size_t first = epd->move_count;
    for (const char *at = pass_space(operand); *at != '\0'; at = pass_space(at)) {
        char word[TOKEN_MAX];
        Move move;
        size_t length = (size_t)(pass_field(at) - at);
        *bad = at;
        if (length >= sizeof word)
            return false;
        memcpy(word, at, length);
        word[length] = '\0';
        if (san_parse_move(&position, word, &move, NULL) != MOVE_TEXT_OK || !add_move(epd, move))
            return false;
        if (sequence)
            position_play(&position, move, &position);
        at += length;
    }
    return put(epd, opcode,
               (EpdOperation){.kind = EPD_MOVES,
                              .first_move = (uint32_t)first,
                              .move_count = (uint32_t)(epd->move_count - first)});
}

static void trim_end(Text *text) {
    while (text->length > 0 && is_space(text->data[text->length - 1]))
        text_truncate(text, text->length - 1);
}

/* An operand without quotes: a number, moves, or (leniently) any text. */
static bool read_bare_operand(Reader *reader, const char *opcode, Text *operand) {
    const char *start = reader->at, *bad = NULL;
    size_t length = strcspn(start, ";");
    text_append(operand, start, length);
    trim_end(operand);
    reader->at += length;
    size_t moves_before = reader->epd->move_count;
    if (read_number(reader->epd, opcode, operand->data) || read_moves(reader->epd, opcode, operand->data, &bad))
        return true;
    reader->epd->move_count = moves_before;
    if (reader->dialect == EPD_OR_FEN)
        return epd_add_string(reader->epd, opcode, operand->data);
    size_t offset = bad != NULL ? (size_t)(bad - operand->data) : 0;
    return refuse(reader, start + offset,
                  "this operand is neither a number, nor a string in quotes, nor a legal move in the position");
}

static bool read_operand(Reader *reader, const char *opcode, Text *operand) {
    Epd *epd = reader->epd;
    reader->at = pass_space(reader->at);
    if (*reader->at == '\0' || *reader->at == ';') {
        bool list = strcmp(opcode, "bm") == 0 || strcmp(opcode, "am") == 0 || strcmp(opcode, "pv") == 0;
        return list ? epd_add_moves(epd, opcode, NULL, 0) : epd_add_none(epd, opcode);
    }
    if (*reader->at != '"')
        return read_bare_operand(reader, opcode, operand);
    reader->at = read_string(reader->at + 1, operand);
    return epd_add_string(epd, opcode, operand->data);
}

static bool read_opcode_and_operand(Reader *reader, Text *opcode, Text *operand) {
    const char *start = reader->at;
    reader->at = pass_field(start);
    text_clear(opcode);
    text_clear(operand);
    text_append(opcode, start, (size_t)(reader->at - start));
    if (strcmp(opcode->data, "-") == 0)
        return true;
    if (!is_opcode(opcode->data)) {
        if (reader->dialect == EPD_OR_FEN) { /* text that is no operation is passed over, up to the next one */
            reader->at += strcspn(reader->at, ";");
            return true;
        }
        return refuse(reader, start,
                      "an opcode must begin with a letter; the counters of a FEN are written hmvc 0; fmvn 1; in EPD");
    }
    return read_operand(reader, opcode->data, operand);
}

/* Where memory ran out, whatever else seemed wrong is not so. */
static bool read_operation(Reader *reader, Text *opcode, Text *operand) {
    bool read = read_opcode_and_operand(reader, opcode, operand);
    if (reader->epd->failed || opcode->failed || operand->failed)
        return error_set(reader->error, "out of memory");
    return read;
}

static bool read_operations(Reader *reader) {
    Text opcode, operand;
    bool good = true;
    text_init(&opcode);
    text_init(&operand);
    for (;;) {
        while (is_space(*reader->at) || *reader->at == ';')
            reader->at++;
        if (*reader->at == '\0' || !(good = read_operation(reader, &opcode, &operand)))
            break;
    }
    text_free(&opcode);
    text_free(&operand);
    return good;
}

static void forget_operation(Epd *epd, const EpdOperation *operation) {
    size_t index = (size_t)(operation - epd->operations);
    epd->operation_count--;
    memmove(&epd->operations[index], &epd->operations[index + 1],
            (epd->operation_count - index) * sizeof *epd->operations);
}

/* hmvc and fmvn. A counter that is no whole number is a mistake; a lenient reader passes over it. */
static bool apply_counter(Reader *reader, const char *opcode, uint32_t *counter) {
    const EpdOperation *operation = epd_find(reader->epd, opcode);
    if (operation == NULL)
        return true;
    bool whole = operation->kind == EPD_INTEGER && operation->integer >= 0 && operation->integer <= COUNTER_MAX;
    if (whole)
        *counter = (uint32_t)operation->integer;
    if (whole)
        return true;
    if (reader->dialect == EPD_OR_FEN) {
        forget_operation(reader->epd, operation);
        return true;
    }
    return error_set_at(reader->error, 0, 0, "the operation %s must have a whole number as its operand", opcode);
}

bool epd_read(Epd *epd, const char *line, Variant variant, bool chess960, EpdDialect dialect, Error *error) {
    Reader reader = {.epd = epd, .line = line, .at = line, .dialect = dialect, .error = error};
    if (!read_position(&reader, variant, chess960) || !read_operations(&reader) ||
        !apply_counter(&reader, "hmvc", &epd->position.halfmove_clock) ||
        !apply_counter(&reader, "fmvn", &epd->position.fullmove_number))
        return false;
    if (epd->position.fullmove_number == 0)
        epd->position.fullmove_number = 1;
    return true;
}

/* ---- Writing ------------------------------------------------------------------------------------------ */

static void write_string(const char *string, Text *out) {
    text_append_char(out, '"');
    for (; *string != '\0'; string++) {
        const char *special = "\n\r\t\"\\", *letters = "nrt\"\\";
        const char *found = strchr(special, *string);
        if (found != NULL)
            text_append_char(out, '\\');
        text_append_char(out, found != NULL ? letters[found - special] : *string);
    }
    text_append_char(out, '"');
}

/* The shortest decimal that reads back as the same number, with a point or exponent so that it reads as a real. */
static void write_real(double real, Text *out) {
    char digits[32];
    for (int precision = 1; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, real);
        if (strtod(digits, NULL) == real)
            break;
    }
    text_append_string(out, digits);
    if (strpbrk(digits, ".e") == NULL)
        text_append_string(out, ".0");
}

static void write_moves(const Epd *epd, const EpdOperation *operation, Text *out) {
    Position position = epd->position;
    const Move *moves = epd_moves(epd, operation);
    bool sequence = strcmp(epd_opcode(epd, operation), "pv") == 0;
    for (size_t i = 0; i < operation->move_count; i++) {
        char san[SAN_MAX];
        san_write_move(&position, moves[i], san);
        text_append_char(out, ' ');
        text_append_string(out, san);
        if (sequence)
            position_play(&position, moves[i], &position);
    }
}

void epd_write(const Epd *epd, unsigned fen_flags, Text *out) {
    char fen[FEN_MAX];
    position_to_fen(&epd->position, fen_flags | FEN_NO_COUNTERS, fen);
    text_append_string(out, fen);
    for (size_t i = 0; i < epd->operation_count; i++) {
        const EpdOperation *operation = &epd->operations[i];
        text_append_char(out, ' ');
        text_append_string(out, epd_opcode(epd, operation));
        if (operation->kind == EPD_MOVES)
            write_moves(epd, operation, out);
        else if (operation->kind != EPD_NONE)
            text_append_char(out, ' ');
        if (operation->kind == EPD_INTEGER)
            text_append_format(out, "%lld", (long long)operation->integer);
        else if (operation->kind == EPD_REAL)
            write_real(operation->real, out);
        else if (operation->kind == EPD_STRING)
            write_string(epd_string(epd, operation), out);
        text_append_char(out, ';');
    }
}
