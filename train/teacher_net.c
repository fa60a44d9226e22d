#include "teacher_net.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/input.h"
#include "base/text.h"
#include "chess/bitboard.h"

enum {
    SUMS = 1024,
    INPUTS_A_KING = 704, /* eleven kinds of men: both kings count as one */
    INPUTS = 32 * INPUTS_A_KING,
    BUCKETS = 8,
    FIRST = 16,  /* outputs of the first layer: 15, and one that goes straight to the answer */
    SECOND = 32, /* inputs and outputs of the second, the last two inputs being nothing */
    KINDS = 12,
    CLIP = 127,
    LAYER_SHIFT = 6,
    OUTPUT_ONE = 16,
};

/* What stands at the front of such a file: version, kind of network, length of a description. */
static const uint8_t signature[8] = {0x20, 0x2f, 0xf3, 0x7a, 0xf2, 0x2e, 0x10, 0x1c};

typedef struct Stack {
    int32_t first_bias[FIRST];
    int16_t first[FIRST][SUMS];
    int32_t second_bias[SECOND];
    int16_t second[SECOND][SECOND];
    int32_t last_bias;
    int16_t last[SECOND];
} Stack;

/* The sums of a view for a square of its king, and the men that they are made of. */
typedef struct Kept {
    bool made;
    Bitboard men[KINDS];
    int32_t material[BUCKETS];
    int16_t sums[SUMS];
} Kept;

struct TeacherNet {
    int16_t bias[SUMS];
    int16_t (*rows)[SUMS];
    int32_t (*material)[BUCKETS];
    Stack stacks[BUCKETS];
    Kept kept[2][64];
};

/* Vector code for the processor at hand, chosen when the program starts. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=skylake-avx512", "avx2", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

/* ---- The file ---------------------------------------------------------------------------------------------------- */

static bool read_whole(const char *path, Text *bytes, Error *error) {
    enum { CHUNK = 1 << 16 };
    char chunk[CHUNK];
    Input *input = input_open(path, error);
    if (input == NULL)
        return false;
    for (size_t count; (count = input_read(input, chunk, sizeof chunk)) > 0;)
        text_append(bytes, chunk, count);
    bool good = !input_failed(input, error);
    input_close(input);
    return good && (!bytes->failed || error_set(error, "no memory to read \"%.150s\"", path));
}

typedef struct Cursor {
    const uint8_t *at, *end;
    bool over;
} Cursor;

static const uint8_t *take(Cursor *cursor, size_t count) {
    static const uint8_t nothing[4];
    cursor->over = cursor->over || (size_t)(cursor->end - cursor->at) < count;
    if (cursor->over)
        return nothing;
    cursor->at += count;
    return cursor->at - count;
}

static int32_t take_32(Cursor *cursor) {
    const uint8_t *b = take(cursor, 4);
    return (int32_t)((uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24);
}

static void take_16s(Cursor *cursor, int16_t *to, size_t count) {
    for (size_t i = 0; i < count && !cursor->over; i++) {
        const uint8_t *b = take(cursor, 2);
        to[i] = (int16_t)(b[0] | b[1] << 8);
    }
}

static void take_8s(Cursor *cursor, int16_t *to, size_t count) {
    for (size_t i = 0; i < count && !cursor->over; i++) {
        int byte = *take(cursor, 1);
        to[i] = (int16_t)(byte < 128 ? byte : byte - 256);
    }
}

static void take_32s(Cursor *cursor, int32_t *to, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] = take_32(cursor);
}

static void take_stack(Cursor *cursor, Stack *stack) {
    take_32(cursor); /* a check of the shape */
    take_32s(cursor, stack->first_bias, FIRST);
    take_8s(cursor, stack->first[0], FIRST * SUMS);
    take_32s(cursor, stack->second_bias, SECOND);
    take_8s(cursor, stack->second[0], SECOND * SECOND);
    stack->last_bias = take_32(cursor);
    take_8s(cursor, stack->last, SECOND);
}

/* Returns whether a whole network is there. The signature may also stand in a program's code. */
static bool take_network(Cursor *cursor, TeacherNet *net) {
    take(cursor, sizeof signature);
    uint32_t description = (uint32_t)take_32(cursor);
    if (description > 1000)
        return false;
    take(cursor, description);
    take_32(cursor); /* a check of the shape */
    take_16s(cursor, net->bias, SUMS);
    take_16s(cursor, net->rows[0], (size_t)INPUTS * SUMS);
    take_32s(cursor, net->material[0], (size_t)INPUTS * BUCKETS);
    for (int i = 0; i < BUCKETS; i++)
        take_stack(cursor, &net->stacks[i]);
    return !cursor->over;
}

static bool find_network(const uint8_t *bytes, size_t size, TeacherNet *net) {
    const uint8_t *at = bytes, *end = bytes + size;
    while ((at = memmem(at, (size_t)(end - at), signature, sizeof signature)) != NULL) {
        Cursor cursor = {at, end, false};
        if (take_network(&cursor, net))
            return true;
        at++;
    }
    return false;
}

TeacherNet *teacher_net_load(const char *path, Error *error) {
    Text bytes;
    text_init(&bytes);
    TeacherNet *net = calloc(1, sizeof *net);
    if (net != NULL) {
        net->rows = malloc(INPUTS * sizeof *net->rows);
        net->material = malloc(INPUTS * sizeof *net->material);
    }
    bool good = net != NULL && net->rows != NULL && net->material != NULL;
    if (!good)
        error_set(error, "no memory for the teacher's network");
    good = good && read_whole(path, &bytes, error);
    if (good && !find_network((const uint8_t *)bytes.data, bytes.length, net))
        good = error_set(error, "\"%.150s\" holds no network of the kind that Stockfish 15 has", path);
    text_free(&bytes);
    if (good)
        return net;
    teacher_net_free(net);
    return NULL;
}

void teacher_net_free(TeacherNet *net) {
    if (net == NULL)
        return;
    free(net->rows);
    free(net->material);
    free(net);
}

/* ---- Sums -------------------------------------------------------------------------------------------------------- */

/* The board is turned so that the view plays upwards, and mirrored so that its king stands on the files e to h. */
static int turn_for(Color view, Square king) {
    return (view == BLACK ? 56 : 0) ^ ((king & 7) < 4 ? 7 : 0);
}

/* kind: white pawns .. kings, black pawns .. kings. */
static size_t input_of(Color view, int kind, Square square, Square king) {
    int turn = turn_for(view, king), type = kind % 6;
    int place = type == KING - PAWN ? 10 : type * 2 + ((kind / 6 == BLACK) != (view == BLACK));
    int turned = king ^ turn;
    int bucket = 31 - turned / 8 * 4 - (turned % 8 - 4);
    return (size_t)(bucket * INPUTS_A_KING + place * 64 + (square ^ turn));
}

FOR_EACH_PROCESSOR static void add_row(int16_t *sums, const int16_t *row) {
    for (int k = 0; k < SUMS; k++)
        sums[k] = (int16_t)(sums[k] + row[k]);
}

FOR_EACH_PROCESSOR static void remove_row(int16_t *sums, const int16_t *row) {
    for (int k = 0; k < SUMS; k++)
        sums[k] = (int16_t)(sums[k] - row[k]);
}

static void change(const TeacherNet *net, Kept *kept, size_t input, bool added) {
    (added ? add_row : remove_row)(kept->sums, net->rows[input]);
    for (int b = 0; b < BUCKETS; b++)
        kept->material[b] += added ? net->material[input][b] : -net->material[input][b];
}

static const Kept *view_sums(TeacherNet *net, const Position *p, Color view) {
    Square king = lsb(position_pieces(p, view, KING));
    Kept *kept = &net->kept[view][king];
    if (!kept->made) {
        memcpy(kept->sums, net->bias, sizeof kept->sums);
        kept->made = true;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        Bitboard men = position_pieces(p, kind / 6 == 0 ? WHITE : BLACK, (PieceType)(PAWN + kind % 6));
        for (Bitboard more = men & ~kept->men[kind]; more != 0;)
            change(net, kept, input_of(view, kind, pop_lsb(&more), king), true);
        for (Bitboard gone = kept->men[kind] & ~men; gone != 0;)
            change(net, kept, input_of(view, kind, pop_lsb(&gone), king), false);
        kept->men[kind] = men;
    }
    return kept;
}

/* ---- Layers ------------------------------------------------------------------------------------------------------ */

static int clip(int value) {
    return value < 0 ? 0 : value > CLIP ? CLIP : value;
}

/* Half of the sums times the other half. */
FOR_EACH_PROCESSOR static void multiply_halves(const int16_t *sums, int16_t *products) {
    for (int k = 0; k < SUMS / 2; k++) {
        int16_t a = sums[k], b = sums[k + SUMS / 2];
        a = a < 0 ? 0 : a > CLIP ? CLIP : a;
        b = b < 0 ? 0 : b > CLIP ? CLIP : b;
        products[k] = (int16_t)((int16_t)(a * b) >> 7);
    }
}

FOR_EACH_PROCESSOR static void first_layer(const Stack *stack, const int16_t *products, int32_t *out) {
    for (int i = 0; i < FIRST; i++) {
        int32_t total = 0;
        for (int k = 0; k < SUMS; k++)
            total += products[k] * stack->first[i][k];
        out[i] = total + stack->first_bias[i];
    }
}

static int later_layers(const Stack *stack, const int32_t *first) {
    int inputs[SECOND] = {0}, total = stack->last_bias;
    for (int i = 0; i < FIRST - 1; i++) {
        int64_t square = ((int64_t)first[i] * first[i]) >> (2 * LAYER_SHIFT + 7);
        inputs[i] = square > CLIP ? CLIP : (int)square;
        inputs[FIRST - 1 + i] = clip(first[i] >> LAYER_SHIFT);
    }
    for (int i = 0; i < SECOND; i++) {
        int sum = stack->second_bias[i];
        for (int k = 0; k < SECOND; k++)
            sum += inputs[k] * stack->second[i][k];
        total += clip(sum >> LAYER_SHIFT) * stack->last[i];
    }
    return total + (int)((int64_t)first[FIRST - 1] * (600 * OUTPUT_ONE) / (CLIP << LAYER_SHIFT));
}

/* Men other than pawns and kings, in that engine's middlegame values. */
static int officers(const Position *p) {
    return 781 * popcount(p->by_type[KNIGHT]) + 825 * popcount(p->by_type[BISHOP]) + 1276 * popcount(p->by_type[ROOK]) +
           2538 * popcount(p->by_type[QUEEN]);
}

int teacher_net_evaluate(TeacherNet *net, const Position *p) {
    enum { VALUE_OF_HALF_A_WIN = 361 };
    int16_t products[SUMS];
    int32_t first[FIRST];
    int bucket = (popcount(position_occupied(p)) - 1) / 4, material = 0;
    for (int i = 0; i < 2; i++) {
        const Kept *kept = view_sums(net, p, i == 0 ? p->side : !p->side);
        multiply_halves(kept->sums, products + i * (SUMS / 2));
        material += i == 0 ? kept->material[bucket] : -kept->material[bucket];
    }
    material /= 2;
    first_layer(&net->stacks[bucket], products, first);
    int64_t positional = later_layers(&net->stacks[bucket], first), men = officers(p), delta = 24 - men / 9560;
    int64_t value = ((1024 - delta) * material + (1024 + delta) * positional) / (1024 * OUTPUT_ONE);
    value = value * (1064 + 106 * men / 5120) / 1024;
    return (int)(value * 100 / VALUE_OF_HALF_A_WIN);
}
