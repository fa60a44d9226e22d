/*
 * Fits the weights of the evaluation to positions that a teacher has judged (Texel's method, by gradients).
 *
 * Weights that the positions say little about stay near where they began: each is held back like a spring, as if it had
 * been known before within PRIOR centipawns.
 *
 * Every sampled quiet position leaves its features once; from then on its evaluation for any weights is a short sum,
 * and Adam walks downhill on the squared difference between the expected score (a logistic curve of the evaluation)
 * and a mix of the game's result and the teacher's own judgement. Prints the error as it goes and writes the weights
 * as C.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "engine/eval_internal.h"
#include "game_samples.h"

enum { PHASE_MAX = 24, SCALE_FULL = 128, BATCH = 16384, WHOLE_BATCH = 200000, SCORE_MAX = 1500, VALIDATION_EVERY = 20 };

/* How far a result is from what the best evaluation expects, squared: sets what one position weighs against the prior.
 */
static const double NOISE = 0.05;

typedef struct Feature {
    uint16_t weight;
    int8_t count, king; /* king: of danger terms, whose; -1 of the others */
} Feature;

typedef struct Row {
    uint32_t first; /* of its features */
    uint16_t features;
    uint8_t phase, scale;
    int16_t fixed, teacher;
    float result;
} Row;

typedef struct Tuner {
    Variant variant;
    double share; /* of positions to take */
    double result_share;
    double spread; /* centipawns of the logistic curve */
    size_t row_limit;
    uint64_t seed;
    Row *rows;
    size_t row_count, row_capacity;
    Feature *features;
    size_t feature_count, feature_capacity;
    double prior;                    /* centipawns; 0: none */
    double weights[2][EVAL_WEIGHTS]; /* middlegame, endgame */
    double start[2][EVAL_WEIGHTS];
    double moment[2][EVAL_WEIGHTS], square[2][EVAL_WEIGHTS], gradient[2][EVAL_WEIGHTS];
    uint32_t *order;
} Tuner;

/* ---- Taking positions in ----------------------------------------------------------------------------------------- */

static bool is_danger_term(int weight) {
    return weight >= EVAL_DANGER_BASE && weight < EVAL_DANGER_LAST;
}

static void *grow(void *items, size_t *capacity, size_t size) {
    *capacity = *capacity == 0 ? 1 << 16 : *capacity * 3 / 2;
    void *grown = realloc(items, *capacity * size);
    if (grown == NULL) {
        fputs("tune: out of memory; take a smaller --share\n", stderr);
        exit(2);
    }
    return grown;
}

static void add_feature(Tuner *tuner, int weight, int count, int king) {
    if (tuner->feature_count == tuner->feature_capacity)
        tuner->features = grow(tuner->features, &tuner->feature_capacity, sizeof *tuner->features);
    tuner->features[tuner->feature_count++] = (Feature){(uint16_t)weight, (int8_t)count, (int8_t)king};
}

static void add_features(Tuner *tuner, const EvalTrace *trace) {
    for (int w = 0; w < EVAL_WEIGHTS; w++) {
        int white = trace->counts[WHITE][w], black = trace->counts[BLACK][w];
        if (is_danger_term(w)) {
            if (white != 0)
                add_feature(tuner, w, white, WHITE);
            if (black != 0)
                add_feature(tuner, w, black, BLACK);
        } else if (white != black) {
            add_feature(tuner, w, white - black, -1);
        }
    }
}

static void add_row(Tuner *tuner, const Sample *sample) {
    static EvalTrace trace;
    Evaluation e;
    memset(&trace, 0, sizeof trace);
    memset(&e, 0, sizeof e);
    e.position = sample->position;
    e.weights = eval_weights[sample->position->variant];
    e.trace = &trace;
    eval_features(&e, NULL);
    eval_blend(&e);
    if (tuner->row_count == tuner->row_capacity)
        tuner->rows = grow(tuner->rows, &tuner->row_capacity, sizeof *tuner->rows);
    size_t first = tuner->feature_count;
    add_features(tuner, &trace);
    tuner->rows[tuner->row_count++] = (Row){.first = (uint32_t)first,
                                            .features = (uint16_t)(tuner->feature_count - first),
                                            .phase = (uint8_t)trace.phase,
                                            .scale = (uint8_t)trace.scale,
                                            .fixed = (int16_t)trace.fixed,
                                            .teacher = (int16_t)sample->score,
                                            .result = (float)sample->result};
}

/* Also where captures are compulsory: positions in which one is due are seldom judged. */
static bool is_quiet(const Sample *sample) {
    const Position *p = sample->position;
    return !position_is_check(p) && !position_is_capture(p, sample->move) && !move_is_promotion(sample->move) &&
           abs(sample->score) <= SCORE_MAX;
}

static bool take(void *context, const Sample *sample) {
    Tuner *tuner = context;
    if (is_quiet(sample) && (double)(random_next(&tuner->seed) >> 11) * 0x1p-53 < tuner->share)
        add_row(tuner, sample);
    return tuner->row_count < tuner->row_limit;
}

/* ---- The evaluation as a function of the weights ------------------------------------------------------------------
 */

typedef struct Value {
    double score;
    double danger[2][2]; /* [half][king] */
} Value;

static Value evaluate(const Tuner *tuner, const Row *row) {
    Value value = {0};
    double half[2] = {0, 0};
    for (int i = 0; i < row->features; i++) {
        const Feature *f = &tuner->features[row->first + (uint32_t)i];
        for (int h = 0; h < 2; h++) {
            double part = f->count * tuner->weights[h][f->weight];
            if (f->king < 0)
                half[h] += part;
            else
                value.danger[h][f->king] += part;
        }
    }
    for (int king = 0; king < 2; king++) {
        double sign = king == WHITE ? -1 : 1, *middlegame = &value.danger[0][king], *endgame = &value.danger[1][king];
        *middlegame = *middlegame > 0 ? *middlegame : 0;
        *endgame = *endgame > 0 ? *endgame : 0;
        half[0] += sign * *middlegame * *middlegame / 4096;
        half[1] += sign * *endgame / 16;
    }
    value.score =
        (half[0] * row->phase + half[1] * row->scale / SCALE_FULL * (PHASE_MAX - row->phase)) / PHASE_MAX + row->fixed;
    return value;
}

static double expected(double score, double spread) {
    return 1 / (1 + exp(-score / spread));
}

static double target(const Tuner *tuner, const Row *row) {
    return tuner->result_share * row->result + (1 - tuner->result_share) * expected(row->teacher, tuner->spread);
}

static void add_gradient(Tuner *tuner, const Row *row) {
    Value value = evaluate(tuner, row);
    double p = expected(value.score, tuner->spread);
    double slope = (p - target(tuner, row)) * p * (1 - p);
    double share[2] = {slope * row->phase / PHASE_MAX,
                       slope * row->scale / SCALE_FULL * (PHASE_MAX - row->phase) / PHASE_MAX};
    for (int i = 0; i < row->features; i++) {
        const Feature *f = &tuner->features[row->first + (uint32_t)i];
        if (f->king < 0) {
            tuner->gradient[0][f->weight] += share[0] * f->count;
            tuner->gradient[1][f->weight] += share[1] * f->count;
            continue;
        }
        double sign = f->king == WHITE ? -1 : 1;
        tuner->gradient[0][f->weight] += sign * share[0] * f->count * value.danger[0][f->king] / 2048;
        tuner->gradient[1][f->weight] += sign * share[1] * f->count * (value.danger[1][f->king] > 0) / 16;
    }
}

static bool is_validation(size_t row) {
    return row % VALIDATION_EVERY == 0;
}

static double mean_error(const Tuner *tuner, bool validation) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < tuner->row_count; i++) {
        if (is_validation(i) != validation)
            continue;
        double difference =
            expected(evaluate(tuner, &tuner->rows[i]).score, tuner->spread) - target(tuner, &tuner->rows[i]);
        sum += difference * difference;
        count++;
    }
    return sum / (double)(count == 0 ? 1 : count);
}

/* The spread for which the teacher's scores explain the results best. */
static double fit_spread(const Tuner *tuner) {
    double best = 0, least = INFINITY;
    for (double spread = 40; spread < 600; spread *= 1.03) {
        double sum = 0;
        for (size_t i = 0; i < tuner->row_count; i += 3) {
            double difference = tuner->rows[i].result - expected(tuner->rows[i].teacher, spread);
            sum += difference * difference;
        }
        if (sum < least) {
            least = sum;
            best = spread;
        }
    }
    return best;
}

/* ---- Descent --------------------------------------------------------------------------------------------------------
 */

static void step(Tuner *tuner, double rate, size_t batch, long steps) {
    const double keep1 = 0.9, keep2 = 0.999;
    double pull =
        tuner->prior > 0 ? tuner->spread * NOISE / (tuner->prior * tuner->prior * (double)tuner->row_count) : 0;
    double correct1 = 1 - pow(keep1, (double)steps), correct2 = 1 - pow(keep2, (double)steps);
    for (int h = 0; h < 2; h++)
        for (int w = 0; w < EVAL_WEIGHTS; w++) {
            double g = tuner->gradient[h][w] / (double)batch + pull * (tuner->weights[h][w] - tuner->start[h][w]);
            double *m = &tuner->moment[h][w], *s = &tuner->square[h][w];
            *m = keep1 * *m + (1 - keep1) * g;
            *s = keep2 * *s + (1 - keep2) * g * g;
            double scale = is_danger_term(w) ? 4 : 1;
            tuner->weights[h][w] -= scale * rate * (*m / correct1) / (sqrt(*s / correct2) + 1e-10);
            tuner->gradient[h][w] = 0;
        }
}

static void shuffle(Tuner *tuner) {
    for (size_t i = tuner->row_count; i > 1; i--) {
        size_t k = (size_t)random_below(&tuner->seed, i);
        uint32_t kept = tuner->order[i - 1];
        tuner->order[i - 1] = tuner->order[k];
        tuner->order[k] = kept;
    }
}

static void descend(Tuner *tuner, int epochs, double rate) {
    long steps = 0;
    size_t batch_size = tuner->row_count < WHOLE_BATCH ? tuner->row_count : BATCH;
    for (int epoch = 0; epoch < epochs; epoch++) {
        size_t batch = 0;
        double now = rate * 0.5 * (1 + cos(3.14159265 * epoch / epochs)) + rate * 0.01;
        shuffle(tuner);
        for (size_t i = 0; i < tuner->row_count; i++) {
            if (is_validation(tuner->order[i]))
                continue;
            add_gradient(tuner, &tuner->rows[tuner->order[i]]);
            if (++batch == batch_size) {
                step(tuner, now, batch, ++steps);
                batch = 0;
            }
        }
        if (batch > 0)
            step(tuner, now, batch, ++steps);
        if (epoch % 50 == 49 || epoch + 1 == epochs) {
            fprintf(stderr, "epoch %3d  error %.6f  validation %.6f\n", epoch + 1, mean_error(tuner, false),
                    mean_error(tuner, true));
        }
    }
}

/* ---- Writing
 * ---------------------------------------------------------------------------------------------------------- */

typedef struct TermName {
    const char *name;
    int first, count;
} TermName;

static const TermName term_names[] = {
#define TERM_NAME(name, count) {#name, EVAL_##name, count},
    EVAL_TERMS(TERM_NAME)
#undef TERM_NAME
};

static void write_weights(const Tuner *tuner, const char *name, FILE *out) {
    fprintf(out,
            "/* Evaluation weights: %s. Written by train/tune. */\n#include \"engine/eval_terms.h\"\n\n"
            "/* clang-format off */\nconst Score weights_%s[EVAL_WEIGHTS] = {\n",
            name, name);
    for (size_t t = 0; t < sizeof term_names / sizeof *term_names; t++) {
        fprintf(out, "    /* %s */", term_names[t].name);
        for (int i = 0; i < term_names[t].count; i++) {
            int w = term_names[t].first + i;
            fprintf(out, "%sS(%ld, %ld),", i % 8 == 0 ? "\n    " : " ", lround(tuner->weights[0][w]),
                    lround(tuner->weights[1][w]));
        }
        fputc('\n', out);
    }
    fputs("};\n", out);
}

static void load_weights(Tuner *tuner) {
    const Score *weights = eval_weights[tuner->variant];
    for (int w = 0; w < EVAL_WEIGHTS; w++) {
        tuner->weights[0][w] = score_middlegame(weights[w]);
        tuner->weights[1][w] = score_endgame(weights[w]);
        tuner->start[0][w] = tuner->weights[0][w];
        tuner->start[1][w] = tuner->weights[1][w];
    }
}

static int usage(void) {
    fputs("tune VARIANT OUT.c SHARE EPOCHS RATE RESULT_SHARE SPREAD PRIOR GAMES...\n\n"
          "  tune standard src/engine/weights/standard.c 0.1 60 1.5 0.4 0 0 ../shared/data/teacher-200.txt.zst\n\n"
          "SHARE of the quiet positions is taken; SPREAD 0 fits the logistic curve to the results; PRIOR, in\n"
          "centipawns, is how well the weights of the present table are known, 0 for not at all.\n",
          stderr);
    return 2;
}

int main(int argc, char **argv) {
    if (argc < 10)
        return usage();
    Tuner *tuner = calloc(1, sizeof *tuner);
    Error error;
    tuner->variant = variant_by_name(argv[1]);
    tuner->share = atof(argv[3]);
    tuner->result_share = atof(argv[6]);
    tuner->prior = atof(argv[8]);
    tuner->row_limit = 6000000;
    tuner->seed = 1;
    if (tuner->variant == VARIANT_NONE)
        return usage();
    for (int i = 9; i < argc; i++)
        if (!game_samples_read(argv[i], tuner->variant, take, tuner, &error)) {
            fprintf(stderr, "tune: %s\n", error.message);
            return 2;
        }
    tuner->spread = atof(argv[7]) > 0 ? atof(argv[7]) : fit_spread(tuner);
    fprintf(stderr, "%zu positions, %.1f features each, spread %.1f\n", tuner->row_count,
            (double)tuner->feature_count / (double)tuner->row_count, tuner->spread);
    load_weights(tuner);
    tuner->order = malloc((tuner->row_count + 1) * sizeof *tuner->order);
    for (size_t i = 0; i < tuner->row_count; i++)
        tuner->order[i] = (uint32_t)i;
    fprintf(stderr, "at first   error %.6f  validation %.6f\n", mean_error(tuner, false), mean_error(tuner, true));
    descend(tuner, atoi(argv[4]), atof(argv[5]));
    FILE *out = fopen(argv[2], "w");
    if (out == NULL) {
        fprintf(stderr, "tune: %s cannot be written\n", argv[2]);
        return 2;
    }
    write_weights(tuner, strcmp(argv[1], "chess960") == 0 ? "standard" : variant_name(tuner->variant), out);
    return fclose(out) == 0 ? 0 : 2;
}
