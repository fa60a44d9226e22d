/* Scored games: three forms that say the same, damage that is noticed, files that are written on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/random.h"
#include "training/games_binary.h"
#include "training/games_file.h"
#include "training/self_game.h"

static char folder[] = "/tmp/rookery-games-XXXXXX";

static char *in_folder(const char *name) {
    static char paths[4][64];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int remove_folder(void **state) {
    char command[96];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* Random moves with scores of all kinds. */
static void make_game(ScoredGame *game, const SelfGamePlan *plan, uint64_t *seed) {
    static const int odd[] = {0, -1, SCORED_CENTIPAWNS_MAX, -SCORED_CENTIPAWNS_MAX};
    SelfGame playing;
    assert_true(self_game_init(&playing));
    assert_true(self_game_begin(&playing, plan, seed));
    scored_game_start(game, &playing.scored.start);
    for (size_t i = 0; i < playing.scored.count; i++)
        assert_true(scored_game_add_opening(game, playing.scored.moves[i].move));
    for (int ply = 0; ply < 120; ply++) {
        Move moves[MOVES_MAX];
        size_t count = position_legal_moves(game_position(&playing.game), moves);
        if (count == 0 || game_outcome(&playing.game, true).termination != TERMINATION_NONE)
            break;
        Move move = moves[random_below(seed, count)];
        int kind = (int)random_below(seed, 8), mate = (int)random_below(seed, 41) - 20;
        int score = kind < 4 ? odd[kind] : kind == 4 ? score_of_mate(mate) : (int)random_below(seed, 1001) - 500;
        assert_true(scored_game_add(game, move, score) && game_play(&playing.game, move));
    }
    game->result = (int)random_below(seed, 3);
    self_game_free(&playing);
}

static void assert_same(const ScoredGame *a, const ScoredGame *b) {
    char first[FEN_MAX], second[FEN_MAX];
    position_to_fen(&a->start, FEN_SHREDDER, first);
    position_to_fen(&b->start, FEN_SHREDDER, second);
    assert_string_equal(first, second);
    assert_int_equal(a->start.variant, b->start.variant);
    assert_int_equal(a->result, b->result);
    assert_int_equal(a->opening, b->opening);
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        assert_int_equal(a->moves[i].move, b->moves[i].move);
        if (i >= a->opening)
            assert_int_equal(a->moves[i].score, b->moves[i].score);
    }
}

enum { GAMES = 12 };

static void reads_back(const char *name, const SelfGamePlan *plan) {
    ScoredGame games[GAMES], back;
    Error error = {0};
    uint64_t seed = 1;
    size_t present;
    char *path = in_folder(name);
    unlink(path);
    GamesWriter *writer = games_create(path, &present, &error);
    assert_non_null(writer);
    for (int i = 0; i < GAMES; i++) {
        scored_game_init(&games[i]);
        make_game(&games[i], plan, &seed);
        assert_true(games_write(writer, &games[i], &error));
    }
    assert_true(games_finish(writer, &error));
    GamesReader *reader = games_open(path, plan->variant, &error);
    assert_non_null(reader);
    scored_game_init(&back);
    for (int i = 0; i < GAMES; i++) {
        assert_true(games_next(reader, &back));
        assert_same(&games[i], &back);
        scored_game_free(&games[i]);
    }
    assert_false(games_next(reader, &back) || games_failed(reader, &error));
    assert_int_equal(games_passed_over(reader), 0);
    scored_game_free(&back);
    games_close(reader);
}

static void every_form_reads_back_what_was_written(void **state) {
    static const char *const names[] = {"games.rkg", "games.txt", "games.pgn"};
    (void)state;
    for (Variant variant = 0; variant < VARIANT_ARENA_COUNT; variant++) {
        SelfGamePlan plan = {.variant = variant, .random_plies = 8};
        for (int i = 0; i < 3; i++)
            reads_back(names[i], &plan);
    }
    SelfGamePlan mixed = {.variant = VARIANT_STANDARD, .chess960_share = 0.5, .random_plies = 3};
    for (int i = 0; i < 3; i++)
        reads_back(names[i], &mixed);
}

static void a_start_that_is_not_usual_is_kept(void **state) {
    static const char *const fens[] = {"4k3/8/8/8/8/8/4P3/4K3 w - - 3 41", "4k3/8/8/8/8/8/8/QQQQKQQQ b - - 0 1"};
    (void)state;
    for (int chess960 = 0; chess960 < 2; chess960++) {
        ScoredGame game, back;
        Position start;
        Text text;
        Move moves[MOVES_MAX];
        size_t length;
        assert_true(position_from_fen(&start, fens[chess960], VARIANT_CRAZYHOUSE, chess960, NULL));
        scored_game_init(&game);
        scored_game_init(&back);
        text_init(&text);
        scored_game_start(&game, &start);
        assert_true(position_legal_moves(&start, moves) > 0 && scored_game_add(&game, moves[0], -7));
        assert_true(games_binary_write(&game, &text));
        const uint8_t *bytes = (const uint8_t *)text.data;
        size_t prefix = games_binary_length(bytes, text.length, &length);
        assert_int_equal(prefix + length + GAMES_BINARY_CHECKSUM, text.length);
        assert_true(games_binary_read(bytes + prefix, length, &back, NULL));
        assert_same(&game, &back);
        assert_int_equal(back.start.chess960, chess960);
        text_free(&text);
        scored_game_free(&game);
        scored_game_free(&back);
    }
}

static long file_size(const char *path) {
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return (long)status.st_size;
}

static size_t count_games(const char *path, bool *failed) {
    ScoredGame game;
    GamesReader *reader = games_open(path, VARIANT_STANDARD, NULL);
    size_t count = 0;
    assert_non_null(reader);
    scored_game_init(&game);
    while (games_next(reader, &game))
        count++;
    scored_game_free(&game);
    *failed = games_failed(reader, NULL);
    games_close(reader);
    return count;
}

/* Whatever a crash leaves of the last game is cut away, and the file goes on from the one before. */
static void a_file_that_was_cut_off_is_written_on(const char *name) {
    SelfGamePlan plan = {.variant = VARIANT_STANDARD, .random_plies = 8};
    ScoredGame game;
    size_t present;
    bool failed;
    uint64_t seed = 7;
    char *path = in_folder(name);
    unlink(path);
    reads_back(name, &plan);
    long size = file_size(path);
    scored_game_init(&game);
    for (long cut = 1; cut <= 40; cut += 13, size = file_size(path)) {
        assert_int_equal(truncate(path, size - cut), 0);
        GamesWriter *writer = games_create(path, &present, NULL);
        assert_non_null(writer);
        assert_int_equal(present, GAMES - 1);
        make_game(&game, &plan, &seed);
        assert_true(games_write(writer, &game, NULL) && games_finish(writer, NULL));
        assert_int_equal(count_games(path, &failed), GAMES);
        assert_false(failed);
    }
    scored_game_free(&game);
}

static void files_that_were_cut_off_are_written_on(void **state) {
    (void)state;
    a_file_that_was_cut_off_is_written_on("cut.rkg");
    a_file_that_was_cut_off_is_written_on("cut.txt");
}

static void damage_is_noticed_where_it_is(void **state) {
    SelfGamePlan plan = {.variant = VARIANT_STANDARD, .random_plies = 8};
    Error error = {0};
    ScoredGame game;
    (void)state;
    reads_back("damaged.rkg", &plan);
    char *path = in_folder("damaged.rkg");
    long size = file_size(path);
    FILE *file = fopen(path, "r+b");
    fseek(file, size / 2, SEEK_SET);
    int byte = getc(file);
    fseek(file, size / 2, SEEK_SET);
    putc(byte ^ 0x10, file);
    fclose(file);
    GamesReader *reader = games_open(path, VARIANT_STANDARD, &error);
    scored_game_init(&game);
    int read = 0;
    while (games_next(reader, &game))
        read++;
    assert_true(read > 0 && read < GAMES && games_failed(reader, &error));
    assert_non_null(strstr(error.message, "damaged"));
    scored_game_free(&game);
    games_close(reader);
}

static void what_is_no_game_is_passed_over(void **state) {
    static const char lines[] =
        "1\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4\te7e5:-30 g1f3:35 b8c6:-M3\n"
        "1\tnonsense moves\te2e4:5\n"
        "# a note\n"
        "0.5\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves\te2e4:20 e2e4:20\n"
        "0\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5\te1h1:12";
    char *path = in_folder("odd.txt");
    FILE *file = fopen(path, "wb");
    ScoredGame game;
    int moves;
    (void)state;
    fputs(lines, file);
    fclose(file);
    GamesReader *reader = games_open(path, VARIANT_STANDARD, NULL);
    scored_game_init(&game);
    assert_true(games_next(reader, &game));
    assert_int_equal(game.count, 4);
    assert_int_equal(game.opening, 1);
    assert_int_equal(game.moves[1].score, -30);
    assert_true(score_is_mate(game.moves[3].score, &moves) && moves == -3);
    assert_true(games_next(reader, &game)); /* up to the move that cannot be */
    assert_int_equal(game.count, 1);
    assert_true(games_next(reader, &game)); /* castling as king takes rook; no line end */
    assert_int_equal(move_kind(game.moves[6].move), MOVE_CASTLE);
    assert_false(games_next(reader, &game));
    assert_int_equal(games_passed_over(reader), 2);
    scored_game_free(&game);
    games_close(reader);
}

static void a_name_without_a_form_is_refused(void **state) {
    Error error = {0};
    size_t present;
    (void)state;
    assert_null(games_create(in_folder("games.bin"), &present, &error));
    assert_non_null(strstr(error.message, ".rkg"));
}

/* ---- How games are made ------------------------------------------------------------------------------------------ */

static Move any_move(const SelfGame *game) {
    Move moves[MOVES_MAX];
    assert_true(position_legal_moves(game_position(&game->game), moves) > 0);
    return moves[0];
}

static void begin(SelfGame *game, unsigned random_plies) {
    SelfGamePlan plan = {.variant = VARIANT_STANDARD, .random_plies = random_plies};
    uint64_t seed = 3;
    assert_true(self_game_init(game) && self_game_begin(game, &plan, &seed));
}

static void five_plies_of_winning_end_a_game(void **state) {
    SelfGame game;
    (void)state;
    begin(&game, 2);
    assert_int_equal(self_game_take(&game, any_move(&game), 100), SELF_GAME_GOES_ON);
    Color side = game_position(&game.game)->side;
    for (int ply = 0; ply < 5; ply++)
        assert_int_equal(self_game_take(&game, any_move(&game), ply % 2 == 0 ? 1600 : -1600),
                         ply < 4 ? SELF_GAME_GOES_ON : SELF_GAME_OVER);
    assert_int_equal(game.scored.result, side == WHITE ? 2 : 0);
    self_game_free(&game);
}

static void a_lopsided_opening_is_dropped(void **state) {
    SelfGame game;
    (void)state;
    begin(&game, 2);
    assert_int_equal(self_game_take(&game, any_move(&game), -601), SELF_GAME_DROPPED);
    self_game_free(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_reads_back_what_was_written), cmocka_unit_test(a_start_that_is_not_usual_is_kept),
        cmocka_unit_test(files_that_were_cut_off_are_written_on), cmocka_unit_test(damage_is_noticed_where_it_is),
        cmocka_unit_test(what_is_no_game_is_passed_over),         cmocka_unit_test(a_name_without_a_form_is_refused),
        cmocka_unit_test(five_plies_of_winning_end_a_game),       cmocka_unit_test(a_lopsided_opening_is_dropped),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
