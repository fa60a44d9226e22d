/* How a game stands: one call answers every question about its end. */
#include "export.h"

/* Bits of the answer; JavaScript knows them by the same names. */
enum {
    IS_CHECK = 1 << 0,
    IS_CHECKMATE = 1 << 1,
    IS_STALEMATE = 1 << 2,
    IS_INSUFFICIENT = 1 << 3,
    IS_FIFTY_MOVES = 1 << 4,
    IS_VARIANT_END = 1 << 5,
    IS_VARIANT_DRAW = 1 << 6,
    IS_VARIANT_WIN = 1 << 7,
    HAS_MOVES = 1 << 8
};

static int variant_bits(const Position *p) {
    switch (position_variant_outcome(p).termination) {
    case TERMINATION_VARIANT_WIN:
        return IS_VARIANT_END | IS_VARIANT_WIN;
    case TERMINATION_VARIANT_LOSS:
        return IS_VARIANT_END;
    case TERMINATION_VARIANT_DRAW:
        return IS_VARIANT_END | IS_VARIANT_DRAW;
    default:
        return 0;
    }
}

int EXPORT(standing)(const Position *position);
int standing(const Position *position) {
    int bits = variant_bits(position) | (position_is_check(position) ? IS_CHECK : 0);
    if (position_has_insufficient_material(position, WHITE) && position_has_insufficient_material(position, BLACK))
        bits |= IS_INSUFFICIENT;
    if (position_has_legal_move(position))
        bits |= HAS_MOVES | (position_is_halfmoves(position, 100) ? IS_FIFTY_MOVES : 0);
    else if ((bits & IS_VARIANT_END) == 0)
        bits |= bits & IS_CHECK ? IS_CHECKMATE : IS_STALEMATE;
    return bits;
}

bool EXPORT(has_moves)(const Position *position);
bool has_moves(const Position *position) {
    return position_has_legal_move(position);
}

static Game game_view(Position *first, size_t ply) {
    return (Game){.positions = first, .ply = ply, .capacity = ply};
}

/* `first` is where the positions of the game begin, `ply` counts those after it. */
bool EXPORT(is_repetition)(Position *first, size_t ply, int count);
bool is_repetition(Position *first, size_t ply, int count) {
    Game game = game_view(first, ply);
    return game_is_repetition(&game, count);
}

/* How many plies back a position can matter for repetitions. */
size_t EXPORT(horizon)(const Position *position);
size_t horizon(const Position *position) {
    return position->variant == VARIANT_CRAZYHOUSE ? SIZE_MAX : position->halfmove_clock;
}

/* The outcome as termination + 16 * winner, with its reason in text_buffer; claims are taken as made where the draw is
 * there already. */
int EXPORT(outcome)(Position *first, size_t ply);
int outcome(Position *first, size_t ply) {
    Game game = game_view(first, ply);
    const Position *now = game_position(&game);
    Outcome end = game_outcome(&game, false);
    if (end.termination == TERMINATION_NONE && position_is_halfmoves(now, 100))
        end.termination = TERMINATION_FIFTY_MOVES;
    else if (end.termination == TERMINATION_NONE && game_is_repetition(&game, 3))
        end.termination = TERMINATION_THREEFOLD_REPETITION;
    const char *reason = outcome_reason(end, now->variant);
    size_t length = 0;
    for (; reason[length] != '\0'; length++)
        text_buffer[length] = reason[length];
    text_buffer[length] = '\0';
    return end.termination | end.winner << 4;
}
