/*
 * Rookery's engine as a library: a searcher for every variant of rookery/chess.h.
 *
 * An Engine holds its settings, what it remembers between searches, and a game. engine_search() blocks until it has
 * decided; engine_stop() and engine_ponder_hit() may be called from any other thread meanwhile, everything else only
 * between searches. Several engines may live in one process. Scores are centipawns from the side to move's point of
 * view.
 */
#ifndef ROOKERY_ENGINE_H
#define ROOKERY_ENGINE_H

#include "rookery/chess.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Engine Engine;

enum { ENGINE_HASH_MB_DEFAULT = 16, ENGINE_THREADS_MAX = 256, ENGINE_MULTIPV_MAX = 256, ENGINE_PV_MAX = 128 };
enum { ENGINE_LEVEL_MIN = 200, ENGINE_LEVEL_MAX = 3200 };

/* What ends a search. Zero-initialise with engine_limits_none(). */
typedef struct EngineLimits {
    int depth;           /* plies; 0: no limit */
    uint64_t nodes;      /* 0: no limit; exact with one thread */
    int64_t movetime_ms; /* -1: none */
    bool has_clock[2];   /* by colour: the fields below hold */
    int64_t time_ms[2];  /* left on the clock, possibly negative */
    int64_t increment_ms[2];
    int moves_to_go;   /* until more time is given; 0: the time is for the rest of the game */
    int mate;          /* moves: stop when a mate in so many is found; 0: no */
    bool infinite;     /* only engine_stop() ends it */
    bool ponder;       /* the opponent is to move: no end before engine_ponder_hit() or engine_stop() */
    const Move *moves; /* consider these only; NULL: all. Borrowed during the search */
    size_t move_count;
} EngineLimits;

typedef enum EngineBound { ENGINE_EXACT, ENGINE_AT_LEAST, ENGINE_AT_MOST } EngineBound;

/* A score: mate_in != 0 or is_mate: the side to move mates in so many moves (negative: is mated; 0 with is_mate: it
 * is over). */
typedef struct EngineScore {
    int centipawns;
    bool is_mate;
    int mate_in;
    EngineBound bound;
} EngineScore;

/* News of a search: a line, or with pv_length 0 only counters. */
typedef struct EngineInfo {
    int depth, seldepth;
    int multipv; /* 1 for the best line */
    EngineScore score;
    int win, draw, loss; /* permille */
    uint64_t nodes, nps, tablebase_hits;
    int64_t time_ms;
    int hashfull;   /* permille */
    const Move *pv; /* borrowed until the callback returns */
    size_t pv_length;
} EngineInfo;

typedef void EngineInfoFn(void *context, const EngineInfo *info);

typedef struct EngineResult {
    Move best;   /* MOVE_NONE when there is no legal move */
    Move ponder; /* the expected answer, or MOVE_NONE */
    EngineScore score;
    int depth;
    uint64_t nodes;
} EngineResult;

/* NULL with the error filled in when there is not enough memory. hash_mb 0 means the default. */
Engine *engine_create(size_t hash_mb, int threads, Error *error);
void engine_destroy(Engine *engine);

/* On failure the engine stays as it was. */
bool engine_set_hash(Engine *engine, size_t megabytes, Error *error);
bool engine_set_threads(Engine *engine, int threads, Error *error);
void engine_set_multipv(Engine *engine, int lines);
/* Milliseconds kept back of every move for the way to the clock. */
void engine_set_overhead(Engine *engine, int milliseconds);
/* Plays like a person of that rating, in the way that the seed decides: call it before every game, with another seed
 * each time for varied games. 0 or ENGINE_LEVEL_MAX: as well as it can. Forgets everything learnt. */
void engine_set_level(Engine *engine, int rating, uint64_t seed);
/* The network of a file judges positions of the variant that it was made for from now on (one of standard chess those
 * of chess960 too), instead of the one that the library may carry; the WebAssembly module carries none. NULL: no
 * network judges any. On failure, where no network knows such positions, and below full strength the hand-made
 * evaluation judges. */
bool engine_set_network(Engine *engine, const char *path, Error *error);
/* The networks that the library carries judge again. */
void engine_use_builtin_networks(Engine *engine);
/* engine_set_network() from the bytes of such a file, which are copied; `name` is for the error's sentence. */
bool engine_set_network_bytes(Engine *engine, const void *bytes, size_t size, const char *name, Error *error);
/* Opens the Syzygy tables in the folders of the path, ':' between; NULL or "" closes them. They serve all engines of
 * the process. */
bool engine_open_tablebases(const char *path, Error *error);
/* Tables are asked in nodes of at least this depth (1 normally) with at most so many men (7 normally; 0: never). */
void engine_set_probing(Engine *engine, int depth, int men);
/* Forgets everything learnt: a new game. */
void engine_clear(Engine *engine);

/* Copies what it needs of the game: the present position and what can repeat. */
void engine_set_game(Engine *engine, const Game *game);

EngineLimits engine_limits_none(void);
/* Searches the game's present position. info may be NULL. */
EngineResult engine_search(Engine *engine, const EngineLimits *limits, EngineInfoFn *info, void *context);
/* Ends the search under way, or the next one at once if none is; engine_prepare() takes that back. */
void engine_stop(Engine *engine);
/* The opponent has played the expected move: the clock runs. */
void engine_ponder_hit(Engine *engine);
/* Call before engine_search() in the thread that may also call engine_stop(), so that no stop is lost or stale. The
 * time of the search counts from here. */
void engine_prepare(Engine *engine, bool ponder);

/* What a search would think of a position without looking ahead, for the side to move. Between searches only. */
int engine_evaluate(Engine *engine, const Position *position);
/* Win, draw and loss chances in permille for a score of the side to move. */
void engine_chances(int centipawns, int *win, int *draw, int *loss);

#ifdef __cplusplus
}
#endif

#endif
