/* Pictures of positions: test_pictures SHEET */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>

#include "server/pictures.h"

enum { TILE = PICTURE_EDGE / 8, SHEET_MAX = 1 << 20 };

static char sheet[SHEET_MAX];
static size_t sheet_length;

typedef struct Pixels {
    uint8_t at[PICTURE_EDGE][PICTURE_EDGE][3];
} Pixels;

static Pixels *draw(const char *fen, Bitboard marked) {
    Error error;
    Text png;
    Position position;
    png_image image = {.version = PNG_IMAGE_VERSION};
    Pixels *pixels = malloc(sizeof *pixels);
    Pictures *pictures = pictures_open(sheet, sheet_length);
    assert_non_null(pictures);
    assert_true(position_from_fen(&position, fen, VARIANT_STANDARD, false, &error));
    text_init(&png);
    assert_true(pictures_draw(pictures, &position, marked, &png));
    assert_int_not_equal(png_image_begin_read_from_memory(&image, png.data, png.length), 0);
    assert_int_equal(image.width, PICTURE_EDGE);
    assert_int_equal(image.height, PICTURE_EDGE);
    image.format = PNG_FORMAT_RGB;
    assert_int_not_equal(png_image_finish_read(&image, NULL, pixels->at, 0, NULL), 0);
    text_free(&png);
    pictures_close(pictures);
    return pixels;
}

/* How bright a square is, its corner or its middle, of 765. */
static int brightness(const Pixels *pixels, Square square, int inset) {
    const uint8_t *pixel = pixels->at[(7 - square_rank(square)) * TILE + inset][square_file(square) * TILE + inset];
    return pixel[0] + pixel[1] + pixel[2];
}

static bool same(const Pixels *one, const Pixels *other, Square square) {
    const int left = square_file(square) * TILE, top = (7 - square_rank(square)) * TILE;
    for (int y = top; y < top + TILE; y++)
        if (memcmp(one->at[y][left], other->at[y][left], TILE * 3) != 0)
            return false;
    return true;
}

static void the_board_is_seen_from_whites_side(void **state) {
    (void)state;
    Pixels *pixels = draw("8/8/8/8/8/8/8/K6k w - - 0 1", 0);
    assert_true(brightness(pixels, A8, 3) > brightness(pixels, H8, 3)); /* a8 is light, h8 dark */
    assert_true(brightness(pixels, H1, 3) > brightness(pixels, A1, 3));
    assert_int_equal(brightness(pixels, A8, 3), brightness(pixels, H1, 3));
    assert_true(brightness(pixels, A1, TILE * 2 / 3) > brightness(pixels, H1, TILE * 2 / 3) + 200); /* kings */
    free(pixels);
}

static void a_man_changes_its_square_only(void **state) {
    (void)state;
    Pixels *without = draw("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0);
    Pixels *with = draw("4k3/8/8/3q4/8/8/8/4K3 w - - 0 1", 0);
    for (Square square = A1; square <= H8; square++)
        assert_int_equal(same(without, with, square), square != 35);
    free(without);
    free(with);
}

static void the_squares_of_the_last_move_are_marked(void **state) {
    (void)state;
    const char *fen = "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1";
    Pixels *plain = draw(fen, 0), *marked = draw(fen, (Bitboard)1 << 12 | (Bitboard)1 << 28);
    for (Square square = A1; square <= H8; square++)
        assert_int_equal(same(plain, marked, square), square != 12 && square != 28);
    free(plain);
    free(marked);
}

static void what_is_no_sheet_is_refused(void **state) {
    (void)state;
    assert_null(pictures_open("", 0));
    assert_null(pictures_open("no picture at all", 17));
    assert_null(pictures_open(sheet, sheet_length / 2));
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_is_seen_from_whites_side),
        cmocka_unit_test(a_man_changes_its_square_only),
        cmocka_unit_test(the_squares_of_the_last_move_are_marked),
        cmocka_unit_test(what_is_no_sheet_is_refused),
    };
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fputs("test_pictures wants the path of web/public/pieces.png\n", stderr);
        return 2;
    }
    sheet_length = fread(sheet, 1, sizeof sheet, file);
    fclose(file);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
