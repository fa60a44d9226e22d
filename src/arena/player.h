/*
 * One player: a UCI conversation with a process, never waiting for it.
 *
 * A player is started, prepared before every game, asked for a move with player_go(), and dismissed. What it says comes
 * back through PlayerEvents; the same goes for everything that can go wrong, as a fault with a sentence. The player
 * knows nothing of clocks, rules or results: it measures how long an answer took and passes the text on.
 *
 * A person is a player without a process: always ready, answering by player_answer().
 *
 * While it is not its turn the process is frozen (PlayerSpec.freeze). Output of an earlier game or search never becomes
 * the answer to a later question: an unanswered search is stopped and its answer awaited before the next game, and
 * everything before the readyok of that game is dropped.
 */
#ifndef ROOKERY_ARENA_PLAYER_H
#define ROOKERY_ARENA_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/loop.h"
#include "arena/process.h"
#include "arena/uci_info.h"
#include "base/tail.h"
#include "rookery/chess.h"

enum {
    PLAYER_LOG_BYTES = 64 * 1024, /* how much of its standard error is kept */
    PLAYER_LAST_LINE_MAX = 160,
    PLAYER_FAULT_MAX = 240
};

/* Start-up limits in microseconds: from the start to uciok, and from ucinewgame to readyok. */
enum {
    ENGINE_UCIOK_LIMIT = 10 * 1000 * 1000,
    ENGINE_READYOK_LIMIT = 60 * 1000 * 1000,
    BOT_START_LIMIT = 5 * 1000 * 1000
};

typedef struct PlayerOption {
    const char *name;
    const char *value; /* NULL: a button */
} PlayerOption;

typedef struct PlayerSpec {
    const char *name;           /* to show */
    const ProcessSpec *process; /* NULL: a person, whose moves come by player_answer() */
    bool is_bot;                /* somebody's bot: a new process for every game, and no patience */
    bool freeze;                /* stopped while it is not its turn */
    const PlayerOption *options;
    size_t option_count;
    int64_t uciok_limit, readyok_limit;
    void (*heard)(void *hearer, const char *line); /* told of every line it says, before anything is made of it; may be
                                                      NULL */
    void *hearer;
} PlayerSpec;

typedef enum PlayerFault {
    PLAYER_FINE,
    PLAYER_CANNOT_PLAY, /* never will: not startable, no such option, variant unknown to it */
    PLAYER_NOT_STARTED, /* no uciok, or no readyok, in time */
    PLAYER_CRASHED,
    PLAYER_OUT_OF_MEMORY,
    PLAYER_TOO_MANY_PROCESSES,
    PLAYER_CLOSED, /* closed its output and went on running */
    PLAYER_FLOODED,
    PLAYER_HUNG, /* does not read its input */
} PlayerFault;

typedef struct Player Player;

typedef struct PlayerEvents {
    void (*ready)(void *owner);                                    /* answers player_prepare() */
    void (*moved)(void *owner, const char *move, int64_t elapsed); /* answers player_go(); "" for no move text */
    void (*failed)(void *owner);                                   /* once; see player_fault() */
} PlayerEvents;

/* Starts the process and the handshake. The spec must outlive the player. NULL and *error when it cannot be run. */
Player *player_open(Loop *loop, const PlayerSpec *spec, Variant variant, Error *error);
/* Who is told from now on. Events may come from within any later call of the loop, never from within this module's
 * functions. NULL events: nobody. */
void player_listen(Player *player, const PlayerEvents *events, void *owner);

/* Makes it ready for a new game. */
void player_prepare(Player *player);
/* Asks for a move: writes the lines ("position ...\ngo ...\n") and starts measuring. The player must be ready. */
void player_go(Player *player, const char *lines);
/* The move of a person whose turn it is, in UCI; ignored when it is not. From the loop's thread, not from an event. */
void player_answer(Player *player, const char *move);
/* When the `go` was written. */
int64_t player_go_moment(const Player *player);
/* The game is over: whatever it may still be thinking about is stopped and dropped. */
void player_abandon(Player *player);
/* Whether it has no fault and owes no answer to a search, so that it can be expected to play another game. */
bool player_is_free(const Player *player);

/* Lets it go: "quit", and after `patience` microseconds the whole tree is killed; then `gone` is called. The player
 * must not be used any more; nobody is told of faults. */
void player_dismiss(Player *player, int64_t patience, void (*gone)(void *owner), void *owner);
/* The same at once, waiting for the end of the process. NULL is allowed. */
void player_close(Player *player);

const PlayerSpec *player_spec(const Player *player);
PlayerFault player_fault(const Player *player);
/* What happened, to follow the player's name: "crashed: killed by signal 11 (Segmentation fault)"; "" without fault. */
const char *player_fault_text(const Player *player);
/* What it said about the last search. */
const SearchInfo *player_info(const Player *player);
/* Its last line, cut; "" when it never said anything. */
const char *player_last_line(const Player *player);
/* The end of what it wrote to standard error. */
const Tail *player_log(const Player *player);
/* Lines that were too long, answers that nobody had asked for. */
unsigned player_warnings(const Player *player);
/* Peak memory in bytes and CPU time in microseconds so far. */
uint64_t player_peak_memory(const Player *player);
uint64_t player_cpu_time(const Player *player);

#endif
