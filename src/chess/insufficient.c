/*
 * Insufficient material: can this side still win, judged by the men alone?
 *
 * The answer "cannot" is certain; "can" may be wrong where only the squares of the men show it. The conditions are
 * those of python-chess and lichess, for the horde those that Stevan Papazis derived and tested
 * (https://github.com/stevepapazis/horde-insufficient-material-tests).
 */
#include "chess/attack.h"

static bool insufficient_standard(const Position *p, Color color) {
    Bitboard own = p->by_color[color], other = p->by_color[!color];
    if (own & (p->by_type[PAWN] | p->by_type[ROOK] | p->by_type[QUEEN]))
        return false;
    /* A knight alone mates only when other men than queens stand in their own king's way. */
    if (own & p->by_type[KNIGHT])
        return popcount(own) <= 2 && (other & ~p->by_type[KING] & ~p->by_type[QUEEN]) == 0;
    /* Bishops of one square colour mate only with the help of a pawn, a knight or a bishop of the other colour. */
    if (own & p->by_type[BISHOP]) {
        Bitboard bishops = p->by_type[BISHOP];
        bool one_colour = (bishops & BB_DARK_SQUARES) == 0 || (bishops & BB_LIGHT_SQUARES) == 0;
        return one_colour && p->by_type[PAWN] == 0 && p->by_type[KNIGHT] == 0;
    }
    return true;
}

static bool insufficient_crazyhouse(const Position *p) {
    int men = popcount(position_occupied(p));
    int mating = popcount(p->by_type[PAWN] | p->by_type[ROOK] | p->by_type[QUEEN] | p->promoted);
    for (Color color = WHITE; color <= BLACK; color++) {
        const uint8_t *pocket = p->pockets[color];
        for (PieceType type = PAWN; type <= QUEEN; type++)
            men += pocket[type];
        mating += pocket[PAWN] + pocket[ROOK] + pocket[QUEEN];
    }
    return men <= 3 && mating == 0;
}

/* Only bishops, and no bishop of one side stands on the square colour of any bishop of the other. */
static bool bishops_never_meet(const Position *p) {
    Bitboard white = position_pieces(p, WHITE, BISHOP), black = position_pieces(p, BLACK, BISHOP);
    if ((white & BB_DARK_SQUARES) == 0)
        return (black & BB_LIGHT_SQUARES) == 0;
    if ((white & BB_LIGHT_SQUARES) == 0)
        return (black & BB_DARK_SQUARES) == 0;
    return false;
}

static bool insufficient_atomic(const Position *p, Color color) {
    Bitboard kings = p->by_type[KING], occupied = position_occupied(p);
    if ((p->by_color[!color] & kings) == 0)
        return false;
    if ((p->by_color[color] & ~kings) == 0)
        return true;
    /* Any man beside the enemy king may be blown up together with it. */
    if (p->by_color[!color] & ~kings)
        return occupied == (p->by_type[BISHOP] | kings) && bishops_never_meet(p);
    if (p->by_type[QUEEN] | p->by_type[PAWN])
        return false;
    if (popcount(p->by_type[KNIGHT] | p->by_type[BISHOP] | p->by_type[ROOK]) == 1)
        return true;
    return occupied == (p->by_type[KNIGHT] | kings) && popcount(p->by_type[KNIGHT]) <= 2;
}

static bool insufficient_antichess(const Position *p, Color color) {
    Bitboard own = p->by_color[color], other = p->by_color[!color], occupied = own | other;
    if (own == 0)
        return false;
    if (other == 0)
        return true;
    if (occupied == p->by_type[BISHOP]) {
        /* A bishop that no enemy bishop can ever capture cannot be given away. */
        bool others_dark = (other & BB_LIGHT_SQUARES) == 0, others_light = (other & BB_DARK_SQUARES) == 0;
        return ((own & BB_LIGHT_SQUARES) != 0 && others_dark) || ((own & BB_DARK_SQUARES) != 0 && others_light);
    }
    if (occupied == p->by_type[KNIGHT] && popcount(occupied) == 2) {
        /* Knights change square colour with every move: whoever must move onto the other's colour wins. */
        bool white_light = (p->by_color[WHITE] & BB_LIGHT_SQUARES) != 0;
        bool black_dark = (p->by_color[BLACK] & BB_DARK_SQUARES) != 0;
        bool parity = (color == WHITE) ^ white_light ^ black_dark;
        return (p->side == WHITE) == parity;
    }
    return false;
}

/* ---- Horde ---- */

typedef struct Army {
    int pawns, knights, bishops, rooks, queens, men;
    int light_bishops, dark_bishops;
} Army;

static Army count_army(const Position *p, Color color) {
    Bitboard bishops = position_pieces(p, color, BISHOP);
    Army army = {
        .pawns = popcount(position_pieces(p, color, PAWN)),
        .knights = popcount(position_pieces(p, color, KNIGHT)),
        .bishops = popcount(bishops),
        .rooks = popcount(position_pieces(p, color, ROOK)),
        .queens = popcount(position_pieces(p, color, QUEEN)),
        .men = popcount(p->by_color[color]),
        .light_bishops = popcount(bishops & BB_LIGHT_SQUARES),
        .dark_bishops = popcount(bishops & BB_DARK_SQUARES),
    };
    return army;
}

static int at_most(int value, int limit) {
    return value < limit ? value : limit;
}

/* How many men of the horde count: more than two bishops of a square colour help no more than two. */
static int horde_size(const Army *horde) {
    return horde->pawns + horde->knights + horde->rooks + horde->queens + at_most(horde->dark_bishops, 2) +
           at_most(horde->light_bishops, 2);
}

/* The king's own men, as far as they can stand in its way against a bishop of the given square colour. */
static int opposite_bishops(const Army *pieces, bool light) {
    return light ? pieces->dark_bishops : pieces->light_bishops;
}
static int same_bishops(const Army *pieces, bool light) {
    return light ? pieces->light_bishops : pieces->dark_bishops;
}

static bool lone_queen_can_mate(const Army *k) {
    return k->pawns >= 1 || k->rooks >= 1 || k->light_bishops >= 2 || k->dark_bishops >= 2;
}

static bool lone_rook_can_mate(const Army *k) {
    return k->pawns >= 2 || (k->rooks >= 1 && k->pawns >= 1) || (k->rooks >= 1 && k->knights >= 1) ||
           (k->pawns >= 1 && k->knights >= 1);
}

static bool lone_bishop_can_mate(const Army *k, bool light) {
    int opposite = opposite_bishops(k, light);
    return opposite >= 2 || (opposite >= 1 && k->pawns >= 1) || k->pawns >= 2;
}

/* A smothered mate: three men around the cornered king, of the right kinds, and not all bishops of one colour. */
static bool lone_knight_can_mate(const Army *k) {
    bool kinds = k->knights >= 2 || k->pawns >= 2 || (k->rooks >= 1 && k->knights >= 1) ||
                 (k->rooks >= 1 && k->bishops >= 1) || (k->knights >= 1 && k->bishops >= 1) ||
                 (k->rooks >= 1 && k->pawns >= 1) || (k->knights >= 1 && k->pawns >= 1) ||
                 (k->bishops >= 1 && k->pawns >= 1);
    return k->men >= 4 && kinds && (k->dark_bishops < 2 || k->men - k->dark_bishops >= 3) &&
           (k->light_bishops < 2 || k->men - k->light_bishops >= 3);
}

static bool lone_man_can_mate(const Army *horde, const Army *k) {
    if (k->men == 1)
        return false;
    if (horde->queens == 1)
        return lone_queen_can_mate(k);
    if (horde->pawns == 1) /* it promotes to whatever mates */
        return lone_queen_can_mate(k) || lone_knight_can_mate(k);
    if (horde->rooks == 1)
        return lone_rook_can_mate(k);
    if (horde->bishops == 1)
        return lone_bishop_can_mate(k, horde->light_bishops == 1);
    return lone_knight_can_mate(k);
}

/* Two minor men. */
static bool two_minors_can_mate(const Army *horde, const Army *k) {
    if (k->men == 1)
        return false;
    if (horde->knights == 2)
        return k->pawns + k->bishops + k->knights >= 1;
    if (horde->light_bishops >= 1 && horde->dark_bishops >= 1)
        return k->pawns >= 1 || k->bishops >= 1 || (k->knights >= 1 && k->rooks + k->queens >= 1);
    bool light = horde->light_bishops >= 1;
    if (horde->bishops >= 1 && horde->knights >= 1)
        return k->pawns >= 1 || opposite_bishops(k, light) >= 1 || k->men - same_bishops(k, light) >= 3;
    /* Bishops of one colour need two men on squares of the other. */
    int opposite = opposite_bishops(k, light);
    return (k->pawns >= 1 && opposite >= 1) || (k->pawns >= 1 && k->knights >= 1) ||
           (opposite >= 1 && k->knights >= 1) || opposite >= 2 || k->knights >= 2 || k->pawns >= 2;
}

static bool three_minors_can_mate(const Army *horde, const Army *k) {
    bool pair = horde->light_bishops >= 1 && horde->dark_bishops >= 1;
    bool always = (horde->knights == 2 && horde->bishops == 1) || horde->knights == 3 || pair;
    return always || k->men > 1;
}

static bool insufficient_horde(const Position *p, Color color) {
    if (color == BLACK) /* the king's side can always capture the horde */
        return false;
    Army horde = count_army(p, WHITE), king_side = count_army(p, BLACK);
    int size = horde_size(&horde);
    if (size == 0)
        return true;
    if (size >= 4 || (size >= 2 && (horde.pawns >= 1 || horde.queens >= 1)))
        return false;
    if (size == 1)
        return !lone_man_can_mate(&horde, &king_side);
    if (horde.rooks >= 1) {
        /* Rook and bishop fail only against a king with no men but bishops of that bishop's colour. */
        bool rook_and_bishop = size == 2 && horde.rooks == 1 && horde.bishops == 1;
        if (!rook_and_bishop || king_side.men - same_bishops(&king_side, horde.light_bishops >= 1) != 1)
            return false;
    }
    return size == 2 ? !two_minors_can_mate(&horde, &king_side) : !three_minors_can_mate(&horde, &king_side);
}

bool position_has_insufficient_material(const Position *position, Color color) {
    const VariantRules *rules = position_rules(position);
    if (rules->captures_compulsory)
        return insufficient_antichess(position, color);
    if (rules->explosions)
        return insufficient_atomic(position, color);
    if (rules->goal != 0) /* bare kings can still run */
        return false;
    if (rules->horde)
        return insufficient_horde(position, color);
    if (rules->checks_counted) /* any man can give check */
        return (position->by_color[color] & ~position->by_type[KING]) == 0;
    if (rules->drops)
        return insufficient_crazyhouse(position);
    return insufficient_standard(position, color);
}
