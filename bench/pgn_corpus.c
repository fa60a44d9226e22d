/*
 * Makes a PGN file for bench/pgn.sh.
 *
 *   pgn_corpus GAMES          that many games of random moves from the start position
 *   pgn_corpus GAMES FILE     the first GAMES games of a file of teacher games: lines of three fields separated by
 *                             tabs, the second a start FEN, the word "moves" and moves in UCI notation, the third more
 *                             moves, each followed by a colon and its score; plain or .zst
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "chess/pgn.h"

enum { PLIES_MAX = 160, LINE_SIZE = 1 << 16 };

static uint64_t random_next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void set_tags(PgnGame *game, unsigned long number) {
    char text[32];
    snprintf(text, sizeof text, "%lu", number);
    pgn_game_set_tag(game, "Event", "Benchmark");
    pgn_game_set_tag(game, "Site", "?");
    pgn_game_set_tag(game, "Date", "2026.01.01");
    pgn_game_set_tag(game, "Round", text);
    pgn_game_set_tag(game, "White", "Some engine 1.0");
    pgn_game_set_tag(game, "Black", "Another engine 2.0");
}

static void put_game(const PgnGame *game, Text *text) {
    text_clear(text);
    if (pgn_write_game(game, text))
        fwrite(text->data, 1, text->length, stdout);
}

static void make_random_game(PgnGame *game, uint64_t *seed) {
    Position position;
    Move moves[MOVES_MAX];
    PgnNode node = PGN_ROOT;
    position_start(&position, VARIANT_STANDARD);
    pgn_game_start(game, &position);
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        size_t count = position_legal_moves(&position, moves);
        if (count == 0)
            break;
        Move move = moves[random_next(seed) % count];
        node = pgn_game_add_move(game, node, move);
        position_play(&position, move, &position);
    }
    pgn_game_set_result(game, outcome_result(position_outcome(&position)));
}

/* The start position is standard chess or, where castling rights say so, chess960. */
static bool read_start(char *fen, Position *position) {
    if (!position_from_fen(position, fen, VARIANT_STANDARD, true, NULL))
        return false;
    Bitboard corners = square_bit(A1) | square_bit(H1) | square_bit(A8) | square_bit(H8);
    Bitboard kings = position->by_type[KING];
    bool usual = (position->castling & ~corners) == 0 && (kings & square_bit(E1)) != 0 && (kings & square_bit(E8)) != 0;
    return position_from_fen(position, fen, VARIANT_STANDARD, !usual, NULL);
}

static bool make_teacher_game(PgnGame *game, char *line) {
    Position position;
    PgnNode node = PGN_ROOT;
    char *rest, *fen = strchr(line, '\t');
    char *moves = fen != NULL ? strstr(fen, " moves ") : NULL;
    if (moves == NULL)
        return false;
    *fen++ = *moves = '\0';
    if (!read_start(fen, &position))
        return false;
    pgn_game_start(game, &position);
    for (char *word = strtok_r(moves + 7, " \t\n", &rest); word != NULL; word = strtok_r(NULL, " \t\n", &rest)) {
        Move move;
        word[strcspn(word, ":")] = '\0';
        if (uci_parse_move(&position, word, &move, NULL) != MOVE_TEXT_OK)
            return false;
        node = pgn_game_add_move(game, node, move);
        position_play(&position, move, &position);
    }
    pgn_game_set_result(game, line[0] == '0' ? line[1] == '.' ? "1/2-1/2" : "0-1" : "1-0");
    return true;
}

static void make_teacher_games(PgnGame *game, Text *text, unsigned long games, const char *path) {
    Error error;
    static char line[LINE_SIZE];
    size_t length = 0;
    char c;
    Input *input = input_open(path, &error);
    if (input == NULL) {
        fprintf(stderr, "%s\n", error.message);
        exit(2);
    }
    for (unsigned long number = 1; number <= games && input_read(input, &c, 1) == 1;) {
        if (c != '\n' && length + 1 < LINE_SIZE) {
            line[length++] = c;
            continue;
        }
        line[length] = '\0';
        length = 0;
        if (!make_teacher_game(game, line))
            continue;
        set_tags(game, number++);
        put_game(game, text);
    }
    input_close(input);
}

int main(int argc, char **argv) {
    PgnGame game;
    Text text;
    uint64_t seed = 88172645463325252u;
    unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    pgn_game_init(&game);
    text_init(&text);
    if (argc > 2)
        make_teacher_games(&game, &text, games, argv[2]);
    else
        for (unsigned long number = 1; number <= games; number++) {
            make_random_game(&game, &seed);
            set_tags(&game, number);
            put_game(&game, &text);
        }
    pgn_game_free(&game);
    text_free(&text);
    return games > 0 ? 0 : 2;
}
