/*
 * Pairing off the vertices of a graph so that nobody is left (Edmonds' blossom algorithm for cardinality, one
 * augmenting path at a time), with vertices being taken out and edges being fixed on the way. Knows nothing of chess.
 */
#ifndef ROOKERY_ARENA_MATCHING_H
#define ROOKERY_ARENA_MATCHING_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Matching Matching;

/* A graph of so many vertices without edges. NULL when memory is out. */
Matching *matching_open(size_t vertices);
void matching_close(Matching *matching); /* NULL is allowed */

void matching_join(Matching *matching, size_t one, size_t other);
/* Takes a vertex out, and its mate is free again. */
void matching_remove(Matching *matching, size_t vertex);
/* Pairs off as many as can be; whether nobody is left alone. */
bool matching_complete(Matching *matching);
/* Whether the two, who must be joined, can be a pair while nobody else is left alone; if so they are, for good: they
 * are out. The matching must be complete, and is so afterwards, whatever the answer. */
bool matching_fix(Matching *matching, size_t one, size_t other);

#endif
