/*
 * Who runs a game: an interface so small that several machines could stand behind it one day. Here it is this process:
 * one thread of its own with one event loop (arena/loop.h), which carries all games.
 *
 * A game is ordered, tells of every move, and is over exactly once; nothing is kept. What a person does reaches its
 * game from any thread. The runner knows neither database nor browsers.
 */
#ifndef ROOKERY_SERVER_RUNNER_H
#define ROOKERY_SERVER_RUNNER_H

#include "arena/referee.h"

typedef struct Seat {
    bool person;
    char name[64];
    char player[4200]; /* of others: as people write it, "path/bot.py", "engine", "level:1200" (arena/launch.h) */
} Seat;

typedef struct GameOrder {
    int64_t game; /* a number of the owner's */
    Variant variant;
    Position start;
    TimeControl control;
    Seat seats[2]; /* by Color */
    /* An interrupted game: what was played. Borrowed during runner_start(). */
    const Move *played;
    const MoveNote *played_notes;
    size_t played_plies;
} GameOrder;

/* All come from the runner's thread, `over` and `failed` once for a game and last. */
typedef struct RunnerEvents {
    void (*begun)(void *owner, int64_t game, const Referee *referee);
    void (*moved)(void *owner, int64_t game, const Referee *referee);
    void (*offered)(void *owner, int64_t game, Color color); /* a draw; NO_COLOR: not any more */
    /* Stopped games (GAME_STOPPED) included. */
    void (*over)(void *owner, int64_t game, const Referee *referee);
    /* It could not even be begun. */
    void (*failed)(void *owner, int64_t game, const char *sentence);
} RunnerEvents;

typedef struct Runner Runner;

Runner *runner_open(bool sandbox, const RunnerEvents *events, void *owner, Error *error);
/* Stops all games, waits for their players' ends and frees the runner. NULL is allowed. */
void runner_close(Runner *runner);

void runner_start(Runner *runner, const GameOrder *order);

typedef enum PersonVerdict {
    PERSON_DONE,
    PERSON_NO_GAME,
    PERSON_NOT_BEGUN, /* a player is still getting ready */
    PERSON_NOT_NOW,
    PERSON_WRONG
} PersonVerdict;

/* A move in UCI or SAN. PERSON_NOT_NOW: it is not that colour's turn; PERSON_WRONG: no legal move, *error says why. */
PersonVerdict runner_move(Runner *runner, int64_t game, Color color, const char *text, Error *error);
PersonVerdict runner_resign(Runner *runner, int64_t game, Color color);
/* Offers a draw, or agrees to the one that is offered; a move withdraws. */
PersonVerdict runner_draw(Runner *runner, int64_t game, Color color);
/* Takes one's offer of a draw back, or declines the other's. PERSON_NOT_NOW: there is none. */
PersonVerdict runner_no_draw(Runner *runner, int64_t game, Color color);
/* Ends a game without a result. */
void runner_stop(Runner *runner, int64_t game);

#endif
