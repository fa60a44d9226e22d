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

/* ---- The quiet ones, listed -------------------------------------------------------------------------------------- */

typedef struct CheckList {
    const CheckSquares *squares;
    const Position *position;
    Bitboard empty, pinned;
    Square king; /* ours, which pinned men must keep covered */
    Move *end;
} CheckList;

static bool leaves_king_covered(const CheckList *list, Square from, Square to) {
    return (list->pinned & square_bit(from)) == 0 || (line_table[list->king][from] & square_bit(to)) != 0;
}

static void list_officers(CheckList *list) {
    const CheckSquares *squares = list->squares;
    const Position *p = list->position;
    for (Bitboard men = p->by_color[p->side] & ~p->by_type[PAWN] & ~p->by_type[KING]; men != 0;) {
        Square from = pop_msb(&men);
        PieceType type = piece_type(p->board[from]);
        Bitboard targets = squares->from[type];
        if (squares->discoverers & square_bit(from))
            targets |= ~line_table[squares->king][from];
        targets &= list->empty;
        if (targets != 0)
            targets &= piece_attacks(type, p->side, from, ~list->empty);
        while (targets != 0) {
            Square to = pop_msb(&targets);
            if (leaves_king_covered(list, from, to))
                *list->end++ = move_make(from, to, MOVE_NORMAL);
        }
    }
}

static void list_pawns(CheckList *list, Bitboard landings, int step, MoveKind kind) {
    while (landings != 0) {
        Square to = pop_msb(&landings), from = to - step;
        Move move = move_make(from, to, kind);
        if (leaves_king_covered(list, from, to) && check_squares_hit(list->squares, list->position, move))
            *list->end++ = move;
    }
}

static void list_pushes(CheckList *list) {
    const Position *p = list->position;
    Color us = p->side;
    Bitboard single, twice, pawns = position_pieces(p, us, PAWN);
    pawn_pushes(p, us, pawns, &single, &twice);
    Bitboard checks = list->squares->from[PAWN], discovered = shift_forward(us, pawns & list->squares->discoverers);
    list_pawns(list, single & ~backrank(!us) & (checks | discovered), forward_step(us), MOVE_NORMAL);
    list_pawns(list, twice & (checks | shift_forward(us, discovered)), 2 * forward_step(us), MOVE_DOUBLE_PUSH);
}

static void list_drops(CheckList *list) {
    const Position *p = list->position;
    for (PieceType type = PAWN; type <= QUEEN; type++) {
        if (p->pockets[p->side][type] == 0)
            continue;
        Bitboard targets = list->squares->from[type] & list->empty & (type == PAWN ? ~BB_BACKRANKS : BB_ALL);
        while (targets != 0) {
            Square to = pop_lsb(&targets);
            *list->end++ = move_make(to, to, MOVE_DROP_PAWN + type - PAWN);
        }
    }
}

Move *generate_quiet_checks(const CheckSquares *squares, const Position *position, Move *out) {
    const VariantRules *rules = position_rules(position);
    Square king = royal_square(position, position->side);
    CheckList list = {squares, position, ~position_occupied(position), position->pinned, king, NULL};
    list.end = out;
    if (king == NO_SQUARE || rules->explosions)
        list.pinned = 0;
    list_officers(&list);
    list_pushes(&list);
    if (rules->drops)
        list_drops(&list);
    return list.end;
}
