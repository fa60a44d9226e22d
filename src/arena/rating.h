/*
 * Live ratings: what a game changes, and which games change anything. Arithmetic only.
 *
 * Elo's rule: a player gains K (score - expected score), with an expectation of 1 / (1 + 10^((b - a) / 400)). Everybody
 * starts at 200; K is larger for the first 20 rated games, while the rating is provisional. The engine's levels have
 * fixed ratings. Lists with ratings fitted to all games at once are another matter (maximum likelihood).
 *
 * A rating carries its variance as an estimate, from which the error bar is made. Near the true rating r the rule makes
 * of an error e the error (1 - K g) e + K n, where g = ln(10) / 400 p (1 - p) is the slope of the expectation p and n
 * the luck of one game, of variance p (1 - p); so the variance v becomes (1 - K g)^2 v + K^2 p (1 - p). A game against
 * somebody far away tells little, and leaves the bar nearly as wide as it was.
 */
#ifndef ROOKERY_ARENA_RATING_H
#define ROOKERY_ARENA_RATING_H

#include <stdbool.h>
#include <stdint.h>

enum {
    RATING_START = 200,
    RATING_FLOOR = 0,
    RATING_PROVISIONAL_GAMES = 20,
    RATING_K_PROVISIONAL = 64,
    RATING_K = 16,
    RATING_START_DEVIATION = 400,     /* how far from 200 a newcomer may well be */
    RATING_INHERITED_DEVIATION = 100, /* how far a new version may well be from the one before */
    RATING_ENGINE_FULL = 3200,        /* what our engine at full strength counts for as an opponent */
};

typedef struct Rating {
    double value;
    double variance;
    int64_t games; /* rated ones */
    bool fixed;    /* never changes */
} Rating;

Rating rating_start(void);
/* What a new version of a bot begins with: its predecessor's rating, doubted anew, and provisional. */
Rating rating_inherit(Rating predecessor);
/* A fixed one. */
Rating rating_of_level(int64_t level);

double rating_expectation(double own, double opponent);
/* Changes both for one game; the score is White's: 1, 0.5 or 0. */
void rating_play(Rating *white, Rating *black, double score);
bool rating_is_provisional(const Rating *rating);
/* Half the width of the interval that holds the true rating with 95 %: the number after the sign ±. */
double rating_error(const Rating *rating);

/* How many standard deviations `score` points in so many games against one opponent are above what the two ratings let
 * expect (below: negative). The doubt about both ratings is counted in, so newcomers surprise nobody. */
double rating_surprise(const Rating *own, const Rating *opponent, double score, int64_t games);

/* ---- Which games are rated ------------------------------------------------------------------------------ */

typedef enum PlayerKind { PLAYER_KIND_PERSON, PLAYER_KIND_GUEST, PLAYER_KIND_BOT, PLAYER_KIND_ENGINE } PlayerKind;

typedef enum GameOrigin { ORIGIN_CHALLENGE, ORIGIN_LEAGUE, ORIGIN_TOURNAMENT } GameOrigin;

/* Whether a game between the two may be rated: bot against bot; a person against a bot or the engine, and anybody but
 * guests in a tournament, when the box "Rated" was ticked. Bot against engine, or engine against engine, never. NULL if
 * it may, else a sentence that says why not. */
const char *rating_refusal(PlayerKind one, PlayerKind other, GameOrigin origin);

#endif
