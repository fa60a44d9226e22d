#include "arena/cores.h"

#include <sched.h>
#include <stdatomic.h>

/* How many bots run on each core. All bots of the program share the machine's cores, hence one table. */
static atomic_int takers[CPU_SETSIZE];

int cores_take(void) {
    cpu_set_t ours;
    int best = -1;
    if (sched_getaffinity(0, sizeof ours, &ours) != 0)
        return -1;
    for (int core = 0; core < CPU_SETSIZE; core++)
        if (CPU_ISSET(core, &ours) && (best < 0 || atomic_load(&takers[core]) < atomic_load(&takers[best])))
            best = core;
    if (best >= 0)
        atomic_fetch_add(&takers[best], 1);
    return best;
}

void cores_give_back(int core) {
    if (core >= 0)
        atomic_fetch_sub(&takers[core], 1);
}
