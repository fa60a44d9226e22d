#include "engine/uci.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lines.h"
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

/* ---- Commands -----------------------------------------------------------------------------------------------------
 */

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
    eval_explain(game_position(&uci->game), text, sizeof text);
    uci_say("%s", text);
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
}

/* Returns false at "quit". Unknown words before a command are passed over, as the protocol asks. */
static bool obey(Uci *uci, char *line) {
    char *text = line;
    for (char *word; (word = uci_word(&text)) != NULL;) {
        if (strcmp(word, "quit") == 0)
            return false;
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
            uci_go(uci, text);
        } else if (strcmp(word, "d") == 0)
            show_board(uci);
        else if (strcmp(word, "eval") == 0)
            show_evaluation(uci);
        else if (strcmp(word, "bench") == 0)
            run_bench(uci);
        else if (strcmp(word, "debug") == 0 || strcmp(word, "register") == 0)
            return true;
        else
            continue;
        return true;
    }
    return true;
}

/* ---- The conversation ----------------------------------------------------------------------------------------------
 */

static bool has_own_end(const Uci *uci) {
    return !uci->limits.infinite && !uci->limits.ponder;
}

/* Reads until "quit" (false) or the end of input (true). */
static bool converse(Uci *uci, LineReader *reader) {
    for (;;) {
        for (char *line; (line = lines_next(reader)) != NULL;)
            if (!obey(uci, line))
                return false;
        size_t space;
        char *into = lines_space(reader, &space);
        if (into == NULL)
            return false;
        ssize_t count = read(STDIN_FILENO, into, space);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        lines_added(reader, (size_t)count);
    }
    char *line = lines_last(reader);
    return line == NULL || obey(uci, line);
}

int uci_run(void) {
    Error error;
    Uci *uci = calloc(1, sizeof *uci);
    LineReader reader;
    memset(&reader, 0, sizeof reader);
    if (uci == NULL || (uci->engine = engine_create(0, 1, &error)) == NULL) {
        fprintf(stderr, "rookery uci: %s\n", uci == NULL ? "out of memory" : error.message);
        free(uci);
        return EXIT_FAILURE;
    }
    text_init(&uci->deferred);
    book_init(&uci->book);
    uci->probe_depth = 1;
    uci->probe_limit = 7;
    uci_reset_position(uci);
    bool input_ended = converse(uci, &reader);
    if (!input_ended || !has_own_end(uci))
        end_search(uci);
    uci_await(uci);
    lines_free(&reader);
    text_free(&uci->deferred);
    book_free(&uci->book);
    game_free(&uci->game);
    engine_destroy(uci->engine);
    free(uci);
    return EXIT_SUCCESS;
}
