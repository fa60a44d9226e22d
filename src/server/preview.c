/*
 * What messengers show of a link to a game: names, result, and a picture of the position, as Open Graph properties in
 * the head of the page; and that picture.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "server/game_json.h"
#include "server/server_internal.h"

/* ---- Properties ----------------------------------------------------------------------------------------- */

static void append_escaped(Text *text, const char *words) {
    for (; *words != '\0'; words++) {
        const char *entity = *words == '&'    ? "&amp;"
                             : *words == '<'  ? "&lt;"
                             : *words == '>'  ? "&gt;"
                             : *words == '"'  ? "&quot;"
                             : *words == '\'' ? "&#39;"
                                              : NULL;
        if (entity != NULL)
            text_append(text, entity, strlen(entity));
        else
            text_append(text, words, 1);
    }
}

static void append_property(Text *text, const char *property, const char *value) {
    text_append_format(text, "<meta property=\"%s\" content=\"", property);
    append_escaped(text, value);
    text_append_format(text, "\">\n");
}

static const char *word_of(const json_t *object, const char *name) {
    const char *value = json_string_value(json_object_get(object, name));
    return value != NULL ? value : "";
}

static void append_words(Text *text, const json_t *game) {
    char title[400], description[600];
    const char *result = word_of(game, "result");
    bool over = result[0] != '\0' && strcmp(result, "*") != 0;
    snprintf(title, sizeof title, "%.120s – %.120s%s%.20s", word_of(json_object_get(game, "white"), "name"),
             word_of(json_object_get(game, "black"), "name"), over ? "  " : "", over ? result : "");
    snprintf(description, sizeof description, "%.40s, %.40s, %s. %.300s", word_of(game, "variant"),
             word_of(game, "clock"), json_is_true(json_object_get(game, "rated")) ? "rated" : "unrated",
             word_of(game, "reason"));
    append_property(text, "og:site_name", "Rookery");
    append_property(text, "og:type", "website");
    append_property(text, "og:title", title);
    append_property(text, "og:description", description);
}

/* Under which name the asker knows this server; NULL when it does not look like one. Pictures need a whole address. */
static const char *find_host(const Request *request) {
    enum { HOST_MAX = 255 };
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_:[]";
    const char *host = MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
    size_t length = host != NULL ? strlen(host) : 0;
    return length > 0 && length <= HOST_MAX && strspn(host, allowed) == length ? host : NULL;
}

/* With the number of moves in its address: whoever keeps the picture asks again when there are more. */
static void append_picture(Text *text, const Request *request, const json_t *game) {
    char address[400], edge[8], alt[60];
    const char *host = find_host(request);
    size_t plies = json_array_size(json_object_get(game, "moves"));
    long long id = json_integer_value(json_object_get(game, "id"));
    if (host == NULL || request->server->pictures == NULL)
        return;
    const char *scheme = request_is_secure(request) ? "https" : "http";
    snprintf(address, sizeof address, "%s://%s/games/%lld", scheme, host, id);
    append_property(text, "og:url", address);
    snprintf(address, sizeof address, "%s://%s/api/v1/games/%lld/board.png?ply=%zu", scheme, host, id, plies);
    append_property(text, "og:image", address);
    append_property(text, "og:image:type", "image/png");
    snprintf(edge, sizeof edge, "%d", PICTURE_EDGE);
    append_property(text, "og:image:width", edge);
    append_property(text, "og:image:height", edge);
    snprintf(alt, sizeof alt, plies == 1 ? "The board after the first move" : "The board after %zu moves", plies);
    append_property(text, "og:image:alt", alt);
    text_append_string(text, "<meta name=\"twitter:card\" content=\"summary\">\n");
}

void preview_append(const Request *request, const json_t *game, Text *text) {
    append_words(text, game);
    append_picture(text, request, game);
}

/* ---- The picture ---------------------------------------------------------------------------------------- */

/* The squares of a move in UCI; of a drop the one. */
static Bitboard squares_of(const char *uci) {
    Bitboard squares = 0;
    for (int i = 0; i < 4 && uci[i] != '\0' && uci[i + 1] != '\0'; i += 2)
        if (uci[i] >= 'a' && uci[i] <= 'h' && uci[i + 1] >= '1' && uci[i + 1] <= '8')
            squares |= (Bitboard)1 << ((uci[i + 1] - '1') * 8 + uci[i] - 'a');
    return squares;
}

/* After so many moves. False when the record cannot be played so far. */
static bool find_position(const json_t *game, size_t ply, Position *position, Bitboard *marked) {
    const json_t *last = ply > 0 ? json_array_get(json_object_get(game, "moves"), ply - 1) : NULL;
    *marked = squares_of(word_of(last, "uci"));
    if (ply == 0)
        return game_start_position(word_of(game, "variant"), word_of(game, "start_fen"), position);
    const char *fen = word_of(last, "fen");
    return fen[0] != '\0' && game_start_position(word_of(game, "variant"), fen, position);
}

static void reply_picture(Request *request, const json_t *game) {
    Text png;
    Position position;
    Bitboard marked;
    int64_t plies = (int64_t)json_array_size(json_object_get(game, "moves"));
    int64_t ply = query_parameter_number(request, "ply", plies, 0, plies);
    if (!find_position(game, (size_t)ply, &position, &marked)) {
        reply_error(request, MHD_HTTP_NOT_FOUND, "The record of game %s cannot be played so far.", request->words[0]);
        return;
    }
    text_init(&png);
    if (pictures_draw(request->server->pictures, &position, marked, &png)) {
        reply_text(request, "image/png", png.data, png.length);
        reply_header(request, MHD_HTTP_HEADER_CACHE_CONTROL,
                     query_parameter(request, "ply") != NULL ? "public, max-age=86400" : "no-cache");
    } else {
        reply_error(request, MHD_HTTP_SERVICE_UNAVAILABLE, "The server is out of memory; try again later.");
    }
    text_free(&png);
}

void api_game_picture(Request *request) {
    json_t *game = request->server->pictures != NULL ? request_read_state(request, word_number(request, 0)) : NULL;
    if (game != NULL)
        reply_picture(request, game);
    else if (request->server->pictures == NULL)
        reply_error(request, MHD_HTTP_NOT_FOUND, "This server was built without its pages, and so without pictures.");
    else
        reply_error(request, MHD_HTTP_NOT_FOUND, "There is no game %s.", request->words[0]);
    json_decref(game);
}
