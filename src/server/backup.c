#include "server/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "server/folder.h"
#include "store/store.h"

bool backup_make(const char *data, const char *file, Error *error) {
    char database[FOLDER_PATH_MAX];
    if (!folder_path(data, FOLDER_DATABASE, database, error))
        return false;
    if (access(database, F_OK) != 0)
        return error_set(error, "there is no arena in \"%.150s\"; name its folder by --data", data);
    if (access(file, F_OK) == 0)
        return error_set(error, "\"%.150s\" is there already; a backup does not overwrite", file);
    Store *store = store_open(database, error);
    if (store == NULL)
        return false;
    bool good = store_run(store, "VACUUM INTO $1", "s", file) || error_set(error, "%s", store_error(store)->message);
    store_close(store);
    if (good && chmod(file, 0600) != 0)
        good = error_set(error, "cannot protect \"%.150s\": %s", file, strerror(errno));
    return good;
}

/* Whether the file is a database of ours, which this program understands; brings it up to date. */
static bool adopt(const char *path, Error *error) {
    int64_t version;
    Store *store = store_open(path, error);
    if (store == NULL)
        return false;
    bool good = store_ask_number(store, &version, "SELECT version FROM schema_version", "");
    if (!good)
        error_set(error, "this file is no backup of an arena");
    good = good && store_migrate(store, error);
    store_close(store);
    return good;
}

static bool copy(const char *from, const char *to, Error *error) {
    char bytes[65536];
    ssize_t count = 0;
    int in = open(from, O_RDONLY | O_CLOEXEC), out = -1;
    if (in < 0)
        return error_set(error, "cannot open \"%.150s\": %s", from, strerror(errno));
    out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool good = out >= 0;
    while (good && (count = read(in, bytes, sizeof bytes)) > 0)
        good = write(out, bytes, (size_t)count) == count;
    good = good && count == 0 && fsync(out) == 0;
    if (!good)
        error_set(error, "cannot write \"%.150s\": %s", to, strerror(errno));
    close(in);
    if (out >= 0)
        close(out);
    return good;
}

/* With the folder locked. */
static bool replace(const char *data, const char *file, Error *error) {
    char database[FOLDER_PATH_MAX], fresh[FOLDER_PATH_MAX], before[FOLDER_PATH_MAX];
    if (!folder_path(data, FOLDER_DATABASE, database, error) ||
        !folder_path(data, FOLDER_DATABASE ".restored", fresh, error) ||
        !folder_path(data, FOLDER_DATABASE ".before-restore", before, error))
        return false;
    if (access(database, F_OK) == 0) {
        /* What is still in the log beside the database must not meet another database. */
        unlink(before);
        if (!backup_make(data, before, error))
            return false;
    }
    if (!copy(file, fresh, error) || !adopt(fresh, error)) {
        unlink(fresh);
        return false;
    }
    if (!folder_forget_log(data, FOLDER_DATABASE ".restored", error) ||
        !folder_forget_log(data, FOLDER_DATABASE, error))
        return false;
    return rename(fresh, database) == 0 || error_set(error, "cannot write \"%.150s\": %s", database, strerror(errno));
}

bool backup_restore(const char *data, const char *file, Error *error) {
    int lock;
    if (!folder_open(data, &lock, error))
        return false;
    bool good = replace(data, file, error);
    close(lock);
    return good;
}
