/* Single moves: are they pseudo-legal, legal, captures, checks? */
#include "chess/legality.h"

#include "chess/attack.h"

static bool any_attacked(const Position *p, Color by, Bitboard squares, Bitboard occupied) {
    while (squares != 0)
        if (attackers_to(p, by, pop_lsb(&squares), occupied) != 0)
            return true;
    return false;
}

/* Squares of the king's way that matter for castling: atomic kings may pass attacked squares beside the other king. */
static Bitboard dangerous_path(const Position *p, Bitboard path) {
    const VariantRules *rules = position_rules(p);
    if (rules->captures_compulsory)
        return 0;
    if (rules->explosions)
        for (Bitboard kings = position_pieces(p, !p->side, KING); kings != 0;)
            path &= ~king_attack_table[pop_lsb(&kings)];
    return path;
}

bool castling_is_attacked(const Position *position, Square king, Square rook) {
    Color them = !position->side;
    Square king_to = castled_king(king, rook), rook_to = castled_rook(king, rook);
    Bitboard path = between_table[king][king_to] | square_bit(king);
    Bitboard occupied = position_occupied(position) ^ square_bit(king);
    /* On its way the king is shielded by the unmoved rook; on arrival the rook has moved. */
    return any_attacked(position, them, dangerous_path(position, path), occupied) ||
           any_attacked(position, them, dangerous_path(position, square_bit(king_to)),
                        occupied ^ square_bit(rook) ^ square_bit(rook_to));
}

bool ep_is_safe(const Position *position, Move move) {
    Color us = position->side;
    const VariantRules *rules = position_rules(position);
    if (rules->captures_compulsory)
        return true;
    if (rules->explosions)
        return atomic_is_safe(position, move);
    Square king = royal_square(position, us);
    if (king == NO_SQUARE)
        return true;
    Bitboard victim = square_bit(move_to(move) - forward_step(us));
    Bitboard from = square_bit(move_from(move)), to = square_bit(move_to(move));
    Bitboard occupied = (position_occupied(position) & ~from & ~victim) | to;
    return (attackers_to(position, !us, king, occupied) & ~victim) == 0;
}

bool position_find_ep_legal(const Position *position) {
    Bitboard pawns = ep_capturers(position);
    if (pawns == 0 || position_is_variant_end(position))
        return false;
    while (pawns != 0)
        if (ep_is_safe(position, move_make(pop_lsb(&pawns), position->ep, MOVE_EN_PASSANT)))
            return true;
    return false;
}

/* A position set up by hand may name an en passant square behind which no pawn stands. */
static bool ep_takes_something(const Position *p, Move move) {
    return p->board[move_to(move) - forward_step(p->side)] != NO_PIECE;
}

bool atomic_is_safe(const Position *position, Move move) {
    Color us = position->side;
    bool empty_ep = move_kind(move) == MOVE_EN_PASSANT && !ep_takes_something(position, move);
    if (move_kind(move) == MOVE_CASTLE || !position_is_capture(position, move) || empty_ep) {
        Position after;
        position_play(position, move, &after);
        return !position_was_into_check(&after);
    }
    /* A capture: work out what is left without playing it. */
    Square to = move_to(move);
    Bitboard blast = (king_attack_table[to] & ~position->by_type[PAWN]) | square_bit(to) | square_bit(move_from(move));
    if (move_kind(move) == MOVE_EN_PASSANT)
        blast |= square_bit(to - forward_step(us));
    Bitboard our_kings = position_pieces(position, us, KING) & ~blast;
    Bitboard their_kings = position_pieces(position, !us, KING) & ~blast;
    if (our_kings == 0)
        return false;
    if (their_kings == 0)
        return true;
    for (Bitboard kings = our_kings; kings != 0;)
        if (king_attack_table[pop_lsb(&kings)] & their_kings)
            return true;
    Bitboard occupied = position_occupied(position) & ~blast;
    return (attackers_to(position, !us, msb(our_kings), occupied) & occupied) == 0;
}

/* Whether the kind of a man's move says exactly what the man does. */
static bool is_pseudo_legal_pawn(const Position *p, Move move) {
    Color us = p->side;
    Square from = move_from(move), to = move_to(move);
    MoveKind kind = move_kind(move);
    Bitboard to_bit = square_bit(to), from_bit = square_bit(from), empty = ~position_occupied(p);
    if (kind == MOVE_EN_PASSANT)
        return to == p->ep && (ep_capturers(p) & from_bit) != 0;
    Bitboard single = shift_forward(us, from_bit) & empty;
    if (kind == MOVE_DOUBLE_PUSH) {
        Bitboard landing = us == WHITE ? BB_RANK_3 | BB_RANK_4 : BB_RANK_6 | BB_RANK_5;
        return (shift_forward(us, single) & empty & landing & to_bit) != 0;
    }
    bool last_rank = (to_bit & BB_BACKRANKS) != 0;
    if (last_rank != move_is_promotion(move) || (!last_rank && kind != MOVE_NORMAL))
        return false;
    if (kind == MOVE_PROMOTE_KING && !position_rules(p)->captures_compulsory)
        return false;
    return (((pawn_attack_table[us][from] & p->by_color[!us]) | single) & to_bit) != 0;
}

static bool is_pseudo_legal_castling(const Position *p, Move move) {
    Color us = p->side;
    Bitboard kings = position_pieces(p, us, KING) & ~p->promoted & backrank(us);
    return kings != 0 && lsb(kings) == move_from(move) &&
           (castling_rights(p) & backrank(us) & square_bit(move_to(move))) != 0 && !position_is_variant_end(p) &&
           castling_is_open(p, move_from(move), move_to(move));
}

static bool is_pseudo_legal_drop(const Position *p, Move move) {
    PieceType type = move_drop(move);
    Bitboard to = square_bit(move_to(move));
    return position_rules(p)->drops && move_from(move) == move_to(move) && type <= QUEEN &&
           p->pockets[p->side][type] > 0 && (to & position_occupied(p)) == 0 &&
           !(type == PAWN && (to & BB_BACKRANKS) != 0);
}

bool position_is_pseudo_legal(const Position *position, Move move) {
    Square from = move_from(move), to = move_to(move);
    Color us = position->side;
    if (move_is_drop(move))
        return is_pseudo_legal_drop(position, move);
    Piece piece = position->board[from];
    if (piece == NO_PIECE || piece_color(piece) != us)
        return false;
    if (move_kind(move) == MOVE_CASTLE)
        return is_pseudo_legal_castling(position, move);
    if (position->by_color[us] & square_bit(to))
        return false;
    if (piece_type(piece) == PAWN)
        return is_pseudo_legal_pawn(position, move);
    return move_kind(move) == MOVE_NORMAL && (position_attacks(position, from) & square_bit(to)) != 0;
}

/* attackers_to() != 0 for a single look: lines and what stands between are small tables, while the big ones of the
 * sliders would have to be fetched from memory when games are read and not searched. */
static bool is_attacked(const Position *p, Color by, Square square, Bitboard occupied) {
    if ((pawn_attack_table[!by][square] & position_pieces(p, by, PAWN)) != 0 ||
        (knight_attack_table[square] & position_pieces(p, by, KNIGHT)) != 0 ||
        (king_attack_table[square] & position_pieces(p, by, KING)) != 0)
        return true;
    Bitboard sliders =
        (rook_ray_table[square] & straight_sliders(p, by)) | (bishop_ray_table[square] & diagonal_sliders(p, by));
    while (sliders != 0)
        if ((between_table[square][pop_lsb(&sliders)] & occupied) == 0)
            return true;
    return false;
}

/* Legality where pins and checks decide; the move is pseudo-legal. */
static bool keeps_king_safe(const Position *p, Move move) {
    Color us = p->side;
    Square king = royal_square(p, us), from = move_from(move), to = move_to(move);
    if (king == NO_SQUARE)
        return true;
    if (move_kind(move) == MOVE_CASTLE) /* with several kings, the castling one may not be the one in check */
        return p->checkers == 0;
    if (move_kind(move) == MOVE_EN_PASSANT)
        return ep_is_safe(p, move);
    if (from == king && !move_is_drop(move))
        return !is_attacked(p, !us, to, position_occupied(p) ^ square_bit(from));
    if (p->checkers != 0) {
        /* A second king of the same side may not help the first, as in the list of legal moves. */
        if (more_than_one(p->checkers) || (!move_is_drop(move) && piece_type(p->board[from]) == KING))
            return false;
        if (((between_table[king][lsb(p->checkers)] | p->checkers) & square_bit(to)) == 0)
            return false;
    }
    return move_is_drop(move) || (p->pinned & square_bit(from)) == 0 || (line_table[king][from] & square_bit(to)) != 0;
}

static bool has_capture(const Position *p) {
    Color us = p->side;
    if (ep_capturers(p) != 0)
        return true;
    for (Bitboard men = p->by_color[us]; men != 0;)
        if (position_attacks(p, pop_lsb(&men)) & p->by_color[!us])
            return true;
    return false;
}

bool pseudo_legal_is_legal(const Position *position, Move move) {
    const VariantRules *rules = position_rules(position);
    if (rules->captures_compulsory)
        return position_is_capture(position, move) || !has_capture(position);
    if (rules->explosions)
        return atomic_is_safe(position, move);
    if (!keeps_king_safe(position, move))
        return false;
    return !rules->checks_forbidden || !position_gives_check(position, move);
}

bool position_is_legal(const Position *position, Move move) {
    return !position_is_variant_end(position) && position_is_pseudo_legal(position, move) &&
           pseudo_legal_is_legal(position, move);
}

bool position_is_capture(const Position *position, Move move) {
    if (move_kind(move) == MOVE_EN_PASSANT)
        return true;
    return (position->by_color[!position->side] & square_bit(move_to(move))) != 0;
}

bool position_is_zeroing(const Position *position, Move move) {
    if (move_is_drop(move))
        return move_drop(move) == PAWN;
    return piece_type(position->board[move_from(move)]) == PAWN || position_is_capture(position, move);
}

bool position_gives_check(const Position *position, Move move) {
    Color us = position->side;
    const VariantRules *rules = position_rules(position);
    if (rules->captures_compulsory)
        return false;
    MoveKind kind = move_kind(move);
    Square from = move_from(move), to = move_to(move), king = royal_square(position, !us);
    /* Where a king is captured another may be the one to be checked. */
    if (rules->explosions || kind == MOVE_CASTLE || kind == MOVE_EN_PASSANT || move == MOVE_NULL || king == to) {
        Position after;
        position_play(position, move, &after);
        return position_is_check(&after);
    }
    if (king == NO_SQUARE)
        return false;
    bool drop = move_is_drop(move);
    Bitboard occupied = position_occupied(position) | square_bit(to);
    if (!drop)
        occupied &= ~square_bit(from);
    PieceType type = drop ? move_drop(move) : piece_type(position->board[from]);
    if (move_is_promotion(move))
        type = move_promotion(move);
    if (piece_attacks(type, us, to, occupied) & square_bit(king))
        return true;
    /* What stood still may now see the king; in an impossible position it did before, too. */
    Bitboard still = drop ? BB_ALL : ~square_bit(from);
    return (attackers_to(position, us, king, occupied) & still) != 0;
}

Move position_find_kind(const Position *position, Square from, Square to, PieceType promotion, PieceType drop) {
    if (drop != NO_PIECE_TYPE)
        return move_make(to, to, MOVE_DROP_PAWN + drop - PAWN);
    if (promotion != NO_PIECE_TYPE)
        return move_make(from, to, MOVE_PROMOTE_KNIGHT + promotion - KNIGHT);
    PieceType type = piece_type(position->board[from]);
    Bitboard kings = position->by_type[KING], rooks = position->by_type[ROOK];
    if (type == KING) {
        /* e1g1 and its like mean castling unless a rook stands where the king would land. */
        Square home = from & 56;
        if ((from == E1 || from == E8) && (kings & square_bit(from)) != 0) {
            if (to == home + G1 && (rooks & square_bit(to)) == 0)
                return move_make(from, home + H1, MOVE_CASTLE);
            if (to == home + C1 && (rooks & square_bit(to)) == 0)
                return move_make(from, home + A1, MOVE_CASTLE);
        }
        bool own = (position->by_color[piece_color(position->board[from])] & square_bit(to)) != 0;
        return move_make(from, to, own ? MOVE_CASTLE : MOVE_NORMAL);
    }
    if (type == PAWN) {
        int distance = to > from ? to - from : from - to;
        if (distance == 16)
            return move_make(from, to, MOVE_DOUBLE_PUSH);
        if (to == position->ep && (distance == 7 || distance == 9) && position->board[to] == NO_PIECE)
            return move_make(from, to, MOVE_EN_PASSANT);
    }
    return move_make(from, to, MOVE_NORMAL);
}
