#include "server/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

bool folder_make(const char *path, Error *error) {
    return mkdir(path, 0700) == 0 || errno == EEXIST ||
           error_set(error, "cannot make the folder \"%.150s\": %s", path, strerror(errno));
}

bool folder_path(const char *data, const char *name, char path[FOLDER_PATH_MAX], Error *error) {
    int length = snprintf(path, FOLDER_PATH_MAX, "%s/%s", data, name);
    return (length > 0 && length < FOLDER_PATH_MAX) ||
           error_set(error, "the name of the folder \"%.100s...\" is too long", data);
}

bool folder_open(const char *data, int *lock, Error *error) {
    char path[FOLDER_PATH_MAX];
    *lock = -1;
    if (!folder_make(data, error) || !folder_path(data, "lock", path, error))
        return false;
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*lock < 0)
        return error_set(error, "cannot write in the folder \"%.150s\": %s", data, strerror(errno));
    if (flock(*lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    close(*lock);
    *lock = -1;
    return error_set(error, "another server is using the folder \"%.150s\"; stop it, or name another by --data", data);
}

bool folder_forget_log(const char *data, const char *database, Error *error) {
    static const char *const endings[] = {"-wal", "-shm"};
    char path[FOLDER_PATH_MAX], name[64];
    for (int i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s%s", database, endings[i]);
        if (!folder_path(data, name, path, error))
            return false;
        if (unlink(path) != 0 && errno != ENOENT)
            return error_set(error, "cannot remove \"%.150s\": %s", path, strerror(errno));
    }
    return true;
}
