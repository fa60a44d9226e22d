/* How and for whom a position ends the game. What needs the game's history is in game.c. */
#include "chess/attack.h"

static bool both_have_men(const Position *p) {
    return p->by_color[WHITE] != 0 && p->by_color[BLACK] != 0;
}

/* Racing kings: White on the goal has won unless Black can follow at once; Black on the goal, or White to move after
 * Black's last try, ends the race. */
static bool race_is_over(const Position *p, Bitboard goal) {
    if ((p->by_type[KING] & goal) == 0)
        return false;
    Bitboard black = position_pieces(p, BLACK, KING);
    if (p->side == WHITE || black == 0 || (black & goal) != 0)
        return true;
    Bitboard targets = king_attack_table[msb(black)] & goal & ~p->by_color[BLACK];
    while (targets != 0)
        if (attackers_to(p, WHITE, pop_lsb(&targets), position_occupied(p)) == 0)
            return false;
    return true;
}

bool position_is_variant_end(const Position *position) {
    const VariantRules *rules = position_rules(position);
    if (!rules->own_end)
        return false;
    if (rules->captures_compulsory || rules->horde)
        return !both_have_men(position);
    if (rules->explosions)
        return position_pieces(position, WHITE, KING) == 0 || position_pieces(position, BLACK, KING) == 0;
    if (rules->checks_counted)
        return position->checks_left[WHITE] <= 0 || position->checks_left[BLACK] <= 0;
    if (rules->goal_last_word)
        return race_is_over(position, rules->goal);
    return (position->by_type[KING] & rules->goal) != 0;
}

static Outcome ended(Termination termination, Color winner) {
    Outcome outcome = {termination, winner};
    return outcome;
}

/* The end in the words of the side to move. */
static Outcome variant_end(const Position *p, bool won, bool lost) {
    if (won == lost)
        return ended(TERMINATION_VARIANT_DRAW, NO_COLOR);
    return won ? ended(TERMINATION_VARIANT_WIN, p->side) : ended(TERMINATION_VARIANT_LOSS, !p->side);
}

static const Outcome no_end = {TERMINATION_NONE, NO_COLOR};

/* Antichess: no men left, or no move left, is a win (suicide: a stalemate goes to the side with fewer men). */
static Outcome giveaway_outcome(const Position *p, StalemateRule rule) {
    Color us = p->side;
    if (p->by_color[us] == 0)
        return variant_end(p, true, false);
    if (p->by_color[!us] == 0)
        return variant_end(p, false, true);
    if (position_has_legal_move(p))
        return no_end;
    if (rule == STALEMATE_WINS)
        return variant_end(p, true, false);
    int balance = popcount(p->by_color[us]) - popcount(p->by_color[!us]);
    return variant_end(p, balance <= 0, balance >= 0);
}

Outcome position_variant_outcome(const Position *position) {
    const VariantRules *rules = position_rules(position);
    Color us = position->side, them = !us;
    if (!rules->own_end)
        return no_end;
    if (rules->captures_compulsory)
        return giveaway_outcome(position, rules->stalemate);
    if (!position_is_variant_end(position))
        return no_end;
    if (rules->horde)
        return variant_end(position, position->by_color[them] == 0, position->by_color[us] == 0);
    if (rules->checks_counted)
        return variant_end(position, position->checks_left[us] <= 0, position->checks_left[them] <= 0);
    Bitboard ours = position_pieces(position, us, KING), theirs = position_pieces(position, them, KING);
    if (rules->explosions) /* a board without kings never began a game */
        return (ours | theirs) == 0 ? no_end : variant_end(position, theirs == 0, ours == 0);
    bool won = (ours & rules->goal) != 0, lost = (theirs & rules->goal) != 0;
    return variant_end(position, won, lost);
}

bool position_is_halfmoves(const Position *position, uint32_t plies) {
    /* In crazyhouse men return to the board, so that no run of quiet moves is a sign of a dead game. */
    return !position_rules(position)->drops && position->halfmove_clock >= plies && position_has_legal_move(position);
}

Outcome position_outcome(const Position *position) {
    Outcome outcome = position_variant_outcome(position);
    if (outcome.termination != TERMINATION_NONE)
        return outcome;
    bool can_move = position_has_legal_move(position);
    if (!can_move && position_is_check(position))
        return ended(TERMINATION_CHECKMATE, !position->side);
    if (position_has_insufficient_material(position, WHITE) && position_has_insufficient_material(position, BLACK))
        return ended(TERMINATION_INSUFFICIENT_MATERIAL, NO_COLOR);
    if (!can_move)
        return ended(TERMINATION_STALEMATE, NO_COLOR);
    if (position_is_halfmoves(position, 150))
        return ended(TERMINATION_SEVENTYFIVE_MOVES, NO_COLOR);
    return no_end;
}

const char *termination_name(Termination termination) {
    static const char *const names[] = {
        "NONE",
        "CHECKMATE",
        "STALEMATE",
        "INSUFFICIENT_MATERIAL",
        "SEVENTYFIVE_MOVES",
        "FIVEFOLD_REPETITION",
        "FIFTY_MOVES",
        "THREEFOLD_REPETITION",
        "VARIANT_WIN",
        "VARIANT_LOSS",
        "VARIANT_DRAW",
    };
    return names[termination];
}

const char *outcome_result(Outcome outcome) {
    if (outcome.termination == TERMINATION_NONE)
        return "*";
    return outcome.winner == WHITE ? "1-0" : outcome.winner == BLACK ? "0-1" : "1/2-1/2";
}

static const char *variant_reason(Termination termination, const VariantRules *rules) {
    bool draw = termination == TERMINATION_VARIANT_DRAW;
    if (rules->captures_compulsory)
        return draw ? "stalemate with equal numbers of men" : "no men or no moves left to give";
    if (rules->explosions)
        return "the king exploded";
    if (rules->horde)
        return "all men were captured";
    if (rules->checks_counted)
        return "three checks";
    if (rules->goal_last_word)
        return draw ? "both kings reached the goal" : "the king reached the goal";
    return "the king reached the hill";
}

const char *outcome_reason(Outcome outcome, Variant variant) {
    static const char *const reasons[] = {
        "unfinished",
        "checkmate",
        "stalemate",
        "insufficient material",
        "seventy-five-move rule",
        "fivefold repetition",
        "fifty-move rule",
        "threefold repetition",
    };
    if (outcome.termination < TERMINATION_VARIANT_WIN)
        return reasons[outcome.termination];
    return variant_reason(outcome.termination, &variant_table[variant]);
}
