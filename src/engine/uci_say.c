/* The way out: standard output. The WebAssembly build has another one (bindings/js/src/engine_alone.c). */
#include <stdarg.h>
#include <stdio.h>

#include "engine/uci_internal.h"

void uci_say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    flockfile(stdout);
    vprintf(format, arguments);
    putchar_unlocked('\n');
    fflush(stdout);
    funlockfile(stdout);
    va_end(arguments);
}
