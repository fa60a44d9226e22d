/*
 * A UCI engine for the tests of the arena: plays legal moves at once, and misbehaves in the way its arguments say.
 *
 *   fake_engine [seed=N] [score=CP] [name=value ...]
 *
 * An event is written name=N: it happens with the engine's Nth move of every game (of the process with `once`).
 * illegal=N say=MOVE answers just that, legal or not; script=MOVE:MOVE plays these, over and over.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "rookery/chess.h"

typedef struct Fake {
    char **arguments;
    Variant variant;
    bool chess960;
    Position position;
    uint64_t random;
    long moves; /* played in this game */
    char last_move[UCI_MOVE_MAX];
    FILE *record;  /* of everything that was received */
    bool thinking; /* until "stop" */
} Fake;

static const char *argument(const Fake *fake, const char *name) {
    size_t length = strlen(name);
    for (char **at = fake->arguments; *at != NULL; at++)
        if (strncmp(*at, name, length) == 0 && ((*at)[length] == '=' || (*at)[length] == '\0'))
            return (*at)[length] == '=' ? *at + length + 1 : "";
    return NULL;
}

static long number(const Fake *fake, const char *name, long otherwise) {
    const char *text = argument(fake, name);
    return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

/* Whether the event is to happen with the move that is being played. */
static bool now(const Fake *fake, const char *event) {
    return number(fake, event, 0) == fake->moves;
}

static void say(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static void sleep_ms(long milliseconds) {
    struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        ;
}

static void hang(void) {
    for (;;)
        pause();
}

/* ---- Start-up ------------------------------------------------------------------------------------------- */

static void answer_uci(const Fake *fake) {
    const char *variants = argument(fake, "variants");
    if (argument(fake, "no-uciok") != NULL)
        hang();
    if (argument(fake, "exit-at-start") != NULL)
        exit((int)number(fake, "exit-at-start", 1));
    say("id name Fake\nid author Nobody\noption name Hash type spin default 16 min 1 max 1024\n"
        "option name Skill Level type spin default 20 min 0 max 20\noption name Clear Hash type button\n");
    if (argument(fake, "no960") == NULL)
        say("option name UCI_Chess960 type check default false\n");
    if (variants != NULL)
        printf("option name UCI_Variant type combo default chess var %s\n", variants);
    else
        say("option name UCI_Variant type combo default chess var chess var crazyhouse var atomic var kingofthehill "
            "var 3check var antichess var horde var racingkings\n");
    say("uciok\n");
}

/* A daemon that leaves the process group and the session and outlives its parent. */
static void fork_daemon(void) {
    if (fork() != 0)
        return;
    setsid();
    if (fork() != 0)
        _exit(0);
    prctl(PR_SET_NAME, "rookery-daemon", 0, 0, 0);
    hang();
}

static void read_option(Fake *fake, const char *line) {
    const char *value = strstr(line, " value ");
    if (value == NULL)
        return;
    if (strncmp(line, "setoption name UCI_Variant", 26) == 0)
        fake->variant = variant_by_name(value + 7);
    if (strncmp(line, "setoption name UCI_Chess960", 27) == 0)
        fake->chess960 = strcmp(value + 7, "true") == 0;
}

/* ---- Positions and moves -------------------------------------------------------------------------------- */

static void read_position(Fake *fake, const char *line) {
    Variant variant = fake->chess960 ? VARIANT_CHESS960 : fake->variant;
    const char *moves = strstr(line, " moves ");
    if (strncmp(line, "position startpos", 17) == 0) {
        position_start(&fake->position, variant);
    } else {
        char fen[FEN_MAX];
        const char *from = line + strlen("position fen ");
        snprintf(fen, sizeof fen, "%.*s", (int)(moves != NULL ? (size_t)(moves - from) : strlen(from)), from);
        if (!position_from_fen(&fake->position, fen, variant, fake->chess960, NULL))
            abort();
    }
    if (moves == NULL)
        return;
    char *words = strdup(moves + strlen(" moves "));
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
        Move move;
        if (uci_parse_move(&fake->position, word, &move, NULL) != MOVE_TEXT_OK)
            abort();
        position_play(&fake->position, move, &fake->position);
    }
    free(words);
}

static void flood(FILE *stream) {
    for (;;)
        fputs("info string this is not the end of it, there is always more to say about nothing at all\n", stream);
}

static void say_piecewise(const char *text) {
    for (; *text != '\0'; text++) {
        putchar(*text);
        fflush(stdout);
    }
}

/* What goes wrong instead of a move. */
static void misbehave(Fake *fake) {
    if (now(fake, "log"))
        fprintf(stderr, "thinking about move %ld\n", fake->moves);
    if (now(fake, "abort"))
        abort();
    if (now(fake, "kill"))
        raise(SIGKILL);
    if (now(fake, "exit"))
        exit(3);
    if (now(fake, "hang"))
        hang();
    if (now(fake, "flood"))
        flood(stdout);
    if (now(fake, "flood-log"))
        flood(stderr);
    if (now(fake, "close")) {
        close(STDOUT_FILENO);
        hang();
    }
    if (now(fake, "late") || argument(fake, "slow") != NULL)
        sleep_ms(number(fake, "ms", 0));
}

/* Lines before the answer that are odd but decide nothing. */
static void say_info(const Fake *fake) {
    if (argument(fake, "score") != NULL)
        printf("info depth 7 seldepth 9 score cp %ld nodes 1234 nps 100000 pv %s\n", number(fake, "score", 0),
               argument(fake, "badpv") != NULL ? "a1a8 h8h1" : fake->last_move);
    if (argument(fake, "mate") != NULL)
        printf("info depth 3 score mate %ld nodes 99\n", number(fake, "mate", 1));
    if (argument(fake, "long-line") != NULL) {
        fputs("info string ", stdout);
        for (int i = 0; i < 1000000; i++)
            putchar('x');
        putchar('\n');
    }
    if (argument(fake, "garbage") != NULL) {
        fputs("\xff\xfe nonsense\n\n   \nbestmovee2e4\n", stdout);
        fwrite("nul \0 inside\n", 1, 13, stdout);
    }
}

static void answer(Fake *fake, const char *move) {
    char line[64];
    snprintf(line, sizeof line, "bestmove %s%s", move, argument(fake, "crlf") != NULL ? "\r\n" : "\n");
    if (argument(fake, "piecewise") != NULL)
        say_piecewise(line);
    else
        fputs(line, stdout);
    if (argument(fake, "twice") != NULL)
        fputs(line, stdout);
    fflush(stdout);
    if (now(fake, "die-after"))
        raise(SIGKILL);
}

/* The moves of script=e2e4:g1f3:..., over and over. */
static void next_of_script(const Fake *fake, const char *script, char move[UCI_MOVE_MAX]) {
    long count = 1;
    for (const char *c = script; *c != '\0'; c++)
        count += *c == ':';
    for (long skip = (fake->moves - 1) % count; skip > 0; skip--)
        script = strchr(script, ':') + 1;
    snprintf(move, UCI_MOVE_MAX, "%.*s", (int)strcspn(script, ":"), script);
}

static void choose_move(Fake *fake, char move[UCI_MOVE_MAX]) {
    if (argument(fake, "script") != NULL) {
        next_of_script(fake, argument(fake, "script"), move);
        return;
    }
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(&fake->position, moves);
    if (count == 0)
        abort();
    size_t index = argument(fake, "seed") != NULL ? (size_t)random_below(&fake->random, count) : 0;
    uci_write_move(&fake->position, moves[index], move);
}

static void go(Fake *fake) {
    char move[UCI_MOVE_MAX];
    fake->moves++;
    misbehave(fake);
    choose_move(fake, move);
    const char *given = argument(fake, "say");
    if (now(fake, "repeat"))
        snprintf(move, sizeof move, "%s", fake->last_move);
    snprintf(fake->last_move, sizeof fake->last_move, "%s", move);
    say_info(fake);
    if (now(fake, "until-stop"))
        fake->thinking = true;
    else if (now(fake, "no-newline")) {
        printf("bestmove %s", move);
        fflush(stdout);
        exit(0);
    } else
        answer(fake, given != NULL && now(fake, "illegal") ? given : now(fake, "illegal") ? "e2e5" : move);
}

static void stop(Fake *fake) {
    if (argument(fake, "ignore-stop") != NULL || !fake->thinking)
        return;
    fake->thinking = false;
    answer(fake, fake->last_move);
}

/* ---- The loop ------------------------------------------------------------------------------------------- */

static void serve(Fake *fake, const char *line) {
    if (fake->record != NULL) {
        fprintf(fake->record, "%s\n", line);
        fflush(fake->record);
    }
    if (strcmp(line, "uci") == 0)
        answer_uci(fake);
    else if (strncmp(line, "setoption", 9) == 0)
        read_option(fake, line);
    else if (strcmp(line, "ucinewgame") == 0)
        fake->moves = argument(fake, "once") != NULL ? fake->moves : 0;
    else if (strcmp(line, "isready") == 0) {
        if (argument(fake, "no-readyok") != NULL)
            hang();
        say("readyok\n");
    } else if (strncmp(line, "position", 8) == 0)
        read_position(fake, line);
    else if (strncmp(line, "go", 2) == 0)
        go(fake);
    else if (strcmp(line, "stop") == 0)
        stop(fake);
    else if (strcmp(line, "quit") == 0 && argument(fake, "ignore-quit") == NULL)
        exit(0);
}

int main(int argc, char **argv) {
    (void)argc;
    Fake fake = {.arguments = argv + 1, .variant = VARIANT_STANDARD};
    fake.random = (uint64_t)number(&fake, "seed", 0);
    if (argument(&fake, "record") != NULL)
        fake.record = fopen(argument(&fake, "record"), "ae");
    if (argument(&fake, "daemon") != NULL)
        fork_daemon();
    char *line = NULL;
    size_t size = 0;
    for (ssize_t length; (length = getline(&line, &size, stdin)) > 0;) {
        if (line[length - 1] == '\n')
            line[length - 1] = '\0';
        serve(&fake, line);
    }
    free(line);
    if (argument(&fake, "ignore-quit") != NULL)
        hang();
    return 0;
}
