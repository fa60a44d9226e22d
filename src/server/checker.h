/*
 * Checks uploaded bots, one after the other, in a thread of its own: each check is a run of "rookery check --json"
 * (arena/check.h says what that is), whose report is stored and told to whoever listens to the bot.
 */
#ifndef ROOKERY_SERVER_CHECKER_H
#define ROOKERY_SERVER_CHECKER_H

#include "server/director.h"

typedef struct Checker Checker;

typedef struct CheckerOptions {
    const char *program; /* rookery */
    const char *cache;   /* folder for sources */
    bool sandbox;
} CheckerOptions;

Checker *checker_open(const CheckerOptions *options, Stores *stores, Hub *hub, Director *director, Error *error);
void checker_close(Checker *checker); /* NULL is allowed */
/* There is something to check. From any thread. */
void checker_wake(Checker *checker);

/* The topic of a bot in the hub. */
void checker_topic(const char *bot, char *topic, size_t size);

#endif
