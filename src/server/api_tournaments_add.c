/* The API: making a tournament. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/contest.h"
#include "server/contest_draw.h"
#include "server/rules.h"
#include "server/say.h"
#include "server/server_internal.h"

enum { GAMES_MAX = 5000, GAMES_OF_PAIRING_MAX = 100, ROUNDS_MAX = 100, OPENINGS_MAX = 500, INVITED_MAX = 256 };

typedef struct Plan {
    NewTournament tournament;
    ContestKind kind;
    StoredGame game; /* variant, clock and start */
    int64_t players[256];
    size_t player_count;
    int64_t invited[INVITED_MAX];
    size_t invited_count;
    char (*openings)[GAME_FEN_MAX + 1];
    size_t opening_count;
    bool special; /* a start that is not reached from the variant's own */
} Plan;

/* ---- What is asked for ---------------------------------------------------------------------------------- */

static bool read_kind(Request *request, Plan *plan) {
    const char *kind = body_text(request, "kind"), *registration = body_text(request, "registration");
    plan->kind = contest_kind_by_name(kind != NULL ? kind : "round robin");
    if (plan->kind == CONTEST_KINDS)
        return reply_refusal(request, "The kind is \"round robin\", \"swiss\", \"knockout\" or \"gauntlet\".");
    if (registration == NULL)
        registration = "closed";
    if (strcmp(registration, "closed") != 0 && strcmp(registration, "open") != 0 &&
        strcmp(registration, "invited") != 0)
        return reply_refusal(request, "The registration is \"closed\", \"open\" or \"invited\".");
    plan->tournament.kind = contest_kind_name(plan->kind);
    plan->tournament.registration = registration;
    return true;
}

static bool read_numbers(Request *request, Plan *plan) {
    static const int64_t YEAR = INT64_C(366) * 24 * 3600 * 1000;
    NewTournament *tournament = &plan->tournament;
    tournament->games_per_pairing = body_number(request, "games_per_pairing", plan->kind == CONTEST_SWISS ? 1 : 2);
    tournament->rounds = plan->kind == CONTEST_SWISS ? body_number(request, "rounds", 0) : 0;
    tournament->starts_at = body_number(request, "starts_at", 0);
    if (tournament->games_per_pairing < 1 || tournament->games_per_pairing > GAMES_OF_PAIRING_MAX)
        return reply_refusal(request, "A pairing has from 1 to 100 games.");
    if (tournament->rounds < 0 || tournament->rounds > ROUNDS_MAX)
        return reply_refusal(request, "A Swiss tournament has from 1 to 100 rounds.");
    if (tournament->starts_at != 0 &&
        (strcmp(tournament->registration, "closed") == 0 || tournament->starts_at < server_now() ||
         tournament->starts_at > server_now() + YEAR))
        return reply_refusal(request,
                             "The start is a moment within a year from now, for tournaments with registration.");
    return true;
}

static bool add_player(Request *request, Plan *plan, const char *name) {
    SeatedPlayer player;
    if (!request_find_player(request, name, &player))
        return false;
    PlayerKind kind = rule_player_kind(player.kind);
    if (kind == PLAYER_KIND_GUEST)
        return reply_refusal(request, "Guests cannot play in tournaments; sign in first.");
    for (size_t i = 0; i < plan->player_count; i++)
        if (plan->players[i] == player.id)
            return reply_refusal(request, "A player is named twice.");
    plan->players[plan->player_count++] = player.id;
    return true;
}

static bool read_players(Request *request, Plan *plan) {
    const json_t *names = json_object_get(request->body, "players");
    size_t count = json_array_size(names), most = contest_players_most(plan->kind);
    bool closed = strcmp(plan->tournament.registration, "closed") == 0;
    if ((names != NULL && !json_is_array(names)) || (closed && count < 2) || count > most) {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT,
                    "A tournament has from 2 to %zu players: bots, engine, level:1200 or me.", most);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        if (!add_player(request, plan, json_string_value(json_array_get(names, i))))
            return false;
    return true;
}

static bool read_invited(Request *request, Plan *plan) {
    const json_t *names = json_object_get(request->body, "invited");
    bool invited = strcmp(plan->tournament.registration, "invited") == 0;
    if (!invited)
        return true;
    if (!json_is_array(names) || json_array_size(names) > INVITED_MAX)
        return reply_refusal(request, "Name those who are invited as a list, at most 256.");
    for (size_t i = 0; i < json_array_size(names); i++) {
        Account account;
        char hash[ACCOUNT_PASSWORD_HASH_MAX + 1];
        const char *name = json_string_value(json_array_get(names, i));
        if (name == NULL || !account_by_name(request->store, name, &account, hash)) {
            reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "There is nobody called %s to invite.",
                        name != NULL ? name : "that");
            return false;
        }
        plan->invited[plan->invited_count++] = account.id;
    }
    return true;
}

static bool read_openings(Request *request, Plan *plan) {
    const json_t *lines = json_object_get(request->body, "openings");
    Variant variant = variant_by_name(plan->game.variant);
    size_t count = json_array_size(lines);
    if (lines != NULL && !json_is_null(lines) && (!json_is_array(lines) || count > OPENINGS_MAX))
        return reply_refusal(request, "The openings are a list of at most 500 lines.");
    if (count > 0 && body_text(request, "fen") != NULL)
        return reply_refusal(request, "A tournament has openings or one start position, not both.");
    plan->openings = calloc(count + 1, sizeof *plan->openings);
    if (plan->openings == NULL)
        return reply_refusal(request, "The server is out of memory; try again later.");
    for (size_t i = 0; i < count; i++) {
        Position position;
        bool special;
        const char *line = json_string_value(json_array_get(lines, i));
        if (line == NULL || line[0] == '\0')
            return reply_refusal(request, "An opening is a line of moves, as in \"e4 e5 Nf3\", or a FEN.");
        if (!request_read_opening(request, variant, line, &position, &special))
            return false;
        plan->special |= special;
        position_to_fen(&position, FEN_DEFAULT, plan->openings[plan->opening_count++]);
    }
    if (body_text(request, "fen") != NULL) {
        snprintf(plan->openings[plan->opening_count++], sizeof *plan->openings, "%s", plan->game.start_fen);
        plan->special = true;
    }
    return true;
}

static int64_t count_games(const Plan *plan) {
    int64_t players = (int64_t)plan->player_count, pairings = players * (players - 1) / 2;
    if (plan->kind == CONTEST_SWISS)
        pairings = players / 2 * plan->tournament.rounds;
    else if (plan->kind != CONTEST_ROUND_ROBIN)
        pairings = players;
    return pairings * plan->tournament.games_per_pairing;
}

static bool read_plan(Request *request, Plan *plan) {
    const char *problem = name_problem(body_text(request, "name"), TOURNAMENT_NAME_MAX, true);
    if (problem != NULL)
        return reply_refusal(request, problem);
    plan->tournament.name = body_text(request, "name");
    plan->tournament.account = request->account.id;
    if (!request_read_game(request, &plan->game) || !read_kind(request, plan) || !read_numbers(request, plan) ||
        !read_players(request, plan) || !read_invited(request, plan) || !read_openings(request, plan))
        return false;
    plan->tournament.variant = plan->game.variant;
    plan->tournament.clock = plan->game.clock;
    plan->tournament.rated = body_flag(request, "rated", false) && !plan->special;
    if (body_flag(request, "rated", false) && plan->special)
        return reply_refusal(request, "This tournament cannot be rated: its games begin from positions that are not "
                                      "reached from the start; give openings as moves.");
    return count_games(plan) <= GAMES_MAX || reply_refusal(request, "A tournament has at most 5,000 games.");
}

/* ---- Making it ------------------------------------------------------------------------------------------ */

static bool make(Store *store, const Plan *plan, int64_t *id) {
    int64_t now = server_now();
    if (!store_begin(store))
        return false;
    bool good = tournament_add(store, &plan->tournament, now, id);
    for (size_t i = 0; good && i < plan->opening_count; i++)
        good = tournament_add_opening(store, *id, (int64_t)i, plan->openings[i]);
    for (size_t i = 0; good && i < plan->invited_count; i++)
        good = tournament_invite(store, *id, plan->invited[i]);
    for (size_t i = 0; good && i < plan->player_count; i++)
        good = tournament_enter(store, *id, plan->players[i], plan->tournament.account);
    if (good && strcmp(plan->tournament.registration, "closed") == 0)
        good = contest_start_within(store, *id, now) == CONTEST_DRAWN;
    if (good)
        return store_commit(store);
    store_rollback(store);
    return false;
}

void api_tournaments_add(Request *request) {
    int64_t id;
    Plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL) {
        reply_refusal(request, "The server is out of memory; try again later.");
        return;
    }
    if (!read_plan(request, plan)) {
        free(plan->openings);
        free(plan);
        return;
    }
    if (make(request->store, plan, &id)) {
        director_wake(request->server->director);
        reply_json(request, MHD_HTTP_CREATED, json_pack("{sI}", "id", (json_int_t)id));
    } else {
        reply_store_error(request);
    }
    free(plan->openings);
    free(plan);
}
