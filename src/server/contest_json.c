#include "server/contest_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *number_or_null(const Query *row, int column) {
    return query_is_null(row, column) ? json_null() : json_integer(query_number(row, column));
}

json_t *tournament_row_to_json(const Query *row) {
    json_t *winner = query_is_null(row, TOURNAMENT_COLUMN_WINNER)
                         ? json_null()
                         : json_pack("{sI ss}", "player", (json_int_t)query_number(row, TOURNAMENT_COLUMN_WINNER),
                                     "name", query_text(row, TOURNAMENT_COLUMN_WINNER_NAME));
    return json_pack(
        "{sI ss ss ss ss so sI sI ss ss sb sI ss sI so sI sI sI so}", "id",
        (json_int_t)query_number(row, TOURNAMENT_COLUMN_ID), "name", query_text(row, TOURNAMENT_COLUMN_NAME), "kind",
        query_text(row, TOURNAMENT_COLUMN_KIND), "status", query_text(row, TOURNAMENT_COLUMN_STATUS), "registration",
        query_text(row, TOURNAMENT_COLUMN_REGISTRATION), "starts_at", number_or_null(row, TOURNAMENT_COLUMN_STARTS_AT),
        "round", (json_int_t)query_number(row, TOURNAMENT_COLUMN_ROUND), "rounds_total",
        (json_int_t)query_number(row, TOURNAMENT_COLUMN_ROUNDS), "variant", query_text(row, TOURNAMENT_COLUMN_VARIANT),
        "clock", query_text(row, TOURNAMENT_COLUMN_CLOCK), "rated", (int)query_number(row, TOURNAMENT_COLUMN_RATED),
        "games_per_pairing", (json_int_t)query_number(row, TOURNAMENT_COLUMN_GAMES_PER_PAIRING), "organiser",
        query_text(row, TOURNAMENT_COLUMN_ORGANISER), "created_at",
        (json_int_t)query_number(row, TOURNAMENT_COLUMN_CREATED_AT), "finished_at",
        number_or_null(row, TOURNAMENT_COLUMN_FINISHED_AT), "entered",
        (json_int_t)query_number(row, TOURNAMENT_COLUMN_ENTERED), "games_played",
        (json_int_t)query_number(row, TOURNAMENT_COLUMN_GAMES_PLAYED), "games",
        (json_int_t)query_number(row, TOURNAMENT_COLUMN_GAMES), "winner", winner);
}

json_t *tournament_to_json(Store *store, int64_t id) {
    json_t *object = NULL;
    Query *row = tournament_row(store, id);
    if (query_next(row))
        object = tournament_row_to_json(row);
    query_end(row);
    return object;
}

/* ---- Standings ------------------------------------------------------------------------------------------ */

static json_t *number_or_nothing(int64_t number) {
    return number != 0 ? json_integer(number) : json_null();
}

static json_t *standing_to_json(const Contest *contest, const Standing *standing) {
    const Entrant *entrant = &contest->entrants[standing->player];
    bool seeded = entrant->seed != 0;
    json_t *object = json_pack(
        "{sI sI ss ss so so so sI sf sI sI sI sb sf sf}", "place", (json_int_t)standing->place, "player",
        (json_int_t)entrant->player, "kind", entrant->kind, "name", entrant->name, "version",
        number_or_nothing(entrant->version), "seed", number_or_nothing(entrant->seed), "rating",
        seeded ? json_integer(lround(entrant->rating)) : json_null(), "games", (json_int_t)entrant->games, "points",
        (double)entrant->half_points / 2, "wins", (json_int_t)entrant->wins, "draws", (json_int_t)entrant->draws,
        "losses", (json_int_t)(entrant->games - entrant->wins - entrant->draws), "withdrawn", (int)entrant->withdrawn,
        "buchholz", (double)standing->buchholz / 2, "sonneborn_berger", (double)standing->sonneborn / 4);
    if (contest->kind == CONTEST_KNOCKOUT)
        json_object_set_new(object, "out_in", number_or_nothing(entrant->out_in));
    return object;
}

json_t *contest_standings_to_json(const Contest *contest) {
    json_t *list = json_array();
    Standing *standings = contest_standings(contest);
    for (size_t i = 0; standings != NULL && i < contest->count; i++)
        json_array_append_new(list, standing_to_json(contest, &standings[i]));
    free(standings);
    return list;
}

/* ---- Rounds --------------------------------------------------------------------------------------------- */

static json_t *game_to_json(const Contest *contest, const ContestGame *game) {
    const ContestPairing *pairing = &contest->pairings[game->pairing];
    size_t white = game->first_is_white ? pairing->first : pairing->second;
    return json_pack("{sI sI ss ss?}", "id", (json_int_t)game->id, "white", (json_int_t)contest->entrants[white].player,
                     "status", game->status, "result", game->result[0] != '\0' ? game->result : NULL);
}

static json_t *pairing_to_json(const Contest *contest, const ContestPairing *pairing) {
    bool bye = pairing->second == PAIRING_NOBODY;
    json_t *games = json_array();
    for (size_t i = 0; i < pairing->games; i++)
        json_array_append_new(games, game_to_json(contest, &contest->games[pairing->first_game + i]));
    json_t *object = json_pack("{sI s[Io] s[ff] so}", "board", (json_int_t)pairing->board, "players",
                               (json_int_t)contest->entrants[pairing->first].player,
                               bye ? json_null() : json_integer(contest->entrants[pairing->second].player), "points",
                               bye ? (double)contest->info.games_per_pairing : (double)pairing->half_points[0] / 2,
                               (double)pairing->half_points[1] / 2, "games", games);
    if (contest->kind == CONTEST_KNOCKOUT)
        json_object_set_new(object, "winner", number_or_nothing(pairing->winner));
    return object;
}

static json_t *one_round(const Contest *contest, size_t from, size_t to) {
    bool finished = true;
    json_t *pairings = json_array();
    for (size_t i = from; i < to; i++) {
        const ContestPairing *pairing = &contest->pairings[i];
        finished = finished && pairing->open == 0 && (contest->kind != CONTEST_KNOCKOUT || pairing->winner != 0);
        json_array_append_new(pairings, pairing_to_json(contest, pairing));
    }
    return json_pack("{sI sb so}", "number", (json_int_t)contest->pairings[from].round, "finished", (int)finished,
                     "pairings", pairings);
}

json_t *contest_round_to_json(const Contest *contest, int64_t round) {
    json_t *list = json_array(), *found = NULL;
    for (size_t from = 0, to; from < contest->pairing_count; from = to) {
        int64_t number = contest->pairings[from].round;
        for (to = from; to < contest->pairing_count && contest->pairings[to].round == number;)
            to++;
        if (round == 0)
            json_array_append_new(list, one_round(contest, from, to));
        else if (round == number)
            found = one_round(contest, from, to);
    }
    if (round == 0)
        return list;
    json_decref(list);
    return found;
}

static json_t *whole_to_json(Store *store, int64_t id) {
    Contest contest;
    if (!contest_read(store, id, &contest))
        return NULL;
    json_t *object = tournament_to_json(store, id);
    if (object != NULL) {
        json_object_set_new(object, "standings", contest_standings_to_json(&contest));
        json_object_set_new(object, "rounds", contest_round_to_json(&contest, 0));
    }
    contest_free(&contest);
    return object;
}

json_t *contest_to_json(Store *store, int64_t id) {
    if (!store_begin_reading(store))
        return NULL;
    json_t *object = whole_to_json(store, id);
    store_rollback(store);
    return object;
}

/* ---- Events --------------------------------------------------------------------------------------------- */

void contest_topic(int64_t id, char topic[TOPIC_MAX + 1]) {
    snprintf(topic, TOPIC_MAX + 1, "tournament %lld", (long long)id);
}

static bool is_watched(Hub *hub, int64_t id) {
    char topic[TOPIC_MAX + 1];
    contest_topic(id, topic);
    return hub_count(hub, topic) > 0;
}

/* Takes `data` over, which may be NULL. */
static void publish(Hub *hub, int64_t id, const char *event, json_t *data) {
    char topic[TOPIC_MAX + 1];
    char *text = data != NULL ? json_dumps(data, JSON_COMPACT) : NULL;
    contest_topic(id, topic);
    if (text != NULL)
        hub_publish(hub, topic, event, text);
    free(text);
    json_decref(data);
}

void contest_publish_status(Hub *hub, Store *store, int64_t id) {
    if (is_watched(hub, id))
        publish(hub, id, "status", tournament_to_json(store, id));
}

void contest_publish_standings(Hub *hub, Store *store, int64_t id) {
    Contest contest;
    if (!is_watched(hub, id) || !contest_read_now(store, id, &contest))
        return;
    publish(hub, id, "standings", json_pack("{so}", "standings", contest_standings_to_json(&contest)));
    contest_free(&contest);
}

void contest_publish_round(Hub *hub, Store *store, int64_t id) {
    Contest contest;
    if (!is_watched(hub, id) || !contest_read_now(store, id, &contest))
        return;
    publish(hub, id, "round", contest_round_to_json(&contest, contest.info.round));
    contest_free(&contest);
}

void contest_publish_game(Hub *hub, Store *store, int64_t id, int64_t game) {
    if (!is_watched(hub, id))
        return;
    json_t *data = NULL;
    Query *row =
        store_ask(store, "SELECT round, board, white_id, black_id, status, result FROM games WHERE id = $1", "i", game);
    if (query_next(row))
        data = json_pack("{sI sI so sI sI ss ss?}", "id", (json_int_t)game, "round", (json_int_t)query_number(row, 0),
                         "board", number_or_null(row, 1), "white", (json_int_t)query_number(row, 2), "black",
                         (json_int_t)query_number(row, 3), "status", query_text(row, 4), "result", query_text(row, 5));
    query_end(row);
    publish(hub, id, "game", data);
}
