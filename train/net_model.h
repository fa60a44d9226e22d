/*
 * The network while it is trained: weights as floats, the answer and its gradient for one sample, and Adam.
 *
 * The shape is the engine's (src/engine/network.h): inputs of both sides' views, one hidden layer that both views
 * share, squared clipped activation, one output for each number of men on the board.
 */
#ifndef ROOKERY_TRAIN_NET_MODEL_H
#define ROOKERY_TRAIN_NET_MODEL_H

#include "engine/network.h"
#include "net_samples.h"

/* Sums whose weights lie together; `hidden` is a multiple. */
enum { NET_BLOCK = NETWORK_HIDDEN_STEP };

/* All weights in one array, so that Adam and the sum over threads are single loops. */
typedef struct NetLayout {
    Variant variant;
    size_t hidden, inputs;
    size_t feature_weights; /* [hidden / NET_BLOCK][inputs][NET_BLOCK], at 0 */
    size_t feature_bias;    /* [hidden] */
    size_t output_weights;  /* [NETWORK_BUCKETS][2 * hidden] */
    size_t output_bias;     /* [NETWORK_BUCKETS] */
    size_t total;
} NetLayout;

/* How scores and results become what the network is asked to say. */
typedef struct NetTarget {
    double scale;        /* centipawns at which a side scores 1 / (1 + 1/e) */
    double score_weight; /* 0: results alone, 1: scores alone */
} NetTarget;

typedef struct NetAdam {
    float *mean, *square;
    double rate, decay;
    long step;
} NetAdam;

NetLayout net_layout(Variant variant, size_t hidden);
void net_initialise(const NetLayout *layout, float *weights, uint64_t *seed);
/* What a network knows already. One of another variant knows the men on the board; the other inputs count nothing yet.
 * False when it is of another size. */
bool net_start_from(const NetLayout *layout, float *weights, const Network *network, Error *error);

size_t net_scratch(const NetLayout *layout);
/* Adds the samples' squared errors in winning chances to *loss and, unless gradient is NULL, their gradients to it.
 * scratch holds net_scratch() floats. */
void net_learn(const NetLayout *layout, const float *weights, const NetTarget *target, const NetSample *samples,
               size_t count, float *gradient, float *scratch, double *loss);
/* The network's answer in units of NetTarget.scale. */
float net_answer(const NetLayout *layout, const float *weights, const NetSample *sample, float *scratch);

/* One step for the weights [from, to): gradients of several threads are summed, used and cleared. */
void net_adam(const NetAdam *adam, float *weights, float *const *gradients, int threads, size_t count, size_t from,
              size_t to);

/* Rounded to the engine's integers. */
bool net_quantise(const NetLayout *layout, const float *weights, double scale, Network *network, Error *error);

#endif
