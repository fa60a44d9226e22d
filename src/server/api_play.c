/* The API: what a person does in a game. */
#include <string.h>

#include "server/server_internal.h"

/* The colour that the asker plays. NO_COLOR when it was answered. */
static Color find_seat(Request *request, int64_t *game) {
    *game = word_number(request, 0);
    Color color = live_seat(request->server->live, *game, request->account.id);
    if (color == NO_COLOR)
        reply_error(request, MHD_HTTP_FORBIDDEN, "You do not play in game %s, or it is not being played.",
                    request->words[0]);
    return color;
}

static void reply_verdict(Request *request, PersonVerdict verdict, const char *not_now, const Error *error) {
    if (verdict == PERSON_DONE)
        reply_nothing(request);
    else if (verdict == PERSON_NO_GAME)
        reply_error(request, MHD_HTTP_CONFLICT, "This game is over.");
    else if (verdict == PERSON_NOT_BEGUN)
        reply_error(request, MHD_HTTP_CONFLICT, "The game has not begun yet: a player is getting ready.");
    else if (verdict == PERSON_NOT_NOW)
        reply_error(request, MHD_HTTP_CONFLICT, "%s", not_now);
    else
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "This move cannot be played: %s.", error->message);
}

void api_game_move(Request *request) {
    enum { MOVE_TEXT_MAX = 16 };
    int64_t game;
    Error error = {.message = ""};
    const char *move = body_text(request, "move");
    Color color = find_seat(request, &game);
    if (color == NO_COLOR)
        return;
    if (move == NULL || strlen(move) > MOVE_TEXT_MAX) {
        reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "Send a move, as in {\"move\": \"e2e4\"}.");
        return;
    }
    reply_verdict(request, runner_move(director_runner(request->server->director), game, color, move, &error),
                  "It is not your turn.", &error);
}

void api_game_resign(Request *request) {
    int64_t game;
    Color color = find_seat(request, &game);
    if (color != NO_COLOR)
        reply_verdict(request, runner_resign(director_runner(request->server->director), game, color), "", NULL);
}

void api_game_draw(Request *request) {
    int64_t game;
    Color color = find_seat(request, &game);
    if (color != NO_COLOR)
        reply_verdict(request, runner_draw(director_runner(request->server->director), game, color),
                      "A bot does not agree to draws; only a person does.", NULL);
}

void api_game_no_draw(Request *request) {
    int64_t game;
    Color color = find_seat(request, &game);
    if (color != NO_COLOR)
        reply_verdict(request, runner_no_draw(director_runner(request->server->director), game, color),
                      "No draw is offered.", NULL);
}

/* ---- Ending a game without a result --------------------------------------------------------------------- */

static bool is_between_people(const Request *request, int64_t game) {
    return live_is_person(request->server->live, game, WHITE) && live_is_person(request->server->live, game, BLACK);
}

/* A sentence that says why the game must be played on; NULL when it may be ended. */
static const char *refuse_abort(const Request *request, const StoredGame *game) {
    bool running = strcmp(game->status, "running") == 0;
    if (!running || request->account.kind == ACCOUNT_ADMIN)
        return NULL;
    if (game->tournament != 0)
        return "A game of a tournament is played to its end; you may resign.";
    if (game->rated)
        return "A rated game is played to its end; you may resign.";
    if (is_between_people(request, game->id) && live_ply(request->server->live, game->id) >= 2)
        return "Both have moved; you may resign or offer a draw.";
    return NULL;
}

void api_game_abort(Request *request) {
    StoredGame game;
    const char *refusal;
    bool admin = request->account.kind == ACCOUNT_ADMIN;
    if (!game_get(request->store, word_number(request, 0), &game)) {
        reply_error(request, MHD_HTTP_NOT_FOUND, "There is no game %s.", request->words[0]);
    } else if (!admin && (request->account.id == 0 || game.created_by != request->account.id) &&
               (!is_between_people(request, game.id) ||
                live_seat(request->server->live, game.id, request->account.id) == NO_COLOR)) {
        reply_error(request, MHD_HTTP_FORBIDDEN, "Only who made a game, or an administrator, may end it.");
    } else if (strcmp(game.status, "queued") != 0 && strcmp(game.status, "running") != 0) {
        reply_error(request, MHD_HTTP_CONFLICT, "This game is over.");
    } else if ((refusal = refuse_abort(request, &game)) != NULL) {
        reply_error(request, MHD_HTTP_CONFLICT, "%s", refusal);
    } else {
        director_abort(request->server->director, game.id,
                       admin ? "The game was ended by an administrator"
                             : "The game was ended before its end by a player");
        reply_nothing(request);
    }
}
