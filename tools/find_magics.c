/*
 * Prints src/chess/magic_numbers.h: for every square a multiplier that maps each occupancy of a rook's or bishop's
 * relevant squares to an index without harmful collisions ("fancy magic bitboards", Pradu Kannan's scheme, see
 * https://www.chessprogramming.org/Magic_Bitboards). Build and run by hand:
 *
 *     cc -O2 -o find_magics tools/find_magics.c && ./find_magics >src/chess/magic_numbers.h
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const int directions[2][4][2] = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};

static uint64_t state = 20261129;
static uint64_t next_random(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static uint64_t walk(int square, uint64_t occupied, const int steps[4][2], bool mask) {
    uint64_t result = 0;
    for (int d = 0; d < 4; d++) {
        int file = square % 8 + steps[d][0], rank = square / 8 + steps[d][1];
        for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += steps[d][0], rank += steps[d][1]) {
            int next_file = file + steps[d][0], next_rank = rank + steps[d][1];
            bool edge = next_file < 0 || next_file > 7 || next_rank < 0 || next_rank > 7;
            if (mask && edge)
                break;
            result |= UINT64_C(1) << (rank * 8 + file);
            if (occupied >> (rank * 8 + file) & 1)
                break;
        }
    }
    return result;
}

static uint64_t find(int square, const int steps[4][2]) {
    static uint64_t occupancies[4096], attacks[4096], used[4096];
    uint64_t mask = walk(square, 0, steps, true), subset = 0;
    int bits = __builtin_popcountll(mask), count = 0;
    do {
        occupancies[count] = subset;
        attacks[count++] = walk(square, subset, steps, false);
        subset = (subset - mask) & mask;
    } while (subset != 0);
    for (;;) {
        uint64_t magic = next_random() & next_random() & next_random();
        bool good = true;
        memset(used, 0, sizeof used);
        for (int i = 0; i < count && good; i++) {
            uint64_t *entry = &used[occupancies[i] * magic >> (64 - bits)];
            good = *entry == 0 || *entry == attacks[i];
            *entry = attacks[i];
        }
        if (good)
            return magic;
    }
}

int main(void) {
    printf("/* Made by tools/find_magics.c. Index [0] rook, [1] bishop; then the square. */\n"
           "static const Bitboard magic_numbers[2][64] = {\n");
    for (int kind = 0; kind < 2; kind++) {
        printf("    {\n");
        for (int square = 0; square < 64; square++)
            printf("%s0x%016" PRIx64 ",%s", square % 4 == 0 ? "        " : " ", find(square, directions[kind]),
                   square % 4 == 3 ? "\n" : "");
        printf("    },\n");
    }
    printf("};\n");
}
