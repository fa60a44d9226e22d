/* A match survives being killed at any byte: every game is in both files or in neither. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "arena/journal.h"
#include "arena/record_json.h"
#include "arena/record_pgn.h"
#include "chess/pgn.h"

static char state_path[64], pgn_path[64];

static void remove_files(void) {
    unlink(state_path);
    unlink(pgn_path);
}

static void name_files(void) {
    snprintf(state_path, sizeof state_path, "/tmp/rookery-journal-%d.state", (int)getpid());
    snprintf(pgn_path, sizeof pgn_path, "/tmp/rookery-journal-%d.pgn", (int)getpid());
    remove_files();
}

/* A finished game with one move by each side, a name that hurts, and a reason that hurts. */
static void make_record(GameRecord *record, unsigned long number) {
    Position start;
    position_start(&start, VARIANT_STANDARD);
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(&start, moves);
    assert_true(record_open(record, &start, moves + count - 1, 1));
    record->number = number;
    record->names[WHITE] = "Al\"pha} {\\ [x]";
    record->names[BLACK] = "Beta";
    assert_true(time_control_parse("60+1", &record->controls[WHITE], NULL));
    record->controls[BLACK] = record->controls[WHITE];
    position_legal_moves(game_position(&record->game), moves);
    MoveNote note = {
        .elapsed = 1500000, .clock_left = 59500000, .has_score = true, .score = 30, .depth = 9, .nodes = 77};
    assert_true(record_add_move(record, moves[0], &note));
    record->end = GAME_ILLEGAL;
    record->ending = "illegal move";
    record->winner = BLACK;
    record->culprit = WHITE;
    record->has_result = record->rated = true;
    strcpy(record->reason, "Alpha lost {badly} \"e2e5\"");
}

static void add_games(Journal *journal, unsigned long first, unsigned long count) {
    for (unsigned long i = 0; i < count; i++) {
        GameRecord record;
        make_record(&record, first + i);
        assert_true(journal_add(journal, &record, "Test", NULL));
        record_close(&record);
    }
}

static bool count_game(void *owner, json_t *game) {
    GameSummary summary;
    unsigned long *sum = owner;
    assert_true(summary_from_json(game, &summary));
    *sum += 100 + summary.index; /* both the number of games and which they are */
    return summary.has_result && summary.winner == BLACK && summary.culprit == WHITE && summary.end == GAME_ILLEGAL;
}

static unsigned long games_in_pgn(void) {
    PgnReader *reader = pgn_reader_open(pgn_path, NULL, NULL);
    PgnGame game;
    unsigned long count = 0;
    pgn_game_init(&game);
    for (; pgn_reader_next(reader, &game); count++)
        assert_int_equal(game.error_count, 0);
    pgn_game_free(&game);
    pgn_reader_close(reader);
    return count;
}

static Journal *reopen(json_t *match, Error *error) {
    return journal_open(state_path, true, pgn_path, match, error);
}

static void games_come_back(void **state) {
    (void)state;
    json_t *match = json_pack("{ss}", "variant", "standard");
    Journal *journal = reopen(match, NULL);
    assert_non_null(journal);
    add_games(journal, 1, 3);
    journal_close(journal);
    journal = reopen(match, NULL);
    assert_int_equal(journal_old_games(journal), 3);
    add_games(journal, 4, 1);
    unsigned long sum = 0;
    assert_true(journal_read(journal, count_game, &sum, NULL));
    assert_int_equal(sum, 400 + 0 + 1 + 2 + 3);
    journal_close(journal);
    assert_int_equal(games_in_pgn(), 4);
    remove_files();
    json_decref(match);
}

static void any_cut_leaves_whole_games(void **state) {
    (void)state;
    json_t *match = json_pack("{ss}", "variant", "standard");
    struct stat full_state, full_pgn;
    Journal *journal = reopen(match, NULL);
    add_games(journal, 1, 1);
    stat(state_path, &full_state);
    stat(pgn_path, &full_pgn);
    add_games(journal, 2, 1);
    journal_close(journal);
    struct stat end;
    stat(state_path, &end);
    /* The second game's line is cut at every seventh byte; its PGN is there already, as after a kill in between. */
    for (off_t length = full_state.st_size; length < end.st_size; length += 7) {
        assert_int_equal(truncate(state_path, length), 0);
        journal = reopen(match, NULL);
        assert_non_null(journal);
        assert_int_equal(journal_old_games(journal), 1);
        assert_int_equal(games_in_pgn(), 1);
        add_games(journal, 2, 1);
        journal_close(journal);
        assert_int_equal(games_in_pgn(), 2);
    }
    /* And after a power cut the PGN may lack what the journal has: that game is played again. */
    assert_int_equal(truncate(pgn_path, full_pgn.st_size + 5), 0);
    journal = reopen(match, NULL);
    assert_int_equal(journal_old_games(journal), 1);
    journal_close(journal);
    assert_int_equal(games_in_pgn(), 1);
    remove_files();
    json_decref(match);
}

static void another_match_is_not_continued(void **state) {
    (void)state;
    json_t *match = json_pack("{ss si}", "variant", "standard", "games", 4);
    json_t *other = json_pack("{ss si}", "variant", "standard", "games", 5);
    Error error = {.message = ""};
    journal_close(reopen(match, NULL));
    assert_null(reopen(other, &error));
    assert_non_null(strstr(error.message, "\"games\" differs"));
    FILE *file = fopen(state_path, "w");
    fputs("my diary\n", file);
    fclose(file);
    assert_null(reopen(match, &error));
    assert_non_null(strstr(error.message, "is not the state of a match"));
    remove_files();
    json_decref(match);
    json_decref(other);
}

static void a_running_match_is_not_joined(void **state) {
    (void)state;
    json_t *match = json_pack("{ss}", "variant", "standard");
    Error error = {.message = ""};
    Journal *journal = reopen(match, NULL);
    assert_null(reopen(match, &error));
    assert_non_null(strstr(error.message, "still running"));
    journal_close(journal);
    remove_files();
    json_decref(match);
}

static void lost_games_are_told(void **state) {
    (void)state;
    json_t *match = json_pack("{ss}", "variant", "standard");
    Error error = {.message = ""};
    Journal *journal = reopen(match, NULL);
    add_games(journal, 1, 2);
    journal_close(journal);
    unlink(pgn_path);
    assert_null(reopen(match, &error));
    assert_non_null(strstr(error.message, "put it back"));
    remove_files();
    json_decref(match);
}

static void pgn_says_it_all(void **state) {
    (void)state;
    GameRecord record;
    Text text;
    text_init(&text);
    make_record(&record, 7);
    assert_true(record_write_pgn(&record, "Test", &text));
    PgnReader *reader = pgn_reader_open_memory(text.data, text.length, NULL);
    PgnGame game;
    pgn_game_init(&game);
    assert_true(pgn_reader_next(reader, &game));
    assert_int_equal(game.error_count, 0);
    assert_string_equal(pgn_game_tag(&game, "White"), "Al\"pha} {\\ [x]");
    assert_string_equal(pgn_game_tag(&game, "Termination"), "rules infraction: Alpha lost {badly} \"e2e5\"");
    assert_string_equal(pgn_game_tag(&game, "TimeControl"), "60+1");
    assert_string_equal(pgn_game_tag(&game, "PlyCount"), "2");
    assert_string_equal(game.result, "0-1");
    PgnNode node = game.moves[PGN_ROOT].next;
    assert_string_equal(pgn_game_comment(&game, node), "book");
    node = game.moves[node].next;
    const char *comment = pgn_game_comment(&game, node);
    int64_t clock, elapsed;
    PgnEval eval;
    assert_true(pgn_comment_clock(comment, &clock) && clock == 59500);
    assert_true(pgn_comment_elapsed(comment, &elapsed) && elapsed == 1500);
    assert_true(pgn_comment_eval(comment, &eval) && eval.value == -30 && eval.depth == 9); /* Black's 30 */
    assert_non_null(strstr(comment, "n=77"));
    assert_non_null(strstr(comment, "Alpha lost"));
    pgn_game_free(&game);
    pgn_reader_close(reader);
    record_close(&record);
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_come_back),
        cmocka_unit_test(any_cut_leaves_whole_games),
        cmocka_unit_test(another_match_is_not_continued),
        cmocka_unit_test(a_running_match_is_not_joined),
        cmocka_unit_test(lost_games_are_told),
        cmocka_unit_test(pgn_says_it_all),
    };
    name_files();
    return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
