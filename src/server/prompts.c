#include "server/prompts.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "server/say.h"

enum { LANGUAGES = 2, PROMPT_BYTES_MAX = 1 << 20 };

static const char *const languages[LANGUAGES] = {"python", "javascript"};

struct Prompts {
    const char *program;
    pthread_mutex_t lock; /* of what follows */
    Text texts[LANGUAGES];
};

Prompts *prompts_open(const char *program) {
    Prompts *prompts = calloc(1, sizeof *prompts);
    if (prompts == NULL)
        return NULL;
    prompts->program = program;
    pthread_mutex_init(&prompts->lock, NULL);
    for (int i = 0; i < LANGUAGES; i++)
        text_init(&prompts->texts[i]);
    return prompts;
}

void prompts_close(Prompts *prompts) {
    if (prompts == NULL)
        return;
    for (int i = 0; i < LANGUAGES; i++)
        text_free(&prompts->texts[i]);
    pthread_mutex_destroy(&prompts->lock);
    free(prompts);
}

static void read_all(int fd, Text *out) {
    char bytes[4096];
    ssize_t count;
    while ((count = read(fd, bytes, sizeof bytes)) > 0 || (count < 0 && errno == EINTR))
        if (count > 0 && out->length < PROMPT_BYTES_MAX)
            text_append(out, bytes, (size_t)count);
}

static int start(const char *program, const char *language, int out, pid_t *child) {
    const char *argv[] = {program, "prompt", language, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    int result = posix_spawn(child, program, &actions, NULL, (char *const *)(uintptr_t)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return result;
}

static void run(const char *program, const char *language, Text *text) {
    int out[2], status = -1;
    pid_t child;
    if (pipe2(out, O_CLOEXEC) != 0) {
        server_say("The prompt cannot be made: %s.", strerror(errno));
        return;
    }
    int problem = start(program, language, out[1], &child);
    close(out[1]);
    if (problem == 0) {
        read_all(out[0], text);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    }
    close(out[0]);
    if (problem != 0 || text->failed || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        server_say("The prompt cannot be made: \"%s prompt %s\" failed.", program, language);
        text_free(text);
        text_init(text);
    }
}

const char *prompts_get(Prompts *prompts, const char *language) {
    for (int i = 0; i < LANGUAGES; i++)
        if (strcmp(languages[i], language) == 0) {
            pthread_mutex_lock(&prompts->lock);
            if (prompts->texts[i].length == 0)
                run(prompts->program, language, &prompts->texts[i]);
            const char *text = prompts->texts[i].length > 0 ? prompts->texts[i].data : "";
            pthread_mutex_unlock(&prompts->lock);
            return text;
        }
    return NULL;
}
