/*
 * Tournaments: what is played, who takes part, who meets whom in which round, and the standings, which change in the
 * transaction that finishes a game. Which pairings a round has is decided elsewhere (server/contest_draw.h).
 */
#ifndef ROOKERY_STORE_TOURNAMENTS_H
#define ROOKERY_STORE_TOURNAMENTS_H

#include "store/store.h"

enum { TOURNAMENT_NAME_MAX = 60, TOURNAMENT_WORD_MAX = 23 };

typedef struct NewTournament {
    const char *name, *kind, *registration, *variant, *clock;
    bool rated;
    int64_t games_per_pairing;
    int64_t rounds;    /* 0: as the number of players asks for */
    int64_t starts_at; /* 0: when its organiser says so */
    int64_t account;
} NewTournament;

/* A tournament that waits for its start. To be called in a transaction, with all that belongs to it. */
bool tournament_add(Store *store, const NewTournament *tournament, int64_t now, int64_t *id);
bool tournament_add_opening(Store *store, int64_t tournament, int64_t number, const char *fen);
bool tournament_invite(Store *store, int64_t tournament, int64_t account);
bool tournament_is_invited(Store *store, int64_t tournament, int64_t account);
/* The opening's FEN, counted round and round, "" if there are none. */
bool tournament_opening(Store *store, int64_t tournament, int64_t number, char *fen, size_t size);

typedef struct Tournament {
    int64_t id;
    char name[TOURNAMENT_NAME_MAX + 1];
    char kind[TOURNAMENT_WORD_MAX + 1];         /* round robin, swiss, knockout, gauntlet */
    char status[TOURNAMENT_WORD_MAX + 1];       /* open, running, paused, finished, cancelled */
    char registration[TOURNAMENT_WORD_MAX + 1]; /* closed, open, invited */
    char variant[TOURNAMENT_WORD_MAX + 1];
    char clock[64];
    bool rated;
    int64_t games_per_pairing;
    int64_t account; /* its organiser */
    int64_t round, rounds;
} Tournament;

bool tournament_get(Store *store, int64_t id, Tournament *tournament);

/* Columns: see TOURNAMENT_COLUMN_. The newest first; status NULL: all. */
Query *tournament_list(Store *store, const char *status, int64_t limit);
Query *tournament_row(Store *store, int64_t id);
enum {
    TOURNAMENT_COLUMN_ID,
    TOURNAMENT_COLUMN_NAME,
    TOURNAMENT_COLUMN_KIND,
    TOURNAMENT_COLUMN_STATUS,
    TOURNAMENT_COLUMN_REGISTRATION,
    TOURNAMENT_COLUMN_STARTS_AT,
    TOURNAMENT_COLUMN_ROUND,
    TOURNAMENT_COLUMN_ROUNDS,
    TOURNAMENT_COLUMN_VARIANT,
    TOURNAMENT_COLUMN_CLOCK,
    TOURNAMENT_COLUMN_RATED,
    TOURNAMENT_COLUMN_GAMES_PER_PAIRING,
    TOURNAMENT_COLUMN_ORGANISER,
    TOURNAMENT_COLUMN_CREATED_AT,
    TOURNAMENT_COLUMN_FINISHED_AT,
    TOURNAMENT_COLUMN_ENTERED,
    TOURNAMENT_COLUMN_GAMES_PLAYED,
    TOURNAMENT_COLUMN_GAMES,
    TOURNAMENT_COLUMN_WINNER,
    TOURNAMENT_COLUMN_WINNER_NAME,
};

/* From one of two states to another; store_changes() says whether it was in one. `from2` may be NULL. */
bool tournament_set_status(Store *store, int64_t id, const char *from, const char *from2, const char *to);
/* The next one that should have started by then; 0: none. */
int64_t tournament_due(Store *store, int64_t now);
/* When the next one is to start, 0: none. */
int64_t tournament_next_start(Store *store);
/* The next running one after `id` that has no game left to play; 0: none. */
int64_t tournament_to_advance(Store *store, int64_t id);

/* ---- Who takes part ------------------------------------------------------------------------------------- */

/* A conflict if the player has entered already. `account` is who entered it. */
bool tournament_enter(Store *store, int64_t tournament, int64_t player, int64_t account);
bool tournament_leave(Store *store, int64_t tournament, int64_t player);
bool tournament_seed(Store *store, int64_t tournament, int64_t player, int64_t seed, double rating);
bool tournament_withdraw(Store *store, int64_t tournament, int64_t player);
/* Who entered the player; 0: it has not entered. */
int64_t tournament_entered_by(Store *store, int64_t tournament, int64_t player);
/* By seed, before the start in the order of entering. Columns: see ENTRANT_COLUMN_. */
Query *tournament_entrants(Store *store, int64_t tournament);
enum {
    ENTRANT_COLUMN_PLAYER,
    ENTRANT_COLUMN_KIND,
    ENTRANT_COLUMN_NAME,
    ENTRANT_COLUMN_VERSION,
    ENTRANT_COLUMN_SEED,
    ENTRANT_COLUMN_RATING,
    ENTRANT_COLUMN_ACCOUNT,
    ENTRANT_COLUMN_WITHDRAWN,
    ENTRANT_COLUMN_GAMES,
    ENTRANT_COLUMN_HALF_POINTS,
    ENTRANT_COLUMN_WINS,
    ENTRANT_COLUMN_DRAWS,
    ENTRANT_COLUMN_BYE_HALF_POINTS,
    ENTRANT_COLUMN_OUT_IN,
};

/* ---- Rounds --------------------------------------------------------------------------------------------- */

/* second 0: a bye, for which `first` gets so many half points. */
bool tournament_pair(Store *store, int64_t tournament, int64_t round, int64_t board, int64_t first, int64_t second,
                     int64_t bye_half_points);
bool tournament_set_round(Store *store, int64_t tournament, int64_t round, int64_t rounds);
/* Who goes on, and who (0: nobody) is out. */
bool tournament_decide(Store *store, int64_t tournament, int64_t round, int64_t board, int64_t winner, int64_t loser);
bool tournament_finish(Store *store, int64_t tournament, int64_t winner, int64_t now);
/* Columns: round, board, first, second (NULL: a bye), winner (NULL: none yet). */
Query *tournament_pairings(Store *store, int64_t tournament);
/* Columns: id, round, board, white, black, status, result (NULL: none yet), ended by. */
Query *tournament_games(Store *store, int64_t tournament);

/* ---- Standings ------------------------------------------------------------------------------------------ */

/* In the transaction of a finished game; half_points are White's. */
bool standings_add(Store *store, int64_t tournament, int64_t white, int64_t black, int half_points);
/* Counts the standings that differ from the games (0: all is well). */
bool standings_verify(Store *store, int64_t *differences);

#endif
