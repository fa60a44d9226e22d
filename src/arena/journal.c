#include "arena/journal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/record_json.h"
#include "arena/record_pgn.h"
#include "base/error.h"

struct Journal {
    const char *path; /* NULL: temporary */
    const char *pgn_path;
    FILE *file;
    FILE *pgn;
    unsigned long old_games;
    long first_game; /* where the games begin in the file */
};

static bool system_error(Error *error, const char *what, const char *path) {
    return error_set(error, "cannot %s %s: %s", what, path, strerror(errno));
}

/* ---- Reading what is there ------------------------------------------------------------------------------ */

/* Reads the next whole line as JSON. NULL at the end, or where a crash has cut a line. */
static json_t *next_line(FILE *file) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length = getline(&line, &size, file);
    json_t *object = length > 0 && line[length - 1] == '\n' ? json_loadb(line, (size_t)length, 0, NULL) : NULL;
    free(line);
    return object;
}

/* The setting in which two matches differ. */
static const char *difference(json_t *one, const json_t *other) {
    const char *key;
    json_t *value;
    json_object_foreach(one, key, value) {
        if (!json_equal(value, json_object_get(other, key)))
            return key;
    }
    return "settings";
}

static int64_t size_of(FILE *file) {
    struct stat status;
    return file != NULL && fstat(fileno(file), &status) == 0 ? status.st_size : -1;
}

static bool cut_back(Journal *journal, long end, int64_t pgn_end, Error *error) {
    if (fflush(journal->file) != 0 || ftruncate(fileno(journal->file), end) != 0 ||
        fseek(journal->file, end, SEEK_SET) != 0)
        return system_error(error, "shorten", journal->path);
    if (journal->pgn != NULL && size_of(journal->pgn) > pgn_end && ftruncate(fileno(journal->pgn), pgn_end) != 0)
        return system_error(error, "shorten", journal->pgn_path);
    return true;
}

/* Finds the last game that is whole in both files and cuts them back to its end. */
static bool find_end(Journal *journal, int64_t pgn_start, Error *error) {
    int64_t pgn_size = size_of(journal->pgn), pgn_end = pgn_start;
    long end = journal->first_game;
    bool lost = journal->pgn != NULL && pgn_size < pgn_start;
    for (json_t *game; !lost && (game = next_line(journal->file)) != NULL; json_decref(game)) {
        int64_t length = json_integer_value(json_object_get(game, "pgn_length"));
        if (journal->pgn != NULL && length > pgn_size) {
            lost = pgn_size == 0; /* not a power cut: somebody moved it away */
            json_decref(game);
            break;
        }
        pgn_end = length;
        end = ftell(journal->file);
        journal->old_games++;
    }
    if (lost)
        return error_set(error, "%s lacks the games that %s counts; put it back, or remove both to start afresh",
                         journal->pgn_path, journal->path);
    return cut_back(journal, end, pgn_end, error);
}

static bool continue_old(Journal *journal, const json_t *match, Error *error) {
    json_t *head = next_line(journal->file);
    if (head == NULL)
        return error_set(error, "%s exists and is not the state of a match; name another file", journal->path);
    json_t *kept = json_object_get(head, "match");
    bool same = json_equal(kept, match) != 0;
    if (!same)
        error_set(error, "%s belongs to another match (its \"%s\" differs); name another file, or remove it",
                  journal->path, kept != NULL ? difference(kept, match) : "match");
    int64_t pgn_start = json_integer_value(json_object_get(head, "pgn_length"));
    json_decref(head);
    journal->first_game = ftell(journal->file);
    return same && find_end(journal, pgn_start, error);
}

bool journal_read(Journal *journal, bool (*take)(void *owner, json_t *game), void *owner, Error *error) {
    if (journal->file == NULL)
        return true;
    bool good = fflush(journal->file) == 0 && fseek(journal->file, journal->first_game, SEEK_SET) == 0;
    for (json_t *game; good && (game = next_line(journal->file)) != NULL; json_decref(game))
        good = take(owner, game);
    if (!good || fseek(journal->file, 0, SEEK_END) != 0)
        return error_set(error, "cannot read the games of %s", journal->path != NULL ? journal->path : "this match");
    return true;
}

/* ---- Writing -------------------------------------------------------------------------------------------- */

static bool write_line(Journal *journal, const json_t *object, Error *error) {
    bool good = json_dumpf(object, journal->file, JSON_COMPACT) == 0 && fputc('\n', journal->file) != EOF;
    return (good && fflush(journal->file) == 0) ||
           system_error(error, "write to", journal->path != NULL ? journal->path : "a temporary file");
}

static bool write_head(Journal *journal, const json_t *match, Error *error) {
    json_t *head = json_pack("{sOsI}", "match", match, "pgn_length", (json_int_t)size_of(journal->pgn));
    bool good = write_line(journal, head, error);
    json_decref(head);
    journal->first_game = ftell(journal->file);
    return good;
}

static bool write_pgn(Journal *journal, const GameRecord *record, const char *event, Error *error) {
    Text text;
    text_init(&text);
    bool good = record_write_pgn(record, event, &text) || error_set(error, "out of memory for the PGN of a game");
    if (good && (fwrite(text.data, 1, text.length, journal->pgn) != text.length || fflush(journal->pgn) != 0))
        good = system_error(error, "write to", journal->pgn_path);
    text_free(&text);
    return good;
}

bool journal_add(Journal *journal, const GameRecord *record, const char *event, Error *error) {
    bool stopped = record->end == GAME_STOPPED;
    if (stopped && journal->path != NULL)
        return true;
    if (journal->pgn != NULL && !write_pgn(journal, record, event, error))
        return false;
    if (stopped || journal->file == NULL)
        return true;
    json_t *game = record_to_json(record);
    if (game == NULL || json_object_set_new(game, "pgn_length", json_integer((json_int_t)size_of(journal->pgn))) != 0) {
        json_decref(game);
        return error_set(error, "out of memory for the record of a game");
    }
    bool good = write_line(journal, game, error);
    json_decref(game);
    return good;
}

/* ---- Opening and closing -------------------------------------------------------------------------------- */

static bool open_files(Journal *journal, bool collect, Error *error) {
    if (journal->pgn_path != NULL && (journal->pgn = fopen(journal->pgn_path, "ae")) == NULL)
        return system_error(error, "write to", journal->pgn_path);
    if (journal->path == NULL && !collect)
        return true;
    journal->file = journal->path != NULL ? fopen(journal->path, "a+e") : tmpfile();
    if (journal->file == NULL)
        return system_error(error, "open", journal->path != NULL ? journal->path : "a temporary file");
    if (journal->path != NULL && flock(fileno(journal->file), LOCK_EX | LOCK_NB) != 0)
        return error_set(error, "%s is in use by a match that is still running", journal->path);
    return true;
}

static bool begin_or_continue(Journal *journal, const json_t *match, Error *error) {
    if (journal->file == NULL)
        return true;
    if (size_of(journal->file) <= 0)
        return write_head(journal, match, error);
    rewind(journal->file);
    return continue_old(journal, match, error);
}

Journal *journal_open(const char *path, bool collect, const char *pgn_path, const json_t *match, Error *error) {
    Journal *journal = calloc(1, sizeof *journal);
    if (journal == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    journal->path = path;
    journal->pgn_path = pgn_path;
    if (open_files(journal, collect, error) && begin_or_continue(journal, match, error))
        return journal;
    journal_close(journal);
    return NULL;
}

unsigned long journal_old_games(const Journal *journal) {
    return journal->old_games;
}

void journal_close(Journal *journal) {
    if (journal == NULL)
        return;
    if (journal->file != NULL)
        fclose(journal->file);
    if (journal->pgn != NULL)
        fclose(journal->pgn);
    free(journal);
}
