#include "server/hub.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"
#include "base/machine.h"
#include "base/monotonic.h"
#include "base/text.h"

enum {
    QUEUE_MAX = 512 * 1024,
    KERNEL_BYTES = 32 * 1024, /* of what is on its way to one listener */
    LISTENERS_MAX = 20000,
    WRITERS_MAX = 8,
    TOPICS = 256,
    EVENTS_AT_ONCE = 256,
    TICK_MS = 100,
    BEATS_AT_ONCE = 200, /* in one tick, so that thousands of them hold no event up */
};

static const int64_t SILENCE = 10 * (int64_t)MICROSECONDS_PER_SECOND;
static const char beat[] = ": still here\n\n";

typedef struct Writer Writer;

typedef struct Listener {
    Writer *writer;
    struct MHD_Connection *connection;
    int fd;
    struct Topic *topic;
    Text queue; /* what is still to be sent, from `sent` */
    size_t sent;
    bool waiting; /* for room in the socket */
    bool over;
    int64_t written;                   /* when something was sent last */
    struct Listener *next, *previous;  /* of the topic */
    struct Listener *fresher, *staler; /* of all, by `written` */
    struct Listener *next_over;
} Listener;

/* Each list is its writer's own, the rest is the hub's, under the lock. */
typedef struct Topic {
    char name[TOPIC_MAX + 1];
    size_t count; /* listeners */
    size_t held;  /* by listeners and letters */
    Listener *listeners[WRITERS_MAX];
    struct Topic *next;
} Topic;

/* Something for a writer to do: let a listener in, or send the text to a topic. */
typedef struct Letter {
    struct Letter *next;
    Listener *newcomer;
    Topic *topic;
    size_t length;
    char text[];
} Letter;

/* A thread, and the listeners that are its own: each is one writer's as long as it listens. */
struct Writer {
    Hub *hub;
    size_t number;
    pthread_t thread;
    bool running; /* the thread is */
    int epoll, wake;
    Listener *freshest, *stalest;
    Listener *over;          /* to be given back when nothing refers to them any more */
    Letter *letters, **last; /* under the hub's lock */
};

struct Hub {
    const char *head;
    Writer writers[WRITERS_MAX];
    size_t writer_count;

    pthread_mutex_t lock; /* of what follows */
    Topic *topics[TOPICS];
    size_t count, turn;
    bool finished;
};

/* ---- Topics, with the lock held ------------------------------------------------------------------------- */

static Topic **find_topic(Hub *hub, const char *name) {
    size_t hash = 5381;
    for (const char *at = name; *at != '\0'; at++)
        hash = hash * 33 + (unsigned char)*at;
    Topic **topic = &hub->topics[hash % TOPICS];
    while (*topic != NULL && strcmp((*topic)->name, name) != 0)
        topic = &(*topic)->next;
    return topic;
}

/* There while somebody holds it. NULL when memory is out. */
static Topic *hold_topic(Hub *hub, const char *name) {
    Topic **at = find_topic(hub, name);
    if (*at == NULL) {
        Topic *topic = calloc(1, sizeof *topic);
        if (topic == NULL)
            return NULL;
        strncpy(topic->name, name, TOPIC_MAX);
        *at = topic;
    }
    (*at)->held++;
    return *at;
}

static void release_topic(Hub *hub, Topic *topic) {
    if (--topic->held > 0)
        return;
    Topic **at = find_topic(hub, topic->name);
    *at = topic->next;
    free(topic);
}

/* ---- The inbox ------------------------------------------------------------------------------------------ */

static Letter *letter_new(const char *event, const char *data) {
    Text text;
    text_init(&text);
    if (event != NULL)
        text_append_format(&text, "event: %s\ndata: %s\n\n", event, data);
    Letter *letter = text.failed ? NULL : malloc(sizeof *letter + text.length);
    if (letter != NULL) {
        *letter = (Letter){.length = text.length};
        if (text.length > 0)
            memcpy(letter->text, text.data, text.length);
    }
    text_free(&text);
    return letter;
}

static void wake(const Writer *writer) {
    uint64_t one = 1;
    ssize_t length = write(writer->wake, &one, sizeof one);
    (void)length; /* it fails only when the thread is awake anyway */
}

/* With the lock held. */
static void post(Writer *writer, Letter *letter) {
    *writer->last = letter;
    writer->last = &letter->next;
    wake(writer);
}

static Letter *take_letters(Writer *writer, bool *finished) {
    uint64_t count;
    ssize_t length = read(writer->wake, &count, sizeof count);
    (void)length;
    pthread_mutex_lock(&writer->hub->lock);
    Letter *letters = writer->letters;
    writer->letters = NULL;
    writer->last = &writer->letters;
    *finished = writer->hub->finished;
    pthread_mutex_unlock(&writer->hub->lock);
    return letters;
}

/* ---- The list of all by when they were written to ------------------------------------------------------- */

static void unlink_age(Writer *writer, Listener *listener) {
    *(listener->fresher != NULL ? &listener->fresher->staler : &writer->freshest) = listener->staler;
    *(listener->staler != NULL ? &listener->staler->fresher : &writer->stalest) = listener->fresher;
}

static void link_age(Writer *writer, Listener *listener, int64_t now) {
    listener->written = now;
    listener->fresher = NULL;
    listener->staler = writer->freshest;
    *(writer->freshest != NULL ? &writer->freshest->fresher : &writer->stalest) = listener;
    writer->freshest = listener;
}

/* ---- Writing -------------------------------------------------------------------------------------------- */

/* Takes it off its topic; it is freed when the present round of events is through. */
static void cut_off(Writer *writer, Listener *listener) {
    if (listener->over)
        return;
    listener->over = true;
    *(listener->previous != NULL ? &listener->previous->next : &listener->topic->listeners[writer->number]) =
        listener->next;
    if (listener->next != NULL)
        listener->next->previous = listener->previous;
    unlink_age(writer, listener);
    epoll_ctl(writer->epoll, EPOLL_CTL_DEL, listener->fd, NULL);
    listener->next_over = writer->over;
    writer->over = listener;
}

static void watch(Writer *writer, Listener *listener, int operation) {
    struct epoll_event event = {.events = EPOLLRDHUP | (listener->waiting ? (uint32_t)EPOLLOUT : 0),
                                .data.ptr = listener};
    if (epoll_ctl(writer->epoll, operation, listener->fd, &event) != 0)
        cut_off(writer, listener);
}

static void set_waiting(Writer *writer, Listener *listener, bool waiting) {
    if (listener->waiting == waiting || listener->over)
        return;
    listener->waiting = waiting;
    watch(writer, listener, EPOLL_CTL_MOD);
}

/* How much the socket took; -1: it is dead. */
static ssize_t write_some(Listener *listener, const char *bytes, size_t length) {
    ssize_t count = send(listener->fd, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    return count >= 0 ? count : errno == EAGAIN || errno == EINTR ? 0 : -1;
}

/* Sends the rest of the queue. */
static void flush_queue(Writer *writer, Listener *listener) {
    ssize_t count =
        write_some(listener, listener->queue.data + listener->sent, listener->queue.length - listener->sent);
    if (count < 0) {
        cut_off(writer, listener);
        return;
    }
    listener->sent += (size_t)count;
    if (listener->sent < listener->queue.length) {
        set_waiting(writer, listener, true);
        return;
    }
    text_free(&listener->queue);
    listener->sent = 0;
    set_waiting(writer, listener, false);
}

static void deliver(Writer *writer, Listener *listener, const char *bytes, size_t length, int64_t now) {
    ssize_t count = 0;
    bool empty = listener->queue.length == listener->sent;
    if (empty && (count = write_some(listener, bytes, length)) < 0) {
        cut_off(writer, listener);
        return;
    }
    unlink_age(writer, listener);
    link_age(writer, listener, now);
    if ((size_t)count == length)
        return;
    text_append(&listener->queue, bytes + count, length - (size_t)count);
    if (listener->queue.failed || listener->queue.length - listener->sent > QUEUE_MAX)
        cut_off(writer, listener);
    else
        set_waiting(writer, listener, true);
}

static void let_in(Writer *writer, Listener *listener) {
    listener->next = listener->topic->listeners[writer->number];
    if (listener->next != NULL)
        listener->next->previous = listener;
    listener->topic->listeners[writer->number] = listener;
    link_age(writer, listener, monotonic_us());
    watch(writer, listener, EPOLL_CTL_ADD);
    if (!listener->over)
        flush_queue(writer, listener);
}

static void send_beats(Writer *writer) {
    int64_t now = monotonic_us();
    for (int i = 0; i < BEATS_AT_ONCE && writer->stalest != NULL && now - writer->stalest->written >= SILENCE; i++)
        deliver(writer, writer->stalest, beat, strlen(beat), now);
}

/* The daemon closes the connection. */
static void give_back(Writer *writer) {
    Hub *hub = writer->hub;
    while (writer->over != NULL) {
        Listener *listener = writer->over;
        writer->over = listener->next_over;
        pthread_mutex_lock(&hub->lock);
        hub->count--;
        listener->topic->count--;
        release_topic(hub, listener->topic);
        pthread_mutex_unlock(&hub->lock);
        text_free(&listener->queue);
        MHD_resume_connection(listener->connection);
        free(listener);
    }
}

/* ---- The thread ----------------------------------------------------------------------------------------- */

static void read_letter(Writer *writer, const Letter *letter) {
    int64_t now = monotonic_us();
    if (letter->newcomer != NULL) {
        let_in(writer, letter->newcomer);
        return;
    }
    for (Listener *listener = letter->topic->listeners[writer->number], *next; listener != NULL; listener = next) {
        next = listener->next;
        deliver(writer, listener, letter->text, letter->length, now);
    }
}

static void read_letters(Writer *writer, Letter *letters) {
    for (Letter *letter = letters, *next; letter != NULL; letter = next) {
        next = letter->next;
        read_letter(writer, letter);
        if (letter->topic != NULL) {
            pthread_mutex_lock(&writer->hub->lock);
            release_topic(writer->hub, letter->topic);
            pthread_mutex_unlock(&writer->hub->lock);
        }
        free(letter);
    }
}

/* Each writer keeps to a processor: all are woken at once, and would share the one that happened to be idle while a bot
 * keeps the other to itself (5,000 listeners had a move after 50 ms in the median so, now after 35). */
static void *work(void *owner) {
    Writer *writer = owner;
    machine_stay_on((unsigned)writer->number);
    bool finished = false;
    while (!finished) {
        struct epoll_event events[EVENTS_AT_ONCE];
        int count = epoll_wait(writer->epoll, events, EVENTS_AT_ONCE, TICK_MS);
        read_letters(writer, take_letters(writer, &finished));
        for (int i = 0; i < count; i++) {
            Listener *listener = events[i].data.ptr;
            if (listener == NULL || listener->over)
                continue;
            if ((events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0)
                cut_off(writer, listener);
            else
                flush_queue(writer, listener);
        }
        send_beats(writer);
        give_back(writer);
    }
    while (writer->stalest != NULL)
        cut_off(writer, writer->stalest);
    give_back(writer);
    return NULL;
}

/* ---- What others ask ------------------------------------------------------------------------------------ */

static bool start(Writer *writer, Error *error) {
    struct epoll_event event = {.events = EPOLLIN};
    writer->epoll = epoll_create1(EPOLL_CLOEXEC);
    writer->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (writer->epoll >= 0 && writer->wake >= 0 && epoll_ctl(writer->epoll, EPOLL_CTL_ADD, writer->wake, &event) == 0 &&
        pthread_create(&writer->thread, NULL, work, writer) == 0) {
        writer->running = true;
        return true;
    }
    return error_set(error, "cannot start a thread that writes live events: %s", strerror(errno));
}

static size_t choose_writers(void) {
    unsigned processors = machine_processors();
    return processors > WRITERS_MAX ? WRITERS_MAX : processors;
}

Hub *hub_open(const char *head, Error *error) {
    Hub *hub = calloc(1, sizeof *hub);
    if (hub == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    hub->head = head;
    hub->writer_count = choose_writers();
    pthread_mutex_init(&hub->lock, NULL);
    bool good = true;
    for (size_t i = 0; i < hub->writer_count; i++) {
        Writer *writer = &hub->writers[i];
        *writer = (Writer){.hub = hub, .number = i, .epoll = -1, .wake = -1, .last = &writer->letters};
        good = good && start(writer, error);
    }
    if (good)
        return hub;
    hub_close(hub);
    return NULL;
}

void hub_finish(Hub *hub) {
    pthread_mutex_lock(&hub->lock);
    hub->finished = true;
    pthread_mutex_unlock(&hub->lock);
    for (size_t i = 0; i < hub->writer_count; i++) {
        Writer *writer = &hub->writers[i];
        if (!writer->running)
            continue;
        wake(writer);
        pthread_join(writer->thread, NULL);
        writer->running = false;
    }
}

void hub_close(Hub *hub) {
    if (hub == NULL)
        return;
    hub_finish(hub);
    for (size_t i = 0; i < hub->writer_count; i++) {
        if (hub->writers[i].epoll >= 0)
            close(hub->writers[i].epoll);
        if (hub->writers[i].wake >= 0)
            close(hub->writers[i].wake);
    }
    pthread_mutex_destroy(&hub->lock);
    free(hub);
}

static Listener *listener_new(const Hub *hub, struct MHD_Connection *connection, const char *event, const char *data) {
    int yes = 1, bytes = KERNEL_BYTES;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    Listener *listener = info != NULL ? calloc(1, sizeof *listener) : NULL;
    if (listener == NULL)
        return NULL;
    listener->connection = connection;
    listener->fd = info->connect_fd;
    text_init(&listener->queue);
    text_append_format(&listener->queue, "%sretry: 2000\n\nevent: %s\ndata: %s\n\n", hub->head, event, data);
    if (listener->queue.failed) {
        free(listener);
        return NULL;
    }
    setsockopt(listener->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(listener->fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    return listener;
}

/* With the lock held. */
static bool enter(Hub *hub, Listener *listener, Letter *letter, const char *topic) {
    if (hub->count >= LISTENERS_MAX || hub->finished || (listener->topic = hold_topic(hub, topic)) == NULL)
        return false;
    hub->count++;
    listener->topic->count++;
    MHD_suspend_connection(listener->connection);
    letter->newcomer = listener;
    listener->writer = &hub->writers[hub->turn++ % hub->writer_count];
    post(listener->writer, letter);
    return true;
}

bool hub_listen(Hub *hub, struct MHD_Connection *connection, const char *topic, const char *event, const char *data) {
    Letter *letter = letter_new(NULL, NULL);
    Listener *listener = letter != NULL ? listener_new(hub, connection, event, data) : NULL;
    bool entered = false;
    if (listener != NULL) {
        pthread_mutex_lock(&hub->lock);
        entered = enter(hub, listener, letter, topic);
        pthread_mutex_unlock(&hub->lock);
    }
    if (entered)
        return true;
    if (listener != NULL)
        text_free(&listener->queue);
    free(listener);
    free(letter);
    return false;
}

/* A copy for each writer. */
static void post_to_all(Hub *hub, Topic *topic, const char *event, const char *data) {
    for (size_t i = 0; i < hub->writer_count; i++) {
        Letter *letter = letter_new(event, data);
        if (letter == NULL)
            return;
        letter->topic = topic;
        topic->held++; /* until the letter has been read */
        post(&hub->writers[i], letter);
    }
}

void hub_publish(Hub *hub, const char *topic, const char *event, const char *data) {
    pthread_mutex_lock(&hub->lock);
    Topic *found = *find_topic(hub, topic);
    if (found != NULL && found->count > 0 && !hub->finished)
        post_to_all(hub, found, event, data);
    pthread_mutex_unlock(&hub->lock);
}

size_t hub_count(Hub *hub, const char *topic) {
    pthread_mutex_lock(&hub->lock);
    const Topic *found = topic != NULL ? *find_topic(hub, topic) : NULL;
    size_t count = topic == NULL ? hub->count : found != NULL ? found->count : 0;
    pthread_mutex_unlock(&hub->lock);
    return count;
}
