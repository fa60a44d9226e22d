#include "store/bots.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_key(const char *name, char key[BOT_NAME_MAX + 1]) {
    size_t length = 0;
    for (; name[length] != '\0' && length < BOT_NAME_MAX; length++)
        key[length] = (char)tolower((unsigned char)name[length]);
    key[length] = '\0';
}

static void copy(char *out, size_t size, const char *text) {
    snprintf(out, size, "%s", text != NULL ? text : "");
}

/* ---- Adding --------------------------------------------------------------------------------------------- */

static bool insert_version(Store *store, int64_t bot, const BotSource *source, int64_t now, BotVersion *version) {
    *version = (BotVersion){.bot = bot};
    copy(version->source_hash, sizeof version->source_hash, source->hash);
    copy(version->size_class, sizeof version->size_class, source->size_class);
    copy(version->status, sizeof version->status, "checking");
    return store_run(store, "INSERT INTO sources (hash, content) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING", "sb",
                     source->hash, source->bytes, source->length) &&
           store_ask_number(store, &version->number,
                            "SELECT COALESCE(MAX(number), 0) + 1 FROM bot_versions WHERE bot_id = $1", "i", bot) &&
           store_ask_number(store, &version->id,
                            "INSERT INTO bot_versions (bot_id, number, source_hash, status, size_class, created_at)"
                            " VALUES ($1, $2, $3, 'checking', $4, $5) RETURNING id",
                            "iissi", bot, version->number, source->hash, source->size_class, now);
}

bool bot_add(Store *store, int64_t owner, const char *name, const char *language, bool in_league,
             const BotSource *source, int64_t now, Bot *bot, BotVersion *version) {
    char key[BOT_NAME_MAX + 1];
    make_key(name, key);
    *bot = (Bot){.owner = owner, .in_league = in_league};
    copy(bot->name, sizeof bot->name, name);
    copy(bot->language, sizeof bot->language, language);
    if (!store_begin(store))
        return false;
    if (store_ask_number(store, &bot->id,
                         "INSERT INTO bots (account_id, name, name_key, language, in_league, created_at)"
                         " VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
                         "isssii", owner, name, key, language, (int64_t)in_league, now))
        insert_version(store, bot->id, source, now, version);
    return store_commit(store);
}

bool bot_add_version(Store *store, int64_t bot, const BotSource *source, int64_t now, BotVersion *version) {
    if (!store_begin(store))
        return false;
    insert_version(store, bot, source, now, version);
    return store_commit(store);
}

bool bot_set_league(Store *store, int64_t bot, bool in_league) {
    return store_run(store, "UPDATE bots SET in_league = $1 WHERE id = $2", "ii", (int64_t)in_league, bot);
}

bool bot_set_retired(Store *store, int64_t bot, bool retired) {
    return store_run(store, "UPDATE bots SET retired = $1 WHERE id = $2", "ii", (int64_t)retired, bot);
}

/* ---- Reading -------------------------------------------------------------------------------------------- */

/* Columns from `at`: id, account_id, name, language, in_league, retired. */
static void read_bot(const Query *query, int at, Bot *bot) {
    *bot = (Bot){.id = query_number(query, at),
                 .owner = query_number(query, at + 1),
                 .in_league = query_number(query, at + 4) != 0,
                 .retired = query_number(query, at + 5) != 0};
    copy(bot->name, sizeof bot->name, query_text(query, at + 2));
    copy(bot->language, sizeof bot->language, query_text(query, at + 3));
}

/* Columns: id, bot_id, number, source_hash, status, size_class. */
static void read_version(const Query *query, BotVersion *version) {
    *version =
        (BotVersion){.id = query_number(query, 0), .bot = query_number(query, 1), .number = query_number(query, 2)};
    copy(version->source_hash, sizeof version->source_hash, query_text(query, 3));
    copy(version->status, sizeof version->status, query_text(query, 4));
    copy(version->size_class, sizeof version->size_class, query_text(query, 5));
}

static bool take_version(Query *query, BotVersion *version) {
    bool found = query_next(query);
    if (found)
        read_version(query, version);
    return query_end(query) && found;
}

bool bot_by_name(Store *store, const char *name, Bot *bot) {
    char key[BOT_NAME_MAX + 1];
    make_key(name, key);
    if (strlen(name) > BOT_NAME_MAX)
        return false;
    Query *query = store_ask(
        store, "SELECT id, account_id, name, language, in_league, retired FROM bots WHERE name_key = $1", "s", key);
    bool found = query_next(query);
    if (found)
        read_bot(query, 0, bot);
    return query_end(query) && found;
}

#define VERSION_COLUMNS "v.id, v.bot_id, v.number, v.source_hash, v.status, v.size_class"

bool version_get(Store *store, int64_t bot, int64_t number, BotVersion *version) {
    return take_version(
        store_ask(store, "SELECT " VERSION_COLUMNS " FROM bot_versions v WHERE v.bot_id = $1 AND v.number = $2", "ii",
                  bot, number),
        version);
}

bool version_by_id(Store *store, int64_t id, BotVersion *version) {
    return take_version(store_ask(store, "SELECT " VERSION_COLUMNS " FROM bot_versions v WHERE v.id = $1", "i", id),
                        version);
}

bool version_newest(Store *store, int64_t bot, BotVersion *version) {
    return take_version(store_ask(store,
                                  "SELECT " VERSION_COLUMNS " FROM bot_versions v"
                                  " WHERE v.bot_id = $1 AND v.status = 'accepted' ORDER BY v.number DESC LIMIT 1",
                                  "i", bot),
                        version);
}

bool version_to_check(Store *store, BotVersion *version, Bot *bot) {
    Query *query =
        store_ask(store,
                  "SELECT " VERSION_COLUMNS ", b.id, b.account_id, b.name, b.language, b.in_league, b.retired"
                  " FROM bot_versions v JOIN bots b ON b.id = v.bot_id"
                  " WHERE v.status = 'checking' ORDER BY v.id LIMIT 1",
                  "");
    bool found = query_next(query);
    if (found) {
        read_version(query, version);
        read_bot(query, 6, bot);
    }
    return query_end(query) && found;
}

int64_t version_player(Store *store, int64_t version) {
    int64_t player = 0;
    return store_ask_number(store, &player, "SELECT id FROM players WHERE version_id = $1", "i", version) ? player : 0;
}

#define BOT_COLUMNS                                                                                                    \
    "SELECT b.id, b.name, a.name, b.language, b.in_league, b.created_at, n.number, n.status, n.size_class,"            \
    " g.number, p.id, g.size_class, b.retired FROM bots b JOIN accounts a ON a.id = b.account_id"                      \
    " JOIN bot_versions n ON n.bot_id = b.id AND n.number ="                                                           \
    "  (SELECT MAX(number) FROM bot_versions WHERE bot_id = b.id)"                                                     \
    " LEFT JOIN bot_versions g ON g.bot_id = b.id AND g.number ="                                                      \
    "  (SELECT MAX(number) FROM bot_versions WHERE bot_id = b.id AND status = 'accepted')"                             \
    " LEFT JOIN players p ON p.version_id = g.id"

Query *bot_list(Store *store, const char *search, int64_t owner, int64_t limit, int64_t offset) {
    return store_ask(store,
                     BOT_COLUMNS
                     " WHERE ($1 = '' OR b.name_key LIKE '%' || $1 || '%') AND ($2 = 0 OR b.account_id = $2)"
                     " ORDER BY b.name_key LIMIT $3 OFFSET $4",
                     "siii", search, owner, limit, offset);
}

Query *bot_row(Store *store, int64_t bot) {
    return store_ask(store, BOT_COLUMNS " WHERE b.id = $1", "i", bot);
}

Query *version_list(Store *store, int64_t bot) {
    return store_ask(store,
                     "SELECT v.number, v.status, v.size_class, v.created_at, p.id FROM bot_versions v"
                     " LEFT JOIN players p ON p.version_id = v.id WHERE v.bot_id = $1 ORDER BY v.number DESC",
                     "i", bot);
}

char *version_report(Store *store, int64_t version) {
    char *report = NULL;
    Query *query = store_ask(store, "SELECT report FROM bot_versions WHERE id = $1", "i", version);
    if (query_next(query) && !query_is_null(query, 0))
        report = strdup(query_text(query, 0));
    query_end(query);
    return report;
}

int64_t bot_count(Store *store, int64_t owner) {
    int64_t count = 0;
    return store_ask_number(store, &count, "SELECT COUNT(*) FROM bots WHERE account_id = $1", "i", owner) ? count : 0;
}

/* ---- Judging -------------------------------------------------------------------------------------------- */

enum { VARIANTS_MAX = 16 };

/* The new player's starting points, from the newest older version that is a player. */
static void inherit_ratings(Store *store, int64_t version, int64_t player, InheritRating *inherit) {
    struct {
        char variant[24];
        double rating, variance;
    } found[VARIANTS_MAX];
    size_t count = 0;
    Query *query = store_ask(store,
                             "SELECT r.variant, r.rating, r.variance FROM ratings r WHERE r.player_id ="
                             " (SELECT p.id FROM players p JOIN bot_versions o ON o.id = p.version_id"
                             "  JOIN bot_versions v ON v.bot_id = o.bot_id AND v.number > o.number"
                             "  WHERE v.id = $1 ORDER BY o.number DESC LIMIT 1)",
                             "i", version);
    for (; query_next(query) && count < VARIANTS_MAX; count++) {
        copy(found[count].variant, sizeof found[count].variant, query_text(query, 0));
        found[count].rating = query_real(query, 1);
        found[count].variance = query_real(query, 2);
    }
    query_end(query);
    for (size_t i = 0; i < count; i++) {
        inherit(&found[i].rating, &found[i].variance);
        store_run(store, "INSERT INTO rating_priors (player_id, variant, rating, variance) VALUES ($1, $2, $3, $4)",
                  "isdd", player, found[i].variant, found[i].rating, found[i].variance);
    }
}

static void accept(Store *store, int64_t version, InheritRating *inherit) {
    int64_t player;
    if (store_ask_number(
            store, &player,
            "INSERT INTO players (kind, name, version_id)"
            " SELECT 'bot', b.name, v.id FROM bot_versions v JOIN bots b ON b.id = v.bot_id WHERE v.id = $1"
            " RETURNING id",
            "i", version))
        inherit_ratings(store, version, player, inherit);
}

bool version_judge(Store *store, int64_t version, bool accepted, const char *report, InheritRating *inherit) {
    if (!store_begin(store))
        return false;
    store_run(store, "UPDATE bot_versions SET status = $1, report = $2 WHERE id = $3 AND status = 'checking'", "ssi",
              accepted ? "accepted" : "refused", report, version);
    if (accepted && store_changes(store) == 1)
        accept(store, version, inherit);
    return store_commit(store);
}

char *source_get(Store *store, const char *hash, size_t *length) {
    char *bytes = NULL;
    Query *query = store_ask(store, "SELECT content FROM sources WHERE hash = $1", "s", hash);
    if (query_next(query)) {
        const void *content = query_bytes(query, 0, length);
        bytes = malloc(*length + 1);
        if (bytes != NULL) {
            if (*length > 0)
                memcpy(bytes, content, *length);
            bytes[*length] = '\0';
        }
    }
    query_end(query);
    return bytes;
}
