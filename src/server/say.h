/*
 * What the server tells whoever runs it: single sentences on standard error, with the moment in front.
 */
#ifndef ROOKERY_SERVER_SAY_H
#define ROOKERY_SERVER_SAY_H

#include <stdint.h>

void server_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Milliseconds since 1970. */
int64_t server_now(void);

#endif
