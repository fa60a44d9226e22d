#include "cli/match_log.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"

/* Letters, digits and what else is harmless in a file name. */
static void file_name(const char *name, char out[40]) {
    size_t length = 0;
    for (; *name != '\0' && length < 39; name++)
        out[length++] = isalnum((unsigned char)*name) || strchr("-_.", *name) != NULL ? *name : '_';
    out[length] = '\0';
}

static bool save(const char *path, const Tail *log, const char *reason, Error *error) {
    char *bytes = malloc(log->length + 1);
    FILE *file = fopen(path, "we");
    bool good = bytes != NULL && file != NULL;
    if (good) {
        tail_copy(log, bytes);
        if (log->total > log->length)
            fprintf(file, "[the first %llu bytes are left out]\n", (unsigned long long)(log->total - log->length));
        good = fwrite(bytes, 1, log->length, file) == log->length;
        fprintf(file, "\n[%s]\n", reason);
    }
    if (file != NULL)
        good = fclose(file) == 0 && good;
    free(bytes);
    return good || error_set(error, "cannot write %s: %s", path, strerror(errno));
}

bool match_log_save(const char *folder, const Referee *referee, Error *error) {
    const GameRecord *record = referee_record(referee);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(error, "cannot make the folder %s: %s", folder, strerror(errno));
    for (Color color = WHITE; color <= BLACK; color++) {
        char name[40], path[4096];
        const Tail *log = player_log(referee_player(referee, color));
        file_name(record->names[color], name);
        snprintf(path, sizeof path, "%s/game-%05lu-%s-%s.log", folder, record->number,
                 color == WHITE ? "white" : "black", name);
        if (log->length > 0 && !save(path, log, record->reason, error))
            return false;
    }
    return true;
}
