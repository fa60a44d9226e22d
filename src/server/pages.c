/*
 * The pages: one document for all addresses of the site, and the files that it needs. The document's address decides
 * what its script shows; for a game it also says what messengers show of a link.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "server/assets.h"
#include "server/server_internal.h"

static const char document[] = "/index.html";

const Asset *asset_find(const char *path) {
    for (size_t i = 0; i < asset_count; i++)
        if (strcmp(assets[i].path, path) == 0)
            return &assets[i];
    return NULL;
}

static const char *header(const Request *request, const char *name) {
    const char *value = MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
    return value != NULL ? value : "";
}

/* The bytes are part of the program: nothing need be copied. */
static void reply_static(Request *request, unsigned status, size_t at, size_t length) {
    request->response =
        MHD_create_response_from_buffer(length, (void *)(uintptr_t)(asset_bytes + at), MHD_RESPMEM_PERSISTENT);
    request->status = (int)status;
}

/* Pages that share nothing with other sites may use memory that is shared between threads, which stops the engine at
 * once. */
static void add_headers(Request *request, const Asset *asset, const char *tag) {
    reply_header(request, MHD_HTTP_HEADER_CONTENT_TYPE, asset->type);
    reply_header(request, MHD_HTTP_HEADER_CACHE_CONTROL,
                 asset->kept ? "public, max-age=31536000, immutable" : "no-cache");
    if (tag != NULL)
        reply_header(request, MHD_HTTP_HEADER_ETAG, tag);
    reply_header(request, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    reply_header(request, "Cross-Origin-Embedder-Policy", "require-corp");
}

static void reply_asset(Request *request, const Asset *asset) {
    char tag[40];
    bool small = asset->small_length > 0 && strstr(header(request, MHD_HTTP_HEADER_ACCEPT_ENCODING), "gzip") != NULL;
    snprintf(tag, sizeof tag, "\"%.24s%s\"", asset->tag, small ? "-g" : "");
    if (strstr(header(request, MHD_HTTP_HEADER_IF_NONE_MATCH), tag) != NULL)
        reply_static(request, MHD_HTTP_NOT_MODIFIED, 0, 0);
    else if (small)
        reply_static(request, MHD_HTTP_OK, asset->small_at, asset->small_length);
    else
        reply_static(request, MHD_HTTP_OK, asset->at, asset->length);
    if (small && request->status == MHD_HTTP_OK)
        reply_header(request, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    add_headers(request, asset, tag);
}

/* ---- What a link shows ---------------------------------------------------------------------------------- */

/* The document with the preview in it; false when there is no such game. */
static bool reply_with_preview(Request *request, const Asset *asset, int64_t id) {
    static const char place[] = "<!--preview-->";
    const char *bytes = asset_bytes + asset->at, *at = memmem(bytes, asset->length, place, strlen(place));
    Text text;
    json_t *game = request_read_state(request, id);
    if (game == NULL || at == NULL) {
        json_decref(game);
        return false;
    }
    text_init(&text);
    text_append(&text, bytes, (size_t)(at - bytes));
    preview_append(request, game, &text);
    at += strlen(place);
    text_append(&text, at, asset->length - (size_t)(at - bytes));
    json_decref(game);
    if (!text.failed) {
        reply_text(request, asset->type, text.data, text.length);
        add_headers(request, asset, NULL);
    }
    text_free(&text);
    return request->response != NULL;
}

void api_prompt(Request *request) {
    const char *text = prompts_get(request->server->prompts, request->words[0]);
    if (text == NULL)
        reply_error(request, MHD_HTTP_NOT_FOUND, "There are prompts for python and javascript, not for %s.",
                    request->words[0]);
    else if (text[0] == '\0')
        reply_error(request, MHD_HTTP_SERVICE_UNAVAILABLE, "The prompt cannot be made just now; try again later.");
    else
        reply_text(request, "text/plain; charset=utf-8", text, strlen(text));
}

void page_handle(Request *request) {
    static const char games[] = "/games/";
    const Asset *asset = asset_find(request->path);
    if (asset == NULL && strncmp(request->path, "/assets/", strlen("/assets/")) == 0) {
        reply_error(request, MHD_HTTP_NOT_FOUND, "There is no such file.");
        return;
    }
    if (asset == NULL)
        asset = asset_find(document);
    if (strncmp(request->path, games, strlen(games)) == 0 &&
        reply_with_preview(request, asset, word_number(request, 0)))
        return;
    reply_asset(request, asset);
}
