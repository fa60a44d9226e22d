/* Live events over real sockets: who is told what, and what becomes of those who do not read or go away. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "server/hub.h"

static const char head[] = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";

typedef struct Stage {
    Hub *hub;
    struct MHD_Daemon *daemon;
    uint16_t port;
} Stage;

/* The path is the topic. */
static enum MHD_Result handle(void *owner, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **context) {
    static char begun, listening;
    Stage *stage = owner;
    (void)method;
    (void)version;
    (void)upload;
    *upload_size = 0;
    if (*context == NULL) {
        *context = &begun;
        return MHD_YES;
    }
    if (*context == &listening)
        return MHD_NO;
    *context = &listening;
    return hub_listen(stage->hub, connection, url + 1, "first", "0") ? MHD_YES : MHD_NO;
}

static int open_stage(void **state) {
    Error error;
    Stage *stage = calloc(1, sizeof *stage);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    stage->hub = hub_open(head, &error);
    assert_non_null(stage->hub);
    stage->daemon =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, stage,
                         MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_THREAD_POOL_SIZE, 2U, MHD_OPTION_END);
    assert_non_null(stage->daemon);
    stage->port = MHD_get_daemon_info(stage->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
    *state = stage;
    return 0;
}

static int close_stage(void **state) {
    Stage *stage = *state;
    hub_finish(stage->hub);
    MHD_stop_daemon(stage->daemon);
    hub_close(stage->hub);
    free(stage);
    return 0;
}

static int listen_to(const Stage *stage, const char *topic) {
    char request[100];
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(stage->port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&address, sizeof address), 0);
    snprintf(request, sizeof request, "GET /%s HTTP/1.1\r\nHost: x\r\n\r\n", topic);
    assert_int_equal(send(fd, request, strlen(request), 0), (ssize_t)strlen(request));
    return fd;
}

/* Reads until the text has come, or the stream has ended; all that was read. */
static void read_until(int fd, const char *wanted, Text *text) {
    char bytes[4096];
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    while (wanted == NULL || strstr(text->data, wanted) == NULL) {
        assert_int_equal(poll(&poll_fd, 1, 60000), 1);
        ssize_t count = recv(fd, bytes, sizeof bytes, 0);
        if (count <= 0)
            return;
        text_append(text, bytes, (size_t)count);
    }
}

static void expect(int fd, const char *wanted) {
    Text text;
    text_init(&text);
    text_append_string(&text, "");
    read_until(fd, wanted, &text);
    assert_non_null(strstr(text.data, wanted));
    text_free(&text);
}

static void expect_end(int fd) {
    Text text;
    text_init(&text);
    read_until(fd, NULL, &text);
    text_free(&text);
    close(fd);
}

static void wait_for_count(const Stage *stage, const char *topic, size_t count) {
    for (int i = 0; i < 6000 && hub_count(stage->hub, topic) != count; i++)
        poll(NULL, 0, 10);
    assert_int_equal(hub_count(stage->hub, topic), count);
}

static void a_topic_is_heard_by_those_who_listen_to_it(void **state) {
    const Stage *stage = *state;
    int one = listen_to(stage, "chess"), other = listen_to(stage, "go");
    expect(one, "retry: 2000\n\nevent: first\ndata: 0\n\n");
    expect(other, "event: first\ndata: 0\n\n");
    assert_int_equal(hub_count(stage->hub, "chess"), 1);
    assert_int_equal(hub_count(stage->hub, NULL), 2);
    hub_publish(stage->hub, "nothing", "move", "1");
    hub_publish(stage->hub, "go", "move", "2");
    hub_publish(stage->hub, "chess", "move", "3");
    Text text;
    text_init(&text);
    text_append_string(&text, "");
    read_until(one, "data: 3\n\n", &text);
    assert_null(strstr(text.data, "data: 2"));
    text_free(&text);
    expect(other, "event: move\ndata: 2\n\n");
    close(one);
    close(other);
}

static void *publish_many(void *owner) {
    const Stage *stage = owner;
    for (int i = 1; i <= 2000; i++) {
        char data[16];
        snprintf(data, sizeof data, "%d", i);
        hub_publish(stage->hub, "count", "n", data);
        if (i % 100 == 0)
            poll(NULL, 0, 1);
    }
    return NULL;
}

/* From the first number that is heard to the last, all once and in order. */
static void check_sequence(int fd, bool all) {
    Text text;
    int last = 0;
    text_init(&text);
    text_append_string(&text, "");
    read_until(fd, "event: end\n", &text);
    for (const char *at = text.data; (at = strstr(at, "event: n\ndata: ")) != NULL;) {
        at += strlen("event: n\ndata: ");
        int number = (int)strtol(at, NULL, 10);
        assert_true((last == 0 && !all) || number == last + 1);
        last = number;
    }
    assert_true(last == 2000 || (last == 0 && !all));
    text_free(&text);
    close(fd);
}

static void whoever_comes_in_between_misses_nothing_and_hears_nothing_twice(void **state) {
    enum { LISTENERS = 40 };
    Stage *stage = *state;
    pthread_t publisher;
    int fds[LISTENERS];
    fds[0] = listen_to(stage, "count");
    expect(fds[0], "first");
    assert_int_equal(pthread_create(&publisher, NULL, publish_many, stage), 0);
    for (int i = 1; i < LISTENERS / 2; i++)
        fds[i] = listen_to(stage, "count");
    pthread_join(publisher, NULL);
    for (int i = LISTENERS / 2; i < LISTENERS; i++)
        fds[i] = listen_to(stage, "count");
    wait_for_count(stage, "count", LISTENERS);
    hub_publish(stage->hub, "count", "end", "0");
    for (int i = 0; i < LISTENERS; i++)
        check_sequence(fds[i], i == 0);
}

static void who_goes_away_is_forgotten(void **state) {
    const Stage *stage = *state;
    int fds[20];
    for (int i = 0; i < 20; i++)
        fds[i] = listen_to(stage, "chess");
    for (int i = 0; i < 20; i++)
        expect(fds[i], "first");
    for (int i = 0; i < 19; i++)
        close(fds[i]);
    wait_for_count(stage, "chess", 1);
    hub_publish(stage->hub, "chess", "move", "1");
    expect(fds[19], "data: 1");
    close(fds[19]);
    wait_for_count(stage, NULL, 0);
}

static void who_does_not_read_is_cut_off_and_holds_nobody_up(void **state) {
    enum { BYTES = 64 * 1024, EVENTS = 200 };
    const Stage *stage = *state;
    char *data = malloc(BYTES + 1);
    memset(data, 'x', BYTES);
    data[BYTES] = '\0';
    int asleep = listen_to(stage, "news"), awake = listen_to(stage, "news");
    expect(asleep, "first");
    expect(awake, "first");
    for (int i = 0; i < EVENTS; i++) {
        hub_publish(stage->hub, "news", "page", data);
        hub_publish(stage->hub, "news", "turned", "1");
        expect(awake, "event: turned\ndata: 1\n\n");
    }
    wait_for_count(stage, "news", 1); /* 12.5 MB were too much */
    expect_end(asleep);
    free(data);
    close(awake);
}

static void at_the_end_all_streams_end(void **state) {
    const Stage *stage = *state;
    int fds[30];
    for (int i = 0; i < 30; i++)
        fds[i] = listen_to(stage, "chess");
    for (int i = 0; i < 30; i++)
        expect(fds[i], "first");
    hub_publish(stage->hub, "chess", "over", "1");
    hub_finish(stage->hub);
    for (int i = 0; i < 30; i++) {
        expect(fds[i], "event: over\ndata: 1\n\n"); /* what was said before is heard */
        expect_end(fds[i]);
    }
    expect_end(listen_to(stage, "chess")); /* nobody listens any more */
}

#define ON_STAGE(name) cmocka_unit_test_setup_teardown(name, open_stage, close_stage)

int main(void) {
    const struct CMUnitTest tests[] = {
        ON_STAGE(a_topic_is_heard_by_those_who_listen_to_it),
        ON_STAGE(whoever_comes_in_between_misses_nothing_and_hears_nothing_twice),
        ON_STAGE(who_goes_away_is_forgotten),
        ON_STAGE(who_does_not_read_is_cut_off_and_holds_nobody_up),
        ON_STAGE(at_the_end_all_streams_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
