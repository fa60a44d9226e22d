/* What a browser may send to a server: raw bytes, or (first byte '!') a line "METHOD PATH" and a body, which are sent
 * as a signed-in person's request. Whatever comes, the answer is HTTP and no failure of ours. */
#include "fuzz.h"

#include <errno.h>
#include <ftw.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/text.h"
#include "server/server.h"

enum {
    ANSWER_MAX = 1 << 16,
    PATIENCE = 100,            /* ms: half a line may be answered after a minute only */
    FIRST_PATIENCE = 5 * 60000 /* ms: hashing a password with sanitizers takes its time on a machine that is busy */
};

static Server *server;
static char folder[] = "/tmp/rookery-fuzz-XXXXXX";
static char cookie[200];

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *at) {
    (void)status;
    (void)kind;
    (void)at;
    return remove(path);
}

static void tidy_up(void) {
    server_close(server);
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

/* Whether the answer is there as a whole, or is a stream, which has no end: the server keeps the connection open. */
static bool is_whole(const char *answer, size_t got) {
    const char *end = strstr(answer, "\r\n\r\n"), *length = strstr(answer, "Content-Length: ");
    if (end == NULL)
        return false;
    if (strstr(answer, "text/event-stream") != NULL || length == NULL || length > end)
        return true;
    return got >= (size_t)(end + 4 - answer) + strtoul(length + 16, NULL, 10);
}

/* The fuzzer's alarm clock may interrupt it. */
static int dial(const struct sockaddr_in *address) {
    for (;;) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        CHECK(fd >= 0);
        if (connect(fd, (const struct sockaddr *)address, sizeof *address) == 0)
            return fd;
        CHECK(errno == EINTR);
        close(fd);
    }
}

static ssize_t receive(int fd, char *bytes, size_t size) {
    ssize_t count;
    do
        count = recv(fd, bytes, size, 0);
    while (count < 0 && errno == EINTR);
    return count;
}

/* Sends the bytes, and no more, and reads the answer's beginning. */
static size_t talk(const char *bytes, size_t length, int milliseconds, char *answer) {
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)server_port(server)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval patience = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000L};
    size_t got = 0;
    int fd = dial(&address);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (send(fd, bytes, length, MSG_NOSIGNAL) == (ssize_t)length) {
        shutdown(fd, SHUT_WR);
        for (ssize_t count; got < ANSWER_MAX - 1 && (count = receive(fd, answer + got, ANSWER_MAX - 1 - got)) > 0;) {
            got += (size_t)count;
            answer[got] = '\0';
            if (is_whole(answer, got))
                break;
        }
    }
    answer[got] = '\0';
    close(fd);
    return got;
}

static void begin(void) {
    static const ExampleBot nobody[] = {{NULL, NULL}};
    static char answer[ANSWER_MAX];
    static const char sign_up[] = "POST /api/v1/accounts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                  "Content-Length: 45\r\n\r\n{\"name\":\"fuzz\",\"password\":\"a long password.\"}";
    Error error;
    CHECK(mkdtemp(folder) != NULL);
    static ServerOptions options = {.data = folder,
                                    .host = "127.0.0.1",
                                    .program = "/bin/false",
                                    .concurrency = 1,
                                    .sandbox = true,
                                    .bots = nobody};
    server = server_open(&options, &error);
    CHECK(server != NULL);
    atexit(tidy_up);
    talk(sign_up, strlen(sign_up), FIRST_PATIENCE, answer);
    const char *set = strstr(answer, "rookery_session=");
    CHECK(set != NULL);
    snprintf(cookie, sizeof cookie, "%.*s", (int)strcspn(set, ";"), set);
}

/* The request of a person from "METHOD PATH" and a body. */
static void write_request(const char *text, size_t length, Text *out) {
    const char *line_end = memchr(text, '\n', length);
    size_t line = line_end != NULL ? (size_t)(line_end - text) : length;
    size_t body = line < length ? length - line - 1 : 0;
    text_append(out, text, line);
    text_append_format(out,
                       " HTTP/1.1\r\nHost: x\r\nCookie: %s\r\nContent-Type: application/json\r\nContent-Length: %zu"
                       "\r\n\r\n",
                       cookie, body);
    text_append(out, text + length - body, body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char answer[ANSWER_MAX];
    Text request;
    if (server == NULL)
        begin();
    text_init(&request);
    if (size > 0 && data[0] == '!')
        write_request((const char *)data + 1, size - 1, &request);
    else
        text_append(&request, (const char *)data, size);
    size_t got = talk(request.data, request.length, PATIENCE, answer);
    if (got > 12) {
        CHECK(strncmp(answer, "HTTP/1.", 7) == 0);
        CHECK(answer[9] != '5' || strncmp(answer + 9, "503", 3) == 0 || strncmp(answer + 9, "505", 3) == 0);
    }
    text_free(&request);
    return 0;
}
