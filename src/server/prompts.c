#include "server/prompts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "server/command.h"
#include "server/say.h"

enum { LANGUAGES = 2 };

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

static void make(const char *program, const char *language, Text *text) {
    const char *argv[] = {program, "prompt", language, NULL};
    Text complaint;
    text_init(&complaint);
    if (command_run(argv, text, &complaint, NULL, NULL) != 0 || text->failed) {
        server_say("The prompt for %s cannot be made: %s", language,
                   complaint.length > 0 ? complaint.data : "rookery prompt failed.");
        text_free(text);
        text_init(text);
    }
    text_free(&complaint);
}

const char *prompts_get(Prompts *prompts, const char *language) {
    for (int i = 0; i < LANGUAGES; i++)
        if (strcmp(languages[i], language) == 0) {
            pthread_mutex_lock(&prompts->lock);
            if (prompts->texts[i].length == 0)
                make(prompts->program, language, &prompts->texts[i]);
            const char *text = prompts->texts[i].length > 0 ? prompts->texts[i].data : "";
            pthread_mutex_unlock(&prompts->lock);
            return text;
        }
    return NULL;
}
