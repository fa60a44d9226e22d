/*
 * The threads that help the first one search. They live as long as the engine and sleep between searches: on a busy
 * machine a thread that has just been made may wait for a tenth of a second before it first runs, one that is woken
 * hardly ever does.
 *
 * Knows nothing of what is searched; the first thread, which searches by itself, is none of these.
 */
#ifndef ROOKERY_ENGINE_WORKERS_H
#define ROOKERY_ENGINE_WORKERS_H

#include <stdbool.h>

#include "base/threads.h"

typedef enum WorkerState { WORKER_IDLE, WORKER_ASKED, WORKER_BUSY, WORKER_LEAVING } WorkerState;

typedef struct Worker {
    void (*work)(void *context);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    WorkerState state;
    pthread_t thread;
} Worker;

/* Starts the thread, asleep. False when the system has none to give; the worker must then not be used. */
bool worker_start(Worker *worker, void (*work)(void *context), void *context);
/* Wakes it to call work(context) once. */
void worker_ask(Worker *worker);
/* Waits until the work is done; if it has not even begun, it never will. */
void worker_await(Worker *worker);
/* Ends an idle worker. */
void worker_end(Worker *worker);

#endif
