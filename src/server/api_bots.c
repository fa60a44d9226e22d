/* The API: bots, their versions, sources and checks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/size_class.h"
#include "server/game_json.h"
#include "server/say.h"
#include "server/secrets.h"
#include "server/server_internal.h"
#include "store/bots.h"

enum { BOTS_OF_ONE = 50, LIST_MAX = 200 };

static json_t *number_or_null(const Query *row, int column) {
    return query_is_null(row, column) ? json_null() : json_integer(query_number(row, column));
}

/* Columns as of bot_list(). */
static json_t *bot_to_json(const Query *row) {
    return json_pack("{ss ss ss sb sb sI s{sI ss ss} so so ss?}", "name", query_text(row, 1), "owner",
                     query_text(row, 2), "language", query_text(row, 3), "league", (int)query_number(row, 4), "retired",
                     (int)query_number(row, 12), "created_at", (json_int_t)query_number(row, 5), "newest", "number",
                     (json_int_t)query_number(row, 6), "status", query_text(row, 7), "class", query_text(row, 8),
                     "version", number_or_null(row, 9), "player", number_or_null(row, 10), "class",
                     query_text(row, 11));
}

void api_bots_get(Request *request) {
    char search[BOT_NAME_MAX + 1];
    request_read_search(request, search, sizeof search);
    bool mine = query_parameter(request, "mine") != NULL && request->account.id != 0;
    json_t *list = json_array();
    Query *query = bot_list(request->store, search, mine ? request->account.id : 0,
                            query_parameter_number(request, "limit", 50, 1, LIST_MAX),
                            query_parameter_number(request, "offset", 0, 0, INT32_MAX));
    while (query_next(query))
        json_array_append_new(list, bot_to_json(query));
    if (query_end(query))
        reply_json(request, MHD_HTTP_OK, json_pack("{so}", "bots", list));
    else
        reply_store_error(request);
}

/* ---- Uploads -------------------------------------------------------------------------------------------- */

/* A source with its hash and class. False when the request was answered. */
typedef struct Upload {
    BotSource source;
    char hash[SECRET_HASH_MAX + 1];
} Upload;

static bool read_source(Request *request, Upload *upload) {
    const json_t *text = json_object_get(request->body, "source");
    if (!json_is_string(text) || json_string_length(text) == 0) {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "The bot's source is missing: send it as \"source\".");
        return false;
    }
    upload->source.bytes = json_string_value(text);
    upload->source.length = json_string_length(text);
    SizeMeasure size = size_measure(upload->source.bytes, upload->source.length);
    if (size.size_class == SIZE_TOO_LARGE) {
        reply_error(request, MHD_HTTP_CONTENT_TOO_LARGE,
                    "The source has %zu bytes; a bot may have at most 1,048,576 (1 MB).", upload->source.length);
        return false;
    }
    secret_hash(upload->source.bytes, upload->source.length, upload->hash);
    upload->source.hash = upload->hash;
    upload->source.size_class = size_class_name(size.size_class);
    return true;
}

static void reply_uploaded(Request *request, const char *name, const BotVersion *version) {
    reply_json(request, MHD_HTTP_ACCEPTED,
               json_pack("{ss sI ss ss}", "name", name, "version", (json_int_t)version->number, "status", "checking",
                         "class", version->size_class));
    checker_wake(request->server->checker);
}

void api_bots_add(Request *request) {
    const char *name = body_text(request, "name"), *language = body_text(request, "language");
    const char *problem = name_problem(name, BOT_NAME_MAX, false);
    Upload upload;
    Bot bot;
    BotVersion version;
    if (language == NULL)
        language = "python";
    if (problem == NULL && strcmp(language, "python") != 0 && strcmp(language, "javascript") != 0)
        problem = "The language is \"python\" or \"javascript\".";
    if (problem == NULL && bot_count(request->store, request->account.id) >= BOTS_OF_ONE)
        problem = "You have as many bots as one may have; upload a new version of one of them.";
    if (problem != NULL)
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "%s", problem);
    else if (!read_source(request, &upload))
        return;
    else if (bot_add(request->store, request->account.id, name, language, body_flag(request, "league", true),
                     &upload.source, server_now(), &bot, &version))
        reply_uploaded(request, name, &version);
    else if (store_conflicts(request->store))
        reply_error(request, MHD_HTTP_CONFLICT, "There is a bot called %s already; choose another name.", name);
    else
        reply_store_error(request);
}

/* ---- One bot -------------------------------------------------------------------------------------------- */

/* False when there is none, which was answered. */
static bool find_bot(Request *request, Bot *bot) {
    if (bot_by_name(request->store, request->words[0], bot))
        return true;
    reply_error(request, MHD_HTTP_NOT_FOUND, "There is no bot called %s.", request->words[0]);
    return false;
}

static bool is_mine(const Request *request, const Bot *bot) {
    return request->account.id != 0 && (request->account.id == bot->owner || request->account.kind == ACCOUNT_ADMIN);
}

static bool find_my_bot(Request *request, Bot *bot) {
    if (!find_bot(request, bot))
        return false;
    if (is_mine(request, bot))
        return true;
    reply_error(request, MHD_HTTP_FORBIDDEN, "%s is not your bot.", bot->name);
    return false;
}

static json_t *versions_to_json(Store *store, int64_t bot) {
    json_t *list = json_array();
    Query *query = version_list(store, bot);
    while (query_next(query))
        json_array_append_new(list,
                              json_pack("{sI ss ss sI so}", "number", (json_int_t)query_number(query, 0), "status",
                                        query_text(query, 1), "class", query_text(query, 2), "created_at",
                                        (json_int_t)query_number(query, 3), "player", number_or_null(query, 4)));
    query_end(query);
    return list;
}

void api_bot_get(Request *request) {
    Bot bot;
    json_t *object = NULL;
    if (!find_bot(request, &bot))
        return;
    Query *row = bot_row(request->store, bot.id);
    if (query_next(row))
        object = bot_to_json(row);
    query_end(row);
    json_object_set_new(object, "versions", versions_to_json(request->store, bot.id));
    json_object_set_new(object, "mine", json_boolean(is_mine(request, &bot)));
    reply_json(request, MHD_HTTP_OK, object);
}

/* A part that is there must be true or false. */
static bool read_flag(Request *request, const char *name, bool *present, bool *value) {
    const json_t *part = json_object_get(request->body, name);
    *present = part != NULL;
    *value = json_is_true(part);
    return part == NULL || json_is_boolean(part);
}

void api_bot_change(Request *request) {
    Bot bot;
    bool set_league, league, set_retired, retired;
    if (!find_my_bot(request, &bot))
        return;
    if (!read_flag(request, "league", &set_league, &league) || !read_flag(request, "retired", &set_retired, &retired) ||
        (!set_league && !set_retired)) {
        reply_refusal(request, "What can be changed is \"league\" and \"retired\": true or false.");
    } else if ((!set_league || bot_set_league(request->store, bot.id, league)) &&
               (!set_retired || bot_set_retired(request->store, bot.id, retired))) {
        director_wake(request->server->director);
        api_bot_get(request);
    } else {
        reply_store_error(request);
    }
}

void api_bot_events(Request *request) {
    Bot bot;
    char topic[TOPIC_MAX + 1];
    if (!find_bot(request, &bot))
        return;
    json_t *versions = json_pack("{so}", "versions", versions_to_json(request->store, bot.id));
    char *text = json_dumps(versions, JSON_COMPACT);
    checker_topic(bot.name, topic, sizeof topic);
    reply_stream(request, text != NULL && hub_listen(request->server->hub, request->connection, topic, "bot", text));
    free(text);
    json_decref(versions);
}

/* ---- Versions ------------------------------------------------------------------------------------------- */

void api_versions_add(Request *request) {
    Bot bot;
    BotVersion version;
    Upload upload;
    if (!find_my_bot(request, &bot) || !read_source(request, &upload))
        return;
    if (bot_add_version(request->store, bot.id, &upload.source, server_now(), &version))
        reply_uploaded(request, bot.name, &version);
    else
        reply_store_error(request);
}

static bool find_version(Request *request, const Bot *bot, BotVersion *version) {
    if (version_get(request->store, bot->id, word_number(request, 1), version))
        return true;
    reply_error(request, MHD_HTTP_NOT_FOUND, "%s has no version %s.", bot->name, request->words[1]);
    return false;
}

void api_version_get(Request *request) {
    Bot bot;
    BotVersion version;
    if (!find_bot(request, &bot) || !find_version(request, &bot, &version))
        return;
    json_t *object = json_pack("{ss sI ss ss ss}", "name", bot.name, "number", (json_int_t)version.number, "status",
                               version.status, "class", version.size_class, "source_hash", version.source_hash);
    char *report = is_mine(request, &bot) ? version_report(request->store, version.id) : NULL;
    if (report != NULL)
        json_object_set_new(object, "report", json_loads(report, 0, NULL));
    free(report);
    reply_json(request, MHD_HTTP_OK, object);
}

void api_version_source(Request *request) {
    Bot bot;
    BotVersion version;
    size_t length;
    if (!find_my_bot(request, &bot) || !find_version(request, &bot, &version))
        return;
    char *source = source_get(request->store, version.source_hash, &length);
    if (source != NULL)
        reply_text(request, "text/plain; charset=utf-8", source, length);
    else
        reply_store_error(request);
    free(source);
}
