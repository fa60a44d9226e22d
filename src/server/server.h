/*
 * The arena as a server: HTTP API, live events and pages over the database, the director and the runner.
 *
 * server_open() starts everything and returns; requests and games are served by threads of its own until
 * server_close(). docs/api.md describes what it answers.
 */
#ifndef ROOKERY_SERVER_SERVER_H
#define ROOKERY_SERVER_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "rookery/error.h"

typedef struct ExampleBot {
    const char *name;
    const char *source;
} ExampleBot;

typedef struct ServerOptions {
    const char *data;     /* folder; made if it is not there */
    const char *database; /* NULL: a file in the folder; else as in store/store.h */
    const char *host;     /* address to listen on, "127.0.0.1", "::", "0.0.0.0" */
    unsigned port;        /* 0: any */
    const char *program;  /* rookery, to check bots */
    unsigned concurrency;
    bool sandbox;
    bool limited;             /* requests by address */
    bool behind_proxy;        /* the address is in X-Forwarded-For */
    const char *league_clock; /* NULL: no league */
    const ExampleBot *bots;   /* ends with a NULL name */
} ServerOptions;

typedef struct Server Server;

/* The options and their texts must outlive the server. NULL and *error on failure. */
Server *server_open(const ServerOptions *options, Error *error);
/* Stops games and requests; what was being played is played again next time. NULL is allowed. */
void server_close(Server *server);
unsigned server_port(const Server *server);
/* The link that makes the first administrator, to be freed; NULL when there is one already, or on failure. */
char *server_setup_link(Server *server);

/* Computes all ratings and standings anew from the games of a data folder and counts the differences. */
bool server_verify(const char *data, const char *database, long long *games, long long *differences, Error *error);

#endif
