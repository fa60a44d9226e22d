/*
 * Tournaments: what is played, and the standings, which change in the transaction that finishes a game. Their games are
 * queued when the tournament is made (store/games.h plays no part in who meets whom).
 */
#ifndef ROOKERY_STORE_TOURNAMENTS_H
#define ROOKERY_STORE_TOURNAMENTS_H

#include "store/store.h"

enum { TOURNAMENT_NAME_MAX = 60 };

typedef struct NewTournament {
    const char *name, *kind, *variant, *clock;
    bool rated;
    int64_t games_per_pairing;
    int64_t account;
} NewTournament;

/* To be called in a transaction, with the players and games that belong to it. */
bool tournament_add(Store *store, const NewTournament *tournament, int64_t now, int64_t *id);
bool tournament_add_player(Store *store, int64_t tournament, int64_t player);

/* Columns: id, name, kind, status, variant, clock, rated, games_per_pairing, created_at, finished_at, organiser, games
 * played, games in all, organiser's account. */
Query *tournament_list(Store *store, int64_t limit);
Query *tournament_row(Store *store, int64_t id);
/* Columns: player, kind, name, version, games, half points, wins, draws; the leader first. */
Query *tournament_standings(Store *store, int64_t id);
/* running <-> paused; store_changes() says whether it was. */
bool tournament_pause(Store *store, int64_t id, bool paused);

/* Both in the transaction of a finished game; half_points are White's. */
bool standings_add(Store *store, int64_t tournament, int64_t white, int64_t black, int half_points);
bool tournament_end_if_played(Store *store, int64_t tournament, int64_t now);
/* Counts the standings that differ from the games (0: all is well). */
bool standings_verify(Store *store, int64_t *differences);

#endif
