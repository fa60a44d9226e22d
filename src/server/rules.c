#include "server/rules.h"

#include <string.h>

Rating rule_rating(const StoredRating *stored) {
    return (Rating){stored->rating, stored->variance, stored->games, stored->fixed};
}

static void take(StoredRating *stored, const Rating *rating) {
    stored->rating = rating->value;
    stored->variance = rating->variance;
    stored->games = rating->games;
}

static void start(StoredRating *stored) {
    Rating rating = rating_start();
    take(stored, &rating);
}

static void level(int64_t number, StoredRating *stored) {
    Rating rating = rating_of_level(number == 0 ? RATING_ENGINE_FULL : number);
    take(stored, &rating);
}

static void play(StoredRating *white, StoredRating *black, int half_points) {
    Rating one = rule_rating(white), other = rule_rating(black);
    rating_play(&one, &other, half_points / 2.0);
    take(white, &one);
    take(black, &other);
}

const RatingRule rating_rule = {start, level, play};

void rule_inherit(double *rating, double *variance) {
    Rating next = rating_inherit((Rating){.value = *rating, .variance = *variance});
    *rating = next.value;
    *variance = next.variance;
}

PlayerKind rule_player_kind(const char *kind) {
    if (strcmp(kind, "bot") == 0)
        return PLAYER_KIND_BOT;
    if (strcmp(kind, "engine") == 0)
        return PLAYER_KIND_ENGINE;
    return strcmp(kind, "person") == 0 ? PLAYER_KIND_PERSON : PLAYER_KIND_GUEST;
}
