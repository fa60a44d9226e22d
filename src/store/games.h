/*
 * Games: waiting, running, finished. A game is finished in one transaction with its moves, logs, ratings and standings,
 * and only once; until then it is one that must be played (again).
 */
#ifndef ROOKERY_STORE_GAMES_H
#define ROOKERY_STORE_GAMES_H

#include "store/ratings.h"
#include "store/store.h"

enum { GAME_FEN_MAX = 3072, GAME_CLOCK_MAX = 63, GAME_WORD_MAX = 23 };

typedef struct StoredGame {
    int64_t id;
    char status[GAME_WORD_MAX + 1]; /* queued, running, finished, aborted */
    char origin[GAME_WORD_MAX + 1]; /* league, challenge, tournament */
    int64_t tournament;             /* 0: none */
    int64_t round, board;           /* 0: none */
    char variant[GAME_WORD_MAX + 1];
    char start_fen[GAME_FEN_MAX + 1]; /* "": the variant's own */
    char clock[GAME_CLOCK_MAX + 1];
    bool rated;
    int64_t white, black; /* players */
    int64_t created_by;   /* account, 0: nobody */
    int64_t starts;
} StoredGame;

/* Adds a queued game: everything but id, status and starts is taken from *game, and id is filled in. */
bool game_add(Store *store, StoredGame *game, int64_t now);
bool game_get(Store *store, int64_t id, StoredGame *game);
/* The next game to begin: those of people first, then challenges, then by age; games of a paused tournament wait. False
 * when there is none.
 */
bool game_next(Store *store, StoredGame *game);
/* queued -> running. False when it was not queued, or on failure. */
bool game_begin(Store *store, int64_t id, int64_t now);
/* running -> queued: it will be begun again. */
bool game_requeue(Store *store, int64_t id);
/* The same for all that were running when the program ended. */
bool game_requeue_all(Store *store);
/* queued or running -> aborted, with a sentence. */
bool game_abort(Store *store, int64_t id, const char *reason, int64_t now);

typedef struct StoredMove {
    char uci[8];
    bool opening;                /* made by nobody: nothing of what follows */
    int64_t elapsed, clock_left; /* microseconds */
    bool has_score, mate;
    int64_t score, depth, nodes;
    int64_t memory; /* bytes; 0: not measured */
} StoredMove;

typedef struct FinishedGame {
    int64_t id;
    const char *result;   /* 1-0, 0-1, 1/2-1/2, * */
    bool counts;          /* for ratings, if the game is rated; for standings every result does */
    const char *ended_by; /* in a word */
    const char *reason;
    const StoredMove *moves;
    size_t move_count, opening_plies;
    int64_t duration;
    int64_t cpu_time[2], memory[2];
    const void *logs[2];
    size_t log_lengths[2];
} FinishedGame;

/* A game of a tournament that will not be played: it is finished, counts for the standings and not for ratings. Nothing
 * happens unless it is queued. To be called in a transaction. */
bool game_forfeit(Store *store, const StoredGame *game, bool white_loses, const char *reason, int64_t now);

/* Notes a move of a running game of people, so that it can go on after an interruption. Others are played again. */
bool game_add_move(Store *store, int64_t id, int64_t ply, const StoredMove *move);

/* Finishes a running game. False on failure; *done says whether it was this call that finished it. */
bool game_finish(Store *store, const FinishedGame *finished, const RatingRule *rule, int64_t now, bool *done);

typedef struct GameFilter {
    const char *status;  /* NULL: finished */
    int64_t bot;         /* 0: all; else games of all versions of this bot */
    int64_t player;      /* 0: all */
    int64_t tournament;  /* 0: all */
    const char *variant; /* NULL: all */
    int64_t before;      /* games with a smaller id; 0: from the newest */
    int64_t limit;
} GameFilter;

/* The newest first. Columns: see GAME_COLUMN_. */
Query *game_list(Store *store, const GameFilter *filter);
/* The same columns for one game. */
Query *game_row(Store *store, int64_t id);
enum {
    GAME_COLUMN_ID,
    GAME_COLUMN_STATUS,
    GAME_COLUMN_ORIGIN,
    GAME_COLUMN_TOURNAMENT,
    GAME_COLUMN_VARIANT,
    GAME_COLUMN_START_FEN,
    GAME_COLUMN_CLOCK,
    GAME_COLUMN_RATED,
    GAME_COLUMN_CREATED_AT,
    GAME_COLUMN_STARTED_AT,
    GAME_COLUMN_FINISHED_AT,
    GAME_COLUMN_RESULT,
    GAME_COLUMN_COUNTED,
    GAME_COLUMN_ENDED_BY,
    GAME_COLUMN_REASON,
    GAME_COLUMN_DURATION,
    GAME_COLUMN_OPENING,
    GAME_COLUMN_WHITE, /* and so for Black, GAME_COLUMNS_OF_PLAYER later */
    GAME_COLUMN_WHITE_KIND,
    GAME_COLUMN_WHITE_NAME,
    GAME_COLUMN_WHITE_VERSION,
    GAME_COLUMN_WHITE_BEFORE, /* rating before and after; NULL if the game did not count */
    GAME_COLUMN_WHITE_AFTER,
    GAME_COLUMN_WHITE_CPU,
    GAME_COLUMN_WHITE_MEMORY,
    GAME_COLUMN_BLACK,
    GAME_COLUMNS_OF_PLAYER = GAME_COLUMN_BLACK - GAME_COLUMN_WHITE
};
/* Columns: uci, elapsed_us, clock_us, score, mate, depth, nodes, memory (NULL or 0: not measured). */
Query *game_moves(Store *store, int64_t id);
/* The log of one side; NULL when there is none. To be freed. */
char *game_log(Store *store, int64_t id, bool white, size_t *length);

typedef struct SeatedPlayer {
    int64_t id;
    char kind[GAME_WORD_MAX + 1]; /* person, guest, bot, engine */
    char name[64];
    int64_t account; /* of a person or guest, or the owner of a bot; 0: nobody */
    int64_t version; /* of a bot; 0: none */
    int64_t bot;
    int64_t level;     /* of the engine, 0: full strength */
    char language[16]; /* of a bot */
} SeatedPlayer;

bool player_get(Store *store, int64_t id, SeatedPlayer *player);
/* The engine at a level (0: full strength), added when it is not there yet. */
int64_t player_of_engine(Store *store, int64_t level, const char *name);
/* Bots that take part in the league, by their newest accepted version. Columns: player, rated games in the variant,
 * rating (NULL: none yet), last opponent (0: none), account. */
Query *league_players(Store *store, const char *variant);

#endif
