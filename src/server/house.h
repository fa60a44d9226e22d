/*
 * The house: the account that owns the example bots, so that a new arena has somebody to play.
 */
#ifndef ROOKERY_SERVER_HOUSE_H
#define ROOKERY_SERVER_HOUSE_H

#include "server/server.h"
#include "store/store.h"

/* Adds the bots that are not there yet, and new versions of those whose source has changed. They are ours and not
 * checked. The list ends with a NULL name. */
bool house_open(Store *store, const ExampleBot *bots, Error *error);

#endif
