/*
 * One game: whose turn it is, the clocks, whether a move is legal, when it is over and who won and why.
 *
 * The referee keeps its own record and believes nothing else: positions sent to players are written from that record
 * every time, moves are checked against it, evaluations are annotation only. It never waits: it is driven by its two
 * players' events and by timers. Results, whoever asks for them, are in the GameRecord.
 *
 * Draws by threefold repetition and by fifty moves are claimed by the referee as soon as they have come about.
 * A player that oversteps its time loses; when the opponent's material can win no more (by the variant's rules:
 * position_has_insufficient_material()), the game is drawn instead.
 */
#ifndef ROOKERY_ARENA_REFEREE_H
#define ROOKERY_ARENA_REFEREE_H

#include "arena/adjudicate.h"
#include "arena/player.h"
#include "arena/record.h"

typedef struct GameSetup {
    unsigned long number, round; /* for the record */
    const Position *start;
    const Move *opening; /* legal moves from `start` */
    size_t opening_plies;
    const Move *played; /* a game that was interrupted goes on after these moves of the players, with what was noted */
    const MoveNote *played_notes;
    size_t played_plies;
    const TimeControl *controls[2];
    const AdjudicationRules *rules;
} GameSetup;

typedef struct Referee Referee;

/* Events may come from within loop_turn() only. */
typedef struct RefereeEvents {
    void (*begun)(void *owner);             /* both players are ready; may be NULL, as may `moved` and `slow` */
    void (*moved)(void *owner);             /* a legal move was played */
    void (*slow)(void *owner, Color color); /* no answer for SLOW_NOTICE where no clock decides */
    void (*over)(void *owner);              /* the record is complete, the players are free */
} RefereeEvents;

enum { SLOW_NOTICE = 30 * 1000 * 1000 };

/* Begins to prepare the players and to play. NULL when memory runs out. The setup's pointers are not kept, except for
 * the rules. */
Referee *referee_open(Loop *loop, const GameSetup *setup, Player *white, Player *black, const RefereeEvents *events,
                      void *owner);
/* A person gives up, or both agree on a draw. Nothing happens before the first turn and after the end. */
void referee_resign(Referee *referee, Color color);
void referee_agree_draw(Referee *referee);
/* Ends the game without a result; `over` is still called. */
void referee_stop(Referee *referee);
void referee_close(Referee *referee); /* NULL is allowed */

const GameRecord *referee_record(const Referee *referee);
Player *referee_player(const Referee *referee, Color color);
/* The side whose move is awaited, NO_COLOR before and after the game; since when (monotonic), and its clock. */
Color referee_turn(const Referee *referee);
const Clock *referee_clock(const Referee *referee, Color color);

#endif
