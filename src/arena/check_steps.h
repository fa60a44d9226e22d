/*
 * The steps of a check, between the files that it is written in. Private to arena/check.c.
 */
#ifndef ROOKERY_ARENA_CHECK_STEPS_H
#define ROOKERY_ARENA_CHECK_STEPS_H

#include "arena/check.h"

/* Adds a problem, copying the texts. False when memory runs out. */
bool check_add(CheckReport *report, const char *rule, size_t line, size_t column, const char *text, const char *advice);
/* The same for advice. */
bool check_advise(CheckReport *report, const char *rule, size_t line, size_t column, const char *text,
                  const char *advice);

/* Each adds the problems it finds; false and *error when it cannot be done here. */
bool check_source(const char *path, bool sandbox, CheckReport *report, Error *error);
bool check_play(const char *path, const CheckPlan *plan, CheckReport *report, Error *error);

#endif
