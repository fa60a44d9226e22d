#include "server/http.h"

#include <ctype.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/monotonic.h"
#include "server/say.h"
#include "server/server_internal.h"

/* Pages bring everything along: no other site's scripts, frames, forms or pictures. */
static const struct {
    const char *name, *value;
} safety[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

/* ---- Replies -------------------------------------------------------------------------------------------- */

static void take_response(Request *request, unsigned status, struct MHD_Response *response) {
    if (request->response != NULL)
        MHD_destroy_response(request->response);
    request->response = response;
    request->status = (int)status;
}

void reply_header(Request *request, const char *name, const char *value) {
    if (request->response != NULL)
        MHD_add_response_header(request->response, name, value);
}

static void reply_bytes(Request *request, unsigned status, const char *type, const char *bytes, size_t length) {
    /* The library takes the buffer as not const though it copies. */
    take_response(request, status,
                  MHD_create_response_from_buffer(length, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY));
    reply_header(request, MHD_HTTP_HEADER_CONTENT_TYPE, type);
}

void reply_text(Request *request, const char *content_type, const char *text, size_t length) {
    reply_bytes(request, MHD_HTTP_OK, content_type, text, length);
}

void reply_json(Request *request, unsigned status, json_t *body) {
    char *text = body != NULL ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    if (text == NULL) {
        static const char failure[] = "{\"error\":\"The server is out of memory; try again later.\"}";
        reply_bytes(request, MHD_HTTP_INTERNAL_SERVER_ERROR, "application/json", failure, strlen(failure));
    } else {
        reply_bytes(request, status, "application/json", text, strlen(text));
    }
    reply_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    free(text);
}

void reply_json_text(Request *request, const char *text) {
    reply_bytes(request, MHD_HTTP_OK, "application/json", text, strlen(text));
    reply_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
}

void reply_nothing(Request *request) {
    reply_bytes(request, MHD_HTTP_NO_CONTENT, "application/json", "", 0);
}

void reply_error(Request *request, unsigned status, const char *format, ...) {
    char sentence[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    json_t *text = json_string(sentence);
    reply_json(request, status,
               json_pack("{so}", "error", text != NULL ? text : json_string("Something in the request is not UTF-8.")));
}

bool reply_refusal(Request *request, const char *sentence) {
    reply_error(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "%s", sentence);
    return false;
}

void reply_store_error(Request *request) {
    if (store_is_full(request->store)) {
        reply_error(request, MHD_HTTP_INSUFFICIENT_STORAGE,
                    "The disk of the server is full: nothing can be kept until its administrator makes room.");
        return;
    }
    server_say("%s %s failed: %s", request->method, request->path, store_error(request->store)->message);
    reply_error(request, MHD_HTTP_INTERNAL_SERVER_ERROR, "The database refused: %s.",
                store_error(request->store)->message);
}

void reply_stream(Request *request, bool listening) {
    request->streaming = listening;
    if (!listening)
        reply_error(request, MHD_HTTP_SERVICE_UNAVAILABLE, "There are too many listeners just now; try again later.");
}

char *http_stream_head(void) {
    Text head;
    text_init(&head);
    text_append_string(&head, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n"
                              "Cache-Control: no-store\r\n"
                              "X-Accel-Buffering: no\r\n"); /* proxies should pass it on at once */
    for (size_t i = 0; i < sizeof safety / sizeof *safety; i++)
        text_append_format(&head, "%s: %s\r\n", safety[i].name, safety[i].value);
    text_append_string(&head, "\r\n");
    char *text = head.failed ? NULL : strdup(head.data);
    text_free(&head);
    return text;
}

void reply_download(Request *request, struct MHD_Response *response, const char *type, const char *name) {
    char disposition[160];
    if (response == NULL) {
        reply_error(request, MHD_HTTP_SERVICE_UNAVAILABLE, "The server is out of memory; try again later.");
        return;
    }
    snprintf(disposition, sizeof disposition, "attachment; filename=\"%.120s\"", name);
    take_response(request, MHD_HTTP_OK, response);
    reply_header(request, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    reply_header(request, MHD_HTTP_HEADER_CONTENT_DISPOSITION, disposition);
    reply_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
}

/* ---- Parameters ----------------------------------------------------------------------------------------- */

const char *body_text(const Request *request, const char *name) {
    return json_string_value(json_object_get(request->body, name));
}

int64_t body_number(const Request *request, const char *name, int64_t otherwise) {
    const json_t *value = json_object_get(request->body, name);
    return value == NULL || json_is_null(value) ? otherwise : json_integer_value(value);
}

bool body_flag(const Request *request, const char *name, bool otherwise) {
    const json_t *value = json_object_get(request->body, name);
    return value == NULL || json_is_null(value) ? otherwise : json_is_true(value);
}

const char *query_parameter(const Request *request, const char *name) {
    return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

static int64_t read_number(const char *text) {
    char *end;
    if (text[0] < '0' || text[0] > '9')
        return 0;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    return *end == '\0' && errno == 0 ? number : 0;
}

int64_t query_parameter_number(const Request *request, const char *name, int64_t otherwise, int64_t least,
                               int64_t most) {
    const char *text = query_parameter(request, name);
    int64_t number = text != NULL ? read_number(text) : otherwise;
    return number < least ? least : number > most ? most : number;
}

void request_read_search(const Request *request, char *out, size_t size) {
    size_t length = 0;
    const char *wanted = query_parameter(request, "search");
    for (; wanted != NULL && wanted[length] != '\0' && length + 1 < size; length++)
        out[length] = wanted[length] == '%' ? '_' : (char)tolower((unsigned char)wanted[length]);
    out[length] = '\0';
}

int64_t word_number(const Request *request, int word) {
    return read_number(request->words[word]);
}

/* ---- From the first byte to the answer ------------------------------------------------------------------ */

static const char *header(const Request *request, const char *name) {
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

/* What stands for one household: an IPv4 address, or the first half of an IPv6 one. */
static uint64_t address_of(const Request *request) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    uint64_t address = 0;
    const char *forwarded = request->server->options.behind_proxy ? header(request, "X-Forwarded-For") : NULL;
    if (forwarded != NULL) {
        const char *comma = strrchr(forwarded, ','); /* the last is what our proxy saw */
        for (const char *at = comma != NULL ? comma + 1 : forwarded; *at != '\0'; at++)
            address = address * 131 + (unsigned char)*at;
    } else if (info != NULL && info->client_addr->sa_family == AF_INET) {
        address = ((const struct sockaddr_in *)(const void *)info->client_addr)->sin_addr.s_addr;
    } else if (info != NULL && info->client_addr->sa_family == AF_INET6) {
        const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)info->client_addr)->sin6_addr;
        memcpy(&address, IN6_IS_ADDR_V4MAPPED(six) ? six->s6_addr + 8 : six->s6_addr, sizeof address);
    }
    return address;
}

static enum MHD_Result answer(Request *request) {
    if (request->response == NULL)
        return MHD_NO;
    for (size_t i = 0; i < sizeof safety / sizeof *safety; i++)
        reply_header(request, safety[i].name, safety[i].value);
    enum MHD_Result result = MHD_queue_response(request->connection, (unsigned)request->status, request->response);
    MHD_destroy_response(request->response);
    request->response = NULL;
    return result;
}

/* What can be refused before the body is read. False when it was. */
static bool admit(Request *request) {
    char allowed[64];
    const char *length = header(request, MHD_HTTP_HEADER_CONTENT_LENGTH);
    request->route = route_find(request->method, request->path, request->words, allowed);
    LimitKind kind = request->route != NULL ? request->route->limit : LIMIT_READ;
    if (request->server->options.limited &&
        !limits_take(request->server->limits, kind, address_of(request), monotonic_us())) {
        reply_error(request, MHD_HTTP_TOO_MANY_REQUESTS, "That is too much at once; wait a little and try again.");
        reply_header(request, MHD_HTTP_HEADER_RETRY_AFTER, "10");
    } else if (request->route == NULL && allowed[0] != '\0') {
        reply_error(request, MHD_HTTP_METHOD_NOT_ALLOWED, "This path knows %s only.", allowed);
        reply_header(request, MHD_HTTP_HEADER_ALLOW, allowed);
    } else if (request->route == NULL) {
        reply_error(request, MHD_HTTP_NOT_FOUND, "There is nothing under this path; docs/api.md lists what there is.");
    } else if (length != NULL && strlen(length) < 19 && (size_t)read_number(length) > request->route->body_max) {
        reply_error(request, MHD_HTTP_CONTENT_TOO_LARGE, "The body may have at most %zu bytes.",
                    request->route->body_max);
    }
    return request->response == NULL;
}

static bool is_safe_method(const Request *request) {
    return strcmp(request->method, "GET") == 0;
}

/* False when the request was answered. */
static bool read_body(Request *request) {
    static const char json[] = "application/json";
    const char *type = header(request, MHD_HTTP_HEADER_CONTENT_TYPE);
    json_error_t mistake;
    if (is_safe_method(request))
        return true;
    if (request->too_large || request->raw.failed) {
        reply_error(request, MHD_HTTP_CONTENT_TOO_LARGE, "The body may have at most %zu bytes.",
                    request->route->body_max);
        return false;
    }
    /* Forms of other sites cannot send this type without asking first, which nobody answers. */
    if (type == NULL || strncasecmp(type, json, strlen(json)) != 0) {
        reply_error(request, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "Send JSON, with the header Content-Type: %s.", json);
        return false;
    }
    request->body = request->raw.length > 0
                        ? json_loadb(request->raw.data, request->raw.length, JSON_REJECT_DUPLICATES, &mistake)
                        : json_object();
    if (request->body != NULL && json_is_object(request->body))
        return true;
    if (request->body == NULL)
        reply_error(request, MHD_HTTP_BAD_REQUEST, "The body is not JSON: %s at line %d, column %d.", mistake.text,
                    mistake.line, mistake.column);
    else
        reply_error(request, MHD_HTTP_BAD_REQUEST, "The body must be a JSON object.");
    return false;
}

static bool is_utf8(const char *text) {
    json_t *string = text != NULL ? json_string(text) : json_null();
    json_decref(string);
    return string != NULL;
}

static enum MHD_Result check_parameter(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    bool *good = context;
    (void)kind;
    *good = *good && is_utf8(name) && is_utf8(value);
    return *good ? MHD_YES : MHD_NO;
}

/* What is in the address comes back in answers, which are JSON. False when the request was answered. */
static bool check_address(Request *request) {
    bool good = is_utf8(request->path);
    MHD_get_connection_values(request->connection, MHD_GET_ARGUMENT_KIND, check_parameter, &good);
    if (!good)
        reply_error(request, MHD_HTTP_BAD_REQUEST, "The address is not UTF-8; write it with letters, digits and %%XX.");
    return good;
}

static bool may(Request *request) {
    bool person = request->account.id != 0 && request->account.kind != ACCOUNT_GUEST;
    if (request->route->access == ACCESS_PERSON && !person) {
        reply_error(request, MHD_HTTP_UNAUTHORIZED, "Sign in first.");
        return false;
    }
    if (request->route->access == ACCESS_ADMIN && request->account.kind != ACCOUNT_ADMIN) {
        reply_error(request, person ? MHD_HTTP_FORBIDDEN : MHD_HTTP_UNAUTHORIZED, "Only an administrator may do this.");
        return false;
    }
    return true;
}

static bool is_stream(const Request *request) {
    const char *last = strrchr(request->route->path, '/');
    return last != NULL && strcmp(last, "/events") == 0;
}

static void serve(Request *request) {
    Error error;
    request->store = stores_take(request->server->stores, &error);
    if (request->store == NULL) {
        server_say("No connection to the database: %s", error.message);
        reply_error(request, MHD_HTTP_SERVICE_UNAVAILABLE, "The database cannot be reached; try again later.");
        return;
    }
    if (check_address(request) && read_body(request) && request_identify(request) && may(request)) {
        if (request->only_head && is_stream(request))
            reply_bytes(request, MHD_HTTP_OK, "text/event-stream", "", 0);
        else
            request->route->handle(request);
        if (!is_safe_method(request))
            stores_note_change(request->server->stores);
    }
    stores_give(request->server->stores, request->store);
    request->store = NULL;
}

static Request *request_new(struct Server *server, struct MHD_Connection *connection, const char *url,
                            const char *method) {
    Request *request = calloc(1, sizeof *request);
    if (request == NULL)
        return NULL;
    request->server = server;
    request->connection = connection;
    request->only_head = strcmp(method, "HEAD") == 0;
    request->method = request->only_head ? "GET" : method;
    request->path = url;
    text_init(&request->raw);
    return request;
}

enum MHD_Result http_handle(void *owner, struct MHD_Connection *connection, const char *url, const char *method,
                            const char *version, const char *upload_data, size_t *upload_data_size, void **context) {
    Request *request = *context;
    (void)version;
    if (request == NULL) {
        request = request_new(owner, connection, url, method);
        *context = request;
        if (request == NULL)
            return MHD_NO;
        return admit(request) ? MHD_YES : answer(request);
    }
    if (*upload_data_size > 0) {
        if (request->raw.length + *upload_data_size > request->route->body_max)
            request->too_large = true;
        else
            text_append(&request->raw, upload_data, *upload_data_size);
        *upload_data_size = 0;
        return MHD_YES;
    }
    if (request->streaming)
        return MHD_NO; /* the stream is over */
    serve(request);
    return request->streaming ? MHD_YES : answer(request);
}

void http_complete(void *owner, struct MHD_Connection *connection, void **context,
                   enum MHD_RequestTerminationCode how) {
    Request *request = *context;
    (void)owner;
    (void)connection;
    (void)how;
    if (request == NULL)
        return;
    if (request->response != NULL)
        MHD_destroy_response(request->response);
    json_decref(request->body);
    text_free(&request->raw);
    free(request);
    *context = NULL;
}
