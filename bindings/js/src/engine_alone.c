/*
 * The engine in a WebAssembly module: one thread, no files. It obeys lines of UCI and says lines of UCI.
 *
 * What an operating system gives is imported from JavaScript: say(), which takes a line, now(), random(), pause(),
 * which waits a little while nothing but a word from outside can end the search, and heard(), which gives that word. A
 * search runs within the "go" that asks for it and asks heard() now and then.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "base/random.h"
#include "engine/builtin_networks.h"
#include "engine/uci_internal.h"

#include "export.h"

#define IMPORT(name) __attribute__((import_module("rookery"), import_name(#name)))

IMPORT(say) void js_say(const char *text, size_t length);
IMPORT(now) double js_now(void); /* milliseconds */
IMPORT(heard) int js_heard(void);
IMPORT(pause) void js_pause(void);
IMPORT(random) double js_random(void); /* at least 0, less than 1 */

enum { HEARD_STOP = 1, HEARD_PONDER_HIT = 2 }; /* bits of js_heard(), which forgets them */

void engine_ask_outside(void); /* of engine/root.c */

enum { LINE_BYTES = 1 << 16 };

static Uci *uci;
static char line[LINE_BYTES];

/* They come from JavaScript, which fetches them when they are wanted. */
const Network *builtin_network(Variant variant) {
    (void)variant;
    return NULL;
}

/* ---- what JavaScript calls ---- */

char *EXPORT(engine_line)(void);
char *engine_line(void) {
    return line;
}

int EXPORT(engine_line_size)(void);
int engine_line_size(void) {
    return LINE_BYTES;
}

/* False when memory is short. */
bool EXPORT(engine_start)(void);
bool engine_start(void) {
    uci = uci_open(0, NULL);
    return uci != NULL;
}

/* Obeys what has been written to engine_line(), a text that ends with NUL. */
void EXPORT(engine_obey)(void);
void engine_obey(void) {
    uci_obey(uci, line);
}

/* Takes the network whose file's bytes lie at an address got from memory_new(), and frees those. Says what became of
 * it: see NETWORK_ANSWER in ts/engine.ts. Its name is in engine_line(). */
void EXPORT(engine_use_network)(void *bytes, size_t size);
void engine_use_network(void *bytes, size_t size) {
    Error error;
    if (engine_set_network_bytes(uci->engine, bytes, size, line, &error))
        uci_say("info string network used: %s", line);
    else
        uci_say("info string network not used: %s", error.message);
    free(bytes);
}

/* ---- what the engine calls ---- */

/* Instead of the C library's, which would ask the outside: there are no files. */
FILE *fopen(const char *path, const char *mode) {
    (void)path, (void)mode;
    errno = ENOENT;
    return NULL;
}

void uci_say(const char *format, ...) {
    Text text;
    va_list arguments;
    text_init(&text);
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (text_reserve(&text, (size_t)length + 1)) {
        va_start(arguments, format);
        vsnprintf(text.data, (size_t)length + 1, format, arguments);
        va_end(arguments);
        js_say(text.data, (size_t)length);
    }
    text_free(&text);
}

void engine_ask_outside(void) {
    int heard = js_heard();
    if (uci == NULL)
        return;
    if (heard & HEARD_PONDER_HIT)
        engine_ponder_hit(uci->engine);
    if (heard & HEARD_STOP)
        engine_stop(uci->engine);
}

void threads_pause(void) {
    js_pause();
    engine_ask_outside();
}

/* For variety, not for secrets. */
uint64_t random_seed(void) {
    uint64_t seed = 0;
    for (int i = 0; i < 4; i++)
        seed = seed << 16 | (uint64_t)(js_random() * 65536);
    return seed;
}

int64_t monotonic_us(void) {
    return (int64_t)(js_now() * MICROSECONDS_PER_MILLISECOND);
}

void uci_book_open(Uci *conversation, const char *path) {
    (void)conversation;
    if (*path != '\0' && strcmp(path, "<empty>") != 0)
        uci_say("info string there are no files here, so no book is opened");
}

bool uci_book_answer(Uci *conversation) {
    (void)conversation;
    return false;
}
