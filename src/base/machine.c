#include "base/machine.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

unsigned machine_processors(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? (unsigned)count : 1;
}

void machine_stay_on(unsigned number) {
    cpu_set_t ours, one;
    int processor = -1;
    if (number >= machine_processors() || sched_getaffinity(0, sizeof ours, &ours) != 0)
        return;
    for (unsigned seen = 0; seen <= number; seen += CPU_ISSET((size_t)processor, &ours) != 0)
        processor++;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    sched_setaffinity(0, sizeof one, &one);
}

bool machine_own_folder(char folder[MACHINE_PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", folder, MACHINE_PATH_MAX - 1);
    folder[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(folder, '/');
    folder[slash != NULL ? slash - folder : 0] = '\0';
    return slash != NULL;
}
