/* FEN: what is read is written in a form that reads back as the same position, in every dialect. */
#include "fuzz.h"

static void check_dialect(const Position *position, unsigned flags) {
    char first[FEN_MAX], second[FEN_MAX];
    Position back;
    size_t length = position_to_fen(position, flags, first);
    CHECK(length == strlen(first) && length < FEN_MAX);
    CHECK(position_from_fen(&back, first, position->variant, position->chess960, NULL));
    position_to_fen(&back, flags, second);
    /* A promoted king is not royal; where its mark is not written it becomes so, and castling may read otherwise. */
    if (strcmp(first, second) != 0 && (flags & FEN_PROMOTED) == 0 && position->promoted != 0) {
        CHECK(position_from_fen(&back, second, position->variant, position->chess960, NULL));
        position_to_fen(&back, flags, first);
    }
    CHECK(strcmp(first, second) == 0);
    if ((flags & FEN_PROMOTED) != 0 && (flags & FEN_NO_COUNTERS) == 0)
        check_same_position(position, &back);
}

static void check_questions(const Position *position) {
    Move moves[MOVES_MAX];
    size_t legal = position_legal_moves(position, moves);
    CHECK(legal <= MOVES_MAX && legal == position_count_legal_moves(position));
    CHECK(position_pseudo_legal_moves(position, moves) <= MOVES_MAX);
    CHECK(position_has_legal_move(position) == (legal > 0));
    Outcome outcome = position_outcome(position);
    CHECK(outcome_reason(outcome, position->variant) != NULL && outcome_result(outcome) != NULL);
    position_status(position);
    position_polyglot_key(position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    Position position;
    if (!take_position(&bytes, &position))
        return 0;
    for (unsigned flags = 0; flags < 32; flags++)
        check_dialect(&position, flags);
    Position again = position;
    position_refresh(&again);
    check_same_position(&position, &again);
    check_questions(&position);
    return 0;
}
