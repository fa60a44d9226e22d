/*
 * Bots, their versions and sources. A bot is a name that somebody owns; what plays is one of its versions, and each
 * version is a player of its own. Sources are kept once, by the SHA-256 of their bytes.
 */
#ifndef ROOKERY_STORE_BOTS_H
#define ROOKERY_STORE_BOTS_H

#include "store/store.h"

enum { BOT_NAME_MAX = 40, SOURCE_HASH_MAX = 64, SIZE_CLASS_MAX = 15, VERSION_STATUS_MAX = 15 };

typedef struct Bot {
    int64_t id;
    int64_t owner; /* account */
    char name[BOT_NAME_MAX + 1];
    char language[16];
    bool in_league, retired;
} Bot;

typedef struct BotVersion {
    int64_t id;
    int64_t bot;
    int64_t number; /* from 1 */
    char source_hash[SOURCE_HASH_MAX + 1];
    char status[VERSION_STATUS_MAX + 1]; /* checking, accepted, refused */
    char size_class[SIZE_CLASS_MAX + 1];
} BotVersion;

typedef struct BotSource {
    const char *hash; /* SHA-256 in hexadecimal */
    const void *bytes;
    size_t length;
    const char *size_class;
} BotSource;

/* False when the name is taken (store_conflicts()) or on failure. The first version comes with it. */
bool bot_add(Store *store, int64_t owner, const char *name, const char *language, bool in_league,
             const BotSource *source, int64_t now, Bot *bot, BotVersion *version);
/* The next version, to be checked. */
bool bot_add_version(Store *store, int64_t bot, const BotSource *source, int64_t now, BotVersion *version);
bool bot_by_name(Store *store, const char *name, Bot *bot);
bool bot_set_league(Store *store, int64_t bot, bool in_league);
/* A retired bot plays no more. */
bool bot_set_retired(Store *store, int64_t bot, bool retired);

bool version_get(Store *store, int64_t bot, int64_t number, BotVersion *version);
bool version_by_id(Store *store, int64_t id, BotVersion *version);
/* The newest accepted version. */
bool version_newest(Store *store, int64_t bot, BotVersion *version);
/* The next one that waits for its check, with the bot's name and language. */
bool version_to_check(Store *store, BotVersion *version, Bot *bot);
/* The end of a check: a version that is accepted becomes a player, and has its predecessor's ratings as `inherit` makes
 * them. A version that is no longer being checked is left alone. */
typedef void InheritRating(double *rating, double *variance);
bool version_judge(Store *store, int64_t version, bool accepted, const char *report, InheritRating *inherit);
/* The player that the version is, 0 if it is none. */
int64_t version_player(Store *store, int64_t version);

/* Bots by name. Columns: id, name, owner, language, in league, created_at, number, status and size class of the newest
 * version, number, player and size class of the newest accepted one (NULL: none), retired. `search` "" or a part of the
 * name in small letters; `owner` 0 or an account. */
Query *bot_list(Store *store, const char *search, int64_t owner, int64_t limit, int64_t offset);
/* The same columns for one bot. */
Query *bot_row(Store *store, int64_t bot);
/* Columns: number, status, size class, created_at, player (NULL: none); the newest first. */
Query *version_list(Store *store, int64_t bot);
/* The report of a check, to be freed; NULL when there is none. */
char *version_report(Store *store, int64_t version);
/* How many bots the account has. */
int64_t bot_count(Store *store, int64_t owner);

/* The bytes of a source, to be freed, a NUL behind them; NULL when there is none or on failure. */
char *source_get(Store *store, const char *hash, size_t *length);

#endif
