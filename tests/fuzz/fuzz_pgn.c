/* PGN: any bytes are read as some games, and every game is written so that it reads back as it was, without mistakes.
 */
#include "fuzz.h"

#include "chess/pgn.h"

/* Position by position down both trees; a position is worked out once a node, so the trees are kept small. */
static void check_same_line(const PgnGame *a, PgnNode first, const PgnGame *b, PgnNode second) {
    while (first != PGN_ROOT && second != PGN_ROOT) {
        CHECK(a->moves[first].move == b->moves[second].move);
        CHECK(strcmp(pgn_game_comment(a, first), pgn_game_comment(b, second)) == 0);
        CHECK(strcmp(pgn_game_comment_before(a, first), pgn_game_comment_before(b, second)) == 0);
        const PgnNote *note = pgn_game_note(a, first), *other = pgn_game_note(b, second);
        CHECK((note != NULL ? note->nag_count : 0) == (other != NULL ? other->nag_count : 0));
        for (unsigned i = 0; note != NULL && i < note->nag_count; i++)
            CHECK(note->nags[i] == other->nags[i]);
        if (a->moves[a->moves[first].parent].next == first) {
            PgnNode x = a->moves[first].variation, y = b->moves[second].variation;
            for (; x != PGN_ROOT && y != PGN_ROOT; x = a->moves[x].variation, y = b->moves[y].variation)
                check_same_line(a, x, b, y);
            CHECK(x == y);
        }
        first = a->moves[first].next;
        second = b->moves[second].next;
    }
    CHECK(first == second);
}

static void check_comments(const PgnGame *game) {
    for (PgnNode node = PGN_ROOT; node < game->move_count; node++) {
        const char *comment = pgn_game_comment(game, node);
        int64_t milliseconds, again;
        PgnEval eval, same;
        Text text;
        text_init(&text);
        pgn_comment_plain(comment, &text);
        text_clear(&text);
        if (pgn_comment_clock(comment, &milliseconds)) {
            pgn_comment_add_clock(&text, milliseconds);
            CHECK(pgn_comment_clock(text.data, &again) && again == milliseconds);
        }
        pgn_comment_elapsed(comment, &milliseconds);
        if (pgn_comment_eval(comment, &eval)) {
            pgn_comment_add_eval(&text, eval);
            CHECK(pgn_comment_eval(text.data, &same));
            CHECK(same.mate == eval.mate && same.value == eval.value && same.depth == eval.depth);
        }
        text_free(&text);
    }
}

static void check_back(const PgnGame *game, const PgnOptions *options) {
    PgnGame back;
    Text first, second;
    char fen[FEN_MAX], back_fen[FEN_MAX];
    pgn_game_init(&back);
    text_init(&first);
    text_init(&second);
    CHECK(pgn_write_game(game, &first));
    PgnReader *reader = pgn_reader_open_memory(first.data, first.length, NULL);
    CHECK(reader != NULL && pgn_reader_next(reader, &back));
    if (back.error_count > 0)
        fprintf(stderr, "%zu:%zu: %s\n%s\n", back.error.line, back.error.column, back.error.message, first.data);
    CHECK(back.error_count == 0);
    CHECK(strcmp(game->result, back.result) == 0);
    CHECK(strcmp(pgn_game_comment(game, PGN_ROOT), pgn_game_comment(&back, PGN_ROOT)) == 0);
    position_to_fen(&game->start, FEN_PROMOTED, fen);
    position_to_fen(&back.start, FEN_PROMOTED, back_fen);
    CHECK(strcmp(fen, back_fen) == 0);
    check_same_line(game, game->moves[PGN_ROOT].next, &back, back.moves[PGN_ROOT].next);
    CHECK(pgn_write_game(&back, &second));
    CHECK(strcmp(first.data, second.data) == 0);
    PgnGame none;
    pgn_game_init(&none);
    CHECK(!pgn_reader_next(reader, &none));
    pgn_game_free(&none);
    pgn_reader_close(reader);
    pgn_game_free(&back);
    text_free(&first);
    text_free(&second);
    (void)options;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    uint8_t choice = take_byte(&bytes);
    PgnOptions options = {.variant = (choice & 0x7f) % VARIANT_COUNT, .main_line_only = choice & 0x80};
    PgnReader *reader = pgn_reader_open_memory(bytes.data, bytes.size, &options);
    PgnGame game;
    CHECK(reader != NULL);
    pgn_game_init(&game);
    while (pgn_reader_next(reader, &game)) {
        CHECK(game.line > 0);
        if (game.error_count > 0)
            CHECK(game.error.line >= 1 && game.error.column >= 1 && game.error.message[0] != '\0');
        CHECK(!game.cut || game.error_count > 0);
        check_comments(&game);
        check_back(&game, &options);
    }
    pgn_game_free(&game);
    pgn_reader_close(reader);
    return 0;
}
