/* "position" and "go". */
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "engine/uci_internal.h"

/* ---- position ---------------------------------------------------------------------------------------------------- */

static bool start_game(Uci *uci, const Position *start) {
    Game game;
    if (!game_init(&game, start)) {
        uci_say("info string there is not enough memory for the game");
        return false;
    }
    game_free(&uci->game);
    uci->game = game;
    return true;
}

void uci_reset_position(Uci *uci) {
    Position start;
    position_start(&start, uci->variant);
    start.chess960 = uci->chess960 || uci->variant == VARIANT_CHESS960;
    start_game(uci, &start);
}

/* Positions in which the rules themselves make no sense; anything else is played, however odd. */
static bool is_playable(const Position *position) {
    uint32_t broken =
        STATUS_NO_WHITE_KING | STATUS_NO_BLACK_KING | STATUS_TOO_MANY_KINGS | STATUS_OPPOSITE_CHECK | STATUS_EMPTY;
    uint32_t status = position_status(position) & broken;
    for (int bit = 0; bit < STATUS_BITS; bit++)
        if (status >> bit & 1) {
            uci_say("info string this position cannot be played (%s); the last one stays", status_bit_name(bit));
            return false;
        }
    return true;
}

/* Joins the words up to "moves" into the FEN. */
static void read_fen_words(char **text, Text *fen) {
    for (char *word; (word = uci_word(text)) != NULL && strcmp(word, "moves") != 0;) {
        if (fen->length > 0)
            text_append_char(fen, ' ');
        text_append_string(fen, word);
    }
}

static bool read_start(Uci *uci, char **text, Position *start) {
    char *word = uci_word(text);
    if (word == NULL)
        return false;
    if (strcmp(word, "startpos") == 0) {
        position_start(start, uci->variant);
        start->chess960 = uci->chess960 || uci->variant == VARIANT_CHESS960;
        while ((word = uci_word(text)) != NULL && strcmp(word, "moves") != 0)
            continue;
        return true;
    }
    if (strcmp(word, "fen") != 0)
        return false;
    Text fen;
    Error error;
    text_init(&fen);
    read_fen_words(text, &fen);
    bool good = position_from_fen(start, fen.data, uci->variant, uci->chess960, &error);
    if (!good)
        uci_say("info string %s; the last position stays", error.message);
    text_free(&fen);
    return good && is_playable(start);
}

static void play_moves(Uci *uci, char *text) {
    for (char *word; (word = uci_word(&text)) != NULL;) {
        Move move;
        Error error;
        if (uci_parse_move(game_position(&uci->game), word, &move, &error) != MOVE_TEXT_OK || move == MOVE_NULL) {
            uci_say("info string the move \"%.16s\" is not legal; the position is the one before it", word);
            return;
        }
        if (!game_play(&uci->game, move)) {
            uci_say("info string there is not enough memory for the game");
            return;
        }
    }
}

void uci_set_position(Uci *uci, char *text) {
    Position start;
    if (!read_start(uci, &text, &start) || !start_game(uci, &start))
        return;
    play_moves(uci, text);
}

/* ---- go ---------------------------------------------------------------------------------------------------------- */

/* The number that follows; a huge one is clamped, nonsense gives `otherwise`. */
static int64_t read_number(char **text, int64_t otherwise) {
    char *word = uci_word(text), *end;
    if (word == NULL)
        return otherwise;
    int64_t number = strtoll(word, &end, 10);
    return end == word ? otherwise : number;
}

static int clamp(int64_t number, int low, int high) {
    return number < low ? low : number > high ? high : (int)number;
}

static int64_t clamp_ms(int64_t ms) {
    const int64_t most = INT64_C(1000) * 3600 * 24 * 365;
    return ms > most ? most : ms < -most ? -most : ms;
}

/* Legal moves after "searchmoves", up to the first word that is none; that word is given back. */
static void read_search_moves(Uci *uci, char **text) {
    uci->limits.moves = uci->search_moves;
    for (;;) {
        char *rest = *text, *word = uci_word(text);
        Move move;
        if (word == NULL)
            return;
        if (uci_parse_move(game_position(&uci->game), word, &move, NULL) != MOVE_TEXT_OK || move == MOVE_NULL) {
            /* A word that is neither a move nor a keyword is passed over. */
            if (square_parse((char[3]){word[0], word[1], '\0'}) != NO_SQUARE)
                continue;
            size_t length = strlen(word);
            if (*text != NULL)
                word[length] = ' ';
            *text = rest;
            return;
        }
        if (uci->limits.move_count < MOVES_MAX)
            uci->search_moves[uci->limits.move_count++] = move;
    }
}

static void read_clock(Uci *uci, Color color, char **text, bool increment) {
    int64_t ms = clamp_ms(read_number(text, 0));
    if (increment) {
        uci->limits.increment_ms[color] = ms < 0 ? 0 : ms;
        return;
    }
    uci->limits.has_clock[color] = true;
    uci->limits.time_ms[color] = ms;
}

static bool read_clock_word(Uci *uci, const char *word, char **text) {
    static const char *const words[] = {"wtime", "btime", "winc", "binc"};
    for (int i = 0; i < 4; i++)
        if (strcmp(word, words[i]) == 0) {
            read_clock(uci, i & 1, text, i >= 2);
            return true;
        }
    return false;
}

static void read_limit(Uci *uci, const char *word, char **text, int *perft) {
    EngineLimits *limits = &uci->limits;
    if (read_clock_word(uci, word, text))
        return;
    if (strcmp(word, "movestogo") == 0) {
        limits->moves_to_go = clamp(read_number(text, 0), 0, 1000);
    } else if (strcmp(word, "depth") == 0) {
        limits->depth = clamp(read_number(text, 0), 1, 1000);
    } else if (strcmp(word, "nodes") == 0) {
        int64_t nodes = read_number(text, 0);
        limits->nodes = nodes < 1 ? 1 : (uint64_t)nodes;
    } else if (strcmp(word, "movetime") == 0) {
        int64_t ms = clamp_ms(read_number(text, 0));
        limits->movetime_ms = ms < 0 ? 0 : ms;
    } else if (strcmp(word, "mate") == 0) {
        limits->mate = clamp(read_number(text, 0), 1, 100);
    } else if (strcmp(word, "infinite") == 0) {
        limits->infinite = true;
    } else if (strcmp(word, "ponder") == 0) {
        limits->ponder = true;
    } else if (strcmp(word, "searchmoves") == 0) {
        read_search_moves(uci, text);
    } else if (strcmp(word, "perft") == 0) {
        *perft = clamp(read_number(text, 1), 0, 30);
    }
}

/* A mate that is not there would be sought for ever. */
static void bound_mate_search(EngineLimits *limits) {
    if (limits->mate > 0 && limits->depth == 0)
        limits->depth = 2 * limits->mate + 20;
}

static bool has_end(const EngineLimits *limits) {
    return limits->depth > 0 || limits->nodes > 0 || limits->movetime_ms >= 0 || limits->has_clock[WHITE] ||
           limits->has_clock[BLACK] || limits->mate > 0;
}

static void divide(const Position *position, int depth) {
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(position, moves);
    uint64_t sum = depth == 0;
    int64_t start = monotonic_us();
    for (size_t i = 0; depth > 0 && i < count; i++) {
        char text[UCI_MOVE_MAX];
        Position after;
        position_play(position, moves[i], &after);
        uint64_t nodes = position_perft(&after, depth - 1);
        uci_write_move(position, moves[i], text);
        uci_say("%s: %llu", text, (unsigned long long)nodes);
        sum += nodes;
    }
    uci_say("\nNodes searched: %llu\ninfo string %lld ms", (unsigned long long)sum,
            (long long)((monotonic_us() - start) / 1000));
}

void uci_think(Uci *uci) {
    EngineResult result = engine_search(uci->engine, &uci->limits, uci_show_info, uci);
    uci_show_result(uci, &result);
    pthread_mutex_lock(&uci->lock);
    uci->searching = false;
    pthread_cond_broadcast(&uci->search_ended);
    pthread_mutex_unlock(&uci->lock);
}

void uci_await(Uci *uci) {
    pthread_mutex_lock(&uci->lock);
    while (uci->searching)
        pthread_cond_wait(&uci->search_ended, &uci->lock);
    pthread_mutex_unlock(&uci->lock);
}

bool uci_go(Uci *uci, char *text) {
    int perft = -1;
    uci->limits = engine_limits_none();
    for (char *word; (word = uci_word(&text)) != NULL;)
        read_limit(uci, word, &text, &perft);
    if (perft >= 0) {
        divide(game_position(&uci->game), perft);
        return false;
    }
    bound_mate_search(&uci->limits);
    if (!has_end(&uci->limits))
        uci->limits.infinite = true;
    if (uci_book_answer(uci))
        return false;
    engine_prepare(uci->engine, uci->limits.ponder);
    engine_set_game(uci->engine, &uci->game);
    uci->searching = true;
    return true;
}
