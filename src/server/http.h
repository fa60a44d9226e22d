/*
 * One HTTP request and the answer to it, between libmicrohttpd and the handlers of the API.
 *
 * A handler finds its request complete: the body read within its limit and parsed, who is asking, a connection to the
 * database. It answers once by one of the reply functions. Answers carry the headers that keep browsers from doing
 * harm; errors are {"error": "One sentence."}.
 */
#ifndef ROOKERY_SERVER_HTTP_H
#define ROOKERY_SERVER_HTTP_H

#include <jansson.h>
#include <microhttpd.h>

#include "base/text.h"
#include "server/limits.h"
#include "store/accounts.h"

struct Server;

enum { PATH_WORDS = 4, WORD_BYTES = 96, SMALL_BODY = 64 * 1024, SOURCE_BODY = 3 * 1024 * 1024 };

typedef struct Request {
    struct Server *server;
    struct MHD_Connection *connection;
    const struct Route *route;
    const char *method, *path;
    char words[PATH_WORDS][WORD_BYTES]; /* what stands for the stars of the route */
    Text raw;                           /* the body */
    bool too_large;
    json_t *body; /* an object; NULL for methods without one */
    Store *store;
    Account account; /* id 0: nobody */
    bool by_token;   /* a program's token, not a browser's cookie */
    bool only_head;  /* HEAD, which is otherwise treated as GET */
    bool streaming;  /* the hub has the connection; when it comes back it is to be closed */
    int status;      /* of the reply; 0: none yet */
    struct MHD_Response *response;
} Request;

typedef enum Access {
    ACCESS_ALL,    /* anybody */
    ACCESS_PERSON, /* signed in */
    ACCESS_ADMIN,
} Access;

typedef struct Route {
    const char *method;
    const char *path; /* a * stands for one part, which becomes a word */
    void (*handle)(Request *request);
    Access access;
    LimitKind limit;
    size_t body_max; /* 0: no body is read */
} Route;

/* ---- For handlers --------------------------------------------------------------------------------------- */

/* Takes `body` over; NULL is out of memory. */
void reply_json(Request *request, unsigned status, json_t *body);
/* 200, with JSON that is text already; copies it. */
void reply_json_text(Request *request, const char *text);
void reply_nothing(Request *request); /* 204 */
/* 422, and false. */
bool reply_refusal(Request *request, const char *sentence);
void reply_error(Request *request, unsigned status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* 500, and the reason to whoever runs the server. */
void reply_store_error(Request *request);
void reply_text(Request *request, const char *content_type, const char *text, size_t length);
/* After hub_listen(): the hub has taken the connection over, or, with false, 503. */
void reply_stream(Request *request, bool listening);
/* Games, written while they are fetched; NULL is 503. `name` is what a browser calls the file. */
void reply_download(Request *request, struct MHD_Response *response, const char *type, const char *name);
void reply_header(Request *request, const char *name, const char *value);

/* A part of the body; NULL when it is missing or not text. */
const char *body_text(const Request *request, const char *name);
/* The same with a default where it is missing; a wrong type is 0 or false. */
int64_t body_number(const Request *request, const char *name, int64_t otherwise);
bool body_flag(const Request *request, const char *name, bool otherwise);
/* A parameter of the query string; NULL when it is missing. */
const char *query_parameter(const Request *request, const char *name);
/* Between least and most. */
int64_t query_parameter_number(const Request *request, const char *name, int64_t otherwise, int64_t least,
                               int64_t most);
/* The word as a number, 0 if it is none. */
int64_t word_number(const Request *request, int word);

/* What a stream begins with, to be freed; NULL when memory is out. */
char *http_stream_head(void);

/* ---- For the server ------------------------------------------------------------------------------------- */

/* libmicrohttpd's handler; the owner is the Server. */
enum MHD_Result http_handle(void *owner, struct MHD_Connection *connection, const char *url, const char *method,
                            const char *version, const char *upload_data, size_t *upload_data_size, void **context);
void http_complete(void *owner, struct MHD_Connection *connection, void **context, enum MHD_RequestTerminationCode how);

#endif
