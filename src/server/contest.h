/*
 * A tournament as a whole, read from the database: who takes part, who met whom in which round, the games and how they
 * ended. For drawing its next round (server/contest_draw.h) and for showing it (server/contest_json.h).
 */
#ifndef ROOKERY_SERVER_CONTEST_H
#define ROOKERY_SERVER_CONTEST_H

#include "arena/pairing.h"
#include "arena/standings.h"
#include "store/games.h"
#include "store/tournaments.h"

typedef enum ContestKind {
    CONTEST_ROUND_ROBIN,
    CONTEST_SWISS,
    CONTEST_KNOCKOUT,
    CONTEST_GAUNTLET,
    CONTEST_KINDS
} ContestKind;

/* In the words of the API; CONTEST_KINDS for none. */
const char *contest_kind_name(ContestKind kind);
ContestKind contest_kind_by_name(const char *name);
/* How many may take part. */
size_t contest_players_most(ContestKind kind);

typedef struct Entrant {
    int64_t player;
    char kind[GAME_WORD_MAX + 1]; /* person, bot, engine */
    char name[64];
    int64_t version; /* of a bot; 0: none */
    int64_t account; /* who entered it */
    int64_t seed;
    double rating; /* at the start */
    bool withdrawn;
    int64_t games, half_points, wins, draws, bye_half_points;
    int64_t out_in; /* 0: not out */
} Entrant;

typedef struct ContestGame {
    int64_t id;
    size_t pairing; /* in Contest.pairings */
    bool first_is_white;
    char status[GAME_WORD_MAX + 1];
    char result[8]; /* "": none yet */
} ContestGame;

typedef struct ContestPairing {
    int64_t round, board;
    size_t first, second; /* entrants; second PAIRING_NOBODY: a bye */
    int64_t winner;       /* a player, 0: not decided */
    unsigned half_points[2];
    size_t games, open; /* all, and those that are not over */
    size_t first_game;  /* in Contest.games, where they stand together */
} ContestPairing;

typedef struct Contest {
    Tournament info;
    ContestKind kind;
    Entrant *entrants; /* by seed; before the start as they entered */
    size_t count;
    ContestPairing *pairings; /* by round and board */
    size_t pairing_count;
    ContestGame *games;
    size_t game_count;
} Contest;

/* In a transaction of the caller's, so that entrants, pairings and games are those of one moment. False when there is
 * none, on failure, or when memory is out; there is nothing to free then. */
bool contest_read(Store *store, int64_t id, Contest *contest);
/* The same in a transaction of its own. */
bool contest_read_now(Store *store, int64_t id, Contest *contest);
void contest_free(Contest *contest);

/* The entrant who is the player, PAIRING_NOBODY if none. */
size_t contest_find(const Contest *contest, int64_t player);
/* Who has which place, the leader first: contest->count of them, to be freed; NULL when memory is out. */
Standing *contest_standings(const Contest *contest);

#endif
