/* The API: leaderboards, players' ratings, and what a bot has done. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/game_json.h"
#include "server/server_internal.h"
#include "server/stored_pgn.h"
#include "store/bots.h"
#include "store/results.h"

enum { LIST_MAX = 200, OPPONENTS_MAX = 500, FAULTS_SHOWN = 5 };

/* Columns from `at`: rating, variance, games, wins, draws. */
static StoredRating read_rating(const Query *row, int at) {
    return (StoredRating){query_real(row, at),       query_real(row, at + 1),   query_number(row, at + 2),
                          query_number(row, at + 3), query_number(row, at + 4), false};
}

static json_t *number_or_null(const Query *row, int column) {
    return query_is_null(row, column) ? json_null() : json_integer(query_number(row, column));
}

/* ---- Leaderboards --------------------------------------------------------------------------------------- */

static BoardKind read_board_kind(const Request *request) {
    const char *kind = query_parameter(request, "kind");
    return kind == NULL || strcmp(kind, "bots") == 0 ? BOARD_BOTS
           : strcmp(kind, "people") == 0             ? BOARD_PEOPLE
                                                     : BOARD_ALL;
}

static json_t *board_row_to_json(const Query *row, int64_t rank) {
    StoredRating rating = read_rating(row, 6);
    return json_pack("{sI sI ss ss sI ss? ss? so sI sI sI}", "rank", (json_int_t)rank, "player",
                     (json_int_t)query_number(row, 0), "kind", query_text(row, 1), "name", query_text(row, 2),
                     "version", (json_int_t)query_number(row, 3), "class", query_text(row, 4), "owner",
                     query_text(row, 5), "rating", rating_to_json(&rating), "wins", (json_int_t)rating.wins, "draws",
                     (json_int_t)rating.draws, "losses", (json_int_t)(rating.games - rating.wins - rating.draws));
}

/* The board as text, to be freed; NULL when it cannot be had. */
static char *write_board(Request *request, const BoardFilter *filter) {
    json_t *list = json_array();
    Query *query = board_list(request->store, filter);
    int64_t rank = filter->offset;
    while (query_next(query))
        json_array_append_new(list, board_row_to_json(query, ++rank));
    bool good = query_end(query);
    bool whole = json_array_size(list) < (size_t)filter->limit && (json_array_size(list) > 0 || filter->offset == 0);
    json_t *board = json_pack("{ss sI so}", "variant", filter->variant, "total",
                              (json_int_t)(whole ? rank : board_count(request->store, filter)), "players", list);
    char *text = good && board != NULL ? json_dumps(board, JSON_COMPACT) : NULL;
    json_decref(board);
    return text;
}

void api_board(Request *request) {
    const char *variant = query_parameter(request, "variant"), *size_class = query_parameter(request, "class");
    char search[BOT_NAME_MAX + 1], key[400];
    request_read_search(request, search, sizeof search);
    BoardFilter filter = {
        .kind = read_board_kind(request),
        .variant = variant != NULL ? variant : "standard",
        .size_class = size_class != NULL ? size_class : "",
        .search = search,
        .limit = query_parameter_number(request, "limit", 50, 1, LIST_MAX),
        .offset = query_parameter_number(request, "offset", 0, 0, INT32_MAX),
    };
    snprintf(key, sizeof key, "board %d %lld %lld %zu %zu %s %s %s", (int)filter.kind, (long long)filter.limit,
             (long long)filter.offset, strlen(search), strlen(filter.size_class), search, filter.size_class,
             filter.variant);
    uint64_t generation = stores_generation(request->server->stores);
    char *text = answers_get(request->server->answers, key, generation);
    if (text == NULL && (text = write_board(request, &filter)) != NULL)
        answers_put(request->server->answers, key, generation, text);
    if (text != NULL)
        reply_json_text(request, text);
    else
        reply_store_error(request);
    free(text);
}

/* ---- Players -------------------------------------------------------------------------------------------- */

void api_player_get(Request *request) {
    SeatedPlayer player;
    if (!player_get(request->store, word_number(request, 0), &player)) {
        reply_error(request, MHD_HTTP_NOT_FOUND, "There is no player %s.", request->words[0]);
        return;
    }
    json_t *list = json_array();
    Query *query = ratings_of(request->store, player.id);
    while (query_next(query)) {
        StoredRating rating = read_rating(query, 1);
        json_array_append_new(list, json_pack("{ss so sI sI}", "variant", query_text(query, 0), "rating",
                                              rating_to_json(&rating), "wins", (json_int_t)rating.wins, "draws",
                                              (json_int_t)rating.draws));
    }
    query_end(query);
    reply_json(request, MHD_HTTP_OK,
               json_pack("{sI ss ss so}", "player", (json_int_t)player.id, "kind", player.kind, "name", player.name,
                         "ratings", list));
}

/* Columns from `at`: game, finished_at, rating, variance, games. */
static json_t *history_row_to_json(const Query *row, int at) {
    StoredRating rating = {
        .rating = query_real(row, at + 2), .variance = query_real(row, at + 3), .games = query_number(row, at + 4)};
    return json_pack("{sI sI so}", "game", (json_int_t)query_number(row, at), "at",
                     (json_int_t)query_number(row, at + 1), "rating", rating_to_json(&rating));
}

void api_player_history(Request *request) {
    const char *variant = query_parameter(request, "variant");
    json_t *list = json_array();
    Query *query = ratings_history(request->store, word_number(request, 0), variant != NULL ? variant : "standard");
    while (query_next(query))
        json_array_append_new(list, history_row_to_json(query, 0));
    if (query_end(query))
        reply_json(request, MHD_HTTP_OK, json_pack("{so}", "history", list));
    else
        reply_store_error(request);
}

/* ---- What a bot has done -------------------------------------------------------------------------------- */

/* False when there is no such bot, which was answered. */
static bool read_filter(Request *request, ResultFilter *filter) {
    Bot bot;
    if (!bot_by_name(request->store, request->words[0], &bot)) {
        reply_error(request, MHD_HTTP_NOT_FOUND, "There is no bot called %s.", request->words[0]);
        return false;
    }
    *filter = (ResultFilter){bot.id, query_parameter_number(request, "version", 0, 0, INT64_MAX),
                             query_parameter(request, "variant")};
    return true;
}

void api_bot_history(Request *request) {
    ResultFilter filter;
    json_t *list = json_array();
    if (read_filter(request, &filter)) {
        Query *query =
            results_history(request->store, filter.bot, filter.variant != NULL ? filter.variant : "standard");
        while (query_next(query)) {
            json_t *entry = history_row_to_json(query, 1);
            json_object_set_new(entry, "version", json_integer(query_number(query, 0)));
            json_array_append_new(list, entry);
        }
        query_end(query);
        reply_json(request, MHD_HTTP_OK, json_pack("{sO}", "history", list));
    }
    json_decref(list);
}

/* Columns from `at`: games, wins, draws. */
static void add_tally(json_t *object, const Query *row, int at) {
    int64_t games = query_number(row, at), wins = query_number(row, at + 1), draws = query_number(row, at + 2);
    json_object_set_new(object, "games", json_integer(games));
    json_object_set_new(object, "wins", json_integer(wins));
    json_object_set_new(object, "draws", json_integer(draws));
    json_object_set_new(object, "losses", json_integer(games - wins - draws));
}

static json_t *opponents_to_json(Store *store, const ResultFilter *filter) {
    json_t *list = json_array();
    Query *query = results_by_opponent(store, filter, OPPONENTS_MAX);
    while (query_next(query)) {
        json_t *object = json_pack("{sI ss ss so sI}", "player", (json_int_t)query_number(query, 0), "kind",
                                   query_text(query, 1), "name", query_text(query, 2), "version",
                                   number_or_null(query, 3), "last_game", (json_int_t)query_number(query, 7));
        add_tally(object, query, 4);
        json_array_append_new(list, object);
    }
    query_end(query);
    return list;
}

static json_t *endings_to_json(Store *store, const ResultFilter *filter) {
    json_t *list = json_array();
    Query *query = results_by_ending(store, filter);
    while (query_next(query)) {
        json_t *object = json_pack("{ss}", "ended_by", query_text(query, 0));
        add_tally(object, query, 1);
        json_array_append_new(list, object);
    }
    query_end(query);
    return list;
}

static json_t *colors_to_json(Store *store, const ResultFilter *filter) {
    json_t *colors = json_object();
    Query *query = results_by_color(store, filter);
    while (query_next(query)) {
        json_t *object = json_object();
        add_tally(object, query, 1);
        json_object_set_new(colors, query_number(query, 0) != 0 ? "white" : "black", object);
    }
    query_end(query);
    return colors;
}

static json_t *faults_to_json(Store *store, const ResultFilter *filter) {
    json_t *list = json_array();
    Query *query = results_faults(store, filter, FAULTS_SHOWN);
    while (query_next(query)) {
        const char *reason = query_text(query, 2);
        json_array_append_new(list, json_pack("{sI ss so sI}", "game", (json_int_t)query_number(query, 0), "ended_by",
                                              query_text(query, 1), "reason",
                                              reason != NULL ? json_from_bytes(reason, strlen(reason)) : json_null(),
                                              "finished_at", (json_int_t)query_number(query, 3)));
    }
    query_end(query);
    return list;
}

void api_bot_results(Request *request) {
    ResultFilter filter;
    if (!read_filter(request, &filter))
        return;
    reply_json(request, MHD_HTTP_OK,
               json_pack("{so so so so}", "opponents", opponents_to_json(request->store, &filter), "endings",
                         endings_to_json(request->store, &filter), "colors", colors_to_json(request->store, &filter),
                         "faults", faults_to_json(request->store, &filter)));
}

void api_bot_pgn(Request *request) {
    ResultFilter filter;
    char name[BOT_NAME_MAX + 8];
    if (!read_filter(request, &filter))
        return;
    snprintf(name, sizeof name, "%.*s.pgn", BOT_NAME_MAX, request->words[0]);
    for (char *at = name; *at != '\0'; at++)
        if (!isalnum((unsigned char)*at) && strchr("._-", *at) == NULL)
            *at = '_';
    reply_download(request, stored_pgn_stream(request->server->stores, results_games(request->store, &filter)),
                   "application/x-chess-pgn; charset=utf-8", name);
}
