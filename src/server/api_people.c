/* The API: accounts, sessions, tokens, and what is going on. */
#include <string.h>

#include "base/monotonic.h"
#include "server/say.h"
#include "server/secrets.h"
#include "server/server_internal.h"

enum { PASSWORD_MIN = 8, PASSWORD_MAX = 200, TOKEN_NAME_MAX = 60 };

void api_status(Request *request) {
    char clock[GAME_CLOCK_MAX + 1];
    struct Server *server = request->server;
    reply_json(request, MHD_HTTP_OK,
               json_pack("{ss sI sI sI sb sb}", "version", ROOKERY_VERSION, "live_games",
                         (json_int_t)live_count(server->live), "listeners", (json_int_t)hub_count(server->hub, NULL),
                         "uptime_ms", (json_int_t)((monotonic_us() - server->started) / MICROSECONDS_PER_MILLISECOND),
                         "league", (int)director_league(server->director, clock), "sign_up",
                         (int)server_may_sign_up(request->store)));
}

void api_events(Request *request) {
    reply_stream(request, live_listen_all(request->server->live, request->connection));
}

static json_t *account_to_json(Request *request, const Account *account) {
    if (account->id == 0)
        return json_pack("{sn}", "account");
    return json_pack("{s{ss ss sI}}", "account", "name", account->name, "kind", account_kind_name(account->kind),
                     "player", (json_int_t)account_player(request->store, account->id));
}

const char *password_problem(const char *password) {
    if (password == NULL || strlen(password) < PASSWORD_MIN)
        return "A password has at least 8 characters.";
    return strlen(password) > PASSWORD_MAX ? "A password has at most 200 bytes." : NULL;
}

/* ---- Signing up ----------------------------------------------------------------------------------------- */

/* False when the request was answered. */
static bool read_credentials(Request *request, const char **name, const char **password) {
    *name = body_text(request, "name");
    *password = body_text(request, "password");
    const char *problem = name_problem(*name, ACCOUNT_NAME_MAX, false);
    if (problem == NULL && strncasecmp(*name, "guest-", 6) == 0)
        problem = "Names that begin with Guest- are for guests.";
    if (problem == NULL)
        problem = password_problem(*password);
    if (problem != NULL)
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "%s", problem);
    return problem == NULL;
}

static void reply_signed_in(Request *request, unsigned status, const Account *account) {
    reply_json(request, status, account_to_json(request, account));
    request_sign_in(request, account);
}

void api_sign_up(Request *request) {
    const char *name, *password;
    char hash[PASSWORD_HASH_MAX + 1];
    Account account;
    if (!server_may_sign_up(request->store)) {
        reply_error(request, MHD_HTTP_FORBIDDEN, "Nobody can sign up here just now; ask the administrator.");
        return;
    }
    if (!read_credentials(request, &name, &password))
        return;
    if (!password_hash(password, hash))
        reply_error(request, MHD_HTTP_SERVICE_UNAVAILABLE, "The server is out of memory; try again later.");
    else if (account_add(request->store, name, ACCOUNT_PERSON, hash, server_now(), &account))
        reply_signed_in(request, MHD_HTTP_CREATED, &account);
    else if (store_conflicts(request->store))
        reply_error(request, MHD_HTTP_CONFLICT, "The name %s is taken.", name);
    else
        reply_store_error(request);
}

void api_setup(Request *request) {
    const char *name, *password, *token = body_text(request, "token");
    char hash[PASSWORD_HASH_MAX + 1], token_hash[SECRET_HASH_MAX + 1];
    Account account;
    bool used;
    if (!read_credentials(request, &name, &password))
        return;
    secret_hash(token != NULL ? token : "", token != NULL ? strlen(token) : 0, token_hash);
    if (!password_hash(password, hash))
        reply_error(request, MHD_HTTP_SERVICE_UNAVAILABLE, "The server is out of memory; try again later.");
    else if (setup_link_use(request->store, token_hash, name, hash, server_now(), &account, &used))
        reply_signed_in(request, MHD_HTTP_CREATED, &account);
    else if (!used)
        reply_error(request, MHD_HTTP_FORBIDDEN,
                    "This link is not good, or was used; the server prints a new one when it starts and there is no "
                    "administrator.");
    else if (store_conflicts(request->store))
        reply_error(request, MHD_HTTP_CONFLICT, "The name %s is taken.", name);
    else
        reply_store_error(request);
}

/* ---- Sessions ------------------------------------------------------------------------------------------- */

void api_session_get(Request *request) {
    reply_json(request, MHD_HTTP_OK, account_to_json(request, &request->account));
}

void api_sign_in(Request *request) {
    const char *name = body_text(request, "name"), *password = body_text(request, "password");
    char hash[ACCOUNT_PASSWORD_HASH_MAX + 1] = "";
    Account account = {0};
    if (name == NULL || password == NULL || strlen(password) > PASSWORD_MAX) {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "A name and a password are wanted.");
        return;
    }
    bool known = account_by_name(request->store, name, &account, hash);
    if (!password_matches(password, known ? hash : ""))
        reply_error(request, MHD_HTTP_UNAUTHORIZED, "Name and password do not belong together.");
    else if (account.disabled)
        reply_error(request, MHD_HTTP_FORBIDDEN, "This account is kept out; ask the administrator.");
    else
        reply_signed_in(request, MHD_HTTP_OK, &account);
}

void api_sign_out(Request *request) {
    request_sign_out(request);
}

void api_sessions_remove(Request *request) {
    char hash[SECRET_HASH_MAX + 1];
    request_session_hash(request, hash);
    if (session_remove_others(request->store, request->account.id, hash))
        reply_nothing(request);
    else
        reply_store_error(request);
}

void api_password_change(Request *request) {
    const char *old = body_text(request, "password"), *new = body_text(request, "new_password");
    char hash[ACCOUNT_PASSWORD_HASH_MAX + 1], session[SECRET_HASH_MAX + 1];
    Account account;
    const char *problem = request->by_token ? "A token cannot change the password; sign in with the browser." : NULL;
    if (problem == NULL)
        problem = password_problem(new);
    if (problem != NULL) {
        reply_refusal(request, problem);
        return;
    }
    bool known = account_by_name(request->store, request->account.name, &account, hash);
    if (old == NULL || strlen(old) > PASSWORD_MAX || !password_matches(old, known ? hash : "")) {
        reply_error(request, MHD_HTTP_FORBIDDEN, "The password that you had is not this one.");
        return;
    }
    request_session_hash(request, session);
    if (!password_hash(new, hash))
        reply_error(request, MHD_HTTP_SERVICE_UNAVAILABLE, "The server is out of memory; try again later.");
    else if (account_set_password(request->store, account.id, hash) &&
             session_remove_others(request->store, account.id, session))
        reply_nothing(request);
    else
        reply_store_error(request);
}

/* ---- Tokens --------------------------------------------------------------------------------------------- */

void api_tokens_get(Request *request) {
    json_t *list = json_array();
    Query *query = token_list(request->store, request->account.id);
    while (query_next(query))
        json_array_append_new(list, json_pack("{sI ss sI}", "id", (json_int_t)query_number(query, 0), "name",
                                              query_text(query, 1), "created_at", (json_int_t)query_number(query, 2)));
    query_end(query);
    reply_json(request, MHD_HTTP_OK, json_pack("{so}", "tokens", list));
}

void api_tokens_add(Request *request) {
    const char *name = body_text(request, "name");
    char secret[SECRET_MAX + 1], hash[SECRET_HASH_MAX + 1];
    int64_t id;
    const char *problem = name_problem(name, TOKEN_NAME_MAX, true);
    if (request->by_token)
        problem = "A token cannot make tokens; sign in with the browser.";
    if (problem != NULL) {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "%s", problem);
        return;
    }
    secret_make(secret);
    secret_hash(secret, strlen(secret), hash);
    if (token_add(request->store, hash, request->account.id, name, server_now(), &id))
        reply_json(request, MHD_HTTP_CREATED,
                   json_pack("{sI ss ss}", "id", (json_int_t)id, "name", name, "token", secret));
    else
        reply_store_error(request);
}

void api_tokens_remove(Request *request) {
    if (!token_remove(request->store, request->account.id, word_number(request, 0)))
        reply_store_error(request);
    else if (store_changes(request->store) == 0)
        reply_error(request, MHD_HTTP_NOT_FOUND, "You have no such token.");
    else
        reply_nothing(request);
}
