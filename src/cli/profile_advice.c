/*
 * What to fix first: sentences drawn from the numbers of a profile. Each rule says one thing or nothing; the first ones
 * lose games, the later ones time.
 */
#include <stdarg.h>
#include <string.h>

#include "arena/player.h"
#include "base/monotonic.h"
#include "cli/profile.h"

static const double EARLY_SHARE = 0.6;   /* of the clock, after EARLY_MOVES moves */
static const double MOVE_SHARE = 0.5;    /* of what was left, for one move */
static const double IDLE_SHARE = 0.05;   /* of the clock, when there is plenty left over */
static const double MEMORY_SHARE = 0.5;  /* of what a bot may have */
static const double LOADING_SHARE = 0.4; /* of the time a bot has for it */
static const double COPY_SHARE = 0.1;    /* of the time of the searches, as are the next */
static const double CALL_SHARE = 0.35;
enum {
    EARLY_MOVES = 10,
    IDLE_MOVES = 15,
    MOVE_WORTH_TELLING = MICROSECONDS_PER_SECOND / 4,
    CALLS_WORTH_TELLING = MICROSECONDS_PER_SECOND / 100
}; /* of all searches together */

static void say(Advice *advice, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(Advice *advice, const char *format, ...) {
    if (advice->count == ADVICE_MAX)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(advice->sentences[advice->count++], ADVICE_TEXT_MAX, format, arguments);
    va_end(arguments);
}

static double seconds(int64_t microseconds) {
    return (double)microseconds / MICROSECONDS_PER_SECOND;
}

static void look_at_end(const Profile *profile, Advice *advice) {
    if (!profile->at_fault)
        return;
    switch (profile->end) {
    case GAME_TIME:
        say(advice, "It lost on time: give a move a thirtieth of what is left, look at the clock every few dozen "
                    "positions, and keep a tenth of a second back.");
        break;
    case GAME_ILLEGAL:
        say(advice,
            profile->javascript
                ? "Its move was not legal: report one of board.moves(), and for every move() make an undo()."
                : "Its move was not legal: return one of board.legal_moves(), and for every push() make a pop().");
        break;
    case GAME_NOT_STARTED:
        if (profile->error[0] != '\0')
            say(advice, "It did not start: %s.", profile->error);
        else
            say(advice, "It did not start: what takes long when the file is loaded must go.");
        break;
    case GAME_FLOODED:
        say(advice, "It prints too much: print less.");
        break;
    case GAME_HUNG:
        say(advice, "It did not answer: without a clock, end the search after a number of positions or plies.");
        break;
    default:
        say(advice, "It crashed: %s.", profile->error[0] != '\0' ? profile->error : profile->reason);
    }
}

/* The move that took the largest part of what was left. A single move's own limit may be used up. */
static void look_at_moves(const Profile *profile, Advice *advice) {
    const ProfileMove *worst = NULL;
    double worst_share = MOVE_SHARE;
    for (size_t i = 0; i < profile->count && profile->control.base > 0; i++) {
        const ProfileMove *move = &profile->moves[i];
        double share = move->had > 0 ? (double)move->note.elapsed / (double)move->had : 0;
        if (share > worst_share && move->note.elapsed > MOVE_WORTH_TELLING) {
            worst = move;
            worst_share = share;
        }
    }
    if (worst != NULL)
        say(advice, "Move %lu took %.1f s of the %.1f s left: let no move take more than a fifth of what is left.",
            worst->number, seconds(worst->note.elapsed), seconds(worst->had));
}

static int64_t time_used(const Profile *profile, size_t moves) {
    int64_t used = 0;
    for (size_t i = 0; i < moves && i < profile->count; i++)
        used += profile->moves[i].note.elapsed;
    return used;
}

/* The part of its time that the bot used, 1 where there is no clock that runs through the game. */
static double used_share(const Profile *profile) {
    if (profile->control.base == 0 || profile->control.moves != 0)
        return 1;
    double all = (double)profile->control.base + (double)profile->count * (double)profile->control.increment;
    return (double)time_used(profile, profile->count) / all;
}

static void look_at_clock(const Profile *profile, Advice *advice) {
    if (profile->control.base == 0 || profile->control.moves != 0)
        return;
    double early = (double)time_used(profile, EARLY_MOVES) / (double)profile->control.base;
    double all = used_share(profile);
    if (early > EARLY_SHARE && profile->count > EARLY_MOVES)
        say(advice, "%.0f %% of the clock was gone after ten moves: use a smaller part for each, such as a thirtieth.",
            early < 1 ? 100 * early : 100.0);
    else if (all < IDLE_SHARE && profile->count >= IDLE_MOVES && !profile->at_fault)
        say(advice, "It used %.1f %% of its time: look deeper while there is time (iterative deepening).", 100 * all);
}

static void look_at_memory(const Profile *profile, Advice *advice) {
    unsigned long long most = 0;
    for (size_t i = 0; i < profile->count; i++)
        most = profile->moves[i].memory_kb > most ? profile->moves[i].memory_kb : most;
    if (profile->memory_limit > 0 && (double)most * 1024 > MEMORY_SHARE * (double)profile->memory_limit)
        say(advice,
            "Its memory grew to %llu of the %llu MB that a bot may have: clear tables before they get so large.",
            most / 1024, (unsigned long long)(profile->memory_limit >> 20));
}

static void look_at_loading(const Profile *profile, Advice *advice) {
    if ((double)profile->load_us > LOADING_SHARE * BOT_START_LIMIT)
        say(advice, "Loading took %.1f s of the %.0f s that a bot has for it: compute less when the file is loaded.",
            (double)profile->load_us / MICROSECONDS_PER_SECOND, (double)BOT_START_LIMIT / MICROSECONDS_PER_SECOND);
}

/* Copying is by several functions, so their shares are added up. */
static double copy_share(const Profile *profile) {
    double share = 0;
    for (size_t i = 0; i < profile->call_count; i++) {
        const char *name = profile->calls[i].name;
        if (strncmp(name, "board.copy()", 12) == 0 || strncmp(name, "board.__deepcopy__()", 20) == 0 ||
            strncmp(name, "board.__copy__()", 16) == 0)
            share += profile_share(profile, &profile->calls[i]);
    }
    return share;
}

static void look_at_calls(const Profile *profile, Advice *advice) {
    double copies = copy_share(profile);
    const ProfileCall *slowest = &profile->calls[0];
    if (profile->profiled_us < CALLS_WORTH_TELLING)
        return;
    if (copies > COPY_SHARE) {
        say(advice, "%.0f %% of the time is in board.copy(): push() the move and pop() it again instead.",
            100 * copies);
        return;
    }
    /* Speed is of no use to who does not use the time there is. */
    if (profile->call_count == 0 || profile_share(profile, slowest) < CALL_SHARE || used_share(profile) < IDLE_SHARE)
        return;
    double share = 100 * profile_share(profile, slowest);
    if (strstr(slowest->name, "()") != NULL)
        say(advice, "%.0f %% of the time is in %s, line %lu: call it less often, or keep what it said.", share,
            slowest->name, slowest->line);
    else
        say(advice, "%.0f %% of the time is in the code of %s, line %lu: every line saved there counts.", share,
            slowest->name, slowest->line);
}

/* Of a JavaScript bot. */
static void look_at_clones(const Profile *profile, Advice *advice) {
    enum { CLONES_A_MOVE = 10 };
    unsigned long long clones = 0;
    for (size_t i = 0; i < profile->count; i++)
        clones += profile->moves[i].copies;
    if (profile->ended > 0)
        say(advice,
            "%zu of its %zu moves had to be ended: look at Date.now() every few hundred positions and throw 'timeout'.",
            profile->ended, profile->count);
    if (profile->javascript && clones > CLONES_A_MOVE * (unsigned long long)profile->count)
        say(advice, "It takes %llu clones a move: one is enough, with move() and undo().",
            clones / (unsigned long long)profile->count);
}

void profile_advise(const Profile *profile, Advice *advice) {
    advice->count = 0;
    look_at_end(profile, advice);
    look_at_clones(profile, advice);
    look_at_moves(profile, advice);
    look_at_clock(profile, advice);
    look_at_memory(profile, advice);
    look_at_loading(profile, advice);
    look_at_calls(profile, advice);
    if (advice->count == 0)
        say(advice, "Nothing stands out.");
}
