/*
 * What administrators have decided: a text under each name.
 */
#ifndef ROOKERY_STORE_SETTINGS_H
#define ROOKERY_STORE_SETTINGS_H

#include "store/store.h"

/* The value, or `otherwise` where nothing was decided (or it cannot be read). */
void setting_get(Store *store, const char *name, const char *otherwise, char *out, size_t size);
bool setting_set(Store *store, const char *name, const char *value);

#endif
