/*
 * Games of arbitrary moves from arbitrary positions in every variant: what is kept up to date move by move equals what
 * is worked out afresh, and all ways to ask about moves agree.
 */
#include "fuzz.h"

static bool contains(const Move *moves, size_t count, Move move) {
    for (size_t i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static void check_board(const Position *p) {
    Bitboard all = 0;
    for (Square square = 0; square < 64; square++) {
        Piece piece = p->board[square];
        Bitboard bit = square_bit(square);
        if (piece == NO_PIECE)
            continue;
        all |= bit;
        CHECK((p->by_type[piece_type(piece)] & bit) != 0 && (p->by_color[piece_color(piece)] & bit) != 0);
    }
    CHECK(position_occupied(p) == all && (p->by_color[WHITE] & p->by_color[BLACK]) == 0);
    CHECK((p->promoted & ~all) == 0);
}

/* The legal moves are the pseudo-legal ones that are legal, and (as in python-chess listed with the legal ones only)
 * drops. */
static size_t check_moves(const Position *p, Move legal[MOVES_MAX]) {
    Move pseudo[MOVES_MAX];
    size_t count = position_legal_moves(p, legal), pseudo_count = position_pseudo_legal_moves(p, pseudo), found = 0;
    CHECK(count <= MOVES_MAX && pseudo_count <= MOVES_MAX);
    CHECK(count == position_count_legal_moves(p));
    CHECK((count > 0) == position_has_legal_move(p));
    for (size_t i = 0; i < count; i++) {
        CHECK(position_is_legal(p, legal[i]));
        found += move_is_drop(legal[i]);
    }
    for (size_t i = 0; i < pseudo_count; i++) {
        CHECK(!move_is_drop(pseudo[i]));
        CHECK(position_is_pseudo_legal(p, pseudo[i]));
        if (!position_is_legal(p, pseudo[i]))
            continue;
        CHECK(contains(legal, count, pseudo[i]));
        found++;
    }
    CHECK(found == count);
    return count;
}

static void check_any_move(const Position *p, const Move *legal, size_t count, Move move) {
    CHECK(position_is_legal(p, move) == contains(legal, count, move));
    if (position_is_legal(p, move))
        CHECK(position_is_pseudo_legal(p, move));
}

static void check_step(const Position *before, Move move, const Position *after) {
    Position fresh = *after, in_place = *before;
    position_refresh(&fresh);
    check_same_position(after, &fresh);
    position_play(&in_place, move, &in_place);
    check_same_position(after, &in_place);
    check_board(after);
    CHECK(after->side != before->side);
    CHECK(position_gives_check(before, move) == position_is_check(after));
    /* With several kings another one may have become the royal one; a game that is over may leave anything. */
    if (__builtin_popcountll(position_pieces(before, before->side, KING)) <= 1)
        CHECK(!position_was_into_check(after) || position_is_variant_end(after));
    if (!move_is_drop(move))
        CHECK(position_is_zeroing(before, move) == (after->halfmove_clock == 0));
}

/* The rest of the input chooses: two bytes a move. The first bytes also make moves that may not be legal at all. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    Position position, after;
    Move legal[MOVES_MAX];
    if (!take_position(&bytes, &position))
        return 0;
    check_board(&position);
    while (bytes.size >= 2) {
        size_t count = check_moves(&position, legal);
        Move any = (Move)(take_byte(&bytes) << 8);
        any = (Move)(any | take_byte(&bytes));
        check_any_move(&position, legal, count, any);
        if (count == 0)
            break;
        position_outcome(&position);
        Move move = legal[any % count];
        position_play(&position, move, &after);
        check_step(&position, move, &after);
        position = after;
    }
    return 0;
}
