#include "server/live.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/monotonic.h"

typedef struct LiveGame {
    int64_t game;
    int64_t accounts[2];
    json_t *state;
    int64_t changed; /* monotonic */
    struct LiveGame *next;
} LiveGame;

struct Live {
    Hub *hub;
    pthread_mutex_t lock; /* held while publishing too, so that whoever comes misses nothing and gets nothing twice */
    LiveGame *games;
};

static const char lobby[] = "lobby";

static void name_topic(int64_t game, char topic[TOPIC_MAX + 1]) {
    snprintf(topic, TOPIC_MAX + 1, "game %lld", (long long)game);
}

Live *live_open(Hub *hub) {
    Live *live = calloc(1, sizeof *live);
    if (live == NULL)
        return NULL;
    live->hub = hub;
    pthread_mutex_init(&live->lock, NULL);
    return live;
}

static void free_game(LiveGame *game) {
    json_decref(game->state);
    free(game);
}

void live_close(Live *live) {
    if (live == NULL)
        return;
    for (LiveGame *game = live->games, *next; game != NULL; game = next) {
        next = game->next;
        free_game(game);
    }
    pthread_mutex_destroy(&live->lock);
    free(live);
}

static LiveGame *find(const Live *live, int64_t number) {
    LiveGame *game = live->games;
    while (game != NULL && game->game != number)
        game = game->next;
    return game;
}

static void publish(const Live *live, const char *topic, const char *event, const json_t *data) {
    char *text = json_dumps(data, JSON_COMPACT);
    if (text != NULL)
        hub_publish(live->hub, topic, event, text);
    free(text);
}

static void publish_game(const Live *live, int64_t game, const char *event, const json_t *data) {
    char topic[TOPIC_MAX + 1];
    name_topic(game, topic);
    publish(live, topic, event, data);
}

/* Those parts that are there. */
static json_t *part_of(const json_t *object, const char *const *names) {
    json_t *part = json_object();
    for (; *names != NULL; names++) {
        json_t *value = json_object_get(object, *names);
        if (value != NULL)
            json_object_set(part, *names, value);
    }
    return part;
}

/* How long somebody has been thinking; no clock runs before the game has begun. */
static void add_thinking(const LiveGame *game, json_t *object) {
    bool ready = json_is_true(json_object_get(game->state, "ready"));
    int64_t thinking = ready ? (monotonic_us() - game->changed) / MICROSECONDS_PER_MILLISECOND : 0;
    json_object_set_new(object, "thinking_ms", json_integer(thinking));
}

/* What the list of games shows. */
static json_t *brief(const LiveGame *game) {
    static const char *const shown[] = {"id",  "variant", "origin", "clock", "rated",  "white", "black",
                                        "fen", "turn",    "uci",    "ply",   "clocks", "ready", NULL};
    json_t *object = part_of(game->state, shown);
    add_thinking(game, object);
    return object;
}

static json_t *list(const Live *live) {
    json_t *games = json_array();
    for (const LiveGame *game = live->games; game != NULL; game = game->next)
        json_array_append_new(games, brief(game));
    return games;
}

/* ---- Changes -------------------------------------------------------------------------------------------- */

void live_add(Live *live, int64_t number, json_t *state, const int64_t accounts[2]) {
    LiveGame *game = calloc(1, sizeof *game);
    if (game == NULL) {
        json_decref(state);
        return;
    }
    json_object_set_new(state, "ready", json_false());
    pthread_mutex_lock(&live->lock);
    *game = (LiveGame){number, {accounts[0], accounts[1]}, state, monotonic_us(), live->games};
    live->games = game;
    json_t *shown = brief(game);
    publish(live, lobby, "begun", shown);
    json_decref(shown);
    pthread_mutex_unlock(&live->lock);
}

/* The move of a change, as it stands in the list of moves. */
static json_t *move_of(const json_t *change) {
    static const char *const parts[] = {"uci",   "san",   "fen",   "time_ms",      "clock_ms",
                                        "score", "depth", "nodes", "memory_bytes", NULL};
    return part_of(change, parts);
}

static void take_change(LiveGame *game, json_t *change) {
    static const char *const kept[] = {"fen", "turn", "check", "clocks", "uci", "ply", "legal"};
    json_object_del(game->state, "legal");
    json_object_del(game->state, "draw_offered_by");
    json_object_set_new(game->state, "ready", json_true()); /* the first change says so */
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        json_t *value = json_object_get(change, kept[i]);
        if (value != NULL)
            json_object_set(game->state, kept[i], value);
    }
    if (json_object_get(change, "uci") != NULL)
        json_array_append_new(json_object_get(game->state, "moves"), move_of(change));
    game->changed = monotonic_us();
}

void live_change(Live *live, int64_t number, json_t *change) {
    pthread_mutex_lock(&live->lock);
    LiveGame *game = find(live, number);
    if (game != NULL) {
        json_object_set_new(change, "id", json_integer(number));
        take_change(game, change);
        publish_game(live, number, "move", change);
        json_t *shown = part_of(change, (const char *const[]){"id", "fen", "turn", "uci", "ply", "clocks", NULL});
        publish(live, lobby, "move", shown);
        json_decref(shown);
    }
    pthread_mutex_unlock(&live->lock);
    json_decref(change);
}

void live_offer(Live *live, int64_t number, Color color) {
    pthread_mutex_lock(&live->lock);
    LiveGame *game = find(live, number);
    if (game != NULL) {
        const char *name = color == WHITE ? "white" : color == BLACK ? "black" : NULL;
        json_t *offer = json_pack("{ss?}", "by", name);
        json_object_del(game->state, "draw_offered_by");
        if (name != NULL)
            json_object_set_new(game->state, "draw_offered_by", json_string(name));
        publish_game(live, number, "draw", offer);
        json_decref(offer);
    }
    pthread_mutex_unlock(&live->lock);
}

void live_remove(Live *live, int64_t number, json_t *result) {
    pthread_mutex_lock(&live->lock);
    LiveGame **at = &live->games;
    while (*at != NULL && (*at)->game != number)
        at = &(*at)->next;
    LiveGame *game = *at;
    if (game != NULL) {
        *at = game->next;
        publish_game(live, number, "over", result);
        publish(live, lobby, "over", result);
        free_game(game);
    }
    pthread_mutex_unlock(&live->lock);
    json_decref(result);
}

/* ---- Questions ------------------------------------------------------------------------------------------ */

Color live_seat(Live *live, int64_t number, int64_t account) {
    Color color = NO_COLOR;
    pthread_mutex_lock(&live->lock);
    const LiveGame *game = find(live, number);
    if (game != NULL && account != 0)
        color = game->accounts[WHITE] == account ? WHITE : game->accounts[BLACK] == account ? BLACK : NO_COLOR;
    pthread_mutex_unlock(&live->lock);
    return color;
}

bool live_is_person(Live *live, int64_t number, Color color) {
    pthread_mutex_lock(&live->lock);
    const LiveGame *game = find(live, number);
    bool person = game != NULL && game->accounts[color] != 0;
    pthread_mutex_unlock(&live->lock);
    return person;
}

int64_t live_ply(Live *live, int64_t number) {
    pthread_mutex_lock(&live->lock);
    const LiveGame *game = find(live, number);
    int64_t ply = game != NULL ? json_integer_value(json_object_get(game->state, "ply")) : 0;
    pthread_mutex_unlock(&live->lock);
    return ply;
}

static json_t *state_of(const LiveGame *game) {
    json_t *state = json_deep_copy(game->state);
    add_thinking(game, state);
    return state;
}

json_t *live_state(Live *live, int64_t number) {
    pthread_mutex_lock(&live->lock);
    const LiveGame *game = find(live, number);
    json_t *state = game != NULL ? state_of(game) : NULL;
    pthread_mutex_unlock(&live->lock);
    return state;
}

json_t *live_list(Live *live) {
    pthread_mutex_lock(&live->lock);
    json_t *games = list(live);
    json_t *copy = json_deep_copy(games);
    json_decref(games);
    pthread_mutex_unlock(&live->lock);
    return copy;
}

size_t live_count(Live *live) {
    size_t count = 0;
    pthread_mutex_lock(&live->lock);
    for (const LiveGame *game = live->games; game != NULL; game = game->next)
        count++;
    pthread_mutex_unlock(&live->lock);
    return count;
}

/* ---- Streams -------------------------------------------------------------------------------------------- */

static bool listen_to(const Live *live, struct MHD_Connection *connection, const char *topic, const char *event,
                      json_t *data) {
    char *text = json_dumps(data, JSON_COMPACT);
    bool listening = text != NULL && hub_listen(live->hub, connection, topic, event, text);
    free(text);
    json_decref(data);
    return listening;
}

bool live_listen(Live *live, struct MHD_Connection *connection, int64_t number, bool *found) {
    char topic[TOPIC_MAX + 1];
    bool listening = false;
    name_topic(number, topic);
    pthread_mutex_lock(&live->lock);
    const LiveGame *game = find(live, number);
    *found = game != NULL;
    if (game != NULL)
        listening = listen_to(live, connection, topic, "game", state_of(game));
    pthread_mutex_unlock(&live->lock);
    return listening;
}

bool live_listen_all(Live *live, struct MHD_Connection *connection) {
    pthread_mutex_lock(&live->lock);
    bool listening = listen_to(live, connection, lobby, "games", list(live));
    pthread_mutex_unlock(&live->lock);
    return listening;
}
