#include "engine/workers.h"

static void *serve(void *argument) {
    Worker *worker = argument;
    pthread_mutex_lock(&worker->lock);
    while (worker->state != WORKER_LEAVING) {
        if (worker->state != WORKER_ASKED) {
            pthread_cond_wait(&worker->changed, &worker->lock);
            continue;
        }
        worker->state = WORKER_BUSY;
        pthread_mutex_unlock(&worker->lock);
        worker->work(worker->context);
        pthread_mutex_lock(&worker->lock);
        worker->state = WORKER_IDLE;
        pthread_cond_broadcast(&worker->changed);
    }
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

bool worker_start(Worker *worker, void (*work)(void *context), void *context) {
    worker->work = work;
    worker->context = context;
    worker->state = WORKER_IDLE;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, NULL);
    if (pthread_create(&worker->thread, NULL, serve, worker) == 0)
        return true;
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    return false;
}

static void set_state(Worker *worker, WorkerState state) {
    pthread_mutex_lock(&worker->lock);
    worker->state = state;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
}

void worker_ask(Worker *worker) {
    set_state(worker, WORKER_ASKED);
}

void worker_await(Worker *worker) {
    pthread_mutex_lock(&worker->lock);
    if (worker->state == WORKER_ASKED)
        worker->state = WORKER_IDLE;
    while (worker->state != WORKER_IDLE)
        pthread_cond_wait(&worker->changed, &worker->lock);
    pthread_mutex_unlock(&worker->lock);
}

void worker_end(Worker *worker) {
    set_state(worker, WORKER_LEAVING);
    pthread_join(worker->thread, NULL);
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
}
