/*
 * A backup of an arena is one file, made while the server runs or not, and put back while it does not.
 */
#ifndef ROOKERY_SERVER_BACKUP_H
#define ROOKERY_SERVER_BACKUP_H

#include <stdbool.h>

#include "rookery/error.h"

/* Writes everything that the folder keeps, as of one moment, into a new file. */
bool backup_make(const char *data, const char *file, Error *error);
/* Makes the folder what the file holds. What it held before is kept as rookery.db.before-restore. */
bool backup_restore(const char *data, const char *file, Error *error);

#endif
