/* The features that only one variant has. */
#include "engine/eval_internal.h"

/* ---- Crazyhouse ------------------------------------------------------------------------------------------------- */

static void crazyhouse_pocket(Evaluation *e, Color us) {
    const Position *p = e->position;
    for (PieceType type = PAWN; type <= QUEEN; type++) {
        int held = p->pockets[us][type];
        if (held == 0)
            continue;
        eval_add(e, us, EVAL_POCKET + type, held > 8 ? 8 : held);
        if (held > 1)
            eval_add(e, us, EVAL_POCKET_MANY + type, (held > 8 ? 8 : held) - 1);
    }
    for (Bitboard men = p->promoted & p->by_color[us]; men != 0;)
        eval_add(e, us, EVAL_PROMOTED + piece_type(p->board[pop_lsb(&men)]), 1);
}

/* What their hand can do to our king: how much there is, and where it could be put with check. */
static void crazyhouse_danger(Evaluation *e, Color us) {
    const Position *p = e->position;
    Square king = e->king[us];
    Bitboard occupied = position_occupied(p), safe = ~occupied & ~(e->attacked[us][0] & ~e->attacked[!us][0]);
    Bitboard kings_only = ~occupied & ~e->twice[us] & e->attacked[us][KING] & e->attacked[!us][0];
    for (PieceType type = PAWN; type <= QUEEN; type++) {
        int held = p->pockets[!us][type];
        if (held == 0)
            continue;
        eval_add_danger(e, us, EVAL_DANGER_POCKET + type, held > 4 ? 4 : held);
        Bitboard checks = piece_attacks(type, us, king, occupied) & (safe | kings_only);
        eval_add_danger(e, us, EVAL_DANGER_DROP_CHECK + type, popcount(checks) > 3 ? 3 : popcount(checks));
    }
}

/* ---- King of the Hill, three-check, racing kings ---------------------------------------------------------------- */

static int hill_distance(Square square) {
    int file = square_file(square), rank = square_rank(square);
    int files = file < 3 ? 3 - file : file > 4 ? file - 4 : 0, ranks = rank < 3 ? 3 - rank : rank > 4 ? rank - 4 : 0;
    return files > ranks ? files : ranks;
}

static void hill_terms(Evaluation *e, Color us) {
    Square king = e->king[us];
    Bitboard held = e->attacked[us][0] & BB_CENTER;
    eval_add(e, us, EVAL_HILL_CONTROL, popcount(held));
    eval_add(e, us, EVAL_HILL_CONTROL + 1, popcount(held & ~e->attacked[!us][0]));
    if (king == NO_SQUARE)
        return;
    eval_add(e, us, EVAL_HILL_DISTANCE + hill_distance(king), 1);
    if (king_attack_table[king] & BB_CENTER & ~e->attacked[!us][0] & ~e->position->by_color[us])
        eval_add(e, us, EVAL_HILL_STEP, 1);
}

/* Moves that the king needs to the last rank over squares that nobody guards; 0 when there is no such way. */
static int race_steps(const Evaluation *e, Color us) {
    Bitboard free = ~e->attacked[!us][0] & ~e->position->by_color[us];
    Bitboard reached = square_bit(e->king[us]);
    for (int steps = 1; steps <= 7; steps++) {
        Bitboard wider = reached;
        for (Bitboard border = reached; border != 0;)
            wider |= king_attack_table[pop_lsb(&border)] & free;
        if (wider & BB_RANK_8)
            return steps;
        if (wider == reached)
            return 0;
        reached = wider;
    }
    return 0;
}

static void race_terms(Evaluation *e, Color us) {
    Square king = e->king[us];
    eval_add(e, us, EVAL_RACE_GOAL_CONTROL, popcount(e->attacked[us][0] & BB_RANK_8));
    if (king == NO_SQUARE)
        return;
    eval_add(e, us, EVAL_RACE_RANK + square_rank(king), 1);
    Bitboard ahead = king_attack_table[king] & (square_rank(king) == 7 ? 0 : BB_RANK_1 << ((king & 56) + 8));
    eval_add(e, us, EVAL_RACE_STEPS + square_rank(king),
             popcount(ahead & ~e->attacked[!us][0] & ~e->position->by_color[us]));
    eval_add(e, us, EVAL_RACE_PATH + race_steps(e, us), 1);
}

/* Checks that the colour still has to give, 0 to 3. */
static unsigned checks_left(const Evaluation *e, Color us) {
    unsigned left = (uint8_t)e->position->checks_left[us];
    return left > 3 ? 3 : left;
}

static void checks_terms(Evaluation *e, Color us) {
    eval_add(e, us, EVAL_CHECKS_LEFT + (int)checks_left(e, us), 1);
}

/* ---- Horde ------------------------------------------------------------------------------------------------------- */

static void horde_terms(Evaluation *e) {
    const Position *p = e->position;
    Bitboard pawns = position_pieces(p, WHITE, PAWN);
    for (int rank = 0; rank < 8; rank++)
        eval_add(e, WHITE, EVAL_HORDE_PAWN + rank, popcount(pawns & BB_RANK_1 << 8 * rank));
    eval_add(e, WHITE, EVAL_HORDE_WALL, popcount(pawns & (pawns << 1 & ~BB_FILE_A)));
    Bitboard behind = ~eval_fill_forward(WHITE, pawns);
    Bitboard heavy = (p->by_type[ROOK] | p->by_type[QUEEN]) & p->by_color[BLACK];
    eval_add(e, BLACK, EVAL_HORDE_BEHIND, popcount(heavy & behind & ~BB_RANK_8 & ~BB_RANK_7));
}

/* ---- Atomic ------------------------------------------------------------------------------------------------------ */

static int blast_gain(const Evaluation *e, Color us, Square target) {
    static const int values[8] = {0, 10, 25, 25, 45, 90, 0, 0};
    const Position *p = e->position;
    int gain = values[piece_type(p->board[target])];
    Bitboard around = king_attack_table[target] & ~p->by_type[PAWN];
    if (around & position_pieces(p, us, KING))
        return 0;
    for (Bitboard men = around & p->by_color[!us]; men != 0;)
        gain += values[piece_type(p->board[pop_lsb(&men)])];
    for (Bitboard men = around & p->by_color[us]; men != 0;)
        gain -= values[piece_type(p->board[pop_lsb(&men)])];
    for (PieceType type = PAWN; type <= QUEEN; type++)
        if (e->attacked[us][type] & square_bit(target))
            return gain - values[type];
    return 0;
}

static void blast_terms(Evaluation *e, Color us) {
    const Position *p = e->position;
    Square king = e->king[us], theirs = e->king[!us];
    int best = 0;
    for (Bitboard targets = p->by_color[!us] & ~p->by_type[KING] & e->attacked[us][0]; targets != 0;) {
        int gain = blast_gain(e, us, pop_lsb(&targets));
        best = gain > best ? gain : best;
    }
    eval_add(e, us, EVAL_BLAST_GAIN, best > 100 ? 100 : best);
    if (theirs != NO_SQUARE) {
        Bitboard beside = king_attack_table[theirs] & p->by_color[!us];
        if (king != NO_SQUARE)
            beside &= ~king_attack_table[king];
        for (PieceType type = PAWN; type <= QUEEN; type++)
            eval_add(e, us, EVAL_BLAST_TARGET + type, popcount(beside & e->attacked[us][type]));
    }
    if (king != NO_SQUARE)
        eval_add(e, us, EVAL_BLAST_SHIELD, popcount(king_attack_table[king] & p->by_color[us]));
    if (king != NO_SQUARE && theirs != NO_SQUARE && popcount(p->by_color[us]) < popcount(p->by_color[!us]))
        eval_add(e, us, EVAL_BLAST_KINGS + eval_distance(king, theirs), 1);
}

/* ---- Antichess --------------------------------------------------------------------------------------------------- */

static void give_terms(Evaluation *e, Color us) {
    const Position *p = e->position;
    Bitboard attacked = p->by_color[us] & e->attacked[!us][0];
    int men = popcount(p->by_color[us]), moves = 0;
    for (PieceType type = PAWN; type <= KING; type++)
        moves += popcount(e->attacked[us][type] & ~p->by_color[us]);
    eval_add(e, us, EVAL_GIVE_MOBILITY, moves);
    while (attacked != 0)
        eval_add(e, us, EVAL_GIVE_ATTACKED + piece_type(p->board[pop_lsb(&attacked)]), 1);
    if (p->side == !us && (p->by_color[us] & e->attacked[!us][0]) != 0)
        eval_add(e, us, EVAL_GIVE_FORCED, 1);
    if (men < 8)
        eval_add(e, us, EVAL_GIVE_LAST_MEN + men, 1);
}

/* ---- By the rules ------------------------------------------------------------------------------------------------ */

void eval_variant_terms(Evaluation *e) {
    const VariantRules *rules = position_rules(e->position);
    if (rules->horde)
        horde_terms(e);
    for (Color us = WHITE; us <= BLACK; us++) {
        if (rules->drops)
            crazyhouse_pocket(e, us);
        if (rules->explosions)
            blast_terms(e, us);
        if (rules->goal_last_word)
            race_terms(e, us);
        else if (rules->goal != 0)
            hill_terms(e, us);
        if (rules->checks_counted)
            checks_terms(e, us);
        if (rules->captures_compulsory)
            give_terms(e, us);
    }
}

void eval_variant_danger(Evaluation *e, Color us) {
    const VariantRules *rules = position_rules(e->position);
    if (rules->drops)
        crazyhouse_danger(e, us);
    if (rules->checks_counted)
        eval_add_danger(e, us, EVAL_DANGER_CHECKS_LEFT + (int)checks_left(e, !us), 1);
}
