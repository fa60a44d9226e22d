#include "server/contest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MOST = 64, PLAYERS_MOST_IN_ROUNDS = 256 };

static const char *const kinds[CONTEST_KINDS] = {"round robin", "swiss", "knockout", "gauntlet"};

const char *contest_kind_name(ContestKind kind) {
    return kinds[kind];
}

ContestKind contest_kind_by_name(const char *name) {
    ContestKind kind = CONTEST_ROUND_ROBIN;
    while (kind < CONTEST_KINDS && strcmp(kinds[kind], name) != 0)
        kind++;
    return kind;
}

size_t contest_players_most(ContestKind kind) {
    return kind == CONTEST_SWISS || kind == CONTEST_KNOCKOUT ? PLAYERS_MOST_IN_ROUNDS : PLAYERS_MOST;
}

static void copy(char *out, size_t size, const char *text) {
    snprintf(out, size, "%s", text != NULL ? text : "");
}

/* Room for one more element, of which there are `count`; doubles at powers of two. NULL when memory is out. */
static void *grow(void *elements, size_t count, size_t size) {
    if (count != 0 && (count & (count - 1)) != 0)
        return elements;
    return realloc(elements, (count == 0 ? 1 : 2 * count) * size);
}

/* ---- Reading -------------------------------------------------------------------------------------------- */

static bool add_entrant(Contest *contest, const Query *row) {
    Entrant *entrants = grow(contest->entrants, contest->count, sizeof *entrants);
    if (entrants == NULL)
        return false;
    contest->entrants = entrants;
    Entrant *entrant = &entrants[contest->count++];
    *entrant = (Entrant){
        .player = query_number(row, ENTRANT_COLUMN_PLAYER),
        .version = query_number(row, ENTRANT_COLUMN_VERSION),
        .account = query_number(row, ENTRANT_COLUMN_ACCOUNT),
        .seed = query_number(row, ENTRANT_COLUMN_SEED),
        .rating = query_real(row, ENTRANT_COLUMN_RATING),
        .withdrawn = query_number(row, ENTRANT_COLUMN_WITHDRAWN) != 0,
        .games = query_number(row, ENTRANT_COLUMN_GAMES),
        .half_points = query_number(row, ENTRANT_COLUMN_HALF_POINTS),
        .wins = query_number(row, ENTRANT_COLUMN_WINS),
        .draws = query_number(row, ENTRANT_COLUMN_DRAWS),
        .bye_half_points = query_number(row, ENTRANT_COLUMN_BYE_HALF_POINTS),
        .out_in = query_number(row, ENTRANT_COLUMN_OUT_IN),
    };
    copy(entrant->kind, sizeof entrant->kind, query_text(row, ENTRANT_COLUMN_KIND));
    copy(entrant->name, sizeof entrant->name, query_text(row, ENTRANT_COLUMN_NAME));
    return true;
}

static bool read_entrants(Store *store, Contest *contest) {
    bool good = true;
    Query *query = tournament_entrants(store, contest->info.id);
    while (good && query_next(query))
        good = add_entrant(contest, query);
    return query_end(query) && good;
}

static bool read_pairings(Store *store, Contest *contest) {
    bool good = true;
    Query *query = tournament_pairings(store, contest->info.id);
    while (good && query_next(query)) {
        ContestPairing *pairings = grow(contest->pairings, contest->pairing_count, sizeof *pairings);
        good = pairings != NULL;
        if (!good)
            break;
        contest->pairings = pairings;
        ContestPairing *pairing = &pairings[contest->pairing_count++];
        *pairing = (ContestPairing){
            .round = query_number(query, 0),
            .board = query_number(query, 1),
            .first = contest_find(contest, query_number(query, 2)),
            .second = query_is_null(query, 3) ? PAIRING_NOBODY : contest_find(contest, query_number(query, 3)),
            .winner = query_number(query, 4),
        };
        good = pairing->first != PAIRING_NOBODY;
    }
    return query_end(query) && good;
}

static void count_result(ContestPairing *pairing, const ContestGame *game) {
    unsigned whites = strcmp(game->result, "1-0") == 0 ? 2 : strcmp(game->result, "0-1") == 0 ? 0 : 1;
    bool over = strcmp(game->status, "queued") != 0 && strcmp(game->status, "running") != 0;
    pairing->games++;
    pairing->open += !over;
    if (strcmp(game->status, "finished") != 0 || strcmp(game->result, "*") == 0)
        return;
    pairing->half_points[0] += game->first_is_white ? whites : 2 - whites;
    pairing->half_points[1] += game->first_is_white ? 2 - whites : whites;
}

/* Games come in the order of their pairings. */
static bool add_game(Contest *contest, size_t *at, const Query *row) {
    int64_t round = query_number(row, 1), board = query_number(row, 2);
    const ContestPairing *found = contest->pairings;
    while (*at < contest->pairing_count && (found[*at].round != round || found[*at].board != board))
        ++*at;
    if (*at == contest->pairing_count)
        return false;
    ContestGame *games = grow(contest->games, contest->game_count, sizeof *games);
    if (games == NULL)
        return false;
    contest->games = games;
    ContestPairing *pairing = &contest->pairings[*at];
    ContestGame *game = &games[contest->game_count];
    *game = (ContestGame){.id = query_number(row, 0),
                          .pairing = *at,
                          .first_is_white = contest->entrants[pairing->first].player == query_number(row, 3)};
    copy(game->status, sizeof game->status, query_text(row, 5));
    copy(game->result, sizeof game->result, query_text(row, 6));
    if (pairing->games == 0)
        pairing->first_game = contest->game_count;
    contest->game_count++;
    count_result(pairing, game);
    return true;
}

static bool read_games(Store *store, Contest *contest) {
    bool good = true;
    size_t at = 0;
    Query *query = tournament_games(store, contest->info.id);
    while (good && query_next(query))
        good = add_game(contest, &at, query);
    return query_end(query) && good;
}

bool contest_read(Store *store, int64_t id, Contest *contest) {
    *contest = (Contest){0};
    if (!tournament_get(store, id, &contest->info))
        return false;
    contest->kind = contest_kind_by_name(contest->info.kind);
    if (contest->kind != CONTEST_KINDS && read_entrants(store, contest) && read_pairings(store, contest) &&
        read_games(store, contest))
        return true;
    contest_free(contest);
    return false;
}

bool contest_read_now(Store *store, int64_t id, Contest *contest) {
    *contest = (Contest){0};
    if (!store_begin_reading(store))
        return false;
    bool good = contest_read(store, id, contest);
    store_rollback(store);
    return good;
}

void contest_free(Contest *contest) {
    free(contest->entrants);
    free(contest->pairings);
    free(contest->games);
    *contest = (Contest){0};
}

size_t contest_find(const Contest *contest, int64_t player) {
    for (size_t i = 0; i < contest->count; i++)
        if (contest->entrants[i].player == player)
            return i;
    return PAIRING_NOBODY;
}

/* ---- Standings ------------------------------------------------------------------------------------------ */

static StandingsOrder order_of(ContestKind kind) {
    return kind == CONTEST_SWISS      ? STANDINGS_SWISS
           : kind == CONTEST_KNOCKOUT ? STANDINGS_KNOCKOUT
                                      : STANDINGS_ROUND_ROBIN;
}

static Standing standing_of(const Contest *contest, size_t i) {
    const Entrant *entrant = &contest->entrants[i];
    int64_t out = entrant->out_in != 0 ? entrant->out_in : contest->info.round + 1;
    return (Standing){.player = i,
                      .half_points = (unsigned)entrant->half_points,
                      .wins = (unsigned)entrant->wins,
                      .got = (unsigned)out};
}

Standing *contest_standings(const Contest *contest) {
    size_t met = 0;
    Standing *standings = calloc(contest->count + 1, sizeof *standings);
    Meeting *meetings = calloc(contest->pairing_count + 1, sizeof *meetings);
    if (standings == NULL || meetings == NULL) {
        free(standings);
        free(meetings);
        return NULL;
    }
    for (size_t i = 0; i < contest->count; i++)
        standings[i] = standing_of(contest, i);
    for (size_t i = 0; i < contest->pairing_count; i++) {
        const ContestPairing *pairing = &contest->pairings[i];
        if (pairing->second != PAIRING_NOBODY && pairing->games > pairing->open)
            meetings[met++] =
                (Meeting){{pairing->first, pairing->second}, {pairing->half_points[0], pairing->half_points[1]}};
    }
    standings_sort(standings, contest->count, meetings, met, order_of(contest->kind));
    free(meetings);
    return standings;
}
