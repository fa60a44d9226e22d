#include "base/monotonic.h"

int64_t monotonic_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * MICROSECONDS_PER_SECOND + now.tv_nsec / 1000;
}

void wall_write(time_t moment, const char *format, char out[WALL_TEXT_MAX]) {
    struct tm parts;
    if (gmtime_r(&moment, &parts) == NULL || strftime(out, WALL_TEXT_MAX, format, &parts) == 0)
        out[0] = '\0';
}
