/* Files of scored games: any bytes are read or refused; what was read is written and reads back as it was. */
#include "fuzz.h"

#include "training/games_binary.h"
#include "training/games_text.h"

static void check_same(const ScoredGame *a, const ScoredGame *b) {
    CHECK(a->result == b->result && a->opening == b->opening && a->count == b->count);
    for (size_t i = 0; i < a->count; i++)
        CHECK(a->moves[i].move == b->moves[i].move && (i < a->opening || a->moves[i].score == b->moves[i].score));
}

/* Not every game has the compact form: the text knows variants that it does not. */
static void check_binary(const ScoredGame *game) {
    Text text;
    ScoredGame back;
    size_t length;
    text_init(&text);
    scored_game_init(&back);
    if (games_binary_write(game, &text)) {
        const uint8_t *bytes = (const uint8_t *)text.data;
        size_t prefix = games_binary_length(bytes, text.length, &length);
        CHECK(prefix + length + GAMES_BINARY_CHECKSUM == text.length);
        CHECK(games_binary_read(bytes + prefix, length, &back, NULL));
        check_same(game, &back);
    }
    scored_game_free(&back);
    text_free(&text);
}

static void check_text(const ScoredGame *game) {
    Text text;
    ScoredGame back;
    text_init(&text);
    scored_game_init(&back);
    games_text_write(game, &text);
    text_truncate(&text, text.length - 1); /* the line's end */
    CHECK(games_text_read(text.data, game->start.variant, &back));
    check_same(game, &back);
    scored_game_free(&back);
    text_free(&text);
}

/* The checksum would stop the fuzzer: it is put right. */
static bool read_binary(Bytes bytes, ScoredGame *game) {
    uint32_t sum = UINT32_C(2166136261);
    uint8_t *copy = malloc(bytes.size + GAMES_BINARY_CHECKSUM);
    CHECK(copy != NULL);
    if (bytes.size > 0)
        memcpy(copy, bytes.data, bytes.size);
    for (size_t i = 0; i < bytes.size; i++)
        sum = (sum ^ copy[i]) * UINT32_C(16777619);
    for (int i = 0; i < GAMES_BINARY_CHECKSUM; i++)
        copy[bytes.size + (size_t)i] = (uint8_t)(sum >> 8 * i);
    bool good = games_binary_read(copy, bytes.size, game, NULL);
    free(copy);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    ScoredGame game;
    scored_game_init(&game);
    uint8_t choice = take_byte(&bytes);
    if (choice % 2 == 0) {
        if (read_binary(bytes, &game))
            check_binary(&game);
    } else {
        char *line = take_string(&bytes, 1);
        if (games_text_read(line, choice / 2 % VARIANT_COUNT, &game)) {
            check_binary(&game);
            check_text(&game);
        }
        free(line);
    }
    scored_game_free(&game);
    return 0;
}
