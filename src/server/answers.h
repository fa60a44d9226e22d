/*
 * Answers that many ask for and that cost the database much, kept until anything changes: a leaderboard is asked for a
 * thousand times between two games. Any thread may ask.
 */
#ifndef ROOKERY_SERVER_ANSWERS_H
#define ROOKERY_SERVER_ANSWERS_H

#include <stdint.h>

typedef struct Answers Answers;

Answers *answers_open(void);
void answers_close(Answers *answers); /* NULL is allowed */

/* What was kept under the key at this generation (stores_generation()) and not long ago; a copy, to be freed; NULL when
 * there is nothing. */
char *answers_get(Answers *answers, const char *key, uint64_t generation);
/* Keeps a copy. The generation is that before the database was asked. */
void answers_put(Answers *answers, const char *key, uint64_t generation, const char *text);

#endif
