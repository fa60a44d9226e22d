/*
 * Rookery's rules of chess: positions, moves, games and their notation, in nine variants.
 *
 * A Position is a value. Copy it with `=`, play a move with position_play(), which writes the position after
 * the move into another Position; nothing is ever undone. A Game adds what a single position cannot know: the
 * moves so far, hence repetitions. Nothing here reads a clock, a file or an environment variable; nothing
 * allocates except Game. All functions are thread-safe as long as no two threads write the same object.
 *
 * Squares are 0..63, a1 = 0, b1 = 1, h8 = 63. Bit s of a Bitboard is square s.
 * Castling is stored as "king takes own rook" in every variant; notation functions translate.
 *
 * Move lists come in one fixed order, that of python-chess, so that results can be compared line by line.
 */
#ifndef ROOKERY_CHESS_H
#define ROOKERY_CHESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rookery/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Squares, colours, pieces ------------------------------------------------------------------------- */

typedef uint64_t Bitboard;

typedef int Square; /* 0..63, or NO_SQUARE */
enum {
    A1 = 0,
    C1 = 2,
    D1 = 3,
    E1 = 4,
    F1 = 5,
    G1 = 6,
    H1 = 7,
    A8 = 56,
    C8 = 58,
    D8 = 59,
    E8 = 60,
    F8 = 61,
    G8 = 62,
    H8 = 63,
    NO_SQUARE = 64
};

typedef int Color;
enum { WHITE = 0, BLACK = 1, NO_COLOR = 2 };

typedef int PieceType;
enum { NO_PIECE_TYPE = 0, PAWN = 1, KNIGHT = 2, BISHOP = 3, ROOK = 4, QUEEN = 5, KING = 6 };

/* A piece is its type, plus 8 when black; 0 is an empty square. */
typedef uint8_t Piece;
enum { NO_PIECE = 0 };

static inline Piece piece_make(Color color, PieceType type) {
    return (Piece)(type | color << 3);
}
static inline PieceType piece_type(Piece piece) {
    return piece & 7;
}
static inline Color piece_color(Piece piece) {
    return piece >> 3;
} /* of a piece, not of NO_PIECE */

static inline int square_file(Square square) {
    return square & 7;
}
static inline int square_rank(Square square) {
    return square >> 3;
}
static inline Square square_make(int file, int rank) {
    return rank * 8 + file;
}
static inline Bitboard square_bit(Square square) {
    return (Bitboard)1 << square;
}

/* ---- Moves -------------------------------------------------------------------------------------------- */

/* Bits 0-5 from, 6-11 to, 12-15 kind. A drop has from == to. */
typedef uint16_t Move;

enum {
    MOVE_NONE = 0,         /* "no move": never legal */
    MOVE_NULL = 1 | 1 << 6 /* passing: only the side to move and the counters change */
};

typedef int MoveKind;
enum {
    MOVE_NORMAL = 0,
    MOVE_DOUBLE_PUSH = 1,
    MOVE_CASTLE = 2, /* from = king, to = the rook it castles with */
    MOVE_EN_PASSANT = 3,
    MOVE_PROMOTE_KNIGHT = 4, /* .. MOVE_PROMOTE_KING = 8, in the order of PieceType */
    MOVE_PROMOTE_KING = 8,   /* antichess only */
    MOVE_DROP_PAWN = 9,      /* .. MOVE_DROP_QUEEN = 13 */
    MOVE_DROP_QUEEN = 13
};

/* No position of any variant, reachable or not, has more legal or pseudo-legal moves than this.
 * With o own men and t = 64 - o targets there are at most min(27 o, 16 t + 96) moves of men on the board (a queen
 * reaches 27 squares; a square is reached along 8 lines and 8 knight jumps; promotions add 96), at most 5 t drops
 * and 2 castlings: under 920 for every o. */
enum { MOVES_MAX = 1024 };

static inline Move move_make(Square from, Square to, MoveKind kind) {
    return (Move)(from | to << 6 | kind << 12);
}
static inline Square move_from(Move move) {
    return move & 63;
}
static inline Square move_to(Move move) {
    return move >> 6 & 63;
}
static inline MoveKind move_kind(Move move) {
    return move >> 12;
}
static inline bool move_is_drop(Move move) {
    return move_kind(move) >= MOVE_DROP_PAWN;
}
static inline bool move_is_promotion(Move move) {
    return move_kind(move) >= MOVE_PROMOTE_KNIGHT && move_kind(move) <= MOVE_PROMOTE_KING;
}
/* The type promoted to, or NO_PIECE_TYPE. */
static inline PieceType move_promotion(Move move) {
    return move_is_promotion(move) ? move_kind(move) - MOVE_PROMOTE_KNIGHT + KNIGHT : NO_PIECE_TYPE;
}
/* The type dropped, or NO_PIECE_TYPE. */
static inline PieceType move_drop(Move move) {
    return move_is_drop(move) ? move_kind(move) - MOVE_DROP_PAWN + PAWN : NO_PIECE_TYPE;
}

/* ---- Variants ----------------------------------------------------------------------------------------- */

typedef int Variant;
enum {
    VARIANT_STANDARD,
    VARIANT_CHESS960, /* the rules of standard chess with Position.chess960 set */
    VARIANT_CRAZYHOUSE,
    VARIANT_ATOMIC,
    VARIANT_KING_OF_THE_HILL,
    VARIANT_THREE_CHECK,
    VARIANT_ANTICHESS,
    VARIANT_HORDE,
    VARIANT_RACING_KINGS,
    VARIANT_SUICIDE,  /* antichess with castling; a stalemate is won by the side with fewer men */
    VARIANT_GIVEAWAY, /* antichess with castling */
    VARIANT_COUNT,
    VARIANT_ARENA_COUNT = VARIANT_SUICIDE, /* the first nine are offered to players; the rest are for libraries */
    VARIANT_NONE = -1
};

/* The name used on the command line, in UCI_Variant and in the API: "standard", "threecheck", ... */
const char *variant_name(Variant variant);
/* The name for people and PGN's Variant tag: "Standard", "Three-check", ... */
const char *variant_title(Variant variant);
/* The FEN of the start position. For chess960 that is the standard array (number 518). */
const char *variant_start_fen(Variant variant);
/* Finds a variant by any usual name, ignoring case, spaces, '-' and '_' ("3check", "King of the Hill", "koth",
 * "fischerandom", "chess"); VARIANT_NONE when there is none. */
Variant variant_by_name(const char *name);

/* ---- Positions ---------------------------------------------------------------------------------------- */

typedef struct Position {
    /* What is on the board. by_type[0] is unused and 0. */
    Bitboard by_type[7];
    Bitboard by_color[2];
    Bitboard promoted; /* men that were pawns (they return to a pocket as pawns in crazyhouse) */
    Bitboard castling; /* squares of rooks that may still castle; as read from a FEN it may claim too much until the
                          first move: see position_castling() */

    /* Derived; position_refresh() computes them. */
    Bitboard checkers; /* enemy men giving check to the side to move; 0 where the variant knows no check */
    Bitboard pinned;   /* own men that alone shield their king from an enemy slider */
    uint64_t key;      /* hash of everything that matters for repetition: see position_refresh() */
    uint64_t pawn_key; /* hash of pawns only */
    uint8_t board[64]; /* Piece on every square */

    uint8_t pockets[2][6];    /* [color][PAWN..QUEEN]: men in hand, index 0 unused; crazyhouse only */
    int8_t checks_left[2];    /* checks that color still has to give, 3..0; three-check only */
    uint8_t side;             /* Color to move */
    uint8_t ep;               /* square jumped over by the last move if it was a double push, else NO_SQUARE */
    bool castling_doubtful;   /* derived: castling claims more than position_castling() grants */
    bool ep_legal;            /* derived: some en passant capture is legal */
    uint8_t variant;          /* Variant */
    bool chess960;            /* castling may start from any file and is written king-takes-rook */
    uint32_t halfmove_clock;  /* plies since the last capture or pawn move */
    uint32_t fullmove_number; /* starts at 1, grows after Black's move */
} Position;

static inline Bitboard position_occupied(const Position *position) {
    return position->by_color[WHITE] | position->by_color[BLACK];
}
static inline Bitboard position_pieces(const Position *position, Color color, PieceType type) {
    return position->by_type[type] & position->by_color[color];
}

/* The start position of the variant. */
void position_start(Position *position, Variant variant);
/* An empty board of the variant, White to move, no rights. Fill it with position_put(), then position_refresh(). */
void position_clear(Position *position, Variant variant);
/* Puts a piece (or NO_PIECE to remove one) on a square. Derived fields other than board are stale afterwards. */
void position_put(Position *position, Square square, Piece piece, bool promoted);
/* Recomputes checkers, pinned, castling_doubtful, ep_legal, key and pawn_key from the rest. Call after changing fields
 * by hand. The key is Polyglot's for standard chess (an en passant file is hashed only if an en passant capture is
 * legal), with further terms for pockets, promoted men and checks left in the variants that have them. */
void position_refresh(Position *position);
/* The key as the Polyglot book format defines it (hashes en passant when a pawn merely stands beside). */
uint64_t position_polyglot_key(const Position *position);
/* Chess960 start position by its number, 0..959 (Scharnagl's numbering; 518 is the standard array). */
void position_start_chess960(Position *position, int number);

/* Castling rights that are real: rooks and kings in place; at most two a side. */
Bitboard position_castling(const Position *position);
/* The square of the king that can be checked, or NO_SQUARE (antichess, the horde, an exploded king). */
Square position_king(const Position *position, Color color);
/* Men of `by` that attack the square, given the occupancy. */
Bitboard position_attackers(const Position *position, Color by, Square square, Bitboard occupied);
/* Squares attacked by the man on the square, its own men included; 0 for an empty square. */
Bitboard position_attacks(const Position *position, Square square);
static inline bool position_is_check(const Position *position) {
    return position->checkers != 0;
}
/* Whether the side that just moved left its own king en prise, that is, whether the last move was illegal. */
bool position_was_into_check(const Position *position);

/* Writes the position after the move into *after. The move must be pseudo-legal in *before, or MOVE_NULL.
 * `after` may be `before`. */
void position_play(const Position *before, Move move, Position *after);

/* All legal moves, in python-chess's order. Returns their number. None when the variant's own end is reached. */
size_t position_legal_moves(const Position *position, Move out[MOVES_MAX]);
/* Moves that are legal but for leaving the own king en prise, in python-chess's order. */
size_t position_pseudo_legal_moves(const Position *position, Move out[MOVES_MAX]);
/* Number of legal moves, without listing them. */
size_t position_count_legal_moves(const Position *position);
bool position_has_legal_move(const Position *position);
/* Both accept any 16-bit value. */
bool position_is_pseudo_legal(const Position *position, Move move);
bool position_is_legal(const Position *position, Move move);
/* Both want a pseudo-legal move. */
bool position_gives_check(const Position *position, Move move);
bool position_is_capture(const Position *position, Move move); /* en passant included */
/* Whether the move resets the halfmove clock: pawn moves, captures and pawn drops. */
bool position_is_zeroing(const Position *position, Move move);
/* Builds a Move from squares as people and protocols write them, choosing the kind that fits the position (double
 * push, en passant, castling written as e1g1 or e1h1). Does not check legality. drop and promotion may be
 * NO_PIECE_TYPE. */
Move position_find_kind(const Position *position, Square from, Square to, PieceType promotion, PieceType drop);

/* Problems of a position that no game could have reached; bits as in python-chess's Status. 0 is a valid position. */
enum {
    STATUS_VALID = 0,
    STATUS_NO_WHITE_KING = 1 << 0,
    STATUS_NO_BLACK_KING = 1 << 1,
    STATUS_TOO_MANY_KINGS = 1 << 2,
    STATUS_TOO_MANY_WHITE_PAWNS = 1 << 3,
    STATUS_TOO_MANY_BLACK_PAWNS = 1 << 4,
    STATUS_PAWNS_ON_BACKRANK = 1 << 5,
    STATUS_TOO_MANY_WHITE_PIECES = 1 << 6,
    STATUS_TOO_MANY_BLACK_PIECES = 1 << 7,
    STATUS_BAD_CASTLING_RIGHTS = 1 << 8,
    STATUS_INVALID_EP_SQUARE = 1 << 9,
    STATUS_OPPOSITE_CHECK = 1 << 10,
    STATUS_EMPTY = 1 << 11,
    STATUS_RACE_CHECK = 1 << 12,
    STATUS_RACE_OVER = 1 << 13,
    STATUS_RACE_MATERIAL = 1 << 14,
    STATUS_TOO_MANY_CHECKERS = 1 << 15,
    STATUS_IMPOSSIBLE_CHECK = 1 << 16,
    STATUS_BITS = 17
};
uint32_t position_status(const Position *position);
/* "BAD_CASTLING_RIGHTS" for bit 8, and so on. */
const char *status_bit_name(int bit);

/* ---- The end of a game -------------------------------------------------------------------------------- */

typedef int Termination;
enum {
    TERMINATION_NONE = 0, /* the game goes on */
    TERMINATION_CHECKMATE,
    TERMINATION_STALEMATE,
    TERMINATION_INSUFFICIENT_MATERIAL,
    TERMINATION_SEVENTYFIVE_MOVES,
    TERMINATION_FIVEFOLD_REPETITION,
    TERMINATION_FIFTY_MOVES,
    TERMINATION_THREEFOLD_REPETITION,
    TERMINATION_VARIANT_WIN, /* the side to move has won by the variant's own rule */
    TERMINATION_VARIANT_LOSS,
    TERMINATION_VARIANT_DRAW
};

typedef struct Outcome {
    Termination termination;
    Color winner; /* WHITE, BLACK, or NO_COLOR for a draw or no end */
} Outcome;

/* "CHECKMATE", "VARIANT_WIN", ... ; "NONE" for TERMINATION_NONE. */
const char *termination_name(Termination termination);
/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *outcome_result(Outcome outcome);
/* A sentence part for people: "checkmate", "the king reached the hill", "both kings reached the goal", ... */
const char *outcome_reason(Outcome outcome, Variant variant);

/* The end that the position alone shows, in this order: the variant's own end, checkmate, insufficient material,
 * stalemate, seventy-five moves. */
Outcome position_outcome(const Position *position);
/* Variant ends only: TERMINATION_VARIANT_* or NONE (stalemate in antichess counts). */
Outcome position_variant_outcome(const Position *position);
/* Whether the variant's own rule has ended the game, so that there are no legal moves. */
bool position_is_variant_end(const Position *position);
/* Whether color cannot win any more, by material alone, in the position's variant. */
bool position_has_insufficient_material(const Position *position, Color color);
/* Whether fifty moves (n = 100 plies) or seventy-five (150) passed, the game not having ended otherwise. */
bool position_is_halfmoves(const Position *position, uint32_t plies);

/* ---- Games -------------------------------------------------------------------------------------------- */

/* A start position and the moves played from it. positions[0] is the start, positions[ply] the present one. */
typedef struct Game {
    Position *positions;
    Move *moves;
    size_t ply;
    size_t capacity;
} Game;

/* Both return false only when memory runs out, leaving the game as it was. */
bool game_init(Game *game, const Position *start);
bool game_play(Game *game, Move move); /* the move must be pseudo-legal or MOVE_NULL */
void game_undo(Game *game);            /* ply must be > 0 */
void game_free(Game *game);
bool game_copy(Game *copy, const Game *game); /* copy is uninitialised before */
/* The same with the last so many moves only. */
bool game_copy_last(Game *copy, const Game *game, size_t plies);
static inline const Position *game_position(const Game *game) {
    return &game->positions[game->ply];
}
/* Whether the present position has occurred at least `count` times. */
bool game_is_repetition(const Game *game, int count);
/* FIDE's claims: the condition holds now, or some legal move brings it about. */
bool game_can_claim_threefold(const Game *game);
bool game_can_claim_fifty(const Game *game);
/* position_outcome(), then fivefold repetition; with claim_draw also the two claims. */
Outcome game_outcome(const Game *game, bool claim_draw);

/* ---- Notation ----------------------------------------------------------------------------------------- */

/* Longest FEN that fen_write can produce, NUL included: 64 squares with '~', a pocket of 2*5*255 men, counters. */
enum { FEN_MAX = 3072, SAN_MAX = 16, UCI_MOVE_MAX = 8 };

enum {
    FEN_DEFAULT = 0,         /* X-FEN castling; en passant square only when such a capture is legal */
    FEN_SHREDDER = 1 << 0,   /* castling rights by the file of the rook: HAha */
    FEN_EP_ALWAYS = 1 << 1,  /* en passant square after every double push, as the FEN standard says */
    FEN_EP_PSEUDO = 1 << 2,  /* en passant square when a pawn stands beside, as X-FEN says */
    FEN_PROMOTED = 1 << 3,   /* mark promoted men with '~' in every variant (crazyhouse always does) */
    FEN_NO_COUNTERS = 1 << 4 /* stop after the en passant field, as EPD does (three-check keeps its counts) */
};

/* Reads a FEN: the usual six fields, trailing ones optional; X-FEN and Shredder castling; pockets as [Qn] or a ninth
 * rank; '~' after promoted men; checks as "3+3" before the counters or "+0+0" after them. `chess960` decides how
 * castling rights are read; VARIANT_CHESS960 implies it. An impossible but well-formed position is accepted:
 * position_status() judges it. On error *position is unchanged. */
bool position_from_fen(Position *position, const char *fen, Variant variant, bool chess960, Error *error);
/* Writes the FEN and returns its length. */
size_t position_to_fen(const Position *position, unsigned fen_flags, char out[FEN_MAX]);

typedef enum MoveTextResult { MOVE_TEXT_OK, MOVE_TEXT_INVALID, MOVE_TEXT_ILLEGAL, MOVE_TEXT_AMBIGUOUS } MoveTextResult;

/* UCI notation. Reading wants a legal move ("0000" gives MOVE_NULL); castling may be written e1h1 (king takes rook)
 * or e1g1 from the standard king square. Writing uses e1h1 where the position is chess960 and e1g1 where it is not. */
MoveTextResult uci_parse_move(const Position *position, const char *text, Move *move, Error *error);
size_t uci_write_move(const Position *position, Move move, char out[UCI_MOVE_MAX]);

/* Standard algebraic notation. Writing is strict and adds + or #. Reading is lenient: zeros in castling, missing or
 * surplus disambiguation, x, =, + # ! ? marks, long algebraic and UCI, lower-case piece letters where unambiguous,
 * "--" for MOVE_NULL; it never guesses between two legal moves. */
MoveTextResult san_parse_move(const Position *position, const char *text, Move *move, Error *error);
size_t san_write_move(const Position *position, Move move, char out[SAN_MAX]);

/* "e4"; and back, NO_SQUARE if the text is not a square. */
void square_write(Square square, char out[3]);
Square square_parse(const char *text);
/* 'N' for a white knight, 'n' for a black one, '.' for none; and back, NO_PIECE for other letters. */
char piece_letter(Piece piece);
Piece piece_from_letter(char letter);

/* ---- Counting ----------------------------------------------------------------------------------------- */

/* Number of legal move sequences of the given length. Leaves are counted, not played. depth 0 gives 1. */
uint64_t position_perft(const Position *position, int depth);

#ifdef __cplusplus
}
#endif

#endif
