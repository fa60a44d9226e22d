#include "arena/referee.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "base/text.h"

enum {
    LATE_PATIENCE = 1000 * 1000, /* how long a flagged player is listened to, to tell by how much it was late */
    SCORE_LIMIT = 30000,         /* centipawns; scores of mates and absurd ones are cut to this */
    FEN_SHOWN = 300,             /* bytes of a FEN in a reason */
};

typedef enum Phase { PREPARING, PLAYING, LATE, OVER } Phase;

typedef struct Side {
    Referee *referee;
    Color color;
    Player *player;
    bool ready;
    Clock clock;
    unsigned old_warnings; /* of earlier games of this player, as is the next */
    uint64_t old_cpu_time;
    char last_answer[MOVE_WORD_MAX];
    size_t last_ply; /* at which that answer was given */
} Side;

struct Referee {
    Loop *loop;
    const RefereeEvents *events;
    void *owner;
    const AdjudicationRules *rules;
    GameRecord record;
    Adjudicator adjudicator;
    Phase phase;
    Side sides[2];
    int64_t begun;
    Timer limit_timer, slow_timer, over_timer;
    Text lines; /* scratch for what is sent */
};

static const Position *present(const Referee *referee) {
    return game_position(&referee->record.game);
}

static Side *mover(Referee *referee) {
    return &referee->sides[present(referee)->side];
}

static const char *name_of(const Referee *referee, Color color) {
    return referee->record.names[color];
}

/* ---- The end -------------------------------------------------------------------------------------------- */

static void on_over(void *owner) {
    Referee *referee = owner;
    referee->events->over(referee->owner);
}

static void finish(Referee *referee, GameEnd end, Color winner, bool has_result, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Completes the record. The owner is told outside of whatever is going on now. */
static void finish(Referee *referee, GameEnd end, Color winner, bool has_result, const char *format, ...) {
    GameRecord *record = &referee->record;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(record->reason, REASON_MAX, format, arguments);
    va_end(arguments);
    record->end = end;
    record->ending = game_end_name(end);
    record->winner = winner;
    record->has_result = has_result;
    record->rated = has_result && end != GAME_NOT_STARTED;
    record->ended = time(NULL);
    record->duration = referee->begun != 0 ? monotonic_us() - referee->begun : 0;
    referee->phase = OVER;
    loop_cancel_timer(referee->loop, &referee->limit_timer);
    loop_cancel_timer(referee->loop, &referee->slow_timer);
    for (Color color = WHITE; color <= BLACK; color++) {
        Side *side = &referee->sides[color];
        player_listen(side->player, NULL, NULL);
        player_abandon(side->player);
        record->warnings[color] += player_warnings(side->player) - side->old_warnings;
        record->cpu_time[color] = (int64_t)(player_cpu_time(side->player) - side->old_cpu_time);
        record->peak_memory[color] = player_peak_memory(side->player);
    }
    loop_set_timer(referee->loop, &referee->over_timer, loop_now(referee->loop), on_over, referee);
}

/* "after move 31", by the mover's own count in the PGN. */
static const char *after_move(const Referee *referee, Color color, char out[48]) {
    const Position *position = present(referee);
    bool waiting = position->side != color;
    unsigned long played = position->fullmove_number - (waiting && color == BLACK) - (!waiting);
    if (played == 0 || record_plies(&referee->record) < (waiting ? 1 : 2))
        snprintf(out, 48, "on its first move");
    else
        snprintf(out, 48, "after move %lu", played);
    return out;
}

static void lose_by_fault(Referee *referee, Color color, GameEnd end, const char *sentence) {
    referee->record.culprit = color;
    bool decided = end != GAME_NOT_STARTED || player_spec(referee->sides[color].player)->is_bot;
    finish(referee, end, decided ? !color : NO_COLOR, decided, "%s", sentence);
}

static void end_by_outcome(Referee *referee, Outcome outcome) {
    const char *reason = outcome_reason(outcome, referee->record.variant);
    if (outcome.winner == NO_COLOR)
        finish(referee, GAME_RULES, NO_COLOR, true, "Draw: %s", reason);
    else
        finish(referee, GAME_RULES, outcome.winner, true, "%s wins: %s", name_of(referee, outcome.winner), reason);
    referee->record.ending = reason;
}

/* The end by the rules, claims made on the spot included. */
static Outcome judge(const Referee *referee) {
    Outcome outcome = position_outcome(present(referee));
    if (outcome.termination != TERMINATION_NONE)
        return outcome;
    if (game_is_repetition(&referee->record.game, 3))
        return (Outcome){TERMINATION_THREEFOLD_REPETITION, NO_COLOR};
    if (position_is_halfmoves(present(referee), 100))
        return (Outcome){TERMINATION_FIFTY_MOVES, NO_COLOR};
    return outcome;
}

/* ---- Time ----------------------------------------------------------------------------------------------- */

static double seconds(int64_t microseconds) {
    return (double)microseconds / MICROSECONDS_PER_SECOND;
}

/* A flagged player has answered after `elapsed`, or is still thinking. */
static void lose_on_time(Referee *referee, Side *side, int64_t elapsed, bool answered) {
    char when[48], what[160];
    const char *name = name_of(referee, side->color), *opponent = name_of(referee, !side->color);
    int64_t nominal = clock_nominal(&side->clock), limit = clock_limit(&side->clock);
    after_move(referee, side->color, when);
    if (answered)
        snprintf(what, sizeof what, "%.*f s over %s", elapsed - nominal < 100000 ? 3 : 1, seconds(elapsed - nominal),
                 when);
    else
        snprintf(what, sizeof what, "no move even %.1f s later, %s", seconds(elapsed - nominal), when);
    int length = (int)strlen(what);
    snprintf(what + length, sizeof what - (size_t)length, " (measured %.3f s, limit %.3f s, margin %.3f s)",
             seconds(elapsed), seconds(nominal), seconds(limit - nominal));
    clock_spend(&side->clock, limit + 1); /* the clock shows 0 */
    referee->record.culprit = side->color;
    if (position_has_insufficient_material(present(referee), !side->color))
        finish(referee, GAME_TIME, NO_COLOR, true,
               "Draw: %s overstepped its time, %s, but %s has not enough material to win", name, what, opponent);
    else
        finish(referee, GAME_TIME, !side->color, true, "%s lost on time: %s", name, what);
}

static void on_late_patience_over(void *owner) {
    Referee *referee = owner;
    Side *side = mover(referee);
    lose_on_time(referee, side, loop_now(referee->loop) - player_go_moment(side->player), false);
}

static void copy_printable(const char *text, char *out, size_t size) {
    size_t length = 0;
    for (; *text != '\0' && length + 1 < size; text++)
        out[length++] = isprint((unsigned char)*text) ? *text : '?';
    out[length] = '\0';
}

static void lose_by_hanging(Referee *referee, Side *side) {
    char sentence[REASON_MAX], line[PLAYER_LAST_LINE_MAX], when[48];
    copy_printable(player_last_line(side->player), line, sizeof line);
    snprintf(sentence, sizeof sentence, "%s hung %s: no move within %.3g s; its last line was \"%s\"",
             name_of(referee, side->color), after_move(referee, side->color, when),
             seconds(side->clock.control->watchdog), line);
    lose_by_fault(referee, side->color, GAME_HUNG, sentence);
}

/* The time is over and no answer has come. */
static void on_limit(void *owner) {
    Referee *referee = owner;
    Side *side = mover(referee);
    if (!time_control_is_timed(side->clock.control)) {
        lose_by_hanging(referee, side);
        return;
    }
    referee->phase = LATE;
    loop_set_timer(referee->loop, &referee->limit_timer, loop_now(referee->loop) + LATE_PATIENCE, on_late_patience_over,
                   referee);
}

static void on_slow(void *owner) {
    Referee *referee = owner;
    if (referee->events->slow != NULL)
        referee->events->slow(referee->owner, present(referee)->side);
}

/* ---- Turns ---------------------------------------------------------------------------------------------- */

static void ask(Referee *referee) {
    Side *side = mover(referee);
    text_clear(&referee->lines);
    record_write_position(&referee->record, referee->record.game.ply, &referee->lines);
    text_append_char(&referee->lines, '\n');
    clock_write_go(&side->clock, &referee->sides[WHITE].clock, &referee->sides[BLACK].clock, &referee->lines);
    text_append_char(&referee->lines, '\n');
    if (referee->lines.failed) {
        finish(referee, GAME_STOPPED, NO_COLOR, false, "The arbiter ran out of memory");
        return;
    }
    player_go(side->player, referee->lines.data);
    int64_t from = player_go_moment(side->player);
    loop_set_timer(referee->loop, &referee->limit_timer, from + clock_limit(&side->clock), on_limit, referee);
    if (!time_control_is_timed(side->clock.control))
        loop_set_timer(referee->loop, &referee->slow_timer, from + SLOW_NOTICE, on_slow, referee);
}

static void next_turn(Referee *referee) {
    Outcome outcome = judge(referee);
    if (outcome.termination != TERMINATION_NONE)
        end_by_outcome(referee, outcome);
    else
        ask(referee);
}

static int clamp_score(const SearchInfo *info) {
    if (info->mate)
        return info->score > 0 ? SCORE_LIMIT : -SCORE_LIMIT;
    return info->score > SCORE_LIMIT ? SCORE_LIMIT : info->score < -SCORE_LIMIT ? -SCORE_LIMIT : info->score;
}

/* True when the game was ended. */
static bool adjudicate(Referee *referee, Color color, bool zeroing, const SearchInfo *info) {
    Color winner = NO_COLOR;
    Adjudication verdict = adjudicator_add(&referee->adjudicator, referee->rules, color, zeroing, info->has_score,
                                           clamp_score(info), &winner);
    if (verdict == ADJUDICATION_NONE || judge(referee).termination != TERMINATION_NONE)
        return false;
    if (verdict == ADJUDICATION_RESIGN)
        finish(referee, GAME_ADJUDICATED, winner, true, "%s wins by adjudication: both players see it winning",
               name_of(referee, winner));
    else
        finish(referee, GAME_ADJUDICATED, NO_COLOR, true, "Draw by adjudication: %s",
               verdict == ADJUDICATION_DRAW ? "both players see an even game" : "the move limit was reached");
    return true;
}

/* Counts a principal variation that cannot be played; it decides nothing. */
static void check_variation(Referee *referee, Side *side) {
    Position position = *present(referee);
    const char *at = player_info(side->player)->pv;
    char word[MOVE_WORD_MAX];
    while (*(at += strspn(at, " \t")) != '\0') {
        Move move;
        uci_read_move_word(at, word);
        if (uci_parse_move(&position, word, &move, NULL) != MOVE_TEXT_OK) {
            referee->record.warnings[side->color]++;
            return;
        }
        position_play(&position, move, &position);
        at += strcspn(at, " \t");
    }
}

static void lose_by_illegal_move(Referee *referee, Side *side, const char *answer, const char *why) {
    char sentence[REASON_MAX], text[MOVE_WORD_MAX], fen[FEN_MAX];
    const Game *game = &referee->record.game;
    copy_printable(answer, text, sizeof text);
    position_to_fen(present(referee), FEN_DEFAULT, fen);
    int length =
        snprintf(sentence, sizeof sentence, "%s lost by an illegal move: %s played \"%s\" on ply %zu in \"%.*s\" (%s)",
                 name_of(referee, side->color), side->color == WHITE ? "White" : "Black",
                 text[0] != '\0' ? text : "no move", game->ply + 1, FEN_SHOWN, fen, why);
    if (length < (int)sizeof sentence && answer[0] != '\0' && strcmp(answer, side->last_answer) == 0) {
        position_to_fen(&game->positions[side->last_ply], FEN_DEFAULT, fen);
        snprintf(sentence + length, sizeof sentence - (size_t)length,
                 "; it repeats its answer on ply %zu to \"%.*s\", though the new position had been sent",
                 side->last_ply + 1, FEN_SHOWN, fen);
    }
    lose_by_fault(referee, side->color, GAME_ILLEGAL, sentence);
}

static void play(Referee *referee, Side *side, Move move, int64_t elapsed) {
    const SearchInfo *info = player_info(side->player);
    bool zeroing = position_is_zeroing(present(referee), move);
    MoveNote note = {
        .elapsed = elapsed,
        .clock_left = side->clock.left,
        .has_score = info->has_score,
        .mate = info->mate,
        .score = info->mate ? info->score : clamp_score(info),
        .depth = info->depth,
        .nodes = info->nodes,
        .memory = player_spec(side->player)->is_bot ? player_peak_memory(side->player) : 0,
    };
    check_variation(referee, side);
    if (!record_add_move(&referee->record, move, &note)) {
        finish(referee, GAME_STOPPED, NO_COLOR, false, "The arbiter ran out of memory");
        return;
    }
    if (referee->events->moved != NULL)
        referee->events->moved(referee->owner);
    if (!adjudicate(referee, side->color, zeroing, info))
        next_turn(referee);
}

/* ---- What the players say ------------------------------------------------------------------------------- */

static void on_ready(void *owner) {
    Side *side = owner;
    Referee *referee = side->referee;
    side->ready = true;
    if (!referee->sides[!side->color].ready)
        return;
    referee->phase = PLAYING;
    referee->begun = monotonic_us();
    if (referee->events->begun != NULL)
        referee->events->begun(referee->owner);
    next_turn(referee);
}

static void on_moved(void *owner, const char *answer, int64_t elapsed) {
    Side *side = owner;
    Referee *referee = side->referee;
    bool was_late = referee->phase == LATE;
    loop_cancel_timer(referee->loop, &referee->limit_timer);
    loop_cancel_timer(referee->loop, &referee->slow_timer);
    if (was_late || (elapsed > clock_limit(&side->clock) && time_control_is_timed(side->clock.control))) {
        lose_on_time(referee, side, elapsed, true);
        return;
    }
    Move move = MOVE_NONE;
    MoveTextResult result = uci_parse_move(present(referee), answer, &move, NULL);
    if (result != MOVE_TEXT_OK || move == MOVE_NULL) {
        lose_by_illegal_move(referee, side, answer,
                             result == MOVE_TEXT_INVALID ? "not a move in UCI notation" : "not a legal move");
        return;
    }
    clock_spend(&side->clock, elapsed);
    memcpy(side->last_answer, answer, strlen(answer) + 1); /* a legal move is short */
    side->last_ply = referee->record.game.ply;
    play(referee, side, move, elapsed);
}

static GameEnd end_of_fault(PlayerFault fault) {
    switch (fault) {
    case PLAYER_CANNOT_PLAY:
    case PLAYER_NOT_STARTED:
        return GAME_NOT_STARTED;
    case PLAYER_FLOODED:
        return GAME_FLOODED;
    case PLAYER_HUNG:
        return GAME_HUNG;
    default:
        return GAME_CRASHED;
    }
}

static void on_failed(void *owner) {
    Side *side = owner;
    Referee *referee = side->referee;
    GameEnd end = end_of_fault(player_fault(side->player));
    char sentence[REASON_MAX], when[48] = "";
    if (referee->phase != PREPARING)
        after_move(referee, side->color, when);
    snprintf(sentence, sizeof sentence, "%s %s%s%s", name_of(referee, side->color), player_fault_text(side->player),
             when[0] != '\0' ? ", " : "", when);
    lose_by_fault(referee, side->color, end, sentence);
}

static const PlayerEvents player_events = {.ready = on_ready, .moved = on_moved, .failed = on_failed};

/* ---- Opening and closing -------------------------------------------------------------------------------- */

static void take_side(Referee *referee, Color color, Player *player) {
    Side *side = &referee->sides[color];
    *side = (Side){.referee = referee, .color = color, .player = player, .old_warnings = player_warnings(player)};
    side->old_cpu_time = player_cpu_time(player);
    clock_start(&side->clock, &referee->record.controls[color]);
    referee->record.names[color] = player_spec(player)->name;
    player_listen(player, &player_events, side);
    player_prepare(player);
}

/* The moves of an interrupted game, and what they took off the clocks. */
static bool play_again(Referee *referee, const GameSetup *setup) {
    for (size_t i = 0; i < setup->played_plies; i++) {
        Side *side = mover(referee);
        if (!record_add_move(&referee->record, setup->played[i], &setup->played_notes[i]))
            return false;
        clock_spend(&side->clock, setup->played_notes[i].elapsed);
    }
    return true;
}

Referee *referee_open(Loop *loop, const GameSetup *setup, Player *white, Player *black, const RefereeEvents *events,
                      void *owner) {
    Referee *referee = calloc(1, sizeof *referee);
    if (referee == NULL)
        return NULL;
    *referee = (Referee){.loop = loop, .events = events, .owner = owner, .rules = setup->rules};
    if (!record_open(&referee->record, setup->start, setup->opening, setup->opening_plies)) {
        free(referee);
        return NULL;
    }
    text_init(&referee->lines);
    GameRecord *record = &referee->record;
    record->number = setup->number;
    record->round = setup->round;
    record->controls[WHITE] = *setup->controls[WHITE];
    record->controls[BLACK] = *setup->controls[BLACK];
    record->started = time(NULL);
    take_side(referee, WHITE, white);
    take_side(referee, BLACK, black);
    if (play_again(referee, setup))
        return referee;
    player_listen(white, NULL, NULL);
    player_listen(black, NULL, NULL);
    referee_close(referee);
    return NULL;
}

void referee_stop(Referee *referee) {
    if (referee->phase != OVER)
        finish(referee, GAME_STOPPED, NO_COLOR, false, "The match was stopped before the game was over");
}

void referee_resign(Referee *referee, Color color) {
    char when[48];
    if (referee->phase == PLAYING || referee->phase == LATE)
        finish(referee, GAME_RESIGNED, !color, true, "%s resigned %s", name_of(referee, color),
               after_move(referee, color, when));
}

void referee_agree_draw(Referee *referee) {
    if (referee->phase == PLAYING)
        finish(referee, GAME_AGREED, NO_COLOR, true, "Draw: both players agreed");
}

void referee_close(Referee *referee) {
    if (referee == NULL)
        return;
    loop_cancel_timer(referee->loop, &referee->limit_timer);
    loop_cancel_timer(referee->loop, &referee->slow_timer);
    loop_cancel_timer(referee->loop, &referee->over_timer);
    record_close(&referee->record);
    text_free(&referee->lines);
    free(referee);
}

const GameRecord *referee_record(const Referee *referee) {
    return &referee->record;
}

Player *referee_player(const Referee *referee, Color color) {
    return referee->sides[color].player;
}

Color referee_turn(const Referee *referee) {
    return referee->phase == PLAYING || referee->phase == LATE ? present(referee)->side : NO_COLOR;
}

const Clock *referee_clock(const Referee *referee, Color color) {
    return &referee->sides[color].clock;
}
