/* The small languages of the match command: clocks, adjudication rules, tests, lines of openings. What is accepted is
 * within its limits, and what a clock is written as reads back as the same clock. */
#include "fuzz.h"

#include "arena/adjudicate.h"
#include "arena/clock.h"
#include "arena/openings.h"
#include "arena/score.h"

static void check_clock(const char *text) {
    TimeControl control = {.margin = 1}, back = {.margin = 1};
    Error error = {.message = ""};
    if (!time_control_parse(text, &control, &error)) {
        CHECK(error.message[0] != '\0');
        return;
    }
    Clock clock;
    clock_start(&clock, &control);
    CHECK(control.base >= 0 && control.increment >= 0 && control.move_time >= 0 && clock_shown_ms(&clock) >= 1);
    CHECK(time_control_is_timed(&control) || control.nodes > 0 || control.depth > 0);
    Text tag;
    text_init(&tag);
    time_control_write_tag(&control, &tag);
    if (control.base > 0) {
        CHECK(time_control_parse(tag.data, &back, NULL));
        CHECK(back.base == control.base && back.increment == control.increment && back.moves == control.moves);
    }
    text_free(&tag);
}

static void check_rules(const char *text) {
    AdjudicationRules rules;
    memset(&rules, 0, sizeof rules);
    if (adjudication_parse_draw(text, &rules, NULL))
        CHECK(rules.draw_count >= 1 && rules.draw_score >= 0);
    if (adjudication_parse_resign(text, &rules, NULL))
        CHECK(rules.resign_count >= 1 && rules.resign_score >= 1);
}

static void check_test(const char *text) {
    Sprt sprt;
    if (!sprt_parse(text, &sprt, NULL))
        return;
    const Score score = {.wins = 3, .draws = 4, .losses = 2, .pairs = {1, 0, 2, 1, 0}};
    double llr = sprt_llr(&sprt, &score);
    CHECK(sprt.elo0 < sprt.elo1 && sprt_lower(&sprt) < sprt_upper(&sprt));
    CHECK(llr == llr && llr < 1e6 && llr > -1e6);
}

static void check_opening(const char *line, Variant variant) {
    Position position;
    Error error = {.message = ""};
    Openings *openings = openings_fen(line, variant, &error);
    if (openings == NULL) {
        CHECK(error.message[0] != '\0');
        return;
    }
    const Move *moves;
    size_t count;
    openings_get(openings, 0, &position, &moves, &count);
    CHECK(count == 0); /* a finished position is allowed: its game ends at once */
    openings_free(openings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    uint8_t choice = take_byte(&bytes);
    char *text = take_string(&bytes, 0);
    if (choice < 64)
        check_clock(text);
    else if (choice < 96)
        check_rules(text);
    else if (choice < 128)
        check_test(text);
    else
        check_opening(text, choice % VARIANT_ARENA_COUNT);
    free(text);
    return 0;
}
