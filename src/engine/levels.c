#include "engine/levels.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "chess/attack.h"
#include "chess/bitboard.h"
#include "engine/score.h"

/* Fitted by train/levels.py with 20 to 64 games a pair (standard errors 30 to 60): rating, depth, nodes, noise,
 * blindness. Above 2780 nothing but the number of positions limits; there, 75 a doubling is taken from experience. */
static const LevelRow rows[] = {
    {200, 100, 300, 450, 5000},  {310, 100, 300, 450, 2800},  {500, 100, 300, 420, 1600},  {700, 100, 300, 320, 950},
    {925, 100, 300, 250, 500},   {1020, 200, 600, 210, 360},  {1090, 250, 1000, 170, 250}, {1240, 300, 1500, 140, 180},
    {1500, 400, 2500, 110, 125}, {1660, 500, 4000, 85, 85},   {1820, 650, 7000, 60, 55},   {2100, 800, 12000, 40, 32},
    {2240, 900, 14000, 32, 22},  {2430, 1000, 16000, 25, 15}, {2590, 0, 18000, 18, 9},     {2780, 0, 20000, 0, 0},
    {2930, 0, 80000, 0, 0},      {3080, 0, 320000, 0, 0},     {3200, 0, 1000000, 0, 0},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* ---- The table --------------------------------------------------------------------------------------------------- */

static int between(int low, int high, double share) {
    return (int)lround(low + (high - low) * share);
}

/* Limits grow by factors; 0 stands for none, which begins with the row that says so. */
static int limit_between(int low, int high, double share) {
    if (low == 0 || high == 0)
        return share < 1 ? low : high;
    return (int)lround(low * pow((double)high / low, share));
}

LevelRow level_row(int rating) {
    rating = score_clamp(rating, rows[0].rating, rows[ROWS - 1].rating);
    int i = 0;
    while (i + 2 < ROWS && rows[i + 1].rating <= rating)
        i++;
    const LevelRow *low = &rows[i], *high = &rows[i + 1];
    double share = (double)(rating - low->rating) / (high->rating - low->rating);
    return (LevelRow){.rating = rating,
                      .depth = limit_between(low->depth, high->depth, share),
                      .nodes = limit_between(low->nodes, high->nodes, share),
                      .noise = between(low->noise, high->noise, share),
                      .blindness = between(low->blindness, high->blindness, share)};
}

/* ---- Chance ------------------------------------------------------------------------------------------------------ */

static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t state = a ^ b * UINT64_C(0x9e3779b97f4a7c15);
    return random_next(&state);
}

/* About normal, in thousandths of its spread: the sum of eight bytes. */
static int bell(uint64_t bits) {
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += (int)(bits >> 8 * i & 255);
    return (sum - 1020) * 1000 / 209;
}

/* ---- A game and a search of it ----------------------------------------------------------------------------------- */

/* Somebody likes his bishops, another fears knights near his king: small errors that stay the same for a game. Black's
 * are the same as White's with the board turned. */
static void choose_taste(Level *level) {
    uint64_t state = mix(level->seed, 1);
    for (PieceType type = PAWN; type <= KING; type++) {
        int liking = type == KING ? 0 : bell(random_next(&state)) * 10 / 1000;
        for (Square square = 0; square < 64; square++) {
            int here = score_clamp(liking + bell(random_next(&state)) * 14 / 1000, -100, 100);
            level->taste[piece_make(WHITE, type)][square] = here;
            level->taste[piece_make(BLACK, type)][square ^ 56] = here;
        }
    }
}

void level_start(Level *level, int rating, uint64_t seed) {
    memset(level, 0, sizeof *level);
    if (rating <= 0 || rating >= ENGINE_LEVEL_MAX)
        return;
    level->active = true;
    level->row = level_row(rating);
    level->seed = mix(seed, 0);
    choose_taste(level);
}

/* Against a bare king even a beginner sees the few moves that matter. */
static bool is_simple(const Position *position) {
    return popcount(position_occupied(position)) <= 4 &&
           (position->by_color[WHITE] == position_pieces(position, WHITE, KING) ||
            position->by_color[BLACK] == position_pieces(position, BLACK, KING));
}

void level_limit(Level *level, const Position *root, EngineLimits *limits) {
    if (!level->active)
        return;
    level->moment = mix(level->seed, root->key);
    level->simple = is_simple(root);
    int chance = (int)(mix(level->moment, 2) % 100), depth = level->row.depth;
    uint64_t nodes = (uint64_t)level->row.nodes;
    depth = depth / 100 + (chance < depth % 100);
    if (level->simple) {
        depth += depth > 0 ? 4 : 0;
        nodes += nodes > 0 ? 3000 : 0;
    }
    if (depth > 0 && (limits->depth == 0 || limits->depth > depth))
        limits->depth = depth;
    if (nodes > 0 && (limits->nodes == 0 || limits->nodes > nodes))
        limits->nodes = nodes;
}

/* ---- Judging ----------------------------------------------------------------------------------------------------- */

static Bitboard attacks_of(const Position *p, Color color) {
    Bitboard occupied = position_occupied(p), sum = 0;
    for (Bitboard men = p->by_color[color]; men != 0;) {
        Square square = pop_lsb(&men);
        sum |= piece_attacks(piece_type(p->board[square]), color, square, occupied);
    }
    return sum;
}

/* How easily one errs, in percent of the usual: few men that do not touch each other are easy. */
static int complexity(const Position *p) {
    int men = popcount(position_occupied(p));
    int contacts =
        popcount(attacks_of(p, WHITE) & p->by_color[BLACK]) + popcount(attacks_of(p, BLACK) & p->by_color[WHITE]);
    int result = 15 + 2 * men + 8 * contacts;
    return result > 160 ? 160 : result;
}

/* Nobody is so wrong that a queen more and a queen less look alike. */
enum { ERROR_MAX = 400 };

int level_misjudge(const Level *level, const Position *position, int score) {
    int noise = level->simple ? 0 : level->row.noise;
    if (noise == 0)
        return score;
    int taste = 0;
    for (Bitboard men = position_occupied(position); men != 0;) {
        Square square = pop_lsb(&men);
        Piece piece = position->board[square];
        int value = level->taste[piece][square];
        taste += piece_color(piece) == position->side ? value : -value;
    }
    int error = bell(mix(level->seed, position->key)) * noise / 1000 + taste * noise / 64;
    error = score_clamp(error * complexity(position) / 100, -ERROR_MAX, ERROR_MAX);
    return score_clamp(score + error, -SCORE_EVAL_MAX, SCORE_EVAL_MAX);
}

/* ---- Overlooking ------------------------------------------------------------------------------------------------- */

static int distance_of(Square from, Square to) {
    int files = square_file(from) - square_file(to), ranks = square_rank(from) - square_rank(to);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

/* How easily the move is overlooked, in percent of the usual. One sees the recapture and the pawn that takes a queen;
 * one misses what comes from afar, goes back, or is a rare kind of move. */
static int obscurity(const Position *p, Move move, Move last, bool checks) {
    int result = position_is_capture(p, move) ? 60 : 110;
    if (last != MOVE_NONE && last != MOVE_NULL && move_to(move) == move_to(last))
        result /= 5;
    if (checks)
        result = result * 3 / 4;
    if (move_is_drop(move))
        return result * 5 / 4;
    Square from = move_from(move), to = move_to(move);
    PieceType type = piece_type(p->board[from]);
    int forward = p->side == WHITE ? square_rank(to) - square_rank(from) : square_rank(from) - square_rank(to);
    if (type == KNIGHT)
        result = result * 5 / 4;
    else if (distance_of(from, to) >= 4)
        result = result * 3 / 2;
    if (forward < 0 && type != KING)
        result = result * 3 / 2;
    if (move_kind(move) == MOVE_EN_PASSANT)
        result *= 2;
    return result;
}

static bool wins_material(const Position *p, Move move) {
    return position_is_capture(p, move) && move_kind(move) != MOVE_EN_PASSANT && !move_is_drop(move) &&
           piece_type(p->board[move_to(move)]) > piece_type(p->board[move_from(move)]);
}

/* Who is less blind than this sees everything that can be played at once. */
enum { OWN_MOVES_SEEN_FROM = 500 };

bool level_overlooks(const Level *level, const Position *position, Move move, Move last, bool checks, int ply) {
    if (level->row.blindness == 0 || level->simple || position->checkers != 0 || (ply == 0 && checks))
        return false;
    int blindness = level->row.blindness, further = 80 + 20 * (ply < 7 ? ply : 7), most = 970;
    if (ply == 0) {
        blindness = (blindness - OWN_MOVES_SEEN_FROM) / (wins_material(position, move) ? 12 : 3);
        most = 800;
    }
    int64_t chance = (int64_t)blindness * obscurity(position, move, last, checks) / 100 * further / 100;
    if (chance > most)
        chance = most;
    /* The same move is overlooked wherever it comes up in one search: else the line would be chosen in which it is. */
    Piece piece = move_is_drop(move) ? NO_PIECE : position->board[move_from(move)];
    uint64_t what = (uint64_t)piece << 16 | move;
    return (int64_t)(mix(level->moment, what) % 1000) < chance;
}
