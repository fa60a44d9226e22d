/* rookery serve, backup and restore: replaced by the program that does them, rookery-server beside this one. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/verbs.h"

int verb_of_server(int argc, char **argv) {
    static const char name[] = "rookery-server";
    char path[PATH_MAX + sizeof name], program[sizeof name];
    char *words[argc + 2];
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    strcpy(slash != NULL ? slash + 1 : path, name);
    strcpy(program, name);
    words[0] = program;
    memcpy(words + 1, argv, (size_t)argc * sizeof *argv);
    words[argc + 1] = NULL;
    execv(path, words);
    return usage_error(argv[0], "its program \"%.200s\" does not start (%s); build or install it", path,
                       strerror(errno));
}
