#include "arena/program.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

/* Debian keeps chess engines there; it is in the PATH of users, often not of services. */
static const char game_folders[] = "/usr/games:/usr/local/games";

static bool is_program(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

static char *find_in(const char *folders, const char *name) {
    while (folders != NULL && *folders != '\0') {
        size_t length = strcspn(folders, ":");
        char *path = NULL;
        /* An empty entry is the current folder. */
        if (asprintf(&path, "%.*s/%s", length > 0 ? (int)length : 1, length > 0 ? folders : ".", name) >= 0) {
            if (is_program(path))
                return path;
            free(path);
        }
        folders += length + (folders[length] == ':');
    }
    return NULL;
}

static char *given_path(const char *path, Error *error) {
    struct stat status;
    if (is_program(path))
        return strdup(path);
    if (stat(path, &status) != 0)
        error_set(error, "there is no file \"%.180s\"; check the path", path);
    else if (S_ISDIR(status.st_mode))
        error_set(error, "\"%.180s\" is a folder; give the program in it", path);
    else
        error_set(error, "\"%.100s\" may not be executed; allow it with: chmod +x \"%.100s\"", path, path);
    return NULL;
}

char *program_find(const char *name, Error *error) {
    if (strchr(name, '/') != NULL)
        return given_path(name, error);
    char *path = *name != '\0' ? find_in(getenv("PATH"), name) : NULL;
    if (path == NULL && *name != '\0')
        path = find_in(game_folders, name);
    if (path == NULL)
        error_set(error, "there is no program \"%.100s\" in PATH or /usr/games; install it or give its path", name);
    return path;
}

/* The interpreter that the first line names, "" when the file is no script. */
static void read_interpreter(const char *path, char *out, size_t size) {
    char text[256];
    out[0] = '\0';
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return; /* executable but not readable: a program */
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    text[length > 0 ? length : 0] = '\0';
    if (strncmp(text, "#!", 2) != 0)
        return;
    const char *start = text + 2 + strspn(text + 2, " \t");
    snprintf(out, size, "%.*s", (int)strcspn(start, " \t\r\n"), start);
}

bool program_is_script(const char *path) {
    char interpreter[256];
    read_interpreter(path, interpreter, sizeof interpreter);
    return interpreter[0] != '\0';
}

bool program_check(const char *path, Error *error) {
    char interpreter[256];
    read_interpreter(path, interpreter, sizeof interpreter);
    if (interpreter[0] == '\0' || is_program(interpreter))
        return true;
    return error_set(error, "cannot start \"%.100s\": its first line names the interpreter \"%.80s\", which is missing",
                     path, interpreter);
}
