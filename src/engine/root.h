/*
 * Iterative deepening at the root: one call of root_search() is the whole search of one thread.
 */
#ifndef ROOKERY_ENGINE_ROOT_H
#define ROOKERY_ENGINE_ROOT_H

#include "engine/search.h"

/* Puts the engine's root position and moves into the thread. */
void root_prepare(Thread *thread, const RootMove *moves, int count);
/* Deepens until a limit is reached. The first thread reports lines and decides when to stop. */
void root_search(Thread *thread);
/* Reports the thread's best line: what was decided should also have been said. */
void root_report(Thread *thread);
/* The score that is told for a root move: the tables' result, where they know it. */
int root_known_score(const RootMove *root, int score);
EngineScore root_score(int score, Bound bound);

#endif
