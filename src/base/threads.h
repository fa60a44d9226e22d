/*
 * Threads, locks and conditions for code that must also run where there is one thread only: the engine includes this
 * instead of <pthread.h>. They are those of POSIX; in the WebAssembly module (ROOKERY_ALONE) locks are nothing, no
 * thread can be made, and who waits for another asks the outside again and again.
 */
#ifndef ROOKERY_BASE_THREADS_H
#define ROOKERY_BASE_THREADS_H

#ifndef ROOKERY_ALONE
#include <pthread.h>
#else

#include <errno.h>
#include <stddef.h>
#include <sys/types.h>

/* Waits a little and hears what was said meanwhile: bindings/js/src/engine_alone.c. */
void threads_pause(void);

#define pthread_mutex_init(mutex, attributes) ((void)(mutex), 0)
#define pthread_mutex_lock(mutex) ((void)(mutex))
#define pthread_mutex_unlock(mutex) ((void)(mutex))
#define pthread_mutex_destroy(mutex) ((void)(mutex))
#define pthread_cond_init(condition, attributes) ((void)(condition), 0)
#define pthread_cond_broadcast(condition) ((void)(condition))
#define pthread_cond_destroy(condition) ((void)(condition))
#define pthread_cond_wait(condition, mutex) ((void)(condition), (void)(mutex), threads_pause())
#define pthread_create(thread, attributes, start, argument) ((void)(thread), (void)(start), (void)(argument), EAGAIN)
#define pthread_join(thread, result) ((void)(thread))

#endif
#endif
