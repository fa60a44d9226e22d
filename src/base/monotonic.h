/*
 * The two clocks a program needs: one that only goes forward, for measuring, and the one on the wall, for records.
 */
#ifndef ROOKERY_BASE_MONOTONIC_H
#define ROOKERY_BASE_MONOTONIC_H

#include <stdint.h>
#include <time.h>

enum { MICROSECONDS_PER_SECOND = 1000000, MICROSECONDS_PER_MILLISECOND = 1000 };

/* Microseconds since some moment in the past. Never goes back, stands still while the machine sleeps. */
int64_t monotonic_us(void);

enum { WALL_TEXT_MAX = 32 };
/* Writes the moment in UTC, in the manner of strftime(). An empty text if it does not fit. */
void wall_write(time_t moment, const char *format, char out[WALL_TEXT_MAX]);

#endif
