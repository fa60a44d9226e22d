/*
 * The parts of a running server, for the handlers of requests. Private to src/server.
 */
#ifndef ROOKERY_SERVER_SERVER_INTERNAL_H
#define ROOKERY_SERVER_SERVER_INTERNAL_H

#include "base/monotonic.h"
#include "server/answers.h"
#include "server/assets.h"
#include "server/checker.h"
#include "server/director.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/pictures.h"
#include "server/prompts.h"
#include "server/server.h"
#include "store/games.h"

struct Server {
    ServerOptions options;
    int lock; /* of the folder */
    char *cache;
    Stores *stores;
    Store *holder; /* by whose connection the database is ours */
    char *stream_head;
    Hub *hub;
    Live *live;
    Director *director;
    Checker *checker;
    Limits *limits;
    Answers *answers;
    Prompts *prompts;
    Pictures *pictures; /* NULL: built without the pages */
    struct MHD_Daemon *daemon;
    unsigned port;
    int64_t started;
};

/* The route for a method and path, with the words filled in; NULL and *allowed the methods that the path knows (""
 * for none). */
const Route *route_find(const char *method, const char *path, char words[PATH_WORDS][WORD_BYTES], char allowed[64]);

/* Finds out who is asking. False when the request was answered: a bad token, or one that another site sent. */
bool request_identify(Request *request);
/* Signs the browser in by a new cookie. False when that failed, and was answered. */
bool request_sign_in(Request *request, const Account *account);
void request_sign_out(Request *request);
/* What the browser's session is kept under; "" for a program. */
void request_session_hash(const Request *request, char *hash);
/* The account that asks; a guest is made, and given a cookie, when there is none. */
bool request_need_player(Request *request);

/* Whether the browser came by https: a proxy says so. */
bool request_is_secure(const Request *request);

/* A game with its moves, as it is played or stored; NULL when there is none. */
json_t *request_read_state(Request *request, int64_t id);
/* What a link to the game shows, for the head of a page. */
void preview_append(const Request *request, const json_t *game, Text *text);
/* NULL when the pages have no such file. */
const Asset *asset_find(const char *path);

/* The player that a text means: "me", "engine", "level:1200", the name of a bot, or "NAME/2" for a version. False when
 * there is none, which was answered. */
bool request_find_player(Request *request, const char *text, SeatedPlayer *player);
/* Limits of clocks, in microseconds. */
#define GAME_BASE_LEAST ((int64_t)MICROSECONDS_PER_SECOND)
#define GAME_BASE_MOST (3 * 3600 * (int64_t)MICROSECONDS_PER_SECOND)
#define GAME_INCREMENT_MOST (60 * (int64_t)MICROSECONDS_PER_SECOND)
/* A sentence that says why no game can start there; NULL: one can. */
const char *game_start_problem(const Position *position);
/* The parameter "search" in small letters, as the store's LIKE wants it; "" if there is none. */
void request_read_search(const Request *request, char *out, size_t size);
/* The line of an opening as a position: moves from the variant's start, or a FEN (*special). False when it was
 * answered.
 */
bool request_read_opening(Request *request, Variant variant, const char *line, Position *position, bool *special);
/* Checks and fills in what games have in common: variant, clock, start position. False when it was answered. */
bool request_read_game(Request *request, StoredGame *game);

/* The same for a clock alone, under its name in the body. */
bool request_read_clock(Request *request, const char *name, StoredGame *game);
/* A password that somebody wants: one sentence when it is not good. */
const char *password_problem(const char *password);
/* What administrators have decided. */
bool server_may_sign_up(Store *store);
void server_apply_settings(struct Server *server, Store *store);

/* A name of a person, bot or tournament: one sentence when it is not good. */
const char *name_problem(const char *name, size_t most, bool blanks);

void page_handle(Request *request);
void api_prompt(Request *request);

void api_status(Request *request);
void api_options(Request *request);
void api_position(Request *request);
void api_sign_up(Request *request);
void api_setup(Request *request);
void api_session_get(Request *request);
void api_sign_in(Request *request);
void api_sign_out(Request *request);
void api_password_change(Request *request);
void api_sessions_remove(Request *request);
void api_admin_get(Request *request);
void api_admin_change(Request *request);
void api_suspicions_get(Request *request);
void api_accounts_get(Request *request);
void api_account_change(Request *request);
void api_tokens_get(Request *request);
void api_tokens_add(Request *request);
void api_tokens_remove(Request *request);
void api_bots_get(Request *request);
void api_bots_add(Request *request);
void api_bot_get(Request *request);
void api_bot_change(Request *request);
void api_bot_events(Request *request);
void api_bot_history(Request *request);
void api_bot_results(Request *request);
void api_bot_pgn(Request *request);
void api_versions_add(Request *request);
void api_version_get(Request *request);
void api_version_source(Request *request);
void api_challenges_add(Request *request);
void api_challenge_get(Request *request);
void api_challenge_events(Request *request);
void api_challenge_accept(Request *request);
void api_challenge_cancel(Request *request);
void api_board(Request *request);
void api_player_get(Request *request);
void api_player_history(Request *request);
void api_games_get(Request *request);
void api_games_add(Request *request);
void api_game_get(Request *request);
void api_game_pgn(Request *request);
void api_game_picture(Request *request);
void api_game_log(Request *request);
void api_game_events(Request *request);
void api_game_move(Request *request);
void api_game_resign(Request *request);
void api_game_draw(Request *request);
void api_game_no_draw(Request *request);
void api_game_abort(Request *request);
void api_events(Request *request);
void api_tournaments_get(Request *request);
void api_tournaments_add(Request *request);
void api_tournament_get(Request *request);
void api_tournament_change(Request *request);
void api_tournament_start(Request *request);
void api_tournament_cancel(Request *request);
void api_tournament_enter(Request *request);
void api_tournament_leave(Request *request);
void api_tournament_events(Request *request);
void api_tournament_pgn(Request *request);

#endif
