/*
 * rookery datagen --teacher: games of any UCI engine with itself.
 *
 * The engine is asked in batches, about one position of each of many games: it need not wait for us between two short
 * searches, which is what takes most of the time otherwise.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/handshake.h"
#include "arena/launch.h"
#include "arena/process.h"
#include "arena/uci_info.h"
#include "base/error.h"
#include "base/lines.h"
#include "base/text.h"
#include "cli/datagen.h"

enum { PATIENCE_MS = 60 * 1000 };

typedef struct Teacher {
    const DatagenPlan *plan;
    Process *process;
    LineReader lines;
    Text out;
    SelfGame games[DATAGEN_BATCH_MAX];
    size_t game_count; /* that have been initialised */
    uint64_t seed;
    Error *error;
} Teacher;

/* ---- Talking ----------------------------------------------------------------------------------------------------- */

/* What it writes to its log is of no interest, but must not stop it. */
static bool wait_for(Teacher *teacher, int fd, short event) {
    struct pollfd watched[] = {{.fd = fd, .events = event}, {.fd = process_log_fd(teacher->process), .events = POLLIN}};
    for (;;) {
        int ready = poll(watched, 2, PATIENCE_MS);
        if (ready == 0)
            return error_set(teacher->error, "the teacher does not answer any more");
        if (ready < 0 && errno != EINTR)
            return error_set(teacher->error, "waiting for the teacher failed: %s", strerror(errno));
        char log[4096];
        if (ready > 0 && watched[1].revents != 0 && read(watched[1].fd, log, sizeof log) <= 0)
            watched[1].fd = -1;
        if (ready > 0 && watched[0].revents != 0)
            return true;
    }
}

/* Sends what is in `out`. */
static bool tell(Teacher *teacher) {
    int fd = process_in_fd(teacher->process);
    for (size_t sent = 0; sent < teacher->out.length;) {
        ssize_t count = write(fd, teacher->out.data + sent, teacher->out.length - sent);
        if (count > 0)
            sent += (size_t)count;
        else if (errno != EAGAIN && errno != EINTR)
            return error_set(teacher->error, "the teacher has ended");
        else if (!wait_for(teacher, fd, POLLOUT))
            return false;
    }
    text_clear(&teacher->out);
    return true;
}

static char *hear(Teacher *teacher) {
    int fd = process_out_fd(teacher->process);
    for (;;) {
        char *line = lines_next(&teacher->lines);
        if (line != NULL)
            return line;
        size_t space;
        char *into = lines_space(&teacher->lines, &space);
        ssize_t count = into == NULL ? 0 : read(fd, into, space);
        if (count > 0) {
            lines_added(&teacher->lines, (size_t)count);
        } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
            error_set(teacher->error, "the teacher has ended");
            return NULL;
        } else if (!wait_for(teacher, fd, POLLIN)) {
            return NULL;
        }
    }
}

/* ---- Meeting ----------------------------------------------------------------------------------------------------- */

static bool hear_options(Teacher *teacher, Handshake *handshake) {
    const char *rest;
    for (const char *line; (line = hear(teacher)) != NULL;) {
        if (uci_line_is(line, "uciok", &rest))
            return true;
        if (uci_line_is(line, "option", &rest))
            handshake_read_option(handshake, rest);
    }
    return false;
}

/* Games that start as in chess960 go through the same engine as the others, if there are any. */
static bool greet(Teacher *teacher) {
    const SelfGamePlan *plan = &teacher->plan->game;
    const PlayerSpec spec = {.name = "the teacher"};
    char why[PLAYER_FAULT_MAX];
    Handshake handshake;
    handshake_begin(&handshake, plan->chess960_share > 0 ? VARIANT_CHESS960 : plan->variant);
    text_append_string(&teacher->out, "uci\n");
    bool good = tell(teacher) && hear_options(teacher, &handshake);
    if (good && !handshake_answer(&handshake, &spec, &teacher->out, why))
        good = error_set(teacher->error, "the teacher cannot play: %s", why);
    handshake_end(&handshake);
    text_append_string(&teacher->out, "isready\n");
    good = good && tell(teacher);
    const char *rest;
    for (const char *line = ""; good && !uci_line_is(line, "readyok", &rest);)
        good = (line = hear(teacher)) != NULL;
    return good;
}

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

static void ask(Teacher *teacher, const SelfGame *game) {
    const DatagenPlan *plan = teacher->plan;
    const Position *position = game_position(&game->game);
    char fen[FEN_MAX];
    position_to_fen(position, FEN_SHREDDER * (unsigned)position->chess960, fen);
    text_append_format(&teacher->out, "position fen %s\ngo %s %llu\n", fen, plan->nodes > 0 ? "nodes" : "depth",
                       (unsigned long long)(plan->nodes > 0 ? plan->nodes : plan->depth));
}

static bool take_answer(Teacher *teacher, SelfGame *game, SelfGameState *state) {
    SearchInfo info = {.has_score = false};
    const char *rest;
    for (const char *line; (line = hear(teacher)) != NULL;) {
        if (uci_line_is(line, "info", &rest))
            uci_read_info(line, &info);
        if (!uci_line_is(line, "bestmove", &rest))
            continue;
        char word[MOVE_WORD_MAX];
        Move move;
        uci_read_move_word(rest, word);
        if (uci_parse_move(game_position(&game->game), word, &move, NULL) != MOVE_TEXT_OK || !info.has_score)
            return error_set(teacher->error,
                             "the teacher answers with \"%s\" %s a score; perhaps it cannot be asked in "
                             "batches: try --batch 1",
                             word, info.has_score ? "and" : "without");
        *state = self_game_take(game, move, info.mate ? score_of_mate(info.score) : info.score);
        return true;
    }
    return false;
}

static bool begin(Teacher *teacher, SelfGame *game) {
    return self_game_begin(game, &teacher->plan->game, &teacher->seed) || error_set(teacher->error, "out of memory");
}

/* A move in every game. *wanted becomes false when no more games are. */
static bool play_round(Teacher *teacher, DatagenTakeFn *take, void *taker, bool *wanted) {
    for (size_t i = 0; i < teacher->game_count; i++)
        ask(teacher, &teacher->games[i]);
    if (!tell(teacher))
        return false;
    for (size_t i = 0; i < teacher->game_count; i++) {
        SelfGame *game = &teacher->games[i];
        SelfGameState state;
        if (!take_answer(teacher, game, &state))
            return false;
        if (state == SELF_GAME_OVER && !take(taker, &game->scored)) {
            *wanted = false;
            return true;
        }
        if (state != SELF_GAME_GOES_ON && !begin(teacher, game))
            return false;
    }
    return true;
}

static bool play(Teacher *teacher, DatagenTakeFn *take, void *taker) {
    bool wanted = true;
    for (; teacher->game_count < teacher->plan->batch; teacher->game_count++) {
        SelfGame *game = &teacher->games[teacher->game_count];
        if (!self_game_init(game) || !begin(teacher, game)) {
            self_game_free(game);
            return error_set(teacher->error, "out of memory");
        }
    }
    while (wanted)
        if (!play_round(teacher, take, taker, &wanted))
            return false;
    return true;
}

static bool start(Teacher *teacher) {
    Launch launch;
    if (!launch_describe(teacher->plan->teacher, true, &launch, teacher->error))
        return false;
    teacher->process = process_start(&launch.spec, teacher->error);
    launch_free(&launch);
    return teacher->process != NULL;
}

bool datagen_teacher_play(const DatagenPlan *plan, uint64_t seed, DatagenTakeFn *take, void *taker, Error *error) {
    Teacher *teacher = calloc(1, sizeof *teacher);
    if (teacher == NULL)
        return error_set(error, "out of memory");
    teacher->plan = plan;
    teacher->seed = seed;
    teacher->error = error;
    text_init(&teacher->out);
    bool good = start(teacher) && greet(teacher) && play(teacher, take, taker);
    process_close(teacher->process);
    for (size_t i = 0; i < teacher->game_count; i++)
        self_game_free(&teacher->games[i]);
    lines_free(&teacher->lines);
    text_free(&teacher->out);
    free(teacher);
    return good;
}
