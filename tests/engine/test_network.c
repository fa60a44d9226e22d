/* The network: its file, its arithmetic in every instruction set, and sums that are kept against sums made anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/random.h"
#include "engine/builtin_networks.h"
#include "engine/network.h"
#include "engine/network_kernels.h"

enum { HIDDEN = 192 };

static int random_within(uint64_t *random, int most) {
    return (int)random_below(random, 2 * (uint64_t)most + 1) - most;
}

/* As large as weights may be, so that arithmetic that is too narrow shows. */
static Network random_network(uint64_t *random, Variant variant) {
    Network network;
    Error error;
    if (!network_make(&network, variant, HIDDEN, 200, &error))
        fail_msg("%s", error.message);
    for (size_t i = 0; i < (network_inputs(variant) + 1) * HIDDEN; i++)
        network.feature_weights[i] = (int16_t)random_within(random, i % 7 == 0 ? NETWORK_FEATURE_MAX : 60);
    for (size_t i = 0; i < (size_t)NETWORK_BUCKETS * 2 * HIDDEN; i++)
        network.output_weights[i] = (int16_t)random_within(random, 127);
    for (int i = 0; i < NETWORK_BUCKETS; i++)
        network.output_bias[i] = random_within(random, 5000);
    return network;
}

/* ---- Arithmetic -------------------------------------------------------------------------------------------------- */

static int32_t weigh_slowly(const int16_t *sums, const int16_t *weights, size_t hidden) {
    int64_t total = 0;
    for (size_t k = 0; k < hidden; k++) {
        int64_t x = sums[k] < 0 ? 0 : sums[k] > 255 ? 255 : sums[k];
        total += x * x * weights[k];
    }
    return (int32_t)total;
}

static void every_instruction_set_gives_the_same_numbers(void **state) {
    (void)state;
    const NetworkKernels *list[8];
    size_t count = network_kernels_list(list);
    uint64_t random = 7;
    _Alignas(64) int16_t from[HIDDEN], to[HIDDEN], weights[HIDDEN], rows[6][HIDDEN];
    const int16_t *pointers[6];
    for (int round = 0; round < 200; round++) {
        for (size_t k = 0; k < HIDDEN; k++) {
            from[k] = (int16_t)random_within(&random, 10000);
            weights[k] = (int16_t)random_within(&random, 127);
            for (int row = 0; row < 6; row++)
                rows[row][k] = (int16_t)random_within(&random, 900);
        }
        for (int row = 0; row < 6; row++)
            pointers[row] = rows[row];
        int added = (int)random_below(&random, 4), removed = (int)random_below(&random, 4);
        for (size_t i = 0; i < count; i++) {
            list[i]->update(to, from, pointers, added, pointers + 3, removed, HIDDEN);
            for (size_t k = 0; k < HIDDEN; k++) {
                int expected = from[k];
                for (int row = 0; row < added; row++)
                    expected += rows[row][k];
                for (int row = 0; row < removed; row++)
                    expected -= rows[3 + row][k];
                assert_int_equal(to[k], expected);
            }
            assert_int_equal(list[i]->weigh(to, weights, HIDDEN), weigh_slowly(to, weights, HIDDEN));
        }
    }
}

/* The definition, straight from network.h. */
static int evaluate_slowly(const Network *network, const Position *p) {
    int64_t total = 0;
    int men = __builtin_popcountll(position_occupied(p)), bucket = network_bucket(p->variant, men);
    for (int view = 0; view < 2; view++) {
        Color color = view == 0 ? p->side : !p->side;
        Bitboard kings = position_pieces(p, color, KING), extras = network_extras(p);
        Square king = __builtin_popcountll(kings) == 1 ? __builtin_ctzll(kings) : NO_SQUARE;
        int turn = network_turn(p->variant, color, king);
        for (size_t k = 0; k < network->hidden; k++) {
            int sum = network->feature_bias[k];
            for (Square square = 0; square < 64; square++) {
                Piece piece = p->board[square];
                if (piece != NO_PIECE)
                    sum += network->feature_weights[network_input(piece_color(piece) != color, piece_type(piece) - PAWN,
                                                                  square ^ turn) *
                                                        network->hidden +
                                                    k];
            }
            for (int bit = 0; bit < 64; bit++)
                if ((extras >> bit & 1) != 0)
                    sum += network->feature_weights[network_extra_input(color, bit) * network->hidden + k];
            int64_t x = sum < 0 ? 0 : sum > 255 ? 255 : sum;
            total += x * x * network->output_weights[((size_t)bucket * 2 + (size_t)view) * network->hidden + k];
        }
    }
    total = total / 255 + network->output_bias[bucket];
    return (int)(total * network->scale / (255 * 64));
}

static Position start_of(uint64_t *random, Variant variant) {
    Position p;
    if (variant == VARIANT_STANDARD)
        position_start_chess960(&p, (int)random_below(random, 960));
    else
        position_start(&p, variant);
    return p;
}

/* Plies at random make every kind of source for the sums: the parent, a sibling, something far away, nothing. */
static void compare_in(Variant variant, uint64_t *random) {
    Network network = random_network(random, variant);
    NetworkCache *cache = network_cache_create(&network, 16);
    int compared = 0;
    assert_non_null(cache);
    for (int game = 0; game < 5; game++) {
        Position p = start_of(random, variant);
        for (int ply = 0; ply < 80; ply++) {
            Move moves[MOVES_MAX];
            size_t count = position_legal_moves(&p, moves);
            if (count == 0 || !network_knows(&network, &p))
                break;
            int where = random_below(random, 4) == 0 ? (int)random_below(random, 16) : ply % 16;
            assert_int_equal(network_evaluate(cache, &p, where), evaluate_slowly(&network, &p));
            position_play(&p, moves[random_below(random, count)], &p);
            compared++;
        }
    }
    assert_true(compared > 40);
    network_cache_destroy(cache);
    network_free(&network);
}

static void kept_sums_do_not_change_the_answer(void **state) {
    (void)state;
    uint64_t random = 20261130;
    for (Variant variant = VARIANT_STANDARD; variant < VARIANT_ARENA_COUNT; variant++)
        if (variant != VARIANT_CHESS960)
            compare_in(variant, &random);
}

static Position turned_round(const Position *p) {
    Position other;
    position_clear(&other, p->variant);
    for (Square square = 0; square < 64; square++) {
        Piece piece = p->board[square];
        if (piece != NO_PIECE)
            position_put(&other, square ^ 56, piece_make(!piece_color(piece), piece_type(piece)), false);
    }
    other.side = !p->side;
    position_refresh(&other);
    return other;
}

static void both_colours_are_judged_alike(void **state) {
    (void)state;
    uint64_t random = 3;
    Network network = random_network(&random, VARIANT_STANDARD);
    NetworkCache *cache = network_cache_create(&network, 4);
    Position p;
    assert_true(position_from_fen(&p, "r1bqk2r/pp3ppp/2n1pn2/3p4/1bPP4/2N2N2/PPQ1PPPP/R1B1KB1R w - - 0 7",
                                  VARIANT_STANDARD, false, NULL));
    Position other = turned_round(&p);
    assert_int_equal(network_evaluate(cache, &p, 0), network_evaluate(cache, &other, 1));
    network_cache_destroy(cache);
    network_free(&network);
}

static void it_knows_its_own_variant_with_the_kings_of_a_game(void **state) {
    (void)state;
    uint64_t random = 4;
    Network standard = random_network(&random, VARIANT_CHESS960), horde = random_network(&random, VARIANT_HORDE),
            antichess = random_network(&random, VARIANT_ANTICHESS);
    Position p;
    position_start(&p, VARIANT_STANDARD);
    assert_true(network_knows(&standard, &p));
    assert_false(network_knows(&horde, &p));
    position_start_chess960(&p, 0);
    assert_true(network_knows(&standard, &p));
    position_start(&p, VARIANT_HORDE);
    assert_true(network_knows(&horde, &p)); /* White has no king */
    assert_false(network_knows(&standard, &p));
    assert_true(position_from_fen(&p, "kk6/8/8/8/8/8/8/K7 w - - 0 1", VARIANT_STANDARD, false, NULL));
    assert_false(network_knows(&standard, &p));
    assert_true(position_from_fen(&p, "kk6/8/8/8/8/8/8/K7 w - - 0 1", VARIANT_ANTICHESS, false, NULL));
    assert_true(network_knows(&antichess, &p));
    network_free(&standard);
    network_free(&horde);
    network_free(&antichess);
}

/* Of the variant's first position; or without White's queen. */
static int judged_start(const Network *network, Variant variant, bool without_queen) {
    char fen[FEN_MAX];
    Position p;
    snprintf(fen, sizeof fen, "%s", variant_start_fen(variant));
    char *queen = strchr(fen, 'Q');
    if (without_queen && queen != NULL && queen < strchr(fen, ' '))
        *queen = '1';
    assert_true(position_from_fen(&p, fen, variant, false, NULL));
    assert_true(network_knows(network, &p));
    NetworkCache *cache = network_cache_create(network, 4);
    int judged = network_evaluate(cache, &p, 0);
    network_cache_destroy(cache);
    return judged;
}

static void carried_networks_know_their_variants(void **state) {
    (void)state;
    for (Variant variant = VARIANT_STANDARD; variant < VARIANT_ARENA_COUNT; variant++) {
        const Network *network = builtin_network(variant);
        assert_non_null(network);
        assert_int_equal(network->variant, network_variant(variant));
        assert_ptr_equal(network, builtin_network(variant));
        int start = judged_start(network, variant, false);
        assert_true(start > -150 && start < 400);
        if (variant != VARIANT_HORDE && variant != VARIANT_ANTICHESS) /* White has none; wants to be rid of it */
            assert_true(judged_start(network, variant, true) < start - 150);
    }
}

static void pockets_and_checks_are_inputs(void **state) {
    (void)state;
    Position p;
    assert_true(position_from_fen(&p, "4k3/8/8/8/8/8/8/4K3[PPNqqqqqq] w - - 0 1", VARIANT_CRAZYHOUSE, false, NULL));
    /* Two pawns and a knight of White's; of Black's six queens four fit. */
    assert_int_equal(network_extras(&p) & 0xffffffff, 3 | 1 << 8);
    assert_int_equal(network_extras(&p) >> 32, 15 << 20);
    assert_true(position_from_fen(&p, "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1", VARIANT_THREE_CHECK, false, NULL));
    assert_int_equal(network_extras(&p) & 0xffffffff, 3);
    assert_int_equal(network_extras(&p) >> 32, 0);
    position_start(&p, VARIANT_STANDARD);
    assert_int_equal(network_extras(&p), 0);
    assert_int_equal(network_inputs(VARIANT_CHESS960), 768);
    assert_int_equal(network_inputs(VARIANT_CRAZYHOUSE), 832);
}

/* ---- The file ---------------------------------------------------------------------------------------------------- */

static void write_bytes(const char *path, const unsigned char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void a_file_gives_the_same_network_and_damage_is_refused(void **state) {
    (void)state;
    char path[] = "/tmp/rookery-network-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    uint64_t random = 5;
    Network network = random_network(&random, VARIANT_THREE_CHECK), again;
    Error error;
    assert_true(network_save(&network, path, &error));
    assert_true(network_load(&again, path, &error));
    assert_int_equal(again.hidden, HIDDEN);
    assert_int_equal(again.scale, 200);
    assert_int_equal(again.variant, VARIANT_THREE_CHECK);
    size_t words = (NETWORK_INPUTS_MAX + 1 + (size_t)NETWORK_BUCKETS * 2) * HIDDEN;
    assert_memory_equal(again.feature_weights, network.feature_weights, words * 2);
    assert_memory_equal(again.output_bias, network.output_bias, sizeof(int32_t) * NETWORK_BUCKETS);
    network_free(&again);

    static unsigned char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t cut = 0; cut < size; cut += cut < 64 ? 1 : size / 9) {
        write_bytes(path, bytes, cut);
        assert_false(network_load(&again, path, &error));
        assert_true(strlen(error.message) > 20);
    }
    for (size_t place = 0; place < size; place += place < 64 ? 1 : size / 9) {
        bytes[place] ^= 0x10;
        write_bytes(path, bytes, size);
        /* The scale alone is not covered by the checksum: another one may be as good. */
        if (place < 12 || place >= 16)
            assert_false(network_load(&again, path, &error));
        bytes[place] ^= 0x10;
    }
    assert_false(network_load(&again, "/nowhere/at.all", &error));
    unlink(path);
    network_free(&network);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_set_gives_the_same_numbers),
        cmocka_unit_test(kept_sums_do_not_change_the_answer),
        cmocka_unit_test(both_colours_are_judged_alike),
        cmocka_unit_test(it_knows_its_own_variant_with_the_kings_of_a_game),
        cmocka_unit_test(carried_networks_know_their_variants),
        cmocka_unit_test(pockets_and_checks_are_inputs),
        cmocka_unit_test(a_file_gives_the_same_network_and_damage_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
