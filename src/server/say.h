/*
 * What the server tells whoever runs it: single sentences on standard error, with the moment in front.
 */
#ifndef ROOKERY_SERVER_SAY_H
#define ROOKERY_SERVER_SAY_H

#include <stdint.h>

void server_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same for what may be wrong for long and is tried again and again: nothing is said twice within a minute. A
 * Complaint begins empty and belongs to one thread. */
typedef struct Complaint {
    char sentence[300];
    int64_t when;
} Complaint;
void server_complain(Complaint *complaint, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Milliseconds since 1970. */
int64_t server_now(void);

#endif
