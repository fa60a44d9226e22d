/* Moves in UCI notation: what is read is a legal move, and every legal move reads back from what is written of it. */
#include "fuzz.h"

enum { WRITTEN_MAX = 100 };

static void check_written(const Position *position, Move move) {
    char uci[UCI_MOVE_MAX];
    Move back = MOVE_NONE;
    CHECK(uci_write_move(position, move, uci) == strlen(uci));
    CHECK(uci_parse_move(position, uci, &back, NULL) == MOVE_TEXT_OK);
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
    MoveTextResult result = uci_parse_move(&position, text, &move, &error);
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
