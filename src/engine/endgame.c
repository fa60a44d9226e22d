/* What material alone says about endings: how drawish they are, and how to mate a bare king. */
#include "engine/eval_internal.h"

enum { SCALE_DRAW = 0, SCALE_OPPOSITE = 54, SCALE_FULL = 128 };

static bool has_standard_mates(const Position *p) {
    switch (p->variant) {
    case VARIANT_STANDARD:
    case VARIANT_CHESS960:
    case VARIANT_THREE_CHECK:
    case VARIANT_KING_OF_THE_HILL:
        return true;
    default:
        return false;
    }
}

static int officers_value(const Position *p, Color us) {
    return 3 * popcount(position_pieces(p, us, KNIGHT) | position_pieces(p, us, BISHOP)) +
           5 * popcount(position_pieces(p, us, ROOK)) + 9 * popcount(position_pieces(p, us, QUEEN));
}

/* One bishop each, on squares of different colours. */
static bool opposite_bishops(const Position *p) {
    Bitboard bishops = p->by_type[BISHOP];
    return popcount(bishops) == 2 && popcount(bishops & p->by_color[WHITE]) == 1 &&
           popcount(bishops & BB_LIGHT_SQUARES) == 1;
}

/* All pawns on one edge file whose last square the bishop does not reach, their king in that corner. */
static bool wrong_bishop(const Position *p, Color us) {
    Bitboard pawns = position_pieces(p, us, PAWN), bishops = position_pieces(p, us, BISHOP);
    Bitboard king = position_pieces(p, !us, KING);
    if (pawns == 0 || king == 0 || (p->by_color[us] & ~pawns & ~bishops & ~p->by_type[KING]) != 0)
        return false;
    Bitboard file = (pawns & ~BB_FILE_A) == 0 ? BB_FILE_A : (pawns & ~BB_FILE_H) == 0 ? BB_FILE_H : 0;
    if (file == 0)
        return false;
    Square corner = lsb(file & backrank(!us));
    Bitboard colour = square_bit(corner) & BB_LIGHT_SQUARES ? BB_LIGHT_SQUARES : BB_DARK_SQUARES;
    return (bishops & colour) == 0 && eval_distance(lsb(king), corner) <= 1;
}

int endgame_scale(const Position *position, int endgame_score) {
    if (position->variant != VARIANT_STANDARD && position->variant != VARIANT_CHESS960)
        return SCALE_FULL;
    const Position *p = position;
    Color strong = endgame_score > 0 ? WHITE : BLACK;
    int pawns = popcount(position_pieces(p, strong, PAWN));
    int ours = officers_value(p, strong), theirs = officers_value(p, !strong);
    if (pawns == 0 && ours - theirs <= 3)
        return ours < 5 ? SCALE_DRAW : theirs <= 3 ? 8 : 24;
    if (wrong_bishop(p, strong))
        return SCALE_DRAW;
    if (opposite_bishops(p)) {
        if (ours == 3 && theirs == 3)
            return pawns <= 1 ? 16 : SCALE_OPPOSITE + 4 * popcount(position_pieces(p, strong, PAWN));
        return 92 + 3 * pawns;
    }
    /* The fewer pawns, the harder to win; pawns on one wing only are harder still. */
    Bitboard all = p->by_type[PAWN];
    bool one_wing = (all & (BB_FILE_A * 15)) == 0 || (all & (BB_FILE_A * 240)) == 0;
    int scale = 88 + 8 * pawns - 10 * one_wing;
    return scale > SCALE_FULL ? SCALE_FULL : scale;
}

static int edge_push(Square king) {
    int file = square_file(king), rank = square_rank(king);
    int file_edge = file < 4 ? file : 7 - file, rank_edge = rank < 4 ? rank : 7 - rank;
    return 60 - 10 * (file_edge + rank_edge);
}

/* Bishop and knight mate in the corner of the bishop's colour only. */
static int corner_push(const Position *p, Color us, Square king) {
    bool light = (position_pieces(p, us, BISHOP) & BB_LIGHT_SQUARES) != 0;
    int first = eval_distance(king, light ? A8 : A1), second = eval_distance(king, light ? H1 : H8);
    return 70 - 20 * (first < second ? first : second);
}

static int drive(const Position *p, Color us) {
    Bitboard officers = p->by_color[us] & ~p->by_type[PAWN] & ~p->by_type[KING];
    Bitboard minors = p->by_type[KNIGHT] | p->by_type[BISHOP];
    if (p->by_color[!us] != position_pieces(p, !us, KING) || officers == 0 || position_king(p, us) == NO_SQUARE ||
        position_king(p, !us) == NO_SQUARE)
        return 0;
    bool minors_only = (officers & ~minors) == 0;
    if (minors_only && (!more_than_one(officers) || (officers & ~p->by_type[KNIGHT]) == 0))
        return 0;
    Square ours = position_king(p, us), theirs = position_king(p, !us);
    int score = 400 + edge_push(theirs) - 8 * eval_distance(ours, theirs);
    if (minors_only && (officers & p->by_type[KNIGHT]) != 0 && popcount(officers) == 2)
        score += 2 * corner_push(p, us, theirs);
    return score;
}

int endgame_bare_king(const Position *position) {
    if (!has_standard_mates(position))
        return 0;
    return drive(position, WHITE) - drive(position, BLACK);
}
