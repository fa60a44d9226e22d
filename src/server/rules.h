/*
 * The arena's rating rules as the store wants them handed in.
 */
#ifndef ROOKERY_SERVER_RULES_H
#define ROOKERY_SERVER_RULES_H

#include "arena/rating.h"
#include "store/ratings.h"

extern const RatingRule rating_rule;

/* What a new version of a bot begins with (store/bots.h). */
void rule_inherit(double *rating, double *variance);
/* The stored rating as the arena's. */
Rating rule_rating(const StoredRating *stored);
PlayerKind rule_player_kind(const char *kind);

#endif
