#include "base/tail.h"

#include <stdlib.h>
#include <string.h>

void tail_init(Tail *tail, size_t capacity) {
    *tail = (Tail){.capacity = capacity};
}

/* Adds at most `capacity` bytes, in up to two pieces around the end of the ring. */
static void add_wrapped(Tail *tail, const char *bytes, size_t count) {
    size_t at = (tail->start + tail->length) % tail->capacity;
    size_t first = tail->capacity - at < count ? tail->capacity - at : count;
    memcpy(tail->data + at, bytes, first);
    memcpy(tail->data, bytes + first, count - first);
    size_t held = tail->length + count;
    size_t lost = held > tail->capacity ? held - tail->capacity : 0;
    tail->start = (tail->start + lost) % tail->capacity;
    tail->length = held - lost;
}

void tail_add(Tail *tail, const char *bytes, size_t count) {
    tail->total += count;
    if (tail->data == NULL && (tail->data = malloc(tail->capacity)) == NULL)
        return;
    if (count > tail->capacity) {
        bytes += count - tail->capacity;
        count = tail->capacity;
    }
    add_wrapped(tail, bytes, count);
}

void tail_copy(const Tail *tail, char *out) {
    if (tail->length == 0)
        return;
    size_t first = tail->capacity - tail->start < tail->length ? tail->capacity - tail->start : tail->length;
    memcpy(out, tail->data + tail->start, first);
    memcpy(out + first, tail->data, tail->length - first);
}

void tail_free(Tail *tail) {
    free(tail->data);
    *tail = (Tail){.capacity = tail->capacity};
}
