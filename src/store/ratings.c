#include "store/ratings.h"

bool rating_get(Store *store, const RatingRule *rule, int64_t player, const char *variant, StoredRating *rating) {
    *rating = (StoredRating){0};
    rule->start(rating);
    Query *query = store_ask(store,
                             "SELECT p.level, r.rating, r.variance, r.games, r.wins, r.draws, q.rating, q.variance"
                             " FROM players p LEFT JOIN ratings r ON r.player_id = p.id AND r.variant = $2"
                             " LEFT JOIN rating_priors q ON q.player_id = p.id AND q.variant = $2 WHERE p.id = $1",
                             "is", player, variant);
    bool found = query_next(query);
    if (found && !query_is_null(query, 0)) {
        rule->level(query_number(query, 0), rating);
        rating->fixed = true;
    } else if (found && !query_is_null(query, 1)) {
        *rating = (StoredRating){query_real(query, 1),   query_real(query, 2),   query_number(query, 3),
                                 query_number(query, 4), query_number(query, 5), false};
    } else if (found && !query_is_null(query, 6)) {
        rating->rating = query_real(query, 6);
        rating->variance = query_real(query, 7);
    }
    return query_end(query) && found;
}

static bool save(Store *store, int64_t game, const char *variant, int64_t player, double before,
                 const StoredRating *rating) {
    if (rating->fixed)
        return true;
    return store_run(store,
                     "INSERT INTO ratings (player_id, variant, rating, variance, games, wins, draws)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player_id, variant) DO UPDATE SET"
                     " rating = excluded.rating, variance = excluded.variance, games = excluded.games,"
                     " wins = excluded.wins, draws = excluded.draws",
                     "isddiii", player, variant, rating->rating, rating->variance, rating->games, rating->wins,
                     rating->draws) &&
           store_run(store,
                     "INSERT INTO rating_changes (game_id, player_id, before, after, variance, games)"
                     " VALUES ($1, $2, $3, $4, $5, $6)",
                     "iidddi", game, player, before, rating->rating, rating->variance, rating->games);
}

bool ratings_apply(Store *store, const RatingRule *rule, int64_t game, const char *variant, int64_t white,
                   int64_t black, int half_points) {
    StoredRating of_white, of_black;
    if (white == black || !rating_get(store, rule, white, variant, &of_white) ||
        !rating_get(store, rule, black, variant, &of_black))
        return false;
    double white_before = of_white.rating, black_before = of_black.rating;
    rule->play(&of_white, &of_black, half_points);
    of_white.wins += half_points == 2;
    of_black.wins += half_points == 0;
    of_white.draws += half_points == 1;
    of_black.draws += half_points == 1;
    return save(store, game, variant, white, white_before, &of_white) &&
           save(store, game, variant, black, black_before, &of_black);
}

/* ---- Anew ----------------------------------------------------------------------------------------------- */

static bool repeat_games(Store *store, const RatingRule *rule, int64_t *games) {
    bool good = true;
    Query *query = store_ask(store,
                             "SELECT id, variant, white_id, black_id, CASE result WHEN '1-0' THEN 2 WHEN '0-1' THEN 0"
                             " ELSE 1 END FROM games WHERE status = 'finished' AND counted = 1 ORDER BY finish_number",
                             "");
    for (*games = 0; good && query_next(query); ++*games)
        good = ratings_apply(store, rule, query_number(query, 0), query_text(query, 1), query_number(query, 2),
                             query_number(query, 3), (int)query_number(query, 4));
    return query_end(query) && good;
}

bool ratings_recompute(Store *store, const RatingRule *rule, bool keep, int64_t *games, int64_t *differences) {
    if (!store_begin(store))
        return false;
    bool good = store_run(store, "CREATE TEMPORARY TABLE kept_ratings AS SELECT * FROM ratings", "") &&
                store_run(store, "DELETE FROM ratings", "") && store_run(store, "DELETE FROM rating_changes", "") &&
                repeat_games(store, rule, games) &&
                store_ask_number(store, differences,
                                 "SELECT (SELECT COUNT(*) FROM (SELECT * FROM kept_ratings EXCEPT"
                                 " SELECT * FROM ratings) AS gone) + (SELECT COUNT(*) FROM (SELECT * FROM ratings"
                                 " EXCEPT SELECT * FROM kept_ratings) AS come)",
                                 "") &&
                store_run(store, "DROP TABLE kept_ratings", "");
    if (good && keep)
        return store_commit(store);
    store_rollback(store);
    return good;
}

/* ---- Lists ---------------------------------------------------------------------------------------------- */

Query *board_bots(Store *store, const BoardFilter *filter) {
    return store_ask(
        store,
        "SELECT p.id, b.name, v.number, v.size_class, a.name, r.rating, r.variance, r.games, r.wins, r.draws"
        " FROM ratings r JOIN players p ON p.id = r.player_id JOIN bot_versions v ON v.id = p.version_id"
        " JOIN bots b ON b.id = v.bot_id JOIN accounts a ON a.id = b.account_id"
        " WHERE r.variant = $1 AND ($2 = '' OR v.size_class = $2) AND NOT EXISTS"
        "  (SELECT 1 FROM bot_versions n WHERE n.bot_id = v.bot_id AND n.number > v.number AND n.status = 'accepted')"
        " ORDER BY r.rating DESC, p.id LIMIT $3 OFFSET $4",
        "ssii", filter->variant, filter->size_class != NULL ? filter->size_class : "", filter->limit, filter->offset);
}

Query *board_people(Store *store, const BoardFilter *filter) {
    return store_ask(store,
                     "SELECT p.id, p.name, 0, NULL, NULL, r.rating, r.variance, r.games, r.wins, r.draws"
                     " FROM ratings r JOIN players p ON p.id = r.player_id"
                     " WHERE r.variant = $1 AND p.kind = 'person' ORDER BY r.rating DESC, p.id LIMIT $2 OFFSET $3",
                     "sii", filter->variant, filter->limit, filter->offset);
}

Query *ratings_of(Store *store, int64_t player) {
    return store_ask(store,
                     "SELECT variant, rating, variance, games, wins, draws FROM ratings WHERE player_id = $1"
                     " ORDER BY games DESC, variant",
                     "i", player);
}

Query *ratings_history(Store *store, int64_t player, const char *variant) {
    return store_ask(store,
                     "SELECT c.game_id, g.finished_at, c.after, c.variance, c.games FROM rating_changes c"
                     " JOIN games g ON g.id = c.game_id WHERE c.player_id = $1 AND g.variant = $2 ORDER BY c.games",
                     "is", player, variant);
}
