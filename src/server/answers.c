#include "server/answers.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"

enum { SLOTS = 64, KEY_MAX = 255 };

/* Another program may have changed the database. */
static const int64_t OLD = 2 * (int64_t)MICROSECONDS_PER_SECOND;

typedef struct Answer {
    char key[KEY_MAX + 1]; /* "": none */
    uint64_t generation;
    int64_t since;
    char *text;
} Answer;

struct Answers {
    pthread_mutex_t lock;
    Answer slots[SLOTS];
};

Answers *answers_open(void) {
    Answers *answers = calloc(1, sizeof *answers);
    if (answers != NULL)
        pthread_mutex_init(&answers->lock, NULL);
    return answers;
}

void answers_close(Answers *answers) {
    if (answers == NULL)
        return;
    for (size_t i = 0; i < SLOTS; i++)
        free(answers->slots[i].text);
    pthread_mutex_destroy(&answers->lock);
    free(answers);
}

static Answer *slot_of(Answers *answers, const char *key) {
    size_t hash = 5381;
    for (; *key != '\0'; key++)
        hash = hash * 33 + (unsigned char)*key;
    return &answers->slots[hash % SLOTS];
}

char *answers_get(Answers *answers, const char *key, uint64_t generation) {
    char *copy = NULL;
    pthread_mutex_lock(&answers->lock);
    const Answer *answer = slot_of(answers, key);
    if (answer->text != NULL && answer->generation == generation && monotonic_us() - answer->since < OLD &&
        strcmp(answer->key, key) == 0)
        copy = strdup(answer->text);
    pthread_mutex_unlock(&answers->lock);
    return copy;
}

void answers_put(Answers *answers, const char *key, uint64_t generation, const char *text) {
    char *copy = strlen(key) <= KEY_MAX ? strdup(text) : NULL;
    if (copy == NULL)
        return;
    pthread_mutex_lock(&answers->lock);
    Answer *answer = slot_of(answers, key);
    free(answer->text);
    *answer = (Answer){.generation = generation, .since = monotonic_us(), .text = copy};
    strcpy(answer->key, key);
    pthread_mutex_unlock(&answers->lock);
}
