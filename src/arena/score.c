#include "arena/score.h"

#include <math.h>

#include "base/error.h"
#include "base/fields.h"

static const double Z95 = 1.959963984540054;

double elo_from_score(double score) {
    return -400.0 * log10(1.0 / score - 1.0);
}

double score_from_elo(double elo) {
    return 1.0 / (1.0 + pow(10.0, -elo / 400.0));
}

/* ---- Distributions -------------------------------------------------------------------------------------- */

enum { OUTCOMES_MAX = 5 };

/* Scores in [0, 1] with their probabilities; `observations` is what the probabilities were counted from. */
typedef struct Distribution {
    int outcomes;
    double value[OUTCOMES_MAX];
    double probability[OUTCOMES_MAX];
    double observations;
} Distribution;

static Distribution from_counts(int outcomes, const uint64_t *counts, double least) {
    Distribution result = {.outcomes = outcomes};
    for (int i = 0; i < outcomes; i++) {
        result.value[i] = (double)i / (outcomes - 1);
        result.probability[i] = counts[i] > 0 ? (double)counts[i] : least;
        result.observations += result.probability[i];
    }
    for (int i = 0; i < outcomes && result.observations > 0; i++)
        result.probability[i] /= result.observations;
    return result;
}

/* Pairs where there are some, else games. An outcome that never occurred counts as `least` times. */
static Distribution observed(const Score *score, double least, bool *pairs) {
    *pairs = false;
    for (int i = 0; i < 5; i++)
        *pairs |= score->pairs[i] > 0;
    if (*pairs)
        return from_counts(5, score->pairs, least);
    uint64_t games[3] = {score->losses, score->draws, score->wins};
    return from_counts(3, games, least);
}

static double mean(const Distribution *of) {
    double sum = 0;
    for (int i = 0; i < of->outcomes; i++)
        sum += of->probability[i] * of->value[i];
    return sum;
}

static double variance(const Distribution *of) {
    double centre = mean(of), sum = 0;
    for (int i = 0; i < of->outcomes; i++)
        sum += of->probability[i] * (of->value[i] - centre) * (of->value[i] - centre);
    return sum;
}

/* ---- Elo ------------------------------------------------------------------------------------------------ */

/* Mean square of one game's score around a centre, with the imaginary game; a pair's mean varies half as much. */
static double spread(const Distribution *distribution, bool pairs, double centre, double games) {
    double sum = 0;
    for (int i = 0; i < distribution->outcomes; i++) {
        double distance = distribution->value[i] - centre;
        sum += distribution->probability[i] * distance * distance;
    }
    return (games * sum * (pairs ? 2 : 1) + 0.25) / (games + 1);
}

static double clamped_elo(double score) {
    if (score <= 0)
        return -INFINITY;
    return score >= 1 ? INFINITY : elo_from_score(score);
}

EloEstimate score_estimate(const Score *score) {
    double games = (double)score_games(score);
    if (games == 0)
        return (EloEstimate){.low = -INFINITY, .high = INFINITY, .error = INFINITY, .los = 0.5};
    double m = score_points(score) / games;
    bool pairs;
    Distribution distribution = observed(score, 0, &pairs);
    double binomial = m * (1 - m);
    double n = pairs ? games / 2 : games;
    if (binomial > 0)
        n = games * binomial / spread(&distribution, pairs, m, games);
    double centre = (m + Z95 * Z95 / (2 * n)) / (1 + Z95 * Z95 / n);
    double half = Z95 / (1 + Z95 * Z95 / n) * sqrt(binomial / n + Z95 * Z95 / (4 * n * n));
    EloEstimate estimate = {
        .elo = clamped_elo(m),
        .low = clamped_elo(binomial > 0 || m > 0.5 ? centre - half : 0),
        .high = clamped_elo(binomial > 0 || m < 0.5 ? centre + half : 1),
        .los = 0.5 * erfc(-(m - 0.5) / sqrt(2 * spread(&distribution, pairs, 0.5, games) / games)),
    };
    estimate.error = binomial > 0 ? (estimate.high - estimate.low) / 2 : INFINITY;
    return estimate;
}

/* ---- Sequential test ------------------------------------------------------------------------------------ */

/* An outcome without observations would make the ratio infinite; it counts as this many. */
static const double LEAST_COUNT = 1e-3;

/* The distribution nearest to `data` (most likely to have produced it) among those with mean 0 of `value`: each
 * probability is divided by 1 + x value, and x is where the mean vanishes. That mean falls with x throughout the
 * interval in which all probabilities stay positive, so bisection finds it. */
static void fit_zero_mean(const Distribution *data, const double *value, double *fitted) {
    double least = value[0], most = value[0];
    for (int i = 1; i < data->outcomes; i++) {
        least = fmin(least, value[i]);
        most = fmax(most, value[i]);
    }
    double low = -1 / most, high = -1 / least; /* least < 0 < most */
    double x = 0;
    for (int round = 0; round < 100; round++) {
        x = (low + high) / 2;
        double sum = 0;
        for (int i = 0; i < data->outcomes; i++)
            sum += data->probability[i] * value[i] / (1 + x * value[i]);
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    for (int i = 0; i < data->outcomes; i++)
        fitted[i] = data->probability[i] / (1 + x * value[i]);
}

/* Most likely distribution with the given mean. */
static Distribution fit_mean(const Distribution *data, double wanted) {
    Distribution fitted = *data;
    double value[OUTCOMES_MAX] = {0};
    for (int i = 0; i < data->outcomes; i++)
        value[i] = data->value[i] - wanted;
    fit_zero_mean(data, value, fitted.probability);
    return fitted;
}

/* Most likely distribution with (mean - 1/2) / deviation = t. The condition is not linear in the probabilities; its
 * tangent at the last guess is, and stepping from guess to guess converges in a few rounds. */
static Distribution fit_t_value(const Distribution *data, double t) {
    Distribution fitted = *data;
    for (int i = 0; i < data->outcomes; i++)
        fitted.probability[i] = 1.0 / data->outcomes;
    for (int round = 0; round < 50; round++) {
        double centre = mean(&fitted), deviation = sqrt(variance(&fitted)), change = 0;
        double value[OUTCOMES_MAX] = {0};
        Distribution last = fitted;
        for (int i = 0; i < data->outcomes; i++) {
            double z = (data->value[i] - centre) / deviation;
            value[i] = data->value[i] - 0.5 - t * deviation * (1 + z * z) / 2;
        }
        fit_zero_mean(data, value, fitted.probability);
        for (int i = 0; i < data->outcomes; i++)
            change = fmax(change, fabs(fitted.probability[i] - last.probability[i]));
        if (change < 1e-10)
            break;
    }
    return fitted;
}

static Distribution fit_hypothesis(const Sprt *sprt, const Distribution *data, double elo, bool pairs) {
    if (sprt->logistic)
        return fit_mean(data, score_from_elo(elo));
    double t = elo * log(10.0) / 800;
    return fit_t_value(data, pairs ? t * sqrt(2.0) : t);
}

double sprt_llr(const Sprt *sprt, const Score *score) {
    if (score_games(score) == 0)
        return 0;
    bool pairs;
    Distribution data = observed(score, LEAST_COUNT, &pairs);
    Distribution zero = fit_hypothesis(sprt, &data, sprt->elo0, pairs);
    Distribution one = fit_hypothesis(sprt, &data, sprt->elo1, pairs);
    double sum = 0;
    for (int i = 0; i < data.outcomes; i++)
        sum += data.probability[i] * log(one.probability[i] / zero.probability[i]);
    return data.observations * sum;
}

double sprt_lower(const Sprt *sprt) {
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const Sprt *sprt) {
    return log((1 - sprt->beta) / sprt->alpha);
}

SprtVerdict sprt_verdict(const Sprt *sprt, const Score *score) {
    double llr = sprt_llr(sprt, score);
    if (llr <= sprt_lower(sprt))
        return SPRT_ACCEPT_H0;
    return llr >= sprt_upper(sprt) ? SPRT_ACCEPT_H1 : SPRT_CONTINUE;
}

/* ---- Reading the test ----------------------------------------------------------------------------------- */

/* Hypotheses further out have no distribution that fit_t_value() could start from, and nobody asks for them. */
static const double ELO_MAX = 200;

bool sprt_parse(const char *text, Sprt *sprt, Error *error) {
    static const char *const models[] = {"normalised", "logistic", NULL};
    Sprt read = {.alpha = 0.05, .beta = 0.05};
    double model = 0;
    const Field fields[] = {
        {.name = "elo0", .value = &read.elo0, .least = -ELO_MAX, .most = ELO_MAX, .required = true},
        {.name = "elo1", .value = &read.elo1, .least = -ELO_MAX, .most = ELO_MAX, .required = true},
        {.name = "alpha", .value = &read.alpha, .least = 1e-6, .most = 0.49},
        {.name = "beta", .value = &read.beta, .least = 1e-6, .most = 0.49},
        {.name = "model", .value = &model, .words = models},
        {.name = NULL},
    };
    if (!fields_read(text, fields, "the test", error))
        return false;
    if (read.elo0 >= read.elo1)
        return error_set(error, "the test's elo0 (%g) must be below its elo1 (%g)", read.elo0, read.elo1);
    read.logistic = model == 1;
    *sprt = read;
    return true;
}
