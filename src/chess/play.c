/* Playing a move: the next position from the last, everything derived kept up to date. */
#include <string.h>

#include "chess/attack.h"
#include "chess/legality.h"
#include "chess/zobrist.h"

static inline void flip_man_key(Position *p, Piece piece, uint64_t change) {
    p->key ^= change;
    if (piece_type(piece) == PAWN)
        p->pawn_key ^= change;
}

static inline void lift(Position *p, Square square) {
    Piece piece = p->board[square];
    Bitboard bit = square_bit(square);
    p->by_type[piece_type(piece)] ^= bit;
    p->by_color[piece_color(piece)] ^= bit;
    p->board[square] = NO_PIECE;
    flip_man_key(p, piece, zobrist_pieces[piece][square]);
    if (p->promoted & bit) {
        p->promoted ^= bit;
        if (position_rules(p)->drops)
            p->key ^= zobrist_promoted[square];
    }
}

static inline void place(Position *p, Square square, Piece piece) {
    Bitboard bit = square_bit(square);
    p->by_type[piece_type(piece)] ^= bit;
    p->by_color[piece_color(piece)] ^= bit;
    p->board[square] = piece;
    flip_man_key(p, piece, zobrist_pieces[piece][square]);
}

/* The man on `from` goes to the empty square `to`. */
static inline void shift(Position *p, Square from, Square to) {
    Piece piece = p->board[from];
    Bitboard both = square_bit(from) | square_bit(to);
    p->by_type[piece_type(piece)] ^= both;
    p->by_color[piece_color(piece)] ^= both;
    p->board[from] = NO_PIECE;
    p->board[to] = piece;
    flip_man_key(p, piece, zobrist_pieces[piece][from] ^ zobrist_pieces[piece][to]);
    if (p->promoted & square_bit(from)) {
        p->promoted ^= both;
        if (position_rules(p)->drops)
            p->key ^= zobrist_promoted[from] ^ zobrist_promoted[to];
    }
}

static inline void mark_promoted(Position *p, Square square) {
    p->promoted |= square_bit(square);
    if (position_rules(p)->drops)
        p->key ^= zobrist_promoted[square];
}

static inline void change_pocket(Position *p, Color color, PieceType type, int change) {
    uint8_t *count = &p->pockets[color][type];
    if ((change > 0 && *count == UINT8_MAX) || (change < 0 && *count == 0))
        return;
    p->key ^= zobrist_pocket[color][type] * *count;
    *count = (uint8_t)(*count + change);
    p->key ^= zobrist_pocket[color][type] * *count;
}

/* Wants the kings still where the old and new rights have them. */
static inline void set_castling(Position *p, Bitboard rights) {
    if (rights == p->castling)
        return;
    p->key ^= zobrist_castling_key(p, p->castling) ^ zobrist_castling_key(p, rights);
    p->castling = rights;
}

/* Atomic: a capture on `centre` removes the captor and every man around except pawns. */
static inline void explode(Position *p, Square centre) {
    Bitboard around = king_attack_table[centre] & ~p->by_type[PAWN];
    Bitboard rights = p->castling & ~around;
    for (Color color = WHITE; color <= BLACK; color++)
        if (around & position_pieces(p, color, KING) & ~p->promoted)
            rights &= ~backrank(color);
    set_castling(p, rights);
    lift(p, centre);
    for (Bitboard victims = around & position_occupied(p); victims != 0;)
        lift(p, pop_lsb(&victims));
}

static inline void castle(Position *p, Color us, Square king, Square rook) {
    lift(p, king);
    lift(p, rook);
    place(p, castled_king(king, rook), piece_make(us, KING));
    place(p, castled_rook(king, rook), piece_make(us, ROOK));
}

/* Removes the captured man, and pays it into the pocket where men are dropped. Returns whether there was one. */
static inline bool capture(Position *p, Color us, Square square) {
    Piece captured = p->board[square];
    if (captured == NO_PIECE)
        return false;
    bool was_promoted = (p->promoted & square_bit(square)) != 0;
    lift(p, square);
    if (position_rules(p)->drops && piece_type(captured) != KING)
        change_pocket(p, us, was_promoted ? PAWN : piece_type(captured), +1);
    return true;
}

/* A king or rook that moves, or is captured, takes its rights with it. */
static inline void reduce_castling(Position *p, Color us, Move move) {
    Square from = move_from(move), to = move_to(move);
    Bitboard rights = p->castling & ~(square_bit(from) | square_bit(to));
    if (piece_type(p->board[from]) == KING && (p->promoted & square_bit(from)) == 0)
        rights &= ~backrank(us);
    if (piece_type(p->board[to]) == KING && (p->promoted & square_bit(to)) == 0 &&
        (square_bit(to) & backrank(!us)) != 0)
        rights &= ~backrank(!us);
    set_castling(p, rights);
}

static inline void move_man(Position *p, Color us, Move move) {
    Square from = move_from(move), to = move_to(move);
    MoveKind kind = move_kind(move);
    bool captured = capture(p, us, kind == MOVE_EN_PASSANT ? to - forward_step(us) : to);
    if (piece_type(p->board[from]) == PAWN || captured)
        p->halfmove_clock = 0;
    if (move_is_promotion(move)) {
        lift(p, from);
        place(p, to, piece_make(us, move_promotion(move)));
        mark_promoted(p, to);
    } else {
        shift(p, from, to);
    }
    if (captured && position_rules(p)->explosions)
        explode(p, to);
    /* A double push from the first rank (horde) cannot be captured en passant. */
    Bitboard second_rank = us == WHITE ? BB_RANK_2 : BB_RANK_7;
    if (kind == MOVE_DOUBLE_PUSH && (square_bit(from) & second_rank) != 0)
        p->ep = (uint8_t)(from + forward_step(us));
}

/* Changes whose turn it is and derives what the other side faces. */
static inline void pass_turn(Position *p, Color us) {
    p->side = (uint8_t)!us;
    p->key ^= zobrist_white_to_move;
    find_checks(p);
    p->ep_legal = p->ep != NO_SQUARE && position_find_ep_legal(p);
    if (p->ep_legal)
        p->key ^= zobrist_ep_file[square_file(p->ep)];
}

/* A position is a few cache lines: copied in line, which a call of memcpy() is not. */
static inline void copy_position(Position *to, const Position *from) {
    typedef uint64_t Block __attribute__((vector_size(16), aligned(8), may_alias));
    enum { BLOCKS = sizeof(Position) / sizeof(Block), REST = sizeof(Position) % sizeof(Block) };
    _Static_assert(BLOCKS == 13 && REST == 8, "copies whole blocks and one word");
    Block *out = (Block *)to;
    const Block *in = (const Block *)from;
#pragma GCC unroll 16
    for (int i = 0; i < BLOCKS; i++)
        out[i] = in[i];
    memcpy((char *)to + BLOCKS * sizeof(Block), (const char *)from + BLOCKS * sizeof(Block), REST);
}

void position_play(const Position *before, Move move, Position *after) {
    Color us = before->side;
    bool ep_was_legal = before->ep_legal;
    Square ep_was = before->ep;
    Bitboard castling = castling_rights(before);
    if (after != before)
        copy_position(after, before);
    Position *p = after;
    if (ep_was_legal)
        p->key ^= zobrist_ep_file[square_file(ep_was)];
    p->ep = NO_SQUARE;
    p->castling = castling;
    p->castling_doubtful = false;
    p->halfmove_clock++;
    p->fullmove_number += us == BLACK;

    if (move == MOVE_NULL) {
        pass_turn(p, us);
        return;
    }
    if (move_is_drop(move)) {
        place(p, move_to(move), piece_make(us, move_drop(move)));
        change_pocket(p, us, move_drop(move), -1);
        pass_turn(p, us);
        return;
    }

    if (p->castling != 0)
        reduce_castling(p, us, move);
    if (move_kind(move) == MOVE_CASTLE)
        castle(p, us, move_from(move), move_to(move));
    else
        move_man(p, us, move);
    pass_turn(p, us);
    if (position_rules(p)->checks_counted && p->checkers != 0) {
        p->key ^= zobrist_checks[us] * (uint64_t)(3 - p->checks_left[us]);
        p->checks_left[us]--;
        p->key ^= zobrist_checks[us] * (uint64_t)(3 - p->checks_left[us]);
        if (p->checks_left[us] <= 0 && p->ep_legal) { /* the last check was a double push: nobody answers it */
            p->ep_legal = false;
            p->key ^= zobrist_ep_file[square_file(p->ep)];
        }
    }
}
