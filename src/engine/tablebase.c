#include "engine/tablebase.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

#ifndef ROOKERY_FATHOM

bool tablebase_open(const char *path, Error *error) {
    if (path == NULL || *path == '\0')
        return true;
    return error_set(error, "this build has no Syzygy tables: install libfathom-dev and build again");
}

int tablebase_men(void) {
    return 0;
}

bool tablebase_probe(const Position *position, int *result) {
    (void)position;
    (void)result;
    return false;
}

bool tablebase_rank_moves(const Position *position, bool repeated, const Move *moves, size_t count, int *ranks) {
    (void)position;
    (void)repeated;
    (void)moves;
    (void)count;
    (void)ranks;
    return false;
}

#else

#include <tbprobe.h>

#include "base/threads.h"
#include "chess/bitboard.h"

/* Fathom's own state is global, so is what guards it: readers probe, a writer opens or closes. Its root probe is not
 * meant for several threads, so it counts as a writer. */
static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static char *opened_path;
static _Atomic int opened_men;

/* Not by tb_free(): of the Fathom of 2019 that Debian has, that leaves pointers which the next tb_init() would use. */
static void close_tables(void) {
    if (opened_path != NULL)
        tb_init("");
    free(opened_path);
    opened_path = NULL;
    atomic_store(&opened_men, 0);
}

static bool open_tables(const char *path, Error *error) {
    close_tables();
    if (*path == '\0')
        return true;
    opened_path = strdup(path);
    if (opened_path == NULL || !tb_init(path)) {
        free(opened_path);
        opened_path = NULL;
        return error_set(error, "there is not enough memory for the tables in \"%.150s\"", path);
    }
    atomic_store(&opened_men, (int)TB_LARGEST);
    if (TB_LARGEST > 0)
        return true;
    close_tables();
    return error_set(error, "there are no Syzygy tables (*.rtbw) in \"%.150s\"", path);
}

bool tablebase_open(const char *path, Error *error) {
    path = path == NULL ? "" : path;
    pthread_rwlock_wrlock(&guard);
    bool same = opened_path != NULL && strcmp(opened_path, path) == 0;
    bool good = same || open_tables(path, error);
    pthread_rwlock_unlock(&guard);
    return good;
}

int tablebase_men(void) {
    return atomic_load_explicit(&opened_men, memory_order_relaxed);
}

static bool is_covered(const Position *p) {
    return (p->variant == VARIANT_STANDARD || p->variant == VARIANT_CHESS960) && p->castling == 0 &&
           popcount(position_occupied(p)) <= tablebase_men() && popcount(position_pieces(p, WHITE, KING)) == 1 &&
           popcount(position_pieces(p, BLACK, KING)) == 1;
}

static unsigned en_passant_square(const Position *p) {
    return p->ep_legal ? p->ep : 0;
}

bool tablebase_probe(const Position *position, int *result) {
    const Position *p = position;
    if (!is_covered(p))
        return false;
    pthread_rwlock_rdlock(&guard);
    unsigned found = TB_RESULT_FAILED;
    if (is_covered(p)) /* they may have been closed meanwhile */
        found = tb_probe_wdl(p->by_color[WHITE], p->by_color[BLACK], p->by_type[KING], p->by_type[QUEEN],
                             p->by_type[ROOK], p->by_type[BISHOP], p->by_type[KNIGHT], p->by_type[PAWN], 0, 0,
                             en_passant_square(p), p->side == WHITE);
    pthread_rwlock_unlock(&guard);
    if (found == TB_RESULT_FAILED)
        return false;
    *result = found == TB_WIN ? 1 : found == TB_LOSS ? -1 : 0;
    return true;
}

/* Fathom's move is the same as ours: promotions by piece, en passant by its squares. */
static bool is_same_move(TbMove theirs, Move ours) {
    static const PieceType promotions[8] = {NO_PIECE_TYPE, QUEEN, ROOK, BISHOP, KNIGHT};
    return (Square)TB_MOVE_FROM(theirs) == move_from(ours) && (Square)TB_MOVE_TO(theirs) == move_to(ours) &&
           promotions[TB_MOVE_PROMOTES(theirs)] == move_promotion(ours);
}

static const struct TbRootMove *find_move(const struct TbRootMoves *list, Move move) {
    for (unsigned i = 0; i < list->size; i++)
        if (is_same_move(list->moves[i].move, move))
            return &list->moves[i];
    return NULL;
}

static bool take_ranks(const struct TbRootMoves *list, const Move *moves, size_t count, int *ranks) {
    for (size_t i = 0; i < count; i++)
        if (find_move(list, moves[i]) == NULL)
            return false;
    for (size_t i = 0; i < count; i++)
        ranks[i] = find_move(list, moves[i])->tbRank;
    return true;
}

/* By distance to the next capture or pawn move; where such tables are missing, by the result alone. */
static bool probe_root(const Position *p, bool repeated, struct TbRootMoves *list) {
    Bitboard white = p->by_color[WHITE], black = p->by_color[BLACK], kings = p->by_type[KING];
    Bitboard queens = p->by_type[QUEEN], rooks = p->by_type[ROOK], bishops = p->by_type[BISHOP];
    Bitboard knights = p->by_type[KNIGHT], pawns = p->by_type[PAWN];
    unsigned clock = p->halfmove_clock > 100 ? 100 : p->halfmove_clock, ep = en_passant_square(p);
    bool turn = p->side == WHITE;
    return tb_probe_root_dtz(white, black, kings, queens, rooks, bishops, knights, pawns, clock, 0, ep, turn, repeated,
                             true, list) != 0 ||
           tb_probe_root_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, clock, 0, ep, turn, true,
                             list) != 0;
}

bool tablebase_rank_moves(const Position *position, bool repeated, const Move *moves, size_t count, int *ranks) {
    if (!is_covered(position))
        return false;
    struct TbRootMoves *list = calloc(1, sizeof *list);
    if (list == NULL)
        return false;
    pthread_rwlock_wrlock(&guard);
    bool known = is_covered(position) && probe_root(position, repeated, list);
    pthread_rwlock_unlock(&guard);
    known = known && take_ranks(list, moves, count, ranks);
    free(list);
    return known;
}

#endif
