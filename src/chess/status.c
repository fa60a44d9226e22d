/* Judging positions that no game could have reached. The bits and their meaning are python-chess's. */
#include "chess/attack.h"

/* The en passant square if a double push can really have jumped over it, else NO_SQUARE. */
static Square believable_ep(const Position *p) {
    Color us = p->side;
    if (p->ep == NO_SQUARE || square_rank(p->ep) != (us == WHITE ? 5 : 2))
        return NO_SQUARE;
    Bitboard pushed = square_bit(p->ep - forward_step(us)), origin = square_bit(p->ep + forward_step(us));
    bool believable =
        (position_pieces(p, !us, PAWN) & pushed) != 0 && (position_occupied(p) & (square_bit(p->ep) | origin)) == 0;
    return believable ? p->ep : NO_SQUARE;
}

static uint32_t count_problems(const Position *p) {
    uint32_t status = 0;
    if (position_occupied(p) == 0)
        status |= STATUS_EMPTY;
    if (position_pieces(p, WHITE, KING) == 0)
        status |= STATUS_NO_WHITE_KING;
    if (position_pieces(p, BLACK, KING) == 0)
        status |= STATUS_NO_BLACK_KING;
    if (popcount(p->by_type[KING]) > 2)
        status |= STATUS_TOO_MANY_KINGS;
    if (popcount(p->by_color[WHITE]) > 16)
        status |= STATUS_TOO_MANY_WHITE_PIECES;
    if (popcount(p->by_color[BLACK]) > 16)
        status |= STATUS_TOO_MANY_BLACK_PIECES;
    if (popcount(position_pieces(p, WHITE, PAWN)) > 8)
        status |= STATUS_TOO_MANY_WHITE_PAWNS;
    if (popcount(position_pieces(p, BLACK, PAWN)) > 8)
        status |= STATUS_TOO_MANY_BLACK_PAWNS;
    if (p->by_type[PAWN] & BB_BACKRANKS)
        status |= STATUS_PAWNS_ON_BACKRANK;
    return status;
}

/* Whether the checkers cannot all have appeared with one move. */
static bool check_is_impossible(const Position *p, Square king, Square ep) {
    /* Only sliders can be uncovered, so that at most one checker of another kind has just moved. */
    if (more_than_one(p->checkers & (p->by_type[PAWN] | p->by_type[KNIGHT] | p->by_type[KING])))
        return true;
    if (ep != NO_SQUARE) {
        /* The last move was the double push: it gave the check, or uncovered it. */
        Square pushed = ep - forward_step(p->side), origin = ep + forward_step(p->side);
        Bitboard before = (position_occupied(p) & ~square_bit(pushed)) | square_bit(origin);
        return more_than_one(p->checkers) ||
               (lsb(p->checkers) != pushed && attackers_to(p, !p->side, king, before) != 0);
    }
    if (popcount(p->checkers) > 2)
        return true;
    Square first = lsb(p->checkers), last = msb(p->checkers);
    return first != last && (line_table[first][last] & square_bit(king)) != 0;
}

static uint32_t check_problems(const Position *p, Square ep) {
    uint32_t status = 0;
    if (position_was_into_check(p))
        status |= STATUS_OPPOSITE_CHECK;
    if (p->checkers == 0)
        return status;
    if (popcount(p->checkers) > 2)
        status |= STATUS_TOO_MANY_CHECKERS;
    if (check_is_impossible(p, royal_square(p, p->side), ep))
        status |= STATUS_IMPOSSIBLE_CHECK;
    return status;
}

static uint32_t race_problems(const Position *p) {
    uint32_t status = 0;
    if (position_is_check(p))
        status |= STATUS_RACE_CHECK | STATUS_TOO_MANY_CHECKERS | STATUS_IMPOSSIBLE_CHECK;
    bool both_home = (position_pieces(p, WHITE, KING) & BB_RANK_8) && (position_pieces(p, BLACK, KING) & BB_RANK_8);
    if (p->side == BLACK && both_home)
        status |= STATUS_RACE_OVER;
    bool material = p->by_type[PAWN] != 0;
    for (Color color = WHITE; color <= BLACK; color++)
        material = material || popcount(position_pieces(p, color, KNIGHT)) > 2 ||
                   popcount(position_pieces(p, color, BISHOP)) > 2 || popcount(position_pieces(p, color, ROOK)) > 2 ||
                   popcount(position_pieces(p, color, QUEEN)) > 1;
    return material ? status | STATUS_RACE_MATERIAL : status;
}

static uint32_t excuse_atomic(const Position *p, uint32_t status, Square ep) {
    status &= ~(uint32_t)STATUS_OPPOSITE_CHECK;
    /* The side to move may have lost its king with the last capture. */
    status &= ~(uint32_t)(p->side == WHITE ? STATUS_NO_WHITE_KING : STATUS_NO_BLACK_KING);
    /* Kings that part uncover any number of checks. */
    if (popcount(p->checkers) <= 14)
        status &= ~(uint32_t)STATUS_TOO_MANY_CHECKERS;
    if (ep == NO_SQUARE)
        status &= ~(uint32_t)STATUS_IMPOSSIBLE_CHECK;
    return status;
}

static uint32_t excuse_horde(const Position *p, uint32_t status) {
    status &= ~(uint32_t)STATUS_NO_WHITE_KING;
    if (popcount(p->by_color[WHITE]) <= 36)
        status &= ~(uint32_t)(STATUS_TOO_MANY_WHITE_PIECES | STATUS_TOO_MANY_WHITE_PAWNS);
    if ((p->by_type[PAWN] & BB_RANK_8) == 0 && (position_pieces(p, BLACK, PAWN) & BB_RANK_1) == 0)
        status &= ~(uint32_t)STATUS_PAWNS_ON_BACKRANK;
    return position_pieces(p, WHITE, KING) != 0 ? status | STATUS_TOO_MANY_KINGS : status;
}

/* Captured men change sides, so that only the sums are bounded. */
static uint32_t excuse_drops(const Position *p, uint32_t status) {
    int pawns = popcount(p->by_type[PAWN]) + p->pockets[WHITE][PAWN] + p->pockets[BLACK][PAWN];
    int men = popcount(position_occupied(p));
    for (Color color = WHITE; color <= BLACK; color++)
        for (PieceType type = PAWN; type <= QUEEN; type++)
            men += p->pockets[color][type];
    if (pawns <= 16)
        status &= ~(uint32_t)(STATUS_TOO_MANY_BLACK_PAWNS | STATUS_TOO_MANY_WHITE_PAWNS);
    if (men <= 32)
        status &= ~(uint32_t)(STATUS_TOO_MANY_BLACK_PIECES | STATUS_TOO_MANY_WHITE_PIECES);
    return status;
}

uint32_t position_status(const Position *position) {
    const VariantRules *rules = position_rules(position);
    Square ep = believable_ep(position);
    uint32_t status = count_problems(position) | check_problems(position, ep);
    if (position->castling != position_castling(position))
        status |= STATUS_BAD_CASTLING_RIGHTS;
    if (position->ep != ep)
        status |= STATUS_INVALID_EP_SQUARE;

    if (rules->captures_compulsory)
        status &=
            ~(uint32_t)(STATUS_NO_WHITE_KING | STATUS_NO_BLACK_KING | STATUS_TOO_MANY_KINGS | STATUS_OPPOSITE_CHECK);
    if (rules->explosions)
        status = excuse_atomic(position, status, ep);
    if (rules->horde)
        status = excuse_horde(position, status);
    if (rules->drops)
        status = excuse_drops(position, status);
    if (rules->goal_last_word)
        status |= race_problems(position);
    return status;
}

const char *status_bit_name(int bit) {
    static const char *const names[STATUS_BITS] = {
        "NO_WHITE_KING",        "NO_BLACK_KING",     "TOO_MANY_KINGS",        "TOO_MANY_WHITE_PAWNS",
        "TOO_MANY_BLACK_PAWNS", "PAWNS_ON_BACKRANK", "TOO_MANY_WHITE_PIECES", "TOO_MANY_BLACK_PIECES",
        "BAD_CASTLING_RIGHTS",  "INVALID_EP_SQUARE", "OPPOSITE_CHECK",        "EMPTY",
        "RACE_CHECK",           "RACE_OVER",         "RACE_MATERIAL",         "TOO_MANY_CHECKERS",
        "IMPOSSIBLE_CHECK",
    };
    return names[bit];
}
