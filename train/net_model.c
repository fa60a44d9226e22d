#include "net_model.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "chess/bitboard.h"

/* Largest weight that the engine's arithmetic of 16-bit products can hold: 127 / 64. */
static const float weight_max = 127.0F / NETWORK_OUTPUT_ONE;

NetLayout net_layout(Variant variant, size_t hidden) {
    NetLayout layout = {.variant = network_variant(variant), .hidden = hidden, .inputs = network_inputs(variant)};
    layout.feature_bias = layout.inputs * hidden;
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
    uint16_t views[2][NETWORK_ON_MAX]; /* [0]: of the side to move */
    int bucket;
} Inputs;

static void find_inputs(const NetLayout *layout, const NetSample *sample, Inputs *inputs) {
    int types[NET_SAMPLE_MEN_MAX], squares[NET_SAMPLE_MEN_MAX], kings[2] = {0, 0}, men = 0, count = 0;
    Square king[2] = {NO_SQUARE, NO_SQUARE};
    for (Bitboard left = sample->occupied; left != 0 && men < NET_SAMPLE_MEN_MAX; men++) {
        types[men] = sample->men[men / 2] >> 4 * (men % 2) & 15;
        squares[men] = pop_lsb(&left);
        if ((types[men] & 7) == KING - PAWN)
            king[types[men] >> 3] = ++kings[types[men] >> 3] == 1 ? squares[men] : NO_SQUARE;
    }
    for (int view = 0; view < 2; view++) {
        int turn = network_turn(layout->variant, view, king[view]);
        count = 0;
        for (; count < men; count++)
            inputs->views[view][count] =
                (uint16_t)network_input(types[count] >> 3 != view, types[count] & 7, squares[count] ^ turn);
        for (Bitboard left = sample->extras; left != 0 && count < NETWORK_ON_MAX; count++)
            inputs->views[view][count] = (uint16_t)network_extra_input(view, pop_lsb(&left));
    }
    inputs->count = count;
    inputs->bucket = network_bucket(layout->variant, men);
}

/* ---- Forward and back -------------------------------------------------------------------------------------------- */

/*
 * Samples are taken TOGETHER at a time, and their sums are made block by block: a block's rows for all inputs, and
 * their gradient, stay in the processor's second cache while a block's sums stay in its registers.
 */
enum { TOGETHER = 64, LANES = 16, BLOCK = NET_BLOCK };
typedef float Lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(16)));
_Static_assert(BLOCK == 4 * LANES, "a block is four vectors");

typedef struct Group {
    const NetLayout *layout;
    const float *weights;
    const NetSample *samples;
    size_t count;
    Inputs inputs[TOGETHER];
    float *sums; /* [TOGETHER][2][hidden] */
} Group;

static void add_block(const float *rows, const float *bias, const uint16_t *numbers, int count, float *to) {
    const Lanes *start = (const Lanes *)(const void *)bias;
    Lanes a = start[0], b = start[1], c = start[2], d = start[3];
    for (int i = 0; i < count; i++) {
        const Lanes *row = (const Lanes *)(const void *)(rows + (size_t)numbers[i] * BLOCK);
        a += row[0];
        b += row[1];
        c += row[2];
        d += row[3];
    }
    Lanes *sums = (Lanes *)(void *)to;
    sums[0] = a;
    sums[1] = b;
    sums[2] = c;
    sums[3] = d;
}

static void spread_block(float *rows, float *bias, const uint16_t *numbers, int count, const float *from) {
    const Lanes *sums = (const Lanes *)(const void *)from;
    const Lanes a = sums[0], b = sums[1], c = sums[2], d = sums[3];
    Lanes *total = (Lanes *)(void *)bias;
    total[0] += a;
    total[1] += b;
    total[2] += c;
    total[3] += d;
    for (int i = 0; i < count; i++) {
        Lanes *row = (Lanes *)(void *)(rows + (size_t)numbers[i] * BLOCK);
        row[0] += a;
        row[1] += b;
        row[2] += c;
        row[3] += d;
    }
}

static void make_sums(Group *group) {
    const NetLayout *l = group->layout;
    for (size_t start = 0; start < l->hidden; start += BLOCK) {
        const float *rows = group->weights + l->inputs * start, *bias = group->weights + l->feature_bias + start;
        for (size_t i = 0; i < group->count; i++)
            for (size_t view = 0; view < 2; view++)
                add_block(rows, bias, group->inputs[i].views[view], group->inputs[i].count,
                          group->sums + (2 * i + view) * l->hidden + start);
    }
}

static void spread_gradients(const Group *group, float *gradient) {
    const NetLayout *l = group->layout;
    for (size_t start = 0; start < l->hidden; start += BLOCK) {
        float *rows = gradient + l->inputs * start, *bias = gradient + l->feature_bias + start;
        for (size_t i = 0; i < group->count; i++)
            for (size_t view = 0; view < 2; view++)
                spread_block(rows, bias, group->inputs[i].views[view], group->inputs[i].count,
                             group->sums + (2 * i + view) * l->hidden + start);
    }
}

static float clip(float x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* The answer of one of the group, from both views' sums. */
static float answer(const Group *group, size_t index) {
    const NetLayout *l = group->layout;
    size_t bucket = (size_t)group->inputs[index].bucket, both = 2 * l->hidden;
    const float *restrict weights = group->weights + l->output_weights + bucket * both;
    const float *restrict sums = group->sums + index * both;
    float total = group->weights[l->output_bias + bucket];
    for (size_t k = 0; k < both; k++) {
        float x = clip(sums[k]);
        total += x * x * weights[k];
    }
    return total;
}

/* Turns the sums of one of the group into their gradient, and adds that of the output weights. */
static void step_back(Group *group, size_t index, float error, float *gradient) {
    const NetLayout *l = group->layout;
    size_t bucket = (size_t)group->inputs[index].bucket, both = 2 * l->hidden;
    const float *restrict weights = group->weights + l->output_weights + bucket * both;
    float *restrict own = gradient + l->output_weights + bucket * both;
    float *restrict sums = group->sums + index * both;
    gradient[l->output_bias + bucket] += error;
    for (size_t k = 0; k < both; k++) {
        float x = clip(sums[k]), slope = sums[k] > 0 && sums[k] < 1 ? 2 * x : 0;
        own[k] += error * x * x;
        sums[k] = error * slope * weights[k];
    }
}

static void start_group(Group *group, const NetLayout *layout, const float *weights, const NetSample *samples,
                        size_t count, float *scratch) {
    *group = (Group){.layout = layout, .weights = weights, .samples = samples, .count = count};
    group->sums = scratch;
    for (size_t i = 0; i < count; i++)
        find_inputs(layout, &samples[i], &group->inputs[i]);
    make_sums(group);
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

static void learn_group(Group *group, const NetTarget *target, float *gradient, double *loss) {
    for (size_t i = 0; i < group->count; i++) {
        float chance = sigmoid(answer(group, i)), difference = chance - wanted(target, &group->samples[i]);
        *loss += (double)(difference * difference);
        if (gradient != NULL)
            step_back(group, i, 2 * difference * chance * (1 - chance), gradient);
    }
    if (gradient != NULL)
        spread_gradients(group, gradient);
}

size_t net_scratch(const NetLayout *layout) {
    return TOGETHER * 2 * layout->hidden;
}

void net_learn(const NetLayout *layout, const float *weights, const NetTarget *target, const NetSample *samples,
               size_t count, float *gradient, float *scratch, double *loss) {
    for (size_t done = 0; done < count; done += TOGETHER) {
        Group group;
        start_group(&group, layout, weights, samples + done, count - done < TOGETHER ? count - done : TOGETHER,
                    scratch);
        learn_group(&group, target, gradient, loss);
    }
}

float net_answer(const NetLayout *layout, const float *weights, const NetSample *sample, float *scratch) {
    Group group;
    start_group(&group, layout, weights, sample, 1, scratch);
    return answer(&group, 0);
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

/* Where the trainer keeps the weight from an input to a sum. */
static size_t feature_at(const NetLayout *layout, size_t input, size_t k) {
    return (k / NET_BLOCK * layout->inputs + input) * NET_BLOCK + k % NET_BLOCK;
}

bool net_quantise(const NetLayout *layout, const float *weights, double scale, Network *network, Error *error) {
    if (!network_make(network, layout->variant, layout->hidden, (int)lrint(scale), error))
        return false;
    size_t hidden = layout->hidden;
    for (size_t input = 0; input < layout->inputs; input++)
        for (size_t k = 0; k < hidden; k++)
            network->feature_weights[input * hidden + k] =
                round_to(weights[feature_at(layout, input, k)], NETWORK_HIDDEN_ONE);
    for (size_t i = 0; i < hidden; i++)
        network->feature_bias[i] = round_to(weights[layout->feature_bias + i], NETWORK_HIDDEN_ONE);
    for (size_t i = 0; i < NETWORK_BUCKETS * 2 * hidden; i++)
        network->output_weights[i] = round_to(weights[layout->output_weights + i], NETWORK_OUTPUT_ONE);
    for (size_t i = 0; i < NETWORK_BUCKETS; i++)
        network->output_bias[i] =
            (int32_t)lrintf(weights[layout->output_bias + i] * NETWORK_HIDDEN_ONE * NETWORK_OUTPUT_ONE);
    return true;
}

bool net_start_from(const NetLayout *layout, float *weights, const Network *network, Error *error) {
    /* What is in hand in one variant is checks given in another. */
    size_t hidden = layout->hidden, known = network->variant == layout->variant ? layout->inputs : NETWORK_MEN_INPUTS;
    if (network->hidden != hidden)
        return error_set(error, "the network to start from has %zu sums; say --hidden %zu", network->hidden,
                         network->hidden);
    memset(weights, 0, layout->total * sizeof *weights);
    for (size_t input = 0; input < known; input++)
        for (size_t k = 0; k < hidden; k++)
            weights[feature_at(layout, input, k)] =
                (float)network->feature_weights[input * hidden + k] / NETWORK_HIDDEN_ONE;
    for (size_t i = 0; i < hidden; i++)
        weights[layout->feature_bias + i] = (float)network->feature_bias[i] / NETWORK_HIDDEN_ONE;
    for (size_t i = 0; i < NETWORK_BUCKETS * 2 * hidden; i++)
        weights[layout->output_weights + i] = (float)network->output_weights[i] / NETWORK_OUTPUT_ONE;
    for (size_t i = 0; i < NETWORK_BUCKETS; i++)
        weights[layout->output_bias + i] = (float)network->output_bias[i] / (NETWORK_HIDDEN_ONE * NETWORK_OUTPUT_ONE);
    return true;
}
