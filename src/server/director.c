#include "server/director.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/monotonic.h"
#include "base/random.h"
#include "server/contest_json.h"
#include "server/contest_run.h"
#include "server/game_json.h"
#include "server/league.h"
#include "server/outcome.h"
#include "server/rules.h"
#include "server/say.h"
#include "server/sources.h"
#include "store/accounts.h"

enum {
    PLACES_MAX = 512, /* games at once, people's included */
    STARTS_MAX = 20,  /* a game that was begun so often and never ended is given up */
    SWEEP_MS = 10000, /* between two looks for what has to be done by the clock */
    RETRY_MS = 1000,  /* before what could not be stored is tried again */
};

/* A game that is being played. */
typedef struct Place {
    int64_t game; /* 0: free */
    int64_t players[2];
    bool person;
} Place;

struct Director {
    DirectorOptions options;
    Stores *stores;
    Store *store;
    Live *live;
    Hub *hub;
    Runner *runner;
    pthread_t thread;
    uint64_t seed;
    Place places[PLACES_MAX];
    unsigned bot_games;
    Complaint complaint;

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    bool woken, stopping;
    bool league;
    char league_clock[GAME_CLOCK_MAX + 1];
    char problem[ERROR_MESSAGE_MAX]; /* the last game could not be stored; "": it could */
    Outgoing *outgoing, **last;
};

/* ---- What the runner tells, in its thread --------------------------------------------------------------- */

static void deliver(Director *director, int64_t game, Outgoing *outgoing) {
    if (outgoing == NULL) {
        server_say("Something of game %lld could not be taken over: out of memory. It will be played again after a "
                   "restart.",
                   (long long)game);
        return;
    }
    pthread_mutex_lock(&director->lock);
    *director->last = outgoing;
    director->last = &outgoing->next;
    director->woken = true;
    pthread_cond_signal(&director->changed);
    pthread_mutex_unlock(&director->lock);
}

static json_t *position_of(const Director *director, int64_t game, const Referee *referee) {
    Color turn = game_position(&referee_record(referee)->game)->side;
    return referee_to_json(referee, live_is_person(director->live, game, turn));
}

/* The moves that an interrupted game begins with are on show already. */
static void on_begun(void *owner, int64_t game, const Referee *referee) {
    Director *director = owner;
    json_t *position = position_of(director, game, referee);
    json_object_del(position, "uci");
    live_change(director->live, game, position);
}

static void on_moved(void *owner, int64_t game, const Referee *referee) {
    Director *director = owner;
    live_change(director->live, game, position_of(director, game, referee));
    if (live_is_person(director->live, game, WHITE) || live_is_person(director->live, game, BLACK))
        deliver(director, game, outgoing_take_move(game, referee));
}

static void on_offered(void *owner, int64_t game, Color color) {
    Director *director = owner;
    live_offer(director->live, game, color);
}

static void on_over(void *owner, int64_t game, const Referee *referee) {
    deliver(owner, game, outgoing_take(game, referee));
}

static void on_failed(void *owner, int64_t game, const char *sentence) {
    deliver(owner, game, outgoing_void(game, sentence));
}

static const RunnerEvents runner_events = {
    .begun = on_begun, .moved = on_moved, .offered = on_offered, .over = on_over, .failed = on_failed};

/* ---- Places --------------------------------------------------------------------------------------------- */

static Place *place_of(Director *director, int64_t game) {
    for (size_t i = 0; i < PLACES_MAX; i++)
        if (director->places[i].game == game)
            return &director->places[i];
    return NULL;
}

static void leave_place(Director *director, int64_t game) {
    Place *place = place_of(director, game);
    if (place == NULL)
        return;
    director->bot_games -= !place->person;
    *place = (Place){0};
}

/* ---- The end of a game ---------------------------------------------------------------------------------- */

static json_t *result_to_json(Store *store, int64_t game) {
    json_t *object = NULL;
    Query *row = game_row(store, game);
    if (query_next(row))
        object = game_row_to_json(row);
    query_end(row);
    return object != NULL ? object : json_object();
}

/* A bot that fails to start again and again takes no part in the league any more. */
static void look_after_league(Director *director, const StoredGame *game) {
    const int64_t players[2] = {game->white, game->black};
    for (int side = 0; side < 2; side++) {
        SeatedPlayer player;
        int64_t failures = 0;
        if (!player_get(director->store, players[side], &player) || player.bot == 0)
            continue;
        store_ask_number(director->store, &failures,
                         "SELECT COUNT(*) FROM (SELECT result, ended_by, white_id FROM games WHERE status = 'finished'"
                         " AND (white_id = $1 OR black_id = $1) ORDER BY id DESC LIMIT 3) AS last WHERE ended_by ="
                         " 'did not start' AND (result = '0-1') = (white_id = $1)",
                         "i", players[side]);
        if (failures < 3)
            continue;
        server_say("%s did not start three times in a row and leaves the league.", player.name);
        store_run(director->store, "UPDATE bots SET in_league = 0 WHERE id = $1", "i", player.bot);
    }
}

/* A move that cannot be noted is only missing if the game is interrupted. */
static void note_move(Director *director, const Outgoing *outgoing) {
    if (!game_add_move(director->store, outgoing->finished.id, outgoing->ply, outgoing->moves))
        server_complain(&director->complaint, "Moves of games that go on cannot be stored: %s.",
                        store_error(director->store)->message);
}

static void set_problem(Director *director, const char *problem) {
    pthread_mutex_lock(&director->lock);
    snprintf(director->problem, sizeof director->problem, "%s", problem);
    pthread_mutex_unlock(&director->lock);
}

/* After something could not be written: says so if the disk is full. False. */
static bool note_full_disk(Director *director) {
    if (store_is_full(director->store)) {
        set_problem(director, store_error(director->store)->message);
        server_complain(&director->complaint, "No game can begin: %s.", store_error(director->store)->message);
    }
    return false;
}

/* False when it must be tried again. */
static bool settle(Director *director, Outgoing *outgoing) {
    StoredGame game;
    bool done = false;
    int64_t id = outgoing->finished.id;
    bool stored = outgoing->void_game
                      ? game_abort(director->store, id, outgoing->reason, server_now())
                      : game_finish(director->store, &outgoing->finished, &rating_rule, server_now(), &done);
    set_problem(director, stored ? "" : store_error(director->store)->message);
    if (!stored) {
        server_complain(&director->complaint,
                        "Games that are over cannot be stored, and are kept until they can; none begins meanwhile: %s.",
                        store_error(director->store)->message);
        return false;
    }
    leave_place(director, id);
    stores_note_change(director->stores);
    bool known = game_get(director->store, id, &game);
    if (known && outgoing->end == GAME_NOT_STARTED)
        look_after_league(director, &game);
    if (known && game.tournament != 0) {
        contest_publish_game(director->hub, director->store, game.tournament, id);
        contest_publish_standings(director->hub, director->store, game.tournament);
    }
    live_remove(director->live, id, result_to_json(director->store, id));
    return true;
}

/* Stores what has ended. False when something is left over. */
static bool settle_all(Director *director) {
    for (;;) {
        pthread_mutex_lock(&director->lock);
        Outgoing *outgoing = director->outgoing;
        pthread_mutex_unlock(&director->lock);
        if (outgoing == NULL)
            return true;
        if (outgoing->only_move)
            note_move(director, outgoing);
        else if (!settle(director, outgoing))
            return false;
        pthread_mutex_lock(&director->lock);
        director->outgoing = outgoing->next;
        if (director->outgoing == NULL)
            director->last = &director->outgoing;
        pthread_mutex_unlock(&director->lock);
        outgoing_free(outgoing);
    }
}

/* ---- The beginning of a game ---------------------------------------------------------------------------- */

static bool describe_seat(Director *director, const SeatedPlayer *player, Seat *seat, Error *error) {
    BotVersion version;
    snprintf(seat->name, sizeof seat->name, "%s", player->name);
    if (strcmp(player->kind, "person") == 0 || strcmp(player->kind, "guest") == 0) {
        seat->person = true;
    } else if (strcmp(player->kind, "engine") == 0) {
        if (player->level == 0)
            snprintf(seat->player, sizeof seat->player, "engine");
        else
            snprintf(seat->player, sizeof seat->player, "level:%lld", (long long)player->level);
    } else {
        return version_by_id(director->store, player->version, &version) &&
               source_to_file(director->store, director->options.cache, version.source_hash, player->name,
                              player->language, seat->player, sizeof seat->player, error);
    }
    return true;
}

static bool describe_order(Director *director, const StoredGame *game, const SeatedPlayer players[2], GameOrder *order,
                           Error *error) {
    *order = (GameOrder){.game = game->id,
                         .variant = variant_by_name(game->variant),
                         .control = {.margin = CLOCK_MARGIN, .move_margin = MOVE_TIME_MARGIN, .watchdog = WATCHDOG}};
    error_set(error, "its record in the database cannot be read");
    if (!game_start_position(game->variant, game->start_fen, &order->start) ||
        !time_control_parse(game->clock, &order->control, error))
        return false;
    for (int side = 0; side < 2; side++)
        if (!describe_seat(director, &players[side], &order->seats[side], error))
            return false;
    if (strcmp(players[0].name, players[1].name) == 0)
        for (int side = 0; side < 2; side++) {
            BotVersion version;
            if (version_by_id(director->store, players[side].version, &version))
                snprintf(order->seats[side].name, sizeof order->seats[side].name, "%.40s v%lld", players[side].name,
                         (long long)version.number);
        }
    return true;
}

/* What was played before an interruption. */
typedef struct Played {
    Move *moves;
    MoveNote *notes;
    size_t count;
} Played;

static void free_played(Played *played) {
    free(played->moves);
    free(played->notes);
}

static bool add_played(Played *played, Move move, const Query *row) {
    Move *moves = realloc(played->moves, (played->count + 1) * sizeof *moves);
    if (moves != NULL)
        played->moves = moves;
    MoveNote *notes = realloc(played->notes, (played->count + 1) * sizeof *notes);
    if (notes != NULL)
        played->notes = notes;
    if (moves == NULL || notes == NULL)
        return false;
    moves[played->count] = move;
    notes[played->count++] = game_move_note(row);
    return true;
}

/* As far as it can be played from the start; empty for a game that begins. */
static void read_played(Director *director, const GameOrder *order, Played *played) {
    Move move;
    Position position = order->start;
    bool good = true;
    Query *query = game_moves(director->store, order->game);
    while (good && query_next(query)) {
        good = uci_parse_move(&position, query_text(query, 0), &move, NULL) == MOVE_TEXT_OK &&
               add_played(played, move, query);
        if (good)
            position_play(&position, move, &position);
    }
    query_end(query);
}

static void add_rating(Director *director, json_t *state, const char *side, const SeatedPlayer *player,
                       const char *variant) {
    StoredRating rating;
    if (strcmp(player->kind, "guest") != 0 && rating_get(director->store, &rating_rule, player->id, variant, &rating))
        json_object_set_new(json_object_get(state, side), "rating", rating_to_json(&rating));
}

/* Puts the game on show before its first move. */
static void open_stage(Director *director, const StoredGame *game, const SeatedPlayer players[2],
                       const GameOrder *order) {
    char fen[FEN_MAX];
    int64_t accounts[2];
    json_t *state = result_to_json(director->store, game->id);
    position_to_fen(&order->start, FEN_DEFAULT, fen);
    json_object_set_new(state, "fen", json_string(fen));
    json_object_set_new(state, "turn", json_string(order->start.side == WHITE ? "white" : "black"));
    json_object_set_new(state, "ply", json_integer((json_int_t)order->played_plies));
    json_object_set_new(state, "moves", game_moves_to_json(game_moves(director->store, game->id), &order->start));
    json_t *left =
        order->control.base > 0 ? json_integer(order->control.base / MICROSECONDS_PER_MILLISECOND) : json_null();
    json_object_set_new(state, "clocks", json_pack("{sOso}", "white_ms", left, "black_ms", left));
    add_rating(director, state, "white", &players[0], game->variant);
    add_rating(director, state, "black", &players[1], game->variant);
    for (int side = 0; side < 2; side++)
        accounts[side] = order->seats[side].person ? players[side].account : 0;
    live_add(director->live, game->id, state, accounts);
}

static bool is_person(const SeatedPlayer *player) {
    return strcmp(player->kind, "person") == 0 || strcmp(player->kind, "guest") == 0;
}

/* False when there is no place for it now. */
static bool begin(Director *director, const StoredGame *game) {
    Error error;
    SeatedPlayer players[2] = {0};
    static _Thread_local GameOrder order;
    if (!player_get(director->store, game->white, &players[0]) ||
        !player_get(director->store, game->black, &players[1]))
        return false;
    bool person = is_person(&players[0]) || is_person(&players[1]);
    Place *place = place_of(director, 0);
    if (place == NULL || (!person && director->bot_games >= director->options.concurrency))
        return false;
    if (!person && game->starts >= STARTS_MAX)
        return game_abort(director->store, game->id, "It was begun again and again and never came to its end",
                          server_now());
    if (!describe_order(director, game, players, &order, &error))
        return game_abort(director->store, game->id, error.message, server_now());
    if (!game_begin(director->store, game->id, server_now()))
        return note_full_disk(director);
    set_problem(director, "");
    *place = (Place){game->id, {game->white, game->black}, person};
    director->bot_games += !person;
    Played played = {0};
    read_played(director, &order, &played);
    order.played = played.moves;
    order.played_notes = played.notes;
    order.played_plies = played.count;
    open_stage(director, game, players, &order);
    runner_start(director->runner, &order);
    free_played(&played);
    if (game->tournament != 0)
        contest_publish_game(director->hub, director->store, game->tournament, game->id);
    return true;
}

static bool add_league_game(Director *director) {
    int64_t busy[2 * PLACES_MAX];
    size_t count = 0;
    StoredGame game = {.round = 1, .rated = true, .origin = "league"};
    for (size_t i = 0; i < PLACES_MAX; i++)
        if (director->places[i].game != 0) {
            busy[count++] = director->places[i].players[0];
            busy[count++] = director->places[i].players[1];
        }
    if (!league_next(director->store, (Busy){busy, count}, &director->seed, &game))
        return false;
    director_league(director, game.clock);
    if (strcmp(game.variant, "chess960") == 0) {
        Position start;
        position_start_chess960(&start, (int)random_below(&director->seed, 960));
        position_to_fen(&start, FEN_DEFAULT, game.start_fen);
    }
    return game_add(director->store, &game, server_now()) || note_full_disk(director);
}

/* One place is left to what people ask for. */
static bool league_may_play(Director *director) {
    char clock[GAME_CLOCK_MAX + 1];
    unsigned share = director->options.concurrency > 1 ? director->options.concurrency - 1 : 1;
    return director_league(director, clock) && director->bot_games < share;
}

static void fill_places(Director *director) {
    for (;;) {
        StoredGame game;
        if (game_next(director->store, &game)) {
            if (!begin(director, &game))
                return;
        } else if (!league_may_play(director) || !add_league_game(director)) {
            return;
        }
    }
}

/* ---- The thread ----------------------------------------------------------------------------------------- */

/* Waits for something to happen, so many milliseconds at most. False when the director is to stop. */
static bool wait_for_change(Director *director, int milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += milliseconds % 1000 * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&director->lock);
    int result = 0;
    while (!director->woken && !director->stopping && result != ETIMEDOUT)
        result = pthread_cond_timedwait(&director->changed, &director->lock, &until);
    director->woken = false;
    bool go_on = !director->stopping;
    pthread_mutex_unlock(&director->lock);
    return go_on;
}

static void *work(void *owner) {
    Director *director = owner;
    int64_t swept = monotonic_us();
    int wait;
    do {
        bool settled = settle_all(director);
        wait = settled ? contest_run(director->store, director->hub, &director->complaint, SWEEP_MS) : RETRY_MS;
        if (settled)
            fill_places(director);
        if (monotonic_us() - swept >= (int64_t)SWEEP_MS * MICROSECONDS_PER_MILLISECOND) {
            swept = monotonic_us();
            session_remove_old(director->store, server_now());
        }
    } while (wait_for_change(director, wait));
    return NULL;
}

static void free_director(Director *director) {
    for (Outgoing *next; director->outgoing != NULL; director->outgoing = next) {
        next = director->outgoing->next;
        outgoing_free(director->outgoing);
    }
    stores_give(director->stores, director->store);
    pthread_mutex_destroy(&director->lock);
    pthread_cond_destroy(&director->changed);
    free(director);
}

static bool prepare(Director *director, Error *error) {
    director->store = stores_take(director->stores, error);
    if (director->store == NULL)
        return false;
    if (!game_requeue_all(director->store))
        return error_set(error, "%s", store_error(director->store)->message);
    director->runner = runner_open(director->options.sandbox, &runner_events, director, error);
    return director->runner != NULL;
}

Director *director_open(const DirectorOptions *options, Stores *stores, Live *live, Hub *hub, Error *error) {
    pthread_condattr_t monotonic;
    Director *director = calloc(1, sizeof *director);
    if (director == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    director->options = *options;
    director->stores = stores;
    director->live = live;
    director->hub = hub;
    director->last = &director->outgoing;
    director->seed = (uint64_t)server_now();
    pthread_mutex_init(&director->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&director->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (prepare(director, error) && pthread_create(&director->thread, NULL, work, director) == 0)
        return director;
    runner_close(director->runner);
    free_director(director);
    return NULL;
}

/* What came to its end at the last moment. Games that were stopped stay "running" in the database, to be begun again.
 */
static void store_last(Director *director) {
    bool done;
    for (const Outgoing *outgoing = director->outgoing; outgoing != NULL; outgoing = outgoing->next)
        if (outgoing->only_move)
            note_move(director, outgoing);
        else if (!outgoing->void_game)
            game_finish(director->store, &outgoing->finished, &rating_rule, server_now(), &done);
}

void director_close(Director *director) {
    if (director == NULL)
        return;
    pthread_mutex_lock(&director->lock);
    director->stopping = true;
    pthread_cond_signal(&director->changed);
    pthread_mutex_unlock(&director->lock);
    pthread_join(director->thread, NULL);
    runner_close(director->runner);
    store_last(director);
    free_director(director);
}

void director_wake(Director *director) {
    pthread_mutex_lock(&director->lock);
    director->woken = true;
    pthread_cond_signal(&director->changed);
    pthread_mutex_unlock(&director->lock);
}

void director_set_league(Director *director, bool plays, const char *clock) {
    pthread_mutex_lock(&director->lock);
    director->league = plays;
    snprintf(director->league_clock, sizeof director->league_clock, "%s", clock);
    director->woken = true;
    pthread_cond_signal(&director->changed);
    pthread_mutex_unlock(&director->lock);
}

bool director_league(Director *director, char clock[GAME_CLOCK_MAX + 1]) {
    pthread_mutex_lock(&director->lock);
    bool plays = director->league;
    memcpy(clock, director->league_clock, sizeof director->league_clock);
    pthread_mutex_unlock(&director->lock);
    return plays;
}

void director_problem(Director *director, char problem[ERROR_MESSAGE_MAX]) {
    pthread_mutex_lock(&director->lock);
    memcpy(problem, director->problem, sizeof director->problem);
    pthread_mutex_unlock(&director->lock);
}

Runner *director_runner(Director *director) {
    return director->runner;
}

void director_abort(Director *director, int64_t game, const char *reason) {
    Error error;
    Store *store = stores_take(director->stores, &error);
    if (store != NULL)
        game_abort(store, game, reason, server_now());
    stores_give(director->stores, store);
    runner_stop(director->runner, game);
    director_wake(director);
}
