#include "training/games_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/input.h"
#include "base/lines.h"
#include "training/games_binary.h"
#include "training/games_pgn.h"
#include "training/games_text.h"

typedef enum GamesForm { FORM_BINARY, FORM_TEXT, FORM_PGN } GamesForm;

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

enum { BUFFER_SIZE = 1 << 16, RECORD_MAX = 1 << 21 };

struct GamesReader {
    GamesForm form;
    Variant variant;
    Input *input;
    uint8_t *buffer; /* [start, end) is read and not yet used */
    size_t start, end, capacity;
    LineReader lines;
    bool lines_ended;
    PgnReader *pgn_reader;
    PgnGame pgn;
    size_t passed_over;
    bool failed;
    Error error;
};

/* At least `wanted` bytes in the buffer from `start`; false when the input has fewer. */
static bool have_bytes(GamesReader *reader, size_t wanted) {
    if (reader->end - reader->start >= wanted)
        return true;
    memmove(reader->buffer, reader->buffer + reader->start, reader->end - reader->start);
    reader->end -= reader->start;
    reader->start = 0;
    if (wanted > reader->capacity) {
        uint8_t *larger = realloc(reader->buffer, wanted);
        if (larger == NULL)
            return false;
        reader->buffer = larger;
        reader->capacity = wanted;
    }
    while (reader->end < wanted) {
        size_t count = input_read(reader->input, reader->buffer + reader->end, reader->capacity - reader->end);
        if (count == 0)
            return false;
        reader->end += count;
    }
    return true;
}

static GamesForm find_form(GamesReader *reader) {
    have_bytes(reader, GAMES_BINARY_MAGIC_LENGTH);
    size_t length = reader->end;
    const char *text = (const char *)reader->buffer;
    if (length >= GAMES_BINARY_MAGIC_LENGTH && memcmp(text, GAMES_BINARY_MAGIC, GAMES_BINARY_MAGIC_LENGTH) == 0) {
        reader->start = GAMES_BINARY_MAGIC_LENGTH;
        return FORM_BINARY;
    }
    bool digit = length > 0 && (text[0] == '0' || text[0] == '1');
    return digit && memchr(text, '\t', length) != NULL ? FORM_TEXT : FORM_PGN;
}

static bool open_pgn(GamesReader *reader, const char *path, Error *error) {
    const PgnOptions options = {.variant = reader->variant};
    if (strcmp(path, "-") == 0)
        return error_set(error, "standard input is not a file of scored games; PGN must be named as a file");
    reader->pgn_reader = pgn_reader_open(path, &options, error);
    return reader->pgn_reader != NULL;
}

GamesReader *games_open(const char *path, Variant variant, Error *error) {
    GamesReader *reader = calloc(1, sizeof *reader);
    uint8_t *buffer = malloc(BUFFER_SIZE);
    if (reader == NULL || buffer == NULL) {
        free(reader);
        free(buffer);
        error_set(error, "out of memory");
        return NULL;
    }
    reader->variant = variant;
    reader->buffer = buffer;
    reader->capacity = BUFFER_SIZE;
    pgn_game_init(&reader->pgn);
    reader->input = input_open(path, error);
    if (reader->input != NULL)
        reader->form = find_form(reader);
    if (reader->input != NULL && (reader->form != FORM_PGN || open_pgn(reader, path, error)))
        return reader;
    games_close(reader);
    return NULL;
}

static bool fail(GamesReader *reader, const char *sentence) {
    if (!input_failed(reader->input, &reader->error))
        error_set(&reader->error, "%s", sentence);
    return !(reader->failed = true);
}

static bool next_binary(GamesReader *reader, ScoredGame *game) {
    size_t length;
    have_bytes(reader, GAMES_BINARY_LENGTH_MAX);
    if (reader->end == reader->start)
        return input_failed(reader->input, NULL) ? fail(reader, "") : false;
    size_t prefix = games_binary_length(reader->buffer + reader->start, reader->end - reader->start, &length);
    if (prefix == 0 || length > RECORD_MAX || !have_bytes(reader, prefix + length + GAMES_BINARY_CHECKSUM))
        return fail(reader, "the file ends inside a game");
    const uint8_t *record = reader->buffer + reader->start + prefix;
    reader->start += prefix + length + GAMES_BINARY_CHECKSUM;
    if (games_binary_read(record, length, game, &reader->error))
        return true;
    return !(reader->failed = true);
}

/* What find_form() has read comes first. */
static bool more_text(GamesReader *reader) {
    size_t space, count;
    char *into = lines_space(&reader->lines, &space);
    if (into == NULL)
        return fail(reader, "out of memory");
    if (reader->start < reader->end) {
        count = reader->end - reader->start < space ? reader->end - reader->start : space;
        memcpy(into, reader->buffer + reader->start, count);
        reader->start += count;
    } else {
        count = input_read(reader->input, into, space);
    }
    lines_added(&reader->lines, count);
    if (count == 0 && input_failed(reader->input, NULL))
        return fail(reader, "");
    return count > 0;
}

static char *next_line(GamesReader *reader) {
    for (;;) {
        char *line = lines_next(&reader->lines);
        if (line != NULL || reader->lines_ended)
            return line;
        if (!more_text(reader)) {
            reader->lines_ended = true;
            return lines_last(&reader->lines);
        }
    }
}

static bool next_text(GamesReader *reader, ScoredGame *game) {
    for (char *line; (line = next_line(reader)) != NULL; reader->passed_over++)
        if (games_text_read(line, reader->variant, game))
            return true;
    return false;
}

static bool next_pgn(GamesReader *reader, ScoredGame *game) {
    for (; pgn_reader_next(reader->pgn_reader, &reader->pgn); reader->passed_over++)
        if (games_pgn_read(&reader->pgn, game))
            return true;
    reader->failed = pgn_reader_failed(reader->pgn_reader, &reader->error);
    return false;
}

bool games_next(GamesReader *reader, ScoredGame *game) {
    if (reader->failed)
        return false;
    switch (reader->form) {
    case FORM_BINARY:
        return next_binary(reader, game);
    case FORM_TEXT:
        return next_text(reader, game);
    default:
        return next_pgn(reader, game);
    }
}

size_t games_passed_over(const GamesReader *reader) {
    return reader->passed_over;
}

bool games_failed(const GamesReader *reader, Error *error) {
    if (reader->failed && error != NULL)
        *error = reader->error;
    return reader->failed;
}

void games_close(GamesReader *reader) {
    if (reader == NULL)
        return;
    if (reader->input != NULL)
        input_close(reader->input);
    pgn_reader_close(reader->pgn_reader);
    pgn_game_free(&reader->pgn);
    lines_free(&reader->lines);
    free(reader->buffer);
    free(reader);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

struct GamesWriter {
    GamesForm form;
    FILE *file;
    Text text;
    PgnGame pgn;
};

static bool ends_with(const char *path, const char *ending) {
    size_t length = strlen(path), end = strlen(ending);
    return length > end && strcmp(path + length - end, ending) == 0;
}

static bool form_by_name(const char *path, GamesForm *form, Error *error) {
    static const char *const endings[] = {[FORM_BINARY] = ".rkg", [FORM_TEXT] = ".txt", [FORM_PGN] = ".pgn"};
    for (*form = FORM_BINARY; *form <= FORM_PGN; ++*form)
        if (ends_with(path, endings[*form]))
            return true;
    return error_set(error, "\"%.150s\" should end in .rkg (compact), .txt or .pgn", path);
}

/* Where the last whole record ends, or -1 when it is no such file. */
static long whole_records(FILE *file, size_t *games) {
    uint8_t head[GAMES_BINARY_MAGIC_LENGTH], *body = malloc(RECORD_MAX + GAMES_BINARY_CHECKSUM);
    ScoredGame game;
    long end = -1;
    scored_game_init(&game);
    if (body != NULL && fread(head, sizeof head, 1, file) == 1 && memcmp(head, GAMES_BINARY_MAGIC, sizeof head) == 0) {
        for (end = sizeof head;; ++*games) {
            size_t length, got = fread(body, 1, GAMES_BINARY_LENGTH_MAX, file);
            size_t prefix = games_binary_length(body, got, &length);
            if (prefix == 0 || length > RECORD_MAX || fseek(file, end + (long)prefix, SEEK_SET) != 0 ||
                fread(body, length + GAMES_BINARY_CHECKSUM, 1, file) != 1 ||
                !games_binary_read(body, length, &game, NULL))
                break;
            end += (long)(prefix + length + GAMES_BINARY_CHECKSUM);
        }
    }
    scored_game_free(&game);
    free(body);
    return end;
}

static long whole_lines(FILE *file, size_t *games) {
    long end = 0;
    for (int c; (c = getc(file)) != EOF;)
        if (c == '\n') {
            end = ftell(file);
            ++*games;
        }
    return end;
}

/* Goes to where the next game is to be written. */
static bool find_end(GamesWriter *writer, const char *path, size_t *present, Error *error) {
    struct stat status;
    if (fstat(fileno(writer->file), &status) != 0)
        return error_set(error, "cannot write \"%.150s\": %s", path, strerror(errno));
    if (status.st_size == 0) {
        if (writer->form == FORM_BINARY)
            fwrite(GAMES_BINARY_MAGIC, GAMES_BINARY_MAGIC_LENGTH, 1, writer->file);
        return true;
    }
    if (writer->form == FORM_PGN)
        return error_set(error, "\"%.150s\" is there already; choose another name", path);
    long end = writer->form == FORM_BINARY ? whole_records(writer->file, present) : whole_lines(writer->file, present);
    if (end < 0)
        return error_set(error, "\"%.150s\" is there already and is no file of games; choose another name", path);
    if (ftruncate(fileno(writer->file), end) != 0 || fseek(writer->file, end, SEEK_SET) != 0)
        return error_set(error, "cannot write on at the end of \"%.150s\": %s", path, strerror(errno));
    return true;
}

static void free_writer(GamesWriter *writer) {
    text_free(&writer->text);
    pgn_game_free(&writer->pgn);
    free(writer);
}

GamesWriter *games_create(const char *path, size_t *present, Error *error) {
    GamesForm form;
    *present = 0;
    if (!form_by_name(path, &form, error))
        return NULL;
    GamesWriter *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    writer->form = form;
    text_init(&writer->text);
    pgn_game_init(&writer->pgn);
    writer->file = fopen(path, "r+b");
    if (writer->file == NULL && errno == ENOENT)
        writer->file = fopen(path, "w+b");
    if (writer->file == NULL)
        error_set(error, "cannot write \"%.150s\": %s", path, strerror(errno));
    else if (find_end(writer, path, present, error))
        return writer;
    if (writer->file != NULL)
        fclose(writer->file);
    free_writer(writer);
    return NULL;
}

bool games_write(GamesWriter *writer, const ScoredGame *game, Error *error) {
    bool good = true;
    text_clear(&writer->text);
    if (writer->form == FORM_BINARY)
        good = games_binary_write(game, &writer->text);
    else if (writer->form == FORM_TEXT)
        games_text_write(game, &writer->text);
    else
        good = games_pgn_write(game, &writer->pgn) && pgn_write_game(&writer->pgn, &writer->text);
    if (!good || writer->text.failed)
        return error_set(error, writer->text.failed ? "out of memory" : "a game cannot be written in this form");
    if (fwrite(writer->text.data, writer->text.length, 1, writer->file) != 1)
        return error_set(error, "writing failed: %s", strerror(errno));
    return true;
}

bool games_flush(GamesWriter *writer, Error *error) {
    return fflush(writer->file) == 0 || error_set(error, "writing failed: %s", strerror(errno));
}

bool games_finish(GamesWriter *writer, Error *error) {
    bool good = games_flush(writer, error);
    good = fclose(writer->file) == 0 && good;
    free_writer(writer);
    return good;
}
