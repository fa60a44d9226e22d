/* PGN as we write it: the export format, and that everything reads back as it was. */
#include "pgn_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zstd.h>

static void assert_written(const PgnGame *game, const char *expected) {
    Text text;
    text_init(&text);
    assert_true(pgn_write_game(game, &text));
    assert_string_equal(text.data, expected);
    text_free(&text);
}

static PgnNode add(PgnGame *game, PgnNode parent, const char *san) {
    Position position;
    Move move;
    pgn_game_position(game, parent, &position);
    assert_int_equal(san_parse_move(&position, san, &move, NULL), MOVE_TEXT_OK);
    PgnNode node = pgn_game_add_move(game, parent, move);
    assert_int_not_equal(node, PGN_ROOT);
    return node;
}

static void start(PgnGame *game, Variant variant, const char *fen) {
    Position position;
    pgn_game_init(game);
    position_start(&position, variant);
    if (fen != NULL)
        assert_true(position_from_fen(&position, fen, variant, false, NULL));
    pgn_game_start(game, &position);
}

/* ---- Form ---- */

static void test_an_empty_game_has_the_seven_tags(void **state) {
    (void)state;
    PgnGame game;
    start(&game, VARIANT_STANDARD, NULL);
    assert_written(&game, "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
                          "[Black \"?\"]\n[Result \"*\"]\n\n*\n\n");
    pgn_game_free(&game);
}

static void test_a_game_in_export_format(void **state) {
    (void)state;
    PgnGame game;
    start(&game, VARIANT_STANDARD, NULL);
    pgn_game_set_tag(&game, "WhiteElo", "1200");
    pgn_game_set_tag(&game, "Black", "Bo");
    pgn_game_set_tag(&game, "Annotator", "me");
    pgn_game_set_tag(&game, "White", "Al");
    pgn_game_set_tag(&game, "Result", "0-1");
    pgn_game_set_tag(&game, "FEN", "nonsense");
    PgnNode e4 = add(&game, PGN_ROOT, "e4"), e5 = add(&game, e4, "e5"), c5 = add(&game, e4, "c5");
    add(&game, e5, "Nf3");
    add(&game, c5, "Nf3");
    add(&game, PGN_ROOT, "d4");
    pgn_game_set_comment(&game, PGN_ROOT, "zero");
    pgn_game_set_comment(&game, e5, "one");
    pgn_game_set_comment_before(&game, c5, "two");
    pgn_game_add_nag(&game, e4, 1);
    pgn_game_add_nag(&game, e4, 1);
    pgn_game_add_nag(&game, e4, 16);
    pgn_game_set_result(&game, "1-0");
    assert_written(&game, "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Al\"]\n"
                          "[Black \"Bo\"]\n[Result \"1-0\"]\n[Annotator \"me\"]\n[WhiteElo \"1200\"]\n\n"
                          "{zero} 1. e4 $1 $16 (1. d4) 1... e5 {one} ({two} 1... c5 2. Nf3) 2. Nf3 1-0\n\n");
    pgn_game_free(&game);
}

static void test_start_positions_are_named(void **state) {
    (void)state;
    PgnGame game;
    start(&game, VARIANT_STANDARD, "4k3/8/8/8/8/8/4P3/4K3 b - - 3 17");
    add(&game, PGN_ROOT, "Kd7");
    assert_written(&game, "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
                          "[Black \"?\"]\n[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 17\"]\n"
                          "[SetUp \"1\"]\n\n17... Kd7 *\n\n");
    pgn_game_free(&game);
    start(&game, VARIANT_CRAZYHOUSE, NULL);
    assert_written(&game, "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
                          "[Black \"?\"]\n[Result \"*\"]\n[Variant \"Crazyhouse\"]\n\n*\n\n");
    pgn_game_free(&game);
}

static void test_lines_stay_below_eighty_columns(void **state) {
    (void)state;
    PgnGame game;
    Text text;
    start(&game, VARIANT_STANDARD, NULL);
    text_init(&text);
    PgnNode node = PGN_ROOT;
    for (int i = 0; i < 100; i++) {
        static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
        node = add(&game, node, moves[i % 4]);
        if (i % 10 == 0)
            pgn_game_set_comment(&game, node,
                                 "a remark that is longer than one line of text may be, so that it has to be broken "
                                 "in some place or other, perhaps twice, with 100 %certainty [%clk 0:00:01.5] 50 %");
    }
    assert_true(pgn_write_game(&game, &text));
    for (const char *line = text.data; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        assert_true(length <= 79);
        assert_true(line[0] != '%');
        assert_true(line[0] != '[' || strchr(line, '"') < line + length);
        line += length + 1;
    }
    text_free(&text);
    pgn_game_free(&game);
}

/* ---- Back again ---- */

static void assert_same_tree(const PgnGame *a, const PgnGame *b) {
    assert_int_equal(a->move_count, b->move_count);
    assert_string_equal(a->result, b->result);
    PgnNode nodes[512];
    size_t count = 0;
    /* The order of nodes may differ, so both trees are walked together, pairs on a stack. */
    nodes[count++] = PGN_ROOT;
    nodes[count++] = PGN_ROOT;
    while (count > 0) {
        PgnNode second = nodes[--count], first = nodes[--count];
        const PgnMove *x = &a->moves[first], *y = &b->moves[second];
        assert_int_equal(x->move, y->move);
        assert_string_equal(pgn_game_comment(a, first), pgn_game_comment(b, second));
        assert_string_equal(pgn_game_comment_before(a, first), pgn_game_comment_before(b, second));
        const PgnNote *m = pgn_game_note(a, first), *n = pgn_game_note(b, second);
        assert_int_equal(m != NULL ? m->nag_count : 0, n != NULL ? n->nag_count : 0);
        for (unsigned i = 0; m != NULL && i < m->nag_count; i++)
            assert_int_equal(m->nags[i], n->nags[i]);
        assert_int_equal(x->next == PGN_ROOT, y->next == PGN_ROOT);
        assert_int_equal(x->variation == PGN_ROOT, y->variation == PGN_ROOT);
        assert_true(count + 4 <= 512);
        if (x->next != PGN_ROOT) {
            nodes[count++] = x->next;
            nodes[count++] = y->next;
        }
        if (x->variation != PGN_ROOT) {
            nodes[count++] = x->variation;
            nodes[count++] = y->variation;
        }
    }
}

static void assert_reads_back(const PgnGame *game) {
    PgnGame back;
    Text text, again;
    pgn_game_init(&back);
    text_init(&text);
    text_init(&again);
    assert_true(pgn_write_game(game, &text));
    read_good(&back, text.data);
    assert_same_tree(game, &back);
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *name = game->text.data + game->tags[i].name;
        assert_string_equal(pgn_game_tag(&back, name), pgn_game_tag(game, name));
    }
    assert_true(pgn_write_game(&back, &again));
    assert_string_equal(again.data, text.data);
    pgn_game_free(&back);
    text_free(&text);
    text_free(&again);
}

static void test_any_name_and_any_comment_read_back(void **state) {
    (void)state;
    static const char *const texts[] = {
        "plain",
        "}",
        "{",
        "{}",
        "a } b",
        "\"",
        "\\",
        "\\\"",
        "\"]",
        "x\\",
        "]",
        "[",
        "[Event \"x\"]",
        "; % $ ( )",
        "two  spaces",
        "%",
        "[%clk 0:00:01]",
        "a } [%eval 1.0]",
        "M\xc3\xbcnchen",
        "(",
        ")",
        "*",
        "1-0",
        "--",
        "\"\"",
        "\\\\\"\\",
        "a\"]b\\\"]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        PgnGame game;
        start(&game, VARIANT_STANDARD, NULL);
        pgn_game_set_tag(&game, "White", texts[i]);
        PgnNode e4 = add(&game, PGN_ROOT, "e4"), e5 = add(&game, e4, "e5"), c5 = add(&game, e4, "c5");
        pgn_game_set_comment(&game, PGN_ROOT, texts[i]);
        pgn_game_set_comment(&game, e5, texts[i]);
        pgn_game_set_comment(&game, c5, texts[i]);
        pgn_game_set_comment_before(&game, c5, texts[i]);
        assert_reads_back(&game);
        pgn_game_free(&game);
    }
}

static void test_line_breaks_in_names_and_comments_become_spaces(void **state) {
    (void)state;
    PgnGame game;
    start(&game, VARIANT_STANDARD, NULL);
    pgn_game_set_tag(&game, "White", "a\nb");
    pgn_game_set_comment(&game, PGN_ROOT, " a\r\nb\n");
    assert_string_equal(pgn_game_tag(&game, "White"), "a b");
    assert_string_equal(pgn_game_comment(&game, PGN_ROOT), "a  b");
    assert_reads_back(&game);
    pgn_game_free(&game);
}

static uint64_t random_next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* A random tree of up to `size` moves with random remarks. */
static void grow_tree(PgnGame *game, int size, uint64_t *seed) {
    static const char *const remarks[] = {"good", "a } brace", "with several words in it", "[%clk 0:01:02]"};
    for (int i = 0; i < size; i++) {
        PgnNode parent =
            random_next(seed) % 4 > 0 ? (PgnNode)game->move_count - 1 : (PgnNode)(random_next(seed) % game->move_count);
        Position position;
        Move moves[MOVES_MAX];
        pgn_game_position(game, parent, &position);
        size_t count = position_legal_moves(&position, moves);
        if (count == 0)
            continue;
        PgnNode node = pgn_game_add_move(game, parent, moves[random_next(seed) % count]);
        if (random_next(seed) % 8 == 0)
            pgn_game_set_comment(game, node, remarks[random_next(seed) % 4]);
        if (random_next(seed) % 8 == 0)
            pgn_game_add_nag(game, node, (unsigned)(random_next(seed) % 140));
    }
}

static void test_random_trees_of_every_variant_read_back(void **state) {
    (void)state;
    uint64_t seed = 20261129;
    for (Variant variant = 0; variant < VARIANT_COUNT; variant++) {
        for (int i = 0; i < 20; i++) {
            PgnGame game;
            Position position;
            position_start(&position, variant);
            if (variant == VARIANT_CHESS960)
                position_start_chess960(&position, (int)(random_next(&seed) % 960));
            pgn_game_init(&game);
            pgn_game_start(&game, &position);
            grow_tree(&game, 120, &seed);
            assert_reads_back(&game);
            pgn_game_free(&game);
        }
    }
}

/* ---- Clocks and evaluations ---- */

static void test_clocks(void **state) {
    (void)state;
    static const struct {
        const char *comment;
        int64_t milliseconds;
    } cases[] = {
        {"[%clk 1:02:03]", 3723000}, {"book [%clk 0:00:59.8] x", 59800},
        {"[%clk 0:00:00.005]", 5},   {"[%clk 2:30]", 150000},
        {"[%clk 7.25]", 7250},       {"[%clk 0:00:01,5]", 1500},
        {"[%clk -0:00:01]", -1000},  {"[%eval 1] [%clk 0:00:01]", 1000},
    };
    static const char *const bad[] = {"",
                                      "[%clk]",
                                      "[%clk ]",
                                      "[%clk x]",
                                      "[%clk 0:00:01",
                                      "clk 0:00:01",
                                      "[%clk 1:2:3:4]",
                                      "[%clk 99999999999999999999]",
                                      "[%clock 0:00:01]"};
    int64_t milliseconds = 77;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(pgn_comment_clock(cases[i].comment, &milliseconds));
        assert_true(milliseconds == cases[i].milliseconds);
    }
    milliseconds = 77;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(pgn_comment_clock(bad[i], &milliseconds));
    assert_true(milliseconds == 77);
    assert_true(pgn_comment_elapsed("[%emt 0:00:03] [%clk 0:00:01]", &milliseconds));
    assert_true(milliseconds == 3000);
}

static void test_evaluations(void **state) {
    (void)state;
    PgnEval eval;
    assert_true(pgn_comment_eval("[%eval 0.17]", &eval));
    assert_true(!eval.mate && eval.value == 17 && eval.depth == 0);
    assert_true(pgn_comment_eval("[%eval -1.5,22] [%clk 0:01:00]", &eval));
    assert_true(!eval.mate && eval.value == -150 && eval.depth == 22);
    assert_true(pgn_comment_eval("[%eval +0.29]", &eval));
    assert_true(!eval.mate && eval.value == 29);
    assert_true(pgn_comment_eval("[%eval #-3]", &eval));
    assert_true(eval.mate && eval.value == -3);
    assert_false(pgn_comment_eval("[%eval x]", &eval));
    assert_false(pgn_comment_eval("[%eval 1e5]", &eval));
    assert_false(pgn_comment_eval("+0.17/12", &eval));
}

static void test_commands_are_written_as_they_are_read(void **state) {
    (void)state;
    Text text;
    text_init(&text);
    text_append_string(&text, "book");
    pgn_comment_add_eval(&text, (PgnEval){.value = -7, .depth = 12});
    pgn_comment_add_clock(&text, 3661500);
    pgn_comment_add_elapsed(&text, 1000);
    assert_string_equal(text.data, "book [%eval -0.07,12] [%clk 1:01:01.5] [%emt 0:00:01]");
    Text plain;
    text_init(&plain);
    pgn_comment_plain("a [%eval 1] b [%clk 0:00:01]", &plain);
    assert_string_equal(plain.data, "a b");
    text_clear(&text);
    pgn_comment_add_eval(&text, (PgnEval){.mate = true, .value = -3});
    assert_string_equal(text.data, "[%eval #-3]");
    text_free(&plain);
    text_free(&text);
}

/* ---- Files ---- */

/* Many games, larger than the reader's buffer; every hundredth has an illegal move in its seventh line. */
static void make_large_file(Text *text, int games) {
    for (int i = 0; i < games; i++)
        text_append_format(
            text,
            "[Event \"%d\"]\n[Site \"here\"]\n\n1. e4 e5 {a comment of some length, so that it is cut by "
            "the\nend of the buffer now and then} 2. Nf3\n%s {and another} 3. Bb5 *\n\n",
            i, i % 100 == 99 ? "Nc7" : "Nc6");
}

static void check_large_file(PgnReader *reader, int games) {
    PgnGame game;
    char event[16];
    assert_non_null(reader);
    pgn_game_init(&game);
    for (int i = 0; i < games; i++) {
        assert_true(pgn_reader_next(reader, &game));
        snprintf(event, sizeof event, "%d", i);
        assert_string_equal(pgn_game_tag(&game, "Event"), event);
        assert_int_equal(game.line, (size_t)i * 7 + 1);
        assert_int_equal(game.error_count, i % 100 == 99);
        assert_int_equal(pgn_game_ply_count(&game), i % 100 == 99 ? 3 : 5);
        if (i % 100 == 99) {
            assert_int_equal(game.error.line, (size_t)i * 7 + 6);
            assert_int_equal(game.error.column, 1);
        }
    }
    assert_false(pgn_reader_next(reader, &game));
    assert_false(pgn_reader_failed(reader, NULL));
    pgn_game_free(&game);
    pgn_reader_close(reader);
}

static void test_large_files_plain_and_packed(void **state) {
    (void)state;
    enum { GAMES = 6000 };
    Text text;
    text_init(&text);
    make_large_file(&text, GAMES);
    check_large_file(pgn_reader_open_memory(text.data, text.length, NULL), GAMES);

    size_t room = ZSTD_compressBound(text.length), half = text.length / 2;
    char *packed = malloc(2 * room);
    size_t size = ZSTD_compress(packed, room, text.data, half, 3);
    size += ZSTD_compress(packed + size, room, text.data + half, text.length - half, 3); /* two frames */
    check_large_file(pgn_reader_open_memory(packed, size, NULL), GAMES);

    char path[] = "/tmp/rookery-test-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, packed, size), size);
    check_large_file(pgn_reader_open(path, NULL, NULL), GAMES);

    /* A packed file that is cut off says so. */
    assert_int_equal(ftruncate(descriptor, (off_t)(size / 2)), 0);
    close(descriptor);
    Error error = {.line = 0};
    PgnGame game;
    pgn_game_init(&game);
    PgnReader *reader = pgn_reader_open(path, NULL, &error);
    assert_non_null(reader);
    while (pgn_reader_next(reader, &game))
        continue;
    assert_true(pgn_reader_failed(reader, &error));
    assert_non_null(strstr(error.message, "cut off"));
    pgn_reader_close(reader);
    pgn_game_free(&game);
    unlink(path);
    free(packed);
    text_free(&text);
}

static void test_files_that_cannot_be_read(void **state) {
    (void)state;
    Error error;
    assert_null(pgn_reader_open("/nonexistent/games.pgn", NULL, &error));
    assert_non_null(strstr(error.message, "/nonexistent/games.pgn"));
    assert_null(pgn_reader_open("/", NULL, &error));
    assert_non_null(strstr(error.message, "directory"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_empty_game_has_the_seven_tags),
        cmocka_unit_test(test_a_game_in_export_format),
        cmocka_unit_test(test_start_positions_are_named),
        cmocka_unit_test(test_lines_stay_below_eighty_columns),
        cmocka_unit_test(test_any_name_and_any_comment_read_back),
        cmocka_unit_test(test_line_breaks_in_names_and_comments_become_spaces),
        cmocka_unit_test(test_random_trees_of_every_variant_read_back),
        cmocka_unit_test(test_clocks),
        cmocka_unit_test(test_evaluations),
        cmocka_unit_test(test_commands_are_written_as_they_are_read),
        cmocka_unit_test(test_large_files_plain_and_packed),
        cmocka_unit_test(test_files_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
