#include "base/machine.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

unsigned machine_processors(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? (unsigned)count : 1;
}

bool machine_own_folder(char folder[MACHINE_PATH_MAX]) {
    ssize_t length = readlink("/proc/self/exe", folder, MACHINE_PATH_MAX - 1);
    folder[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(folder, '/');
    folder[slash != NULL ? slash - folder : 0] = '\0';
    return slash != NULL;
}
