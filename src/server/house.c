#include "server/house.h"

#include <string.h>

#include "arena/size_class.h"
#include "base/error.h"
#include "server/rules.h"
#include "server/say.h"
#include "server/secrets.h"
#include "store/accounts.h"
#include "store/bots.h"

static const char house[] = "Rookery";

static bool find_house(Store *store, Account *account) {
    char hash[ACCOUNT_PASSWORD_HASH_MAX + 1];
    return account_by_name(store, house, account, hash)
               ? account->kind == ACCOUNT_HOUSE
               : account_add(store, house, ACCOUNT_HOUSE, NULL, server_now(), account);
}

static bool add_bot(Store *store, int64_t owner, const ExampleBot *example) {
    Bot bot;
    BotVersion version;
    char hash[SECRET_HASH_MAX + 1];
    size_t length = strlen(example->source);
    secret_hash(example->source, length, hash);
    BotSource source = {hash, example->source, length,
                        size_class_name(size_measure(example->source, length).size_class)};
    if (!bot_by_name(store, example->name, &bot)) {
        if (!bot_add(store, owner, example->name, "python", true, &source, server_now(), &bot, &version))
            return false;
    } else if (bot.owner != owner ||
               (version_newest(store, bot.id, &version) && strcmp(version.source_hash, hash) == 0)) {
        return true;
    } else if (!bot_add_version(store, bot.id, &source, server_now(), &version)) {
        return false;
    }
    return version_judge(store, version.id, true, NULL, rule_inherit);
}

bool house_open(Store *store, const ExampleBot *bots, Error *error) {
    Account account;
    if (!find_house(store, &account))
        return error_set(error, "the account \"%s\" of the example bots cannot be made: %.160s", house,
                         store_error(store)->message);
    for (; bots->name != NULL; bots++)
        if (!add_bot(store, account.id, bots))
            return error_set(error, "the example bot %s cannot be added: %.160s", bots->name,
                             store_error(store)->message);
    return true;
}
