/*
 * Listing and counting moves.
 *
 * Where a king can be checked, moves are generated legal from the start: targets are cut down by pins and checks
 * instead of playing each move and looking. Counting does the same with popcounts and lists nothing. Atomic and
 * antichess, whose legality has little to do with pins, have their own short paths. The order is python-chess's:
 * men from h8 down to a1 (the king first when in check), castling, pawn captures, single and double pushes,
 * en passant, drops.
 */
#include "chess/movegen.h"

#include "chess/attack.h"
#include "chess/legality.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Which moves to make: all constant at every call, so that the compiler specialises. */
typedef struct Demand {
    Color us;
    bool legal;    /* respect pins and checks of our king */
    Square king;   /* our king when legal, else NO_SQUARE */
    Bitboard from; /* men that may move */
    Bitboard to;   /* squares they may go to */
    bool king_promotions;
} Demand;

ALWAYS_INLINE Move *emit_targets(Move *out, Square from, Bitboard targets) {
    while (targets != 0)
        *out++ = move_make(from, pop_msb(&targets), MOVE_NORMAL);
    return out;
}

ALWAYS_INLINE Move *emit_pawn(Move *out, Square from, Square to, bool king_promotions) {
    if ((square_bit(to) & BB_BACKRANKS) == 0) {
        *out++ = move_make(from, to, MOVE_NORMAL);
        return out;
    }
    if (king_promotions)
        *out++ = move_make(from, to, MOVE_PROMOTE_KING);
    for (MoveKind kind = MOVE_PROMOTE_KNIGHT + 3; kind >= MOVE_PROMOTE_KNIGHT; kind--)
        *out++ = move_make(from, to, kind);
    return out;
}

/* The king's steps to squares that nobody would attack once it has left its own. */
ALWAYS_INLINE Bitboard safe_king_steps(const Position *p, Color us, Square king, Bitboard targets) {
    Bitboard occupied = position_occupied(p) ^ square_bit(king), safe = 0;
    targets &= king_attack_table[king] & ~p->by_color[us];
    while (targets != 0) {
        Square to = pop_lsb(&targets);
        if (attackers_to(p, !us, to, occupied) == 0)
            safe |= square_bit(to);
    }
    return safe;
}

/* A pinned man stays on the line through its king. */
ALWAYS_INLINE Bitboard pin_limit(const Position *p, const Demand *d, Square from) {
    return d->legal && (p->pinned & square_bit(from)) != 0 ? line_table[d->king][from] : BB_ALL;
}

ALWAYS_INLINE Move *emit_men(const Position *p, Move *out, const Demand *d) {
    Bitboard occupied = position_occupied(p);
    Bitboard men = p->by_color[d->us] & ~p->by_type[PAWN] & d->from;
    while (men != 0) {
        Square from = pop_msb(&men);
        Bitboard targets;
        if (d->legal && from == d->king)
            targets = safe_king_steps(p, d->us, from, d->to);
        else
            targets = piece_attacks(piece_type(p->board[from]), d->us, from, occupied) & ~p->by_color[d->us] & d->to &
                      pin_limit(p, d, from);
        out = emit_targets(out, from, targets);
    }
    return out;
}

ALWAYS_INLINE Move *emit_castling(const Position *p, Move *out, Bitboard from_mask, Bitboard to_mask) {
    Color us = p->side;
    Bitboard king = position_pieces(p, us, KING) & ~p->promoted & backrank(us) & from_mask;
    if (king == 0)
        return out;
    Bitboard rooks = castling_rights(p) & backrank(us) & to_mask;
    while (rooks != 0) {
        Square rook = pop_msb(&rooks);
        if (castling_is_open(p, lsb(king), rook))
            *out++ = move_make(lsb(king), rook, MOVE_CASTLE);
    }
    return out;
}

ALWAYS_INLINE Move *emit_pawn_captures(const Position *p, Move *out, const Demand *d) {
    Bitboard victims = p->by_color[!d->us] & d->to;
    Bitboard pawns = position_pieces(p, d->us, PAWN) & d->from & pawn_span(!d->us, victims);
    while (pawns != 0) {
        Square from = pop_msb(&pawns);
        Bitboard targets = pawn_attack_table[d->us][from] & victims & pin_limit(p, d, from);
        while (targets != 0)
            out = emit_pawn(out, from, pop_msb(&targets), d->king_promotions);
    }
    return out;
}

ALWAYS_INLINE Move *emit_pawn_pushes(const Position *p, Move *out, const Demand *d) {
    Bitboard single, twice;
    pawn_pushes(p, d->us, position_pieces(p, d->us, PAWN) & d->from, &single, &twice);
    single &= d->to;
    twice &= d->to;
    int step = forward_step(d->us);
    while (single != 0) {
        Square to = pop_msb(&single);
        if (pin_limit(p, d, to - step) & square_bit(to))
            out = emit_pawn(out, to - step, to, d->king_promotions);
    }
    while (twice != 0) {
        Square to = pop_msb(&twice);
        if (pin_limit(p, d, to - 2 * step) & square_bit(to))
            *out++ = move_make(to - 2 * step, to, MOVE_DOUBLE_PUSH);
    }
    return out;
}

ALWAYS_INLINE Move *emit_ep(const Position *p, Move *out, bool legal) {
    Bitboard pawns = ep_capturers(p);
    while (pawns != 0) {
        Move move = move_make(pop_msb(&pawns), p->ep, MOVE_EN_PASSANT);
        if (!legal || ep_is_safe(p, move))
            *out++ = move;
    }
    return out;
}

ALWAYS_INLINE Move *emit_drops(const Position *p, Move *out, Bitboard targets) {
    targets &= ~position_occupied(p);
    for (PieceType type = PAWN; type <= QUEEN; type++) {
        if (p->pockets[p->side][type] == 0)
            continue;
        Bitboard squares = type == PAWN ? targets & ~BB_BACKRANKS : targets;
        while (squares != 0) {
            Square to = pop_lsb(&squares);
            *out++ = move_make(to, to, MOVE_DROP_PAWN + type - PAWN);
        }
    }
    return out;
}

ALWAYS_INLINE Move *emit_pseudo_legal(const Position *p, Move *out, Color us, bool king_promotions, Bitboard to) {
    Demand d = {us, false, NO_SQUARE, BB_ALL, to, king_promotions};
    out = emit_men(p, out, &d);
    if (p->castling != 0 && !position_is_variant_end(p))
        out = emit_castling(p, out, BB_ALL, to);
    out = emit_pawn_captures(p, out, &d);
    return emit_pawn_pushes(p, out, &d);
}

/* Squares where a move other than the king's answers the check: all when there is none. */
static inline Bitboard check_answers(const Position *p, Square king) {
    if (p->checkers == 0)
        return BB_ALL;
    if (more_than_one(p->checkers))
        return 0;
    return between_table[king][lsb(p->checkers)] | p->checkers;
}

ALWAYS_INLINE Move *emit_legal(const Position *p, Move *out, Color us, Square king) {
    Demand d = {us, true, king, BB_ALL, BB_ALL, false};
    if (p->checkers != 0) {
        out = emit_targets(out, king, safe_king_steps(p, us, king, BB_ALL));
        d.from = ~p->by_type[KING];
        d.to = check_answers(p, king);
        if (d.to == 0)
            return out;
    }
    out = emit_men(p, out, &d);
    if (p->castling != 0 && p->checkers == 0)
        out = emit_castling(p, out, BB_ALL, BB_ALL);
    out = emit_pawn_captures(p, out, &d);
    out = emit_pawn_pushes(p, out, &d);
    if (p->ep != NO_SQUARE)
        out = emit_ep(p, out, true);
    return out;
}

static Move *legal_with_king(const Position *p, Move *out) {
    Square king = royal_square(p, p->side);
    if (king != NO_SQUARE)
        return p->side == WHITE ? emit_legal(p, out, WHITE, king) : emit_legal(p, out, BLACK, king);
    out = p->side == WHITE ? emit_pseudo_legal(p, out, WHITE, false, BB_ALL)
                           : emit_pseudo_legal(p, out, BLACK, false, BB_ALL);
    return emit_ep(p, out, false);
}

static Move *legal_with_drops(const Position *p, Move *out) {
    out = legal_with_king(p, out);
    Square king = royal_square(p, p->side);
    return emit_drops(p, out, king == NO_SQUARE ? BB_ALL : check_answers(p, king));
}

/* Captures if there are any, else everything. */
static Move *legal_captures_compulsory(const Position *p, Move *out) {
    Color us = p->side;
    Move *end = emit_pseudo_legal(p, out, us, true, p->by_color[!us]);
    end = emit_ep(p, end, false);
    return end != out ? end : emit_pseudo_legal(p, out, us, true, ~p->by_color[!us]);
}

/* Keeps the moves that `keep` accepts, in order. */
static Move *filter(const Position *p, Move *begin, const Move *end, bool (*keep)(const Position *, Move)) {
    Move *out = begin;
    for (Move *move = begin; move < end; move++)
        if (keep(p, *move))
            *out++ = *move;
    return out;
}

static bool gives_no_check(const Position *p, Move move) {
    return !position_gives_check(p, move);
}

size_t position_legal_moves(const Position *position, Move out[MOVES_MAX]) {
    const VariantRules *rules = position_rules(position);
    if (rules->own_end && position_is_variant_end(position))
        return 0;
    if (rules->captures_compulsory)
        return (size_t)(legal_captures_compulsory(position, out) - out);
    if (rules->explosions) {
        Move *end = out + position_pseudo_legal_moves(position, out);
        return (size_t)(filter(position, out, end, atomic_is_safe) - out);
    }
    if (rules->checks_forbidden)
        return (size_t)(filter(position, out, legal_with_king(position, out), gives_no_check) - out);
    if (rules->drops)
        return (size_t)(legal_with_drops(position, out) - out);
    return (size_t)(legal_with_king(position, out) - out);
}

size_t position_pseudo_legal_moves(const Position *position, Move out[MOVES_MAX]) {
    const VariantRules *rules = position_rules(position);
    Move *end = position->side == WHITE ? emit_pseudo_legal(position, out, WHITE, rules->captures_compulsory, BB_ALL)
                                        : emit_pseudo_legal(position, out, BLACK, rules->captures_compulsory, BB_ALL);
    end = emit_ep(position, end, false);
    return (size_t)(end - out);
}

/* ---- In parts ---- */

/* The king of whom moves must be respectful, where pins and checks decide; NO_SQUARE where legality is otherwise. */
static Square respected_king(const Position *p) {
    const VariantRules *rules = position_rules(p);
    return rules->captures_compulsory || rules->explosions ? NO_SQUARE : royal_square(p, p->side);
}

/* Targets of men other than the king when in check. */
ALWAYS_INLINE Demand partial_demand(const Position *p, Color us, Square king, Bitboard to) {
    Demand d = {us, king != NO_SQUARE, king, BB_ALL, to, position_rules(p)->captures_compulsory};
    if (d.legal && p->checkers != 0) {
        d.from = ~square_bit(king);
        d.to &= check_answers(p, king);
    }
    return d;
}

ALWAYS_INLINE Move *emit_tactical(const Position *p, Move *out, Color us) {
    Square king = respected_king(p);
    Bitboard victims = p->by_color[!us];
    Demand d = partial_demand(p, us, king, victims);
    if (d.legal && p->checkers != 0)
        out = emit_targets(out, king, safe_king_steps(p, us, king, victims));
    if (d.to != 0) {
        out = emit_men(p, out, &d);
        out = emit_pawn_captures(p, out, &d);
    }
    Demand push = partial_demand(p, us, king, backrank(!us));
    push.from &= us == WHITE ? BB_RANK_7 : BB_RANK_2;
    if (position_pieces(p, us, PAWN) & push.from)
        out = emit_pawn_pushes(p, out, &push);
    return p->ep == NO_SQUARE ? out : emit_ep(p, out, d.legal);
}

ALWAYS_INLINE Move *emit_quiet(const Position *p, Move *out, Color us) {
    Square king = respected_king(p);
    Bitboard empty = ~position_occupied(p);
    Demand d = partial_demand(p, us, king, empty);
    if (d.legal && p->checkers != 0)
        out = emit_targets(out, king, safe_king_steps(p, us, king, empty));
    if (d.to == 0)
        return out;
    if (p->castling != 0 && (!d.legal || p->checkers == 0))
        out = emit_castling(p, out, BB_ALL, BB_ALL);
    out = emit_men(p, out, &d);
    Bitboard to = d.to;
    d.to &= ~backrank(!us);
    out = emit_pawn_pushes(p, out, &d);
    return position_rules(p)->drops ? emit_drops(p, out, to) : out;
}

Move *generate_tactical(const Position *position, Move *out) {
    if (position_rules(position)->captures_compulsory) {
        /* Promotions without a capture are open only when nothing can be captured. */
        Move *end = legal_captures_compulsory(position, out), *keep = out;
        for (Move *move = out; move < end; move++)
            if (move_is_promotion(*move) || position_is_capture(position, *move))
                *keep++ = *move;
        return keep;
    }
    return position->side == WHITE ? emit_tactical(position, out, WHITE) : emit_tactical(position, out, BLACK);
}

Move *generate_quiet(const Position *position, Move *out) {
    if (position_rules(position)->captures_compulsory) {
        Move *end = legal_captures_compulsory(position, out), *keep = out;
        for (Move *move = out; move < end; move++)
            if (!move_is_promotion(*move) && !position_is_capture(position, *move))
                *keep++ = *move;
        return keep;
    }
    return position->side == WHITE ? emit_quiet(position, out, WHITE) : emit_quiet(position, out, BLACK);
}

/* ---- Counting ---- */

ALWAYS_INLINE size_t count_pawns(const Position *p, Color us, Square king, Bitboard answers) {
    Bitboard pawns = position_pieces(p, us, PAWN), free = pawns & ~p->pinned;
    Bitboard victims = p->by_color[!us] & answers;
    Bitboard ahead = shift_forward(us, free);
    Bitboard left = (ahead & ~BB_FILE_A) >> 1 & victims, right = (ahead & ~BB_FILE_H) << 1 & victims;
    Bitboard single, twice;
    pawn_pushes(p, us, free, &single, &twice);
    single &= answers;
    twice &= answers;
    size_t count = (size_t)(popcount(single) + popcount(twice) + popcount(left) + popcount(right));
    if (pawns & (us == WHITE ? BB_RANK_7 : BB_RANK_2)) {
        Bitboard last = backrank(!us);
        count += 3 * (size_t)(popcount(single & last) + popcount(left & last) + popcount(right & last));
    }
    for (Bitboard pinned = pawns & p->pinned; pinned != 0;) {
        Square from = pop_lsb(&pinned);
        Bitboard line = line_table[king][from];
        pawn_pushes(p, us, square_bit(from), &single, &twice);
        Bitboard targets = ((pawn_attack_table[us][from] & victims) | ((single | twice) & answers)) & line;
        count += (size_t)popcount(targets) + 3 * (size_t)popcount(targets & BB_BACKRANKS);
    }
    return count;
}

/* Sliders that are not pinned; pinned ones, which are rare, apart. */
ALWAYS_INLINE size_t count_men(const Position *p, Color us, Square king, Bitboard answers) {
    Bitboard occupied = position_occupied(p), targets = ~p->by_color[us] & answers, free = ~p->pinned;
    size_t count = 0;
    for (Bitboard men = position_pieces(p, us, KNIGHT) & free; men != 0;)
        count += (size_t)popcount(knight_attack_table[pop_lsb(&men)] & targets);
    for (Bitboard men = diagonal_sliders(p, us) & free; men != 0;)
        count += (size_t)popcount(bishop_attacks(pop_lsb(&men), occupied) & targets);
    for (Bitboard men = straight_sliders(p, us) & free; men != 0;)
        count += (size_t)popcount(rook_attacks(pop_lsb(&men), occupied) & targets);
    for (Bitboard men = diagonal_sliders(p, us) & p->pinned; men != 0;) {
        Square from = pop_lsb(&men);
        count += (size_t)popcount(bishop_attacks(from, occupied) & targets & line_table[king][from]);
    }
    for (Bitboard men = straight_sliders(p, us) & p->pinned; men != 0;) {
        Square from = pop_lsb(&men);
        count += (size_t)popcount(rook_attacks(from, occupied) & targets & line_table[king][from]);
    }
    return count;
}

/* With a king, or with none (the horde): then nothing is pinned and there is no check. */
ALWAYS_INLINE size_t count_by_bits(const Position *p, Color us) {
    Bitboard kings = position_pieces(p, us, KING);
    Square king = kings != 0 ? lsb(kings) : A1;
    size_t count = kings != 0 ? (size_t)popcount(safe_king_steps(p, us, king, BB_ALL)) : 0;
    Bitboard answers = check_answers(p, king);
    if (answers == 0)
        return count;
    count += count_men(p, us, king, answers) + count_pawns(p, us, king, answers);
    if (p->castling != 0 && p->checkers == 0 && kings != 0)
        for (Bitboard rooks = castling_rights(p) & backrank(us); rooks != 0;)
            count += castling_is_open(p, king, pop_lsb(&rooks));
    if (p->ep_legal)
        for (Bitboard pawns = ep_capturers(p); pawns != 0;)
            count += ep_is_safe(p, move_make(pop_lsb(&pawns), p->ep, MOVE_EN_PASSANT));
    return count;
}

static size_t count_drops(const Position *p, Bitboard targets) {
    targets &= ~position_occupied(p);
    const uint8_t *pocket = p->pockets[p->side];
    int officers = (pocket[KNIGHT] > 0) + (pocket[BISHOP] > 0) + (pocket[ROOK] > 0) + (pocket[QUEEN] > 0);
    size_t count = (size_t)(officers * popcount(targets));
    return pocket[PAWN] > 0 ? count + (size_t)popcount(targets & ~BB_BACKRANKS) : count;
}

/* Whether moves can be counted without a list: at most one king of ours, and legality that is pins and checks alone. */
static inline bool counts_fast(const Position *p, const VariantRules *rules) {
    Bitboard kings = position_pieces(p, p->side, KING);
    return !more_than_one(kings) && (kings & p->promoted) == 0 && !rules->captures_compulsory && !rules->explosions &&
           !rules->checks_forbidden;
}

size_t count_moves_by_bits(const Position *position) {
    return position->side == WHITE ? count_by_bits(position, WHITE) : count_by_bits(position, BLACK);
}

size_t position_count_legal_moves(const Position *position) {
    const VariantRules *rules = position_rules(position);
    if (!counts_fast(position, rules)) {
        Move moves[MOVES_MAX];
        return position_legal_moves(position, moves);
    }
    if (rules->own_end && position_is_variant_end(position))
        return 0;
    size_t count = count_moves_by_bits(position);
    if (rules->drops)
        count += count_drops(position, check_answers(position, royal_square(position, position->side)));
    return count;
}

/* Whether the king can step somewhere: one look at a square answers most questions for mate. */
static bool king_can_step(const Position *p) {
    Square king = royal_square(p, p->side);
    if (king == NO_SQUARE)
        return false;
    Bitboard occupied = position_occupied(p) ^ square_bit(king);
    Bitboard targets = king_attack_table[king] & ~p->by_color[p->side];
    while (targets != 0)
        if (attackers_to(p, !p->side, pop_lsb(&targets), occupied) == 0)
            return true;
    return false;
}

bool position_has_legal_move(const Position *position) {
    const VariantRules *rules = position_rules(position);
    if (counts_fast(position, rules) && !rules->own_end && king_can_step(position))
        return true;
    return position_count_legal_moves(position) != 0;
}
