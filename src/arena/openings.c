#include "arena/openings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/input.h"
#include "base/random.h"
#include "base/text.h"
#include "chess/epd.h"
#include "chess/pgn.h"

typedef struct Entry {
    size_t fen;   /* offset into fens */
    size_t first; /* index into moves */
    size_t count;
} Entry;

struct Openings {
    Variant variant;
    Text fens; /* NUL-terminated strings */
    Move *moves;
    size_t move_count, move_capacity;
    Entry *entries;
    size_t count, capacity;
};

/* ---- Keeping -------------------------------------------------------------------------------------------- */

static Openings *open_empty(Variant variant, Error *error) {
    Openings *openings = calloc(1, sizeof *openings);
    if (openings == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    openings->variant = variant;
    text_init(&openings->fens);
    return openings;
}

void openings_free(Openings *openings) {
    if (openings == NULL)
        return;
    text_free(&openings->fens);
    free(openings->moves);
    free(openings->entries);
    free(openings);
}

/* Room for `more` items of `size` bytes; false when memory runs out. */
static bool reserve(void **items, size_t *capacity, size_t count, size_t more, size_t size) {
    if (count + more <= *capacity)
        return true;
    size_t wanted = *capacity < 16 ? 16 : *capacity * 2;
    while (wanted < count + more)
        wanted *= 2;
    void *grown = realloc(*items, wanted * size);
    if (grown == NULL)
        return false;
    *items = grown;
    *capacity = wanted;
    return true;
}

static bool add(Openings *openings, const Position *start, const Move *moves, size_t count, Error *error) {
    char fen[FEN_MAX];
    Entry entry = {.fen = openings->fens.length, .first = openings->move_count, .count = count};
    void *all_moves = openings->moves, *entries = openings->entries;
    bool room = reserve(&all_moves, &openings->move_capacity, openings->move_count, count, sizeof *moves);
    openings->moves = all_moves;
    room = room && reserve(&entries, &openings->capacity, openings->count, 1, sizeof entry);
    openings->entries = entries;
    size_t length = position_to_fen(start, FEN_DEFAULT, fen);
    if (room)
        text_append(&openings->fens, fen, length + 1);
    if (!room || openings->fens.failed)
        return error_set(error, "out of memory for the openings");
    if (count > 0)
        memcpy(openings->moves + openings->move_count, moves, count * sizeof *moves);
    openings->move_count += count;
    openings->entries[openings->count++] = entry;
    return true;
}

/* Whether the position could be one of a game of the variant. */
static bool check_possible(const Position *position, Error *error) {
    static const struct {
        uint32_t bit;
        const char *reason;
    } faults[] = {
        {STATUS_EMPTY, "the board is empty"},
        {STATUS_NO_WHITE_KING, "White has no king"},
        {STATUS_NO_BLACK_KING, "Black has no king"},
        {STATUS_TOO_MANY_KINGS, "there are too many kings"},
        {STATUS_PAWNS_ON_BACKRANK, "a pawn stands on the first or last rank"},
        {STATUS_OPPOSITE_CHECK, "the side that is not to move is in check"},
        {STATUS_RACE_CHECK, "a king is in check, which racing kings forbids"},
    };
    uint32_t status = position_status(position);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        if ((status & faults[i].bit) != 0)
            return error_set(error, "no game can start here: %s", faults[i].reason);
    return true;
}

/* Whether a game can be played on from here. */
static bool check_playable(const Position *position, Error *error) {
    if (!check_possible(position, error))
        return false;
    Outcome outcome = position_outcome(position);
    if (outcome.termination != TERMINATION_NONE)
        return error_set(error, "the game is over before it starts: %s", outcome_reason(outcome, position->variant));
    return true;
}

/* ---- Positions ------------------------------------------------------------------------------------------ */

Openings *openings_start(Variant variant, Error *error) {
    Openings *openings = open_empty(variant, error);
    Position position;
    bool good = openings != NULL;
    if (good && variant != VARIANT_CHESS960) {
        position_start(&position, variant);
        good = add(openings, &position, NULL, 0, error);
    }
    for (int i = 0; good && variant == VARIANT_CHESS960 && i < 960; i++) {
        position_start_chess960(&position, (518 + i) % 960);
        good = add(openings, &position, NULL, 0, error);
    }
    if (!good) {
        openings_free(openings);
        return NULL;
    }
    return openings;
}

Openings *openings_fen(const char *fen, Variant variant, Error *error) {
    Openings *openings = open_empty(variant, error);
    Position position;
    if (openings != NULL && opening_read_line(fen, variant, &position, error) && check_possible(&position, error) &&
        add(openings, &position, NULL, 0, error))
        return openings;
    openings_free(openings);
    return NULL;
}

bool opening_read_line(const char *line, Variant variant, Position *position, Error *error) {
    Epd epd;
    epd_init(&epd);
    bool good = epd_read(&epd, line, variant, variant == VARIANT_CHESS960, EPD_OR_FEN, error);
    if (good)
        *position = epd.position;
    epd_free(&epd);
    return good;
}

static bool read_file(const char *path, Text *text, Error *error) {
    Input *input = input_open(path, error);
    if (input == NULL)
        return false;
    char bytes[65536];
    for (size_t count; (count = input_read(input, bytes, sizeof bytes)) > 0;)
        text_append(text, bytes, count);
    bool good = !input_failed(input, error);
    input_close(input);
    return text->failed ? error_set(error, "out of memory for %s", path) : good;
}

static bool load_line(Openings *openings, const char *path, size_t number, const char *line, Error *error) {
    Error inner;
    Position position;
    if (line[0] == '\0' || line[0] == '#')
        return true;
    if (opening_read_line(line, openings->variant, &position, &inner) && check_playable(&position, &inner))
        return add(openings, &position, NULL, 0, error);
    return error_set_at(error, number, 0, "%s, line %zu: %s", path, number, inner.message);
}

static bool load_lines(Openings *openings, const char *path, Error *error) {
    Text text;
    text_init(&text);
    bool good = read_file(path, &text, error);
    char *at = text.data;
    for (size_t number = 1; good && *at != '\0'; number++) {
        size_t length = strcspn(at, "\n");
        bool last = at[length] == '\0';
        at[length] = '\0';
        for (size_t end = length; end > 0 && isspace((unsigned char)at[end - 1]); end--)
            at[end - 1] = '\0';
        good = load_line(openings, path, number, at + strspn(at, " \t"), error);
        at += last ? length : length + 1;
    }
    text_free(&text);
    return good;
}

/* ---- Games ---------------------------------------------------------------------------------------------- */

typedef struct GameLoad {
    Openings *openings;
    const char *path;
    size_t max_plies;
    OpeningWarning *warn;
    void *owner;
    Move *moves;
    size_t capacity;
} GameLoad;

static void warn(const GameLoad *load, size_t number, const PgnGame *game, const char *what, const char *consequence) {
    char sentence[512];
    snprintf(sentence, sizeof sentence, "%s, game %zu (line %zu): %s; %s", load->path, number, game->line, what,
             consequence);
    if (load->warn != NULL)
        load->warn(load->owner, sentence);
}

/* Collects the main line, stopping before a move that ends the game, into load->moves; returns its length, or
 * SIZE_MAX when memory runs out. */
static size_t collect(GameLoad *load, const PgnGame *game) {
    Position position = game->start, next;
    size_t count = 0;
    for (PgnNode node = game->moves[PGN_ROOT].next; node != PGN_ROOT; node = game->moves[node].next) {
        if (load->max_plies > 0 && count == load->max_plies)
            break;
        Move move = game->moves[node].move;
        if (move == MOVE_NULL)
            break;
        position_play(&position, move, &next);
        if (position_outcome(&next).termination != TERMINATION_NONE)
            break;
        void *moves = load->moves;
        if (!reserve(&moves, &load->capacity, count, 1, sizeof *load->moves))
            return SIZE_MAX;
        load->moves = moves;
        load->moves[count++] = move;
        position = next;
    }
    return count;
}

static bool load_game(GameLoad *load, size_t number, const PgnGame *game, Error *error) {
    Openings *openings = load->openings;
    Error why;
    Position start = game->start;
    if (start.variant == VARIANT_STANDARD && openings->variant == VARIANT_CHESS960) {
        start.variant = VARIANT_CHESS960; /* a standard opening is one of chess960's */
        start.chess960 = true;
        position_refresh(&start);
    }
    if (start.variant != openings->variant) {
        warn(load, number, game, variant_title(game->start.variant), "left out, it is another variant");
        return true;
    }
    if (!check_playable(&start, &why)) {
        warn(load, number, game, why.message, "left out");
        return true;
    }
    size_t count = collect(load, game);
    if (count == SIZE_MAX)
        return error_set(error, "out of memory for the openings");
    if (game->error_count > 0 && (load->max_plies == 0 || count < load->max_plies))
        warn(load, number, game, game->error.message, game->cut ? "the opening ends before it" : "ignored");
    return add(openings, &start, load->moves, count, error);
}

static bool load_games(GameLoad *load, Error *error) {
    PgnOptions options = {.variant = load->openings->variant, .main_line_only = true};
    PgnReader *reader = pgn_reader_open(load->path, &options, error);
    if (reader == NULL)
        return false;
    PgnGame game;
    pgn_game_init(&game);
    bool good = true;
    for (size_t number = 1; good && pgn_reader_next(reader, &game); number++)
        good = load_game(load, number, &game, error);
    good = good && !pgn_reader_failed(reader, error);
    pgn_game_free(&game);
    pgn_reader_close(reader);
    free(load->moves);
    return good;
}

static bool ends_with(const char *text, const char *ending) {
    size_t length = strlen(text), ending_length = strlen(ending);
    return length >= ending_length && strcmp(text + length - ending_length, ending) == 0;
}

Openings *openings_load(const char *path, Variant variant, size_t max_plies, OpeningWarning *warning, void *owner,
                        Error *error) {
    Openings *openings = open_empty(variant, error);
    if (openings == NULL)
        return NULL;
    GameLoad load = {.openings = openings, .path = path, .max_plies = max_plies, .warn = warning, .owner = owner};
    bool games = ends_with(path, ".pgn") || ends_with(path, ".pgn.zst");
    bool good = games ? load_games(&load, error) : load_lines(openings, path, error);
    if (good && openings->count == 0)
        good = error_set(error, "%s holds no opening that can be played", path);
    if (good)
        return openings;
    openings_free(openings);
    return NULL;
}

/* ---- Order ---------------------------------------------------------------------------------------------- */

size_t openings_count(const Openings *openings) {
    return openings->count;
}

void openings_shuffle(Openings *openings, uint64_t seed) {
    for (size_t i = openings->count; i > 1; i--) {
        size_t j = (size_t)random_below(&seed, i);
        Entry entry = openings->entries[i - 1];
        openings->entries[i - 1] = openings->entries[j];
        openings->entries[j] = entry;
    }
}

void openings_get(const Openings *openings, size_t index, Position *start, const Move **moves, size_t *count) {
    const Entry *entry = &openings->entries[index % openings->count];
    /* It was written from a position, so it can be read. */
    position_from_fen(start, openings->fens.data + entry->fen, openings->variant, openings->variant == VARIANT_CHESS960,
                      NULL);
    *moves = entry->count > 0 ? openings->moves + entry->first : NULL;
    *count = entry->count;
}

/* FNV-1a (Fowler, Noll, Vo). */
static uint64_t mix(uint64_t hash, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    while (count-- > 0)
        hash = (hash ^ *at++) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t openings_digest(const Openings *openings) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < openings->count; i++) {
        const Entry *entry = &openings->entries[i];
        const char *fen = openings->fens.data + entry->fen;
        hash = mix(hash, fen, strlen(fen) + 1);
        if (entry->count > 0)
            hash = mix(hash, openings->moves + entry->first, entry->count * sizeof(Move));
    }
    return hash;
}
