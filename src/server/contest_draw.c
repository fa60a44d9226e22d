#include "server/contest_draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "rookery/chess.h"
#include "server/contest.h"
#include "server/rules.h"

enum { EXTRA_PAIRS_MOST = 3 }; /* of a knockout that is drawn */

/* ---- Games ---------------------------------------------------------------------------------------------- */

/* Where the games of one pair begin: the same place for all boards of the round. */
static bool choose_start(Store *store, const Contest *contest, int64_t number, StoredGame *game) {
    if (!tournament_opening(store, contest->info.id, number, game->start_fen, sizeof game->start_fen))
        return false;
    if (game->start_fen[0] == '\0' && strcmp(game->variant, "chess960") == 0) {
        Position start;
        uint64_t seed = (uint64_t)(contest->info.id * 100000 + number);
        random_next(&seed);
        position_start_chess960(&start, (int)random_below(&seed, 960));
        position_to_fen(&start, FEN_DEFAULT, game->start_fen);
    }
    return true;
}

/* Games number `from` to `to` of a pairing; the first has White in those with even numbers. */
static bool add_games(Store *store, const Contest *contest, const ContestPairing *pairing, int64_t from, int64_t to,
                      int64_t now) {
    const Entrant *first = &contest->entrants[pairing->first], *second = &contest->entrants[pairing->second];
    int64_t pairs = (contest->info.games_per_pairing + 1) / 2;
    StoredGame game = {.origin = "tournament",
                       .tournament = contest->info.id,
                       .round = pairing->round,
                       .board = pairing->board,
                       .created_by = contest->info.account};
    game.rated = contest->info.rated && rating_refusal(rule_player_kind(first->kind), rule_player_kind(second->kind),
                                                       ORIGIN_TOURNAMENT) == NULL;
    snprintf(game.variant, sizeof game.variant, "%s", contest->info.variant);
    snprintf(game.clock, sizeof game.clock, "%s", contest->info.clock);
    for (int64_t i = from; i < to; i++) {
        game.white = i % 2 == 0 ? first->player : second->player;
        game.black = i % 2 == 0 ? second->player : first->player;
        game.id = 0;
        if (!choose_start(store, contest, (pairing->round - 1) * pairs + i / 2, &game) || !game_add(store, &game, now))
            return false;
    }
    return true;
}

/* One board of a round with its games. */
static bool pair_off(Store *store, const Contest *contest, int64_t round, int64_t board, Pairing pairing, int64_t now) {
    ContestPairing added = {.round = round, .board = board, .first = pairing.first, .second = pairing.second};
    int64_t bye = 2 * contest->info.games_per_pairing;
    if (pairing.second == PAIRING_NOBODY)
        return tournament_pair(store, contest->info.id, round, board, contest->entrants[pairing.first].player, 0, bye);
    const Entrant *first = &contest->entrants[pairing.first], *second = &contest->entrants[pairing.second];
    bool absent = first->withdrawn || second->withdrawn; /* the other goes on without a game */
    return tournament_pair(store, contest->info.id, round, board, first->player, second->player, 0) &&
           (absent || add_games(store, contest, &added, 0, contest->info.games_per_pairing, now));
}

/* ---- Round robin and gauntlet: everything at once ------------------------------------------------------- */

static bool draw_round_robin(Store *store, const Contest *contest, int64_t now) {
    size_t rounds = round_robin_rounds(contest->count);
    for (size_t round = 0; round < rounds; round++) {
        int64_t boards = 0;
        for (size_t board = 0; board < round_robin_boards(contest->count); board++) {
            Pairing pairing;
            if (round_robin_get(contest->count, round, board, &pairing) &&
                !pair_off(store, contest, (int64_t)round + 1, ++boards, pairing, now))
                return false;
        }
    }
    return tournament_set_round(store, contest->info.id, (int64_t)rounds, (int64_t)rounds);
}

/* The challenger is the first who was named, whatever its rating. */
static bool draw_gauntlet(Store *store, const Contest *contest, int64_t now) {
    for (size_t i = 1; i < contest->count; i++) {
        Pairing pairing = i % 2 == 1 ? (Pairing){0, i} : (Pairing){i, 0};
        if (!pair_off(store, contest, 1, (int64_t)i, pairing, now))
            return false;
    }
    return tournament_set_round(store, contest->info.id, 1, 1);
}

/* ---- Swiss ---------------------------------------------------------------------------------------------- */

static void take_colors(SwissPlayer *player, bool white, size_t games) {
    player->earlier = player->last;
    player->last = white ? WHITE : BLACK;
    player->white_surplus += games % 2 == 0 ? 0 : white ? 1 : -1;
}

/* What the rounds so far have made of the players. */
static void recall(const Contest *contest, SwissPlayer *players, unsigned char *met) {
    for (size_t i = 0; i < contest->count; i++)
        players[i] = (SwissPlayer){.points = (unsigned)contest->entrants[i].half_points,
                                   .last = NO_COLOR,
                                   .earlier = NO_COLOR,
                                   .had_bye = contest->entrants[i].bye_half_points > 0,
                                   .absent = contest->entrants[i].withdrawn};
    for (size_t i = 0; i < contest->pairing_count; i++) {
        const ContestPairing *pairing = &contest->pairings[i];
        if (pairing->second == PAIRING_NOBODY)
            continue;
        take_colors(&players[pairing->first], true, pairing->games);
        take_colors(&players[pairing->second], false, pairing->games);
        met[pairing->first * contest->count + pairing->second]++;
        met[pairing->second * contest->count + pairing->first]++;
    }
}

static bool draw_swiss(Store *store, const Contest *contest, int64_t round, int64_t now) {
    size_t boards = 0, bye = PAIRING_NOBODY;
    SwissPlayer *players = calloc(contest->count, sizeof *players);
    unsigned char *met = calloc(contest->count * contest->count, 1);
    Pairing *pairings = calloc(contest->count, sizeof *pairings);
    bool good = players != NULL && met != NULL && pairings != NULL;
    if (good) {
        recall(contest, players, met);
        good = swiss_draw(players, contest->count, met, pairings, &boards, &bye);
    }
    for (size_t i = 0; good && i < boards; i++)
        good = pair_off(store, contest, round, (int64_t)i + 1, pairings[i], now);
    if (good && bye != PAIRING_NOBODY)
        good = pair_off(store, contest, round, (int64_t)boards + 1, (Pairing){bye, PAIRING_NOBODY}, now);
    free(players);
    free(met);
    free(pairings);
    return good && tournament_set_round(store, contest->info.id, round, contest->info.rounds);
}

/* ---- Knockout ------------------------------------------------------------------------------------------- */

/* A board between two who sit beside each other, of whom one may be missing. */
static bool pair_neighbours(Store *store, const Contest *contest, int64_t round, int64_t board, size_t one,
                            size_t other, int64_t now) {
    if (one == PAIRING_NOBODY)
        return pair_off(store, contest, round, board, (Pairing){other, PAIRING_NOBODY}, now);
    if (other == PAIRING_NOBODY)
        return pair_off(store, contest, round, board, (Pairing){one, PAIRING_NOBODY}, now);
    bool swap = (one < other) == (round % 2 == 0);
    return pair_off(store, contest, round, board, swap ? (Pairing){other, one} : (Pairing){one, other}, now);
}

static bool draw_first_knockout(Store *store, const Contest *contest, int64_t now) {
    size_t rounds = knockout_rounds(contest->count);
    for (size_t board = 0; board < (size_t)1 << (rounds - 1); board++)
        if (!pair_neighbours(store, contest, 1, (int64_t)board + 1, knockout_slot(contest->count, 2 * board),
                             knockout_slot(contest->count, 2 * board + 1), now))
            return false;
    return tournament_set_round(store, contest->info.id, 1, (int64_t)rounds);
}

/* Who goes on; 0 when more games must decide. */
static int64_t find_winner(const Contest *contest, const ContestPairing *pairing) {
    const Entrant *first = &contest->entrants[pairing->first], *second = &contest->entrants[pairing->second];
    if (first->withdrawn != second->withdrawn)
        return first->withdrawn ? second->player : first->player;
    if (pairing->half_points[0] != pairing->half_points[1])
        return pairing->half_points[0] > pairing->half_points[1] ? first->player : second->player;
    int64_t most = contest->info.games_per_pairing + 2 * EXTRA_PAIRS_MOST;
    if ((int64_t)pairing->games < most && !first->withdrawn)
        return 0;
    return pairing->first < pairing->second ? first->player : second->player;
}

/* Decides a pairing, or adds two games to it. */
static bool settle_pairing(Store *store, const Contest *contest, ContestPairing *pairing, bool *more, int64_t now) {
    if (pairing->winner != 0)
        return true;
    pairing->winner = find_winner(contest, pairing);
    if (pairing->winner == 0) {
        *more = true;
        int64_t from = (int64_t)pairing->games + (int64_t)pairing->games % 2; /* begins with the first's White */
        return add_games(store, contest, pairing, from, from + 2, now);
    }
    const Entrant *first = &contest->entrants[pairing->first], *second = &contest->entrants[pairing->second];
    return tournament_decide(store, contest->info.id, pairing->round, pairing->board, pairing->winner,
                             pairing->winner == first->player ? second->player : first->player);
}

static bool draw_next_knockout(Store *store, const Contest *contest, const ContestPairing *last, size_t boards,
                               int64_t now) {
    int64_t round = contest->info.round + 1;
    for (size_t board = 0; board < boards / 2; board++)
        if (!pair_neighbours(store, contest, round, (int64_t)board + 1, contest_find(contest, last[2 * board].winner),
                             contest_find(contest, last[2 * board + 1].winner), now))
            return false;
    return tournament_set_round(store, contest->info.id, round, contest->info.rounds);
}

/* ---- Start ---------------------------------------------------------------------------------------------- */

typedef struct Seeding {
    size_t entrant;
    double rating;
} Seeding;

static int compare_ratings(const void *one, const void *other) {
    const Seeding *a = one, *b = other;
    if (a->rating != b->rating)
        return a->rating > b->rating ? -1 : 1;
    return a->entrant < b->entrant ? -1 : a->entrant > b->entrant;
}

/* By rating; a gauntlet's challenger stays first. */
static bool seed_players(Store *store, const Contest *contest) {
    Seeding *seeding = calloc(contest->count, sizeof *seeding);
    bool good = seeding != NULL;
    for (size_t i = 0; good && i < contest->count; i++) {
        StoredRating rating;
        good = rating_get(store, &rating_rule, contest->entrants[i].player, contest->info.variant, &rating);
        seeding[i] = (Seeding){i, good ? rating.rating : 0};
    }
    size_t fixed = contest->kind == CONTEST_GAUNTLET ? 1 : 0;
    if (good)
        qsort(seeding + fixed, contest->count - fixed, sizeof *seeding, compare_ratings);
    for (size_t i = 0; good && i < contest->count; i++)
        good = tournament_seed(store, contest->info.id, contest->entrants[seeding[i].entrant].player, (int64_t)i + 1,
                               seeding[i].rating);
    free(seeding);
    return good;
}

static void choose_rounds(Contest *contest) {
    int64_t most = (int64_t)swiss_rounds_most(contest->count);
    if (contest->info.rounds == 0)
        contest->info.rounds = (int64_t)swiss_rounds(contest->count);
    if (contest->info.rounds > most)
        contest->info.rounds = most;
}

static bool draw_first(Store *store, Contest *contest, int64_t now) {
    switch (contest->kind) {
    case CONTEST_SWISS:
        choose_rounds(contest);
        return draw_swiss(store, contest, 1, now);
    case CONTEST_KNOCKOUT:
        return draw_first_knockout(store, contest, now);
    case CONTEST_GAUNTLET:
        return draw_gauntlet(store, contest, now);
    default:
        return draw_round_robin(store, contest, now);
    }
}

ContestStep contest_start_within(Store *store, int64_t tournament, int64_t now) {
    Contest contest;
    if (!contest_read(store, tournament, &contest))
        return CONTEST_FAILED;
    bool ready = strcmp(contest.info.status, "open") == 0 && contest.count >= 2;
    bool good =
        !ready || (seed_players(store, &contest) && tournament_set_status(store, tournament, "open", NULL, "running"));
    contest_free(&contest);
    if (good && ready && contest_read(store, tournament, &contest)) { /* in the order of the seeds */
        good = draw_first(store, &contest, now);
        contest_free(&contest);
    }
    return !good ? CONTEST_FAILED : ready ? CONTEST_DRAWN : CONTEST_NOTHING;
}

static ContestStep commit(Store *store, ContestStep step) {
    if (step == CONTEST_NOTHING || step == CONTEST_FAILED) {
        store_rollback(store);
        return step;
    }
    return store_commit(store) ? step : CONTEST_FAILED;
}

ContestStep contest_start(Store *store, int64_t tournament, int64_t now) {
    return store_begin(store) ? commit(store, contest_start_within(store, tournament, now)) : CONTEST_FAILED;
}

/* ---- From round to round -------------------------------------------------------------------------------- */

static size_t count_present(const Contest *contest) {
    size_t present = 0;
    for (size_t i = 0; i < contest->count; i++)
        present += !contest->entrants[i].withdrawn;
    return present;
}

static ContestStep end(Store *store, const Contest *contest, int64_t now) {
    Standing *standings = contest_standings(contest);
    if (standings == NULL)
        return CONTEST_FAILED;
    bool shared = contest->count > 1 && standings[1].place == 1;
    int64_t winner = shared ? 0 : contest->entrants[standings[0].player].player;
    free(standings);
    return tournament_finish(store, contest->info.id, winner, now) ? CONTEST_FINISHED : CONTEST_FAILED;
}

static ContestStep advance_swiss(Store *store, const Contest *contest, int64_t now) {
    if (contest->info.round >= contest->info.rounds || count_present(contest) < 2)
        return end(store, contest, now);
    return draw_swiss(store, contest, contest->info.round + 1, now) ? CONTEST_DRAWN : CONTEST_FAILED;
}

static ContestStep advance_knockout(Store *store, Contest *contest, int64_t now) {
    size_t first = contest->pairing_count;
    bool more = false;
    while (first > 0 && contest->pairings[first - 1].round == contest->info.round)
        first--;
    for (size_t i = first; i < contest->pairing_count; i++)
        if (!settle_pairing(store, contest, &contest->pairings[i], &more, now))
            return CONTEST_FAILED;
    if (more)
        return CONTEST_DRAWN;
    if (contest->pairing_count - first > 1)
        return draw_next_knockout(store, contest, contest->pairings + first, contest->pairing_count - first, now)
                   ? CONTEST_DRAWN
                   : CONTEST_FAILED;
    int64_t winner = contest->pairings[first].winner;
    return tournament_finish(store, contest->info.id, winner, now) ? CONTEST_FINISHED : CONTEST_FAILED;
}

static ContestStep advance(Store *store, Contest *contest, int64_t now) {
    if (strcmp(contest->info.status, "running") != 0)
        return CONTEST_NOTHING;
    for (size_t i = 0; i < contest->pairing_count; i++)
        if (contest->pairings[i].open > 0)
            return CONTEST_NOTHING;
    if (contest->kind == CONTEST_SWISS)
        return advance_swiss(store, contest, now);
    return contest->kind == CONTEST_KNOCKOUT ? advance_knockout(store, contest, now) : end(store, contest, now);
}

ContestStep contest_advance(Store *store, int64_t tournament, int64_t now) {
    Contest contest;
    if (!store_begin(store))
        return CONTEST_FAILED;
    if (!contest_read(store, tournament, &contest))
        return commit(store, CONTEST_FAILED);
    ContestStep step = advance(store, &contest, now);
    contest_free(&contest);
    return commit(store, step);
}

/* ---- Leaving and giving up ------------------------------------------------------------------------------ */

/* Games of the tournament that wait, one after the other; `player` 0: of anybody. */
static bool next_waiting(Store *store, int64_t tournament, int64_t player, StoredGame *game) {
    int64_t id;
    return store_ask_number(store, &id,
                            "SELECT id FROM games WHERE tournament_id = $1 AND status = 'queued'"
                            " AND ($2 = 0 OR white_id = $2 OR black_id = $2) ORDER BY id LIMIT 1",
                            "ii", tournament, player) &&
           game_get(store, id, game);
}

bool contest_withdraw(Store *store, int64_t tournament, int64_t player, const char *name, int64_t now) {
    char reason[128];
    StoredGame game;
    snprintf(reason, sizeof reason, "%.60s has withdrawn from the tournament", name);
    if (!store_begin(store))
        return false;
    bool good = tournament_withdraw(store, tournament, player);
    while (good && next_waiting(store, tournament, player, &game))
        good = game_forfeit(store, &game, game.white == player, reason, now);
    return store_commit(store) && good;
}

bool contest_cancel(Store *store, int64_t tournament, int64_t now) {
    StoredGame game;
    if (!store_begin(store))
        return false;
    bool good = store_run(store,
                          "UPDATE tournaments SET status = 'cancelled', finished_at = $1 WHERE id = $2"
                          " AND status IN ('open', 'running', 'paused')",
                          "ii", now, tournament);
    while (good && next_waiting(store, tournament, 0, &game))
        good = game_abort(store, game.id, "The tournament was cancelled", now);
    return store_commit(store) && good;
}
