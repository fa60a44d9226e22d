/*
 * The state of a UCI conversation, shared by the uci_*.c files.
 */
#ifndef ROOKERY_ENGINE_UCI_INTERNAL_H
#define ROOKERY_ENGINE_UCI_INTERNAL_H

#include <stdatomic.h>

#include "base/lines.h"
#include "base/text.h"
#include "base/threads.h"
#include "chess/book.h"
#include "rookery/engine.h"

typedef struct Uci {
    Engine *engine;
    Game game;
    Variant variant;
    bool chess960, show_wdl, ponder_option, analyses, own_book;
    Book book;
    uint64_t random; /* for the book; 0: not yet seeded */
    int probe_depth, probe_limit;
    bool limit_strength;
#ifdef ROOKERY_TUNING
    char level_row[64];
#endif
    int elo, level_seed; /* level_seed 0: another for every game */
    LineReader input;
    pthread_mutex_t baton; /* held by the one of the two threads that listens */
    bool ended, input_ended;
    _Atomic bool searching; /* cleared under the lock */
    pthread_mutex_t lock;
    pthread_cond_t search_ended;
    EngineLimits limits;
    Move search_moves[MOVES_MAX];
    Text deferred; /* lines to obey when the search has ended */
} Uci;

/* A conversation at its beginning, at that rating or, with 0, at full strength. NULL and *error when memory is short.
 */
Uci *uci_open(int level, Error *error);
void uci_close(Uci *uci);
/* Obeys one line, which it takes apart, in the thread that calls: until a search has ended. False at "quit". */
bool uci_obey(Uci *uci, char *line);

/* uci_say.c: writes one line, atomically and at once. */
void uci_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* uci_options.c: "setoption ..." and the list of options. */
void uci_list_options(void);
void uci_set_option(Uci *uci, char *text);
/* uci_go.c */
void uci_set_position(Uci *uci, char *text);
/* True: a search is due, and the caller lets another thread listen while it calls uci_think(). */
bool uci_go(Uci *uci, char *text);
void uci_think(Uci *uci);
/* Starts the variant's own start position. */
void uci_reset_position(Uci *uci);
/* Waits for the end of the search, if there is one. */
void uci_await(Uci *uci);
/* Starts a new game at the level that the options say, if they say one. */
void uci_choose_level(Uci *uci);
/* uci_book.c: reads the book; "" or "<empty>": none. Answers the "go" from the book, or returns false. */
void uci_book_open(Uci *uci, const char *path);
bool uci_book_answer(Uci *uci);
/* uci_info.c */
void uci_show_info(void *context, const EngineInfo *info);
void uci_show_result(const Uci *uci, const EngineResult *result);

/* The next word of the text, NUL-terminated in place, or NULL; moves the text on. */
char *uci_word(char **text);

#endif
