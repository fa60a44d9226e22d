#include "server/sources.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

static bool write_all(int fd, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(fd, bytes, length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

/* Under another name first, so that a file with the right name is always whole. */
static bool write_file(const char *path, const char *bytes, size_t length, Error *error) {
    char *beside = NULL;
    int fd = asprintf(&beside, "%s.XXXXXX", path) >= 0 ? mkostemp(beside, O_CLOEXEC) : -1;
    bool good = fd >= 0 && write_all(fd, bytes, length) && fchmod(fd, 0644) == 0;
    if (fd >= 0)
        good = close(fd) == 0 && good;
    good = good && rename(beside, path) == 0;
    if (!good) {
        error_set(error, "cannot write \"%.150s\": %s", path, strerror(errno));
        if (fd >= 0)
            unlink(beside);
    }
    free(beside);
    return good;
}

bool source_to_file(Store *store, const char *folder, const char *hash, const char *name, const char *language,
                    char *path, size_t size, Error *error) {
    const char *ending = strcmp(language, "javascript") == 0 ? "js" : "py";
    int length = snprintf(path, size, "%s/%s", folder, hash);
    if (length < 0 || (size_t)length + BOT_NAME_MAX + 5 > size)
        return error_set(error, "the name of the folder \"%.100s\" is too long", folder);
    if (mkdir(path, 0755) != 0 && errno != EEXIST)
        return error_set(error, "cannot make the folder \"%.150s\": %s", path, strerror(errno));
    snprintf(path + length, size - (size_t)length, "/%s.%s", name, ending);
    if (access(path, R_OK) == 0)
        return true;
    size_t bytes;
    char *source = source_get(store, hash, &bytes);
    if (source == NULL)
        return error_set(error, "the source of %s is not in the database", name);
    bool good = write_file(path, source, bytes, error);
    free(source);
    return good;
}
