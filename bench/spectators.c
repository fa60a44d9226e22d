/* How soon those who watch a game see a move: so many listeners on one game of two guests, who move by POST. The delay
 * of a listener runs from just before the POST to the arrival of the event.
 *
 *   rookery serve --data /tmp/arena --port 8123 --no-limits --games 2 &
 *   spectators 8123 5000 30
 *
 * Prints the median, the 99th percentile and the worst over all listeners and moves; exits 1 when the first two are
 * over 50 and 150 ms. The league's games go on meanwhile. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER_MAX = 1 << 16, BATCH = 256, WAIT_MS = 20000, PAUSE_MS = 500 };
static const double MEDIAN_MOST = 50, P99_MOST = 150;

static unsigned port;

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void die(const char *what) {
    perror(what);
    exit(2);
}

static int dial(void) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address) != 0)
        die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return fd;
}

static void send_all(int fd, const char *text) {
    if (send(fd, text, strlen(text), MSG_NOSIGNAL) != (ssize_t)strlen(text))
        die("send");
}

/* ---- Two guests ----------------------------------------------------------------------------------------- */

typedef struct Guest {
    char cookie[120];
} Guest;

static char answer[ANSWER_MAX];

static void ask(Guest *guest, const char *method, const char *path, const char *body) {
    char request[2048];
    size_t got = 0;
    int fd = dial();
    snprintf(request, sizeof request,
             "%s /api/v1/%s HTTP/1.1\r\nHost: bench\r\nConnection: close\r\nContent-Type: application/json\r\n"
             "%s%s%sContent-Length: %zu\r\n\r\n%s",
             method, path, guest->cookie[0] != '\0' ? "Cookie: " : "", guest->cookie,
             guest->cookie[0] != '\0' ? "\r\n" : "", strlen(body), body);
    send_all(fd, request);
    for (ssize_t count; got < sizeof answer - 1 && (count = recv(fd, answer + got, sizeof answer - 1 - got, 0)) > 0;)
        got += (size_t)count;
    answer[got] = '\0';
    close(fd);
    const char *cookie = strstr(answer, "Set-Cookie: ");
    if (cookie != NULL)
        snprintf(guest->cookie, sizeof guest->cookie, "%.*s", (int)strcspn(cookie + 12, ";"), cookie + 12);
}

/* The number or text after "name": in the answer. */
static void read_part(const char *name, char *out, size_t size) {
    char key[40];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(answer, key);
    if (at == NULL) {
        fprintf(stderr, "no %s in the answer:\n%s\n", name, answer);
        exit(2);
    }
    at += strlen(key);
    at += *at == '"';
    snprintf(out, size, "%.*s", (int)strcspn(at, "\",}"), at);
}

/* ---- Those who watch ------------------------------------------------------------------------------------ */

typedef struct Watcher {
    int fd;
    char tail[16]; /* what may be the beginning of what we look for */
    unsigned heard;
} Watcher;

static int watch(const char *game) {
    char request[200];
    int fd = dial();
    snprintf(request, sizeof request, "GET /api/v1/games/%s/events HTTP/1.1\r\nHost: bench\r\n\r\n", game);
    send_all(fd, request);
    return fd;
}

/* Whether the text, read after what was read before, has the word. */
static bool has(Watcher *watcher, const char *text, size_t length, const char *word) {
    static char joined[sizeof watcher->tail + ANSWER_MAX];
    size_t before = strlen(watcher->tail);
    memcpy(joined, watcher->tail, before);
    memcpy(joined + before, text, length);
    joined[before + length] = '\0';
    size_t all = before + length, keep = all < sizeof watcher->tail - 1 ? all : sizeof watcher->tail - 1;
    memcpy(watcher->tail, joined + all - keep, keep + 1);
    bool found = strstr(joined, word) != NULL;
    if (found)
        watcher->tail[0] = '\0';
    return found;
}

/* Until all have read the word, which each gets once; notes when each did. */
static void gather(int epoll, const char *word, unsigned round, size_t count, double *arrivals) {
    static char text[ANSWER_MAX];
    struct epoll_event events[BATCH];
    double limit = now_ms() + WAIT_MS;
    for (size_t heard = 0; heard < count;) {
        int ready = epoll_wait(epoll, events, BATCH, 1000);
        double now = now_ms();
        if (now > limit) {
            fprintf(stderr, "%zu of %zu heard nothing for %d s\n", count - heard, count, WAIT_MS / 1000);
            exit(1);
        }
        for (int i = 0; i < ready; i++) {
            Watcher *watcher = events[i].data.ptr;
            ssize_t length = recv(watcher->fd, text, sizeof text - 1, MSG_DONTWAIT);
            if (length == 0) {
                fprintf(stderr, "a listener was cut off\n");
                exit(1);
            }
            if (length > 0 && has(watcher, text, (size_t)length, word) && watcher->heard < round) {
                watcher->heard = round;
                if (arrivals != NULL)
                    arrivals[heard] = now;
                heard++;
            }
        }
    }
}

static int compare(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return a < b ? -1 : a > b;
}

int main(int argc, char **argv) {
    static const char *const dance[] = {"g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8"};
    if (argc != 4) {
        fprintf(stderr, "spectators PORT LISTENERS MOVES\n");
        return 2;
    }
    port = (unsigned)strtoul(argv[1], NULL, 10);
    size_t count = strtoul(argv[2], NULL, 10), moves = strtoul(argv[3], NULL, 10);
    if (moves > 7) /* the position would come up a third time with the eighth: the game would be drawn */
        moves = moves < 60 ? moves : 60;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);

    Guest guests[2] = {{""}, {""}};
    char key[64], game[32], path[128], body[64];
    ask(&guests[0], "POST", "challenges", "{\"color\":\"white\",\"clock\":\"3600+0\"}");
    read_part("key", key, sizeof key);
    snprintf(path, sizeof path, "challenges/%s/accept", key);
    ask(&guests[1], "POST", path, "{}");
    read_part("id", game, sizeof game);
    do {
        snprintf(path, sizeof path, "games/%s", game);
        ask(&guests[0], "GET", path, "");
    } while (strstr(answer, "\"legal\":") == NULL);

    int epoll = epoll_create1(EPOLL_CLOEXEC);
    Watcher *watchers = calloc(count, sizeof *watchers);
    double *delays = calloc(count * moves, sizeof *delays), began = now_ms();
    if (watchers == NULL || delays == NULL)
        die("calloc");
    for (size_t i = 0; i < count; i++) {
        watchers[i].fd = watch(game);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &watchers[i]};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, watchers[i].fd, &event) != 0)
            die("epoll_ctl");
    }
    gather(epoll, "event: game", 1, count, NULL);
    printf("%zu listeners came in %.1f s\n", count, (now_ms() - began) / 1e3);

    /* Rooks' pawns step aside now and then, so that no position comes up three times. */
    static const char *const steps[] = {"h2h3", "h7h6", "a2a3", "a7a6", "g2g3", "g7g6", "b2b3", "b7b6"};
    size_t step = 0;
    for (size_t move = 0; move < moves; move++) {
        struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
        nanosleep(&pause, NULL);
        const char *text = move % 10 >= 8 && step < 8 ? steps[step++] : dance[move % 10 % 8];
        snprintf(path, sizeof path, "games/%s/moves", game);
        snprintf(body, sizeof body, "{\"move\":\"%s\"}", text);
        double *arrivals = delays + move * count, start = now_ms();
        ask(&guests[move % 2], "POST", path, body);
        if (strstr(answer, " 204 ") == NULL) {
            fprintf(stderr, "the move %s was refused:\n%s\n", text, answer);
            return 2;
        }
        gather(epoll, "event: move", (unsigned)move + 2, count, arrivals);
        for (size_t i = 0; i < count; i++)
            arrivals[i] -= start;
    }
    qsort(delays, count * moves, sizeof *delays, compare);
    double median = delays[count * moves / 2], p99 = delays[count * moves * 99 / 100];
    printf("%zu listeners, %zu moves: median %.1f ms, 99 %% within %.1f ms, the last after %.1f ms\n", count, moves,
           median, p99, delays[count * moves - 1]);
    return median < MEDIAN_MOST && p99 < P99_MOST ? 0 : 1;
}
