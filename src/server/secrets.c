#include "server/secrets.h"

#include <sodium.h>
#include <string.h>

_Static_assert(SECRET_MAX + 1 >= sodium_base64_ENCODED_LEN(32, sodium_base64_VARIANT_URLSAFE_NO_PADDING), "room");
_Static_assert(SECRET_HASH_MAX == 2 * crypto_hash_sha256_BYTES, "room");
_Static_assert(PASSWORD_HASH_MAX + 1 >= crypto_pwhash_STRBYTES, "room");

bool secrets_begin(void) {
    return sodium_init() >= 0;
}

void secret_make(char out[SECRET_MAX + 1]) {
    unsigned char bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(out, SECRET_MAX + 1, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void secret_hash(const void *bytes, size_t length, char out[SECRET_HASH_MAX + 1]) {
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, bytes, length);
    sodium_bin2hex(out, SECRET_HASH_MAX + 1, hash, sizeof hash);
}

bool password_hash(const char *password, char out[PASSWORD_HASH_MAX + 1]) {
    return crypto_pwhash_str(out, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

bool password_matches(const char *password, const char *hash) {
    char thrown_away[PASSWORD_HASH_MAX + 1];
    if (hash[0] != '\0')
        return crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
    password_hash(password, thrown_away);
    return false;
}
