/* rookery backup, rookery restore: an arena as one file. */
#include <stdio.h>

#include "cli/options.h"
#include "cli/verbs.h"
#include "server/backup.h"

static const char help_backup[] =
    "rookery backup FILE [options]: writes everything that an arena keeps into one new file\n"
    "\n"
    "  rookery backup arena-monday.db\n"
    "  rookery backup /backups/arena.db --data /var/lib/rookery\n"
    "\n"
    "The server may run meanwhile; the file is the arena of one moment.\n"
    "\n"
    "  --data DIR   where the arena keeps everything (default rookery-data)\n"
    "\n"
    "Exit status: 0 written; 2 it cannot be.\n";

static const char help_restore[] =
    "rookery restore FILE [options]: puts a backup of an arena back\n"
    "\n"
    "  rookery restore arena-monday.db\n"
    "  rookery restore /backups/arena.db --data /var/lib/rookery\n"
    "\n"
    "The server must not run. What the folder held before is kept beside as rookery.db.before-restore.\n"
    "\n"
    "  --data DIR   where the arena keeps everything (default rookery-data)\n"
    "\n"
    "Exit status: 0 restored; 2 it cannot be, and nothing was changed.\n";

static int run(int argc, char **argv, const char *help, bool (*act)(const char *data, const char *file, Error *error),
               const char *done) {
    const char *data = "rookery-data";
    Error error;
    const Option table[] = {
        {"data", OPTION_TEXT, &data},
        {NULL, OPTION_FLAG, NULL},
    };
    const char *verb = argv[0];
    int words = options_read(argc, argv, table, help);
    if (words < 0)
        return options_status(words);
    if (words != 1)
        return usage_error(verb, "one file is wanted, as in: rookery %s arena.db", verb);
    if (!act(data, argv[1], &error))
        return usage_error(verb, "%s", error.message);
    printf("%s %s\n", argv[1], done);
    return EXIT_YES;
}

int verb_backup(int argc, char **argv) {
    return run(argc, argv, help_backup, backup_make, "holds the arena.");
}

int verb_restore(int argc, char **argv) {
    return run(argc, argv, help_restore, backup_restore, "was put back; start the server.");
}
