/* Short words for tests of the rules. */
#ifndef ROOKERY_TESTS_RULES_HELP_H
#define ROOKERY_TESTS_RULES_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rookery/chess.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static inline Position position_of(Variant variant, const char *fen) {
    Position position;
    Error error = {0};
    if (!position_from_fen(&position, fen, variant, false, &error))
        fail_msg("%s: %s", fen, error.message);
    return position;
}

static inline Move move_of(const Position *position, const char *uci) {
    Move move;
    Error error = {0};
    if (uci_parse_move(position, uci, &move, &error) != MOVE_TEXT_OK)
        fail_msg("%s", error.message);
    return move;
}

/* Plays moves in UCI notation, separated by single spaces. */
static inline Game game_of(Variant variant, const char *fen, const char *moves) {
    Position start = position_of(variant, fen);
    Game game;
    assert_true(game_init(&game, &start));
    while (*moves != '\0') {
        char uci[UCI_MOVE_MAX] = {0};
        size_t length = strcspn(moves, " ");
        assert_true(length < sizeof uci);
        memcpy(uci, moves, length);
        assert_true(game_play(&game, move_of(game_position(&game), uci)));
        moves += length + (moves[length] == ' ');
    }
    return game;
}

static inline bool is_legal_uci(const Position *position, const char *uci) {
    Move move;
    return uci_parse_move(position, uci, &move, NULL) == MOVE_TEXT_OK;
}

static inline void assert_fen(const Position *position, unsigned flags, const char *expected) {
    char fen[FEN_MAX];
    position_to_fen(position, flags, fen);
    assert_string_equal(fen, expected);
}

static inline void assert_outcome(Outcome outcome, Termination termination, Color winner) {
    assert_string_equal(termination_name(outcome.termination), termination_name(termination));
    assert_int_equal(outcome.winner, winner);
}

#endif
