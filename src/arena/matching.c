#include "arena/matching.h"

#include <stdlib.h>
#include <string.h>

#define NONE ((size_t)-1)

/*
 * An augmenting path leads from a free vertex to another, with every other edge in the matching; swapping the edges on
 * it pairs both. The search grows a tree of such paths from a root. Vertices at an even distance ("outer") may go on by
 * any edge. Where an edge joins two outer vertices there is an odd cycle, a blossom, all of whose vertices become
 * outer: they are treated as one, known by the base where the cycle hangs on the tree.
 */
struct Matching {
    size_t count;
    bool *edges; /* count x count */
    bool *out;   /* removed */
    size_t *mate;
    /* Of one search. */
    size_t *before; /* the outer vertex that led to this inner one */
    size_t *base;
    bool *outer, *marked;
    size_t *queue, head, tail;
};

Matching *matching_open(size_t vertices) {
    Matching *matching = calloc(1, sizeof *matching);
    if (matching == NULL)
        return NULL;
    *matching = (Matching){
        .count = vertices,
        .edges = calloc(vertices * vertices + 1, sizeof *matching->edges),
        .out = calloc(vertices + 1, sizeof *matching->out),
        .mate = calloc(vertices + 1, sizeof *matching->mate),
        .before = calloc(vertices + 1, sizeof *matching->before),
        .base = calloc(vertices + 1, sizeof *matching->base),
        .outer = calloc(vertices + 1, sizeof *matching->outer),
        .marked = calloc(vertices + 1, sizeof *matching->marked),
        .queue = calloc(vertices + 1, sizeof *matching->queue),
    };
    bool good = matching->edges != NULL && matching->out != NULL && matching->mate != NULL &&
                matching->before != NULL && matching->base != NULL && matching->outer != NULL &&
                matching->marked != NULL && matching->queue != NULL;
    if (!good) {
        matching_close(matching);
        return NULL;
    }
    for (size_t i = 0; i < vertices; i++)
        matching->mate[i] = NONE;
    return matching;
}

void matching_close(Matching *matching) {
    if (matching == NULL)
        return;
    free(matching->edges);
    free(matching->out);
    free(matching->mate);
    free(matching->before);
    free(matching->base);
    free(matching->outer);
    free(matching->marked);
    free(matching->queue);
    free(matching);
}

void matching_join(Matching *matching, size_t one, size_t other) {
    matching->edges[one * matching->count + other] = matching->edges[other * matching->count + one] = true;
}

static bool are_joined(const Matching *matching, size_t one, size_t other) {
    return matching->edges[one * matching->count + other] && !matching->out[one] && !matching->out[other];
}

static void marry(Matching *matching, size_t one, size_t other) {
    matching->mate[one] = other;
    matching->mate[other] = one;
}

static void part(Matching *matching, size_t vertex) {
    size_t mate = matching->mate[vertex];
    if (mate != NONE)
        matching->mate[mate] = NONE;
    matching->mate[vertex] = NONE;
}

void matching_remove(Matching *matching, size_t vertex) {
    part(matching, vertex);
    matching->out[vertex] = true;
}

/* ---- One search ----------------------------------------------------------------------------------------- */

static void make_outer(Matching *matching, size_t vertex) {
    if (matching->outer[vertex])
        return;
    matching->outer[vertex] = true;
    matching->queue[matching->tail++] = vertex;
}

/* From an outer vertex two edges up the tree: to its mate and to who led there. NONE at the root. */
static size_t two_up(const Matching *matching, size_t vertex) {
    size_t mate = matching->mate[vertex];
    return mate == NONE || matching->before[mate] == NONE ? NONE : matching->base[matching->before[mate]];
}

static size_t common_base(Matching *matching, size_t one, size_t other) {
    memset(matching->marked, 0, matching->count * sizeof *matching->marked);
    for (size_t at = matching->base[one]; at != NONE; at = two_up(matching, at))
        matching->marked[at] = true;
    size_t at = matching->base[other];
    while (!matching->marked[at])
        at = two_up(matching, at);
    return at;
}

/* Marks the blossoms on the way from a vertex to the base, and lets the inner vertices lead round the other way. */
static void mark_half(Matching *matching, size_t vertex, size_t base, size_t across) {
    while (matching->base[vertex] != base) {
        size_t mate = matching->mate[vertex];
        matching->marked[matching->base[vertex]] = matching->marked[matching->base[mate]] = true;
        matching->before[vertex] = across;
        across = mate;
        vertex = matching->before[mate];
    }
}

static void shrink(Matching *matching, size_t one, size_t other) {
    size_t base = common_base(matching, one, other);
    memset(matching->marked, 0, matching->count * sizeof *matching->marked);
    mark_half(matching, one, base, other);
    mark_half(matching, other, base, one);
    for (size_t i = 0; i < matching->count; i++)
        if (matching->marked[matching->base[i]]) {
            matching->base[i] = base;
            make_outer(matching, i);
        }
}

/* Follows the edge. True when it leads to a free vertex. */
static bool follow(Matching *matching, size_t root, size_t from, size_t to) {
    if (matching->base[from] == matching->base[to] || matching->mate[from] == to)
        return false;
    size_t mate = matching->mate[to];
    if (to == root || (mate != NONE && matching->before[mate] != NONE)) {
        shrink(matching, from, to);
    } else if (matching->before[to] == NONE) {
        matching->before[to] = from;
        if (mate == NONE)
            return true;
        make_outer(matching, mate);
    }
    return false;
}

/* The end of an augmenting path from the root; NONE when there is none. */
static size_t search(Matching *matching, size_t root) {
    for (size_t i = 0; i < matching->count; i++) {
        matching->before[i] = NONE;
        matching->base[i] = i;
        matching->outer[i] = false;
    }
    matching->head = matching->tail = 0;
    make_outer(matching, root);
    while (matching->head < matching->tail) {
        size_t from = matching->queue[matching->head++];
        for (size_t to = 0; to < matching->count; to++)
            if (are_joined(matching, from, to) && follow(matching, root, from, to))
                return to;
    }
    return NONE;
}

static bool augment(Matching *matching, size_t root) {
    size_t vertex = search(matching, root);
    if (vertex == NONE)
        return false;
    while (vertex != NONE) {
        size_t from = matching->before[vertex], next = matching->mate[from];
        marry(matching, from, vertex);
        vertex = next;
    }
    return true;
}

/* ---- Whole matchings ------------------------------------------------------------------------------------ */

static void begin_greedily(Matching *matching) {
    for (size_t one = 0; one < matching->count; one++)
        for (size_t other = one + 1; matching->mate[one] == NONE && other < matching->count; other++)
            if (matching->mate[other] == NONE && are_joined(matching, one, other))
                marry(matching, one, other);
}

bool matching_complete(Matching *matching) {
    bool complete = true;
    begin_greedily(matching);
    for (size_t i = 0; i < matching->count; i++)
        if (!matching->out[i] && matching->mate[i] == NONE)
            complete = augment(matching, i) && complete;
    return complete;
}

bool matching_fix(Matching *matching, size_t one, size_t other) {
    size_t left = matching->mate[one], right = matching->mate[other];
    matching_remove(matching, one);
    matching_remove(matching, other);
    /* Their mates must find others, if they are not each other's. */
    if (left == other || augment(matching, left))
        return true;
    matching->out[one] = matching->out[other] = false;
    marry(matching, one, left);
    marry(matching, other, right);
    return false;
}
