#include "store/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/tournaments.h"

static void copy(char *out, size_t size, const char *text) {
    snprintf(out, size, "%s", text != NULL ? text : "");
}

/* NULL instead of "no such thing". */
static bool set_optional(Store *store, const char *sql, int64_t value, int64_t id) {
    return value == 0 || store_run(store, sql, "ii", value, id);
}

bool game_add(Store *store, StoredGame *game, int64_t now) {
    return store_ask_number(store, &game->id,
                            "INSERT INTO games (status, origin, round, variant, start_fen, clock, rated, white_id,"
                            " black_id, created_at, starts) VALUES ('queued', $1, $2, $3, $4, $5, $6, $7, $8, $9, 0)"
                            " RETURNING id",
                            "sisssiiii", game->origin, game->round, game->variant,
                            game->start_fen[0] != '\0' ? game->start_fen : NULL, game->clock, (int64_t)game->rated,
                            game->white, game->black, now) &&
           set_optional(store, "UPDATE games SET tournament_id = $1 WHERE id = $2", game->tournament, game->id) &&
           set_optional(store, "UPDATE games SET board = $1 WHERE id = $2", game->board, game->id) &&
           set_optional(store, "UPDATE games SET created_by = $1 WHERE id = $2", game->created_by, game->id);
}

#define STORED_COLUMNS                                                                                                 \
    "g.id, g.status, g.origin, g.tournament_id, g.round, g.variant, g.start_fen, g.clock, g.rated, g.white_id,"        \
    " g.black_id, g.created_by, g.starts, g.board"

static bool read_game(Query *query, StoredGame *game) {
    bool found = query_next(query);
    if (found) {
        *game = (StoredGame){
            .id = query_number(query, 0),
            .tournament = query_number(query, 3),
            .round = query_number(query, 4),
            .rated = query_number(query, 8) != 0,
            .white = query_number(query, 9),
            .black = query_number(query, 10),
            .created_by = query_number(query, 11),
            .starts = query_number(query, 12),
            .board = query_number(query, 13),
        };
        copy(game->status, sizeof game->status, query_text(query, 1));
        copy(game->origin, sizeof game->origin, query_text(query, 2));
        copy(game->variant, sizeof game->variant, query_text(query, 5));
        copy(game->start_fen, sizeof game->start_fen, query_text(query, 6));
        copy(game->clock, sizeof game->clock, query_text(query, 7));
    }
    return query_end(query) && found;
}

bool game_get(Store *store, int64_t id, StoredGame *game) {
    return read_game(store_ask(store, "SELECT " STORED_COLUMNS " FROM games g WHERE g.id = $1", "i", id), game);
}

bool game_next(Store *store, StoredGame *game) {
    return read_game(store_ask(store,
                               "SELECT " STORED_COLUMNS " FROM games g JOIN players w ON w.id = g.white_id"
                               " JOIN players b ON b.id = g.black_id LEFT JOIN tournaments t ON t.id = g.tournament_id"
                               " WHERE g.status = 'queued' AND (t.id IS NULL OR (t.status = 'running' AND NOT EXISTS"
                               "  (SELECT 1 FROM games r JOIN players p ON p.kind = 'person'"
                               "   AND p.id IN (g.white_id, g.black_id) AND p.id IN (r.white_id, r.black_id)"
                               "   WHERE r.status = 'running' AND r.tournament_id IS NOT NULL)))"
                               " ORDER BY CASE WHEN w.kind IN ('person', 'guest') OR b.kind IN ('person', 'guest')"
                               " THEN 0 WHEN g.origin = 'challenge' THEN 1 ELSE 2 END, g.id LIMIT 1",
                               ""),
                     game);
}

bool game_begin(Store *store, int64_t id, int64_t now) {
    return store_run(store,
                     "UPDATE games SET status = 'running', starts = starts + 1, started_at = $1"
                     " WHERE id = $2 AND status = 'queued'",
                     "ii", now, id) &&
           store_changes(store) == 1;
}

bool game_requeue(Store *store, int64_t id) {
    return store_run(store, "UPDATE games SET status = 'queued' WHERE id = $1 AND status = 'running'", "i", id);
}

bool game_requeue_all(Store *store) {
    return store_run(store, "UPDATE games SET status = 'queued' WHERE status = 'running'", "");
}

bool game_abort(Store *store, int64_t id, const char *reason, int64_t now) {
    return store_run(store,
                     "UPDATE games SET status = 'aborted', result = '*', counted = 0, reason = $1, finished_at = $2"
                     " WHERE id = $3 AND status IN ('queued', 'running')",
                     "sii", reason, now, id);
}

/* ---- The end of a game ---------------------------------------------------------------------------------- */

bool game_add_move(Store *store, int64_t id, int64_t ply, const StoredMove *move) {
    if (move->opening)
        return store_run(store, "INSERT INTO moves (game_id, ply, uci) VALUES ($1, $2, $3)", "iis", id, ply, move->uci);
    if (!move->has_score)
        return store_run(store,
                         "INSERT INTO moves (game_id, ply, uci, elapsed_us, clock_us, depth, nodes, memory)"
                         " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                         "iisiiiii", id, ply, move->uci, move->elapsed, move->clock_left, move->depth, move->nodes,
                         move->memory);
    return store_run(store,
                     "INSERT INTO moves (game_id, ply, uci, elapsed_us, clock_us, depth, nodes, memory, score, mate)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                     "iisiiiiiii", id, ply, move->uci, move->elapsed, move->clock_left, move->depth, move->nodes,
                     move->memory, move->score, (int64_t)move->mate);
}

static int half_points(const char *result) {
    return strcmp(result, "1-0") == 0 ? 2 : strcmp(result, "0-1") == 0 ? 0 : 1;
}

static void write_result(Store *store, const FinishedGame *finished, bool counted, int64_t now) {
    store_run(store,
              "UPDATE games SET status = 'finished', finished_at = $1, result = $2, counted = $3, ended_by = $4,"
              " reason = $5, opening_plies = $6, duration_us = $7, white_cpu_us = $8, black_cpu_us = $9,"
              " white_memory = $10, black_memory = $11,"
              " finish_number = (SELECT COALESCE(MAX(finish_number), 0) + 1 FROM games)"
              " WHERE id = $12 AND status = 'running'",
              "isissiiiiiii", now, finished->result, (int64_t)counted, finished->ended_by, finished->reason,
              (int64_t)finished->opening_plies, finished->duration, finished->cpu_time[0], finished->cpu_time[1],
              finished->memory[0], finished->memory[1], finished->id);
}

static void write_details(Store *store, const FinishedGame *finished, const StoredGame *game) {
    store_run(store, "DELETE FROM moves WHERE game_id = $1", "i", finished->id); /* noted while it was going on */
    for (size_t i = 0; i < finished->move_count; i++)
        game_add_move(store, finished->id, (int64_t)i, &finished->moves[i]);
    for (int black = 0; black < 2; black++)
        if (finished->log_lengths[black] > 0)
            store_run(store, "INSERT INTO logs (game_id, player_id, white, content) VALUES ($1, $2, $3, $4)", "iiib",
                      finished->id, black ? game->black : game->white, (int64_t)!black, finished->logs[black],
                      finished->log_lengths[black]);
}

bool game_finish(Store *store, const FinishedGame *finished, const RatingRule *rule, int64_t now, bool *done) {
    StoredGame game;
    *done = false;
    if (!store_begin(store))
        return false;
    if (!game_get(store, finished->id, &game) || strcmp(game.status, "running") != 0) {
        store_rollback(store);
        return true;
    }
    bool counted = finished->counts && game.rated;
    write_result(store, finished, counted, now);
    write_details(store, finished, &game);
    if (counted)
        ratings_apply(store, rule, game.id, game.variant, game.white, game.black, half_points(finished->result));
    if (game.tournament != 0 && strcmp(finished->result, "*") != 0)
        standings_add(store, game.tournament, game.white, game.black, half_points(finished->result));
    *done = store_commit(store);
    return *done;
}

bool game_forfeit(Store *store, const StoredGame *game, bool white_loses, const char *reason, int64_t now) {
    if (!store_run(store,
                   "UPDATE games SET status = 'finished', finished_at = $1, result = $2, counted = 0,"
                   " ended_by = 'forfeit', reason = $3, opening_plies = 0, duration_us = 0,"
                   " finish_number = (SELECT COALESCE(MAX(finish_number), 0) + 1 FROM games)"
                   " WHERE id = $4 AND status = 'queued'",
                   "issi", now, white_loses ? "0-1" : "1-0", reason, game->id))
        return false;
    return store_changes(store) == 0 ||
           standings_add(store, game->tournament, game->white, game->black, white_loses ? 0 : 2);
}

/* ---- Reading -------------------------------------------------------------------------------------------- */

#define ROW_COLUMNS                                                                                                    \
    "g.id, g.status, g.origin, g.tournament_id, g.variant, g.start_fen, g.clock, g.rated, g.created_at, g.started_at," \
    " g.finished_at, g.result, g.counted, g.ended_by, g.reason, g.duration_us, g.opening_plies,"                       \
    " w.id, w.kind, w.name, wv.number, wc.before, wc.after, g.white_cpu_us, g.white_memory,"                           \
    " b.id, b.kind, b.name, bv.number, bc.before, bc.after, g.black_cpu_us, g.black_memory"
#define ROW_TABLES                                                                                                     \
    " FROM games g JOIN players w ON w.id = g.white_id JOIN players b ON b.id = g.black_id"                            \
    " LEFT JOIN bot_versions wv ON wv.id = w.version_id LEFT JOIN bot_versions bv ON bv.id = b.version_id"             \
    " LEFT JOIN rating_changes wc ON wc.game_id = g.id AND wc.player_id = w.id"                                        \
    " LEFT JOIN rating_changes bc ON bc.game_id = g.id AND bc.player_id = b.id"

Query *game_list(Store *store, const GameFilter *filter) {
    return store_ask(store,
                     "SELECT " ROW_COLUMNS ROW_TABLES
                     " WHERE g.status = $1 AND ($2 = 0 OR wv.bot_id = $2 OR bv.bot_id = $2)"
                     " AND ($3 = 0 OR g.white_id = $3 OR g.black_id = $3) AND ($4 = 0 OR g.tournament_id = $4)"
                     " AND ($5 = '' OR g.variant = $5) AND ($6 = 0 OR g.id < $6) ORDER BY g.id DESC LIMIT $7",
                     "siiisii", filter->status != NULL ? filter->status : "finished", filter->bot, filter->player,
                     filter->tournament, filter->variant != NULL ? filter->variant : "", filter->before, filter->limit);
}

Query *game_row(Store *store, int64_t id) {
    return store_ask(store, "SELECT " ROW_COLUMNS ROW_TABLES " WHERE g.id = $1", "i", id);
}

Query *game_moves(Store *store, int64_t id) {
    return store_ask(store,
                     "SELECT uci, elapsed_us, clock_us, score, mate, depth, nodes, memory FROM moves WHERE game_id = $1"
                     " ORDER BY ply",
                     "i", id);
}

char *game_log(Store *store, int64_t id, bool white, size_t *length) {
    char *bytes = NULL;
    Query *query =
        store_ask(store, "SELECT content FROM logs WHERE game_id = $1 AND white = $2", "ii", id, (int64_t)white);
    if (query_next(query)) {
        const void *content = query_bytes(query, 0, length);
        bytes = malloc(*length + 1);
        if (bytes != NULL) {
            memcpy(bytes, content, *length);
            bytes[*length] = '\0';
        }
    }
    query_end(query);
    return bytes;
}

bool player_get(Store *store, int64_t id, SeatedPlayer *player) {
    Query *query = store_ask(store,
                             "SELECT p.kind, p.name, COALESCE(p.account_id, b.account_id), p.version_id, b.id, p.level,"
                             " b.language"
                             " FROM players p LEFT JOIN bot_versions v ON v.id = p.version_id"
                             " LEFT JOIN bots b ON b.id = v.bot_id WHERE p.id = $1",
                             "i", id);
    bool found = query_next(query);
    if (found) {
        *player = (SeatedPlayer){
            .id = id,
            .account = query_number(query, 2),
            .version = query_number(query, 3),
            .bot = query_number(query, 4),
            .level = query_number(query, 5),
        };
        copy(player->kind, sizeof player->kind, query_text(query, 0));
        copy(player->name, sizeof player->name, query_text(query, 1));
        copy(player->language, sizeof player->language, query_text(query, 6));
    }
    return query_end(query) && found;
}

int64_t player_of_engine(Store *store, int64_t level, const char *name) {
    int64_t player = 0;
    if (!store_run(store, "INSERT INTO players (kind, name, level) VALUES ('engine', $1, $2) ON CONFLICT DO NOTHING",
                   "si", name, level))
        return 0;
    return store_ask_number(store, &player, "SELECT id FROM players WHERE level = $1", "i", level) ? player : 0;
}

Query *league_players(Store *store, const char *variant) {
    return store_ask(
        store,
        "SELECT p.id, COALESCE(r.games, 0), COALESCE(r.rating, q.rating),"
        " COALESCE((SELECT CASE WHEN g.white_id = p.id THEN g.black_id ELSE g.white_id END FROM games g"
        "  WHERE g.id = (SELECT MAX(m.id) FROM (SELECT MAX(id) AS id FROM games WHERE white_id = p.id"
        "   UNION ALL SELECT MAX(id) FROM games WHERE black_id = p.id) m)), 0), b.account_id"
        " FROM bots b JOIN bot_versions v ON v.bot_id = b.id AND v.status = 'accepted'"
        " JOIN players p ON p.version_id = v.id"
        " LEFT JOIN ratings r ON r.player_id = p.id AND r.variant = $1"
        " LEFT JOIN rating_priors q ON q.player_id = p.id AND q.variant = $1"
        " WHERE b.in_league = 1 AND b.retired = 0 AND NOT EXISTS"
        "  (SELECT 1 FROM bot_versions n WHERE n.bot_id = b.id AND n.number > v.number AND n.status = 'accepted')",
        "s", variant);
}
