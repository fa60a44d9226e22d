/*
 * Finding a program as a shell would, and in the folders where distributions put games.
 */
#ifndef ROOKERY_ARENA_PROGRAM_H
#define ROOKERY_ARENA_PROGRAM_H

#include <stdbool.h>

#include "rookery/error.h"

/* The path of an executable file: `name` itself when it has a slash, else the first hit in PATH, /usr/games and
 * /usr/local/games. To be freed; NULL and *error when there is none. */
char *program_find(const char *name, Error *error);

/* Whether the file at this path looks startable: a script's interpreter, named in its first line, must exist. */
bool program_check(const char *path, Error *error);
/* Whether it is a script and not a program of machine code. */
bool program_is_script(const char *path);

#endif
