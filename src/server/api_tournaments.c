/* The API: tournaments, shown and run. (How they are made: api_tournaments_add.c.) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/contest_draw.h"
#include "server/contest_json.h"
#include "server/rules.h"
#include "server/say.h"
#include "server/server_internal.h"
#include "server/stored_pgn.h"

enum { LIST_MAX = 200 };

void api_tournaments_get(Request *request) {
    json_t *list = json_array();
    Query *query = tournament_list(request->store, query_parameter(request, "status"),
                                   query_parameter_number(request, "limit", 50, 1, LIST_MAX));
    while (query_next(query))
        json_array_append_new(list, tournament_row_to_json(query));
    if (query_end(query))
        reply_json(request, MHD_HTTP_OK, json_pack("{so}", "tournaments", list));
    else
        reply_store_error(request);
}

/* ---- One tournament ------------------------------------------------------------------------------------- */

/* False when there is none, which was answered. */
static bool find(Request *request, Tournament *tournament) {
    if (tournament_get(request->store, word_number(request, 0), tournament))
        return true;
    reply_error(request, MHD_HTTP_NOT_FOUND, "There is no tournament %s.", request->words[0]);
    return false;
}

static bool is_organiser(const Request *request, const Tournament *tournament) {
    return request->account.id != 0 &&
           (request->account.id == tournament->account || request->account.kind == ACCOUNT_ADMIN);
}

static bool find_mine(Request *request, Tournament *tournament) {
    if (!find(request, tournament))
        return false;
    if (is_organiser(request, tournament))
        return true;
    reply_error(request, MHD_HTTP_FORBIDDEN, "Only the organiser may do this.");
    return false;
}

/* A sentence that says why the asker cannot enter anybody; NULL if they can. */
static const char *entry_refusal(const Request *request, const Tournament *tournament) {
    if (strcmp(tournament->status, "open") != 0)
        return "Registration is over.";
    if (is_organiser(request, tournament) || strcmp(tournament->registration, "open") == 0 ||
        tournament_is_invited(request->store, tournament->id, request->account.id))
        return NULL;
    return "Only those who are invited may enter this tournament.";
}

static json_t *asker_to_json(const Request *request, const Tournament *tournament) {
    bool person = request->account.id != 0 && request->account.kind != ACCOUNT_GUEST;
    json_t *entered = json_array();
    Query *query = tournament_entrants(request->store, tournament->id);
    while (query_next(query))
        if (person && query_number(query, ENTRANT_COLUMN_ACCOUNT) == request->account.id)
            json_array_append_new(entered, json_integer(query_number(query, ENTRANT_COLUMN_PLAYER)));
    query_end(query);
    return json_pack("{sb sb so}", "organiser", (int)is_organiser(request, tournament), "may_enter",
                     (int)(person && entry_refusal(request, tournament) == NULL), "entered", entered);
}

void api_tournament_get(Request *request) {
    Tournament tournament;
    if (!find(request, &tournament))
        return;
    json_t *object = contest_to_json(request->store, tournament.id);
    if (object != NULL)
        json_object_set_new(object, "you", asker_to_json(request, &tournament));
    reply_json(request, MHD_HTTP_OK, object);
}

void api_tournament_events(Request *request) {
    Tournament tournament;
    char topic[TOPIC_MAX + 1];
    if (!find(request, &tournament))
        return;
    json_t *object = contest_to_json(request->store, tournament.id);
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    contest_topic(tournament.id, topic);
    reply_stream(request,
                 text != NULL && hub_listen(request->server->hub, request->connection, topic, "tournament", text));
    /* What changed before we listened: everybody is told all again, which hardly ever happens. */
    json_t *now = contest_to_json(request->store, tournament.id);
    char *fresh = now != NULL ? json_dumps(now, JSON_COMPACT) : NULL;
    if (text != NULL && fresh != NULL && strcmp(text, fresh) != 0)
        hub_publish(request->server->hub, topic, "tournament", fresh);
    free(text);
    free(fresh);
    json_decref(object);
    json_decref(now);
}

void api_tournament_pgn(Request *request) {
    Tournament tournament;
    char name[48];
    if (!find(request, &tournament))
        return;
    snprintf(name, sizeof name, "tournament-%lld.pgn", (long long)tournament.id);
    Query *games = store_ask(request->store,
                             "SELECT id FROM games WHERE tournament_id = $1 AND status = 'finished'"
                             " AND ended_by <> 'forfeit' ORDER BY round, board, id",
                             "i", tournament.id);
    reply_download(request, stored_pgn_stream(request->server->stores, games), "application/x-chess-pgn; charset=utf-8",
                   name);
}

/* ---- Running it ----------------------------------------------------------------------------------------- */

/* Tells those who watch and who asked. */
static void reply_changed(Request *request, int64_t id) {
    contest_publish_status(request->server->hub, request->store, id);
    contest_publish_standings(request->server->hub, request->store, id);
    director_wake(request->server->director);
    api_tournament_get(request);
}

void api_tournament_change(Request *request) {
    Tournament tournament;
    const json_t *paused = json_object_get(request->body, "paused");
    if (!find_mine(request, &tournament))
        return;
    bool pause = json_is_true(paused);
    if (!json_is_boolean(paused))
        reply_refusal(request, "What can be changed is \"paused\": true or false.");
    else if (!tournament_set_status(request->store, tournament.id, pause ? "running" : "paused", NULL,
                                    pause ? "paused" : "running"))
        reply_store_error(request);
    else if (store_changes(request->store) == 0)
        reply_error(request, MHD_HTTP_CONFLICT, "The tournament is not being played, or was so already.");
    else
        reply_changed(request, tournament.id);
}

void api_tournament_start(Request *request) {
    Tournament tournament;
    if (!find_mine(request, &tournament))
        return;
    ContestStep step = contest_start(request->store, tournament.id, server_now());
    if (step == CONTEST_FAILED) {
        reply_store_error(request);
    } else if (step == CONTEST_NOTHING) {
        reply_error(request, MHD_HTTP_CONFLICT, "A tournament starts once, when two players at least have entered.");
    } else {
        contest_publish_round(request->server->hub, request->store, tournament.id);
        reply_changed(request, tournament.id);
    }
}

static void stop_games(Request *request, int64_t tournament) {
    Query *query = store_ask(request->store, "SELECT id FROM games WHERE tournament_id = $1 AND status = 'running'",
                             "i", tournament);
    while (query_next(query))
        director_abort(request->server->director, query_number(query, 0), "The tournament was cancelled");
    query_end(query);
}

void api_tournament_cancel(Request *request) {
    Tournament tournament;
    if (!find_mine(request, &tournament))
        return;
    if (strcmp(tournament.status, "finished") == 0 || strcmp(tournament.status, "cancelled") == 0) {
        reply_error(request, MHD_HTTP_CONFLICT, "The tournament is over.");
    } else if (!contest_cancel(request->store, tournament.id, server_now())) {
        reply_store_error(request);
    } else {
        stop_games(request, tournament.id);
        reply_changed(request, tournament.id);
    }
}

/* ---- Entering and leaving ------------------------------------------------------------------------------- */

/* A sentence that says why the asker cannot enter this player; NULL if they can. */
static const char *player_refusal(const Request *request, const Tournament *tournament, const SeatedPlayer *player) {
    bool organiser = is_organiser(request, tournament);
    if (strcmp(player->kind, "engine") == 0)
        return organiser ? NULL : "Only the organiser may enter the engine.";
    if (player->account != request->account.id && !organiser)
        return "You may enter yourself and your own bots.";
    return NULL;
}

static bool has_room(const Request *request, const Tournament *tournament) {
    int64_t count = 0;
    store_ask_number(request->store, &count, "SELECT COUNT(*) FROM standings WHERE tournament_id = $1", "i",
                     tournament->id);
    return count < (int64_t)contest_players_most(contest_kind_by_name(tournament->kind));
}

void api_tournament_enter(Request *request) {
    Tournament tournament;
    SeatedPlayer player;
    if (!find(request, &tournament))
        return;
    const char *refusal = entry_refusal(request, &tournament);
    if (refusal != NULL) {
        reply_error(request, strcmp(tournament.status, "open") != 0 ? MHD_HTTP_CONFLICT : MHD_HTTP_FORBIDDEN, "%s",
                    refusal);
        return;
    }
    if (!request_find_player(request, body_text(request, "player"), &player))
        return;
    refusal = player_refusal(request, &tournament, &player);
    if (refusal != NULL)
        reply_error(request, MHD_HTTP_FORBIDDEN, "%s", refusal);
    else if (!has_room(request, &tournament))
        reply_error(request, MHD_HTTP_CONFLICT, "The tournament is full.");
    else if (tournament_enter(request->store, tournament.id, player.id, request->account.id))
        reply_changed(request, tournament.id);
    else if (store_conflicts(request->store))
        reply_error(request, MHD_HTTP_CONFLICT, "%s has entered already.", player.name);
    else
        reply_store_error(request);
}

void api_tournament_leave(Request *request) {
    Tournament tournament;
    SeatedPlayer player;
    int64_t id = word_number(request, 1);
    if (!find(request, &tournament))
        return;
    int64_t owner = tournament_entered_by(request->store, tournament.id, id);
    if (owner == 0 || !player_get(request->store, id, &player)) {
        reply_error(request, MHD_HTTP_NOT_FOUND, "Player %s is not in this tournament.", request->words[1]);
    } else if (owner != request->account.id && !is_organiser(request, &tournament)) {
        reply_error(request, MHD_HTTP_FORBIDDEN, "Only who entered a player, or the organiser, may withdraw it.");
    } else if (strcmp(tournament.status, "finished") == 0 || strcmp(tournament.status, "cancelled") == 0) {
        reply_error(request, MHD_HTTP_CONFLICT, "The tournament is over.");
    } else if (strcmp(tournament.status, "open") == 0
                   ? tournament_leave(request->store, tournament.id, id)
                   : contest_withdraw(request->store, tournament.id, id, player.name, server_now())) {
        contest_publish_round(request->server->hub, request->store, tournament.id);
        reply_changed(request, tournament.id);
    } else {
        reply_store_error(request);
    }
}
