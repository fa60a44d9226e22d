/*
 * Keeps tournaments going, from the director's thread: starts those whose time has come, draws the next round where one
 * is over, ends what has been played; and tells those who watch.
 */
#ifndef ROOKERY_SERVER_CONTEST_RUN_H
#define ROOKERY_SERVER_CONTEST_RUN_H

#include "server/hub.h"
#include "server/say.h"
#include "store/store.h"

/* Does what is due. Milliseconds until a tournament is to start, `most` if that is farther away. */
int contest_run(Store *store, Hub *hub, Complaint *complaint, int most);

#endif
