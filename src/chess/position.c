/* Setting up positions and what follows from the men on the board. */
#include <string.h>

#include "chess/attack.h"
#include "chess/zobrist.h"

void position_clear(Position *position, Variant variant) {
    memset(position, 0, sizeof *position);
    position->variant = (uint8_t)variant;
    position->chess960 = variant == VARIANT_CHESS960;
    position->ep = NO_SQUARE;
    position->fullmove_number = 1;
    if (variant_table[variant].checks_counted)
        position->checks_left[WHITE] = position->checks_left[BLACK] = 3;
}

void position_put(Position *position, Square square, Piece piece, bool promoted) {
    Bitboard bit = square_bit(square);
    Piece old = position->board[square];
    if (old != NO_PIECE) {
        position->by_type[piece_type(old)] &= ~bit;
        position->by_color[piece_color(old)] &= ~bit;
        position->promoted &= ~bit;
    }
    position->board[square] = piece;
    if (piece != NO_PIECE) {
        position->by_type[piece_type(piece)] |= bit;
        position->by_color[piece_color(piece)] |= bit;
        if (promoted)
            position->promoted |= bit;
    }
}

void position_start(Position *position, Variant variant) {
    position_from_fen(position, variant_start_fen(variant), variant, false, NULL);
}

/* Scharnagl's numbering, https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme: the number is read as
 * mixed radix digits: light bishop (4), dark bishop (4), queen among the free files (6), knights (10). */
void position_start_chess960(Position *position, int number) {
    static const int knight_files[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                            {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    static const PieceType rest[3] = {ROOK, KING, ROOK};
    PieceType rank[8] = {NO_PIECE_TYPE};
    rank[number % 4 * 2 + 1] = BISHOP;
    rank[number / 4 % 4 * 2] = BISHOP;
    int queen = number / 16 % 6, knights = number / 96;

    for (int file = 0, free = 0; file < 8; file++)
        if (rank[file] == NO_PIECE_TYPE && free++ == queen)
            rank[file] = QUEEN;
    int free_files[5], count = 0;
    for (int file = 0; file < 8; file++)
        if (rank[file] == NO_PIECE_TYPE)
            free_files[count++] = file;
    rank[free_files[knight_files[knights][0]]] = KNIGHT;
    rank[free_files[knight_files[knights][1]]] = KNIGHT;
    for (int file = 0, next = 0; file < 8; file++)
        if (rank[file] == NO_PIECE_TYPE)
            rank[file] = rest[next++];

    position_clear(position, VARIANT_CHESS960);
    for (int file = 0; file < 8; file++) {
        position_put(position, square_make(file, 0), piece_make(WHITE, rank[file]), false);
        position_put(position, square_make(file, 1), piece_make(WHITE, PAWN), false);
        position_put(position, square_make(file, 6), piece_make(BLACK, PAWN), false);
        position_put(position, square_make(file, 7), piece_make(BLACK, rank[file]), false);
    }
    position->castling = position->by_type[ROOK];
    position_refresh(position);
}

/* Rights of one colour: the outermost rook on each side of the king, in chess960; a and h file rooks otherwise. */
static Bitboard real_castling_of(const Position *p, Color color) {
    Bitboard rooks = p->castling & position_pieces(p, color, ROOK) & backrank(color);
    Bitboard king = position_pieces(p, color, KING) & ~p->promoted & backrank(color);
    if (rooks == 0 || king == 0)
        return 0;
    if (!p->chess960) {
        bool at_home = (king & (square_bit(E1) | square_bit(E8))) != 0;
        return at_home ? rooks & (BB_FILE_A | BB_FILE_H) : 0;
    }
    Bitboard queen_side = rooks & -rooks, king_side = square_bit(msb(rooks));
    return (lsb(queen_side) < msb(king) ? queen_side : 0) | (msb(king_side) > msb(king) ? king_side : 0);
}

Bitboard position_real_castling(const Position *p) {
    return p->castling == 0 ? 0 : real_castling_of(p, WHITE) | real_castling_of(p, BLACK);
}

Bitboard position_castling(const Position *position) {
    return castling_rights(position);
}

Square position_king(const Position *position, Color color) {
    return position_rules(position)->captures_compulsory ? NO_SQUARE : royal_square(position, color);
}

Bitboard position_attackers(const Position *position, Color by, Square square, Bitboard occupied) {
    return attackers_to(position, by, square, occupied);
}

Bitboard position_attacks(const Position *position, Square square) {
    Piece piece = position->board[square];
    return piece_attacks(piece_type(piece), piece_color(piece), square, position_occupied(position));
}

bool position_was_into_check(const Position *position) {
    const VariantRules *rules = position_rules(position);
    if (rules->captures_compulsory || (rules->explosions && kings_touch(position)))
        return false;
    Square king = royal_square(position, !position->side);
    return king != NO_SQUARE && attackers_to(position, position->side, king, position_occupied(position)) != 0;
}

static uint64_t men_key(const Position *position, Bitboard men) {
    uint64_t key = 0;
    while (men != 0) {
        Square square = pop_lsb(&men);
        key ^= zobrist_pieces[position->board[square]][square];
    }
    return key;
}

void position_refresh(Position *position) {
    const VariantRules *rules = position_rules(position);
    position->castling_doubtful = position->castling != position_real_castling(position);
    find_checks(position);
    position->ep_legal = position_find_ep_legal(position);
    position->pawn_key = men_key(position, position->by_type[PAWN]);
    uint64_t key = position->pawn_key ^ men_key(position, position_occupied(position) & ~position->by_type[PAWN]);
    key ^= zobrist_castling_key(position, position_castling(position));
    if (position->ep_legal)
        key ^= zobrist_ep_file[square_file(position->ep)];
    if (position->side == WHITE)
        key ^= zobrist_white_to_move;
    for (Color color = WHITE; color <= BLACK; color++) {
        if (rules->checks_counted)
            key ^= zobrist_checks[color] * (uint64_t)(3 - position->checks_left[color]);
        if (rules->drops)
            for (PieceType type = PAWN; type <= QUEEN; type++)
                key ^= zobrist_pocket[color][type] * position->pockets[color][type];
    }
    if (rules->drops)
        for (Bitboard promoted = position->promoted; promoted != 0;)
            key ^= zobrist_promoted[pop_lsb(&promoted)];
    position->key = key;
}

uint64_t position_polyglot_key(const Position *position) {
    bool stands_beside = ep_capturers(position) != 0;
    if (stands_beside == position->ep_legal)
        return position->key;
    return position->key ^ zobrist_ep_file[square_file(position->ep)];
}
