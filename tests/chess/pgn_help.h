/* What the tests of PGN share: reading games from a string and describing them in a few words. */
#ifndef ROOKERY_TESTS_CHESS_PGN_HELP_H
#define ROOKERY_TESTS_CHESS_PGN_HELP_H

#include "chess/pgn.h"

/* Cmocka wants these before itself. */
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

/* Appends the moves of a line from `node` on, in SAN, separated by spaces. */
static inline void append_line(const PgnGame *game, PgnNode node, Text *out) {
    Position position;
    char san[SAN_MAX];
    pgn_game_position(game, game->moves[node].parent, &position);
    for (; node != PGN_ROOT; node = game->moves[node].next) {
        san_write_move(&position, game->moves[node].move, san);
        if (out->length > 0)
            text_append_char(out, ' ');
        text_append_string(out, san);
        position_play(&position, game->moves[node].move, &position);
    }
}

static inline void append_main_line(const PgnGame *game, Text *out) {
    PgnNode first = game->moves[PGN_ROOT].next;
    if (first != PGN_ROOT)
        append_line(game, first, out);
}

/* The node after that many plies of the main line. */
static inline PgnNode node_at(const PgnGame *game, int ply) {
    PgnNode node = PGN_ROOT;
    while (ply-- > 0)
        node = game->moves[node].next;
    return node;
}

/* Asserts the main lines of all games in the text, separated by " // ", whatever errors they have. */
static inline void assert_games(const char *pgn, const char *expected) {
    PgnReader *reader = pgn_reader_open_memory(pgn, strlen(pgn), NULL);
    PgnGame game;
    Text all, line;
    bool first = true;
    assert_non_null(reader);
    pgn_game_init(&game);
    text_init(&all);
    text_init(&line);
    while (pgn_reader_next(reader, &game)) {
        text_clear(&line);
        append_main_line(&game, &line);
        if (!first)
            text_append_string(&all, " // ");
        first = false;
        text_append_string(&all, line.data);
    }
    assert_string_equal(all.data, expected);
    text_free(&all);
    text_free(&line);
    pgn_game_free(&game);
    pgn_reader_close(reader);
}

/* Reads the first game of the text into an initialised game. */
static inline void read_one(PgnGame *game, const char *pgn) {
    PgnReader *reader = pgn_reader_open_memory(pgn, strlen(pgn), NULL);
    assert_non_null(reader);
    assert_true(pgn_reader_next(reader, game));
    pgn_reader_close(reader);
}

/* Reads the first game of the text and asserts that nothing was wrong with it. */
static inline void read_good(PgnGame *game, const char *pgn) {
    read_one(game, pgn);
    if (game->error_count > 0)
        fail_msg("%zu:%zu: %s", game->error.line, game->error.column, game->error.message);
}

/* Asserts where the first mistake of the first game is, and a part of what is said about it. */
static inline void assert_mistake(const char *pgn, size_t line, size_t column, const char *words) {
    PgnGame game;
    pgn_game_init(&game);
    read_one(&game, pgn);
    assert_true(game.error_count > 0);
    assert_int_equal(game.error.line, line);
    assert_int_equal(game.error.column, column);
    if (strstr(game.error.message, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", game.error.message, words);
    pgn_game_free(&game);
}

#endif
