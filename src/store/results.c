#include "store/results.h"

/* A bot's finished games from its own point of view, once for each side that it had. */
#define OF_VERSIONS                                                                                                    \
    " IN (SELECT p.id FROM players p JOIN bot_versions v ON v.id = p.version_id"                                       \
    "  WHERE v.bot_id = $1 AND ($2 = 0 OR v.number = $2))"                                                             \
    " AND g.status = 'finished' AND ($3 = '' OR g.variant = $3)"
#define GAMES                                                                                                          \
    " FROM (SELECT g.id AS game, 1 AS white, g.black_id AS opponent, g.result, g.ended_by, g.reason, g.finished_at,"   \
    "  CASE g.result WHEN '1-0' THEN 2 WHEN '0-1' THEN 0 ELSE 1 END AS half FROM games g WHERE g.white_id" OF_VERSIONS \
    "  UNION ALL"                                                                                                      \
    "  SELECT g.id, 0, g.white_id, g.result, g.ended_by, g.reason, g.finished_at,"                                     \
    "  CASE g.result WHEN '0-1' THEN 2 WHEN '1-0' THEN 0 ELSE 1 END FROM games g WHERE g.black_id" OF_VERSIONS         \
    ") AS r"
#define TALLY "COUNT(*), SUM(CASE r.half WHEN 2 THEN 1 ELSE 0 END), SUM(CASE r.half WHEN 1 THEN 1 ELSE 0 END)"
#define VALUES_OF(filter) (filter)->bot, (filter)->version, (filter)->variant != NULL ? (filter)->variant : ""

Query *results_by_opponent(Store *store, const ResultFilter *filter, int64_t limit) {
    return store_ask(store,
                     "SELECT o.id, o.kind, o.name, ov.number, " TALLY ", MAX(r.game)" GAMES
                     " JOIN players o ON o.id = r.opponent LEFT JOIN bot_versions ov ON ov.id = o.version_id"
                     " WHERE r.result <> '*' GROUP BY o.id, o.kind, o.name, ov.number ORDER BY 5 DESC, 8 DESC LIMIT $4",
                     "iisi", VALUES_OF(filter), limit);
}

Query *results_by_ending(Store *store, const ResultFilter *filter) {
    return store_ask(store,
                     "SELECT r.ended_by, " TALLY GAMES
                     " WHERE r.result <> '*' GROUP BY r.ended_by ORDER BY 2 DESC, r.ended_by",
                     "iis", VALUES_OF(filter));
}

Query *results_by_color(Store *store, const ResultFilter *filter) {
    return store_ask(store,
                     "SELECT r.white, " TALLY GAMES " WHERE r.result <> '*' GROUP BY r.white ORDER BY r.white DESC",
                     "iis", VALUES_OF(filter));
}

Query *results_faults(Store *store, const ResultFilter *filter, int64_t limit) {
    return store_ask(store,
                     "SELECT r.game, r.ended_by, r.reason, r.finished_at" GAMES
                     " WHERE r.half = 0 AND r.ended_by NOT IN ('rules', 'adjudication', 'resignation', 'agreement',"
                     " 'forfeit') ORDER BY r.game DESC LIMIT $4",
                     "iisi", VALUES_OF(filter), limit);
}

Query *results_games(Store *store, const ResultFilter *filter) {
    return store_ask(store, "SELECT DISTINCT r.game" GAMES " WHERE r.ended_by <> 'forfeit' ORDER BY r.game", "iis",
                     VALUES_OF(filter));
}

Query *results_history(Store *store, int64_t bot, const char *variant) {
    return store_ask(
        store,
        "SELECT v.number, c.game_id, g.finished_at, c.after, c.variance, c.games FROM bot_versions v"
        " JOIN players p ON p.version_id = v.id JOIN rating_changes c ON c.player_id = p.id"
        " JOIN games g ON g.id = c.game_id WHERE v.bot_id = $1 AND g.variant = $2 ORDER BY g.finish_number",
        "is", bot, variant);
}
