/*
 * rookery-server: the verbs of the rookery command that keep an arena. rookery starts it; nobody need call it.
 *
 * A program of its own, because its libraries double the time that a program takes to start, and every bot's box starts
 * with rookery.
 */
#include <string.h>

#include "cli/options.h"
#include "cli/verbs.h"

int main(int argc, char **argv) {
    if (argc >= 2 && strcmp(argv[1], "backup") == 0)
        return verb_backup(argc - 1, argv + 1);
    if (argc >= 2 && strcmp(argv[1], "restore") == 0)
        return verb_restore(argc - 1, argv + 1);
    if (argc >= 2 && strcmp(argv[1], "serve") == 0)
        return verb_serve(argc - 1, argv + 1);
    return usage_error("serve", "this program is a part of rookery: use \"rookery serve\"");
}
