/*
 * Threads where there is only one, in place of the header that WebAssembly's C library lacks: locks are nothing, no
 * thread can be made, and who waits for another is asked again and again while JavaScript sleeps.
 */
#ifndef ROOKERY_JS_ALONE_PTHREAD_H
#define ROOKERY_JS_ALONE_PTHREAD_H

#include <stddef.h>
#include <sys/types.h>

/* See engine_alone.c. */
void engine_ask_outside(void);
__attribute__((import_module("rookery"), import_name("pause"))) void js_pause(void);

#define ALONE_NO_MORE 6 /* WASI's EAGAIN */
#define pthread_mutex_init(mutex, attributes) ((void)(mutex), 0)
#define pthread_mutex_lock(mutex) ((void)(mutex))
#define pthread_mutex_unlock(mutex) ((void)(mutex))
#define pthread_mutex_destroy(mutex) ((void)(mutex))
#define pthread_cond_init(condition, attributes) ((void)(condition), 0)
#define pthread_cond_broadcast(condition) ((void)(condition))
#define pthread_cond_destroy(condition) ((void)(condition))
#define pthread_cond_wait(condition, mutex) ((void)(condition), (void)(mutex), js_pause(), engine_ask_outside())
#define pthread_create(thread, attributes, start, argument)                                                            \
    ((void)(thread), (void)(start), (void)(argument), ALONE_NO_MORE)
#define pthread_join(thread, result) ((void)(thread))

#endif
