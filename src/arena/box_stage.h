/*
 * What an arbiter that runs as root does before it makes a box: it steps down to a user that owns nothing.
 *
 * In a box of root's, a bot would still be the host's root to every file it can see. Each box therefore gets a user
 * number of its own, from a range that is assigned to nobody. That user may not be able to reach the files to be
 * bound into the box (they may lie in somebody's 0700 folder), so they are first bound, in a mount namespace that
 * only this child has, to folders that it can reach. Nothing of this is seen outside, and nothing is left of it.
 */
#ifndef ROOKERY_ARENA_BOX_STAGE_H
#define ROOKERY_ARENA_BOX_STAGE_H

#include <stdbool.h>
#include <stddef.h>

enum { BOX_STAGE_MAX = 32, BOX_STAGE_PATH_MAX = 32 };

typedef struct BoxStage {
    const char *sources[BOX_STAGE_MAX]; /* absolute paths of files and folders of the host */
    size_t count;
} BoxStage;

/* Where source number `index` is to be found once the stage is entered. */
void box_stage_path(size_t index, char out[BOX_STAGE_PATH_MAX]);

/* Binds the sources and becomes the box's user, for good. Safe between fork and exec; false with errno set. */
bool box_stage_enter(const BoxStage *stage);

#endif
