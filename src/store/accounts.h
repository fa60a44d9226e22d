/*
 * People and how they prove who they are. Secrets come in as SHA-256 in hexadecimal, passwords as their hash: nothing
 * in here makes or checks them.
 */
#ifndef ROOKERY_STORE_ACCOUNTS_H
#define ROOKERY_STORE_ACCOUNTS_H

#include "store/store.h"

enum { ACCOUNT_NAME_MAX = 30, ACCOUNT_PASSWORD_HASH_MAX = 128 };

typedef enum AccountKind {
    ACCOUNT_GUEST,  /* somebody who has not signed up; plays, unrated */
    ACCOUNT_PERSON, /* signed up */
    ACCOUNT_ADMIN,
    ACCOUNT_HOUSE, /* owns the example bots; nobody can sign in */
} AccountKind;

typedef struct Account {
    int64_t id;
    AccountKind kind;
    bool disabled; /* kept out by an administrator */
    char name[ACCOUNT_NAME_MAX + 1];
} Account;

const char *account_kind_name(AccountKind kind); /* "guest", "person", "admin", "house" */

/* Adds an account and its player. False when the name is taken (store_conflicts()) or on failure. */
bool account_add(Store *store, const char *name, AccountKind kind, const char *password_hash, int64_t now,
                 Account *account);
bool account_set_password(Store *store, int64_t account, const char *password_hash);
bool account_set_kind(Store *store, int64_t account, AccountKind kind);
bool account_set_disabled(Store *store, int64_t account, bool disabled);
/* All but guests, by name; `search` "" or a part of the name in small letters. Columns: name, kind, created_at,
 * disabled, bots, finished games of their own. */
Query *account_list(Store *store, const char *search, int64_t limit, int64_t offset);
/* Each of these is false when there is no such account, or on failure; by session and token also when it is kept out.
 */
bool account_by_name(Store *store, const char *name, Account *account,
                     char password_hash[ACCOUNT_PASSWORD_HASH_MAX + 1]);
bool account_by_session(Store *store, const char *secret_hash, int64_t now, Account *account);
bool account_by_token(Store *store, const char *secret_hash, Account *account);
/* Whether somebody is an administrator. */
bool account_any_admin(Store *store);
/* The player that the account is, 0 on failure. */
int64_t account_player(Store *store, int64_t account);

bool session_add(Store *store, const char *secret_hash, int64_t account, int64_t now, int64_t expires);
bool session_remove(Store *store, const char *secret_hash);
/* Signs out everywhere but where this is the session, "": there too. */
bool session_remove_others(Store *store, int64_t account, const char *secret_hash);
bool session_remove_old(Store *store, int64_t now);

bool token_add(Store *store, const char *secret_hash, int64_t account, const char *name, int64_t now, int64_t *id);
/* Columns: id, name, created_at. */
Query *token_list(Store *store, int64_t account);
/* Columns do not matter: store_changes() says whether there was one. */
bool token_remove(Store *store, int64_t account, int64_t id);

/* The one-time link of the first administrator: only the newest is good. */
bool setup_link_set(Store *store, const char *secret_hash, int64_t now);
/* Uses it up, in one transaction with making the account. False with *used false when the link is not good. */
bool setup_link_use(Store *store, const char *secret_hash, const char *name, const char *password_hash, int64_t now,
                    Account *account, bool *used);

#endif
