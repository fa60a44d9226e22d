/* The API: tournaments. */
#include <stdio.h>
#include <string.h>

#include "server/rules.h"
#include "server/say.h"
#include "server/server_internal.h"
#include "store/tournaments.h"

enum { PLAYERS_MAX = 64, GAMES_MAX = 5000, LIST_MAX = 200 };

static json_t *number_or_null(const Query *row, int column) {
    return query_is_null(row, column) ? json_null() : json_integer(query_number(row, column));
}

/* Columns as of tournament_list(). */
static json_t *tournament_to_json(const Query *row) {
    return json_pack("{sI ss ss ss ss ss sb sI sI so ss sI sI}", "id", (json_int_t)query_number(row, 0), "name",
                     query_text(row, 1), "kind", query_text(row, 2), "status", query_text(row, 3), "variant",
                     query_text(row, 4), "clock", query_text(row, 5), "rated", (int)query_number(row, 6),
                     "games_per_pairing", (json_int_t)query_number(row, 7), "created_at",
                     (json_int_t)query_number(row, 8), "finished_at", number_or_null(row, 9), "organiser",
                     query_text(row, 10), "games_played", (json_int_t)query_number(row, 11), "games",
                     (json_int_t)query_number(row, 12));
}

void api_tournaments_get(Request *request) {
    json_t *list = json_array();
    Query *query = tournament_list(request->store, query_parameter_number(request, "limit", 50, 1, LIST_MAX));
    while (query_next(query))
        json_array_append_new(list, tournament_to_json(query));
    if (query_end(query))
        reply_json(request, MHD_HTTP_OK, json_pack("{so}", "tournaments", list));
    else
        reply_store_error(request);
}

static json_t *standings_to_json(Store *store, int64_t tournament) {
    json_t *list = json_array();
    Query *query = tournament_standings(store, tournament);
    while (query_next(query))
        json_array_append_new(
            list, json_pack("{sI ss ss so sI sf sI sI}", "player", (json_int_t)query_number(query, 0), "kind",
                            query_text(query, 1), "name", query_text(query, 2), "version", number_or_null(query, 3),
                            "games", (json_int_t)query_number(query, 4), "points", (double)query_number(query, 5) / 2,
                            "wins", (json_int_t)query_number(query, 6), "draws", (json_int_t)query_number(query, 7)));
    query_end(query);
    return list;
}

void api_tournament_get(Request *request) {
    int64_t id = word_number(request, 0);
    json_t *object = NULL;
    Query *row = tournament_row(request->store, id);
    if (query_next(row))
        object = tournament_to_json(row);
    query_end(row);
    if (object == NULL) {
        reply_error(request, MHD_HTTP_NOT_FOUND, "There is no tournament %s.", request->words[0]);
        return;
    }
    json_object_set_new(object, "standings", standings_to_json(request->store, id));
    reply_json(request, MHD_HTTP_OK, object);
}

void api_tournament_change(Request *request) {
    int64_t id = word_number(request, 0), organiser = 0;
    const json_t *paused = json_object_get(request->body, "paused");
    Query *row = tournament_row(request->store, id);
    if (query_next(row))
        organiser = query_number(row, 13);
    query_end(row);
    if (organiser == 0) {
        reply_error(request, MHD_HTTP_NOT_FOUND, "There is no tournament %s.", request->words[0]);
    } else if (organiser != request->account.id && request->account.kind != ACCOUNT_ADMIN) {
        reply_error(request, MHD_HTTP_FORBIDDEN, "Only the organiser may change a tournament.");
    } else if (!json_is_boolean(paused)) {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "What can be changed is \"paused\": true or false.");
    } else if (!tournament_pause(request->store, id, json_is_true(paused))) {
        reply_store_error(request);
    } else if (store_changes(request->store) == 0) {
        reply_error(request, MHD_HTTP_CONFLICT, "The tournament is over, or was so already.");
    } else {
        director_wake(request->server->director);
        api_tournament_get(request);
    }
}

/* ---- Making one ----------------------------------------------------------------------------------------- */

typedef struct Field {
    SeatedPlayer players[PLAYERS_MAX];
    size_t count;
} Field;

static bool read_field(Request *request, Field *field) {
    const json_t *names = json_object_get(request->body, "players");
    if (!json_is_array(names) || json_array_size(names) < 2 || json_array_size(names) > PLAYERS_MAX)
        return reply_refusal(request, "A tournament has from 2 to 64 players: bots, engine or level:1200.");
    for (size_t i = 0; i < json_array_size(names); i++) {
        SeatedPlayer *player = &field->players[i];
        if (!request_find_player(request, json_string_value(json_array_get(names, i)), player))
            return false;
        PlayerKind kind = rule_player_kind(player->kind);
        if (kind == PLAYER_KIND_PERSON || kind == PLAYER_KIND_GUEST)
            return reply_refusal(request, "People cannot play in tournaments yet.");
        for (size_t other = 0; other < i; other++)
            if (field->players[other].id == player->id)
                return reply_refusal(request, "A player is named twice.");
        field->count++;
    }
    return true;
}

/* All games of a round robin, a round after the other by the circle method, the games of a pairing with colours
 * swapped. Ratings only where the rules allow. */
static void add_games(Request *request, const Field *field, StoredGame *game, bool rated, int64_t games_per_pairing) {
    size_t seats = field->count + field->count % 2;
    for (size_t round = 0; round + 1 < seats; round++)
        for (size_t board = 0; board < seats / 2; board++) {
            size_t one = board == 0 ? seats - 1 : (round + board) % (seats - 1);
            size_t other = (round + seats - 1 - board) % (seats - 1);
            if (one >= field->count || other >= field->count)
                continue;
            const SeatedPlayer *a = &field->players[one], *b = &field->players[other];
            for (int64_t i = 0; i < games_per_pairing; i++) {
                bool swap = ((size_t)i + round + board) % 2 == 1;
                game->round = (int64_t)round + 1;
                game->white = swap ? b->id : a->id;
                game->black = swap ? a->id : b->id;
                game->rated = rated && rating_refusal(rule_player_kind(a->kind), rule_player_kind(b->kind),
                                                      ORIGIN_TOURNAMENT) == NULL;
                game_add(request->store, game, server_now());
            }
        }
}

void api_tournaments_add(Request *request) {
    static _Thread_local Field field;
    StoredGame game = {.origin = "tournament"};
    const char *name = body_text(request, "name");
    const char *problem = name_problem(name, TOURNAMENT_NAME_MAX, true);
    int64_t games = body_number(request, "games_per_pairing", 2), id = 0;
    bool special = body_text(request, "fen") != NULL, rated = body_flag(request, "rated", false) && !special;
    field.count = 0;
    if (problem != NULL) {
        reply_refusal(request, problem);
        return;
    }
    if (!request_read_game(request, &game) || !read_field(request, &field))
        return;
    if (games < 1 || games * (int64_t)(field.count * (field.count - 1) / 2) > GAMES_MAX) {
        reply_refusal(request, "A tournament has at least one game in each pairing, and at most 5,000 in all.");
        return;
    }
    NewTournament tournament = {name, "round robin", game.variant, game.clock, rated, games, request->account.id};
    if (!store_begin(request->store)) {
        reply_store_error(request);
        return;
    }
    tournament_add(request->store, &tournament, server_now(), &id);
    for (size_t i = 0; i < field.count; i++)
        tournament_add_player(request->store, id, field.players[i].id);
    game.tournament = id;
    game.created_by = request->account.id;
    add_games(request, &field, &game, rated, games);
    if (!store_commit(request->store)) {
        reply_store_error(request);
        return;
    }
    director_wake(request->server->director);
    reply_json(request, MHD_HTTP_CREATED, json_pack("{sI}", "id", (json_int_t)id));
}
