#include "net_model.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "chess/bitboard.h"

/* Largest weight that the engine's arithmetic of 16-bit products can hold: 127 / 64. */
static const float weight_max = 127.0F / NETWORK_OUTPUT_ONE;

NetLayout net_layout(size_t hidden) {
    NetLayout layout = {.hidden = hidden};
    layout.feature_bias = NETWORK_INPUTS * hidden;
    layout.output_weights = layout.feature_bias + hidden;
    layout.output_bias = layout.output_weights + NETWORK_BUCKETS * 2 * hidden;
    layout.total = layout.output_bias + NETWORK_BUCKETS;
    return layout;
}

static float random_between(uint64_t *seed, float low, float high) {
    return low + (high - low) * (float)(random_next(seed) >> 40) / (float)(1 << 24);
}

/* Uniform within one over the root of the number of inputs that are on at a time. */
void net_initialise(const NetLayout *layout, float *weights, uint64_t *seed) {
    const float first = 1.0F / sqrtf(32), second = 1.0F / sqrtf(2 * (float)layout->hidden);
    memset(weights, 0, layout->total * sizeof *weights);
    for (size_t i = 0; i < layout->output_weights; i++)
        weights[i] = random_between(seed, -first, first);
    for (size_t i = layout->output_weights; i < layout->output_bias; i++)
        weights[i] = random_between(seed, -second, second);
}

/* ---- Inputs ------------------------------------------------------------------------------------------------------ */

typedef struct Inputs {
    int count;
    uint16_t views[2][32]; /* [0]: of the side to move */
    int bucket;
} Inputs;

static void find_inputs(const NetSample *sample, Inputs *inputs) {
    int types[32], squares[32], kings[2] = {0, 0}, count = 0;
    for (Bitboard men = sample->occupied; men != 0 && count < 32; count++) {
        Square square = pop_lsb(&men);
        int man = sample->men[count / 2] >> 4 * (count % 2) & 15;
        types[count] = man;
        squares[count] = square;
        if ((man & 7) == KING - PAWN)
            kings[man >> 3] = square;
    }
    for (int view = 0; view < 2; view++) {
        int turn = network_turn(view, kings[view]);
        for (int i = 0; i < count; i++)
            inputs->views[view][i] =
                (uint16_t)network_input((types[i] >> 3) != view, (types[i] & 7), squares[i] ^ turn);
    }
    inputs->count = count;
    inputs->bucket = network_bucket(count);
}

/* ---- One sample -------------------------------------------------------------------------------------------------- */

static void add_rows(const float *weights, const float *bias, const uint16_t *rows, int count, size_t hidden,
                     float *restrict sum) {
    memcpy(sum, bias, hidden * sizeof *sum);
    for (int i = 0; i < count; i++) {
        const float *restrict row = weights + rows[i] * hidden;
        for (size_t k = 0; k < hidden; k++)
            sum[k] += row[k];
    }
}

static float clip(float x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static float weigh(const float *restrict sum, const float *restrict weights, size_t hidden) {
    float total = 0;
    for (size_t k = 0; k < hidden; k++) {
        float x = clip(sum[k]);
        total += x * x * weights[k];
    }
    return total;
}

static float forward(const NetLayout *l, const float *weights, const Inputs *inputs, float *sums) {
    const float *out = weights + l->output_weights + (size_t)inputs->bucket * 2 * l->hidden;
    float total = weights[l->output_bias + (size_t)inputs->bucket];
    for (int view = 0; view < 2; view++) {
        float *sum = sums + (size_t)view * l->hidden;
        add_rows(weights, weights + l->feature_bias, inputs->views[view], inputs->count, l->hidden, sum);
        total += weigh(sum, out + (size_t)view * l->hidden, l->hidden);
    }
    return total;
}

/* Turns the sums of a view into their gradient, and adds that of the output weights. */
static void step_back(float *restrict sum, const float *restrict out, float *restrict out_gradient, float error,
                      size_t hidden) {
    for (size_t k = 0; k < hidden; k++) {
        float x = clip(sum[k]), slope = sum[k] > 0 && sum[k] < 1 ? 2 * x : 0;
        out_gradient[k] += error * x * x;
        sum[k] = error * slope * out[k];
    }
}

static void backward(const NetLayout *l, const float *weights, const Inputs *inputs, float error, float *sums,
                     float *gradient) {
    size_t place = l->output_weights + (size_t)inputs->bucket * 2 * l->hidden;
    gradient[l->output_bias + (size_t)inputs->bucket] += error;
    for (int view = 0; view < 2; view++) {
        float *sum = sums + (size_t)view * l->hidden;
        size_t own = place + (size_t)view * l->hidden;
        step_back(sum, weights + own, gradient + own, error, l->hidden);
        float *restrict bias = gradient + l->feature_bias;
        for (size_t k = 0; k < l->hidden; k++)
            bias[k] += sum[k];
        for (int i = 0; i < inputs->count; i++) {
            float *restrict row = gradient + inputs->views[view][i] * l->hidden;
            for (size_t k = 0; k < l->hidden; k++)
                row[k] += sum[k];
        }
    }
}

static float sigmoid(float x) {
    return 1 / (1 + expf(-x));
}

static float wanted(const NetTarget *target, const NetSample *sample) {
    float by_score = sigmoid((float)(sample->score / target->scale));
    if (sample->result == NET_RESULT_UNKNOWN)
        return by_score;
    return (float)target->score_weight * by_score + (float)(1 - target->score_weight) * (float)sample->result / 2;
}

void net_learn(const NetLayout *layout, const float *weights, const NetTarget *target, const NetSample *samples,
               size_t count, float *gradient, float *scratch, double *loss) {
    for (size_t i = 0; i < count; i++) {
        Inputs inputs;
        find_inputs(&samples[i], &inputs);
        float chance = sigmoid(forward(layout, weights, &inputs, scratch));
        float difference = chance - wanted(target, &samples[i]);
        *loss += (double)(difference * difference);
        if (gradient != NULL)
            backward(layout, weights, &inputs, 2 * difference * chance * (1 - chance), scratch, gradient);
    }
}

float net_answer(const NetLayout *layout, const float *weights, const NetSample *sample, float *scratch) {
    Inputs inputs;
    find_inputs(sample, &inputs);
    return forward(layout, weights, &inputs, scratch);
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

/* Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019). */
void net_adam(const NetAdam *adam, float *weights, float *const *gradients, int threads, size_t count, size_t from,
              size_t to) {
    const float keep_mean = 0.9F, keep_square = 0.999F, share = 1.0F / (float)count;
    const float rate =
        (float)(adam->rate * sqrt(1 - pow(0.999, (double)adam->step)) / (1 - pow(0.9, (double)adam->step)));
    const float shrink = 1 - (float)(adam->rate * adam->decay);
    float *restrict mean = adam->mean, *restrict square = adam->square;
    for (size_t i = from; i < to; i++) {
        float gradient = 0;
        for (int thread = 0; thread < threads; thread++) {
            gradient += gradients[thread][i];
            gradients[thread][i] = 0;
        }
        gradient *= share;
        mean[i] = keep_mean * mean[i] + (1 - keep_mean) * gradient;
        square[i] = keep_square * square[i] + (1 - keep_square) * gradient * gradient;
        float weight = weights[i] * shrink - rate * mean[i] / (sqrtf(square[i]) + 1e-8F);
        weights[i] = weight < -weight_max ? -weight_max : weight > weight_max ? weight_max : weight;
    }
}

/* ---- Quantising -------------------------------------------------------------------------------------------------- */

static int16_t round_to(float weight, int one) {
    return (int16_t)lrintf(weight * (float)one);
}

bool net_quantise(const NetLayout *layout, const float *weights, double scale, Network *network, Error *error) {
    if (!network_make(network, layout->hidden, (int)lrint(scale), error))
        return false;
    size_t hidden = layout->hidden;
    for (size_t i = 0; i < NETWORK_INPUTS * hidden; i++)
        network->feature_weights[i] = round_to(weights[i], NETWORK_HIDDEN_ONE);
    for (size_t i = 0; i < hidden; i++)
        network->feature_bias[i] = round_to(weights[layout->feature_bias + i], NETWORK_HIDDEN_ONE);
    for (size_t i = 0; i < NETWORK_BUCKETS * 2 * hidden; i++)
        network->output_weights[i] = round_to(weights[layout->output_weights + i], NETWORK_OUTPUT_ONE);
    for (size_t i = 0; i < NETWORK_BUCKETS; i++)
        network->output_bias[i] =
            (int32_t)lrintf(weights[layout->output_bias + i] * NETWORK_HIDDEN_ONE * NETWORK_OUTPUT_ONE);
    return true;
}
