#include "engine/see.h"

#include "chess/attack.h"

#define STANDARD_VALUES                                                                                                \
    { 0, 100, 310, 330, 500, 950, 0, 0 }

const int16_t see_values[VARIANT_COUNT][8] = {
    [VARIANT_STANDARD] = STANDARD_VALUES,
    [VARIANT_CHESS960] = STANDARD_VALUES,
    [VARIANT_CRAZYHOUSE] = {0, 100, 230, 240, 310, 500, 0, 0},
    [VARIANT_ATOMIC] = {0, 130, 200, 210, 330, 600, 3000, 0},
    [VARIANT_KING_OF_THE_HILL] = STANDARD_VALUES,
    [VARIANT_THREE_CHECK] = STANDARD_VALUES,
    [VARIANT_ANTICHESS] = {0, 100, 100, 100, 100, 100, 100, 0},
    [VARIANT_HORDE] = {0, 100, 310, 330, 500, 900, 0, 0},
    [VARIANT_RACING_KINGS] = {0, 100, 310, 330, 500, 950, 0, 0},
    [VARIANT_SUICIDE] = {0, 100, 100, 100, 100, 100, 100, 0},
    [VARIANT_GIVEAWAY] = {0, 100, 100, 100, 100, 100, 100, 0},
};

static inline int value_on(const Position *p, Square square) {
    return see_values[p->variant][piece_type(p->board[square])];
}

int see_first_gain(const Position *position, Move move) {
    const int16_t *values = see_values[position->variant];
    MoveKind kind = move_kind(move);
    if (kind == MOVE_EN_PASSANT)
        return values[PAWN];
    if (kind == MOVE_CASTLE || move_is_drop(move))
        return 0;
    int gain = value_on(position, move_to(move));
    if (move_is_promotion(move))
        gain += values[move_promotion(move)] - values[PAWN];
    return gain;
}

/* ---- Atomic: one capture ends every exchange ------------------------------------------------------------------ */

/* What the explosion on `centre` takes from `color`, the man on `centre` apart. */
static int blast_cost(const Position *p, Square centre, Color color, Bitboard gone) {
    int cost = 0;
    Bitboard around = king_attack_table[centre] & ~p->by_type[PAWN] & p->by_color[color] & ~gone;
    while (around != 0)
        cost += value_on(p, pop_lsb(&around));
    return cost;
}

/* A quiet move: the best the enemy gets by taking the man where it arrived. */
static int atomic_quiet(const Position *p, Move move) {
    Color us = p->side, them = !us;
    Square to = move_to(move);
    Bitboard from = move_is_drop(move) || move_kind(move) == MOVE_CASTLE ? 0 : square_bit(move_from(move));
    Bitboard occupied = (position_occupied(p) ^ from) | square_bit(to);
    Bitboard captors = attackers_to(p, them, to, occupied) & ~p->by_type[KING];
    if (captors == 0 || move_kind(move) == MOVE_CASTLE)
        return 0;
    int moved = move_is_promotion(move) ? see_values[p->variant][QUEEN] : value_on(p, move_from(move));
    int loss = moved + blast_cost(p, to, us, from) - blast_cost(p, to, them, captors);
    int cheapest = 10000;
    while (captors != 0) {
        int value = value_on(p, pop_lsb(&captors));
        cheapest = value < cheapest ? value : cheapest;
    }
    loss -= cheapest;
    return loss > 0 ? -loss : 0;
}

static int atomic_exchange(const Position *p, Move move) {
    if (!position_is_capture(p, move))
        return atomic_quiet(p, move);
    Color us = p->side;
    Square from = move_from(move), to = move_to(move);
    int taken = move_kind(move) == MOVE_EN_PASSANT ? see_values[p->variant][PAWN] : value_on(p, to);
    return taken + blast_cost(p, to, !us, 0) - value_on(p, from) - blast_cost(p, to, us, square_bit(from));
}

/* ---- Everywhere else ------------------------------------------------------------------------------------------- */

/* Takes the least valuable attacker off the board; what stood behind it joins in. */
static PieceType next_attacker(const Position *p, Square to, Bitboard ours, Bitboard *occupied, Bitboard *attackers) {
    PieceType type = PAWN;
    while (type < KING && (ours & p->by_type[type]) == 0)
        type++;
    *occupied ^= square_bit(lsb(ours & p->by_type[type]));
    if (type == PAWN || type == BISHOP || type == QUEEN)
        *attackers |= bishop_attacks(to, *occupied) & (p->by_type[BISHOP] | p->by_type[QUEEN]);
    if (type == ROOK || type == QUEEN)
        *attackers |= rook_attacks(to, *occupied) & (p->by_type[ROOK] | p->by_type[QUEEN]);
    *attackers &= *occupied;
    return type;
}

/* Whether the side that is to answer comes out with less than `balance`, which is what we are up beyond the threshold
 * should the exchange stop now. */
static bool exchange_holds(const Position *p, Square to, Bitboard occupied, int balance) {
    const int16_t *values = see_values[p->variant];
    Color side = !p->side;
    Bitboard attackers = (attackers_to(p, WHITE, to, occupied) | attackers_to(p, BLACK, to, occupied)) & occupied;
    bool holds = true; /* for the side that moved first, if the other stops here */
    for (;;) {
        Bitboard ours = attackers & p->by_color[side];
        if (ours == 0)
            return holds;
        PieceType type = next_attacker(p, to, ours, &occupied, &attackers);
        if (type == KING) /* may only take what is no longer defended */
            return attackers & p->by_color[!side] ? holds : !holds;
        holds = !holds;
        side = !side;
        balance = -balance - 1 - values[type];
        if (balance >= 0)
            return holds;
    }
}

bool see_reaches(const Position *position, Move move, int threshold) {
    const VariantRules *rules = position_rules(position);
    if (rules->captures_compulsory)
        return threshold <= 0;
    if (rules->explosions)
        return atomic_exchange(position, move) >= threshold;
    MoveKind kind = move_kind(move);
    if (kind == MOVE_CASTLE)
        return threshold <= 0;
    int balance = see_first_gain(position, move) - threshold;
    if (balance < 0)
        return false;
    const int16_t *values = see_values[position->variant];
    Square from = move_from(move), to = move_to(move);
    PieceType type = move_is_drop(move)        ? move_drop(move)
                     : move_is_promotion(move) ? move_promotion(move)
                                               : piece_type(position->board[from]);
    /* The worst case: our man is lost for nothing. */
    balance -= values[type];
    if (balance >= 0)
        return true;
    Bitboard occupied = position_occupied(position) | square_bit(to);
    if (!move_is_drop(move))
        occupied ^= square_bit(from);
    if (kind == MOVE_EN_PASSANT)
        occupied ^= square_bit(to - forward_step(position->side));
    return exchange_holds(position, to, occupied, balance);
}
