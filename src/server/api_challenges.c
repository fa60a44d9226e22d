/* The API: invitations of one person to another, by a link. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "base/random.h"
#include "server/say.h"
#include "server/secrets.h"
#include "server/server_internal.h"
#include "store/challenges.h"

enum { OPEN_OF_ONE = 20, KEY_LENGTH = 22 };

static json_t *challenge_to_json(const Challenge *challenge) {
    return json_pack("{ss ss s{ss ss} ss ss ss ss sI so}", "key", challenge->key, "status", challenge->status, "by",
                     "name", challenge->by_name, "kind", challenge->by_kind, "color", challenge->color, "variant",
                     challenge->variant, "clock", challenge->clock, "start_fen", challenge->start_fen, "created_at",
                     (json_int_t)challenge->created, "game",
                     challenge->game != 0 ? json_integer(challenge->game) : json_null());
}

static void name_topic(const Challenge *challenge, char topic[TOPIC_MAX + 1]) {
    snprintf(topic, TOPIC_MAX + 1, "invite %.39s", challenge->key);
}

/* False when there is none, which was answered. */
static bool find(Request *request, Challenge *challenge) {
    if (challenge_get(request->store, request->words[0], server_now(), challenge))
        return true;
    reply_error(request, MHD_HTTP_NOT_FOUND, "There is no such invitation; the link may have been cut short.");
    return false;
}

static bool is_open(const Challenge *challenge) {
    return strcmp(challenge->status, "open") == 0;
}

static void reply_challenge(Request *request, unsigned status, const Challenge *challenge) {
    json_t *object = challenge_to_json(challenge);
    json_object_set_new(object, "mine",
                        json_boolean(request->account.id != 0 && request->account.id == challenge->account));
    reply_json(request, status, object);
}

/* Tells who waits at the link. */
static void publish(Request *request) {
    Challenge challenge;
    char topic[TOPIC_MAX + 1];
    if (!challenge_get(request->store, request->words[0], server_now(), &challenge))
        return;
    json_t *object = challenge_to_json(&challenge);
    char *text = json_dumps(object, JSON_COMPACT);
    name_topic(&challenge, topic);
    if (text != NULL)
        hub_publish(request->server->hub, topic, "challenge", text);
    free(text);
    json_decref(object);
}

/* ---- Inviting ------------------------------------------------------------------------------------------- */

static bool read_color(Request *request, Challenge *challenge) {
    const char *color = body_text(request, "color");
    if (color == NULL)
        color = "random";
    if (strcmp(color, "white") != 0 && strcmp(color, "black") != 0 && strcmp(color, "random") != 0)
        return reply_refusal(request, "The colour is \"white\", \"black\" or \"random\".");
    snprintf(challenge->color, sizeof challenge->color, "%s", color);
    return true;
}

void api_challenges_add(Request *request) {
    StoredGame game = {.id = 0};
    Challenge challenge = {.id = 0};
    bool newcomer = request->account.id == 0;
    if (!request_read_game(request, &game) || !read_color(request, &challenge) || !request_need_player(request))
        return;
    if (challenge_count_open(request->store, request->account.id, server_now()) >= OPEN_OF_ONE) {
        reply_refusal(request, "You have as many open invitations as one may have; take some back first.");
        return;
    }
    secret_make(challenge.key);
    challenge.key[KEY_LENGTH] = '\0';
    challenge.account = request->account.id;
    snprintf(challenge.variant, sizeof challenge.variant, "%s", game.variant);
    snprintf(challenge.start_fen, sizeof challenge.start_fen, "%s", game.start_fen);
    snprintf(challenge.clock, sizeof challenge.clock, "%s", game.clock);
    if (!challenge_add(request->store, &challenge, server_now()) ||
        !challenge_get(request->store, challenge.key, server_now(), &challenge)) {
        reply_store_error(request);
        return;
    }
    reply_challenge(request, MHD_HTTP_CREATED, &challenge);
    if (newcomer)
        request_sign_in(request, &request->account);
}

void api_challenge_get(Request *request) {
    Challenge challenge;
    if (find(request, &challenge))
        reply_challenge(request, MHD_HTTP_OK, &challenge);
}

void api_challenge_events(Request *request) {
    Challenge challenge;
    char topic[TOPIC_MAX + 1];
    if (!find(request, &challenge))
        return;
    if (!is_open(&challenge)) {
        reply_nothing(request); /* tells a browser not to come again */
        return;
    }
    json_t *object = challenge_to_json(&challenge);
    char *text = json_dumps(object, JSON_COMPACT);
    name_topic(&challenge, topic);
    reply_stream(request,
                 text != NULL && hub_listen(request->server->hub, request->connection, topic, "challenge", text));
    free(text);
    json_decref(object);
    publish(request); /* it may have changed before we listened */
}

/* ---- Accepting, taking back ----------------------------------------------------------------------------- */

static bool takes_white(const Challenge *challenge) {
    uint64_t seed = (uint64_t)monotonic_us();
    if (strcmp(challenge->color, "random") == 0)
        return random_below(&seed, 2) == 0;
    return strcmp(challenge->color, "black") == 0;
}

void api_challenge_accept(Request *request) {
    Challenge challenge;
    int64_t game = 0;
    bool taken, newcomer = request->account.id == 0;
    if (!find(request, &challenge))
        return;
    if (!newcomer && request->account.id == challenge.account) {
        reply_refusal(request, "This is your own invitation; give the link to whom you want to play.");
        return;
    }
    if (!request_need_player(request))
        return;
    if (!challenge_accept(request->store, &challenge, request->account.id, takes_white(&challenge), server_now(), &game,
                          &taken)) {
        reply_store_error(request);
        return;
    }
    if (!taken) {
        reply_error(request, MHD_HTTP_CONFLICT, "This invitation is not open any more.");
        return;
    }
    director_wake(request->server->director);
    publish(request);
    reply_json(request, MHD_HTTP_CREATED, json_pack("{sI}", "id", (json_int_t)game));
    if (newcomer)
        request_sign_in(request, &request->account);
}

void api_challenge_cancel(Request *request) {
    Challenge challenge;
    if (!find(request, &challenge))
        return;
    if (request->account.id == 0 || request->account.id != challenge.account) {
        reply_error(request, MHD_HTTP_FORBIDDEN, "Only who made an invitation may take it back.");
    } else if (!challenge_cancel(request->store, challenge.key)) {
        reply_store_error(request);
    } else if (store_changes(request->store) == 0) {
        reply_error(request, MHD_HTTP_CONFLICT, "This invitation is not open any more.");
    } else {
        publish(request);
        reply_nothing(request);
    }
}
