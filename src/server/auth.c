/* Who is asking: cookies of browsers, tokens of programs; and that no other site asks in a browser's name. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "server/say.h"
#include "server/secrets.h"
#include "server/server_internal.h"

#define COOKIE "rookery_session"

static const int64_t SESSION_MS = INT64_C(30) * 24 * 3600 * 1000;

static const char *header(const Request *request, const char *name) {
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

static const char *cookie(const Request *request) {
    return MHD_lookup_connection_value(request->connection, MHD_COOKIE_KIND, COOKIE);
}

/* Whether a browser sends this on behalf of a page that is not ours. */
static bool is_foreign(const Request *request) {
    const char *site = header(request, "Sec-Fetch-Site"), *origin = header(request, "Origin");
    const char *host = header(request, "Host");
    if (strcmp(request->method, "GET") == 0)
        return false; /* changes nothing, and the answer cannot be read elsewhere */
    if (site != NULL && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0)
        return true;
    if (origin == NULL)
        return false;
    const char *name = strstr(origin, "://");
    return name == NULL || host == NULL || strcasecmp(name + 3, host) != 0;
}

static bool refuse(Request *request, unsigned status, const char *sentence) {
    reply_error(request, status, "%s", sentence);
    return false;
}

bool request_identify(Request *request) {
    static const char bearer[] = "Bearer ";
    char hash[SECRET_HASH_MAX + 1];
    const char *authorization = header(request, "Authorization"), *session = cookie(request);
    if (is_foreign(request))
        return refuse(request, MHD_HTTP_FORBIDDEN, "This was sent by a page of another site.");
    if (authorization != NULL) {
        if (strncasecmp(authorization, bearer, strlen(bearer)) != 0)
            return refuse(request, MHD_HTTP_UNAUTHORIZED, "Send a token as in \"Authorization: Bearer TOKEN\".");
        const char *token = authorization + strlen(bearer);
        secret_hash(token, strlen(token), hash);
        request->by_token = true;
        return account_by_token(request->store, hash, &request->account) ||
               refuse(request, MHD_HTTP_UNAUTHORIZED, "There is no such token; it may have been removed.");
    }
    if (session == NULL)
        return true;
    secret_hash(session, strlen(session), hash);
    if (!account_by_session(request->store, hash, server_now(), &request->account))
        request->account = (Account){0};
    return true;
}

bool request_is_secure(const Request *request) {
    const char *scheme = request->server->options.behind_proxy ? header(request, "X-Forwarded-Proto") : NULL;
    return scheme != NULL && strcmp(scheme, "https") == 0;
}

static void set_cookie(Request *request, const char *secret, int64_t seconds) {
    char text[200];
    snprintf(text, sizeof text, COOKIE "=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%lld%s", secret,
             (long long)seconds, request_is_secure(request) ? "; Secure" : "");
    reply_header(request, MHD_HTTP_HEADER_SET_COOKIE, text);
}

/* The reply must exist already for its header: an account, as JSON. */
bool request_sign_in(Request *request, const Account *account) {
    char secret[SECRET_MAX + 1], hash[SECRET_HASH_MAX + 1];
    int64_t now = server_now();
    secret_make(secret);
    secret_hash(secret, strlen(secret), hash);
    if (!session_add(request->store, hash, account->id, now, now + SESSION_MS)) {
        reply_store_error(request);
        return false;
    }
    set_cookie(request, secret, SESSION_MS / 1000);
    return true;
}

void request_session_hash(const Request *request, char *hash) {
    const char *session = request->by_token ? NULL : cookie(request);
    hash[0] = '\0';
    if (session != NULL)
        secret_hash(session, strlen(session), hash);
}

void request_sign_out(Request *request) {
    char hash[SECRET_HASH_MAX + 1];
    const char *session = cookie(request);
    if (session != NULL) {
        secret_hash(session, strlen(session), hash);
        session_remove(request->store, hash);
    }
    reply_nothing(request);
    set_cookie(request, "", 0);
}

bool request_need_player(Request *request) {
    char secret[SECRET_MAX + 1], name[ACCOUNT_NAME_MAX + 1];
    if (request->account.id != 0)
        return true;
    secret_make(secret);
    snprintf(name, sizeof name, "Guest-%.8s", secret);
    for (char *at = name; *at != '\0'; at++)
        if (*at == '_')
            *at = '-';
    if (account_add(request->store, name, ACCOUNT_GUEST, NULL, server_now(), &request->account))
        return true;
    reply_store_error(request);
    return false;
}

const char *name_problem(const char *name, size_t most, bool blanks) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    static const char with_blanks[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- .,:!?#&'()+/";
    if (name == NULL || name[0] == '\0')
        return "A name is missing.";
    if (strlen(name) > most)
        return "The name is too long.";
    if (strspn(name, blanks ? with_blanks : plain) != strlen(name))
        return blanks ? "A name may have letters, digits, blanks and simple punctuation."
                      : "A name may have the letters a to z, digits, - and _ only.";
    if (name[0] == '-' || name[0] == ' ')
        return "A name begins with a letter or a digit.";
    return NULL;
}
