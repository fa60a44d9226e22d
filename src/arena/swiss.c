/*
 * Drawing one round of a Swiss tournament (arena/pairing.h says by which rules).
 *
 * From the top down, everybody gets the best opponent who leaves a way to draw the rest of the round; that there is one
 * is known from a matching of all who are still to be drawn, so that nothing is ever taken back.
 */
#include <stdlib.h>

#include "arena/matching.h"
#include "arena/pairing.h"

/* What may be given up, one after the other, when the round cannot be drawn otherwise. */
typedef enum Strictness { ALL_RULES, COLORS_LOOSE, ANY_PAIR, STRICTNESS_COUNT } Strictness;

typedef struct Draw {
    const SwissPlayer *players;
    size_t count;
    const unsigned char *met;
    size_t *ranks; /* players by rank, those who are drawn only */
    size_t ranked;
    bool *drawn; /* by rank */
    Strictness strictness;
    Matching *matching; /* of ranks */
} Draw;

/* ---- Colours -------------------------------------------------------------------------------------------- */

/* How much a player is due White (positive) or Black: 3 when nothing else is right, 2 to balance, 1 to alternate. */
static int color_due(const SwissPlayer *player) {
    int wish = player->white_surplus > 0 ? -2 : 2;
    if (player->white_surplus >= 2 || player->white_surplus <= -2)
        return wish > 0 ? 3 : -3;
    if (player->last != NO_COLOR && player->last == player->earlier)
        return player->last == WHITE ? -3 : 3;
    if (player->white_surplus != 0)
        return wish;
    return player->last == NO_COLOR ? 0 : player->last == WHITE ? -1 : 1;
}

static bool colors_clash(int one, int other) {
    return (one == 3 && other == 3) || (one == -3 && other == -3);
}

/* Whether the better ranked has White. */
static bool better_has_white(int better, int worse, size_t board) {
    if (better == 0 && worse == 0)
        return board % 2 == 0;
    if (abs(better) == abs(worse))
        return better > 0; /* the same wish: the better ranked has it */
    return abs(better) > abs(worse) ? better > 0 : worse < 0;
}

/* ---- Who may meet --------------------------------------------------------------------------------------- */

static const SwissPlayer *at_rank(const Draw *draw, size_t rank) {
    return &draw->players[draw->ranks[rank]];
}

static bool may_meet(const Draw *draw, size_t one, size_t other) {
    if (draw->strictness == ANY_PAIR)
        return true;
    if (draw->met[draw->ranks[one] * draw->count + draw->ranks[other]] > 0)
        return false;
    return draw->strictness == COLORS_LOOSE ||
           !colors_clash(color_due(at_rank(draw, one)), color_due(at_rank(draw, other)));
}

/* A complete matching without the player at `bye` (PAIRING_NOBODY: all). False when there is none. */
static bool prepare(Draw *draw, size_t bye) {
    matching_close(draw->matching);
    draw->matching = matching_open(draw->ranked);
    if (draw->matching == NULL)
        return false;
    for (size_t one = 0; one < draw->ranked; one++)
        for (size_t other = one + 1; other < draw->ranked; other++)
            if (may_meet(draw, one, other))
                matching_join(draw->matching, one, other);
    if (bye != PAIRING_NOBODY)
        matching_remove(draw->matching, bye);
    return matching_complete(draw->matching);
}

/* The last who has not had a bye and without whom a round can be drawn. */
static size_t find_bye(Draw *draw, bool again) {
    for (size_t rank = draw->ranked; rank-- > 0;)
        if (again == at_rank(draw, rank)->had_bye && prepare(draw, rank))
            return rank;
    return PAIRING_NOBODY;
}

/* Gives up as little as must be. Never false but for lack of memory: among any pairs there is always a round. */
static bool choose_strictness(Draw *draw, size_t *bye) {
    *bye = PAIRING_NOBODY;
    for (draw->strictness = ALL_RULES; draw->strictness < STRICTNESS_COUNT; draw->strictness++) {
        if (draw->ranked % 2 == 0 && prepare(draw, PAIRING_NOBODY))
            return true;
        if (draw->ranked % 2 == 1 && (*bye = find_bye(draw, false)) != PAIRING_NOBODY)
            return true;
    }
    draw->strictness = ANY_PAIR;
    return draw->ranked % 2 == 1 && (*bye = find_bye(draw, true)) != PAIRING_NOBODY;
}

/* ---- The best opponent ---------------------------------------------------------------------------------- */

/* How far from the wish: a lower group is worst, then the wrong colour, then the distance from the opponent who is due:
 * the first of the lower half, or for somebody who comes down from the group above, the first. */
static size_t cost(const Draw *draw, size_t rank, size_t other, size_t group, size_t place, size_t mates) {
    int mine = color_due(at_rank(draw, rank)), theirs = color_due(at_rank(draw, other));
    size_t due = group == 0 && mates > 0 ? (mates + 1) / 2 - 1 : 0;
    size_t distance = place > due ? place - due : due - place;
    bool same_wish = (mine > 0 && theirs > 0) || (mine < 0 && theirs < 0);
    size_t color = colors_clash(mine, theirs) ? 3 : same_wish ? (abs(mine) > 1 && abs(theirs) > 1 ? 2 : 1) : 0;
    return (group * 4 + color) * (draw->count + 1) + distance;
}

typedef struct Candidate {
    size_t rank, cost;
} Candidate;

static int compare_costs(const void *one, const void *other) {
    const Candidate *a = one, *b = other;
    if (a->cost != b->cost)
        return a->cost < b->cost ? -1 : 1;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* All who are not drawn yet, the best opponent for `rank` first. */
static size_t list_candidates(const Draw *draw, size_t rank, Candidate *candidates) {
    size_t count = 0, group = 0, place = 0, mates = 0;
    unsigned points = at_rank(draw, rank)->points;
    for (size_t other = rank + 1; other < draw->ranked; other++)
        mates += !draw->drawn[other] && at_rank(draw, other)->points == points;
    for (size_t other = rank + 1; other < draw->ranked; other++) {
        if (draw->drawn[other])
            continue;
        if (at_rank(draw, other)->points != points) {
            points = at_rank(draw, other)->points;
            group++;
            place = 0;
        }
        candidates[count++] = (Candidate){other, cost(draw, rank, other, group, place++, mates)};
    }
    qsort(candidates, count, sizeof *candidates, compare_costs);
    return count;
}

static void draw_pairs(Draw *draw, Candidate *candidates, Pairing *pairings, size_t *boards) {
    for (size_t rank = 0; rank < draw->ranked; rank++) {
        if (draw->drawn[rank])
            continue;
        size_t count = list_candidates(draw, rank, candidates), chosen = 0;
        while (chosen < count && !(may_meet(draw, rank, candidates[chosen].rank) &&
                                   matching_fix(draw->matching, rank, candidates[chosen].rank)))
            chosen++;
        if (chosen == count)
            return; /* cannot be: the matching was complete */
        size_t other = candidates[chosen].rank;
        draw->drawn[rank] = draw->drawn[other] = true;
        bool white = better_has_white(color_due(at_rank(draw, rank)), color_due(at_rank(draw, other)), *boards);
        pairings[(*boards)++] =
            white ? (Pairing){draw->ranks[rank], draw->ranks[other]} : (Pairing){draw->ranks[other], draw->ranks[rank]};
    }
}

/* ---- The round ------------------------------------------------------------------------------------------ */

/* By points, then by seed; insertion keeps the seeds' order. */
static void rank_players(Draw *draw) {
    for (size_t i = 0; i < draw->count; i++) {
        if (draw->players[i].absent)
            continue;
        size_t at = draw->ranked++;
        for (; at > 0 && draw->players[draw->ranks[at - 1]].points < draw->players[i].points; at--)
            draw->ranks[at] = draw->ranks[at - 1];
        draw->ranks[at] = i;
    }
}

bool swiss_draw(const SwissPlayer *players, size_t count, const unsigned char *met, Pairing *pairings, size_t *boards,
                size_t *bye) {
    Draw draw = {.players = players,
                 .count = count,
                 .met = met,
                 .ranks = calloc(count + 1, sizeof *draw.ranks),
                 .drawn = calloc(count + 1, sizeof *draw.drawn)};
    Candidate *candidates = calloc(count + 1, sizeof *candidates);
    size_t resting = PAIRING_NOBODY;
    *boards = 0;
    *bye = PAIRING_NOBODY;
    bool good = draw.ranks != NULL && draw.drawn != NULL && candidates != NULL;
    if (good) {
        rank_players(&draw);
        good = draw.ranked == 0 || choose_strictness(&draw, &resting);
    }
    if (good && resting != PAIRING_NOBODY) {
        draw.drawn[resting] = true;
        *bye = draw.ranks[resting];
    }
    if (good)
        draw_pairs(&draw, candidates, pairings, boards);
    matching_close(draw.matching);
    free(draw.ranks);
    free(draw.drawn);
    free(candidates);
    return good;
}
