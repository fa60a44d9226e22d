/* How soon a server answers when so many requests a second come in, whether it has answered the last or not: one
 * reading path, over 16 connections that are kept. A delay runs from the moment when the request was due.
 *
 *   rookery serve --data /tmp/arena --port 8123 --no-limits &
 *   requests 8123 /api/v1/leaderboard 1000 10
 *
 * Prints the median, the 99th percentile and the worst; exits 1 when the second is over 50 ms. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS = 16, ANSWER_MAX = 1 << 20, PATIENCE_MS = 10000 };
static const double P99_MOST = 50;

typedef struct Connection {
    int fd;
    bool busy;
    double due;
    char *answer;
    size_t got;
} Connection;

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void fail(const char *what, const char *more) {
    fprintf(stderr, "%s%s\n", what, more);
    exit(2);
}

static int dial(unsigned port) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address) != 0)
        fail("cannot connect", "");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return fd;
}

/* Whether the answer is there as a whole. */
static bool is_whole(const Connection *connection) {
    const char *end = strstr(connection->answer, "\r\n\r\n"), *length = strstr(connection->answer, "Content-Length: ");
    if (end == NULL)
        return false;
    if (strncmp(connection->answer, "HTTP/1.1 200", 12) != 0 || length == NULL)
        fail("not the answer that was wanted:\n", connection->answer);
    return connection->got == (size_t)(end + 4 - connection->answer) + strtoul(length + 16, NULL, 10);
}

/* Reads what is there; whether the answer is complete. */
static bool take(Connection *connection) {
    ssize_t count =
        recv(connection->fd, connection->answer + connection->got, ANSWER_MAX - 1 - connection->got, MSG_DONTWAIT);
    if (count == 0)
        fail("the server has hung up", "");
    if (count < 0)
        return false;
    connection->got += (size_t)count;
    connection->answer[connection->got] = '\0';
    return is_whole(connection);
}

static Connection *find_idle(Connection *connections) {
    for (int i = 0; i < CONNECTIONS; i++)
        if (!connections[i].busy)
            return &connections[i];
    return NULL;
}

static int compare(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return a < b ? -1 : a > b;
}

int main(int argc, char **argv) {
    Connection connections[CONNECTIONS] = {{0}};
    char request[1024];
    if (argc != 5)
        fail("requests PORT PATH A-SECOND SECONDS", "");
    double rate = strtod(argv[3], NULL), seconds = strtod(argv[4], NULL);
    size_t total = (size_t)(rate * seconds), sent = 0, answered = 0;
    double *delays = calloc(total + 1, sizeof *delays);
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: bench\r\n\r\n", argv[2]);
    for (int i = 0; i < CONNECTIONS; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connections[i]};
        connections[i].fd = dial((unsigned)strtoul(argv[1], NULL, 10));
        connections[i].answer = malloc(ANSWER_MAX);
        if (connections[i].answer == NULL || delays == NULL ||
            epoll_ctl(epoll, EPOLL_CTL_ADD, connections[i].fd, &event) != 0)
            fail("out of memory", "");
    }
    double start = now_ms();
    while (answered < total) {
        struct epoll_event events[CONNECTIONS];
        Connection *idle;
        while (sent < total && start + (double)sent * 1e3 / rate <= now_ms() &&
               (idle = find_idle(connections)) != NULL) {
            *idle = (Connection){idle->fd, true, start + (double)sent++ * 1e3 / rate, idle->answer, 0};
            if (send(idle->fd, request, (size_t)length, MSG_NOSIGNAL) != length)
                fail("cannot send", "");
        }
        int ready = epoll_wait(epoll, events, CONNECTIONS, 1);
        for (int i = 0; i < ready; i++) {
            Connection *connection = events[i].data.ptr;
            if (connection->busy && take(connection)) {
                delays[answered++] = now_ms() - connection->due;
                connection->busy = false;
            }
        }
        if (now_ms() - start > seconds * 1e3 + PATIENCE_MS)
            fail("the server does not keep up", "");
    }
    qsort(delays, total, sizeof *delays, compare);
    printf("%s: %zu requests, %.0f a second: median %.1f ms, 99 %% within %.1f ms, the last after %.1f ms\n", argv[2],
           total, rate, delays[total / 2], delays[total * 99 / 100], delays[total - 1]);
    return delays[total * 99 / 100] < P99_MOST ? 0 : 1;
}
