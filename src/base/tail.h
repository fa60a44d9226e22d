/*
 * The last bytes of a stream: what a program said before it died.
 */
#ifndef ROOKERY_BASE_TAIL_H
#define ROOKERY_BASE_TAIL_H

#include <stddef.h>
#include <stdint.h>

typedef struct Tail {
    char *data;
    size_t capacity; /* how many bytes are kept at most */
    size_t length;
    size_t start;   /* where the oldest kept byte is */
    uint64_t total; /* bytes ever added */
} Tail;

/* Nothing is allocated before the first byte comes. */
void tail_init(Tail *tail, size_t capacity);
/* Without memory the bytes are counted and lost. */
void tail_add(Tail *tail, const char *bytes, size_t count);
/* Copies the kept bytes in order to `out`, which has room for tail->length. */
void tail_copy(const Tail *tail, char *out);
void tail_free(Tail *tail);

#endif
