/*
 * SAN has a quick reader for the usual forms in front of the lenient one. Here both read the same texts, right ones and
 * such as differ from them a little, in positions of random games of all variants: wherever the quick one finds a move,
 * the lenient one must find the same.
 */
#include "chess/san.c" /* for its static functions. NOLINT(bugprone-suspicious-include) */

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { GAMES = 60, PLIES = 80, MUTATIONS = 3 };

static uint64_t random_next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void compare(const Position *position, const char *text) {
    Move quick = read_usual(position, text), lenient = MOVE_NONE;
    if (quick == MOVE_NONE)
        return;
    MoveTextResult result = read_lenient(position, text, &lenient, NULL);
    if (result != MOVE_TEXT_OK || lenient != quick) {
        char fen[FEN_MAX];
        position_to_fen(position, FEN_PROMOTED, fen);
        fail_msg("\"%s\" in %s (%s): quick %04x, lenient %04x (%d)", text, fen, variant_name(position->variant), quick,
                 lenient, result);
    }
}

static void mutate(char *text, uint64_t *seed) {
    static const char alphabet[] = "abcdefgh12345678NBRQKOx=+#-";
    size_t length = strlen(text), at = random_next(seed) % (length + 1);
    char c = alphabet[random_next(seed) % (sizeof alphabet - 1)];
    switch (random_next(seed) % 3) {
    case 0:
        text[at] = at < length ? c : '\0';
        break;
    case 1:
        memmove(text + at + 1, text + at, length + 1 - at);
        text[at] = c;
        break;
    default:
        if (at < length)
            memmove(text + at, text + at + 1, length - at);
    }
}

static void compare_all(const Position *position, const Move *moves, size_t count, uint64_t *seed) {
    for (size_t i = 0; i < count; i++) {
        char san[SAN_MAX], text[SAN_MAX + MUTATIONS];
        size_t length = san_write_move(position, moves[i], san);
        Move usual = read_usual(position, san);
        /* What we write, but for drops, is read the quick way, or quickness would be lost unnoticed. */
        if (!move_is_drop(moves[i]) && position_pieces(position, position->side, KING) != 0)
            assert_int_equal(usual, moves[i]);
        compare(position, san);
        memcpy(text, san, length + 1);
        for (int j = 0; j < MUTATIONS; j++) {
            mutate(text, seed);
            compare(position, text);
        }
    }
}

static void test_both_ways_agree(void **state) {
    (void)state;
    uint64_t seed = 20261130;
    for (int game = 0; game < GAMES; game++) {
        Position position;
        Move moves[MOVES_MAX];
        Variant variant = game % VARIANT_COUNT;
        position_start(&position, variant);
        if (variant == VARIANT_CHESS960)
            position_start_chess960(&position, (int)(random_next(&seed) % 960));
        for (int ply = 0; ply < PLIES; ply++) {
            size_t count = position_legal_moves(&position, moves);
            if (count == 0)
                break;
            compare_all(&position, moves, count, &seed);
            position_play(&position, moves[random_next(&seed) % count], &position);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_both_ways_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
