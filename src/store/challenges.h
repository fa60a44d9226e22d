/*
 * Invitations to a game between two people. Whoever has the key may accept, once; an invitation that is older than a
 * day is as good as cancelled.
 */
#ifndef ROOKERY_STORE_CHALLENGES_H
#define ROOKERY_STORE_CHALLENGES_H

#include "store/games.h"

enum { CHALLENGE_KEY_MAX = 43 };

typedef struct Challenge {
    int64_t id;
    char key[CHALLENGE_KEY_MAX + 1];
    int64_t account; /* who invites */
    char by_name[64], by_kind[GAME_WORD_MAX + 1];
    char status[GAME_WORD_MAX + 1]; /* open, accepted, cancelled */
    char color[GAME_WORD_MAX + 1];  /* of who invites: white, black, random */
    char variant[GAME_WORD_MAX + 1];
    char start_fen[GAME_FEN_MAX + 1]; /* "": the variant's own */
    char clock[GAME_CLOCK_MAX + 1];
    int64_t created;
    int64_t game; /* 0: none yet */
} Challenge;

/* Adds an open one: key, account, colour, variant, start and clock are taken from *challenge. */
bool challenge_add(Store *store, const Challenge *challenge, int64_t now);
/* False when there is none, or on failure. */
bool challenge_get(Store *store, const char *key, int64_t now, Challenge *challenge);
/* Makes the game for who accepts, who plays White or not, in one transaction. *taken is false when it was not open any
 * more. */
bool challenge_accept(Store *store, const Challenge *challenge, int64_t account, bool white, int64_t now, int64_t *game,
                      bool *taken);
/* store_changes() says whether it was open. */
bool challenge_cancel(Store *store, const char *key);
/* How many of somebody's are open. */
int64_t challenge_count_open(Store *store, int64_t account, int64_t now);

#endif
