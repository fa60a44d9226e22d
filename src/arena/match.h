/*
 * A match: many games between two or more players, several at once, until all are played or a test is decided.
 *
 * It starts players and hands them to referees, keeps engines alive from game to game (bots are started anew for every
 * game), counts, and copes with whatever happens: a player that crashes loses that game and is started again; one that
 * does not start three times in a row plays no more. Writing games down, showing and stopping is up to the owner, who
 * is told of everything and drives the loop.
 */
#ifndef ROOKERY_ARENA_MATCH_H
#define ROOKERY_ARENA_MATCH_H

#include "arena/openings.h"
#include "arena/referee.h"
#include "arena/table.h"

typedef struct Entrant {
    PlayerSpec spec;
    TimeControl control;
} Entrant;

typedef struct MatchPlan {
    const Entrant *entrants;
    size_t entrant_count; /* at least 2 */
    bool gauntlet;        /* the first against all others instead of all against all */
    Variant variant;
    unsigned long games; /* per pairing; 0: until the test is decided */
    const Openings *openings;
    unsigned concurrency; /* games at once, at least 1 */
    AdjudicationRules rules;
    const Sprt *sprt; /* NULL: no test; with one there are two entrants */
} MatchPlan;

typedef enum MatchEnd {
    MATCH_RUNNING,
    MATCH_PLAYED, /* all games */
    MATCH_H0,     /* the test was decided */
    MATCH_H1,
    MATCH_STOPPED,    /* by match_stop() */
    MATCH_UNPLAYABLE, /* a player could not be made to play all its games */
} MatchEnd;

typedef struct Match Match;

/* Events come from within loop_turn(). `notice` tells of something noteworthy in one sentence. Any may be NULL. */
typedef struct MatchEvents {
    void (*begun)(void *owner, const Referee *referee); /* both players are ready */
    void (*moved)(void *owner, const Referee *referee);
    void (*game_over)(void *owner, const Referee *referee);
    void (*notice)(void *owner, const char *sentence);
} MatchEvents;

enum { STARTS_TRIED = 3 };

/* The plan must outlive the match. NULL and *error when memory runs out. */
Match *match_open(Loop *loop, const MatchPlan *plan, const MatchEvents *events, void *owner, Error *error);
/* Counts a game that was played in an earlier run; it will not be played again. Before match_start() only. */
bool match_credit(Match *match, const GameSummary *summary);
/* Starts the first games; run the loop until match_end() is no longer MATCH_RUNNING. */
void match_start(Match *match);
/* Ends all games that are running, without results, and starts no more. The match is over within a second. */
void match_stop(Match *match);
MatchEnd match_end(const Match *match);
const Table *match_table(const Match *match);
const MatchPlan *match_plan(const Match *match);
/* Frees the match; if it is not over, kills all its players. */
void match_close(Match *match);

#endif
