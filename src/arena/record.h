/*
 * The record of one game as it was refereed: moves, times, evaluations, the result and the reason for it.
 *
 * The referee fills it in; match, PGN and JSON read it. It is complete without the players.
 */
#ifndef ROOKERY_ARENA_RECORD_H
#define ROOKERY_ARENA_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "arena/clock.h"
#include "base/text.h"
#include "rookery/chess.h"

typedef enum GameEnd {
    GAME_RUNNING,
    GAME_RULES,       /* checkmate, stalemate, a variant's end, a draw by rule */
    GAME_ADJUDICATED, /* draw, resignation or move limit, as asked for */
    GAME_RESIGNED,    /* a person gave up */
    GAME_AGREED,      /* a draw that both agreed on */
    GAME_TIME,        /* somebody lost on time */
    GAME_ILLEGAL,     /* an illegal move, or none */
    GAME_CRASHED,     /* a player's process ended, or broke a limit of its box, or closed its output */
    GAME_HUNG,        /* no answer where no clock decides */
    GAME_FLOODED,     /* too much output */
    GAME_NOT_STARTED, /* a player did not get ready; never a rated result */
    GAME_STOPPED,     /* by whoever runs the match; no result */
    GAME_END_COUNT
} GameEnd;

enum { REASON_MAX = 1024 };

typedef struct MoveNote {
    int64_t elapsed;    /* microseconds from `go` to `bestmove` */
    int64_t clock_left; /* after the move and its increment; 0 without a clock */
    bool has_score;
    bool mate; /* score counts moves to mate */
    int score; /* centipawns for the side that moved */
    unsigned depth;
    uint64_t nodes;
    uint64_t memory; /* the most that the mover's processes have held so far, in resident bytes; 0: not measured */
} MoveNote;

typedef struct GameRecord {
    unsigned long number; /* in the match, from 1 */
    unsigned long round;  /* number of the opening pair, from 1 */
    Variant variant;
    const char *names[2]; /* by Color; borrowed */
    TimeControl controls[2];

    Game game;
    size_t opening_plies; /* moves of the opening: made by nobody */
    MoveNote *notes;      /* of the move opening_plies + i */
    size_t note_capacity;

    GameEnd end;
    Color winner; /* NO_COLOR: a draw, or no result: see has_result */
    bool has_result;
    bool rated;              /* counts for points and ratings */
    Color culprit;           /* who lost by a fault of its own, else NO_COLOR */
    const char *ending;      /* the same in a few words, a static string: "checkmate", "time forfeit" */
    char reason[REASON_MAX]; /* a whole sentence without its full stop: "A wins by checkmate" */
    time_t started, ended;
    int64_t duration;        /* microseconds */
    int64_t cpu_time[2];     /* microseconds of processor time that each player used for the game */
    uint64_t peak_memory[2]; /* resident bytes of each player's processes so far; 0: unknown */
    unsigned warnings[2];    /* oddities that decided nothing: illegal principal variations, answers nobody asked for */
} GameRecord;

/* Starts from `start` with the opening moves. False when memory runs out. */
bool record_open(GameRecord *record, const Position *start, const Move *opening, size_t opening_plies);
void record_close(GameRecord *record);

/* Adds a legal move with its note. False when memory runs out. */
bool record_add_move(GameRecord *record, Move move, const MoveNote *note);

/* Moves that the players made themselves. */
static inline size_t record_plies(const GameRecord *record) {
    return record->game.ply - record->opening_plies;
}

/* Appends UCI's "position ..." as it was after so many plies: the start and all moves from there. */
void record_write_position(const GameRecord *record, size_t plies, Text *out);

/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *record_result(const GameRecord *record);
/* PGN's word for how the game ended: "normal", "adjudication", "time forfeit", "rules infraction", "abandoned" or
 * "unterminated". */
const char *record_termination(const GameRecord *record);
/* A word for machines and tables: "rules", "time forfeit", "illegal move", "crash", ... ; and back, GAME_END_COUNT if
 * there is no such word. */
const char *game_end_name(GameEnd end);
GameEnd game_end_by_name(const char *name);

#endif
