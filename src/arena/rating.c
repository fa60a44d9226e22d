#include "arena/rating.h"

#include <math.h>
#include <stddef.h>

static const double SCALE = 400;

Rating rating_start(void) {
    return (Rating){.value = RATING_START, .variance = (double)RATING_START_DEVIATION * RATING_START_DEVIATION};
}

Rating rating_inherit(Rating predecessor) {
    return (Rating){
        .value = predecessor.value,
        .variance = predecessor.variance + (double)RATING_INHERITED_DEVIATION * RATING_INHERITED_DEVIATION,
    };
}

Rating rating_of_level(int64_t level) {
    return (Rating){.value = (double)level, .fixed = true};
}

double rating_expectation(double own, double opponent) {
    return 1 / (1 + pow(10, (opponent - own) / SCALE));
}

bool rating_is_provisional(const Rating *rating) {
    return !rating->fixed && rating->games < RATING_PROVISIONAL_GAMES;
}

double rating_error(const Rating *rating) {
    static const double NORMAL_95 = 1.96;
    return NORMAL_95 * sqrt(rating->variance);
}

static Rating after(const Rating *own, double opponent, double score) {
    Rating next = *own;
    if (own->fixed)
        return next;
    double k = rating_is_provisional(own) ? RATING_K_PROVISIONAL : RATING_K;
    double expected = rating_expectation(own->value, opponent);
    double luck = expected * (1 - expected), kept = 1 - k * log(10) / SCALE * luck;
    next.value = fmax(own->value + k * (score - expected), RATING_FLOOR);
    next.variance = kept * kept * own->variance + k * k * luck;
    next.games++;
    return next;
}

void rating_play(Rating *white, Rating *black, double score) {
    Rating new_white = after(white, black->value, score);
    *black = after(black, white->value, 1 - score);
    *white = new_white;
}

double rating_surprise(const Rating *own, const Rating *opponent, double score, int64_t games) {
    static const double HALF_A_POINT = 0.25; /* squared: keeps one upset among sure wins from being a miracle */
    double count = (double)games, expected = rating_expectation(own->value, opponent->value);
    double luck = expected * (1 - expected), slope = log(10) / SCALE * luck;
    double doubt = count * count * slope * slope * (own->variance + opponent->variance);
    return (score - count * expected) / sqrt(count * luck + doubt + HALF_A_POINT);
}

const char *rating_refusal(PlayerKind one, PlayerKind other, GameOrigin origin) {
    bool bots = one == PLAYER_KIND_BOT || other == PLAYER_KIND_BOT;
    bool engines = one == PLAYER_KIND_ENGINE || other == PLAYER_KIND_ENGINE;
    bool persons = one == PLAYER_KIND_PERSON || other == PLAYER_KIND_PERSON;
    if (one == PLAYER_KIND_GUEST || other == PLAYER_KIND_GUEST)
        return "games of guests are not rated; sign in to play rated games";
    if (engines && !persons)
        return "games between a bot and the engine, or of the engine with itself, are never rated";
    if (persons && !bots && !engines && origin != ORIGIN_TOURNAMENT)
        return "games between two people are rated in tournaments only";
    return NULL;
}
