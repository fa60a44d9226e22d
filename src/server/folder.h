/*
 * The folder in which an arena keeps everything: its files' names, and who may use it.
 */
#ifndef ROOKERY_SERVER_FOLDER_H
#define ROOKERY_SERVER_FOLDER_H

#include <stdbool.h>

#include "rookery/error.h"

enum { FOLDER_PATH_MAX = 4096 };

#define FOLDER_DATABASE "rookery.db"

/* Makes the folder if it is not there, readable by its owner only, and holds it for this process until *lock is closed.
 * False and *error when another process holds it. */
bool folder_open(const char *data, int *lock, Error *error);
/* "DATA/NAME". */
bool folder_path(const char *data, const char *name, char path[FOLDER_PATH_MAX], Error *error);
/* Makes a folder inside. */
bool folder_make(const char *path, Error *error);
/* Removes the log files beside a database that nobody has open. */
bool folder_forget_log(const char *data, const char *database, Error *error);

#endif
