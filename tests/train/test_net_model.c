/* The trainer's arithmetic: gradients against differences of the loss, the engine's integers against the floats. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../train/net_model.h"
#include "base/random.h"

enum { HIDDEN = 2 * NET_BLOCK };

static const NetTarget target = {.scale = 160, .score_weight = 0.7};

/* Games of random moves with made-up scores, in the form the trainer reads, so that samples come the usual way. */
static NetSamples random_samples(uint64_t *random, NetSamples *held_out) {
    char path[] = "/tmp/rookery-samples-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    static const char *const results[] = {"0", "0.5", "1"};
    for (int game = 0; game < 20; game++) {
        Position p;
        position_start(&p, VARIANT_STANDARD);
        fprintf(file, "%s\t%s moves\t", results[game % 3], variant_start_fen(VARIANT_STANDARD));
        for (int ply = 0; ply < 60; ply++) {
            Move moves[MOVES_MAX];
            char uci[UCI_MOVE_MAX];
            size_t count = position_legal_moves(&p, moves);
            if (count == 0)
                break;
            Move move = moves[random_below(random, count)];
            uci_write_move(&p, move, uci);
            fprintf(file, "%s:%d ", uci, (int)random_below(random, 800) - 400);
            position_play(&p, move, &p);
        }
        fprintf(file, "\n");
    }
    fclose(file);
    NetSamples samples = {0};
    NetReading reading = {0};
    Error error;
    if (!net_samples_read(path, VARIANT_STANDARD, 10, &samples, held_out, &reading, &error))
        fail_msg("%s", error.message);
    unlink(path);
    assert_int_equal(reading.games, 20);
    assert_int_equal(samples.count + held_out->count, reading.taken);
    assert_true(reading.taken > 300 && reading.taken < reading.positions);
    return samples;
}

static void samples_hold_what_the_position_holds(void **state) {
    (void)state;
    uint64_t random = 11;
    NetSamples held_out = {0}, samples = random_samples(&random, &held_out);
    assert_true(held_out.count > 0 && held_out.count < samples.count);
    for (size_t i = 0; i < samples.count; i++) {
        int men = __builtin_popcountll(samples.samples[i].occupied), kings[2] = {0, 0};
        assert_in_range(men, 2, 32);
        for (int k = 0; k < men; k++) {
            int man = samples.samples[i].men[k / 2] >> 4 * (k % 2) & 15;
            assert_in_range(man & 7, 0, KING - PAWN);
            kings[man >> 3] += (man & 7) == KING - PAWN;
        }
        assert_int_equal(kings[0], 1);
        assert_int_equal(kings[1], 1);
        assert_in_range(samples.samples[i].score + 400, 0, 800);
    }
    net_samples_free(&samples);
    net_samples_free(&held_out);
}

static double loss_of(const NetLayout *layout, const float *weights, const NetSamples *samples, float *scratch) {
    double loss = 0;
    net_learn(layout, weights, &target, samples->samples, samples->count, NULL, scratch, &loss);
    return loss;
}

/* For weights of every kind that the samples touch. */
static void gradients_are_what_differences_say(void **state) {
    (void)state;
    uint64_t random = 12;
    NetSamples held_out = {0}, samples = random_samples(&random, &held_out);
    NetLayout layout = net_layout(VARIANT_STANDARD, HIDDEN);
    float *weights = calloc(layout.total, sizeof *weights), *gradient = calloc(layout.total, sizeof *gradient);
    float *scratch = calloc(net_scratch(&layout), sizeof *scratch);
    double loss = 0;
    net_initialise(&layout, weights, &random);
    samples.count = 64;
    net_learn(&layout, weights, &target, samples.samples, samples.count, gradient, scratch, &loss);
    const size_t starts[] = {0, layout.feature_bias, layout.output_weights, layout.output_bias, layout.total};
    for (int kind = 0; kind < 4; kind++) {
        int compared = 0;
        for (int tries = 0; tries < 4000 && compared < 25; tries++) {
            size_t i = starts[kind] + random_below(&random, starts[kind + 1] - starts[kind]);
            if (fabsf(gradient[i]) < 2e-2F)
                continue;
            const float step = 2e-3F;
            float old = weights[i];
            weights[i] = old + step;
            double above = loss_of(&layout, weights, &samples, scratch);
            weights[i] = old - step;
            double below = loss_of(&layout, weights, &samples, scratch);
            weights[i] = old;
            double slope = (above - below) / (2 * (double)step);
            if (fabs(slope - (double)gradient[i]) > 0.05 * fabs(slope) + 3e-3)
                fail_msg("weight %zu: the gradient is %g, differences say %g", i, (double)gradient[i], slope);
            compared++;
        }
        assert_true(compared >= 5);
    }
    free(weights);
    free(scratch);
    free(gradient);
    net_samples_free(&samples);
    net_samples_free(&held_out);
}

static void learning_lowers_the_loss_and_a_seed_repeats_it(void **state) {
    (void)state;
    double losses[2];
    for (int round = 0; round < 2; round++) {
        uint64_t random = 13;
        NetSamples held_out = {0}, samples = random_samples(&random, &held_out);
        NetLayout layout = net_layout(VARIANT_STANDARD, HIDDEN);
        float *weights = calloc(layout.total, sizeof *weights), *gradient = calloc(layout.total, sizeof *gradient);
        NetAdam adam = {calloc(layout.total, sizeof(float)), calloc(layout.total, sizeof(float)), 0.003, 0, 0};
        float *scratch = calloc(net_scratch(&layout), sizeof *scratch);
        net_initialise(&layout, weights, &random);
        double before = loss_of(&layout, weights, &samples, scratch);
        for (adam.step = 1; adam.step <= 30; adam.step++) {
            double loss = 0;
            net_learn(&layout, weights, &target, samples.samples, samples.count, gradient, scratch, &loss);
            net_adam(&adam, weights, &gradient, 1, samples.count, 0, layout.total);
        }
        losses[round] = loss_of(&layout, weights, &samples, scratch);
        assert_true(losses[round] < 0.8 * before);
        free(weights);
        free(scratch);
        free(gradient);
        free(adam.mean);
        free(adam.square);
        net_samples_free(&samples);
        net_samples_free(&held_out);
    }
    assert_true(losses[0] == losses[1]);
}

static void compare_in(Variant variant, uint64_t *random) {
    NetLayout layout = net_layout(variant, HIDDEN);
    float *weights = calloc(layout.total, sizeof *weights), *scratch = calloc(net_scratch(&layout), sizeof *scratch);
    Network network;
    Error error;
    net_initialise(&layout, weights, random);
    assert_true(net_quantise(&layout, weights, target.scale, &network, &error));
    NetworkCache *cache = network_cache_create(&network, 4);
    double total = 0;
    int compared = 0;
    for (int game = 0; game < 8; game++) {
        Position p;
        Move moves[MOVES_MAX];
        size_t count;
        position_start(&p, variant);
        for (int ply = 0; ply < 50 && (count = position_legal_moves(&p, moves)) > 0 && network_knows(&network, &p);
             ply++) {
            NetSample sample = net_sample_make(&p, 0, 1);
            double floats = (double)net_answer(&layout, weights, &sample, scratch) * target.scale;
            double difference = fabs(floats - network_evaluate(cache, &p, ply % 4));
            assert_true(difference < 12); /* centipawns: rounding of some thousand weights */
            total += difference;
            compared++;
            position_play(&p, moves[random_below(random, count)], &p);
        }
    }
    assert_true(compared > 50);
    assert_true(total / compared < 5);
    network_cache_destroy(cache);
    network_free(&network);
    free(weights);
    free(scratch);
}

static void the_engine_says_what_the_trainer_says(void **state) {
    (void)state;
    uint64_t random = 14;
    for (Variant variant = VARIANT_STANDARD; variant < VARIANT_ARENA_COUNT; variant++)
        compare_in(variant, &random);
}

static Network random_network(Variant variant, uint64_t *random) {
    NetLayout layout = net_layout(variant, HIDDEN);
    float *weights = calloc(layout.total, sizeof *weights);
    Network network;
    Error error;
    net_initialise(&layout, weights, random);
    assert_true(net_quantise(&layout, weights, target.scale, &network, &error));
    free(weights);
    return network;
}

/* A network of three-check that starts from one of `variant`, which knows so many of its inputs. */
static void start_three_check_from(Variant variant, size_t known, uint64_t *random) {
    Error error;
    Network first = random_network(variant, random), second;
    NetLayout layout = net_layout(VARIANT_THREE_CHECK, HIDDEN), larger = net_layout(VARIANT_THREE_CHECK, 2 * HIDDEN);
    float *weights = calloc(larger.total, sizeof *weights);
    assert_true(net_start_from(&layout, weights, &first, &error));
    assert_true(net_quantise(&layout, weights, target.scale, &second, &error));
    assert_memory_equal(second.feature_weights, first.feature_weights, known * HIDDEN * sizeof(int16_t));
    for (size_t i = known * HIDDEN; i < NETWORK_INPUTS_MAX * (size_t)HIDDEN; i++)
        assert_int_equal(second.feature_weights[i], 0);
    assert_memory_equal(second.feature_bias, first.feature_bias, HIDDEN * sizeof(int16_t));
    assert_memory_equal(second.output_weights, first.output_weights, NETWORK_BUCKETS * 2 * HIDDEN * sizeof(int16_t));
    assert_memory_equal(second.output_bias, first.output_bias, NETWORK_BUCKETS * sizeof(int32_t));
    assert_false(net_start_from(&larger, weights, &first, &error));
    assert_non_null(strstr(error.message, "--hidden 128"));
    network_free(&first);
    network_free(&second);
    free(weights);
}

static void a_start_from_a_network_knows_what_it_knows(void **state) {
    (void)state;
    uint64_t random = 15;
    start_three_check_from(VARIANT_THREE_CHECK, NETWORK_INPUTS_MAX, &random);
    start_three_check_from(VARIANT_STANDARD, NETWORK_MEN_INPUTS, &random);
    start_three_check_from(VARIANT_CRAZYHOUSE, NETWORK_MEN_INPUTS, &random); /* its hands are not checks */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_hold_what_the_position_holds),
        cmocka_unit_test(gradients_are_what_differences_say),
        cmocka_unit_test(learning_lowers_the_loss_and_a_seed_repeats_it),
        cmocka_unit_test(the_engine_says_what_the_trainer_says),
        cmocka_unit_test(a_start_from_a_network_knows_what_it_knows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
