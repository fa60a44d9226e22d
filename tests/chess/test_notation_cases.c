/*
 * The cases of PGN and EPD in the shared table of rules (columns: id, source, area, variant, check, input, expected),
 * when that table is there: "\n" stands for a line break, " // " separates games or lines of play.
 */
#include "pgn_help.h"

#include <stdio.h>
#include <stdlib.h>

#include "chess/epd.h"

enum { COLUMN_ID, COLUMN_CHECK = 4, COLUMN_INPUT, COLUMN_EXPECTED, COLUMN_COUNT, SKIPPED = 77 };

static void unescape(char *text) {
    char *out = text;
    for (; *text != '\0'; text++) {
        bool line_break = text[0] == '\\' && text[1] == 'n';
        *out++ = line_break ? '\n' : *text;
        text += line_break;
    }
    *out = '\0';
}

/* The main line, then every variation, each to its end. */
static void append_lines(const PgnGame *game, Text *out) {
    append_main_line(game, out);
    for (PgnNode node = 1; node < game->move_count; node++) {
        if (game->moves[game->moves[node].parent].next == node)
            continue;
        Text line;
        text_init(&line);
        append_line(game, node, &line);
        text_append_string(out, " // ");
        text_append_string(out, line.data);
        text_free(&line);
    }
}

static void check_pgn(const char *input, const char *expected, bool all_lines) {
    PgnReader *reader = pgn_reader_open_memory(input, strlen(input), NULL);
    PgnGame game;
    Text found;
    pgn_game_init(&game);
    text_init(&found);
    for (int number = 0; pgn_reader_next(reader, &game); number++) {
        Text line;
        text_init(&line);
        if (all_lines)
            append_lines(&game, &line);
        else
            append_main_line(&game, &line);
        text_append_string(&found, number > 0 ? " // " : "");
        text_append_string(&found, line.data);
        text_free(&line);
    }
    assert_string_equal(found.data, expected);
    text_free(&found);
    pgn_game_free(&game);
    pgn_reader_close(reader);
}

/* The input ends in " | NAME". */
static void check_tag(char *input, const char *expected) {
    char *bar = strrchr(input, '|');
    PgnGame game;
    assert_non_null(bar);
    *bar = '\0';
    pgn_game_init(&game);
    read_one(&game, input);
    assert_string_equal(pgn_game_tag(&game, bar + 2), expected);
    pgn_game_free(&game);
}

static void check_epd_error(const char *input) {
    Epd epd;
    epd_init(&epd);
    assert_false(epd_read(&epd, input, VARIANT_STANDARD, false, EPD_STRICT, NULL));
    epd_free(&epd);
}

/* Whether the row is one of ours. */
static bool check_row(char *columns[COLUMN_COUNT]) {
    const char *check = columns[COLUMN_CHECK], *expected = columns[COLUMN_EXPECTED];
    char *input = columns[COLUMN_INPUT];
    unescape(input);
    if (strcmp(check, "pgn_main") == 0 || strcmp(check, "pgn_count") == 0)
        check_pgn(input, expected, false);
    else if (strcmp(check, "pgn_variation_comment") == 0)
        check_pgn(input, expected, true);
    else if (strcmp(check, "pgn_tag") == 0)
        check_tag(input, expected);
    else if (strcmp(check, "epd_error") == 0)
        check_epd_error(input);
    else
        return false;
    return true;
}

static void test_shared_cases(void **state) {
    FILE *file = *state;
    char line[8192];
    int checked = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char *columns[COLUMN_COUNT], *rest = line;
        int count = 0;
        line[strcspn(line, "\n")] = '\0';
        while (count < COLUMN_COUNT && rest != NULL)
            columns[count++] = strsep(&rest, "\t");
        if (count == COLUMN_COUNT && check_row(columns)) {
            print_message("%s\n", columns[COLUMN_ID]);
            checked++;
        }
    }
    assert_true(checked > 0);
}

int main(void) {
    FILE *file = fopen(SHARED_CASES "/rules.tsv", "r");
    if (file == NULL) {
        puts("skipped: the shared table of rules is not there");
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_shared_cases, file)};
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    fclose(file);
    return status;
}
