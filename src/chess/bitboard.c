#include "chess/bitboard.h"

#include "chess/magic_numbers.h"

Bitboard knight_attack_table[64];
Bitboard king_attack_table[64];
Bitboard pawn_attack_table[2][64];
Bitboard between_table[64][64];
Bitboard line_table[64][64];
Bitboard rook_ray_table[64];
Bitboard bishop_ray_table[64];
Slider rook_sliders[64];
Slider bishop_sliders[64];

/* Sum over squares of 2^(relevant squares). */
enum { ROOK_ENTRIES = 102400, BISHOP_ENTRIES = 5248 };
static Bitboard rook_entries[ROOK_ENTRIES];
static Bitboard bishop_entries[BISHOP_ENTRIES];

typedef struct Step {
    int file, rank;
} Step;

/* The first two of each kind go up the square numbers; the direction two further on is the opposite one. */
enum { OPPOSITE = 2 };
static const Step rook_steps[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
static const Step bishop_steps[4] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
static const Step knight_steps[8] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* [direction][square]: the way to the edge of an empty board, in the order of the steps above. */
static Bitboard rook_ways[4][64];
static Bitboard bishop_ways[4][64];

/* The square one step away, or NO_SQUARE beyond the edge. */
static Square square_step(Square square, Step step) {
    int file = square_file(square) + step.file, rank = square_rank(square) + step.rank;
    return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? square_make(file, rank) : NO_SQUARE;
}

static Bitboard jumps(Square square, const Step *steps, int count) {
    Bitboard result = 0;
    for (int i = 0; i < count; i++) {
        Square to = square_step(square, steps[i]);
        if (to != NO_SQUARE)
            result |= square_bit(to);
    }
    return result;
}

static void fill_ways(Bitboard ways[4][64], const Step steps[4]) {
    for (int i = 0; i < 4; i++)
        for (Square from = 0; from < 64; from++)
            for (Square to = square_step(from, steps[i]); to != NO_SQUARE; to = square_step(to, steps[i]))
                ways[i][from] |= square_bit(to);
}

/* Squares reached in all four directions, up to and including the first occupied one. */
static Bitboard rays(Square square, Bitboard ways[4][64], Bitboard occupied) {
    Bitboard result = 0;
    for (int i = 0; i < 4; i++) {
        Bitboard way = ways[i][square], blockers = way & occupied;
        if (blockers != 0)
            way ^= ways[i][i < 2 ? lsb(blockers) : msb(blockers)];
        result |= way;
    }
    return result;
}

/* A man on the last square of a way cannot hide anything behind it, so those do not matter. */
static Bitboard relevant_squares(Square square, Bitboard ways[4][64]) {
    Bitboard result = 0;
    for (int i = 0; i < 4; i++) {
        Bitboard way = ways[i][square];
        if (way != 0)
            result |= way ^ square_bit(i < 2 ? msb(way) : lsb(way));
    }
    return result;
}

static unsigned slider_index(const Slider *slider, Bitboard occupied) {
#if ROOKERY_USE_PEXT
    return (unsigned)_pext_u64(occupied, slider->mask);
#else
    return (unsigned)((occupied * slider->magic) >> slider->shift);
#endif
}

/* What a slider reaches along ways `i` and its opposite, by which of the men that matter there stand: pairs. */
typedef struct LineReach {
    Bitboard men, reached;
} LineReach;

enum { LINE_REACHES = 64 }; /* at most six squares of a line matter */

static int find_line_reaches(Square square, Bitboard ways[4][64], Bitboard mask, int i,
                             LineReach reaches[LINE_REACHES]) {
    Bitboard line = ways[i][square] | ways[i + OPPOSITE][square], men = 0;
    int count = 0;
    mask &= line;
    do {
        reaches[count++] = (LineReach){men, rays(square, ways, men) & line};
        men = (men - mask) & mask;
    } while (men != 0);
    return count;
}

/* The two lines of a slider do not disturb each other, so 107,648 entries are made of at most 128 for each square:
 * every program that starts has to wait for this. */
static void fill_sliders(Slider sliders[64], Bitboard *entries, Bitboard ways[4][64], const Bitboard magics[64]) {
    for (Square square = 0; square < 64; square++) {
        Slider *slider = &sliders[square];
        slider->mask = relevant_squares(square, ways);
#if ROOKERY_USE_PEXT
        (void)magics;
#else
        slider->magic = magics[square];
        slider->shift = 64 - (unsigned)popcount(slider->mask);
#endif
        slider->attacks = entries;
        LineReach first[LINE_REACHES], second[LINE_REACHES];
        int first_count = find_line_reaches(square, ways, slider->mask, 0, first);
        int second_count = find_line_reaches(square, ways, slider->mask, 1, second);
        for (int i = 0; i < first_count; i++)
            for (int k = 0; k < second_count; k++)
                entries[slider_index(slider, first[i].men | second[k].men)] = first[i].reached | second[k].reached;
        entries += (size_t)1 << popcount(slider->mask);
    }
}

static void fill_lines(const Step steps[4], Bitboard ways[4][64]) {
    for (Square a = 0; a < 64; a++) {
        for (int i = 0; i < 4; i++) {
            Bitboard line = ways[i][a] | ways[i ^ OPPOSITE][a] | square_bit(a), passed = 0;
            for (Square b = square_step(a, steps[i]); b != NO_SQUARE; b = square_step(b, steps[i])) {
                line_table[a][b] = line;
                between_table[a][b] = passed;
                passed |= square_bit(b);
            }
        }
    }
}

__attribute__((constructor)) static void fill_tables(void) {
    fill_ways(rook_ways, rook_steps);
    fill_ways(bishop_ways, bishop_steps);
    for (Square square = 0; square < 64; square++) {
        Bitboard bit = square_bit(square);
        knight_attack_table[square] = jumps(square, knight_steps, 8);
        king_attack_table[square] = jumps(square, rook_steps, 4) | jumps(square, bishop_steps, 4);
        pawn_attack_table[WHITE][square] = pawn_span(WHITE, bit);
        pawn_attack_table[BLACK][square] = pawn_span(BLACK, bit);
        rook_ray_table[square] = rays(square, rook_ways, 0);
        bishop_ray_table[square] = rays(square, bishop_ways, 0);
    }
    fill_sliders(rook_sliders, rook_entries, rook_ways, magic_numbers[0]);
    fill_sliders(bishop_sliders, bishop_entries, bishop_ways, magic_numbers[1]);
    fill_lines(rook_steps, rook_ways);
    fill_lines(bishop_steps, bishop_ways);
}
