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

#define BOTS_ON_BOARD                                                                                                  \
    " FROM ratings r JOIN players p ON p.id = r.player_id JOIN bot_versions v ON v.id = p.version_id"                  \
    " JOIN bots b ON b.id = v.bot_id JOIN accounts a ON a.id = b.account_id"                                           \
    " WHERE r.variant = $1 AND ($2 = '' OR v.size_class = $2) AND ($3 = '' OR b.name_key LIKE '%' || $3 || '%')"       \
    " AND NOT EXISTS (SELECT 1 FROM bot_versions n WHERE n.bot_id = v.bot_id AND n.number > v.number"                  \
    "  AND n.status = 'accepted')"
#define PEOPLE_ON_BOARD                                                                                                \
    " FROM ratings r JOIN players p ON p.id = r.player_id JOIN accounts a ON a.id = p.account_id"                      \
    " WHERE r.variant = $1 AND $2 = '' AND p.kind = 'person' AND ($3 = '' OR a.name_key LIKE '%' || $3 || '%')"
#define BOT_COLUMNS                                                                                                    \
    "SELECT p.id AS player, p.kind, b.name, v.number, v.size_class, a.name AS owner, r.rating AS rating, r.variance,"  \
    " r.games, r.wins, r.draws"
#define PERSON_COLUMNS                                                                                                 \
    "SELECT p.id AS player, p.kind, p.name, 0, NULL, NULL, r.rating AS rating, r.variance, r.games, r.wins, r.draws"
#define BEST_FIRST " ORDER BY rating DESC, player LIMIT $4 OFFSET $5"

static const char *or_all(const char *text) {
    return text != NULL ? text : "";
}

Query *board_list(Store *store, const BoardFilter *filter) {
    static const char *const lists[] = {
        [BOARD_BOTS] = BOT_COLUMNS BOTS_ON_BOARD BEST_FIRST,
        [BOARD_PEOPLE] = PERSON_COLUMNS PEOPLE_ON_BOARD BEST_FIRST,
        [BOARD_ALL] = BOT_COLUMNS BOTS_ON_BOARD " UNION ALL " PERSON_COLUMNS PEOPLE_ON_BOARD BEST_FIRST,
    };
    return store_ask(store, lists[filter->kind], "sssii", filter->variant, or_all(filter->size_class),
                     or_all(filter->search), filter->limit, filter->offset);
}

int64_t board_count(Store *store, const BoardFilter *filter) {
    int64_t bots = 0, people = 0;
    if (filter->kind != BOARD_PEOPLE)
        store_ask_number(store, &bots, "SELECT COUNT(*)" BOTS_ON_BOARD, "sss", filter->variant,
                         or_all(filter->size_class), or_all(filter->search));
    if (filter->kind != BOARD_BOTS)
        store_ask_number(store, &people, "SELECT COUNT(*)" PEOPLE_ON_BOARD, "sss", filter->variant,
                         or_all(filter->size_class), or_all(filter->search));
    return bots + people;
}

Query *rated_meetings(Store *store, int64_t least) {
    return store_ask(
        store,
        "SELECT m.one, m.other, m.variant, COUNT(*), SUM(m.half_points), a.rating, a.variance, a.games,"
        " b.rating, b.variance, b.games FROM"
        " (SELECT CASE WHEN white_id < black_id THEN white_id ELSE black_id END AS one,"
        "  CASE WHEN white_id < black_id THEN black_id ELSE white_id END AS other, variant,"
        "  CASE result WHEN '1/2-1/2' THEN 1 WHEN (CASE WHEN white_id < black_id THEN '1-0' ELSE '0-1' END)"
        "  THEN 2 ELSE 0 END AS half_points FROM games WHERE status = 'finished' AND counted = 1) m"
        " JOIN ratings a ON a.player_id = m.one AND a.variant = m.variant"
        " JOIN ratings b ON b.player_id = m.other AND b.variant = m.variant"
        " GROUP BY m.one, m.other, m.variant, a.rating, a.variance, a.games, b.rating, b.variance, b.games"
        " HAVING COUNT(*) >= $1 ORDER BY m.one, m.other, m.variant",
        "i", least);
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
