/* What players say: any bytes, in pieces of any size, become lines, options and search information without harm; and
 * the answer to the options is always whole lines. */
#include "fuzz.h"

#include "arena/handshake.h"
#include "base/lines.h"

static void take_line(Handshake *handshake, SearchInfo *info, const char *line) {
    const char *rest;
    char move[MOVE_WORD_MAX];
    CHECK(strlen(line) < LINE_MAX_BYTES + 1 && strchr(line, '\n') == NULL);
    if (uci_line_is(line, "option", &rest))
        handshake_read_option(handshake, rest);
    else if (uci_line_is(line, "bestmove", &rest))
        uci_read_move_word(rest, move);
    uci_read_info(line, info);
    CHECK(strlen(info->pv) < PV_TEXT_MAX && info->depth <= 10000);
}

static void check_answer(const Handshake *handshake) {
    const PlayerOption options[] = {{"Hash", "16"}, {"Clear Hash", NULL}};
    const PlayerSpec spec = {.name = "fuzz", .options = options, .option_count = 1 + (handshake->names.length & 1)};
    char why[PLAYER_FAULT_MAX] = "";
    Text out;
    text_init(&out);
    if (!handshake_answer(handshake, &spec, &out, why))
        CHECK(why[0] != '\0');
    for (const char *at = out.data; *at != '\0'; at = strchr(at, '\n') + 1) {
        CHECK(strncmp(at, "setoption name ", 15) == 0);
        CHECK(strchr(at, '\n') != NULL);
    }
    text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    uint8_t choice = take_byte(&bytes);
    size_t piece = (size_t)take_byte(&bytes) + 1;
    LineReader reader = {0};
    SearchInfo info = {0};
    Handshake handshake;
    handshake_begin(&handshake, choice % VARIANT_ARENA_COUNT);
    while (bytes.size > 0) {
        size_t space, count = bytes.size < piece ? bytes.size : piece;
        char *at = lines_space(&reader, &space);
        CHECK(at != NULL && space > 0);
        count = count < space ? count : space;
        memcpy(at, bytes.data, count);
        lines_added(&reader, count);
        bytes.data += count;
        bytes.size -= count;
        for (char *line; (line = lines_next(&reader)) != NULL;)
            take_line(&handshake, &info, line);
    }
    char *last = lines_last(&reader);
    if (last != NULL)
        take_line(&handshake, &info, last);
    check_answer(&handshake);
    handshake_end(&handshake);
    lines_free(&reader);
    return 0;
}
