#include "server/checker.h"

#include <ctype.h>
#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "server/command.h"
#include "server/game_json.h"
#include "server/rules.h"
#include "server/say.h"
#include "server/sources.h"

struct Checker {
    CheckerOptions options;
    Stores *stores;
    Hub *hub;
    Director *director;
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t changed;
    bool woken, stopping;
    pid_t child; /* 0: none */
};

void checker_topic(const char *bot, char *topic, size_t size) {
    size_t length = (size_t)snprintf(topic, size, "bot %s", bot);
    for (size_t i = 0; i < length && i < size; i++)
        topic[i] = (char)tolower((unsigned char)topic[i]);
}

/* ---- Running the check ---------------------------------------------------------------------------------- */

static void set_child(void *owner, pid_t child) {
    Checker *checker = owner;
    pthread_mutex_lock(&checker->lock);
    checker->child = child;
    if (checker->stopping && child > 0)
        kill(child, SIGTERM);
    pthread_mutex_unlock(&checker->lock);
}

/* False when it could not be run to its end. */
static bool run_check(Checker *checker, const char *path, Text *report, Text *complaint) {
    const char *argv[] = {checker->options.program, "check", "--json", path, NULL, NULL};
    if (!checker->options.sandbox)
        argv[4] = "--no-sandbox";
    int status = command_run(argv, report, complaint, set_child, checker);
    return status == 0 || status == 1;
}

/* ---- The report ----------------------------------------------------------------------------------------- */

/* A report in the manner of rookery check for what is no fault of the bot. */
static json_t *complain(const char *sentence) {
    return json_pack("{sb s[{ss sI sI ss so}] sI}", "accepted", 0, "problems", "rule", "environment", "line",
                     (json_int_t)1, "column", (json_int_t)1, "text", "", "advice",
                     json_from_bytes(sentence, strlen(sentence)), "more", (json_int_t)0);
}

static json_t *check(Checker *checker, Store *store, const BotVersion *version, const Bot *bot) {
    Error error;
    char path[4200];
    Text report, complaint;
    json_t *result = NULL;
    if (!source_to_file(store, checker->options.cache, version->source_hash, bot->name, bot->language, path,
                        sizeof path, &error))
        return complain(error.message);
    text_init(&report);
    text_init(&complaint);
    if (run_check(checker, path, &report, &complaint))
        result = json_loads(report.data, 0, NULL);
    if (result == NULL)
        result = complain(complaint.length > 0 ? complaint.data : "The check did not come to its end; try again.");
    json_object_del(result, "bot"); /* a path of ours */
    text_free(&report);
    text_free(&complaint);
    return result;
}

static bool is_stopping(Checker *checker) {
    pthread_mutex_lock(&checker->lock);
    bool stopping = checker->stopping;
    pthread_mutex_unlock(&checker->lock);
    return stopping;
}

static void judge(Checker *checker, Store *store, const BotVersion *version, const Bot *bot) {
    char topic[TOPIC_MAX + 1];
    json_t *report = check(checker, store, version, bot);
    bool accepted = json_is_true(json_object_get(report, "accepted"));
    char *text = json_dumps(report, JSON_COMPACT);
    if (text != NULL && !is_stopping(checker)) {
        if (!version_judge(store, version->id, accepted, text, rule_inherit))
            server_say("The check of %s cannot be stored: %s.", bot->name, store_error(store)->message);
        stores_note_change(checker->stores);
        json_t *event = json_pack("{sI sb}", "version", (json_int_t)version->number, "accepted", (int)accepted);
        char *data = json_dumps(event, JSON_COMPACT);
        checker_topic(bot->name, topic, sizeof topic);
        if (data != NULL)
            hub_publish(checker->hub, topic, "checked", data);
        free(data);
        json_decref(event);
        director_wake(checker->director);
    }
    free(text);
    json_decref(report);
}

/* ---- The thread ----------------------------------------------------------------------------------------- */

static bool wait_for_work(Checker *checker) {
    pthread_mutex_lock(&checker->lock);
    while (!checker->woken && !checker->stopping)
        pthread_cond_wait(&checker->changed, &checker->lock);
    checker->woken = false;
    bool go_on = !checker->stopping;
    pthread_mutex_unlock(&checker->lock);
    return go_on;
}

static void *work(void *owner) {
    Checker *checker = owner;
    do {
        Error error;
        BotVersion version;
        Bot bot;
        Store *store = stores_take(checker->stores, &error);
        int64_t last = 0;
        while (store != NULL && !is_stopping(checker) && version_to_check(store, &version, &bot) &&
               version.id != last) {
            last = version.id; /* not again if it could not be judged */
            judge(checker, store, &version, &bot);
        }
        stores_give(checker->stores, store);
    } while (wait_for_work(checker));
    return NULL;
}

Checker *checker_open(const CheckerOptions *options, Stores *stores, Hub *hub, Director *director, Error *error) {
    Checker *checker = calloc(1, sizeof *checker);
    if (checker == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    checker->options = *options;
    checker->stores = stores;
    checker->hub = hub;
    checker->director = director;
    pthread_mutex_init(&checker->lock, NULL);
    pthread_cond_init(&checker->changed, NULL);
    if (pthread_create(&checker->thread, NULL, work, checker) == 0)
        return checker;
    error_set(error, "cannot start a thread");
    free(checker);
    return NULL;
}

void checker_close(Checker *checker) {
    if (checker == NULL)
        return;
    pthread_mutex_lock(&checker->lock);
    checker->stopping = true;
    if (checker->child > 0)
        kill(checker->child, SIGTERM);
    pthread_cond_signal(&checker->changed);
    pthread_mutex_unlock(&checker->lock);
    pthread_join(checker->thread, NULL);
    pthread_mutex_destroy(&checker->lock);
    pthread_cond_destroy(&checker->changed);
    free(checker);
}

void checker_wake(Checker *checker) {
    pthread_mutex_lock(&checker->lock);
    checker->woken = true;
    pthread_cond_signal(&checker->changed);
    pthread_mutex_unlock(&checker->lock);
}
