/*
 * What a result is worth: points, Elo difference with its error, likelihood of superiority, and the sequential
 * probability ratio test. All from the first player's point of view. Arithmetic only.
 *
 * Where games are played in pairs (one opening, colours swapped) the pair is the observation, because its two games
 * are not independent: the five possible pair scores 0, 1/2, 1, 3/2 and 2 are counted ("pentanomial"). The variance of
 * the pairs then decides the error bars and the test; single games are used where there are no pairs.
 */
#ifndef ROOKERY_ARENA_SCORE_H
#define ROOKERY_ARENA_SCORE_H

#include <stdbool.h>
#include <stdint.h>

#include "rookery/error.h"

typedef struct Score {
    uint64_t wins, draws, losses;
    uint64_t pairs[5]; /* by points of the pair in half points; pairs of which both games are over */
} Score;

static inline uint64_t score_games(const Score *score) {
    return score->wins + score->draws + score->losses;
}
static inline double score_points(const Score *score) {
    return (double)score->wins + (double)score->draws / 2;
}

/* Elo difference that belongs to an expected score in (0, 1), and back: E = 1 / (1 + 10^(-d/400)). */
double elo_from_score(double score);
double score_from_elo(double elo);

typedef struct EloEstimate {
    double elo;       /* -INFINITY or INFINITY when every game was lost or won */
    double low, high; /* 95 % interval */
    double error;     /* half its width: "elo +- error"; INFINITY when elo is */
    double los;       /* likelihood of superiority, 0..1 */
} EloEstimate;

/* The interval is Wilson's for the mean score m with the measured variance v in place of the binomial m (1 - m): as if
 * n m (1 - m) / v games had been played. When all games were won or lost there is no variance to measure; every pair
 * (or single game) then counts as one game. LOS is the normal approximation with the mean square around 1/2, which
 * without pairs is the usual (wins - losses) / sqrt(wins + losses). To keep few games honest both squares include one
 * imaginary game of variance 1/4; with hundreds of games the interval is the usual mean +- 1.96 standard errors.
 * No games: elo 0, los 1/2, an unlimited interval. */
EloEstimate score_estimate(const Score *score);

/* ---- Sequential test ------------------------------------------------------------------------------------ */

typedef struct Sprt {
    double elo0, elo1;  /* the two hypotheses */
    double alpha, beta; /* tolerated chance of a wrong H1 and of a wrong H0 */
    bool logistic;      /* Elo on the usual scale; else normalised Elo: 800/ln(10) times the mean's excess over 1/2 in
                           units of one game's standard deviation */
} Sprt;

/* Reads "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalised|logistic"; blanks or commas between; alpha and beta are
 * 0.05 and the model normalised unless given. */
bool sprt_parse(const char *text, Sprt *sprt, Error *error);

/* Bounds of the log-likelihood ratio (Wald): below the first accept H0, above the second H1. */
double sprt_lower(const Sprt *sprt);
double sprt_upper(const Sprt *sprt);

/* Generalised log-likelihood ratio of H1 against H0 over the pairs, both distributions being the most likely ones that
 * have the hypothesis's score (M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of
 * a distribution" and "Comments on normalized Elo"; fishtest's test). Uses games when there are no pairs at all.
 * 0 without data. */
double sprt_llr(const Sprt *sprt, const Score *score);

typedef enum SprtVerdict { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtVerdict;
SprtVerdict sprt_verdict(const Sprt *sprt, const Score *score);

#endif
