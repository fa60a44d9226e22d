#include "server/league.h"

#include <math.h>
#include <stdio.h>

#include "arena/rating.h"
#include "base/random.h"
#include "rookery/chess.h"

enum { BOTS_MAX = 2000, NEAR = 3 };

static size_t choose_first(const LeagueBot *bots, size_t count, uint64_t *seed) {
    size_t best = 0, equals = 0;
    for (size_t i = 0; i < count; i++) {
        if (bots[i].games < bots[best].games)
            equals = 0;
        if (equals == 0 || bots[i].games == bots[best].games) {
            equals++;
            if (random_below(seed, equals) == 0)
                best = i;
        }
    }
    return best;
}

/* One of the nearest by rating. */
static size_t choose_second(const LeagueBot *bots, size_t count, size_t first, uint64_t *seed) {
    size_t near[NEAR], found = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == first || (bots[i].player == bots[first].last_opponent && count > 2))
            continue;
        double distance = fabs(bots[i].rating - bots[first].rating);
        size_t at = found < NEAR ? found++ : NEAR;
        for (; at > 0 && fabs(bots[near[at - 1]].rating - bots[first].rating) > distance; at--)
            if (at < NEAR)
                near[at] = near[at - 1];
        if (at < NEAR)
            near[at] = i;
    }
    return near[random_below(seed, found)];
}

bool league_choose(const LeagueBot *bots, size_t count, uint64_t *seed, size_t *white, size_t *black) {
    if (count < 2)
        return false;
    size_t first = choose_first(bots, count, seed), second = choose_second(bots, count, first, seed);
    bool swap = random_below(seed, 2) == 1;
    *white = swap ? second : first;
    *black = swap ? first : second;
    return true;
}

static bool is_busy(Busy busy, int64_t player) {
    for (size_t i = 0; i < busy.count; i++)
        if (busy.players[i] == player)
            return true;
    return false;
}

/* Every other game is standard chess. */
static Variant choose_variant(uint64_t *seed) {
    return random_below(seed, 2) == 0 ? VARIANT_STANDARD : (Variant)random_below(seed, VARIANT_ARENA_COUNT);
}

bool league_next(Store *store, Busy busy, uint64_t *seed, StoredGame *game) {
    static _Thread_local LeagueBot bots[BOTS_MAX];
    size_t count = 0, white, black;
    snprintf(game->variant, sizeof game->variant, "%s", variant_name(choose_variant(seed)));
    Query *query = league_players(store, game->variant);
    while (count < BOTS_MAX && query_next(query)) {
        if (is_busy(busy, query_number(query, 0)))
            continue;
        bots[count++] = (LeagueBot){
            .player = query_number(query, 0),
            .games = query_number(query, 1),
            .rating = query_is_null(query, 2) ? RATING_START : query_real(query, 2),
            .last_opponent = query_number(query, 3),
        };
    }
    if (!query_end(query) || !league_choose(bots, count, seed, &white, &black))
        return false;
    game->white = bots[white].player;
    game->black = bots[black].player;
    return true;
}
