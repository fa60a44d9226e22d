#include "engine/uci.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "engine/bench.h"
#include "engine/eval.h"
#include "engine/uci_internal.h"

char *uci_word(char **text) {
    if (*text == NULL)
        return NULL;
    char *start = *text + strspn(*text, " \t\r");
    if (*start == '\0') {
        *text = NULL;
        return NULL;
    }
    char *end = start + strcspn(start, " \t\r");
    *text = *end == '\0' ? NULL : end + 1;
    *end = '\0';
    return start;
}

/* ---- Commands ---------------------------------------------------------------------------------------------------- */

static void greet(void) {
    uci_say("id name Rookery " ROOKERY_VERSION);
    uci_say("id author the Rookery authors");
    uci_list_options();
    uci_say("uciok");
}

/* A command that changes what a search uses ends the search first. */
static void end_search(Uci *uci) {
    if (!uci->searching)
        return;
    engine_stop(uci->engine);
    uci_await(uci);
}

static void obey_deferred(Uci *uci) {
    char *next = uci->deferred.length > 0 ? uci->deferred.data : NULL;
    while (next != NULL) {
        char *line = next;
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        if (*line != '\0')
            uci_set_option(uci, line);
        if (next != NULL && *next == '\0')
            next = NULL;
    }
    text_clear(&uci->deferred);
}

static void settle(Uci *uci) {
    end_search(uci);
    obey_deferred(uci);
}

/* During a search an option waits for its end: "stop" must still be heard. */
static void take_option(Uci *uci, char *text) {
    if (text == NULL)
        return;
    if (!uci->searching) {
        obey_deferred(uci);
        uci_set_option(uci, text);
        return;
    }
    text_append_string(&uci->deferred, text);
    text_append_char(&uci->deferred, '\n');
}

static void show_board(Uci *uci) {
    const Position *p = game_position(&uci->game);
    char fen[FEN_MAX];
    for (int rank = 7; rank >= 0; rank--) {
        char line[32];
        int length = 0;
        for (int file = 0; file < 8; file++)
            length += snprintf(line + length, sizeof line - (size_t)length, " %c",
                               piece_letter(p->board[square_make(file, rank)]));
        uci_say(" %s  %d", line, rank + 1);
    }
    uci_say("\n  a b c d e f g h\n");
    position_to_fen(p, FEN_DEFAULT, fen);
    uci_say("Fen: %s\nKey: %016llX", fen, (unsigned long long)p->key);
}

static void show_evaluation(Uci *uci) {
    char text[512];
    const Position *p = game_position(&uci->game);
    uci_await(uci);
    eval_explain(p, text, sizeof text);
    int judged = engine_evaluate(uci->engine, p);
    uci_say("%s", text);
    uci_say("the search takes %+d centipawns for White", p->side == WHITE ? judged : -judged);
}

static void run_bench(Uci *uci) {
    uci_await(uci);
    BenchResult result;
    if (bench_run(BENCH_DEPTH_DEFAULT, 1, ENGINE_HASH_MB_DEFAULT, NULL, &result, NULL))
        uci_say("%llu nodes %llu nps", (unsigned long long)result.nodes, (unsigned long long)result.nps);
}

static void new_game(Uci *uci) {
    settle(uci);
    engine_clear(uci->engine);
    if (uci->limit_strength)
        uci_choose_level(uci);
}

enum { LEVEL_DEFAULT = 1500 };

typedef enum Next { LISTEN, THINK, QUIT } Next;

/* Unknown words before a command are passed over, as the protocol asks. */
static Next obey(Uci *uci, char *line) {
    char *text = line;
    for (char *word; (word = uci_word(&text)) != NULL;) {
        if (strcmp(word, "quit") == 0)
            return QUIT;
        if (strcmp(word, "uci") == 0)
            greet();
        else if (strcmp(word, "isready") == 0)
            uci_say("readyok");
        else if (strcmp(word, "stop") == 0)
            settle(uci);
        else if (strcmp(word, "ponderhit") == 0)
            engine_ponder_hit(uci->engine);
        else if (strcmp(word, "setoption") == 0)
            take_option(uci, text);
        else if (strcmp(word, "ucinewgame") == 0)
            new_game(uci);
        else if (strcmp(word, "position") == 0) {
            settle(uci);
            uci_set_position(uci, text);
        } else if (strcmp(word, "go") == 0) {
            settle(uci);
            return uci_go(uci, text) ? THINK : LISTEN;
        } else if (strcmp(word, "d") == 0)
            show_board(uci);
        else if (strcmp(word, "eval") == 0)
            show_evaluation(uci);
        else if (strcmp(word, "bench") == 0)
            run_bench(uci);
        else if (strcmp(word, "debug") != 0 && strcmp(word, "register") != 0)
            continue;
        return LISTEN;
    }
    return LISTEN;
}

bool uci_obey(Uci *uci, char *line) {
    Next next = obey(uci, line);
    if (next == THINK)
        uci_think(uci);
    return next != QUIT;
}

/* ---- The conversation ---------------------------------------------------------------------------------------------
 *
 * Two threads serve it. One holds the baton and listens; when it has heard "go" it passes the baton on and searches
 * itself, so that no search waits for another thread to wake, while the other listens for "stop".
 */

static bool has_own_end(const Uci *uci) {
    return !uci->limits.infinite && !uci->limits.ponder;
}

/* False at the end of the input. */
static bool read_more(Uci *uci) {
    size_t space;
    char *into = lines_space(&uci->input, &space);
    if (into == NULL)
        return false;
    ssize_t count;
    do
        count = read(STDIN_FILENO, into, space);
    while (count < 0 && errno == EINTR);
    if (count > 0)
        lines_added(&uci->input, (size_t)count);
    return count > 0;
}

/* Listens until there is something to think about or the conversation is over. */
static Next listen_on(Uci *uci) {
    Next next = LISTEN;
    do {
        char *line;
        while (next == LISTEN && (line = lines_next(&uci->input)) != NULL)
            next = obey(uci, line);
    } while (next == LISTEN && read_more(uci));
    return next;
}

/* After the last whole line: what is left of the input, and the end. */
static Next end_input(Uci *uci) {
    char *line = uci->input_ended ? NULL : lines_last(&uci->input);
    uci->input_ended = true;
    Next next = line != NULL ? obey(uci, line) : QUIT;
    return next == LISTEN ? QUIT : next;
}

static void *serve(void *argument) {
    Uci *uci = argument;
    pthread_mutex_lock(&uci->baton);
    while (!uci->ended) {
        Next next = listen_on(uci);
        if (next == LISTEN)
            next = end_input(uci);
        uci->ended = next == QUIT;
        if (next != THINK)
            continue;
        pthread_mutex_unlock(&uci->baton);
        uci_think(uci);
        pthread_mutex_lock(&uci->baton);
    }
    if (!uci->input_ended || !has_own_end(uci))
        end_search(uci);
    pthread_mutex_unlock(&uci->baton);
    uci_await(uci);
    return NULL;
}

Uci *uci_open(int level, Error *error) {
    Uci *uci = calloc(1, sizeof *uci);
    if (uci == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    uci->engine = engine_create(0, 1, error);
    if (uci->engine == NULL) {
        free(uci);
        return NULL;
    }
    pthread_mutex_init(&uci->baton, NULL);
    pthread_mutex_init(&uci->lock, NULL);
    pthread_cond_init(&uci->search_ended, NULL);
    text_init(&uci->deferred);
    book_init(&uci->book);
    uci->probe_depth = 1;
    uci->probe_limit = 7;
    uci->limit_strength = level > 0;
    uci->elo = level > 0 ? level : LEVEL_DEFAULT;
    uci_reset_position(uci);
    uci_choose_level(uci);
    return uci;
}

void uci_close(Uci *uci) {
    lines_free(&uci->input);
    text_free(&uci->deferred);
    book_free(&uci->book);
    game_free(&uci->game);
    engine_destroy(uci->engine);
    pthread_cond_destroy(&uci->search_ended);
    pthread_mutex_destroy(&uci->lock);
    pthread_mutex_destroy(&uci->baton);
    free(uci);
}

int uci_run(int level) {
    Error error;
    pthread_t other;
    Uci *uci = uci_open(level, &error);
    if (uci == NULL || pthread_create(&other, NULL, serve, uci) != 0) {
        fprintf(stderr, "rookery uci: %s\n", uci == NULL ? error.message : "the system allows no second thread");
        if (uci != NULL)
            uci_close(uci);
        return EXIT_FAILURE;
    }
    serve(uci);
    pthread_join(other, NULL);
    uci_close(uci);
    return EXIT_SUCCESS;
}
