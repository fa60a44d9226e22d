#include "cli/xboard.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "arena/launch.h"
#include "arena/uci_info.h"
#include "base/lines.h"
#include "base/monotonic.h"
#include "base/text.h"
#include "cli/options.h"
#include "rookery/chess.h"

enum {
    FEATURE_PATIENCE = 2 * 1000 * 1000, /* for "feature done=1"; older engines send no features at all */
    QUIT_PATIENCE = 500 * 1000,
    NAME_MAX_BYTES = 64,
    MATE_SCORE = 100000, /* how xboard engines write mate in n: 100000 + n */
};

typedef struct Adapter {
    Process *process;
    LineReader from_gui, from_engine;
    char name[NAME_MAX_BYTES];
    bool ping, setboard, usermove; /* features */
    bool identified;               /* uciok has been sent */
    bool asked_ready;              /* readyok is owed once pong comes */
    bool thinking, over;
    int64_t features_until; /* monotonic; 0: not waiting for features */
    Game game;              /* as the program wants it */
    Game board;             /* as the engine has it */
    bool board_known;
} Adapter;

/* ---- Talking -------------------------------------------------------------------------------------------- */

static void say(const char *text) {
    fputs(text, stdout);
    fputc('\n', stdout);
    fflush(stdout);
}

/* The engine's input is a pipe that does not block; what it has not read yet is waited for. */
static void tell(Adapter *adapter, const char *text) {
    struct pollfd room = {.fd = process_in_fd(adapter->process), .events = POLLOUT};
    Text line;
    text_init(&line);
    text_append_format(&line, "%s\n", text);
    size_t sent = 0;
    while (sent < line.length && poll(&room, 1, 1000) == 1) {
        ssize_t count = write(room.fd, line.data + sent, line.length - sent);
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            break;
        sent += count > 0 ? (size_t)count : 0;
    }
    text_free(&line);
}

static void tell_format(Adapter *adapter, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void tell_format(Adapter *adapter, const char *format, ...) {
    char line[FEN_MAX + 64];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    tell(adapter, line);
}

/* ---- The board ------------------------------------------------------------------------------------------ */

/* "position startpos|fen ... [moves ...]" into adapter->game, as far as it is legal. */
static void read_position(Adapter *adapter, const char *rest) {
    char fen[FEN_MAX];
    Position start;
    const char *moves = strstr(rest, "moves ");
    const char *given;
    position_start(&start, VARIANT_STANDARD);
    if (uci_line_is(rest, "fen", &given)) {
        size_t length = moves != NULL && moves > given ? (size_t)(moves - given) : strlen(given);
        snprintf(fen, sizeof fen, "%.*s", (int)length, given);
        if (!position_from_fen(&start, fen, VARIANT_STANDARD, false, NULL))
            return;
    }
    game_free(&adapter->game);
    if (!game_init(&adapter->game, &start) || moves == NULL)
        return;
    char word[MOVE_WORD_MAX];
    for (const char *at = moves + strlen("moves "); *(at += strspn(at, " ")) != '\0'; at += strcspn(at, " ")) {
        Move move;
        uci_read_move_word(at, word);
        if (uci_parse_move(game_position(&adapter->game), word, &move, NULL) != MOVE_TEXT_OK ||
            !game_play(&adapter->game, move))
            return;
    }
}

/* Whether the engine's board is an earlier moment of the wanted game. */
static bool board_continues(const Adapter *adapter) {
    const Game *game = &adapter->game, *board = &adapter->board;
    return adapter->board_known && board->ply <= game->ply && board->positions[0].key == game->positions[0].key &&
           board->positions[0].halfmove_clock == game->positions[0].halfmove_clock &&
           memcmp(board->moves, game->moves, board->ply * sizeof *game->moves) == 0;
}

static void set_up_board(Adapter *adapter) {
    char fen[FEN_MAX];
    tell(adapter, "new");
    tell(adapter, "force");
    tell(adapter, "easy");
    tell(adapter, "post");
    position_to_fen(&adapter->game.positions[0], FEN_EP_ALWAYS, fen);
    if (strcmp(fen, variant_start_fen(VARIANT_STANDARD)) != 0)
        tell_format(adapter, "setboard %s", fen);
    game_free(&adapter->board);
    adapter->board_known = game_init(&adapter->board, &adapter->game.positions[0]);
}

/* Brings the engine's board to the wanted position. True when that took a new game. */
static bool bring_board(Adapter *adapter) {
    bool renewed = !board_continues(adapter);
    if (renewed)
        set_up_board(adapter);
    else
        tell(adapter, "force");
    while (adapter->board_known && adapter->board.ply < adapter->game.ply) {
        char word[UCI_MOVE_MAX];
        Move move = adapter->game.moves[adapter->board.ply];
        uci_write_move(game_position(&adapter->board), move, word);
        tell_format(adapter, adapter->usermove ? "usermove %s" : "%s", word);
        adapter->board_known = game_play(&adapter->board, move);
    }
    return renewed;
}

/* ---- Searching ------------------------------------------------------------------------------------------ */

static long number_after(const char *line, const char *name) {
    const char *at = strstr(line, name);
    return at != NULL ? strtol(at + strlen(name), NULL, 10) : -1;
}

/* `level MOVES MINUTES:SECONDS INCREMENT` once a game, then the clocks in hundredths before each move. */
static void send_clocks(Adapter *adapter, const char *rest, bool renewed) {
    bool white = game_position(&adapter->game)->side == WHITE;
    long own = number_after(rest, white ? "wtime " : "btime "), other = number_after(rest, white ? "btime " : "wtime ");
    long increment = number_after(rest, white ? "winc " : "binc "), moves = number_after(rest, "movestogo ");
    long move_time = number_after(rest, "movetime "), depth = number_after(rest, "depth ");
    if (depth > 0)
        tell_format(adapter, "sd %ld", depth);
    if (move_time > 0)
        tell_format(adapter, "st %ld", move_time < 1000 ? 1 : move_time / 1000);
    if (own < 0)
        return;
    if (renewed)
        tell_format(adapter, "level %ld %ld:%02ld %.3g", moves > 0 ? moves : 0, own / 60000, own / 1000 % 60,
                    increment > 0 ? (double)increment / 1000 : 0);
    tell_format(adapter, "time %ld", own / 10);
    tell_format(adapter, "otim %ld", other >= 0 ? other / 10 : own / 10);
}

static void start_search(Adapter *adapter, const char *rest) {
    if (adapter->game.positions == NULL || !position_has_legal_move(game_position(&adapter->game))) {
        say("bestmove 0000");
        return;
    }
    bool renewed = bring_board(adapter);
    send_clocks(adapter, rest, renewed);
    adapter->thinking = true;
    tell(adapter, "go");
}

static void answer(Adapter *adapter, const char *text) {
    Move move;
    char word[UCI_MOVE_MAX], line[32];
    const Position *position = game_position(&adapter->game);
    adapter->thinking = false;
    adapter->board_known = false;
    if (uci_parse_move(position, text, &move, NULL) == MOVE_TEXT_OK ||
        san_parse_move(position, text, &move, NULL) == MOVE_TEXT_OK) {
        uci_write_move(position, move, word);
        adapter->board_known = adapter->board.ply == adapter->game.ply && game_play(&adapter->board, move);
        snprintf(line, sizeof line, "bestmove %s", word);
    } else {
        snprintf(line, sizeof line, "bestmove %.16s", text);
    }
    say(line);
}

/* "ply score time nodes pv", time in hundredths of a second. */
static void pass_thinking(const char *line) {
    int length = 0;
    long ply, score, time;
    unsigned long long nodes;
    if (sscanf(line, "%ld%*[.&+ ] %ld %ld %llu%n", &ply, &score, &time, &nodes, &length) < 4 &&
        sscanf(line, "%ld %ld %ld %llu%n", &ply, &score, &time, &nodes, &length) < 4)
        return;
    char info[160];
    if (labs(score) >= MATE_SCORE)
        snprintf(info, sizeof info, "info depth %ld score mate %ld time %ld nodes %llu", ply,
                 score > 0 ? score - MATE_SCORE : score + MATE_SCORE, time * 10, nodes);
    else
        snprintf(info, sizeof info, "info depth %ld score cp %ld time %ld nodes %llu", ply, score, time * 10, nodes);
    if (ply > 0)
        say(info);
}

/* ---- The engine's lines --------------------------------------------------------------------------------- */

static void identify(Adapter *adapter) {
    char line[NAME_MAX_BYTES + 16];
    adapter->features_until = 0;
    adapter->identified = true;
    snprintf(line, sizeof line, "id name %s", adapter->name);
    say(line);
    say("uciok");
}

static bool has_feature(const char *line, const char *feature) {
    const char *at = strstr(line, feature);
    return at != NULL && (at == line || isspace((unsigned char)at[-1]));
}

static void read_features(Adapter *adapter, const char *line) {
    adapter->ping |= has_feature(line, "ping=1");
    adapter->setboard |= has_feature(line, "setboard=1");
    adapter->usermove |= has_feature(line, "usermove=1");
    const char *name = strstr(line, "myname=\"");
    if (name != NULL) {
        name += strlen("myname=\"");
        snprintf(adapter->name, sizeof adapter->name, "%.*s", (int)strcspn(name, "\""), name);
    }
    if (has_feature(line, "done=0"))
        adapter->features_until = INT64_MAX;
    if (has_feature(line, "done=1") && !adapter->identified)
        identify(adapter);
}

/* A result or resignation that comes instead of a move. */
static bool is_result(const char *line) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "resign", "tellics resign"};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (strncmp(line, results[i], strlen(results[i])) == 0)
            return true;
    return false;
}

static void take_engine_line(Adapter *adapter, const char *line) {
    const char *rest;
    char word[MOVE_WORD_MAX];
    if (uci_line_is(line, "feature", &rest)) {
        read_features(adapter, rest);
    } else if (uci_line_is(line, "pong", &rest) && adapter->asked_ready) {
        adapter->asked_ready = false;
        say("readyok");
    } else if (adapter->thinking &&
               (uci_line_is(line, "move", &rest) || (strncasecmp(line, "my move is", 10) == 0 && (rest = line + 10)))) {
        uci_read_move_word(rest + strspn(rest, ": "), word);
        answer(adapter, word);
    } else if (adapter->thinking && is_result(line)) {
        answer(adapter, "0000");
    } else if (adapter->thinking && isdigit((unsigned char)line[strspn(line, " \t")])) {
        pass_thinking(line);
    } else if (strncmp(line, "Illegal move", 12) == 0 || strncmp(line, "Error", 5) == 0) {
        fprintf(stderr, "%s\n", line);
    }
}

/* ---- The program's lines -------------------------------------------------------------------------------- */

static void take_gui_line(Adapter *adapter, const char *line) {
    const char *rest;
    if (uci_line_is(line, "uci", &rest)) {
        tell(adapter, "xboard");
        tell(adapter, "protover 2");
        adapter->features_until = monotonic_us() + FEATURE_PATIENCE;
    } else if (uci_line_is(line, "isready", &rest)) {
        if (adapter->ping)
            tell(adapter, "ping 1");
        else
            say("readyok");
        adapter->asked_ready = adapter->ping;
    } else if (uci_line_is(line, "ucinewgame", &rest)) {
        adapter->board_known = false;
    } else if (uci_line_is(line, "position", &rest)) {
        read_position(adapter, rest);
    } else if (uci_line_is(line, "go", &rest)) {
        start_search(adapter, rest);
    } else if (uci_line_is(line, "stop", &rest)) {
        if (adapter->thinking)
            tell(adapter, "?");
    } else if (uci_line_is(line, "quit", &rest)) {
        adapter->over = true;
    }
}

/* ---- The loop ------------------------------------------------------------------------------------------- */

/* Reads what is there and takes the lines. False at the end of the stream. */
static bool serve(Adapter *adapter, int fd, LineReader *lines, void (*take)(Adapter *adapter, const char *line)) {
    size_t space;
    char *at = lines_space(lines, &space);
    ssize_t count = at != NULL ? read(fd, at, space) : 0;
    if (count < 0)
        return errno == EAGAIN || errno == EINTR;
    lines_added(lines, (size_t)count);
    for (char *line; !adapter->over && (line = lines_next(lines)) != NULL;)
        take(adapter, line);
    return count > 0;
}

static int patience_left(const Adapter *adapter) {
    if (adapter->features_until == 0 || adapter->features_until == INT64_MAX)
        return -1;
    int64_t left = (adapter->features_until - monotonic_us()) / MICROSECONDS_PER_MILLISECOND;
    return left > 0 ? (int)left + 1 : 0;
}

static void pass_log(int fd) {
    char bytes[4096];
    ssize_t count = read(fd, bytes, sizeof bytes);
    if (count > 0)
        fwrite(bytes, 1, (size_t)count, stderr);
}

/* Runs until either side ends; true if the engine was told to. */
static bool run(Adapter *adapter) {
    bool log_open = true;
    while (!adapter->over) {
        struct pollfd waits[] = {
            {.fd = STDIN_FILENO, .events = POLLIN},
            {.fd = process_out_fd(adapter->process), .events = POLLIN},
            {.fd = log_open ? process_log_fd(adapter->process) : -1, .events = POLLIN},
        };
        poll(waits, 3, patience_left(adapter));
        if (waits[2].revents & POLLIN)
            pass_log(waits[2].fd);
        else if (waits[2].revents != 0)
            log_open = false;
        if (waits[1].revents != 0 && !serve(adapter, waits[1].fd, &adapter->from_engine, take_engine_line))
            return adapter->over;
        if (waits[0].revents != 0 && !serve(adapter, waits[0].fd, &adapter->from_gui, take_gui_line))
            adapter->over = true;
        if (adapter->features_until != 0 && !adapter->identified && patience_left(adapter) == 0)
            identify(adapter);
    }
    return true;
}

static void part(Adapter *adapter, const Launch *launch, bool told) {
    if (told) {
        struct pollfd end = {.fd = process_pid_fd(adapter->process), .events = POLLIN};
        tell(adapter, "quit");
        poll(&end, 1, QUIT_PATIENCE / MICROSECONDS_PER_MILLISECOND);
    } else {
        fprintf(stderr, "rookery uci: %s ended by itself\n", launch->name);
    }
    process_close(adapter->process);
    game_free(&adapter->game);
    game_free(&adapter->board);
    lines_free(&adapter->from_gui);
    lines_free(&adapter->from_engine);
}

static int lead(const Launch *launch) {
    Error error;
    Adapter adapter = {.process = process_start(&launch->spec, &error)};
    if (adapter.process == NULL) {
        fprintf(stderr, "rookery uci: %s\n", error.message);
        return EXIT_USAGE;
    }
    snprintf(adapter.name, sizeof adapter.name, "%.63s", launch->name);
    bool told = run(&adapter);
    part(&adapter, launch, told);
    return told ? EXIT_YES : EXIT_NO;
}

int xboard_serve(const char *command) {
    Error error;
    Launch launch;
    Text description;
    text_init(&description);
    text_append_format(&description, "cmd:%s", command);
    bool good = launch_describe(description.data, false, &launch, &error);
    text_free(&description);
    if (!good)
        return usage_error("uci", "--xboard: %s", error.message);
    int status = lead(&launch);
    launch_free(&launch);
    return status;
}
