#include "store/tournaments.h"

#include <stdio.h>
#include <string.h>

bool tournament_add(Store *store, const NewTournament *tournament, int64_t now, int64_t *id) {
    return store_ask_number(store, id,
                            "INSERT INTO tournaments (name, kind, status, registration, variant, clock, rated,"
                            " games_per_pairing, round, rounds_total, account_id, created_at)"
                            " VALUES ($1, $2, 'open', $3, $4, $5, $6, $7, 0, $8, $9, $10) RETURNING id",
                            "sssssiiiii", tournament->name, tournament->kind, tournament->registration,
                            tournament->variant, tournament->clock, (int64_t)tournament->rated,
                            tournament->games_per_pairing, tournament->rounds, tournament->account, now) &&
           (tournament->starts_at == 0 ||
            store_run(store, "UPDATE tournaments SET starts_at = $1 WHERE id = $2", "ii", tournament->starts_at, *id));
}

bool tournament_add_opening(Store *store, int64_t tournament, int64_t number, const char *fen) {
    return store_run(store, "INSERT INTO tournament_openings (tournament_id, number, fen) VALUES ($1, $2, $3)", "iis",
                     tournament, number, fen);
}

bool tournament_opening(Store *store, int64_t tournament, int64_t number, char *fen, size_t size) {
    Query *query = store_ask(store,
                             "SELECT fen FROM tournament_openings WHERE tournament_id = $1 AND number = $2 %"
                             " (SELECT NULLIF(COUNT(*), 0) FROM tournament_openings WHERE tournament_id = $1)",
                             "ii", tournament, number);
    snprintf(fen, size, "%s", query_next(query) ? query_text(query, 0) : "");
    return query_end(query);
}

bool tournament_invite(Store *store, int64_t tournament, int64_t account) {
    return store_run(
        store, "INSERT INTO tournament_invited (tournament_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        "ii", tournament, account);
}

bool tournament_is_invited(Store *store, int64_t tournament, int64_t account) {
    int64_t one;
    return store_ask_number(store, &one,
                            "SELECT 1 FROM tournament_invited WHERE tournament_id = $1 AND account_id = $2", "ii",
                            tournament, account);
}

/* ---- Reading -------------------------------------------------------------------------------------------- */

static void copy(char *out, size_t size, const char *text) {
    snprintf(out, size, "%s", text != NULL ? text : "");
}

bool tournament_get(Store *store, int64_t id, Tournament *tournament) {
    Query *query = store_ask(store,
                             "SELECT name, kind, status, registration, variant, clock, rated, games_per_pairing,"
                             " account_id, round, rounds_total FROM tournaments WHERE id = $1",
                             "i", id);
    bool found = query_next(query);
    if (found) {
        *tournament = (Tournament){.id = id,
                                   .rated = query_number(query, 6) != 0,
                                   .games_per_pairing = query_number(query, 7),
                                   .account = query_number(query, 8),
                                   .round = query_number(query, 9),
                                   .rounds = query_number(query, 10)};
        copy(tournament->name, sizeof tournament->name, query_text(query, 0));
        copy(tournament->kind, sizeof tournament->kind, query_text(query, 1));
        copy(tournament->status, sizeof tournament->status, query_text(query, 2));
        copy(tournament->registration, sizeof tournament->registration, query_text(query, 3));
        copy(tournament->variant, sizeof tournament->variant, query_text(query, 4));
        copy(tournament->clock, sizeof tournament->clock, query_text(query, 5));
    }
    return query_end(query) && found;
}

#define COLUMNS                                                                                                        \
    "SELECT t.id, t.name, t.kind, t.status, t.registration, t.starts_at, t.round, t.rounds_total, t.variant, t.clock," \
    " t.rated, t.games_per_pairing, a.name, t.created_at, t.finished_at,"                                              \
    " (SELECT COUNT(*) FROM standings s WHERE s.tournament_id = t.id),"                                                \
    " (SELECT COUNT(*) FROM games g WHERE g.tournament_id = t.id AND g.status = 'finished'),"                          \
    " (SELECT COUNT(*) FROM games g WHERE g.tournament_id = t.id AND g.status <> 'aborted'), w.id, w.name"             \
    " FROM tournaments t JOIN accounts a ON a.id = t.account_id LEFT JOIN players w ON w.id = t.winner_id"

Query *tournament_list(Store *store, const char *status, int64_t limit) {
    return store_ask(store, COLUMNS " WHERE $1 = '' OR t.status = $1 ORDER BY t.id DESC LIMIT $2", "si",
                     status != NULL ? status : "", limit);
}

Query *tournament_row(Store *store, int64_t id) {
    return store_ask(store, COLUMNS " WHERE t.id = $1", "i", id);
}

bool tournament_set_status(Store *store, int64_t id, const char *from, const char *from2, const char *to) {
    return store_run(store, "UPDATE tournaments SET status = $1 WHERE id = $2 AND status IN ($3, $4)", "siss", to, id,
                     from, from2 != NULL ? from2 : from);
}

int64_t tournament_due(Store *store, int64_t now) {
    int64_t id = 0;
    return store_ask_number(
               store, &id,
               "SELECT id FROM tournaments WHERE status = 'open' AND starts_at <= $1 ORDER BY starts_at LIMIT 1", "i",
               now)
               ? id
               : 0;
}

int64_t tournament_next_start(Store *store) {
    int64_t when = 0;
    return store_ask_number(store, &when, "SELECT MIN(starts_at) FROM tournaments WHERE status = 'open'", "") ? when
                                                                                                              : 0;
}

int64_t tournament_to_advance(Store *store, int64_t id) {
    int64_t next = 0;
    return store_ask_number(
               store, &next,
               "SELECT t.id FROM tournaments t WHERE t.status = 'running' AND t.id > $1 AND NOT EXISTS"
               " (SELECT 1 FROM games g WHERE g.tournament_id = t.id AND g.status IN ('queued', 'running'))"
               " ORDER BY t.id LIMIT 1",
               "i", id)
               ? next
               : 0;
}

/* ---- Who takes part ------------------------------------------------------------------------------------- */

bool tournament_enter(Store *store, int64_t tournament, int64_t player, int64_t account) {
    return store_run(
        store,
        "INSERT INTO standings (tournament_id, player_id, account_id, games, half_points, wins, draws, entered)"
        " VALUES ($1, $2, $3, 0, 0, 0, 0,"
        " (SELECT COALESCE(MAX(entered), 0) + 1 FROM standings WHERE tournament_id = $1))",
        "iii", tournament, player, account);
}

bool tournament_leave(Store *store, int64_t tournament, int64_t player) {
    return store_run(store, "DELETE FROM standings WHERE tournament_id = $1 AND player_id = $2", "ii", tournament,
                     player);
}

bool tournament_seed(Store *store, int64_t tournament, int64_t player, int64_t seed, double rating) {
    return store_run(store, "UPDATE standings SET seed = $1, rating = $2 WHERE tournament_id = $3 AND player_id = $4",
                     "idii", seed, rating, tournament, player);
}

bool tournament_withdraw(Store *store, int64_t tournament, int64_t player) {
    return store_run(store,
                     "UPDATE standings SET withdrawn = 1 WHERE tournament_id = $1 AND player_id = $2 AND withdrawn = 0",
                     "ii", tournament, player);
}

int64_t tournament_entered_by(Store *store, int64_t tournament, int64_t player) {
    int64_t account = 0;
    return store_ask_number(store, &account,
                            "SELECT COALESCE(s.account_id, t.account_id) FROM standings s"
                            " JOIN tournaments t ON t.id = s.tournament_id"
                            " WHERE s.tournament_id = $1 AND s.player_id = $2",
                            "ii", tournament, player)
               ? account
               : 0;
}

Query *tournament_entrants(Store *store, int64_t tournament) {
    return store_ask(store,
                     "SELECT p.id, p.kind, p.name, v.number, s.seed, s.rating, s.account_id, s.withdrawn, s.games,"
                     " s.half_points, s.wins, s.draws, s.bye_half_points, s.out_in FROM standings s"
                     " JOIN players p ON p.id = s.player_id LEFT JOIN bot_versions v ON v.id = p.version_id"
                     " WHERE s.tournament_id = $1 ORDER BY s.seed, s.entered, p.id",
                     "i", tournament);
}

/* ---- Rounds --------------------------------------------------------------------------------------------- */

bool tournament_pair(Store *store, int64_t tournament, int64_t round, int64_t board, int64_t first, int64_t second,
                     int64_t bye_half_points) {
    if (second != 0)
        return store_run(store,
                         "INSERT INTO pairings (tournament_id, round, board, first_id, second_id)"
                         " VALUES ($1, $2, $3, $4, $5)",
                         "iiiii", tournament, round, board, first, second);
    return store_run(
               store,
               "INSERT INTO pairings (tournament_id, round, board, first_id, winner_id) VALUES ($1, $2, $3, $4, $4)",
               "iiii", tournament, round, board, first) &&
           store_run(store,
                     "UPDATE standings SET half_points = half_points + $1, bye_half_points = bye_half_points + $1"
                     " WHERE tournament_id = $2 AND player_id = $3",
                     "iii", bye_half_points, tournament, first);
}

bool tournament_set_round(Store *store, int64_t tournament, int64_t round, int64_t rounds) {
    return store_run(store, "UPDATE tournaments SET round = $1, rounds_total = $2 WHERE id = $3", "iii", round, rounds,
                     tournament);
}

bool tournament_decide(Store *store, int64_t tournament, int64_t round, int64_t board, int64_t winner, int64_t loser) {
    return store_run(store, "UPDATE pairings SET winner_id = $1 WHERE tournament_id = $2 AND round = $3 AND board = $4",
                     "iiii", winner, tournament, round, board) &&
           (loser == 0 ||
            store_run(store, "UPDATE standings SET out_in = $1 WHERE tournament_id = $2 AND player_id = $3", "iii",
                      round, tournament, loser));
}

bool tournament_finish(Store *store, int64_t tournament, int64_t winner, int64_t now) {
    return store_run(store, "UPDATE tournaments SET status = 'finished', finished_at = $1 WHERE id = $2", "ii", now,
                     tournament) &&
           (winner == 0 ||
            store_run(store, "UPDATE tournaments SET winner_id = $1 WHERE id = $2", "ii", winner, tournament));
}

Query *tournament_pairings(Store *store, int64_t tournament) {
    return store_ask(store,
                     "SELECT round, board, first_id, second_id, winner_id FROM pairings WHERE tournament_id = $1"
                     " ORDER BY round, board",
                     "i", tournament);
}

Query *tournament_games(Store *store, int64_t tournament) {
    return store_ask(store,
                     "SELECT id, round, board, white_id, black_id, status, result, ended_by FROM games"
                     " WHERE tournament_id = $1 ORDER BY round, board, id",
                     "i", tournament);
}

/* ---- Standings ------------------------------------------------------------------------------------------ */

static bool add_to(Store *store, int64_t tournament, int64_t player, int half_points) {
    return store_run(store,
                     "UPDATE standings SET games = games + 1, half_points = half_points + $1, wins = wins + $2,"
                     " draws = draws + $3 WHERE tournament_id = $4 AND player_id = $5",
                     "iiiii", (int64_t)half_points, (int64_t)(half_points == 2), (int64_t)(half_points == 1),
                     tournament, player);
}

bool standings_add(Store *store, int64_t tournament, int64_t white, int64_t black, int half_points) {
    return add_to(store, tournament, white, half_points) && add_to(store, tournament, black, 2 - half_points);
}

#define GAMES_OF_STANDING                                                                                              \
    " FROM games g WHERE g.tournament_id = s.tournament_id AND g.status = 'finished' AND g.result <> '*'"              \
    " AND (g.white_id = s.player_id OR g.black_id = s.player_id)"

bool standings_verify(Store *store, int64_t *differences) {
    return store_ask_number(
        store, differences,
        "SELECT COUNT(*) FROM standings s WHERE s.games <> (SELECT COUNT(*)" GAMES_OF_STANDING ")"
        " OR s.half_points - s.bye_half_points <> (SELECT COALESCE(SUM(CASE WHEN g.result = '1/2-1/2' THEN 1"
        " WHEN (g.result = '1-0') = (g.white_id = s.player_id) THEN 2 ELSE 0 END), 0)" GAMES_OF_STANDING ")",
        "");
}
