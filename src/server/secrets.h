/*
 * Secrets: what browsers and programs hold to prove who they are, and passwords. All of it is libsodium's; what is
 * stored anywhere is a hash only.
 */
#ifndef ROOKERY_SERVER_SECRETS_H
#define ROOKERY_SERVER_SECRETS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SECRET_MAX = 43,      /* 32 random bytes in URL-safe base64 */
    SECRET_HASH_MAX = 64, /* SHA-256 in hexadecimal */
    PASSWORD_HASH_MAX = 127,
};

/* To be called once before the rest. */
bool secrets_begin(void);

void secret_make(char out[SECRET_MAX + 1]);
/* Also names sources by their bytes. */
void secret_hash(const void *bytes, size_t length, char out[SECRET_HASH_MAX + 1]);

/* Argon2id; takes some 50 ms and 64 MB. False when memory is out. */
bool password_hash(const char *password, char out[PASSWORD_HASH_MAX + 1]);
/* An empty hash never matches, but takes as long as another. */
bool password_matches(const char *password, const char *hash);

#endif
