/* SAN: what is read is a legal move, and what is written of a legal move reads back as that move. */
#include "fuzz.h"

enum { WRITTEN_MAX = 40 };

static void check_written(const Position *position, Move move) {
    char san[SAN_MAX];
    Move back = MOVE_NONE;
    CHECK(san_write_move(position, move, san) == strlen(san));
    CHECK(san_parse_move(position, san, &back, NULL) == MOVE_TEXT_OK);
    CHECK(back == move);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    Position position;
    if (!take_position(&bytes, &position))
        return 0;
    char *text = take_string(&bytes, 0);
    Move move = MOVE_NONE;
    Error error;
    MoveTextResult result = san_parse_move(&position, text, &move, &error);
    if (result == MOVE_TEXT_OK) {
        CHECK(move == MOVE_NULL || position_is_legal(&position, move));
        check_written(&position, move);
    } else {
        CHECK(error.message[0] != '\0' && strlen(error.message) < ERROR_MESSAGE_MAX);
    }
    free(text);
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(&position, moves);
    for (size_t i = 0; i < count && i < WRITTEN_MAX; i++)
        check_written(&position, moves[i]);
    return 0;
}
