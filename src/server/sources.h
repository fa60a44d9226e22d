/*
 * Sources of bots as files, for those who start players by file names: written out of the database when first needed,
 * each into a folder named by its hash.
 */
#ifndef ROOKERY_SERVER_SOURCES_H
#define ROOKERY_SERVER_SOURCES_H

#include <stddef.h>

#include "store/bots.h"

/* Writes the source to "FOLDER/HASH/NAME.py" unless it is there, and that path into `path`. */
bool source_to_file(Store *store, const char *folder, const char *hash, const char *name, const char *language,
                    char *path, size_t size, Error *error);

#endif
