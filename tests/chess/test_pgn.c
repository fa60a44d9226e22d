/* PGN as it is found in the world: layouts, quirks and mistakes, and what is read from them. */
#include "pgn_help.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Layout ---- */

static void test_any_layout_is_read(void **state) {
    (void)state;
    assert_games("1. e4 e5 2. Nf3 Nc6 1-0", "e4 e5 Nf3 Nc6");
    assert_games("1.e4 e5 2.Nf3 Nc6 1-0", "e4 e5 Nf3 Nc6");
    assert_games("1.e4 1...e5 2.Nf3 2...Nc6", "e4 e5 Nf3 Nc6");
    assert_games("1 e4 e5 2 Nf3 Nc6", "e4 e5 Nf3 Nc6");
    assert_games("1 . e4 1 ... e5 2.\nNf3\tNc6", "e4 e5 Nf3 Nc6");
    assert_games("1e4 e5 2Nf3 Nc6", "e4 e5 Nf3 Nc6");
    assert_games("e4 e5 Nf3 Nc6 *", "e4 e5 Nf3 Nc6");
    assert_games("1.e4\r\ne5\r\n2.Nf3 Nc6\r\n", "e4 e5 Nf3 Nc6");
    assert_games("1.e4\re5\r2.Nf3 Nc6\r", "e4 e5 Nf3 Nc6");
    assert_games("\xef\xbb\xbf"
                 "1. e4 e5 2. Nf3 Nc6",
                 "e4 e5 Nf3 Nc6");
    assert_games("1. e4 e5 2. Nf3 Nc6\xe2\x80\xa6 *", "e4 e5 Nf3 Nc6");
    assert_games("7. e4 23... e5 1. Nf3 99. Nc6", "e4 e5 Nf3 Nc6");
    assert_games("\n\n  1. e4\n\n\n e5\n", "e4 e5");
    assert_games("", "");
    assert_games("\n \t\r\n", "");
    assert_games("*", "");
}

static void test_games_are_told_apart(void **state) {
    (void)state;
    assert_games("[Event \"a\"][Site \"b\"] 1. e4 *", "e4");
    assert_games("[Event \"a\"] [Site \"b\"]\n1. e4 *", "e4");
    assert_games("[ Event  \"a\" ]\n[Site\"b\"]\n\n1. e4 *", "e4");
    assert_games("  [Event \"a\"]\n  [Site \"b\"]\n  1. e4 *", "e4");
    assert_games("[Event \"a\"]\n\n[Site \"b\"]\n\n1. e4 *", "e4");
    assert_games("[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. d4 *", "e4 // d4");
    assert_games("[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. d4", "e4 // d4");
    assert_games("[Event \"a\"]\n[Result \"*\"]\n\n[Event \"b\"]\n[Result \"*\"]\n\n1. d4 *", " // d4");
    assert_games("1. e4 * 1. d4 * 1. c4 *", "e4 // d4 // c4");
    assert_games("1. e4 e5 2. d4\n\n1. d4 d5\n", "e4 e5 d4 // d4 d5");
    assert_games("1. e4\n\n1... e5\n\n2. d4", "e4 e5 d4");
    assert_games("1. e4 1-0 1-0\n\n1. d4 *", "e4 // d4");
}

static void test_percent_lines_are_passed_over(void **state) {
    (void)state;
    assert_games("% made by a program\n[Event \"a\"]\n%[Event \"b\"]\n\n1. e4\n% 1... c5\n1... e5 *", "e4 e5");
}

static void test_comments_may_stand_anywhere(void **state) {
    (void)state;
    assert_games("{before} [Event \"a\"] {between}\n[Site \"b\"]\n\n{first} 1. {second} e4 {third} e5 ; fourth *\n*",
                 "e4 e5");
    assert_games("; a line\n[Event \"a\"]\n\n1. e4 ; one * 1-0 [\n1... e5 *", "e4 e5");
    assert_games("1. e4 { [Event \"x\"] * 1-0 ( ; } e5 *", "e4 e5");
    assert_games("1. e4 {a\n\nb\n} e5 *", "e4 e5");
    assert_games("1. e4{a}e5{b}2. d4{c}*", "e4 e5 d4");
}

/* ---- Moves ---- */

static void test_moves_in_other_dress(void **state) {
    (void)state;
    assert_games("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O");
    assert_games("1. e2-e4 e7-e5 2. Ng1-f3 Nb8c6 *", "e4 e5 Nf3 Nc6");
    assert_games("1. e2e4 e7e5 2. g1f3 b8c6 *", "e4 e5 Nf3 Nc6");
    assert_games("1. e4 d5 2. e4xd5 Qd8xd5 *", "e4 d5 exd5 Qxd5");
    assert_games("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7mate 1-0", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    assert_games("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7++ 1-0", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    assert_games("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 # 1-0", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    assert_games("1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 *", "e4 a6 e5 d5 exd6 cxd6");
    assert_games("1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 *", "e4 a6 e5 d5 exd6 cxd6");
    assert_games("1. e4 a6 2. e5 d5 3. exd6ep cxd6 *", "e4 a6 e5 d5 exd6 cxd6");
    assert_games("[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n1. a8=Q *", "a8=Q");
    assert_games("[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n1. a8Q *", "a8=Q");
    assert_games("[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n1. a8(Q) Kg7 *", "a8=Q Kg7");
    assert_games("[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n1. a8/Q *", "a8=Q");
}

static void test_moves_with_chess_symbols(void **state) {
    (void)state;
    assert_games("1. e4 e5 2. \xe2\x99\x98"
                 "f3 \xe2\x99\x9e"
                 "c6 3. \xe2\x99\x97"
                 "b5 *",
                 "e4 e5 Nf3 Nc6 Bb5");
    assert_games("1. \xe2\x99\x99"
                 "e4 *",
                 "e4");
    assert_games("[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n1. a8=\xe2\x99\x95 Kg7 *", "a8=Q Kg7");
}

static void test_remarks_without_braces_cost_no_moves(void **state) {
    (void)state;
    assert_games("1. e4 good e5 2. Nf3 ep Nc6 White resigns 1-0", "e4 e5 Nf3 Nc6");
    assert_games("1. e4 {a {b} c} e5 *", "e4 e5");
    assert_mistake("1. e4 good e5 *", 1, 7, "good");
    assert_games("1. e4 e5 2. Sf3 Nc6 *", "e4 e5");
    assert_games("1. e4 e5 (=) 2. Nf3 *", "e4 e5 Nf3");
}

static void test_passing_is_a_move(void **state) {
    (void)state;
    assert_games("1. e4 -- 2. d4 Z0 3. -- e5 *", "e4 -- d4 -- -- e5");
    assert_games("1. e4 null 2. d4 0000 3. @@@@ e5 *", "e4 -- d4 -- -- e5");
}

static void test_results(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"1. e4 1-0", "1-0"},
        {"1. e4 0-1", "0-1"},
        {"1. e4 1/2-1/2", "1/2-1/2"},
        {"1. e4 1/2", "1/2-1/2"},
        {"1. e4 *", "*"},
        {"1. e4", "*"},
        {"1. e4 \xc2\xbd-\xc2\xbd", "1/2-1/2"},
        {"[Result \"0-1\"]\n1. e4", "0-1"},
        {"[Result \"0-1\"]\n1. e4 *", "0-1"},
        {"[Result \"0-1\"]\n1. e4 1-0", "1-0"},
        {"[Result \"draw\"]\n1. e4", "*"},
        {"1. e4 e5 (1... c5 1-0) 2. d4 0-1", "0-1"},
    };
    PgnGame game;
    pgn_game_init(&game);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        read_good(&game, cases[i][0]);
        assert_string_equal(game.result, cases[i][1]);
    }
    pgn_game_free(&game);
}

/* ---- Start positions and rules ---- */

static void test_start_positions(void **state) {
    (void)state;
    assert_games("[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 0 40\"]\n\n40... Kd7 41. Kxe2 *", "Kd7 Kxe2");
    assert_games("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\n1. e4 *", "e4");
    assert_games("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 N@f6 *", "e4 d5 exd5 Qxd5 @e4");
    assert_games("[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1\"]\n\n1. O-O *", "O-O");
    assert_games("[Variant \"fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1\"]\n\n1. O-O-O *", "O-O-O");
    assert_games("[FEN \"4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1\"]\n\n1. O-O *", "O-O");
    assert_games("[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", "e4");
    assert_games("[Variant \"Racing Kings\"]\n\n1. Kh3 *", "Kh3");
    assert_games("[Variant \"horde\"]\n\n1. a5 *", "a5");
}

/* Rights by file tell of free castling only where they cannot be had otherwise. */
static void test_castling_rights_by_file(void **state) {
    (void)state;
    PgnGame game;
    pgn_game_init(&game);
    read_good(&game, "[FEN \"4k3/8/8/8/8/8/8/R3K2R w HA - 0 1\"]\n\n1. O-O *");
    assert_false(game.start.chess960);
    read_good(&game, "[FEN \"4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1\"]\n\n1. O-O *");
    assert_true(game.start.chess960);
    read_good(&game, "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w HA - 0 1\"]\n\n1. O-O *");
    assert_true(game.start.chess960);
    pgn_game_free(&game);
}

static void test_unknown_rules_leave_the_other_games_alone(void **state) {
    (void)state;
    const char *pgn = "[Event \"a\"]\n[Variant \"Tafl\"]\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. d4 *";
    assert_games(pgn, " // d4");
    assert_mistake(pgn, 2, 1, "the variant \"Tafl\" is not known");
    assert_mistake("[FEN \"8/8/8 w - - 0 1\"]\n\n1. e4 *", 1, 1, "ranks");
}

static void test_rules_for_games_that_name_none(void **state) {
    (void)state;
    const char *pgn = "1. e4 d5 2. exd5 Qxd5 3. P@e4 *";
    PgnOptions options = {.variant = VARIANT_CRAZYHOUSE};
    PgnReader *reader = pgn_reader_open_memory(pgn, strlen(pgn), &options);
    PgnGame game;
    pgn_game_init(&game);
    assert_true(pgn_reader_next(reader, &game));
    assert_int_equal(game.error_count, 0);
    assert_int_equal(pgn_game_ply_count(&game), 5);
    pgn_game_free(&game);
    pgn_reader_close(reader);
}

/* ---- Tags ---- */

static void test_tag_values(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"[Event \"plain\"]", "plain"},
        {"[Event \"\"]", ""},
        {"[Event \"The \\\"Open\\\"\"]", "The \"Open\""},
        {"[Event \"The \"Open\" of\"]", "The \"Open\" of"},
        {"[Event \"C:\\\\pgn\\\\x\"]", "C:\\pgn\\x"},
        {"[Event \"C:\\pgn\\x\"]", "C:\\pgn\\x"},
        {"[Event \"ends in \\\\\"]", "ends in \\"},
        {"[Event \"ends in \\\"]", "ends in \\"},
        {"[Event \"[a] {b} ;c %d (e)\"]", "[a] {b} ;c %d (e)"},
        {"[Event \"a\"] [Event \"b\"]", "b"},
        {"[Event \"M\xfcnchen\"]", "M\xc3\xbcnchen"},
        {"[Event \"M\xc3\xbcnchen\"]", "M\xc3\xbcnchen"},
        {"[Event \"a\tb\"]", "a b"},
    };
    PgnGame game;
    Text text;
    pgn_game_init(&game);
    text_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text_clear(&text);
        text_append_format(&text, "%s\n[Site \"x\"]\n\n1. e4 *\n", cases[i][0]);
        read_good(&game, text.data);
        assert_string_equal(pgn_game_tag(&game, "Event"), cases[i][1]);
        assert_string_equal(pgn_game_tag(&game, "Site"), "x");
        assert_null(pgn_game_tag(&game, "Round"));
        assert_int_equal(pgn_game_ply_count(&game), 1);
    }
    text_free(&text);
    pgn_game_free(&game);
}

static void test_bad_tags_are_reported_and_cost_no_moves(void **state) {
    (void)state;
    static const char *const cases[] = {"[Event]", "[Event x]",      "[Event \"x]", "[Event \"x\"",
                                        "[]",      "[Ev:ent \"x\"]", "[\"x\"]",     "[Event \"x\" y]",
                                        "["};
    PgnGame game;
    Text text;
    pgn_game_init(&game);
    text_init(&text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        text_clear(&text);
        text_append_format(&text, "[Site \"x\"]\n%s\n[Round \"3\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4", cases[i]);
        read_one(&game, text.data);
        assert_int_equal(game.error_count, 1);
        assert_int_equal(game.error.line, 2);
        assert_string_equal(pgn_game_tag(&game, "Site"), "x");
        assert_string_equal(pgn_game_tag(&game, "Round"), "3");
        assert_false(game.cut);
        assert_games(text.data, "e4 e5 // d4");
    }
    text_free(&text);
    pgn_game_free(&game);
}

/* ---- Trees ---- */

static void test_variations_hang_on_the_move_they_replace(void **state) {
    (void)state;
    PgnGame game;
    Text line;
    pgn_game_init(&game);
    text_init(&line);
    read_good(&game, "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 *");
    PgnNode e4 = node_at(&game, 1), d4 = game.moves[e4].variation, c4 = game.moves[d4].variation;
    append_main_line(&game, &line);
    assert_string_equal(line.data, "e4 e5 Nf3");
    text_clear(&line);
    append_line(&game, d4, &line);
    assert_string_equal(line.data, "d4 d5 c4");
    text_clear(&line);
    append_line(&game, game.moves[game.moves[d4].next].variation, &line);
    assert_string_equal(line.data, "Nf6 c4");
    text_clear(&line);
    append_line(&game, c4, &line);
    assert_string_equal(line.data, "c4");
    assert_int_equal(game.moves[c4].variation, PGN_ROOT);
    text_free(&line);
    pgn_game_free(&game);
}

static void test_comments_belong_to_moves(void **state) {
    (void)state;
    PgnGame game;
    pgn_game_init(&game);
    read_good(&game, "{zero} 1. {nought} e4 {one} {two} e5 ({start} 1... c5 {end}) {three} 2. d4 ; four\n"
                     "{  \n five\n\n   six } *");
    PgnNode e4 = node_at(&game, 1), e5 = node_at(&game, 2), d4 = node_at(&game, 3), c5 = game.moves[e5].variation;
    assert_string_equal(pgn_game_comment(&game, PGN_ROOT), "zero nought");
    assert_string_equal(pgn_game_comment(&game, e4), "one two");
    assert_string_equal(pgn_game_comment(&game, e5), "three");
    assert_string_equal(pgn_game_comment_before(&game, c5), "start");
    assert_string_equal(pgn_game_comment(&game, c5), "end");
    assert_string_equal(pgn_game_comment(&game, d4), "four five six");
    assert_string_equal(pgn_game_comment_before(&game, d4), "");
    read_good(&game, "1. e4 ({only words}) 1... e5 1-0 {resigns}");
    assert_string_equal(pgn_game_comment(&game, node_at(&game, 1)), "only words");
    assert_string_equal(pgn_game_comment(&game, node_at(&game, 2)), "resigns");
    pgn_game_free(&game);
}

static void assert_nags(const PgnGame *game, PgnNode node, const char *expected) {
    const PgnNote *note = pgn_game_note(game, node);
    Text text;
    text_init(&text);
    for (unsigned i = 0; note != NULL && i < note->nag_count; i++)
        text_append_format(&text, "%s%u", i > 0 ? " " : "", note->nags[i]);
    assert_string_equal(text.data, expected);
    text_free(&text);
}

static void test_glyphs(void **state) {
    (void)state;
    PgnGame game;
    pgn_game_init(&game);
    read_good(&game,
              "1. e4! e5?? 2. Nf3 $14$1 (2. d4 $13) Nc6 !? $5 3. Bb5+- a6 \xc2\xb1 4. Ba4= Nf6 N 5. O-O (5. d3?!) *");
    static const char *const expected[] = {"1", "4", "14 1", "5", "18", "16", "10", "146", ""};
    for (int ply = 1; ply <= 9; ply++)
        assert_nags(&game, node_at(&game, ply), expected[ply - 1]);
    assert_nags(&game, game.moves[node_at(&game, 3)].variation, "13");
    assert_nags(&game, game.moves[node_at(&game, 9)].variation, "6");
    read_good(&game, "1. e4 ($5 1. d4) *");
    assert_nags(&game, game.moves[node_at(&game, 1)].variation, "5");
    pgn_game_free(&game);
}

static void test_main_line_only(void **state) {
    (void)state;
    const char *pgn = "{a} 1. e4 ({x} 1. d4 (1. c4 {(}) d5) $1 {b} e5 (1... Qh5) 2. Nf3 *";
    PgnOptions options = {.main_line_only = true};
    PgnReader *reader = pgn_reader_open_memory(pgn, strlen(pgn), &options);
    PgnGame game;
    Text line;
    pgn_game_init(&game);
    text_init(&line);
    assert_true(pgn_reader_next(reader, &game));
    append_main_line(&game, &line);
    assert_string_equal(line.data, "e4 e5 Nf3");
    assert_int_equal(game.move_count, 4);
    assert_int_equal(game.note_count, 0);
    assert_int_equal(game.error_count, 0);
    text_free(&line);
    pgn_game_free(&game);
    pgn_reader_close(reader);
}

/* ---- Mistakes ---- */

static void test_an_illegal_move_ends_its_line_only(void **state) {
    (void)state;
    PgnGame game;
    pgn_game_init(&game);
    const char *pgn = "[Event \"a\"]\n\n1. e4 e5\n2. Ke3 {x} (2. d4) Nc6 3. d4 1-0\n\n[Event \"b\"]\n\n1. d4 *";
    assert_games(pgn, "e4 e5 // d4");
    assert_mistake(pgn, 4, 4, "\"Ke3\" is not a legal move");
    read_one(&game, pgn);
    assert_true(game.cut);
    assert_int_equal(game.error_count, 1);
    assert_string_equal(game.result, "1-0");
    read_one(&game, "1. e4 (1. d5 (1. c4) c5) 1... e5 *");
    assert_false(game.cut);
    assert_int_equal(game.error_count, 1);
    assert_int_equal(pgn_game_ply_count(&game), 2);
    pgn_game_free(&game);
}

static void test_mistakes_have_their_place(void **state) {
    (void)state;
    assert_mistake("1. e4 e5 2. Nf9 *", 1, 13, "Nf9");
    assert_mistake("1. e4 e5 2. Ne2 d5 3. Nc3 *", 1, 23, "ambiguous");
    assert_mistake("1. e4 e5\n2. hello world *", 2, 4, "hello");
    assert_mistake("1. e4 e5 2. Sf3 *", 1, 13, "Sf3");
    assert_mistake("1. e4 {never closed\n\n1... e5 *", 1, 7, "closed");
    assert_mistake("1. e4 (1. d4 d5 *", 1, 18, "variation");
    assert_mistake("1. e4 e5) 2. d4 *", 1, 9, ")");
    assert_mistake("(1. d4) 1. e4 *", 1, 1, "variation");
    assert_mistake("1. e4 [%clk 0:01:00] e5 *", 1, 7, "[");
    assert_mistake("1. e4 $ e5 *", 1, 7, "$");
    assert_mistake("1. e4 \xff e5 *", 1, 7, "0xff");
    assert_mistake("1. e4 <x> e5 *", 1, 7, "<");
    assert_mistake("1. e4e5 *", 1, 4, "e4e5");
    assert_mistake("1. aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa *", 1, 4, "too long");
    assert_mistake("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# Kxf7 *", 1, 41, "Kxf7");
}

static void test_unclosed_things_end_where_the_next_game_begins(void **state) {
    (void)state;
    assert_games("[Event \"a\"]\n\n1. e4 {open\n1... e5\n\n[Event \"b\"]\n\n1. d4 *", "e4 // d4");
    assert_games("[Event \"a\"]\n\n1. e4 (1. c4 (1. b4 *\n\n[Event \"b\"]\n\n1. d4 *", "e4 // d4");
    assert_games("1. e4 (1. c4 *\n\n1. d4 *", "e4 // d4");
    assert_games("[Event \"a]\n[Site \"x\"]\n\n1. e4 *\n[Event \"b\"]\n\n1. d4 *", "e4 // d4");
    assert_games("[Event \"a\"]\n\n1. e5 {x} (y) e4\n\n1. d4 *\n[Event \"b\"]\n\n1. c4", " // d4 // c4");
}

static void test_deep_nesting_is_cut_not_crashed_on(void **state) {
    (void)state;
    Text text;
    PgnGame game;
    text_init(&text);
    pgn_game_init(&game);
    for (int i = 0; i < 100000; i++)
        text_append_string(&text, "1. e4 (");
    for (int i = 0; i < 100000; i++)
        text_append_string(&text, ") ");
    text_append_string(&text, " 1... e5 *");
    read_one(&game, text.data);
    assert_int_equal(game.error_count, 1);
    assert_int_equal(pgn_game_ply_count(&game), 2);
    pgn_game_free(&game);
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_layout_is_read),
        cmocka_unit_test(test_games_are_told_apart),
        cmocka_unit_test(test_percent_lines_are_passed_over),
        cmocka_unit_test(test_comments_may_stand_anywhere),
        cmocka_unit_test(test_moves_in_other_dress),
        cmocka_unit_test(test_moves_with_chess_symbols),
        cmocka_unit_test(test_remarks_without_braces_cost_no_moves),
        cmocka_unit_test(test_passing_is_a_move),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_start_positions),
        cmocka_unit_test(test_castling_rights_by_file),
        cmocka_unit_test(test_unknown_rules_leave_the_other_games_alone),
        cmocka_unit_test(test_rules_for_games_that_name_none),
        cmocka_unit_test(test_tag_values),
        cmocka_unit_test(test_bad_tags_are_reported_and_cost_no_moves),
        cmocka_unit_test(test_variations_hang_on_the_move_they_replace),
        cmocka_unit_test(test_comments_belong_to_moves),
        cmocka_unit_test(test_glyphs),
        cmocka_unit_test(test_main_line_only),
        cmocka_unit_test(test_an_illegal_move_ends_its_line_only),
        cmocka_unit_test(test_mistakes_have_their_place),
        cmocka_unit_test(test_unclosed_things_end_where_the_next_game_begins),
        cmocka_unit_test(test_deep_nesting_is_cut_not_crashed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
