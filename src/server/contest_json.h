/*
 * Tournaments as the API shows them, and the events of those that are watched.
 */
#ifndef ROOKERY_SERVER_CONTEST_JSON_H
#define ROOKERY_SERVER_CONTEST_JSON_H

#include <jansson.h>

#include "server/contest.h"
#include "server/hub.h"

/* In brief, from a row of tournament_list(). */
json_t *tournament_row_to_json(const Query *row);
/* The same by its number; NULL when there is none. */
json_t *tournament_to_json(Store *store, int64_t id);
json_t *contest_standings_to_json(const Contest *contest);
/* One round, or with 0 a list of all. */
json_t *contest_round_to_json(const Contest *contest, int64_t round);
/* All of it as it is at one moment: in brief with standings and rounds; NULL when there is none, or on failure. */
json_t *contest_to_json(Store *store, int64_t id);

void contest_topic(int64_t id, char topic[TOPIC_MAX + 1]);
/* Events for those who watch; nothing is read when nobody does. */
void contest_publish_status(Hub *hub, Store *store, int64_t id);
void contest_publish_standings(Hub *hub, Store *store, int64_t id);
void contest_publish_round(Hub *hub, Store *store, int64_t id);
void contest_publish_game(Hub *hub, Store *store, int64_t id, int64_t game);

#endif
