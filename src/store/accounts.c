#include "store/accounts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const kinds[] = {"guest", "person", "admin", "house"};
enum { KINDS = sizeof kinds / sizeof *kinds };

const char *account_kind_name(AccountKind kind) {
    return kinds[kind];
}

static AccountKind kind_by_name(const char *name) {
    size_t kind = 0;
    while (kind + 1 < KINDS && strcmp(kinds[kind], name) != 0)
        kind++;
    return (AccountKind)kind;
}

static void make_key(const char *name, char key[ACCOUNT_NAME_MAX + 1]) {
    size_t length = 0;
    for (; name[length] != '\0' && length < ACCOUNT_NAME_MAX; length++)
        key[length] = (char)tolower((unsigned char)name[length]);
    key[length] = '\0';
}

static bool insert(Store *store, const char *name, AccountKind kind, const char *password_hash, int64_t now,
                   Account *account) {
    char key[ACCOUNT_NAME_MAX + 1];
    make_key(name, key);
    *account = (Account){.kind = kind};
    snprintf(account->name, sizeof account->name, "%s", name);
    if (!store_ask_number(store, &account->id,
                          "INSERT INTO accounts (kind, name, name_key, password_hash, created_at)"
                          " VALUES ($1, $2, $3, $4, $5) RETURNING id",
                          "ssssi", account_kind_name(kind), name, key, password_hash, now))
        return false;
    return kind == ACCOUNT_HOUSE || store_run(store, "INSERT INTO players (kind, name, account_id) VALUES ($1, $2, $3)",
                                              "ssi", kind == ACCOUNT_GUEST ? "guest" : "person", name, account->id);
}

bool account_add(Store *store, const char *name, AccountKind kind, const char *password_hash, int64_t now,
                 Account *account) {
    if (!store_begin(store))
        return false;
    insert(store, name, kind, password_hash, now, account);
    return store_commit(store);
}

/* Columns: id, kind, name, disabled. */
static bool read_account(Query *query, Account *account) {
    bool found = query_next(query);
    if (found) {
        *account = (Account){.id = query_number(query, 0),
                             .kind = kind_by_name(query_text(query, 1)),
                             .disabled = query_number(query, 3) != 0};
        snprintf(account->name, sizeof account->name, "%s", query_text(query, 2));
    }
    return query_end(query) && found;
}

bool account_by_name(Store *store, const char *name, Account *account,
                     char password_hash[ACCOUNT_PASSWORD_HASH_MAX + 1]) {
    char key[ACCOUNT_NAME_MAX + 1];
    make_key(name, key);
    if (strlen(name) > ACCOUNT_NAME_MAX)
        return false;
    Query *query = store_ask(store, "SELECT password_hash FROM accounts WHERE name_key = $1", "s", key);
    password_hash[0] = '\0';
    if (query_next(query) && !query_is_null(query, 0))
        snprintf(password_hash, ACCOUNT_PASSWORD_HASH_MAX + 1, "%s", query_text(query, 0));
    if (!query_end(query))
        return false;
    return read_account(store_ask(store, "SELECT id, kind, name, disabled FROM accounts WHERE name_key = $1", "s", key),
                        account);
}

bool account_by_session(Store *store, const char *secret_hash, int64_t now, Account *account) {
    return read_account(
        store_ask(store,
                  "SELECT a.id, a.kind, a.name, a.disabled FROM sessions s JOIN accounts a ON a.id = s.account_id"
                  " WHERE s.secret_hash = $1 AND s.expires_at > $2 AND a.disabled = 0",
                  "si", secret_hash, now),
        account);
}

bool account_by_token(Store *store, const char *secret_hash, Account *account) {
    return read_account(
        store_ask(store,
                  "SELECT a.id, a.kind, a.name, a.disabled FROM tokens t JOIN accounts a ON a.id = t.account_id"
                  " WHERE t.secret_hash = $1 AND a.disabled = 0",
                  "s", secret_hash),
        account);
}

bool account_set_password(Store *store, int64_t account, const char *password_hash) {
    return store_run(store, "UPDATE accounts SET password_hash = $1 WHERE id = $2", "si", password_hash, account);
}

bool account_set_kind(Store *store, int64_t account, AccountKind kind) {
    return store_run(store, "UPDATE accounts SET kind = $1 WHERE id = $2", "si", account_kind_name(kind), account);
}

bool account_set_disabled(Store *store, int64_t account, bool disabled) {
    return store_run(store, "UPDATE accounts SET disabled = $1 WHERE id = $2", "ii", (int64_t)disabled, account);
}

Query *account_list(Store *store, const char *search, int64_t limit, int64_t offset) {
    return store_ask(store,
                     "SELECT a.name, a.kind, a.created_at, a.disabled,"
                     " (SELECT COUNT(*) FROM bots b WHERE b.account_id = a.id),"
                     " (SELECT COUNT(*) FROM games g JOIN players p ON p.account_id = a.id"
                     "  WHERE g.white_id = p.id AND g.status = 'finished') +"
                     " (SELECT COUNT(*) FROM games g JOIN players p ON p.account_id = a.id"
                     "  WHERE g.black_id = p.id AND g.status = 'finished')"
                     " FROM accounts a WHERE a.kind <> 'guest' AND ($1 = '' OR a.name_key LIKE '%' || $1 || '%')"
                     " ORDER BY a.name_key LIMIT $2 OFFSET $3",
                     "sii", search, limit, offset);
}

bool account_any_admin(Store *store) {
    int64_t one;
    return store_ask_number(store, &one, "SELECT 1 FROM accounts WHERE kind = 'admin' LIMIT 1", "");
}

int64_t account_player(Store *store, int64_t account) {
    int64_t player = 0;
    return store_ask_number(store, &player, "SELECT id FROM players WHERE account_id = $1", "i", account) ? player : 0;
}

bool session_add(Store *store, const char *secret_hash, int64_t account, int64_t now, int64_t expires) {
    return store_run(store,
                     "INSERT INTO sessions (secret_hash, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
                     "siii", secret_hash, account, now, expires);
}

bool session_remove(Store *store, const char *secret_hash) {
    return store_run(store, "DELETE FROM sessions WHERE secret_hash = $1", "s", secret_hash);
}

bool session_remove_others(Store *store, int64_t account, const char *secret_hash) {
    return store_run(store, "DELETE FROM sessions WHERE account_id = $1 AND secret_hash <> $2", "is", account,
                     secret_hash);
}

bool session_remove_old(Store *store, int64_t now) {
    return store_run(store, "DELETE FROM sessions WHERE expires_at <= $1", "i", now);
}

bool token_add(Store *store, const char *secret_hash, int64_t account, const char *name, int64_t now, int64_t *id) {
    return store_ask_number(
        store, id,
        "INSERT INTO tokens (secret_hash, account_id, name, created_at) VALUES ($1, $2, $3, $4) RETURNING id", "sisi",
        secret_hash, account, name, now);
}

Query *token_list(Store *store, int64_t account) {
    return store_ask(store, "SELECT id, name, created_at FROM tokens WHERE account_id = $1 ORDER BY id", "i", account);
}

bool token_remove(Store *store, int64_t account, int64_t id) {
    return store_run(store, "DELETE FROM tokens WHERE account_id = $1 AND id = $2", "ii", account, id);
}

bool setup_link_set(Store *store, const char *secret_hash, int64_t now) {
    if (!store_begin(store))
        return false;
    store_run(store, "DELETE FROM setup_links", "");
    store_run(store, "INSERT INTO setup_links (secret_hash, created_at) VALUES ($1, $2)", "si", secret_hash, now);
    return store_commit(store);
}

bool setup_link_use(Store *store, const char *secret_hash, const char *name, const char *password_hash, int64_t now,
                    Account *account, bool *used) {
    *used = false;
    if (!store_begin(store))
        return false;
    store_run(store, "DELETE FROM setup_links WHERE secret_hash = $1", "s", secret_hash);
    *used = store_changes(store) == 1;
    if (!*used) {
        store_rollback(store);
        return false;
    }
    insert(store, name, ACCOUNT_ADMIN, password_hash, now, account);
    return store_commit(store);
}
