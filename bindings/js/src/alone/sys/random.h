/*
 * Random bytes, from JavaScript, in place of the header that WebAssembly's C library lacks. They are for variety, not
 * for secrets.
 */
#ifndef ROOKERY_JS_ALONE_SYS_RANDOM_H
#define ROOKERY_JS_ALONE_SYS_RANDOM_H

#include <sys/types.h>

#define GRND_NONBLOCK 1

/* At least 0, less than 1. */
__attribute__((import_module("rookery"), import_name("random"))) double js_random(void);

static inline ssize_t getrandom(void *bytes, size_t length, unsigned flags) {
    (void)flags;
    for (size_t i = 0; i < length; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)(js_random() * 256);
    return (ssize_t)length;
}

#endif
