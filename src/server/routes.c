#include <string.h>

#include "server/server_internal.h"

static const Route routes[] = {
    {"GET", "/api/v1/status", api_status, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/prompts/*", api_prompt, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/options", api_options, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/position", api_position, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/events", api_events, ACCESS_ALL, LIMIT_READ, 0},

    {"POST", "/api/v1/accounts", api_sign_up, ACCESS_ALL, LIMIT_SIGN, SMALL_BODY},
    {"POST", "/api/v1/setup", api_setup, ACCESS_ALL, LIMIT_SIGN, SMALL_BODY},
    {"GET", "/api/v1/session", api_session_get, ACCESS_ALL, LIMIT_READ, 0},
    {"POST", "/api/v1/session", api_sign_in, ACCESS_ALL, LIMIT_SIGN, SMALL_BODY},
    {"DELETE", "/api/v1/session", api_sign_out, ACCESS_ALL, LIMIT_WRITE, SMALL_BODY},
    {"DELETE", "/api/v1/sessions", api_sessions_remove, ACCESS_PERSON, LIMIT_WRITE, SMALL_BODY},
    {"PATCH", "/api/v1/account", api_password_change, ACCESS_PERSON, LIMIT_SIGN, SMALL_BODY},
    {"GET", "/api/v1/admin", api_admin_get, ACCESS_ADMIN, LIMIT_READ, 0},
    {"GET", "/api/v1/admin/suspicions", api_suspicions_get, ACCESS_ADMIN, LIMIT_READ, 0},
    {"PATCH", "/api/v1/admin", api_admin_change, ACCESS_ADMIN, LIMIT_WRITE, SMALL_BODY},
    {"GET", "/api/v1/accounts", api_accounts_get, ACCESS_ADMIN, LIMIT_READ, 0},
    {"PATCH", "/api/v1/accounts/*", api_account_change, ACCESS_ADMIN, LIMIT_WRITE, SMALL_BODY},
    {"GET", "/api/v1/tokens", api_tokens_get, ACCESS_PERSON, LIMIT_READ, 0},
    {"POST", "/api/v1/tokens", api_tokens_add, ACCESS_PERSON, LIMIT_WRITE, SMALL_BODY},
    {"DELETE", "/api/v1/tokens/*", api_tokens_remove, ACCESS_PERSON, LIMIT_WRITE, SMALL_BODY},

    {"GET", "/api/v1/bots", api_bots_get, ACCESS_ALL, LIMIT_READ, 0},
    {"POST", "/api/v1/bots", api_bots_add, ACCESS_PERSON, LIMIT_UPLOAD, SOURCE_BODY},
    {"GET", "/api/v1/bots/*", api_bot_get, ACCESS_ALL, LIMIT_READ, 0},
    {"PATCH", "/api/v1/bots/*", api_bot_change, ACCESS_PERSON, LIMIT_WRITE, SMALL_BODY},
    {"GET", "/api/v1/bots/*/events", api_bot_events, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/bots/*/history", api_bot_history, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/bots/*/results", api_bot_results, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/bots/*/pgn", api_bot_pgn, ACCESS_ALL, LIMIT_READ, 0},
    {"POST", "/api/v1/bots/*/versions", api_versions_add, ACCESS_PERSON, LIMIT_UPLOAD, SOURCE_BODY},
    {"GET", "/api/v1/bots/*/versions/*", api_version_get, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/bots/*/versions/*/source", api_version_source, ACCESS_PERSON, LIMIT_READ, 0},

    {"GET", "/api/v1/leaderboard", api_board, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/players/*", api_player_get, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/players/*/history", api_player_history, ACCESS_ALL, LIMIT_READ, 0},

    {"GET", "/api/v1/games", api_games_get, ACCESS_ALL, LIMIT_READ, 0},
    {"POST", "/api/v1/games", api_games_add, ACCESS_ALL, LIMIT_WRITE, SMALL_BODY},
    {"GET", "/api/v1/games/*", api_game_get, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/games/*/pgn", api_game_pgn, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/games/*/board.png", api_game_picture, ACCESS_ALL, LIMIT_DRAW, 0},
    {"GET", "/api/v1/games/*/log/*", api_game_log, ACCESS_PERSON, LIMIT_READ, 0},
    {"GET", "/api/v1/games/*/events", api_game_events, ACCESS_ALL, LIMIT_READ, 0},
    {"POST", "/api/v1/games/*/moves", api_game_move, ACCESS_ALL, LIMIT_WRITE, SMALL_BODY},
    {"POST", "/api/v1/games/*/resign", api_game_resign, ACCESS_ALL, LIMIT_WRITE, SMALL_BODY},
    {"POST", "/api/v1/games/*/draw", api_game_draw, ACCESS_ALL, LIMIT_WRITE, SMALL_BODY},
    {"DELETE", "/api/v1/games/*/draw", api_game_no_draw, ACCESS_ALL, LIMIT_WRITE, SMALL_BODY},
    {"POST", "/api/v1/games/*/abort", api_game_abort, ACCESS_ALL, LIMIT_WRITE, SMALL_BODY},

    {"POST", "/api/v1/challenges", api_challenges_add, ACCESS_ALL, LIMIT_WRITE, SMALL_BODY},
    {"GET", "/api/v1/challenges/*", api_challenge_get, ACCESS_ALL, LIMIT_READ, 0},
    {"DELETE", "/api/v1/challenges/*", api_challenge_cancel, ACCESS_ALL, LIMIT_WRITE, SMALL_BODY},
    {"POST", "/api/v1/challenges/*/accept", api_challenge_accept, ACCESS_ALL, LIMIT_WRITE, SMALL_BODY},
    {"GET", "/api/v1/challenges/*/events", api_challenge_events, ACCESS_ALL, LIMIT_READ, 0},

    {"GET", "/api/v1/tournaments", api_tournaments_get, ACCESS_ALL, LIMIT_READ, 0},
    {"POST", "/api/v1/tournaments", api_tournaments_add, ACCESS_PERSON, LIMIT_WRITE, SMALL_BODY},
    {"GET", "/api/v1/tournaments/*", api_tournament_get, ACCESS_ALL, LIMIT_READ, 0},
    {"PATCH", "/api/v1/tournaments/*", api_tournament_change, ACCESS_PERSON, LIMIT_WRITE, SMALL_BODY},
    {"DELETE", "/api/v1/tournaments/*", api_tournament_cancel, ACCESS_PERSON, LIMIT_WRITE, SMALL_BODY},
    {"POST", "/api/v1/tournaments/*/start", api_tournament_start, ACCESS_PERSON, LIMIT_WRITE, SMALL_BODY},
    {"POST", "/api/v1/tournaments/*/players", api_tournament_enter, ACCESS_PERSON, LIMIT_WRITE, SMALL_BODY},
    {"DELETE", "/api/v1/tournaments/*/players/*", api_tournament_leave, ACCESS_PERSON, LIMIT_WRITE, SMALL_BODY},
    {"GET", "/api/v1/tournaments/*/pgn", api_tournament_pgn, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/api/v1/tournaments/*/events", api_tournament_events, ACCESS_ALL, LIMIT_READ, 0},

    {"GET", "/", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/games/*", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/play", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/challenges/*", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/bots", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/bots/*", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/leaderboards", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/tournaments", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/tournaments/*", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/write", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/account", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/admin", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/favicon.svg", page_handle, ACCESS_ALL, LIMIT_READ, 0},
    {"GET", "/assets/*", page_handle, ACCESS_ALL, LIMIT_READ, 0},
};
enum { ROUTES = sizeof routes / sizeof *routes };

/* Compares part by part; a word must not be empty. */
static bool matches(const char *pattern, const char *path, char words[PATH_WORDS][WORD_BYTES]) {
    int word = 0;
    while (*pattern != '\0') {
        if (*pattern != '*') {
            if (*pattern++ != *path++)
                return false;
            continue;
        }
        size_t length = strcspn(path, "/");
        if (length == 0 || length >= WORD_BYTES || word == PATH_WORDS)
            return false;
        memcpy(words[word], path, length);
        words[word++][length] = '\0';
        path += length;
        pattern++;
    }
    return *path == '\0';
}

static void allow(char allowed[64], const char *method) {
    if (strstr(allowed, method) != NULL || strlen(allowed) + strlen(method) + 3 > 64)
        return;
    if (allowed[0] != '\0')
        strcat(allowed, ", ");
    strcat(allowed, method);
}

const Route *route_find(const char *method, const char *path, char words[PATH_WORDS][WORD_BYTES], char allowed[64]) {
    allowed[0] = '\0';
    for (size_t i = 0; i < ROUTES; i++) {
        if (!matches(routes[i].path, path, words))
            continue;
        if (strcmp(routes[i].method, method) == 0)
            return &routes[i];
        allow(allowed, routes[i].method);
    }
    return NULL;
}
