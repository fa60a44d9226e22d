#include "engine/checks.h"

#include <string.h>

#include "chess/attack.h"

static Bitboard find_discoverers(const Position *p, Color us, Square king) {
    Bitboard found = 0, occupied = position_occupied(p);
    Bitboard snipers =
        (rook_ray_table[king] & straight_sliders(p, us)) | (bishop_ray_table[king] & diagonal_sliders(p, us));
    while (snipers != 0) {
        Bitboard between = between_table[king][pop_lsb(&snipers)] & occupied;
        if (between != 0 && !more_than_one(between))
            found |= between & p->by_color[us];
    }
    return found;
}

void check_squares_find(CheckSquares *squares, const Position *position) {
    Color us = position->side;
    memset(squares, 0, sizeof *squares);
    squares->king = NO_SQUARE;
    if (position_rules(position)->captures_compulsory || position_rules(position)->checks_forbidden)
        return;
    Square king = royal_square(position, !us);
    if (king == NO_SQUARE || (position_rules(position)->explosions && kings_touch(position)))
        return;
    Bitboard occupied = position_occupied(position);
    squares->king = king;
    squares->from[PAWN] = pawn_attack_table[!us][king];
    squares->from[KNIGHT] = knight_attack_table[king];
    squares->from[BISHOP] = bishop_attacks(king, occupied);
    squares->from[ROOK] = rook_attacks(king, occupied);
    squares->from[QUEEN] = squares->from[BISHOP] | squares->from[ROOK];
    squares->discoverers = find_discoverers(position, us, king);
}

bool check_squares_hit(const CheckSquares *squares, const Position *position, Move move) {
    if (squares->king == NO_SQUARE)
        return false;
    Square from = move_from(move), to = move_to(move);
    if (move_is_drop(move))
        return squares->from[move_drop(move)] & square_bit(to);
    if (position_rules(position)->explosions && position_is_capture(position, move))
        return false;
    if (move_kind(move) == MOVE_NORMAL || move_kind(move) == MOVE_DOUBLE_PUSH) {
        if (squares->from[piece_type(position->board[from])] & square_bit(to))
            return true;
        return (squares->discoverers & square_bit(from)) != 0 &&
               (line_table[squares->king][from] & square_bit(to)) == 0;
    }
    return !position_rules(position)->explosions && position_gives_check(position, move);
}
