/*
 * Makes samples to train a network on: positions of games and their surroundings, judged by another engine's network.
 *
 *   net_label --teacher /usr/games/stockfish --neighbours 3 standard.samples games-1.txt.zst games-2.rkg
 *
 * A search asks for the evaluation of positions that no game contains: after blunders, amid exchanges. So every
 * position of a game lends, beside itself, some that a few random moves from it lead to. Positions in check are left
 * out, as the search does not ask about them. The same seed and games give the same samples.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "chess/bitboard.h"
#include "game_samples.h"
#include "net_samples.h"
#include "teacher_net.h"

enum { NEIGHBOURS_MAX = 100, PROGRESS_EVERY = 1 << 18 };

typedef struct Labeller {
    TeacherNet *teacher;
    FILE *out;
    unsigned long neighbours;
    uint64_t seed;
    size_t seen, written;
    bool failed;
} Labeller;

static bool is_usable(const Position *p) {
    return p->checkers == 0 && popcount(position_occupied(p)) <= 32 && popcount(position_pieces(p, WHITE, KING)) == 1 &&
           popcount(position_pieces(p, BLACK, KING)) == 1;
}

static void label(Labeller *labeller, const Position *p, int result) {
    if (!is_usable(p))
        return;
    int score = teacher_net_evaluate(labeller->teacher, p);
    if (abs(score) > NET_SCORE_MAX)
        return;
    NetSample sample = net_sample_make(p, p->side == WHITE ? score : -score, result);
    labeller->failed = labeller->failed || fwrite(&sample, sizeof sample, 1, labeller->out) != 1;
    labeller->written++;
}

/* Any legal move; every second time a capture, if there is one. */
static Move choose_move(Labeller *labeller, const Position *p) {
    Move moves[MOVES_MAX], captures[MOVES_MAX];
    size_t count = position_legal_moves(p, moves), capture_count = 0;
    for (size_t i = 0; i < count; i++)
        if (position_is_capture(p, moves[i]))
            captures[capture_count++] = moves[i];
    if (capture_count > 0 && random_below(&labeller->seed, 2) == 0)
        return captures[random_below(&labeller->seed, capture_count)];
    return count > 0 ? moves[random_below(&labeller->seed, count)] : MOVE_NONE;
}

/* One move away, or, half as often each time, two, three ... */
static void label_neighbour(Labeller *labeller, Position position) {
    do {
        Move move = choose_move(labeller, &position);
        if (move == MOVE_NONE)
            return;
        position_play(&position, move, &position);
    } while (random_below(&labeller->seed, 2) == 0);
    label(labeller, &position, NET_RESULT_UNKNOWN);
}

static bool take(void *context, const Sample *sample) {
    Labeller *labeller = context;
    label(labeller, sample->position, (int)(sample->result * 2 + 0.5));
    for (unsigned long i = 0; i < labeller->neighbours; i++)
        label_neighbour(labeller, *sample->position);
    if (++labeller->seen % PROGRESS_EVERY == 0)
        fprintf(stderr, "\r%zu positions, %zu samples", labeller->seen, labeller->written);
    return !labeller->failed;
}

static bool label_files(Labeller *labeller, char **paths, int count, Error *error) {
    bool good = fwrite(net_samples_magic, sizeof net_samples_magic, 1, labeller->out) == 1;
    for (int i = 0; good && i < count; i++)
        if (!game_samples_read(paths[i], VARIANT_STANDARD, take, labeller, error))
            return false;
    good = fclose(labeller->out) == 0 && good && !labeller->failed;
    return good || error_set(error, "cannot write the samples: %s", strerror(errno));
}

static const char usage[] = "net_label --teacher FILE [options] OUT GAMES...\n\n"
                            "  net_label --teacher /usr/games/stockfish standard.samples games.txt.zst\n\n"
                            "  --teacher FILE     Stockfish 15's network, or the program that holds it\n"
                            "  --neighbours N     positions around each of a game (3)\n"
                            "  --seed N           (1)\n";

static bool read_count(const char *text, unsigned long most, unsigned long *count) {
    char *end;
    *count = strtoul(text, &end, 10);
    return end != text && *end == '\0' && *count <= most;
}

/* Returns the number of words read, 0 after a mistake; the rest are files. */
static int read_options(Labeller *labeller, const char **teacher, int argc, char **argv) {
    int i = 1;
    unsigned long seed = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        if (strcmp(argv[i], "--teacher") == 0)
            *teacher = argv[i + 1];
        else if (strcmp(argv[i], "--neighbours") == 0
                     ? !read_count(argv[i + 1], NEIGHBOURS_MAX, &labeller->neighbours)
                     : strcmp(argv[i], "--seed") != 0 || !read_count(argv[i + 1], -1UL, &seed))
            return 0;
    }
    labeller->seed = seed;
    return i;
}

int main(int argc, char **argv) {
    Labeller labeller = {.neighbours = 3};
    const char *teacher = NULL;
    Error error = {0};
    int first = read_options(&labeller, &teacher, argc, argv);
    if (first == 0 || teacher == NULL || first + 1 >= argc) {
        fputs(usage, stderr);
        return 2;
    }
    labeller.teacher = teacher_net_load(teacher, &error);
    bool good = labeller.teacher != NULL;
    if (good && (labeller.out = fopen(argv[first], "wb")) == NULL)
        good = error_set(&error, "cannot write \"%.150s\": %s", argv[first], strerror(errno));
    good = good && label_files(&labeller, argv + first + 1, argc - first - 1, &error);
    teacher_net_free(labeller.teacher);
    if (!good) {
        fprintf(stderr, "net_label: %s\n", error.message);
        return 2;
    }
    printf("\r%zu positions, %zu samples in \"%s\"\n", labeller.seen, labeller.written, argv[first]);
    return 0;
}
