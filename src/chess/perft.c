/*
 * Counting sequences of moves.
 *
 * The last move is counted, not played. Nearly all the time goes into the move before it, so where pins and checks
 * alone decide what is legal, that one is played into a position that has just the fields which counting reads: no
 * board, no keys, no counters.
 */
#include <string.h>

#include "chess/attack.h"
#include "chess/legality.h"

static inline void move_bits(Position *p, Color color, PieceType type, Bitboard change) {
    p->by_type[type] ^= change;
    p->by_color[color] ^= change;
}

/* Whether counting the position's moves reads no more than count_replies() fills in. */
static bool counts_by_bits(const Position *p) {
    const VariantRules *rules = position_rules(p);
    bool one_king_each =
        popcount(position_pieces(p, WHITE, KING)) == 1 && popcount(position_pieces(p, BLACK, KING)) == 1;
    return one_king_each && p->promoted == 0 && !rules->own_end && !rules->drops;
}

/* Moves the men of a pseudo-legal move; the bitboards alone. */
static inline void move_men(const Position *before, Move move, Position *after) {
    Color us = before->side;
    Square from = move_from(move), to = move_to(move);
    Bitboard from_bit = square_bit(from), to_bit = square_bit(to);
    PieceType type = piece_type(before->board[from]);
    if (move_kind(move) == MOVE_CASTLE) {
        move_bits(after, us, KING, from_bit ^ square_bit(castled_king(from, to)));
        move_bits(after, us, ROOK, to_bit ^ square_bit(castled_rook(from, to)));
        return;
    }
    if (before->board[to] != NO_PIECE)
        move_bits(after, !us, piece_type(before->board[to]), to_bit);
    else if (move_kind(move) == MOVE_EN_PASSANT)
        move_bits(after, !us, PAWN, square_bit(to - forward_step(us)));
    after->by_color[us] ^= from_bit ^ to_bit;
    after->by_type[type] ^= from_bit;
    after->by_type[move_is_promotion(move) ? move_promotion(move) : type] ^= to_bit;
}

static inline size_t count_replies(const Position *before, Move move) {
    Position after;
    Color us = before->side;
    Square from = move_from(move);
    memcpy(&after, before, offsetof(Position, checkers));
    after.castling = castling_rights(before);
    if (after.castling != 0) {
        after.castling &= ~(square_bit(from) | square_bit(move_to(move)));
        if (piece_type(before->board[from]) == KING)
            after.castling &= ~backrank(us);
    }
    after.castling_doubtful = false;
    after.variant = before->variant;
    after.chess960 = before->chess960;
    after.side = (uint8_t)!us;
    after.ep = NO_SQUARE;
    after.ep_legal = false;
    move_men(before, move, &after);
    find_checks(&after);
    if (move_kind(move) == MOVE_DOUBLE_PUSH) {
        after.ep = (uint8_t)(from + forward_step(us));
        after.ep_legal = position_find_ep_legal(&after);
    }
    return count_moves_by_bits(&after);
}

uint64_t position_perft(const Position *position, int depth) {
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return position_count_legal_moves(position);
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(position, moves);
    bool by_bits = depth == 2 && counts_by_bits(position);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        Position after;
        if (by_bits) {
            nodes += count_replies(position, moves[i]);
            continue;
        }
        position_play(position, moves[i], &after);
        nodes += position_perft(&after, depth - 1);
    }
    return nodes;
}
