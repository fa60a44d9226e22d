#include "server/hub.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { QUEUE_MAX = 512 * 1024, LISTENERS_MAX = 20000, TOPICS = 256 };

typedef struct Listener {
    Hub *hub;
    struct MHD_Connection *connection;
    char topic[TOPIC_MAX + 1];
    Text queue; /* what is still to be sent, from `sent` */
    size_t sent;
    bool suspended; /* the daemon waits for us */
    bool over;      /* nothing more comes */
    struct Listener *next, **from;
} Listener;

struct Hub {
    pthread_mutex_t lock;
    Listener *listeners[TOPICS]; /* by a hash of the topic */
    size_t count;
    bool finished;
};

static size_t place_of(const char *topic) {
    size_t hash = 5381;
    for (; *topic != '\0'; topic++)
        hash = hash * 33 + (unsigned char)*topic;
    return hash % TOPICS;
}

Hub *hub_open(void) {
    Hub *hub = calloc(1, sizeof *hub);
    if (hub != NULL)
        pthread_mutex_init(&hub->lock, NULL);
    return hub;
}

void hub_close(Hub *hub) {
    if (hub == NULL)
        return;
    pthread_mutex_destroy(&hub->lock);
    free(hub);
}

/* With the lock held: has the daemon ask for more. */
static void wake(Listener *listener) {
    if (!listener->suspended)
        return;
    listener->suspended = false;
    MHD_resume_connection(listener->connection);
}

static void queue(Listener *listener, const char *bytes, size_t length) {
    if (listener->over)
        return;
    if (listener->queue.length - listener->sent + length > QUEUE_MAX)
        listener->over = true;
    else
        text_append(&listener->queue, bytes, length);
    listener->over |= listener->queue.failed;
    wake(listener);
}

/* ---- What the daemon asks ------------------------------------------------------------------------------- */

static ssize_t read_queue(void *owner, uint64_t position, char *out, size_t size) {
    Listener *listener = owner;
    ssize_t result = 0;
    (void)position;
    pthread_mutex_lock(&listener->hub->lock);
    size_t waiting = listener->queue.length - listener->sent;
    if (waiting > 0) {
        result = (ssize_t)(waiting < size ? waiting : size);
        memcpy(out, listener->queue.data + listener->sent, (size_t)result);
        listener->sent += (size_t)result;
    } else if (listener->over) {
        result = MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        text_free(&listener->queue); /* thousands may listen, and few have anything to say to them at a time */
        listener->sent = 0;
        listener->suspended = true;
        MHD_suspend_connection(listener->connection);
    }
    pthread_mutex_unlock(&listener->hub->lock);
    return result;
}

static void leave(void *owner) {
    Listener *listener = owner;
    Hub *hub = listener->hub;
    pthread_mutex_lock(&hub->lock);
    *listener->from = listener->next;
    if (listener->next != NULL)
        listener->next->from = listener->from;
    hub->count--;
    pthread_mutex_unlock(&hub->lock);
    text_free(&listener->queue);
    free(listener);
}

/* ---- What others ask ------------------------------------------------------------------------------------ */

static void write_event(Text *out, const char *event, const char *data) {
    text_append_format(out, "event: %s\ndata: %s\n\n", event, data);
}

static bool enter(Hub *hub, Listener *listener) {
    Listener **head = &hub->listeners[place_of(listener->topic)];
    pthread_mutex_lock(&hub->lock);
    bool room = hub->count < LISTENERS_MAX && !hub->finished;
    if (room) {
        listener->next = *head;
        listener->from = head;
        if (*head != NULL)
            (*head)->from = &listener->next;
        *head = listener;
        hub->count++;
    }
    pthread_mutex_unlock(&hub->lock);
    return room;
}

struct MHD_Response *hub_listen(Hub *hub, struct MHD_Connection *connection, const char *topic, const char *event,
                                const char *data) {
    enum { BLOCK = 4096 };
    Listener *listener = calloc(1, sizeof *listener);
    if (listener == NULL)
        return NULL;
    listener->hub = hub;
    listener->connection = connection;
    strncpy(listener->topic, topic, TOPIC_MAX);
    text_init(&listener->queue);
    text_append_string(&listener->queue, "retry: 2000\n\n");
    write_event(&listener->queue, event, data);
    if (listener->queue.failed || !enter(hub, listener)) {
        text_free(&listener->queue);
        free(listener);
        return NULL;
    }
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_queue, listener, leave);
    if (response == NULL)
        leave(listener);
    return response;
}

void hub_publish(Hub *hub, const char *topic, const char *event, const char *data) {
    Text text;
    text_init(&text);
    write_event(&text, event, data);
    pthread_mutex_lock(&hub->lock);
    for (Listener *listener = hub->listeners[place_of(topic)]; listener != NULL; listener = listener->next)
        if (strcmp(listener->topic, topic) == 0)
            queue(listener, text.data, text.length);
    pthread_mutex_unlock(&hub->lock);
    text_free(&text);
}

void hub_beat(Hub *hub) {
    static const char beat[] = ": still here\n\n";
    pthread_mutex_lock(&hub->lock);
    for (size_t i = 0; i < TOPICS; i++)
        for (Listener *listener = hub->listeners[i]; listener != NULL; listener = listener->next)
            queue(listener, beat, strlen(beat));
    pthread_mutex_unlock(&hub->lock);
}

void hub_finish(Hub *hub) {
    pthread_mutex_lock(&hub->lock);
    hub->finished = true;
    for (size_t i = 0; i < TOPICS; i++)
        for (Listener *listener = hub->listeners[i]; listener != NULL; listener = listener->next) {
            listener->over = true;
            wake(listener);
        }
    pthread_mutex_unlock(&hub->lock);
}

size_t hub_count(Hub *hub, const char *topic) {
    size_t count = 0;
    pthread_mutex_lock(&hub->lock);
    if (topic == NULL)
        count = hub->count;
    else
        for (Listener *listener = hub->listeners[place_of(topic)]; listener != NULL; listener = listener->next)
            count += strcmp(listener->topic, topic) == 0;
    pthread_mutex_unlock(&hub->lock);
    return count;
}
