#include "server/stored_pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/record_pgn.h"
#include "server/game_json.h"
#include "store/tournaments.h"

/* ---- One game ------------------------------------------------------------------------------------------- */

static bool play_move(GameRecord *record, const Query *moves) {
    Move move;
    MoveNote note = game_move_note(moves);
    return uci_parse_move(game_position(&record->game), query_text(moves, 0), &move, NULL) == MOVE_TEXT_OK &&
           record_add_move(record, move, &note);
}

/* Rebuilds the referee's record. The names are borrowed. */
static bool rebuild(Store *store, const StoredGame *game, const Query *row, const char *const names[2],
                    GameRecord *record) {
    Position start;
    if (!game_start_position(game->variant, game->start_fen, &start) || !record_open(record, &start, NULL, 0))
        return false;
    bool good = true;
    Query *moves = game_moves(store, game->id);
    while (good && query_next(moves))
        good = play_move(record, moves);
    good = query_end(moves) && good;
    const char *result = query_text(row, GAME_COLUMN_RESULT), *end = query_text(row, GAME_COLUMN_ENDED_BY);
    const char *reason = query_text(row, GAME_COLUMN_REASON);
    record->number = (unsigned long)game->id;
    record->names[WHITE] = names[0];
    record->names[BLACK] = names[1];
    time_control_parse(game->clock, &record->controls[WHITE], NULL);
    record->controls[BLACK] = record->controls[WHITE];
    record->has_result = result != NULL && strcmp(result, "*") != 0;
    record->winner = !record->has_result          ? NO_COLOR
                     : strcmp(result, "1-0") == 0 ? WHITE
                     : strcmp(result, "0-1") == 0 ? BLACK
                                                  : NO_COLOR;
    record->end = end != NULL ? game_end_by_name(end) : GAME_STOPPED;
    if (record->end == GAME_END_COUNT)
        record->end = GAME_STOPPED;
    snprintf(record->reason, REASON_MAX, "%s", reason != NULL ? reason : "The game has not ended");
    record->started = (time_t)(query_number(row, GAME_COLUMN_STARTED_AT) / 1000);
    record->ended = (time_t)(query_number(row, GAME_COLUMN_FINISHED_AT) / 1000);
    record->duration = query_number(row, GAME_COLUMN_DURATION);
    return good;
}

/* With its version where both are of one name. To be freed. */
static char *name_of(const Query *row, int column, bool with_version) {
    char *name = NULL;
    int length = with_version ? asprintf(&name, "%s v%lld", query_text(row, GAME_COLUMN_WHITE_NAME + column),
                                         (long long)query_number(row, GAME_COLUMN_WHITE_VERSION + column))
                              : asprintf(&name, "%s", query_text(row, GAME_COLUMN_WHITE_NAME + column));
    return length >= 0 ? name : NULL;
}

static bool write_game(Store *store, const StoredGame *game, const Query *row, Text *out) {
    GameRecord record = {0};
    Tournament tournament;
    bool in_tournament = game->tournament != 0 && tournament_get(store, game->tournament, &tournament);
    char *white = strdup(query_text(row, GAME_COLUMN_WHITE_NAME)), *black;
    bool same = white != NULL && strcmp(white, query_text(row, GAME_COLUMN_WHITE_NAME + GAME_COLUMNS_OF_PLAYER)) == 0;
    free(white);
    white = name_of(row, 0, same);
    black = name_of(row, GAME_COLUMNS_OF_PLAYER, same);
    const char *const names[2] = {white, black};
    bool good = white != NULL && black != NULL && rebuild(store, game, row, names, &record) &&
                record_write_pgn(&record, in_tournament ? tournament.name : game->origin, out);
    record_close(&record);
    free(white);
    free(black);
    return good;
}

StoredPgn stored_pgn_write(Store *store, int64_t id, Text *out) {
    StoredGame game;
    StoredPgn result = STORED_PGN_NONE;
    Query *row = game_row(store, id);
    if (query_next(row) && game_get(store, id, &game))
        result = write_game(store, &game, row, out) ? STORED_PGN_GOOD : STORED_PGN_UNREADABLE;
    query_end(row);
    return result;
}

/* ---- Many ----------------------------------------------------------------------------------------------- */

typedef struct PgnStream {
    Stores *stores;
    int64_t *games;
    size_t count, next;
    Text text; /* of the game that is being sent, from `sent` */
    size_t sent;
} PgnStream;

static void close_stream(void *owner) {
    PgnStream *stream = owner;
    free(stream->games);
    text_free(&stream->text);
    free(stream);
}

/* The next game that can be read. False when there is none. */
static bool write_next(PgnStream *stream) {
    Error error;
    Store *store = stores_take(stream->stores, &error);
    text_free(&stream->text);
    text_init(&stream->text);
    stream->sent = 0;
    while (store != NULL && stream->next < stream->count && stream->text.length == 0)
        if (stored_pgn_write(store, stream->games[stream->next++], &stream->text) != STORED_PGN_GOOD)
            text_clear(&stream->text);
    stores_give(stream->stores, store);
    return stream->text.length > 0;
}

static ssize_t read_stream(void *owner, uint64_t position, char *out, size_t size) {
    PgnStream *stream = owner;
    (void)position;
    if (stream->sent == stream->text.length && !write_next(stream))
        return MHD_CONTENT_READER_END_OF_STREAM;
    size_t left = stream->text.length - stream->sent, count = left < size ? left : size;
    memcpy(out, stream->text.data + stream->sent, count);
    stream->sent += count;
    return (ssize_t)count;
}

static bool list_games(PgnStream *stream, Query *games) {
    bool good = true;
    while (good && query_next(games)) {
        if ((stream->count & (stream->count - 1)) == 0) {
            int64_t *larger = realloc(stream->games, (stream->count == 0 ? 1 : 2 * stream->count) * sizeof *larger);
            good = larger != NULL;
            stream->games = good ? larger : stream->games;
        }
        if (good)
            stream->games[stream->count++] = query_number(games, 0);
    }
    return query_end(games) && good;
}

struct MHD_Response *stored_pgn_stream(Stores *stores, Query *games) {
    enum { BLOCK = 32 * 1024 };
    struct MHD_Response *response = NULL;
    PgnStream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        query_end(games);
        return NULL;
    }
    stream->stores = stores;
    text_init(&stream->text);
    if (list_games(stream, games))
        response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_stream, stream, close_stream);
    if (response == NULL)
        close_stream(stream);
    return response;
}
