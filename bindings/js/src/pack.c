#include "pack.h"

#include "chess/attack.h"

/* ---- Check and mate ----
 *
 * For a plain move of a plain position whether it checks is a look at a table made once a list. Everything else is
 * played and looked at. */

typedef struct CheckTable {
    bool usable;
    Bitboard from[7];     /* by type: squares from which it would check */
    Bitboard discoverers; /* men that alone hide the king from a slider behind them */
    Square king;          /* the enemy's */
} CheckTable;

static Bitboard find_discoverers(const Position *p, Square king) {
    Bitboard found = 0, occupied = position_occupied(p);
    Bitboard snipers =
        (rook_ray_table[king] & straight_sliders(p, p->side)) | (bishop_ray_table[king] & diagonal_sliders(p, p->side));
    while (snipers != 0) {
        Bitboard between = between_table[king][pop_lsb(&snipers)] & occupied;
        if (between != 0 && !more_than_one(between))
            found |= between;
    }
    return found & p->by_color[p->side];
}

static void fill_check_table(const Position *p, CheckTable *table) {
    Bitboard kings = position_pieces(p, !p->side, KING), occupied = position_occupied(p);
    table->usable = !position_rules(p)->own_end && kings != 0 && !more_than_one(kings) && !position_was_into_check(p);
    if (!table->usable)
        return;
    Square king = lsb(kings);
    table->king = king;
    table->from[PAWN] = pawn_attack_table[!p->side][king];
    table->from[KNIGHT] = knight_attack_table[king];
    table->from[BISHOP] = bishop_attacks(king, occupied);
    table->from[ROOK] = rook_attacks(king, occupied);
    table->from[QUEEN] = table->from[BISHOP] | table->from[ROOK];
    table->from[KING] = 0;
    table->discoverers = find_discoverers(p, king);
}

/* Of a normal move, double push or drop that does not capture the king. */
static bool table_says_check(const CheckTable *table, const Position *p, Move move) {
    Bitboard to = square_bit(move_to(move));
    if (move_is_drop(move))
        return (table->from[move_drop(move)] & to) != 0;
    Square from = move_from(move);
    if (table->from[piece_type(p->board[from])] & to)
        return true;
    return (table->discoverers & square_bit(from)) != 0 && (line_table[table->king][from] & to) == 0;
}

static bool wins_at_once(const Position *after) {
    Termination termination = position_variant_outcome(after).termination;
    if (termination == TERMINATION_VARIANT_WIN || termination == TERMINATION_VARIANT_LOSS)
        return true;
    return position_is_check(after) && !position_has_legal_move(after);
}

enum { MARK_CHECK = 1 << 10, MARK_MATE = 1 << 11 };

static uint32_t check_mark(const CheckTable *table, const Position *p, Move move) {
    MoveKind kind = move_kind(move);
    bool plain = kind == MOVE_NORMAL || kind == MOVE_DOUBLE_PUSH || move_is_drop(move);
    if (table->usable && plain && move_to(move) != table->king && !table_says_check(table, p, move))
        return 0;
    Position after;
    position_play(p, move, &after);
    if (wins_at_once(&after))
        return MARK_MATE;
    return position_is_check(&after) ? MARK_CHECK : 0;
}

/* ---- What tells a man from others of its kind ---- */

/* Targets that several men of one type reach. */
typedef struct Shared {
    Bitboard targets[7];
} Shared;

static bool may_need_origin(const Position *p, Move move) {
    return move_kind(move) == MOVE_NORMAL && piece_type(p->board[move_from(move)]) != PAWN;
}

static void find_shared(const Position *p, const Move *moves, size_t count, Shared *shared) {
    Bitboard once[7] = {0};
    *shared = (Shared){{0}};
    for (size_t i = 0; i < count; i++) {
        if (!may_need_origin(p, moves[i]))
            continue;
        PieceType type = piece_type(p->board[move_from(moves[i])]);
        Bitboard bit = square_bit(move_to(moves[i]));
        shared->targets[type] |= once[type] & bit;
        once[type] |= bit;
    }
}

/* File, rank or both, as few as tell the man from those of the list that make the same move. */
static uint32_t origin_code(const Position *p, const Move *moves, size_t count, Move move) {
    Square from = move_from(move);
    Bitboard others = 0;
    for (size_t i = 0; i < count; i++)
        if (move_to(moves[i]) == move_to(move) && moves[i] != move && may_need_origin(p, moves[i]) &&
            p->board[move_from(moves[i])] == p->board[from])
            others |= square_bit(move_from(moves[i]));
    if (others == 0)
        return 0;
    bool same_rank = (others & BB_RANK_1 << 8 * square_rank(from)) != 0;
    bool same_file = (others & BB_FILE_A << square_file(from)) != 0;
    uint32_t file = same_rank || !same_file ? (uint32_t)square_file(from) + 1 : 0;
    uint32_t rank = same_file ? (uint32_t)square_rank(from) + 1 : 0;
    return file << 12 | rank << 16;
}

/* ---- Packing ---- */

static PackedMove put_together(Move move, PieceType type, PieceType captured, MoveFlags flags, uint32_t san,
                               Square shown_to) {
    uint32_t what = move | (uint32_t)type << 16 | (uint32_t)captured << 19 | (uint32_t)flags << 22;
    return (PackedMove){what, san | (uint32_t)shown_to << 20};
}

static PackedMove pack_castling(const Position *p, Move move, uint32_t mark) {
    Square king = move_from(move), rook = move_to(move);
    bool queen_side = rook < king;
    Square shown = p->chess960 ? rook : (king & 56) + (queen_side ? C1 : G1);
    uint32_t san = mark | (queen_side ? SAN_QUEENSIDE : SAN_KINGSIDE);
    return put_together(move, KING, NO_PIECE_TYPE, queen_side ? FLAGS_QUEENSIDE : FLAGS_KINGSIDE, san, shown);
}

static PackedMove pack_drop(Move move, uint32_t mark) {
    uint32_t san = mark | (uint32_t)move_to(move) | SAN_TYPE_DROP << 6 | (uint32_t)move_drop(move) << 12;
    return put_together(move, move_drop(move), NO_PIECE_TYPE, FLAGS_DROP, san, move_to(move));
}

static PackedMove pack_pawn_move(const Position *p, Move move, uint32_t mark) {
    Square from = move_from(move), to = move_to(move);
    MoveKind kind = move_kind(move);
    PieceType captured = kind == MOVE_EN_PASSANT ? PAWN : piece_type(p->board[to]);
    uint32_t san = mark | (uint32_t)to | PAWN << 6 | (uint32_t)move_promotion(move) << 16;
    if (captured != NO_PIECE_TYPE)
        san |= 1 << 9 | (uint32_t)(square_file(from) + 1) << 12;
    MoveFlags flags = captured != NO_PIECE_TYPE ? FLAGS_CAPTURE : FLAGS_NORMAL;
    if (move_is_promotion(move))
        flags = captured != NO_PIECE_TYPE ? FLAGS_CAPTURE_PROMOTION : FLAGS_PROMOTION;
    else if (kind == MOVE_EN_PASSANT)
        flags = FLAGS_EN_PASSANT;
    else if (kind == MOVE_DOUBLE_PUSH)
        flags = FLAGS_BIG_PAWN;
    return put_together(move, PAWN, captured, flags, san, to);
}

static PackedMove pack_man_move(const Position *p, Move move, uint32_t mark, uint32_t origin) {
    Square to = move_to(move);
    PieceType type = piece_type(p->board[move_from(move)]), captured = piece_type(p->board[to]);
    uint32_t san = mark | origin | (uint32_t)to | (uint32_t)type << 6 | (captured != NO_PIECE_TYPE ? 1 << 9 : 0);
    return put_together(move, type, captured, captured != NO_PIECE_TYPE ? FLAGS_CAPTURE : FLAGS_NORMAL, san, to);
}

/* `moves` are all legal ones, `shared` their shared targets. */
static __attribute__((noinline)) PackedMove pack_one(const Position *p, const CheckTable *table, const Shared *shared,
                                                     const Move *moves, size_t count, Move move) {
    uint32_t mark = check_mark(table, p, move);
    if (move_is_drop(move))
        return pack_drop(move, mark);
    if (move_kind(move) == MOVE_CASTLE)
        return pack_castling(p, move, mark);
    PieceType type = piece_type(p->board[move_from(move)]);
    if (type == PAWN)
        return pack_pawn_move(p, move, mark);
    bool is_shared = (shared->targets[type] & square_bit(move_to(move))) != 0;
    return pack_man_move(p, move, mark, is_shared ? origin_code(p, moves, count, move) : 0);
}

/* Nine moves in ten are plain: a man goes where it gives no check and none of its kind could go. `table` is usable. */
static inline bool pack_plain(const Position *p, const CheckTable *table, const Shared *shared, Move move,
                              PackedMove *out) {
    Square from = move_from(move), to = move_to(move);
    Bitboard from_bit = square_bit(from), to_bit = square_bit(to);
    PieceType type = piece_type(p->board[from]), captured = piece_type(p->board[to]);
    if (move_kind(move) > MOVE_DOUBLE_PUSH || to == table->king ||
        ((table->from[type] | shared->targets[type]) & to_bit) != 0 || (table->discoverers & from_bit) != 0)
        return false;
    uint32_t san = (uint32_t)to | (uint32_t)type << 6, flags = FLAGS_NORMAL;
    if (captured != NO_PIECE_TYPE) {
        flags = FLAGS_CAPTURE;
        san |= 1 << 9 | (type == PAWN ? (uint32_t)(square_file(from) + 1) << 12 : 0);
    }
    if (move_kind(move) == MOVE_DOUBLE_PUSH)
        flags = FLAGS_BIG_PAWN;
    out->what = move | (uint32_t)type << 16 | (uint32_t)captured << 19 | flags << 22;
    out->text = san | (uint32_t)to << 20;
    return true;
}

size_t pack_legal_moves(const Position *position, PackedMove out[MOVES_MAX]) {
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(position, moves);
    CheckTable table;
    Shared shared;
    fill_check_table(position, &table);
    find_shared(position, moves, count, &shared);
    for (size_t i = 0; i < count; i++)
        if (!table.usable || !pack_plain(position, &table, &shared, moves[i], &out[i]))
            out[i] = pack_one(position, &table, &shared, moves, count, moves[i]);
    return count;
}

PackedMove pack_move(const Position *position, Move move) {
    if (move == MOVE_NULL)
        return put_together(move, KING, NO_PIECE_TYPE, FLAGS_NULL, SAN_NULL, 0);
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(position, moves);
    CheckTable table = {.usable = false};
    Shared shared;
    find_shared(position, moves, count, &shared);
    return pack_one(position, &table, &shared, moves, count, move);
}
