#include "store/challenges.h"

#include <stdio.h>
#include <string.h>

#include "store/accounts.h"

static const int64_t OPEN_MS = INT64_C(24) * 3600 * 1000;

static void copy(char *out, size_t size, const char *text) {
    snprintf(out, size, "%s", text != NULL ? text : "");
}

bool challenge_add(Store *store, const Challenge *challenge, int64_t now) {
    return store_run(store,
                     "INSERT INTO challenges (key, account_id, status, color, variant, start_fen, clock, created_at)"
                     " VALUES ($1, $2, 'open', $3, $4, $5, $6, $7)",
                     "sissssi", challenge->key, challenge->account, challenge->color, challenge->variant,
                     challenge->start_fen[0] != '\0' ? challenge->start_fen : NULL, challenge->clock, now);
}

static void read_challenge(const Query *query, int64_t now, Challenge *challenge) {
    *challenge = (Challenge){.id = query_number(query, 0),
                             .account = query_number(query, 2),
                             .created = query_number(query, 10),
                             .game = query_number(query, 11)};
    bool old = now - challenge->created > OPEN_MS && strcmp(query_text(query, 5), "open") == 0;
    copy(challenge->key, sizeof challenge->key, query_text(query, 1));
    copy(challenge->by_name, sizeof challenge->by_name, query_text(query, 3));
    copy(challenge->by_kind, sizeof challenge->by_kind, query_text(query, 4));
    copy(challenge->status, sizeof challenge->status, old ? "cancelled" : query_text(query, 5));
    copy(challenge->color, sizeof challenge->color, query_text(query, 6));
    copy(challenge->variant, sizeof challenge->variant, query_text(query, 7));
    copy(challenge->start_fen, sizeof challenge->start_fen, query_text(query, 8));
    copy(challenge->clock, sizeof challenge->clock, query_text(query, 9));
}

bool challenge_get(Store *store, const char *key, int64_t now, Challenge *challenge) {
    Query *query = store_ask(store,
                             "SELECT c.id, c.key, c.account_id, a.name, a.kind, c.status, c.color, c.variant,"
                             " c.start_fen, c.clock, c.created_at, c.game_id"
                             " FROM challenges c JOIN accounts a ON a.id = c.account_id WHERE c.key = $1",
                             "s", key);
    bool found = query_next(query);
    if (found)
        read_challenge(query, now, challenge);
    return query_end(query) && found;
}

static bool add_game(Store *store, const Challenge *challenge, int64_t account, bool white, int64_t now,
                     int64_t *number) {
    StoredGame game = {.round = 1, .origin = "challenge", .created_by = challenge->account};
    int64_t host = account_player(store, challenge->account), guest = account_player(store, account);
    copy(game.variant, sizeof game.variant, challenge->variant);
    copy(game.start_fen, sizeof game.start_fen, challenge->start_fen);
    copy(game.clock, sizeof game.clock, challenge->clock);
    game.white = white ? guest : host;
    game.black = white ? host : guest;
    bool good = game_add(store, &game, now);
    *number = game.id;
    return good;
}

bool challenge_accept(Store *store, const Challenge *challenge, int64_t account, bool white, int64_t now, int64_t *game,
                      bool *taken) {
    *taken = false;
    if (!store_begin(store))
        return false;
    store_run(store, "UPDATE challenges SET status = 'accepted' WHERE id = $1 AND status = 'open' AND created_at >= $2",
              "ii", challenge->id, now - OPEN_MS);
    *taken = store_changes(store) == 1;
    if (*taken && add_game(store, challenge, account, white, now, game))
        store_run(store, "UPDATE challenges SET game_id = $1 WHERE id = $2", "ii", *game, challenge->id);
    return store_commit(store);
}

bool challenge_cancel(Store *store, const char *key) {
    return store_run(store, "UPDATE challenges SET status = 'cancelled' WHERE key = $1 AND status = 'open'", "s", key);
}

int64_t challenge_count_open(Store *store, int64_t account, int64_t now) {
    int64_t count = 0;
    store_ask_number(store, &count,
                     "SELECT COUNT(*) FROM challenges WHERE account_id = $1 AND status = 'open' AND created_at >= $2",
                     "ii", account, now - OPEN_MS);
    return count;
}
