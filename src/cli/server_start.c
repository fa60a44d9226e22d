/* rookery serve, backup and restore: replaced by the program that does them, rookery-server beside this one. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/machine.h"
#include "cli/options.h"
#include "cli/verbs.h"

int verb_of_server(int argc, char **argv) {
    static char name[] = "rookery-server";
    char folder[MACHINE_PATH_MAX], path[MACHINE_PATH_MAX + sizeof name];
    char *words[argc + 2];
    words[0] = name;
    memcpy(words + 1, argv, (size_t)argc * sizeof *argv);
    words[argc + 1] = NULL;
    if (!machine_own_folder(folder))
        return usage_error(argv[0],
                           "its program %s is looked for beside this one, and /proc does not say where that is", name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    execv(path, words);
    return usage_error(argv[0], "its program \"%.200s\" does not start (%s); build or install it", path,
                       strerror(errno));
}
