/*
 * A player as people write it ("my_bot.py", "cmd:stockfish --flag", "level:1200") turned into something startable.
 *
 * This module reads the text, finds the files and programs it means and says what is wrong with it. It starts nothing
 * (arena/process.h) and does not look into a bot's source. Forms:
 *
 *   path.py         a Python bot, boxed unless the sandbox is switched off
 *   path.js         a JavaScript bot, the same
 *   cmd:COMMAND     any UCI engine, trusted: split at blanks, with '..', ".." and \ as a shell does, but no shell is
 *                   run; looked up in PATH, /usr/games and /usr/local/games
 *   engine          our own engine at full strength: a process like any other, "rookery uci" of the program beside
 *                   this one, or of the one that ROOKERY_PROGRAM names
 *   level:N         our own engine at rating N
 *   random          a player of random legal moves
 */
#ifndef ROOKERY_ARENA_LAUNCH_H
#define ROOKERY_ARENA_LAUNCH_H

#include <stdbool.h>

#include "arena/process.h"
#include "rookery/error.h"

typedef enum LaunchKind {
    LAUNCH_PYTHON,
    LAUNCH_JAVASCRIPT,
    LAUNCH_COMMAND,
    LAUNCH_ENGINE,
    LAUNCH_LEVEL,
    LAUNCH_RANDOM,
} LaunchKind;

enum { LAUNCH_NAME_MAX = 64, LAUNCH_BOT_BYTES_MAX = 1 << 20, LAUNCH_LEVEL_MIN = 200, LAUNCH_LEVEL_MAX = 3200 };
/* The least memory in which a Python bot comes up (JavaScript needs about 140 MB); what a bot gets when nobody says
 * otherwise is 512 MB in Python and 2048 MB in JavaScript. */
enum { LAUNCH_MEMORY_MB_MIN = 32, LAUNCH_MEMORY_MB_MAX = 1 << 20 };

/* What a bot may use, in Python and in JavaScript. */
extern const ProcessLimits launch_bot_limits, launch_javascript_limits;

typedef struct Launch {
    LaunchKind kind;
    char
        name[LAUNCH_NAME_MAX]; /* to show: the file's or program's name without folder and extension; one line, UTF-8 */
    unsigned level;            /* LAUNCH_LEVEL: the rating */
    ProcessSpec spec;          /* for process_start(); points into `storage` */
    struct LaunchStorage *storage;
} Launch;

/* Fills in *launch. False and *error when the text means nothing that can be started; *launch then needs no
 * launch_free(). `sandbox` false starts bots without their box: only for one's own. */
bool launch_describe(const char *text, bool sandbox, Launch *launch, Error *error);

/* The same for the program that checks the source of the bot in `path`, instead of the bot. */
bool launch_describe_check(const char *path, bool sandbox, Launch *launch, Error *error);

/* Gives a bot that much memory, from LAUNCH_MEMORY_MB_MIN to LAUNCH_MEMORY_MB_MAX. Engines are not limited. */
void launch_limit_memory(Launch *launch, unsigned megabytes);

/* A program of ours that is written in Python (bindings/python/rookery/NAME), without a box; `arguments` ends with
 * NULL. */
bool launch_describe_tool(const char *name, const char *const *arguments, Launch *launch, Error *error);

/* Has the host of a bot keep a notebook (rookery/_profile.py). False and *error for other players. */
bool launch_add_profiler(Launch *launch, Error *error);

/* The path of the program rookery, to be freed: this very one where it is rookery itself; else (a server, a test) what
 * ROOKERY_PROGRAM names, or the one that a build or an installation has put beside. NULL and *error when there is none.
 */
char *launch_find_rookery(Error *error);

/* Frees what the launch holds. A zeroed Launch is allowed. */
void launch_free(Launch *launch);

#endif
