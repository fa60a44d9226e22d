#include "store/settings.h"

#include <stdio.h>

void setting_get(Store *store, const char *name, const char *otherwise, char *out, size_t size) {
    Query *query = store_ask(store, "SELECT value FROM settings WHERE name = $1", "s", name);
    snprintf(out, size, "%s", query_next(query) ? query_text(query, 0) : otherwise);
    query_end(query);
}

bool setting_set(Store *store, const char *name, const char *value) {
    return store_run(store,
                     "INSERT INTO settings (name, value) VALUES ($1, $2)"
                     " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                     "ss", name, value);
}
