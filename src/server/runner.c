#include "server/runner.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "arena/launch.h"
#include "arena/loop.h"
#include "arena/player.h"
#include "base/error.h"

enum { ENGINE_PATIENCE = 500 * 1000 };

/* One game with all that must outlive its players. */
typedef struct Run {
    Runner *runner;
    int64_t game;
    GameOrder order;
    Launch launches[2];
    PlayerSpec specs[2];
    Player *players[2];
    unsigned present; /* players that still exist */
    Referee *referee;
    bool draw_offered[2];
    struct Run *next;
} Run;

/* Something that another thread wants done in the runner's, and waits for. */
typedef struct Call {
    void (*act)(Runner *runner, void *what);
    void *what;
    bool done;
    struct Call *next;
} Call;

struct Runner {
    const RunnerEvents *events;
    void *owner;
    bool sandbox;
    Loop *loop;
    Run *runs;
    pthread_t thread;
    bool stopping;
    Watch wake_watch;
    int wake_fd;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t answered;
    Call *calls, **last_call;
};

static const AdjudicationRules no_adjudication = {0};

/* ---- A game --------------------------------------------------------------------------------------------- */

static void free_run(Run *run) {
    Run **at = &run->runner->runs;
    while (*at != run)
        at = &(*at)->next;
    *at = run->next;
    launch_free(&run->launches[WHITE]);
    launch_free(&run->launches[BLACK]);
    free(run);
}

static void on_player_gone(void *owner) {
    Run *run = owner;
    if (--run->present == 0)
        free_run(run);
}

/* Lets the players go; the run is freed after the last. */
static void dismiss(Run *run) {
    referee_close(run->referee);
    run->referee = NULL;
    if (run->present == 0) {
        free_run(run);
        return;
    }
    for (Color color = WHITE; color <= BLACK; color++) {
        Player *player = run->players[color];
        run->players[color] = NULL;
        if (player != NULL)
            player_dismiss(player, run->specs[color].is_bot || run->runner->stopping ? 0 : ENGINE_PATIENCE,
                           on_player_gone, run);
    }
}

static void on_begun(void *owner) {
    Run *run = owner;
    run->runner->events->begun(run->runner->owner, run->game, run->referee);
}

static void on_moved(void *owner) {
    Run *run = owner;
    run->draw_offered[WHITE] = run->draw_offered[BLACK] = false;
    run->runner->events->moved(run->runner->owner, run->game, run->referee);
}

static void on_over(void *owner) {
    Run *run = owner;
    run->runner->events->over(run->runner->owner, run->game, run->referee);
    dismiss(run);
}

static const RefereeEvents referee_events = {.begun = on_begun, .moved = on_moved, .over = on_over};

static bool open_player(Run *run, Color color, Error *error) {
    Runner *runner = run->runner;
    const Seat *seat = &run->order.seats[color];
    Launch *launch = &run->launches[color];
    PlayerSpec *spec = &run->specs[color];
    *spec = (PlayerSpec){.name = seat->name};
    if (!seat->person) {
        if (!launch_describe(seat->player, runner->sandbox, launch, error))
            return false;
        spec->process = &launch->spec;
        spec->is_bot = launch->kind == LAUNCH_PYTHON || launch->kind == LAUNCH_JAVASCRIPT;
        spec->freeze = true;
        spec->uciok_limit = spec->is_bot ? BOT_START_LIMIT : ENGINE_UCIOK_LIMIT;
        spec->readyok_limit = spec->is_bot ? BOT_START_LIMIT : ENGINE_READYOK_LIMIT;
    }
    run->players[color] = player_open(runner->loop, spec, run->order.variant, error);
    run->present += run->players[color] != NULL;
    return run->players[color] != NULL;
}

static bool begin(Run *run, Error *error) {
    GameSetup setup = {
        .number = (unsigned long)run->game,
        .round = 1,
        .start = &run->order.start,
        .played = run->order.played,
        .played_notes = run->order.played_notes,
        .played_plies = run->order.played_plies,
        .controls = {&run->order.control, &run->order.control},
        .rules = &no_adjudication,
    };
    if (!open_player(run, WHITE, error) || !open_player(run, BLACK, error))
        return false;
    run->referee =
        referee_open(run->runner->loop, &setup, run->players[WHITE], run->players[BLACK], &referee_events, run);
    return run->referee != NULL || error_set(error, "out of memory");
}

static void act_start(Runner *runner, void *what) {
    const GameOrder *order = what;
    Error error;
    Run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        runner->events->failed(runner->owner, order->game, "out of memory");
        return;
    }
    *run = (Run){.runner = runner, .game = order->game, .order = *order, .next = runner->runs};
    runner->runs = run;
    if (begin(run, &error))
        return;
    runner->events->failed(runner->owner, order->game, error.message);
    dismiss(run);
}

/* ---- People --------------------------------------------------------------------------------------------- */

typedef struct PersonAct {
    int64_t game;
    Color color;
    const char *text;
    Error *error;
    PersonVerdict verdict;
} PersonAct;

static Run *find(const Runner *runner, int64_t game) {
    Run *run = runner->runs;
    while (run != NULL && (run->game != game || run->referee == NULL))
        run = run->next;
    return run;
}

static Run *find_for(const Runner *runner, PersonAct *act) {
    Run *run = find(runner, act->game);
    act->verdict = run != NULL ? PERSON_DONE : PERSON_NO_GAME;
    return run;
}

static void act_move(Runner *runner, void *what) {
    PersonAct *act = what;
    Run *run = find_for(runner, act);
    char word[UCI_MOVE_MAX];
    Move move;
    if (run == NULL)
        return;
    const GameRecord *record = referee_record(run->referee);
    const Position *position = game_position(&record->game);
    if (referee_turn(run->referee) == NO_COLOR) {
        act->verdict = PERSON_NOT_BEGUN;
    } else if (referee_turn(run->referee) != act->color) {
        act->verdict = PERSON_NOT_NOW;
    } else if (san_parse_move(position, act->text, &move, act->error) != MOVE_TEXT_OK || move == MOVE_NULL) {
        act->verdict = PERSON_WRONG;
        if (move == MOVE_NULL)
            error_set(act->error, "a move may not be passed");
    } else {
        uci_write_move(position, move, word);
        player_answer(run->players[act->color], word);
    }
}

static void act_resign(Runner *runner, void *what) {
    PersonAct *act = what;
    Run *run = find_for(runner, act);
    if (run == NULL)
        return;
    if (referee_turn(run->referee) == NO_COLOR)
        act->verdict = PERSON_NOT_BEGUN;
    else
        referee_resign(run->referee, act->color);
}

static void act_draw(Runner *runner, void *what) {
    PersonAct *act = what;
    Run *run = find_for(runner, act);
    if (run == NULL)
        return;
    if (referee_turn(run->referee) == NO_COLOR || !run->order.seats[!act->color].person) {
        act->verdict = run->order.seats[!act->color].person ? PERSON_NOT_BEGUN : PERSON_NOT_NOW;
        return;
    }
    run->draw_offered[act->color] = true;
    if (run->draw_offered[!act->color])
        referee_agree_draw(run->referee);
    else
        runner->events->offered(runner->owner, act->game, act->color);
}

static void act_no_draw(Runner *runner, void *what) {
    PersonAct *act = what;
    Run *run = find_for(runner, act);
    if (run == NULL)
        return;
    if (!run->draw_offered[WHITE] && !run->draw_offered[BLACK]) {
        act->verdict = PERSON_NOT_NOW;
        return;
    }
    run->draw_offered[WHITE] = run->draw_offered[BLACK] = false;
    runner->events->offered(runner->owner, act->game, NO_COLOR);
}

static void act_stop(Runner *runner, void *what) {
    Run *run = find(runner, *(int64_t *)what);
    if (run != NULL)
        referee_stop(run->referee);
}

/* ---- The thread ----------------------------------------------------------------------------------------- */

static void act_close(Runner *runner, void *what) {
    (void)what;
    runner->stopping = true;
    for (Run *run = runner->runs; run != NULL; run = run->next)
        if (run->referee != NULL)
            referee_stop(run->referee);
}

static Call *take_calls(Runner *runner) {
    pthread_mutex_lock(&runner->lock);
    Call *calls = runner->calls;
    runner->calls = NULL;
    runner->last_call = &runner->calls;
    pthread_mutex_unlock(&runner->lock);
    return calls;
}

static void on_wake(void *owner) {
    Runner *runner = owner;
    uint64_t count;
    ssize_t length = read(runner->wake_fd, &count, sizeof count);
    (void)length;
    for (Call *call = take_calls(runner), *next; call != NULL; call = next) {
        next = call->next; /* the call is its caller's once it is done */
        call->act(runner, call->what);
        pthread_mutex_lock(&runner->lock);
        call->done = true;
        pthread_cond_broadcast(&runner->answered);
        pthread_mutex_unlock(&runner->lock);
    }
}

static void *work(void *owner) {
    Runner *runner = owner;
    while (!runner->stopping || runner->runs != NULL)
        loop_turn(runner->loop);
    return NULL;
}

static void ask(Runner *runner, void (*act)(Runner *runner, void *what), void *what) {
    Call call = {.act = act, .what = what};
    uint64_t one = 1;
    pthread_mutex_lock(&runner->lock);
    *runner->last_call = &call;
    runner->last_call = &call.next;
    ssize_t length = write(runner->wake_fd, &one, sizeof one);
    (void)length; /* it fails only when the runner is awake anyway */
    while (!call.done)
        pthread_cond_wait(&runner->answered, &runner->lock);
    pthread_mutex_unlock(&runner->lock);
}

static void release(Runner *runner) {
    loop_unwatch(runner->loop, &runner->wake_watch);
    loop_close(runner->loop);
    if (runner->wake_fd >= 0)
        close(runner->wake_fd);
    pthread_mutex_destroy(&runner->lock);
    pthread_cond_destroy(&runner->answered);
    free(runner);
}

Runner *runner_open(bool sandbox, const RunnerEvents *events, void *owner, Error *error) {
    Runner *runner = calloc(1, sizeof *runner);
    if (runner == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    *runner = (Runner){.sandbox = sandbox, .events = events, .owner = owner, .loop = loop_open(error)};
    if (runner->loop == NULL) {
        free(runner);
        return NULL;
    }
    runner->last_call = &runner->calls;
    pthread_mutex_init(&runner->lock, NULL);
    pthread_cond_init(&runner->answered, NULL);
    runner->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (runner->wake_fd >= 0 &&
        loop_watch(runner->loop, &runner->wake_watch, runner->wake_fd, EPOLLIN, on_wake, runner) &&
        pthread_create(&runner->thread, NULL, work, runner) == 0)
        return runner;
    error_set(error, "cannot start the thread that runs the games: %s", strerror(errno));
    release(runner);
    return NULL;
}

void runner_close(Runner *runner) {
    if (runner == NULL)
        return;
    ask(runner, act_close, NULL);
    pthread_join(runner->thread, NULL);
    release(runner);
}

void runner_start(Runner *runner, const GameOrder *order) {
    GameOrder copy = *order;
    ask(runner, act_start, &copy);
}

PersonVerdict runner_move(Runner *runner, int64_t game, Color color, const char *text, Error *error) {
    PersonAct act = {game, color, text, error, PERSON_NO_GAME};
    ask(runner, act_move, &act);
    return act.verdict;
}

PersonVerdict runner_resign(Runner *runner, int64_t game, Color color) {
    PersonAct act = {game, color, NULL, NULL, PERSON_NO_GAME};
    ask(runner, act_resign, &act);
    return act.verdict;
}

PersonVerdict runner_draw(Runner *runner, int64_t game, Color color) {
    PersonAct act = {game, color, NULL, NULL, PERSON_NO_GAME};
    ask(runner, act_draw, &act);
    return act.verdict;
}

PersonVerdict runner_no_draw(Runner *runner, int64_t game, Color color) {
    PersonAct act = {game, color, NULL, NULL, PERSON_NO_GAME};
    ask(runner, act_no_draw, &act);
    return act.verdict;
}

void runner_stop(Runner *runner, int64_t game) {
    ask(runner, act_stop, &game);
}
