/* The API: what administrators see and decide. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "base/error.h"
#include "server/folder.h"
#include "server/say.h"
#include "server/secrets.h"
#include "server/server_internal.h"
#include "server/suspicions.h"
#include "store/settings.h"

enum { LIST_MAX = 200 };

/* ---- What is going on ----------------------------------------------------------------------------------- */

static json_t *count_games(Store *store) {
    json_t *games = json_pack("{si si si si}", "queued", 0, "running", 0, "finished", 0, "aborted", 0);
    Query *query = store_ask(store, "SELECT status, COUNT(*) FROM games GROUP BY status", "");
    while (query_next(query))
        json_object_set_new(games, query_text(query, 0), json_integer(query_number(query, 1)));
    query_end(query);
    return games;
}

static int64_t count(Store *store, const char *sql) {
    int64_t number = 0;
    return store_ask_number(store, &number, sql, "") ? number : 0;
}

static int64_t disk_free_bytes(const Request *request) {
    struct statvfs disk;
    return statvfs(request->server->options.data, &disk) == 0 ? (int64_t)(disk.f_bavail * disk.f_frsize) : 0;
}

static json_t *settings_to_json(Request *request) {
    char clock[GAME_CLOCK_MAX + 1];
    bool league = director_league(request->server->director, clock);
    return json_pack("{sb ss sb}", "league", (int)league, "league_clock", clock, "sign_up",
                     (int)server_may_sign_up(request->store));
}

void api_admin_get(Request *request) {
    char problem[ERROR_MESSAGE_MAX];
    struct Server *server = request->server;
    director_problem(server->director, problem);
    reply_json(request, MHD_HTTP_OK,
               json_pack("{sI sI sI so sI sI sI ss sI so ss?}", "accounts",
                         (json_int_t)count(request->store, "SELECT COUNT(*) FROM accounts WHERE kind <> 'guest'"),
                         "guests",
                         (json_int_t)count(request->store, "SELECT COUNT(*) FROM accounts WHERE kind = 'guest'"),
                         "bots", (json_int_t)count(request->store, "SELECT COUNT(*) FROM bots"), "games",
                         count_games(request->store), "database_bytes", (json_int_t)store_size(request->store),
                         "disk_free_bytes", (json_int_t)disk_free_bytes(request), "listeners",
                         (json_int_t)hub_count(server->hub, NULL), "version", ROOKERY_VERSION, "uptime_ms",
                         (json_int_t)((monotonic_us() - server->started) / MICROSECONDS_PER_MILLISECOND), "settings",
                         settings_to_json(request), "problem", problem[0] != '\0' ? problem : NULL));
}

void api_suspicions_get(Request *request) {
    json_t *list = suspicions_to_json(request->store);
    if (list != NULL)
        reply_json(request, MHD_HTTP_OK, json_pack("{so}", "suspicions", list));
    else
        reply_store_error(request);
}

/* ---- Settings ------------------------------------------------------------------------------------------- */

bool server_may_sign_up(Store *store) {
    char value[8];
    setting_get(store, "sign_up", "yes", value, sizeof value);
    return strcmp(value, "yes") == 0;
}

void server_apply_settings(struct Server *server, Store *store) {
    char league[8], clock[GAME_CLOCK_MAX + 1];
    const char *given = server->options.league_clock;
    setting_get(store, "league", "yes", league, sizeof league);
    setting_get(store, "league_clock", given != NULL ? given : "", clock, sizeof clock);
    director_set_league(server->director, given != NULL && strcmp(league, "yes") == 0, clock);
}

/* False when it was answered. */
static bool check_settings(Request *request) {
    StoredGame game;
    static const char *const flags[] = {"league", "sign_up"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        const json_t *flag = json_object_get(request->body, flags[i]);
        if (flag != NULL && !json_is_boolean(flag))
            return reply_refusal(request, "\"league\" and \"sign_up\" are true or false.");
    }
    if (request->server->options.league_clock == NULL && body_flag(request, "league", false))
        return reply_refusal(request, "The server was started with --no-league; start it without.");
    return body_text(request, "league_clock") == NULL || request_read_clock(request, "league_clock", &game);
}

static bool keep_flag(Request *request, const char *name) {
    const json_t *flag = json_object_get(request->body, name);
    return flag == NULL || setting_set(request->store, name, json_is_true(flag) ? "yes" : "no");
}

void api_admin_change(Request *request) {
    const char *clock = body_text(request, "league_clock");
    if (!check_settings(request))
        return;
    if (!keep_flag(request, "league") || !keep_flag(request, "sign_up") ||
        (clock != NULL && !setting_set(request->store, "league_clock", clock))) {
        reply_store_error(request);
        return;
    }
    server_apply_settings(request->server, request->store);
    api_admin_get(request);
}

/* ---- Accounts ------------------------------------------------------------------------------------------- */

void api_accounts_get(Request *request) {
    char search[ACCOUNT_NAME_MAX + 1];
    json_t *list = json_array();
    request_read_search(request, search, sizeof search);
    Query *query = account_list(request->store, search, query_parameter_number(request, "limit", 50, 1, LIST_MAX),
                                query_parameter_number(request, "offset", 0, 0, INT32_MAX));
    while (query_next(query))
        json_array_append_new(
            list, json_pack("{ss ss sI sb sI sI}", "name", query_text(query, 0), "kind", query_text(query, 1),
                            "created_at", (json_int_t)query_number(query, 2), "disabled", (int)query_number(query, 3),
                            "bots", (json_int_t)query_number(query, 4), "games", (json_int_t)query_number(query, 5)));
    if (query_end(query))
        reply_json(request, MHD_HTTP_OK, json_pack("{so}", "accounts", list));
    else
        reply_store_error(request);
}

/* What is wrong with the change; NULL: nothing. */
static const char *account_refusal(const Request *request, const Account *account) {
    const char *kind = body_text(request, "kind"), *password = body_text(request, "password");
    const json_t *disabled = json_object_get(request->body, "disabled");
    if (account->kind != ACCOUNT_PERSON && account->kind != ACCOUNT_ADMIN)
        return "Only accounts of people who have signed up can be changed.";
    if (kind != NULL && strcmp(kind, "person") != 0 && strcmp(kind, "admin") != 0)
        return "The kind is \"person\" or \"admin\".";
    if (disabled != NULL && !json_is_boolean(disabled))
        return "\"disabled\" is true or false.";
    if (account->id == request->account.id && (kind != NULL || disabled != NULL))
        return "Another administrator must do this, so that there always is one.";
    return password != NULL ? password_problem(password) : NULL;
}

static bool change_account(Request *request, const Account *account) {
    char hash[PASSWORD_HASH_MAX + 1];
    const char *kind = body_text(request, "kind"), *password = body_text(request, "password");
    bool disabled = body_flag(request, "disabled", account->disabled);
    if (kind != NULL &&
        !account_set_kind(request->store, account->id, strcmp(kind, "admin") == 0 ? ACCOUNT_ADMIN : ACCOUNT_PERSON))
        return false;
    if (password != NULL && !(password_hash(password, hash) && account_set_password(request->store, account->id, hash)))
        return false;
    if (disabled != account->disabled && !account_set_disabled(request->store, account->id, disabled))
        return false;
    return (!disabled && password == NULL) || session_remove_others(request->store, account->id, "");
}

void api_account_change(Request *request) {
    Account account;
    char hash[ACCOUNT_PASSWORD_HASH_MAX + 1];
    if (!account_by_name(request->store, request->words[0], &account, hash)) {
        reply_error(request, MHD_HTTP_NOT_FOUND, "There is nobody called %s.", request->words[0]);
        return;
    }
    const char *refusal = account_refusal(request, &account);
    if (refusal != NULL)
        reply_refusal(request, refusal);
    else if (change_account(request, &account))
        reply_nothing(request);
    else
        reply_store_error(request);
}
