#include "training/games_binary.h"

#include <string.h>

#include "base/error.h"

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

enum { NUMBER_BITS = 7, NUMBER_MORE = 0x80, NUMBER_MAX = (1 << GAMES_BINARY_LENGTH_MAX * NUMBER_BITS) - 1 };

/* Seven bits a byte, the low ones first; the eighth says that more follow. */
static void put_number(Text *out, uint32_t number) {
    for (; number >= NUMBER_MORE; number >>= NUMBER_BITS)
        text_append_char(out, (char)(number | NUMBER_MORE));
    text_append_char(out, (char)number);
}

typedef struct Source {
    const uint8_t *at, *end;
    bool failed;
} Source;

static unsigned take_byte(Source *source) {
    if (source->at == source->end) {
        source->failed = true;
        return 0;
    }
    return *source->at++;
}

static uint32_t take_number(Source *source) {
    uint32_t number = 0;
    for (int i = 0; i < GAMES_BINARY_LENGTH_MAX; i++) {
        unsigned byte = take_byte(source);
        number |= (byte & (NUMBER_MORE - 1)) << i * NUMBER_BITS;
        if (byte < NUMBER_MORE)
            return number;
    }
    source->failed = true;
    return 0;
}

/* Small numbers of either sign become small ones without: 0, -1, 1, -2, 2, ... */
static uint32_t fold_sign(int number) {
    return number < 0 ? (uint32_t)-number * 2 - 1 : (uint32_t)number * 2;
}

static int unfold_sign(uint32_t number) {
    return number % 2 != 0 ? -(int)(number / 2) - 1 : (int)(number / 2);
}

/* FNV-1a (Fowler, Noll, Vo). */
static uint32_t checksum(const uint8_t *bytes, size_t length) {
    uint32_t sum = UINT32_C(2166136261);
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ bytes[i]) * UINT32_C(16777619);
    return sum;
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

/* A move is its place among the legal ones in an order that does not depend on how they are found. */
enum { PLACE_LONG = 255 };

static unsigned move_order(Move move) {
    unsigned from = move_is_drop(move) ? 64U + (unsigned)move_drop(move) : (unsigned)move_from(move);
    unsigned promotion = move_is_promotion(move) ? (unsigned)move_promotion(move) : 0;
    return from << 9 | (unsigned)move_to(move) << 3 | promotion;
}

static bool put_move(Text *out, const Position *position, Move move) {
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(position, moves), place = 0;
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        place += move_order(moves[i]) < move_order(move);
        found |= moves[i] == move;
    }
    if (place >= PLACE_LONG) {
        text_append_char(out, (char)PLACE_LONG);
        text_append_char(out, (char)(place >> 8));
    }
    text_append_char(out, (char)place);
    return found;
}

static Move take_move(Source *source, const Position *position) {
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(position, moves), place = take_byte(source);
    if (place == PLACE_LONG) {
        place = take_byte(source) << 8;
        place |= take_byte(source);
    }
    /* The place-th in order: most lists are short. */
    for (size_t i = 0; i < count; i++) {
        size_t before = 0;
        for (size_t k = 0; k < count; k++)
            before += move_order(moves[k]) < move_order(moves[i]);
        if (before == place)
            return moves[i];
    }
    return MOVE_NONE;
}

/* ---- Starts ------------------------------------------------------------------------------------------------------ */

/* The number of a variant in the file is its place here: new ones go to the end. */
static const Variant variants[] = {VARIANT_STANDARD,         VARIANT_CHESS960,    VARIANT_CRAZYHOUSE, VARIANT_ATOMIC,
                                   VARIANT_KING_OF_THE_HILL, VARIANT_THREE_CHECK, VARIANT_ANTICHESS,  VARIANT_HORDE,
                                   VARIANT_RACING_KINGS};
enum { VARIANT_NUMBERS = sizeof variants / sizeof *variants };

/* The last is a FEN too, with castling as in chess960. */
typedef enum StartKind { START_USUAL, START_CHESS960, START_FEN, START_FEN_CHESS960 } StartKind;

static bool same_start(const Position *a, const Position *b) {
    char first[FEN_MAX], second[FEN_MAX];
    position_to_fen(a, FEN_SHREDDER, first);
    position_to_fen(b, FEN_SHREDDER, second);
    return strcmp(first, second) == 0;
}

static StartKind start_kind(const Position *start, int *number) {
    Position usual;
    position_start(&usual, start->variant);
    if (start->variant != VARIANT_CHESS960) {
        bool is_usual = same_start(start, &usual) && !start->chess960;
        return is_usual ? START_USUAL : start->chess960 ? START_FEN_CHESS960 : START_FEN;
    }
    for (*number = 0; *number < 960; ++*number) {
        position_start_chess960(&usual, *number);
        if (memcmp(usual.board, start->board, sizeof usual.board) == 0)
            return same_start(start, &usual) ? START_CHESS960 : START_FEN_CHESS960;
    }
    return START_FEN_CHESS960;
}

static bool put_start(Text *out, const ScoredGame *game) {
    int chess960 = 0;
    unsigned number = 0;
    while (number < VARIANT_NUMBERS && variants[number] != game->start.variant)
        number++;
    StartKind kind = start_kind(&game->start, &chess960);
    text_append_char(out, (char)number);
    text_append_char(out, (char)(game->result | (int)kind << 2));
    if (kind == START_CHESS960)
        put_number(out, (uint32_t)chess960);
    if (kind >= START_FEN) {
        char fen[FEN_MAX];
        size_t length = position_to_fen(&game->start, FEN_SHREDDER, fen);
        put_number(out, (uint32_t)length);
        text_append(out, fen, length);
    }
    return number < VARIANT_NUMBERS;
}

static bool take_fen(Source *source, Position *start, Variant variant, bool chess960) {
    char fen[FEN_MAX];
    size_t length = take_number(source);
    if (source->failed || length >= sizeof fen || length > (size_t)(source->end - source->at))
        return false;
    memcpy(fen, source->at, length);
    fen[length] = '\0';
    source->at += length;
    return position_from_fen(start, fen, variant, chess960, NULL);
}

static bool take_start(Source *source, ScoredGame *game) {
    unsigned number = take_byte(source), flags = take_byte(source);
    Position start;
    if (number >= VARIANT_NUMBERS || (flags & 3) > 2)
        return false;
    switch (flags >> 2) {
    case START_USUAL:
        position_start(&start, variants[number]);
        break;
    case START_CHESS960:
        number = take_number(source);
        if (number >= 960)
            return false;
        position_start_chess960(&start, (int)number);
        break;
    case START_FEN:
    case START_FEN_CHESS960:
        if (!take_fen(source, &start, variants[number], flags >> 2 == START_FEN_CHESS960))
            return false;
        break;
    default:
        return false;
    }
    scored_game_start(game, &start);
    game->result = (int)(flags & 3);
    return !source->failed;
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

static bool put_moves(Text *out, const ScoredGame *game) {
    Position position = game->start;
    int expected = 0; /* what the other side thought, seen from this one */
    put_number(out, (uint32_t)game->opening);
    put_number(out, (uint32_t)(game->count - game->opening));
    for (size_t i = 0; i < game->count; i++) {
        const ScoredMove *move = &game->moves[i];
        if (!put_move(out, &position, move->move))
            return false;
        if (i >= game->opening) {
            put_number(out, fold_sign(move->score - expected));
            expected = -move->score;
        }
        position_play(&position, move->move, &position);
    }
    return true;
}

bool games_binary_write(const ScoredGame *game, Text *out) {
    Text body;
    text_init(&body);
    bool good =
        game->count <= NUMBER_MAX && put_start(&body, game) && put_moves(&body, game) && body.length <= NUMBER_MAX;
    if (good) {
        uint32_t sum = checksum((const uint8_t *)body.data, body.length);
        put_number(out, (uint32_t)body.length);
        text_append(out, body.data, body.length);
        for (int i = 0; i < GAMES_BINARY_CHECKSUM; i++)
            text_append_char(out, (char)(sum >> 8 * i));
        out->failed |= body.failed;
    }
    text_free(&body);
    return good;
}

size_t games_binary_length(const uint8_t *bytes, size_t available, size_t *length) {
    Source source = {bytes, bytes + available, false};
    *length = take_number(&source);
    return source.failed ? 0 : (size_t)(source.at - bytes);
}

static bool take_moves(Source *source, ScoredGame *game) {
    size_t opening = take_number(source), scored = take_number(source);
    Position position = game->start;
    int expected = 0;
    for (size_t i = 0; i < opening + scored && !source->failed; i++) {
        Move move = take_move(source, &position);
        if (source->failed || move == MOVE_NONE)
            return false;
        if (i < opening) {
            if (!scored_game_add_opening(game, move))
                return false;
        } else {
            int score = expected + unfold_sign(take_number(source));
            if (score > SCORED_MATE || score < -SCORED_MATE || !scored_game_add(game, move, score))
                return false;
            expected = -score;
        }
        position_play(&position, move, &position);
    }
    return !source->failed && source->at == source->end;
}

bool games_binary_read(const uint8_t *bytes, size_t length, ScoredGame *game, Error *error) {
    uint32_t sum = 0;
    for (int i = 0; i < GAMES_BINARY_CHECKSUM; i++)
        sum |= (uint32_t)bytes[length + (size_t)i] << 8 * i;
    if (sum != checksum(bytes, length))
        return error_set(error, "the game's checksum is wrong: the file is damaged here");
    Source source = {bytes, bytes + length, false};
    if (!take_start(&source, game))
        return error_set(error, "a game begins in a way that this version does not know");
    return take_moves(&source, game) || error_set(error, "a game holds a move that is not legal, or ends too early");
}
