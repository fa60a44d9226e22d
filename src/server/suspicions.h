/*
 * What administrators should look at: pairs of players between whom the points went otherwise than against everybody
 * else, as when one of two uploads lets the other win. Statistics that accuse nobody: no game is refused for them.
 */
#ifndef ROOKERY_SERVER_SUSPICIONS_H
#define ROOKERY_SERVER_SUSPICIONS_H

#include <jansson.h>

#include "store/store.h"

enum {
    SUSPICION_GAMES_MIN = 10, /* rated games of two players in a variant, before anything is said of them */
    SUSPICION_DEVIATIONS = 4, /* standard deviations off what the ratings let expect */
    SUSPICION_SAME_OWNER = 3, /* the same for two bots of one author */
};

/* An array, the most surprising first (docs/api.md); NULL on failure. */
json_t *suspicions_to_json(Store *store);

#endif
