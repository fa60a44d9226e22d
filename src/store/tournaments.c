#include "store/tournaments.h"

bool tournament_add(Store *store, const NewTournament *tournament, int64_t now, int64_t *id) {
    return store_ask_number(store, id,
                            "INSERT INTO tournaments (name, kind, status, variant, clock, rated, games_per_pairing,"
                            " account_id, created_at) VALUES ($1, $2, 'running', $3, $4, $5, $6, $7, $8) RETURNING id",
                            "ssssiiii", tournament->name, tournament->kind, tournament->variant, tournament->clock,
                            (int64_t)tournament->rated, tournament->games_per_pairing, tournament->account, now);
}

bool tournament_add_player(Store *store, int64_t tournament, int64_t player) {
    return store_run(store,
                     "INSERT INTO standings (tournament_id, player_id, games, half_points, wins, draws)"
                     " VALUES ($1, $2, 0, 0, 0, 0)",
                     "ii", tournament, player);
}

#define COLUMNS                                                                                                        \
    "SELECT t.id, t.name, t.kind, t.status, t.variant, t.clock, t.rated, t.games_per_pairing, t.created_at,"           \
    " t.finished_at, a.name, (SELECT COUNT(*) FROM games g WHERE g.tournament_id = t.id AND g.status = 'finished'),"   \
    " (SELECT COUNT(*) FROM games g WHERE g.tournament_id = t.id), t.account_id"                                       \
    " FROM tournaments t JOIN accounts a ON a.id = t.account_id"

Query *tournament_list(Store *store, int64_t limit) {
    return store_ask(store, COLUMNS " ORDER BY t.id DESC LIMIT $1", "i", limit);
}

Query *tournament_row(Store *store, int64_t id) {
    return store_ask(store, COLUMNS " WHERE t.id = $1", "i", id);
}

Query *tournament_standings(Store *store, int64_t id) {
    return store_ask(store,
                     "SELECT p.id, p.kind, p.name, v.number, s.games, s.half_points, s.wins, s.draws FROM standings s"
                     " JOIN players p ON p.id = s.player_id LEFT JOIN bot_versions v ON v.id = p.version_id"
                     " WHERE s.tournament_id = $1 ORDER BY s.half_points DESC, s.wins DESC, p.id",
                     "i", id);
}

bool tournament_pause(Store *store, int64_t id, bool paused) {
    return store_run(store, "UPDATE tournaments SET status = $1 WHERE id = $2 AND status = $3", "sis",
                     paused ? "paused" : "running", id, paused ? "running" : "paused");
}

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

bool tournament_end_if_played(Store *store, int64_t tournament, int64_t now) {
    return store_run(store,
                     "UPDATE tournaments SET status = 'finished', finished_at = $1 WHERE id = $2"
                     " AND status <> 'finished' AND NOT EXISTS (SELECT 1 FROM games"
                     "  WHERE tournament_id = $2 AND status IN ('queued', 'running'))",
                     "ii", now, tournament);
}

bool standings_verify(Store *store, int64_t *differences) {
    return store_ask_number(
        store, differences,
        "SELECT COUNT(*) FROM standings s WHERE s.games <> (SELECT COUNT(*) FROM games g"
        "  WHERE g.tournament_id = s.tournament_id AND g.status = 'finished' AND g.result <> '*' AND g.ended_by <> "
        "'did not start' AND (g.white_id = s.player_id OR g.black_id = s.player_id))"
        " OR s.half_points <> (SELECT COALESCE(SUM(CASE WHEN g.result = '1/2-1/2' THEN 1"
        "  WHEN (g.result = '1-0') = (g.white_id = s.player_id) THEN 2 ELSE 0 END), 0) FROM games g"
        "  WHERE g.tournament_id = s.tournament_id AND g.status = 'finished' AND g.result <> '*' AND g.ended_by <> "
        "'did not start' AND (g.white_id = s.player_id OR g.black_id = s.player_id))",
        "");
}
