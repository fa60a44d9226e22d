/* Whole games and matches against an engine that misbehaves in every way: who wins, why, and that the rest goes on. */
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/monotonic.h"
#include "match_run.h"

static Played played;

static void play(Conditions conditions) {
    match_run(&conditions, &played);
}

static void assert_contains(const char *text, const char *part) {
    if (strstr(text, part) == NULL)
        fail_msg("\"%s\" is not in: %s", part, text);
}

/* The first game was lost by White, the faulty first player, for this reason. */
static void assert_white_lost(GameEnd end, const char *reason) {
    const PlayedGame *game = &played.games[0];
    assert_true(played.count >= 1);
    if (game->end != end)
        fail_msg("ended as \"%s\": %s", game_end_name(game->end), game->reason);
    assert_true(game->has_result && game->rated);
    assert_int_equal(game->winner, BLACK);
    assert_int_equal(game->culprit, WHITE);
    assert_contains(game->reason, reason);
}

/* ---- Games that go well --------------------------------------------------------------------------------- */

static void a_game_is_played_to_its_end(void **state) {
    (void)state;
    play((Conditions){.players = {"seed=1", "seed=2"}, .games = 6, .concurrency = 2});
    assert_int_equal(played.end, MATCH_PLAYED);
    assert_int_equal(played.count, 6);
    assert_int_equal(score_games(&played.score), 6);
    uint64_t pairs = 0;
    for (int i = 0; i < 5; i++)
        pairs += played.score.pairs[i];
    assert_int_equal(pairs, 3);
    for (size_t i = 0; i < played.count; i++) {
        assert_int_equal(played.games[i].end, GAME_RULES);
        assert_int_equal(played.games[i].warnings[0] + played.games[i].warnings[1], 0);
    }
    assert_string_equal(played.notices, "");
}

static void every_variant_is_played(void **state) {
    (void)state;
    for (Variant variant = 0; variant < VARIANT_ARENA_COUNT; variant++) {
        play((Conditions){.players = {"seed=3", "seed=4"}, .variant = variant, .games = 4});
        for (size_t i = 0; i < played.count; i++)
            if (played.games[i].end != GAME_RULES)
                fail_msg("%s: %s", variant_name(variant), played.games[i].reason);
    }
}

static void repetition_ends_the_game_the_moment_it_is_there(void **state) {
    (void)state;
    play((Conditions){.players = {"script=g1f3:f3g1", "script=g8f6:f6g8"}});
    assert_int_equal(played.games[0].end, GAME_RULES);
    assert_string_equal(played.games[0].ending, "threefold repetition");
    assert_int_equal(played.games[0].plies, 8);
    assert_string_equal(played.games[0].reason, "Draw: threefold repetition");
}

static void fifty_moves_end_the_game(void **state) {
    (void)state;
    play((Conditions){.players = {"seed=1", "seed=2"}, .fen = "7k/p1p1p3/P1P1P3/8/8/8/8/7K w - - 98 80"});
    assert_string_equal(played.games[0].ending, "fifty-move rule");
    assert_int_equal(played.games[0].plies, 2);
}

static void mate_comes_before_the_fifty_move_rule(void **state) {
    (void)state;
    play((Conditions){.players = {"illegal=1 say=b1b7", ""}, .fen = "k7/2K5/8/8/8/8/8/1Q6 w - - 99 80"});
    assert_string_equal(played.games[0].reason, "first wins: checkmate");
}

static void racing_kings_both_home_is_a_draw(void **state) {
    (void)state;
    play((Conditions){.players = {"", ""}, .variant = VARIANT_RACING_KINGS, .fen = "6K1/k7/8/8/8/8/8/8 b - - 0 1"});
    assert_int_equal(played.games[0].winner, NO_COLOR);
    assert_string_equal(played.games[0].reason, "Draw: both kings reached the goal");
}

static void annotation_is_kept(void **state) {
    (void)state;
    play((Conditions){.players = {"score=31", "mate=-2"}, .rules = {.max_moves = 1}});
    MoveNote note = played.games[0].first_note;
    assert_true(note.has_score && !note.mate && note.score == 31 && note.depth == 7 && note.nodes == 1234);
    assert_true(note.elapsed > 0 && note.elapsed < 5000000);
    assert_int_equal(note.clock_left, 60000000 - note.elapsed);
}

/* ---- Streams -------------------------------------------------------------------------------------------- */

static void odd_streams_do_no_harm(void **state) {
    (void)state;
    static const char *const oddities[] = {"seed=1 piecewise", "seed=1 crlf", "seed=1 garbage", "seed=1 long-line"};
    for (size_t i = 0; i < sizeof oddities / sizeof oddities[0]; i++) {
        play((Conditions){.players = {oddities[i], "seed=2"}, .rules = {.max_moves = 8}});
        if (played.games[0].end != GAME_ADJUDICATED)
            fail_msg("%s: %s", oddities[i], played.games[0].reason);
    }
    assert_int_equal(played.games[0].warnings[WHITE], 8); /* the last: one cut line a move */
}

static void an_illegal_variation_is_a_warning_only(void **state) {
    (void)state;
    play((Conditions){.players = {"seed=1 badpv score=3", "seed=2 score=0"}, .rules = {.max_moves = 4}});
    assert_int_equal(played.games[0].end, GAME_ADJUDICATED);
    assert_int_equal(played.games[0].warnings[WHITE], 4);
    assert_int_equal(played.games[0].warnings[BLACK], 0);
}

static void a_second_bestmove_is_dropped(void **state) {
    (void)state;
    play((Conditions){.players = {"seed=1 twice", "seed=2"}, .rules = {.max_moves = 6}});
    assert_int_equal(played.games[0].end, GAME_ADJUDICATED);
    assert_true(played.games[0].warnings[WHITE] >= 5);
}

static void the_last_words_of_a_dying_player_count(void **state) {
    (void)state;
    play((Conditions){.players = {"no-newline=2", "seed=2"}});
    assert_white_lost(GAME_CRASHED, "crashed: ended with exit status 0");
    assert_true(played.games[0].plies >= 3); /* its second move was played */
}

/* ---- Faults --------------------------------------------------------------------------------------------- */

static void illegal_moves_lose(void **state) {
    (void)state;
    play((Conditions){.players = {"illegal=2", "seed=2"}, .games = 2});
    assert_white_lost(GAME_ILLEGAL, "first lost by an illegal move: White played \"e2e5\" on ply 3 in \"");
    assert_int_equal(played.games[1].winner, WHITE); /* the next game is played by the same engine */
    static const char *const texts[] = {"(none)", "0000", "e2e9", "castles", "a1a1", "e7e8k", "\xff\xfe"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "illegal=1 say=%s", texts[i]);
        play((Conditions){.players = {arguments, "seed=2"}});
        assert_white_lost(GAME_ILLEGAL, "illegal move: White played");
    }
    play((Conditions){.players = {"illegal=1 say", "seed=2"}});
    assert_white_lost(GAME_ILLEGAL, "White played \"no move\"");
}

static void a_repeated_answer_is_shown_with_both_positions(void **state) {
    (void)state;
    play((Conditions){.players = {"seed=1 repeat=3", "seed=2"}});
    assert_white_lost(GAME_ILLEGAL, "on ply 5 in \"");
    assert_contains(played.games[0].reason, "it repeats its answer on ply 3 to \"");
    assert_contains(played.games[0].reason, "w KQkq - 0 2");
}

static void crashes_lose_and_the_match_goes_on(void **state) {
    (void)state;
    static const struct {
        const char *arguments, *reason;
    } cases[] = {
        {"abort=2", "first crashed: killed by signal 6 (Aborted), after move 1"},
        {"kill=2", "killed by signal 9 (Killed), after move 1"},
        {"exit=1", "ended with exit status 3, on its first move"},
        {"close=2", "closed its output while still running"},
        {"die-after=2", "killed by signal 9"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        play((Conditions){.players = {cases[i].arguments, "seed=2"}, .games = 4, .concurrency = 2});
        assert_int_equal(played.count, 4);
        assert_int_equal(played.score.losses, 4);
        assert_int_equal(played.end, MATCH_PLAYED);
        for (size_t j = 0; j < 4; j++)
            assert_int_equal(played.games[j].end, GAME_CRASHED);
        bool seen = false;
        for (size_t j = 0; j < 4; j++)
            seen |= strstr(played.games[j].reason, cases[i].reason) != NULL;
        if (!seen)
            fail_msg("%s: %s", cases[i].arguments, played.games[0].reason);
    }
}

static void floods_lose(void **state) {
    (void)state;
    play((Conditions){.players = {"flood=2", "seed=2"}});
    assert_white_lost(GAME_FLOODED, "flooded the protocol: more than 16 MB of output");
}

static void a_flooded_log_only_costs_its_own_time(void **state) {
    (void)state;
    play((Conditions){.players = {"flood-log=2", "seed=2"}, .clocks = {"0.3", "60"}});
    assert_white_lost(GAME_TIME, "lost on time");
}

static void overstepping_loses_with_the_measured_time(void **state) {
    (void)state;
    play((Conditions){.players = {"late=2 ms=600", "seed=2"}, .clocks = {"0.3", "60"}});
    assert_white_lost(GAME_TIME, " s over after move 1 (measured 0.");
    assert_contains(played.games[0].reason, "margin 0.050 s");
    play((Conditions){.players = {"late=1 ms=200", "seed=2"}, .clocks = {"movetime=100", "60"}});
    assert_white_lost(GAME_TIME, "limit 0.100 s, margin 0.050 s");
    assert_contains(played.games[0].reason, "on its first move");
}

static void a_player_that_never_answers_loses_on_time(void **state) {
    (void)state;
    play((Conditions){.players = {"hang=2", "seed=2"}, .clocks = {"0.3", "60"}, .games = 2});
    assert_white_lost(GAME_TIME, "lost on time: no move even 1.");
    assert_int_equal(played.games[1].end, GAME_TIME); /* a new process was started, and did the same */
}

static void a_hung_search_without_clock_is_named_with_its_last_line(void **state) {
    (void)state;
    play((Conditions){.players = {"hang=3 score=5", "seed=2"}, .clocks = {"nodes=100"}, .watchdog = 500000});
    assert_white_lost(GAME_HUNG, "first hung after move 2: no move within 0.5 s; its last line was \"bestmove ");
}

static void a_late_answer_is_not_taken_for_the_next_game(void **state) {
    (void)state;
    play((Conditions){
        .players = {"late=2 ms=600 once", "seed=2"}, .clocks = {"0.3", "60"}, .games = 2, .rules = {.max_moves = 5}});
    assert_white_lost(GAME_TIME, " s over after move 1 (measured 0.");
    assert_int_equal(played.games[1].end, GAME_ADJUDICATED); /* the same process played on */
}

static void a_player_that_ignores_stop_is_replaced(void **state) {
    (void)state;
    play((Conditions){.players = {"until-stop=1 ignore-stop ignore-quit", "seed=2"}, .clocks = {"0.3", "60"}});
    assert_white_lost(GAME_TIME, "lost on time");
    assert_int_equal(played.end, MATCH_PLAYED);
}

static void a_bare_king_cannot_win_on_time(void **state) {
    (void)state;
    /* White, with all its men, flags against a bare king; against a king and a rook it loses. */
    play((Conditions){
        .players = {"late=1 ms=500", "seed=2"}, .clocks = {"0.3", "60"}, .fen = "4k3/8/8/8/8/8/3PP3/R3K3 w - - 0 1"});
    assert_int_equal(played.games[0].end, GAME_TIME);
    assert_true(played.games[0].has_result && played.games[0].winner == NO_COLOR);
    assert_contains(played.games[0].reason, "second has not enough material to win");
    play((Conditions){
        .players = {"late=1 ms=500", "seed=2"}, .clocks = {"0.3", "60"}, .fen = "r3k3/8/8/8/8/8/3PP3/4K3 w - - 0 1"});
    assert_white_lost(GAME_TIME, "lost on time");
    /* In antichess a bare king is a winning attempt. */
    play((Conditions){.players = {"late=1 ms=500", "seed=2"},
                      .clocks = {"0.3", "60"},
                      .variant = VARIANT_ANTICHESS,
                      .fen = "4k3/8/8/8/8/8/3PP3/R3K3 w - - 0 1"});
    assert_white_lost(GAME_TIME, "lost on time");
}

/* ---- Starting ------------------------------------------------------------------------------------------- */

static void a_player_that_does_not_start_is_out_after_three_times(void **state) {
    (void)state;
    static const char *const arguments[] = {"no-uciok", "no-readyok", "exit-at-start=7"};
    static const char *const reasons[] = {"first did not start: no \"uciok\" within 0.1 s",
                                          "first did not start: no \"readyok\" within 0.1 s",
                                          "first did not start: ended with exit status 7"};
    for (size_t i = 0; i < 3; i++) {
        play((Conditions){.players = {arguments[i], "seed=2"},
                          .games = 10,
                          .uciok_limit = i == 0 ? 100000 : 0,
                          .readyok_limit = i == 1 ? 100000 : 0});
        assert_int_equal(played.end, MATCH_UNPLAYABLE);
        assert_int_equal(played.count, 3);
        assert_int_equal(score_games(&played.score), 0);
        assert_int_equal(played.unrated, 3);
        assert_int_equal(played.games[0].end, GAME_NOT_STARTED);
        assert_false(played.games[0].has_result || played.games[0].rated);
        assert_string_equal(played.games[0].reason, reasons[i]);
        assert_contains(played.notices,
                        "first plays no more games in this match: it did not start three times in a row");
    }
}

static void a_bot_that_does_not_load_loses_unrated(void **state) {
    (void)state;
    play((Conditions){.players = {"no-readyok", "seed=2"}, .games = 10, .readyok_limit = 100000, .bots = true});
    assert_int_equal(played.count, 3);
    assert_true(played.games[0].has_result && !played.games[0].rated);
    assert_int_equal(played.games[0].winner, BLACK);
    assert_int_equal(score_games(&played.score), 0);
}

static void what_cannot_be_played_is_not_tried_again(void **state) {
    (void)state;
    play((Conditions){.players = {"variants=chess", "seed=2"}, .variant = VARIANT_ATOMIC, .games = 10});
    assert_int_equal(played.count, 1);
    assert_int_equal(played.end, MATCH_UNPLAYABLE);
    assert_contains(played.games[0].reason, "it does not know Atomic");
    play((Conditions){.players = {"no960", "seed=2"}, .variant = VARIANT_CHESS960, .games = 10});
    assert_contains(played.games[0].reason, "cannot play: it does not know Chess960");
    play((Conditions){.players = {"", ""}, .option = {"Hahs", "1"}});
    assert_contains(played.games[0].reason, "it has no option \"Hahs\"; did you mean \"Hash\"?");
}

static void programs_that_are_not_there(void **state) {
    (void)state;
    char program[] = "/nonexistent/engine";
    char *const argv[] = {program, NULL};
    ProcessSpec process = {.argv = argv};
    PlayerSpec spec = {.name = "ghost", .process = &process, .uciok_limit = 1000000, .readyok_limit = 1000000};
    Loop *loop = loop_open(NULL);
    Error error = {.message = ""};
    Player *player = player_open(loop, &spec, VARIANT_STANDARD, &error);
    assert_null(player);
    assert_true(error.message[0] != '\0');
    loop_close(loop);
}

/* What was sent, in this order among other things, to an engine that wrote it down: beginnings, '*' for anything. */
static void assert_sent(Conditions conditions, const char *const *expected) {
    char path[] = "/tmp/rookery-record-XXXXXX", arguments[256], line[4096], pattern[256];
    close(mkstemp(path));
    snprintf(arguments, sizeof arguments, "%s record=%s", conditions.players[0], path);
    conditions.players[0] = arguments;
    play(conditions);
    FILE *record = fopen(path, "r");
    while (*expected != NULL && fgets(line, sizeof line, record) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        snprintf(pattern, sizeof pattern, "%s*", *expected);
        if (fnmatch(pattern, line, 0) == 0)
            expected++;
    }
    fclose(record);
    unlink(path);
    if (*expected != NULL)
        fail_msg("\"%s\" was not sent", *expected);
}

static void what_is_sent(void **state) {
    (void)state;
    assert_sent(
        (Conditions){.players = {"", ""}, .option = {"hash", "64"}, .rules = {.max_moves = 2}, .clocks = {"60+1"}},
        (const char *const[]){"uci", "setoption name Hash value 64", "ucinewgame", "isready", "position startpos",
                              "go wtime 60000 btime 60000 winc 1000 binc 1000", "position startpos moves g1h3 g8h6",
                              "go wtime ", "quit", NULL});
    assert_sent((Conditions){.players = {"", ""}, .variant = VARIANT_THREE_CHECK, .rules = {.max_moves = 1}},
                (const char *const[]){"setoption name UCI_Variant value 3check", "position startpos", NULL});
    assert_sent((Conditions){.players = {"", ""}, .variant = VARIANT_CHESS960, .rules = {.max_moves = 1}},
                (const char *const[]){"setoption name UCI_Variant value chess",
                                      "setoption name UCI_Chess960 value true", "position fen ", NULL});
    assert_sent((Conditions){.players = {"", ""},
                             .fen = "4k3/8/8/8/8/8/8/4K2R w K - 4 30",
                             .rules = {.max_moves = 1},
                             .clocks = {"nodes=10 depth=3"}},
                (const char *const[]){"position fen 4k3/8/8/8/8/8/8/4K2R w K - 4 30", "go nodes 10 depth 3", NULL});
}

static void a_clock_below_a_millisecond_is_told_as_one(void **state) {
    (void)state;
    assert_sent(
        (Conditions){
            .players = {"", "late=1 ms=15"}, .clocks = {"60", "0.005"}, .margin = 10000000, .rules = {.max_moves = 2}},
        (const char *const[]){"go wtime 60000 btime 5 ", "go wtime * btime 1 winc", NULL});
    assert_int_equal(played.games[0].end, GAME_ADJUDICATED); /* over, but within the margin */
}

static void castling_is_king_takes_rook_in_chess960(void **state) {
    (void)state;
    /* The king's only moves are castling with either rook: all else is blocked by own men. */
    play((Conditions){.players = {"illegal=1 say=g1h1", "seed=1"},
                      .variant = VARIANT_CHESS960,
                      .fen = "4k3/8/8/8/8/8/5PPP/5RKR w H - 0 1",
                      .rules = {.max_moves = 1}});
    assert_int_equal(played.games[0].end, GAME_ILLEGAL); /* f1 is taken by the other rook */
    play((Conditions){.players = {"illegal=1 say=g1h1", "seed=1"},
                      .variant = VARIANT_CHESS960,
                      .fen = "4k3/8/8/8/8/8/5PPP/R5KR w H - 0 1",
                      .rules = {.max_moves = 1}});
    assert_int_equal(played.games[0].end, GAME_ADJUDICATED);
}

/* ---- The match ------------------------------------------------------------------------------------------ */

static void stopping_is_quick_and_scores_nothing(void **state) {
    (void)state;
    int64_t before = monotonic_us();
    play((Conditions){.players = {"slow ms=60000 ignore-quit ignore-stop", "seed=2"},
                      .clocks = {"600"},
                      .games = 8,
                      .concurrency = 4,
                      .variant = VARIANT_STANDARD,
                      .fen = "4k3/8/8/8/8/8/8/4K2R b K - 4 30",
                      .stop_after = 1000});
    assert_true(monotonic_us() - before < 2000000);
    assert_int_equal(played.end, MATCH_STOPPED);
    assert_int_equal(score_games(&played.score), 0);
    assert_int_equal(played.count, 4);
    for (size_t i = 0; i < played.count; i++)
        assert_true(played.games[i].end == GAME_STOPPED && !played.games[i].has_result);
}

static void a_test_ends_the_match(void **state) {
    (void)state;
    const Sprt sprt = {.elo0 = 0, .elo1 = 100, .alpha = 0.05, .beta = 0.05};
    play((Conditions){.players = {"seed=1", "seed=2 illegal=1"}, .sprt = &sprt, .concurrency = 2});
    assert_int_equal(played.end, MATCH_H1);
    play((Conditions){.players = {"seed=1 illegal=1", "seed=2"}, .sprt = &sprt, .concurrency = 2});
    assert_int_equal(played.end, MATCH_H0);
    assert_true(score_games(&played.score) < 60);
}

static void many_games_at_once_do_not_mix(void **state) {
    (void)state;
    play((Conditions){.players = {"seed=1", "seed=2 kill=20"}, .games = 64, .concurrency = 32});
    assert_int_equal(played.count, 64);
    assert_int_equal(score_games(&played.score), 64);
    unsigned crashes = 0;
    for (size_t i = 0; i < played.count; i++)
        crashes += played.games[i].end == GAME_CRASHED;
    assert_true(crashes > 50);
}

static void adjudication_by_scores(void **state) {
    (void)state;
    play((Conditions){.players = {"seed=1 score=900", "seed=2 score=-900"},
                      .rules = {.resign_count = 2, .resign_score = 600}});
    assert_int_equal(played.games[0].end, GAME_ADJUDICATED);
    assert_int_equal(played.games[0].winner, WHITE);
    assert_string_equal(played.games[0].reason, "first wins by adjudication: both players see it winning");
    play((Conditions){.players = {"score=4", "score=-4"},
                      .rules = {.draw_count = 3, .draw_score = 5},
                      .fen = "7k/p1p1p3/P1P1P3/8/8/8/8/7K w - - 0 1"});
    assert_string_equal(played.games[0].reason, "Draw by adjudication: both players see an even game");
    assert_int_equal(played.games[0].plies, 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played_to_its_end),
        cmocka_unit_test(every_variant_is_played),
        cmocka_unit_test(repetition_ends_the_game_the_moment_it_is_there),
        cmocka_unit_test(fifty_moves_end_the_game),
        cmocka_unit_test(mate_comes_before_the_fifty_move_rule),
        cmocka_unit_test(racing_kings_both_home_is_a_draw),
        cmocka_unit_test(annotation_is_kept),
        cmocka_unit_test(odd_streams_do_no_harm),
        cmocka_unit_test(an_illegal_variation_is_a_warning_only),
        cmocka_unit_test(a_second_bestmove_is_dropped),
        cmocka_unit_test(the_last_words_of_a_dying_player_count),
        cmocka_unit_test(illegal_moves_lose),
        cmocka_unit_test(a_repeated_answer_is_shown_with_both_positions),
        cmocka_unit_test(crashes_lose_and_the_match_goes_on),
        cmocka_unit_test(floods_lose),
        cmocka_unit_test(a_flooded_log_only_costs_its_own_time),
        cmocka_unit_test(overstepping_loses_with_the_measured_time),
        cmocka_unit_test(a_player_that_never_answers_loses_on_time),
        cmocka_unit_test(a_hung_search_without_clock_is_named_with_its_last_line),
        cmocka_unit_test(a_late_answer_is_not_taken_for_the_next_game),
        cmocka_unit_test(a_player_that_ignores_stop_is_replaced),
        cmocka_unit_test(a_bare_king_cannot_win_on_time),
        cmocka_unit_test(a_player_that_does_not_start_is_out_after_three_times),
        cmocka_unit_test(a_bot_that_does_not_load_loses_unrated),
        cmocka_unit_test(what_cannot_be_played_is_not_tried_again),
        cmocka_unit_test(programs_that_are_not_there),
        cmocka_unit_test(what_is_sent),
        cmocka_unit_test(a_clock_below_a_millisecond_is_told_as_one),
        cmocka_unit_test(castling_is_king_takes_rook_in_chess960),
        cmocka_unit_test(stopping_is_quick_and_scores_nothing),
        cmocka_unit_test(a_test_ends_the_match),
        cmocka_unit_test(many_games_at_once_do_not_mix),
        cmocka_unit_test(adjudication_by_scores),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
