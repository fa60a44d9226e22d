/*
 * Trains the engine's network from scored games, or from samples that net_label has made.
 *
 *   net_train --out standard.net games-1.txt.zst games-2.txt
 *
 * All positions are held in memory (48 bytes each), shuffled anew for every epoch, and learnt in batches with Adam; the
 * learning rate rises during the first batches and then falls along a cosine to nothing. Every hundredth game is held
 * out: its loss after each epoch tells whether more epochs or more data would help. After each epoch the state is
 * written beside the result (OUT.state), from which --resume goes on. The same seed, data and thread count give the
 * same network.
 */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "net_model.h"

enum { THREADS_MAX = 64, HELD_OUT = 100, WARM_UP_BATCHES = 300 };

typedef struct Options {
    const char *out, *start;
    Variant variant;
    int hidden, epochs, batch, threads;
    double rate, decay;
    double unit; /* 0: the target's scale */
    NetTarget target;
    uint64_t seed;
    bool resume;
} Options;

struct Trainer;

typedef struct Worker {
    struct Trainer *trainer;
    int index;
    float *gradient, *scratch;
    double loss;
    pthread_t thread;
} Worker;

typedef struct Trainer {
    Options options;
    NetLayout layout;
    NetSamples training, validation;
    float *weights;
    NetAdam adam;
    Worker workers[THREADS_MAX];
    float *gradients[THREADS_MAX];
    pthread_barrier_t barrier;
    const NetSample *batch; /* NULL: the workers end */
    size_t batch_size;
    bool measuring; /* no learning */
    int epoch;
    uint64_t random;
} Trainer;

static int fail(const Error *error) {
    fprintf(stderr, "net_train: %s\n", error->message);
    return 2;
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

static size_t share_of(size_t total, int index, int threads) {
    return total * (size_t)index / (size_t)threads;
}

static void learn_share(Worker *worker) {
    Trainer *t = worker->trainer;
    size_t from = share_of(t->batch_size, worker->index, t->options.threads);
    size_t to = share_of(t->batch_size, worker->index + 1, t->options.threads);
    net_learn(&t->layout, t->weights, &t->options.target, t->batch + from, to - from,
              t->measuring ? NULL : worker->gradient, worker->scratch, &worker->loss);
}

static void step_share(const Worker *worker) {
    Trainer *t = worker->trainer;
    net_adam(&t->adam, t->weights, t->gradients, t->options.threads, t->batch_size,
             share_of(t->layout.total, worker->index, t->options.threads),
             share_of(t->layout.total, worker->index + 1, t->options.threads));
}

/* Three meetings a batch: it is there, all gradients are there, all weights are new. */
static bool do_batch(Worker *worker) {
    Trainer *t = worker->trainer;
    pthread_barrier_wait(&t->barrier);
    if (t->batch == NULL)
        return false;
    learn_share(worker);
    pthread_barrier_wait(&t->barrier);
    if (!t->measuring)
        step_share(worker);
    pthread_barrier_wait(&t->barrier);
    return true;
}

static void *work(void *context) {
    while (do_batch(context))
        ;
    return NULL;
}

static bool start_workers(Trainer *t) {
    pthread_barrier_init(&t->barrier, NULL, (unsigned)t->options.threads);
    for (int i = 0; i < t->options.threads; i++) {
        Worker *worker = &t->workers[i];
        worker->trainer = t;
        worker->index = i;
        worker->gradient = t->gradients[i] = calloc(t->layout.total, sizeof(float));
        worker->scratch = calloc(net_scratch(&t->layout), sizeof(float));
        if (worker->gradient == NULL || worker->scratch == NULL)
            return false;
    }
    for (int i = 1; i < t->options.threads; i++)
        if (pthread_create(&t->workers[i].thread, NULL, work, &t->workers[i]) != 0)
            return false;
    return true;
}

static void end_workers(Trainer *t) {
    t->batch = NULL;
    do_batch(&t->workers[0]);
    for (int i = 1; i < t->options.threads; i++)
        pthread_join(t->workers[i].thread, NULL);
}

/* ---- Epochs ------------------------------------------------------------------------------------------------------ */

static double rate_at(const Options *options, long step, long steps) {
    double warm = step < WARM_UP_BATCHES ? (double)(step + 1) / WARM_UP_BATCHES : 1;
    return options->rate * warm * 0.5 * (1 + cos(acos(-1) * (double)step / (double)steps));
}

static double take_loss(Trainer *t) {
    double loss = 0;
    for (int i = 0; i < t->options.threads; i++) {
        loss += t->workers[i].loss;
        t->workers[i].loss = 0;
    }
    return loss;
}

static void do_batches(Trainer *t, const NetSamples *samples, bool measuring) {
    long batches = (long)(samples->count / (size_t)t->options.batch);
    t->measuring = measuring;
    for (long i = 0; i < batches || (measuring && i == batches); i++) {
        size_t from = (size_t)i * (size_t)t->options.batch;
        t->batch_size =
            samples->count - from < (size_t)t->options.batch ? samples->count - from : (size_t)t->options.batch;
        if (t->batch_size == 0)
            break;
        t->batch = samples->samples + from;
        if (!measuring) {
            t->adam.rate = rate_at(&t->options, t->adam.step, batches * t->options.epochs);
            t->adam.step++;
        }
        do_batch(&t->workers[0]);
        if (!measuring && i % 50 == 0 && i > 0)
            fprintf(stderr, "\repoch %d: %3ld %%", t->epoch + 1, i * 100 / batches);
    }
}

/* How well the network's answers follow the teacher's scores, from -1 to 1, in winning chances. */
static double correlation(Trainer *t) {
    double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < t->validation.count; i++, n++) {
        const NetSample *sample = &t->validation.samples[i];
        double answer = net_answer(&t->layout, t->weights, sample, t->workers[0].scratch);
        double a = 1 / (1 + exp(-answer)), b = 1 / (1 + exp(-sample->score / t->options.target.scale));
        x += a, y += b, xx += a * a, yy += b * b, xy += a * b;
    }
    return (n * xy - x * y) / sqrt((n * xx - x * x) * (n * yy - y * y));
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- State ------------------------------------------------------------------------------------------------------- */

typedef struct StateHeader {
    uint64_t total, random;
    int64_t step;
    int32_t epoch, hidden;
} StateHeader;

static bool save_state(const Trainer *t, const char *path) {
    StateHeader header = {t->layout.total, t->random, t->adam.step, t->epoch, t->options.hidden};
    FILE *file = fopen(path, "wb");
    size_t total = t->layout.total;
    bool good = file != NULL && fwrite(&header, sizeof header, 1, file) == 1 &&
                fwrite(t->weights, sizeof(float), total, file) == total &&
                fwrite(t->adam.mean, sizeof(float), total, file) == total &&
                fwrite(t->adam.square, sizeof(float), total, file) == total;
    return (file == NULL || fclose(file) == 0) && good;
}

static bool load_state(Trainer *t, const char *path, Error *error) {
    StateHeader header;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return error_set(error, "nothing to resume: cannot open \"%.150s\": %s", path, strerror(errno));
    size_t total = t->layout.total;
    bool good = fread(&header, sizeof header, 1, file) == 1 && header.total == total &&
                fread(t->weights, sizeof(float), total, file) == total &&
                fread(t->adam.mean, sizeof(float), total, file) == total &&
                fread(t->adam.square, sizeof(float), total, file) == total;
    fclose(file);
    if (!good)
        return error_set(error, "\"%.150s\" is not a state of a network with %d hidden sums", path, t->options.hidden);
    t->random = header.random;
    t->adam.step = header.step;
    t->epoch = header.epoch;
    return true;
}

static bool save_network(Trainer *t, Error *error) {
    Network network;
    double unit = t->options.unit > 0 ? t->options.unit : t->options.target.scale;
    bool good =
        net_quantise(&t->layout, t->weights, unit, &network, error) && network_save(&network, t->options.out, error);
    network_free(&network);
    return good;
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

static bool start_from_network(Trainer *t, Error *error) {
    Network network = {0};
    bool good =
        network_load(&network, t->options.start, error) && net_start_from(&t->layout, t->weights, &network, error);
    network_free(&network);
    return good;
}

static bool read_games(Trainer *t, char **paths, int count, Error *error) {
    for (int i = 0; i < count; i++) {
        NetReading reading = {0};
        if (!net_samples_read(paths[i], t->options.variant, HELD_OUT, &t->training, &t->validation, &reading, error))
            return false;
        fprintf(stderr, "%s: %zu games, %zu positions, %zu taken\n", paths[i], reading.games, reading.positions,
                reading.taken);
    }
    if (t->training.count < (size_t)t->options.batch || t->validation.count == 0)
        return error_set(error, "%zu positions are too few to learn from; a batch takes %d", t->training.count,
                         t->options.batch);
    return true;
}

/* Where a side that is so much better scores as 1 / (1 + 1/e), by the results of the games: the scale that makes
 * results likeliest. */
static double fit_scale(const NetSamples *samples) {
    double best = 0, best_loss = INFINITY;
    size_t stride = samples->count / 200000 + 1;
    for (int step = 0; step < 78; step++) { /* 60 to 600 */
        double scale = 60 * pow(1.03, step), loss = 0;
        for (size_t i = 0; i < samples->count; i += stride) {
            if (samples->samples[i].result == NET_RESULT_UNKNOWN)
                continue;
            double difference = 1 / (1 + exp(-samples->samples[i].score / scale)) - samples->samples[i].result / 2.0;
            loss += difference * difference;
        }
        if (loss < best_loss) {
            best_loss = loss;
            best = scale;
        }
    }
    return best;
}

static bool train(Trainer *t, Error *error) {
    char state[4096];
    snprintf(state, sizeof state, "%s.state", t->options.out);
    if (t->options.resume && !load_state(t, state, error))
        return false;
    fprintf(stderr, "%zu positions to learn, %zu held out; results fit a scale of %.0f, used is %.0f\n",
            t->training.count, t->validation.count, fit_scale(&t->training), t->options.target.scale);
    printf("epoch\ttraining loss\tvalidation loss\tcorrelation\tpositions a second\n");
    for (; t->epoch < t->options.epochs;) {
        /* Another order each time; which one depends on the epoch alone. */
        uint64_t seed = t->options.seed + (uint64_t)t->epoch;
        double start = seconds_now();
        net_samples_shuffle(&t->training, &seed);
        do_batches(t, &t->training, false);
        double learnt = take_loss(t) / (double)t->training.count, spent = seconds_now() - start;
        do_batches(t, &t->validation, true);
        double held_out = take_loss(t) / (double)t->validation.count;
        t->epoch++;
        fprintf(stderr, "\r");
        printf("%d\t%.6f\t%.6f\t%.4f\t%.0f\n", t->epoch, learnt, held_out, correlation(t),
               (double)t->training.count / spent);
        fflush(stdout);
        if (!save_state(t, state))
            return error_set(error, "cannot write \"%.150s\": %s", state, strerror(errno));
        if (!save_network(t, error))
            return false;
    }
    return true;
}

static const char usage[] =
    "net_train --out FILE [options] GAMES...\n\n"
    "  net_train --out standard.net ../shared/data/teacher-800.txt.zst ../shared/data/teacher-200.txt.zst\n"
    "  net_train --out standard.net --resume --epochs 30 games.txt\n\n"
    "  --variant NAME     of games (standard)\n"
    "  --hidden N         sums of the hidden layer (256)\n"
    "  --epochs N         how often everything is learnt (16)\n"
    "  --batch N          positions a step (16384)\n"
    "  --rate R           highest learning rate (0.001)\n"
    "  --decay R          weight decay (0)\n"
    "  --scale CP         centipawns at which a side scores 73 % (160)\n"
    "  --unit CP          centipawns that the network answers where --scale centipawns were learnt (the same)\n"
    "  --score-weight W   1: learn scores alone, 0: results alone (0.75)\n"
    "  --threads N        (2)\n"
    "  --seed N           (1)\n"
    "  --start NETWORK    begin with what this one knows: of the same size, of any variant\n"
    "  --resume           go on from FILE.state\n";

static bool read_number(const char *text, double low, double high, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && *number >= low && *number <= high;
}

static bool set_option(Options *o, const char *name, const char *value, Error *error) {
    struct {
        const char *name;
        double low, high;
        int *whole;
        double *real;
    } const table[] = {
        {"--hidden", NETWORK_HIDDEN_STEP, NETWORK_HIDDEN_MAX, &o->hidden, NULL},
        {"--epochs", 1, 100000, &o->epochs, NULL},
        {"--batch", 1, 1 << 24, &o->batch, NULL},
        {"--threads", 1, THREADS_MAX, &o->threads, NULL},
        {"--rate", 1e-9, 1, NULL, &o->rate},
        {"--decay", 0, 1, NULL, &o->decay},
        {"--scale", 1, 10000, NULL, &o->target.scale},
        {"--unit", 1, 10000, NULL, &o->unit},
        {"--score-weight", 0, 1, NULL, &o->target.score_weight},
    };
    double number;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(name, table[i].name) != 0)
            continue;
        if (value == NULL || !read_number(value, table[i].low, table[i].high, &number))
            return error_set(error, "%s wants a number from %g to %g", name, table[i].low, table[i].high);
        if (table[i].whole != NULL)
            *table[i].whole = (int)number;
        else
            *table[i].real = number;
        return true;
    }
    if (strcmp(name, "--variant") == 0 && value != NULL) {
        o->variant = variant_by_name(value);
        return o->variant != VARIANT_NONE || error_set(error, "there is no variant \"%.40s\"", value);
    }
    if (strcmp(name, "--seed") == 0 && value != NULL) {
        o->seed = strtoull(value, NULL, 10);
        return true;
    }
    return error_set(error, "there is no option %.40s; net_train alone lists them", name);
}

/* Returns the number of words read; the rest are files. */
static int read_options(Options *o, int argc, char **argv, Error *error) {
    int i = 1;
    while (i < argc && strncmp(argv[i], "--", 2) == 0) {
        if (strcmp(argv[i], "--resume") == 0) {
            o->resume = true;
            i++;
            continue;
        }
        if (strcmp(argv[i], "--out") == 0 && i + 1 < argc)
            o->out = argv[i + 1];
        else if (strcmp(argv[i], "--start") == 0 && i + 1 < argc)
            o->start = argv[i + 1];
        else if (!set_option(o, argv[i], i + 1 < argc ? argv[i + 1] : NULL, error))
            return 0;
        i += 2;
    }
    return i;
}

int main(int argc, char **argv) {
    static Trainer t;
    Error error = {0};
    t.options = (Options){.variant = VARIANT_STANDARD,
                          .hidden = 256,
                          .epochs = 16,
                          .batch = 16384,
                          .threads = 2,
                          .rate = 0.001,
                          .seed = 1,
                          .target = {.scale = 160, .score_weight = 0.75}};
    int first = read_options(&t.options, argc, argv, &error);
    if (first == 0)
        return fail(&error);
    if (t.options.out == NULL || first >= argc) {
        fputs(usage, stderr);
        return 2;
    }
    t.layout = net_layout(t.options.variant, (size_t)t.options.hidden);
    t.weights = calloc(t.layout.total, sizeof(float));
    t.adam = (NetAdam){.mean = calloc(t.layout.total, sizeof(float)),
                       .square = calloc(t.layout.total, sizeof(float)),
                       .decay = t.options.decay};
    if (t.weights == NULL || t.adam.mean == NULL || t.adam.square == NULL || !start_workers(&t)) {
        fputs("net_train: no memory, or no more threads\n", stderr);
        return 2;
    }
    t.random = t.options.seed;
    net_initialise(&t.layout, t.weights, &t.random);
    if ((t.options.start != NULL && !start_from_network(&t, &error)) ||
        !read_games(&t, argv + first, argc - first, &error) || !train(&t, &error))
        return fail(&error);
    end_workers(&t);
    return 0;
}
