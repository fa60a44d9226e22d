#include "server/limits.h"

#include <pthread.h>
#include <stdlib.h>

enum { SETS = 1024, WAYS = 4 };

static const struct {
    double burst, per_second;
} allowed[LIMIT_KINDS] = {
    [LIMIT_READ] = {4000, 2000}, [LIMIT_DRAW] = {40, 10},    [LIMIT_WRITE] = {100, 20},
    [LIMIT_SIGN] = {20, 0.2},    [LIMIT_UPLOAD] = {20, 0.1},
};

typedef struct Bucket {
    uint64_t key; /* 0: free */
    double tokens;
    int64_t since;
} Bucket;

struct Limits {
    pthread_mutex_t lock;
    Bucket buckets[SETS][WAYS];
};

Limits *limits_open(void) {
    Limits *limits = calloc(1, sizeof *limits);
    if (limits != NULL)
        pthread_mutex_init(&limits->lock, NULL);
    return limits;
}

void limits_close(Limits *limits) {
    if (limits == NULL)
        return;
    pthread_mutex_destroy(&limits->lock);
    free(limits);
}

static Bucket *find(Limits *limits, LimitKind kind, uint64_t key, int64_t now) {
    uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
    Bucket *set = limits->buckets[hash >> 32 & (SETS - 1)], *oldest = &set[0];
    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key)
            return &set[i];
        if (set[i].since < oldest->since)
            oldest = &set[i];
    }
    *oldest = (Bucket){key, allowed[kind].burst, now};
    return oldest;
}

bool limits_take(Limits *limits, LimitKind kind, uint64_t address, int64_t now) {
    uint64_t key = address * LIMIT_KINDS + kind + 1;
    pthread_mutex_lock(&limits->lock);
    Bucket *bucket = find(limits, kind, key, now);
    bucket->tokens += (double)(now - bucket->since) / 1e6 * allowed[kind].per_second;
    bucket->since = now;
    if (bucket->tokens > allowed[kind].burst)
        bucket->tokens = allowed[kind].burst;
    bool granted = bucket->tokens >= 1;
    if (granted)
        bucket->tokens -= 1;
    pthread_mutex_unlock(&limits->lock);
    return granted;
}
