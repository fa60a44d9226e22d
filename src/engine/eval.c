/* The features of every variant with a king; the rest is in pawns.c, endgame.c and eval_variants.c. */
#include <stdio.h>
#include <string.h>

#include "engine/eval_internal.h"
#include "engine/score.h"

enum { PHASE_MAX = 24, SCALE_FULL = 128 };

/* ---- Preparation ------------------------------------------------------------------------------------------------ */

/* The king's square and around it, one file or rank further in at the edge. */
static Bitboard king_ring(Square king) {
    int file = square_file(king), rank = square_rank(king);
    file = file == 0 ? 1 : file == 7 ? 6 : file;
    rank = rank == 0 ? 1 : rank == 7 ? 6 : rank;
    Square centre = square_make(file, rank);
    return king_attack_table[centre] | square_bit(centre);
}

EVAL_INLINE void note_attacks(Evaluation *e, Color us, PieceType type, Bitboard attacks) {
    e->twice[us] |= e->attacked[us][0] & attacks;
    e->attacked[us][0] |= attacks;
    e->attacked[us][type] |= attacks;
}

EVAL_INLINE void prepare(Evaluation *e, Color us) {
    const Position *p = e->position;
    Bitboard pawns = position_pieces(p, us, PAWN), span = pawn_span(us, pawns);
    Bitboard ahead = shift_forward(us, pawns);
    e->king[us] = position_rules(p)->captures_compulsory ? NO_SQUARE : royal_square(p, us);
    e->ring[us] = e->king[us] == NO_SQUARE ? 0 : king_ring(e->king[us]);
    note_attacks(e, us, PAWN, span);
    e->twice[us] |= (ahead << 1 & ~BB_FILE_A) & (ahead >> 1 & ~BB_FILE_H);
    for (Bitboard kings = position_pieces(p, us, KING); kings != 0;)
        note_attacks(e, us, KING, king_attack_table[pop_lsb(&kings)]);
}

/* Men that cannot well be driven off their squares do not block mobility; own king and hemmed pawns do. */
EVAL_INLINE Bitboard mobility_area(const Evaluation *e, Color us) {
    const Position *p = e->position;
    Bitboard low = us == WHITE ? BB_RANK_2 | BB_RANK_3 : BB_RANK_7 | BB_RANK_6;
    Bitboard stuck = position_pieces(p, us, PAWN) & (low | shift_forward(!us, position_occupied(p)));
    return ~(stuck | position_pieces(p, us, KING) | e->attacked[!us][PAWN]);
}

/* ---- Men -------------------------------------------------------------------------------------------------------- */

EVAL_INLINE void evaluate_ring_attack(Evaluation *e, Color us, PieceType type, Bitboard attacks) {
    Bitboard hits = attacks & e->ring[!us];
    if (hits == 0)
        return;
    e->attackers[!us]++;
    eval_add_danger(e, !us, EVAL_DANGER_ATTACKER + type, 1);
    eval_add_danger(e, !us, EVAL_DANGER_RING, popcount(hits));
}

EVAL_INLINE void evaluate_minor(Evaluation *e, Color us, PieceType type, Square square) {
    const Position *p = e->position;
    Bitboard bit = square_bit(square), pawns = p->by_type[PAWN];
    int rank = eval_relative_rank(us, square);
    if (rank >= 3 && rank <= 5 && (e->spans[!us] & bit) == 0) {
        int supported = (e->attacked[us][PAWN] & bit) != 0;
        eval_add(e, us, (type == KNIGHT ? EVAL_KNIGHT_OUTPOST : EVAL_BISHOP_OUTPOST) + supported, 1);
    }
    if (shift_forward(us, bit) & pawns)
        eval_add(e, us, EVAL_MINOR_BEHIND_PAWN, 1);
    if (type == KNIGHT) {
        if (e->king[us] != NO_SQUARE)
            eval_add(e, us, EVAL_MINOR_KING_DISTANCE + eval_distance(square, e->king[us]), 1);
        return;
    }
    Bitboard colour = bit & BB_LIGHT_SQUARES ? BB_LIGHT_SQUARES : BB_DARK_SQUARES;
    Bitboard ours = position_pieces(p, us, PAWN) & colour;
    eval_add(e, us, EVAL_BISHOP_OWN_PAWNS, popcount(ours));
    eval_add(e, us, EVAL_BISHOP_RAMMED_PAWNS, popcount(ours & shift_forward(!us, position_pieces(p, !us, PAWN))));
    if (popcount(bishop_attacks(square, pawns) & BB_CENTER) > 1)
        eval_add(e, us, EVAL_BISHOP_LONG_DIAGONAL, 1);
}

EVAL_INLINE void evaluate_rook(Evaluation *e, Color us, Square square, int mobility) {
    const Position *p = e->position;
    Bitboard file = BB_FILE_A << square_file(square);
    if ((file & position_pieces(p, us, PAWN)) == 0)
        eval_add(e, us, EVAL_ROOK_OPEN_FILE + ((file & position_pieces(p, !us, PAWN)) == 0), 1);
    if (eval_relative_rank(us, square) == 6 && e->king[!us] != NO_SQUARE && eval_relative_rank(us, e->king[!us]) >= 6)
        eval_add(e, us, EVAL_ROOK_SEVENTH, 1);
    if (file & p->by_type[QUEEN])
        eval_add(e, us, EVAL_ROOK_ON_QUEEN_FILE, 1);
    Square king = e->king[us];
    if (mobility <= 3 && king != NO_SQUARE && (file & position_pieces(p, us, PAWN)) != 0 &&
        (square_file(king) < 4) == (square_file(square) < square_file(king)))
        eval_add(e, us, EVAL_ROOK_SHUT_IN, 1 + (p->castling == 0));
}

EVAL_INLINE void evaluate_queen(Evaluation *e, Color us, Square square) {
    const Position *p = e->position;
    Bitboard snipers = (rook_ray_table[square] & position_pieces(p, !us, ROOK)) |
                       (bishop_ray_table[square] & position_pieces(p, !us, BISHOP));
    Bitboard occupied = position_occupied(p);
    while (snipers != 0) {
        Bitboard between = between_table[square][pop_lsb(&snipers)] & occupied;
        if (between != 0 && !more_than_one(between)) {
            eval_add(e, us, EVAL_QUEEN_EXPOSED, 1);
            return;
        }
    }
}

/* Attacks as they matter here: sliders see through men that move on the same lines. */
EVAL_INLINE Bitboard man_attacks(const Evaluation *e, Color us, PieceType type, Square square) {
    const Position *p = e->position;
    Bitboard occupied = position_occupied(p), seen = 0;
    if (type == BISHOP)
        seen = p->by_type[QUEEN];
    else if (type == ROOK)
        seen = p->by_type[QUEEN] | position_pieces(p, us, ROOK);
    return piece_attacks(type, us, square, occupied & ~seen);
}

EVAL_INLINE void evaluate_men(Evaluation *e, Color us, PieceType type, int mobility_term) {
    const Position *p = e->position;
    for (Bitboard men = position_pieces(p, us, type); men != 0;) {
        Square square = pop_lsb(&men);
        Bitboard attacks = man_attacks(e, us, type, square);
        if (p->pinned & square_bit(square)) /* only the side to move knows its pins */
            attacks &= line_table[e->king[us] & 63][square];
        int mobility = popcount(attacks & e->mobility[us]);
        note_attacks(e, us, type, attacks);
        eval_add(e, us, EVAL_MATERIAL + type, 1);
        eval_add(e, us, EVAL_PSQT + (type - 1) * 64 + eval_table_square(e, us, square), 1);
        eval_add(e, us, mobility_term + mobility, 1);
        evaluate_ring_attack(e, us, type, attacks);
        if (type == KNIGHT || type == BISHOP)
            evaluate_minor(e, us, type, square);
        else if (type == ROOK)
            evaluate_rook(e, us, square, mobility);
        else if (type == QUEEN)
            evaluate_queen(e, us, square);
    }
}

EVAL_INLINE void evaluate_all_men(Evaluation *e, Color us) {
    evaluate_men(e, us, KNIGHT, EVAL_KNIGHT_MOBILITY);
    evaluate_men(e, us, BISHOP, EVAL_BISHOP_MOBILITY);
    evaluate_men(e, us, ROOK, EVAL_ROOK_MOBILITY);
    evaluate_men(e, us, QUEEN, EVAL_QUEEN_MOBILITY);
    Bitboard bishops = position_pieces(e->position, us, BISHOP);
    if ((bishops & BB_LIGHT_SQUARES) != 0 && (bishops & BB_DARK_SQUARES) != 0)
        eval_add(e, us, EVAL_BISHOP_PAIR, 1);
}

/* ---- Passed pawns ----------------------------------------------------------------------------------------------- */

EVAL_INLINE void evaluate_passed(Evaluation *e, Color us, Square square) {
    const Position *p = e->position;
    int rank = eval_relative_rank(us, square);
    Square stop = (square + forward_step(us)) & 63;
    Bitboard path = eval_forward_file(us, square);
    if (rank < 3)
        return;
    if (e->king[us] != NO_SQUARE)
        eval_add(e, us, EVAL_PASSED_OUR_KING + rank, eval_distance(e->king[us], stop));
    if (e->king[!us] != NO_SQUARE)
        eval_add(e, us, EVAL_PASSED_THEIR_KING + rank, eval_distance(e->king[!us], stop));
    if (p->by_color[!us] & square_bit(stop))
        eval_add(e, us, EVAL_PASSED_BLOCKED + rank, 1);
    else if (e->attacked[!us][0] & square_bit(stop))
        eval_add(e, us, EVAL_PASSED_HINDERED + rank, 1);
    if ((path & (e->attacked[!us][0] | p->by_color[!us])) == 0)
        eval_add(e, us, EVAL_PASSED_SAFE_PATH + rank, 1);
    if (eval_forward_file(!us, square) & position_pieces(p, us, ROOK))
        eval_add(e, us, EVAL_PASSED_SUPPORTED_ROOK, 1);
    /* The square of the pawn, against a king without men. */
    Bitboard officers = p->by_color[!us] & ~p->by_type[PAWN] & ~p->by_type[KING];
    if (officers == 0 && e->king[!us] != NO_SQUARE && (path & position_occupied(p)) == 0) {
        int steps = 7 - rank - (rank == 1), turn = p->side != us;
        Square goal = square_make(square_file(square), us == WHITE ? 7 : 0);
        if (eval_distance(e->king[!us], goal) - turn > steps)
            eval_add(e, us, EVAL_PASSED_UNSTOPPABLE, 1);
    }
}

EVAL_INLINE void evaluate_all_passed(Evaluation *e, Color us) {
    for (Bitboard pawns = e->passed & e->position->by_color[us]; pawns != 0;)
        evaluate_passed(e, us, pop_lsb(&pawns));
}

/* ---- Threats and space ------------------------------------------------------------------------------------------ */

EVAL_INLINE void add_threats(Evaluation *e, Color us, int term, Bitboard victims) {
    while (victims != 0)
        eval_add(e, us, term + piece_type(e->position->board[pop_lsb(&victims)]), 1);
}

EVAL_INLINE void evaluate_threats(Evaluation *e, Color us) {
    const Position *p = e->position;
    Color them = !us;
    Bitboard theirs = p->by_color[them] & ~p->by_type[KING], officers = theirs & ~p->by_type[PAWN];
    Bitboard guarded = e->attacked[them][PAWN] | (e->twice[them] & ~e->twice[us]);
    Bitboard weak = theirs & ~guarded & e->attacked[us][0];
    add_threats(e, us, EVAL_THREAT_BY_PAWN, officers & e->attacked[us][PAWN]);
    add_threats(e, us, EVAL_THREAT_BY_MINOR,
                ((officers & guarded) | weak) & (e->attacked[us][KNIGHT] | e->attacked[us][BISHOP]));
    add_threats(e, us, EVAL_THREAT_BY_ROOK, (weak | (officers & p->by_type[QUEEN])) & e->attacked[us][ROOK]);
    add_threats(e, us, EVAL_THREAT_BY_KING, weak & e->attacked[us][KING]);
    eval_add(e, us, EVAL_THREAT_HANGING, popcount(weak & (~e->attacked[them][0] | (officers & e->twice[us]))));
    eval_add(e, us, EVAL_RESTRICTED, popcount(e->attacked[us][0] & e->attacked[them][0] & ~guarded));

    Bitboard safe = ~e->attacked[them][PAWN] & (e->attacked[us][0] | ~e->attacked[them][0]);
    Bitboard empty = ~position_occupied(p);
    Bitboard push = shift_forward(us, position_pieces(p, us, PAWN)) & empty;
    push |= shift_forward(us, push & (us == WHITE ? BB_RANK_3 : BB_RANK_6)) & empty;
    eval_add(e, us, EVAL_THREAT_PUSH, popcount(pawn_span(us, push & safe) & officers & ~e->attacked[us][PAWN]));

    Bitboard queens = position_pieces(p, them, QUEEN);
    if (queens != 0 && !more_than_one(queens)) {
        Square queen = lsb(queens);
        Bitboard from = e->mobility[us] & ~guarded;
        Bitboard hops = knight_attack_table[queen] & e->attacked[us][KNIGHT];
        Bitboard lines = (bishop_attacks(queen, ~empty) & e->attacked[us][BISHOP]) |
                         (rook_attacks(queen, ~empty) & e->attacked[us][ROOK]);
        eval_add(e, us, EVAL_THREAT_ON_QUEEN, popcount(hops & from));
        eval_add(e, us, EVAL_THREAT_ON_QUEEN + 1, popcount(lines & from & e->twice[us]));
    }
}

EVAL_INLINE void evaluate_space(Evaluation *e, Color us) {
    const Position *p = e->position;
    Bitboard files = (BB_FILE_A << 2) | (BB_FILE_A << 3) | (BB_FILE_A << 4) | (BB_FILE_A << 5);
    Bitboard ranks = us == WHITE ? BB_RANK_2 | BB_RANK_3 | BB_RANK_4 : BB_RANK_7 | BB_RANK_6 | BB_RANK_5;
    Bitboard pawns = position_pieces(p, us, PAWN), safe = files & ranks & ~pawns & ~e->attacked[!us][PAWN];
    Bitboard behind = shift_forward(!us, pawns);
    behind |= shift_forward(!us, behind);
    int men = popcount(p->by_color[us]) - 3;
    int squares = popcount(safe) + popcount(safe & behind & ~e->attacked[!us][0]);
    if (men > 0)
        eval_add(e, us, EVAL_SPACE, squares * men / 8);
}

/* ---- The king ---------------------------------------------------------------------------------------------------- */

EVAL_INLINE void evaluate_shelter_file(Evaluation *e, Color us, int file, bool is_kings) {
    const Position *p = e->position;
    Square king = e->king[us];
    Bitboard line = BB_FILE_A << file;
    Bitboard front = ~eval_fill_forward(!us, shift_forward(!us, BB_RANK_1 << (king & 56))) & line;
    Bitboard ours = position_pieces(p, us, PAWN) & front, theirs = position_pieces(p, !us, PAWN) & front;
    int edge = file < 4 ? file : 7 - file;
    int our_rank = ours == 0 ? 0 : eval_relative_rank(us, us == WHITE ? lsb(ours) : msb(ours));
    int their_rank = theirs == 0 ? 0 : eval_relative_rank(us, us == WHITE ? lsb(theirs) : msb(theirs));
    eval_add(e, us, EVAL_SHELTER + edge * 8 + our_rank, 1);
    if (our_rank != 0 && our_rank == their_rank - 1)
        eval_add(e, us, EVAL_STORM_BLOCKED + their_rank, 1);
    else
        eval_add(e, us, EVAL_STORM + edge * 8 + their_rank, 1);
    if (is_kings) {
        bool no_ours = (line & position_pieces(p, us, PAWN)) == 0,
             no_theirs = (line & position_pieces(p, !us, PAWN)) == 0;
        if (no_ours || no_theirs)
            eval_add(e, us, EVAL_KING_FILE + (no_ours && no_theirs ? 2 : no_theirs), 1);
    }
}

EVAL_INLINE void evaluate_shelter(Evaluation *e, Color us) {
    const Position *p = e->position;
    Square king = e->king[us];
    int file = square_file(king);
    int centre = file == 0 ? 1 : file == 7 ? 6 : file;
    for (int f = centre - 1; f <= centre + 1; f++)
        evaluate_shelter_file(e, us, f, f == file);
    Bitboard pawns = position_pieces(p, us, PAWN);
    int nearest = pawns == 0 ? 0 : 7;
    while (pawns != 0) {
        int distance = eval_distance(king, pop_lsb(&pawns));
        nearest = distance < nearest ? distance : nearest;
    }
    eval_add(e, us, EVAL_KING_PAWN_DISTANCE + nearest, 1);
}

EVAL_INLINE Bitboard flank_of(Square king) {
    static const Bitboard flanks[8] = {BB_FILE_A * 7,  BB_FILE_A * 15,  BB_FILE_A * 15,  BB_FILE_A * 60,
                                       BB_FILE_A * 60, BB_FILE_A * 240, BB_FILE_A * 240, BB_FILE_A * 224};
    return flanks[square_file(king)];
}

EVAL_INLINE void add_checks(Evaluation *e, Color us, PieceType type, Bitboard checks, Bitboard safe) {
    Bitboard good = checks & safe;
    if (good)
        eval_add_danger(e, us, EVAL_DANGER_SAFE_CHECK + type, more_than_one(good) ? 2 : 1);
    else if (checks)
        eval_add_danger(e, us, EVAL_DANGER_UNSAFE_CHECK, 1);
}

EVAL_INLINE void evaluate_checks(Evaluation *e, Color us, Bitboard weak) {
    const Position *p = e->position;
    Color them = !us;
    Square king = e->king[us];
    Bitboard occupied = position_occupied(p) & ~position_pieces(p, us, QUEEN);
    Bitboard safe = ~p->by_color[them] & (~e->attacked[us][0] | (weak & e->twice[them]));
    Bitboard straight = rook_attacks(king, occupied), diagonal = bishop_attacks(king, occupied);
    Bitboard open = ~p->by_color[them];
    add_checks(e, us, ROOK, straight & e->attacked[them][ROOK] & open, safe);
    add_checks(e, us, QUEEN, (straight | diagonal) & e->attacked[them][QUEEN] & ~e->attacked[us][QUEEN] & open, safe);
    add_checks(e, us, BISHOP, diagonal & e->attacked[them][BISHOP] & open, safe);
    add_checks(e, us, KNIGHT, knight_attack_table[king] & e->attacked[them][KNIGHT] & open, safe);
}

EVAL_INLINE void evaluate_danger(Evaluation *e, Color us) {
    const Position *p = e->position;
    Color them = !us;
    Square king = e->king[us];
    Bitboard weak =
        e->attacked[them][0] & ~e->twice[us] & (~e->attacked[us][0] | e->attacked[us][QUEEN] | e->attacked[us][KING]);
    Bitboard camp = us == WHITE ? ~(BB_RANK_6 | BB_RANK_7 | BB_RANK_8) : ~(BB_RANK_1 | BB_RANK_2 | BB_RANK_3);
    Bitboard flank = flank_of(king) & camp;
    eval_add_danger(e, us, EVAL_DANGER_BASE, 1);
    eval_add_danger(e, us, EVAL_DANGER_WEAK, popcount(e->ring[us] & weak));
    evaluate_checks(e, us, weak);
    if (position_pieces(p, them, QUEEN) == 0)
        eval_add_danger(e, us, EVAL_DANGER_NO_QUEEN, 1);
    if (e->attacked[us][KNIGHT] & e->attacked[us][KING])
        eval_add_danger(e, us, EVAL_DANGER_KNIGHT_GUARD, 1);
    eval_add_danger(e, us, EVAL_DANGER_FLANK,
                    popcount(flank & e->attacked[them][0]) + popcount(flank & e->twice[them]));
    eval_add_danger(e, us, EVAL_DANGER_FLANK + 1, popcount(flank & e->attacked[us][0]));
    Bitboard occupied = position_occupied(p);
    eval_add_danger(e, us, EVAL_DANGER_OPEN,
                    popcount((bishop_attacks(king, occupied) | rook_attacks(king, occupied)) & ~p->by_color[us]));
    if ((p->by_type[PAWN] & flank_of(king)) == 0)
        eval_add(e, us, EVAL_PAWNLESS_FLANK, 1);
    eval_variant_danger(e, us);
}

/* Small dangers are nothing, great ones grow with their square. */
EVAL_INLINE Score king_danger(Score danger) {
    int middlegame = score_middlegame(danger), endgame = score_endgame(danger);
    middlegame = middlegame > 0 ? middlegame * middlegame / 4096 : 0;
    endgame = endgame > 0 ? endgame / 16 : 0;
    return S(middlegame, endgame);
}

EVAL_INLINE void evaluate_king(Evaluation *e, Color us) {
    const Position *p = e->position;
    for (Bitboard kings = position_pieces(p, us, KING); kings != 0;)
        eval_add(e, us, EVAL_PSQT + (KING - 1) * 64 + eval_table_square(e, us, pop_lsb(&kings)), 1);
    if (e->king[us] == NO_SQUARE)
        return;
    evaluate_shelter(e, us);
    evaluate_danger(e, us);
    Score danger = king_danger(e->danger[us]);
    e->score += us == WHITE ? -danger : danger;
}

/* ---- All together ------------------------------------------------------------------------------------------------ */

void eval_features(Evaluation *e, EvalCache *cache) {
    e->black_view = position_rules(e->position)->goal_last_word ? 7 : 56;
    eval_pawns(e, cache);
    prepare(e, WHITE);
    prepare(e, BLACK);
    e->mobility[WHITE] = mobility_area(e, WHITE);
    e->mobility[BLACK] = mobility_area(e, BLACK);
    evaluate_all_men(e, WHITE);
    evaluate_all_men(e, BLACK);
    evaluate_king(e, WHITE);
    evaluate_king(e, BLACK);
    evaluate_all_passed(e, WHITE);
    evaluate_all_passed(e, BLACK);
    evaluate_threats(e, WHITE);
    evaluate_threats(e, BLACK);
    evaluate_space(e, WHITE);
    evaluate_space(e, BLACK);
    eval_variant_terms(e);
    eval_add(e, e->position->side, EVAL_TEMPO, 1);
}

static int phase_of(const Position *p) {
    int phase = popcount(p->by_type[KNIGHT] | p->by_type[BISHOP]) + 2 * popcount(p->by_type[ROOK]) +
                4 * popcount(p->by_type[QUEEN]);
    for (PieceType type = KNIGHT; type <= QUEEN; type++)
        phase += (p->pockets[WHITE][type] + p->pockets[BLACK][type]) * (type <= BISHOP ? 1 : type == ROOK ? 2 : 4);
    return phase > PHASE_MAX ? PHASE_MAX : phase;
}

int eval_blend(Evaluation *e) {
    const Position *p = e->position;
    int phase = phase_of(p), middlegame = score_middlegame(e->score), endgame = score_endgame(e->score);
    int scale = endgame_scale(p, endgame), fixed = endgame_bare_king(p);
#ifdef ROOKERY_EVAL_TRACE
    if (e->trace != NULL) {
        e->trace->phase = phase;
        e->trace->scale = scale;
        e->trace->fixed = fixed;
    }
#endif
    return (middlegame * phase + endgame * scale / SCALE_FULL * (PHASE_MAX - phase)) / PHASE_MAX + fixed;
}

int eval_score(EvalCache *cache, const Position *position) {
    Evaluation e;
    memset(&e, 0, sizeof e);
    e.position = position;
    e.weights = eval_weights[position->variant];
    eval_features(&e, cache);
    int score = score_clamp(eval_blend(&e), -SCORE_EVAL_MAX, SCORE_EVAL_MAX);
    return position->side == WHITE ? score : -score;
}

size_t eval_explain(const Position *position, char *out, size_t size) {
    Evaluation e;
    memset(&e, 0, sizeof e);
    e.position = position;
    e.weights = eval_weights[position->variant];
    eval_features(&e, NULL);
    int total = eval_blend(&e);
    int length = snprintf(out, size,
                          "middlegame %d, endgame %d centipawns for White; danger to White's king %d, to Black's %d\n"
                          "evaluation %+d centipawns for White\n",
                          score_middlegame(e.score), score_endgame(e.score), score_middlegame(e.danger[WHITE]),
                          score_middlegame(e.danger[BLACK]), total);
    return length < 0 ? 0 : (size_t)length;
}
