/*
 * How often somebody may do something: buckets of tokens by the address that a request comes from.
 */
#ifndef ROOKERY_SERVER_LIMITS_H
#define ROOKERY_SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum LimitKind {
    LIMIT_READ,   /* anything that changes nothing */
    LIMIT_DRAW,   /* pictures, which take some milliseconds to draw */
    LIMIT_WRITE,  /* moves, games, settings */
    LIMIT_SIGN,   /* signing up and in: attempts at passwords */
    LIMIT_UPLOAD, /* bots, each of which costs seconds of checking */
    LIMIT_KINDS
} LimitKind;

typedef struct Limits Limits;

/* The table is of fixed size; under a flood of addresses the longest unused are forgotten. */
Limits *limits_open(void);
void limits_close(Limits *limits); /* NULL is allowed */
/* Takes one token; false when there is none. `now` is monotonic, in microseconds. Any thread. */
bool limits_take(Limits *limits, LimitKind kind, uint64_t address, int64_t now);

#endif
