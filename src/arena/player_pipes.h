/*
 * The four descriptors of a player's process and what they do to its state. Private to player.c and player_pipes.c.
 */
#ifndef ROOKERY_ARENA_PLAYER_PIPES_H
#define ROOKERY_ARENA_PLAYER_PIPES_H

#include "arena/handshake.h"
#include "arena/player.h"
#include "base/lines.h"
#include "base/text.h"

typedef enum PlayerState {
    PLAYER_STARTING,  /* waits for uciok */
    PLAYER_IDLE,      /* nothing asked, nothing owed */
    PLAYER_PREPARING, /* waits for readyok */
    PLAYER_READY,     /* for player_go() */
    PLAYER_THINKING,  /* waits for bestmove */
    PLAYER_ABANDONED, /* waits for a bestmove that nobody wants */
    PLAYER_GONE,      /* has a fault */
} PlayerState;

/* How much may come at once and how fast it may go on coming. */
typedef struct Allowance {
    int64_t left; /* bytes */
    int64_t since;
} Allowance;

struct Player {
    Loop *loop;
    const PlayerSpec *spec;
    Process *process;
    const PlayerEvents *events;
    void *owner;

    PlayerState state;
    bool prepare_wanted; /* player_prepare() came while it could not be sent yet */
    bool frozen;
    Handshake handshake;
    int64_t go_moment;
    SearchInfo info;

    LineReader lines;
    char last_line[PLAYER_LAST_LINE_MAX];
    Text out; /* what is still to be written, from out_sent */
    size_t out_sent;
    Tail log;
    Allowance out_allowance, log_allowance;
    unsigned warnings;

    Watch in_watch, out_watch, log_watch, end_watch;
    Timer limit_timer;  /* of the answer that is owed: uciok, readyok, a dropped bestmove, the end */
    Timer check_timer;  /* resource limits that nobody else looks after */
    Timer log_timer;    /* until the log may be read on */
    Timer notify_timer; /* tells of the fault outside of any other call */

    PlayerFault fault;
    char fault_text[PLAYER_FAULT_MAX];
    void (*gone)(void *owner); /* set by player_dismiss() */
    void *gone_owner;
    bool dismissed;
};

/* Watches the process's descriptors. False with errno. */
bool pipes_open(Player *player);
void pipes_close(Player *player);
/* Queues text and writes as much as the pipe takes. */
void pipes_send(Player *player, const char *text);
void pipes_freeze(Player *player);
void pipes_thaw(Player *player);
/* Reads what is there of the log now. */
void pipes_drain_log(Player *player);

/* Provided by player.c: a line has come; the process has ended; a fault. */
void player_take_line(Player *player, const char *line);
void player_take_end(Player *player);
void player_fail(Player *player, PlayerFault fault, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
