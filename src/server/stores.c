#include "server/stores.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { IDLE_MAX = 32 };

struct Stores {
    pthread_mutex_t lock;
    char *where;
    Store *idle[IDLE_MAX];
    size_t count;
    atomic_uint_fast64_t generation;
};

Stores *stores_open(const char *where, Error *error) {
    Stores *stores = calloc(1, sizeof *stores);
    char *copy = strdup(where);
    if (stores == NULL || copy == NULL) {
        free(stores);
        free(copy);
        error_set(error, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&stores->lock, NULL);
    stores->where = copy;
    Store *store = store_open(where, error);
    if (store != NULL && store_migrate(store, error)) {
        stores_give(stores, store);
        return stores;
    }
    store_close(store);
    stores_close(stores);
    return NULL;
}

void stores_close(Stores *stores) {
    if (stores == NULL)
        return;
    while (stores->count > 0)
        store_close(stores->idle[--stores->count]);
    pthread_mutex_destroy(&stores->lock);
    free(stores->where);
    free(stores);
}

Store *stores_take(Stores *stores, Error *error) {
    Store *store = NULL;
    pthread_mutex_lock(&stores->lock);
    if (stores->count > 0)
        store = stores->idle[--stores->count];
    pthread_mutex_unlock(&stores->lock);
    return store != NULL ? store : store_open(stores->where, error);
}

void stores_give(Stores *stores, Store *store) {
    if (store == NULL)
        return;
    pthread_mutex_lock(&stores->lock);
    bool kept = stores->count < IDLE_MAX;
    if (kept)
        stores->idle[stores->count++] = store;
    pthread_mutex_unlock(&stores->lock);
    if (!kept)
        store_close(store);
}

void stores_note_change(Stores *stores) {
    atomic_fetch_add(&stores->generation, 1);
}

uint64_t stores_generation(Stores *stores) {
    return atomic_load(&stores->generation);
}
