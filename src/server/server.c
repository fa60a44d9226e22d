#include "server/server.h"

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/error.h"
#include "base/monotonic.h"
#include "server/folder.h"
#include "server/house.h"
#include "server/rules.h"
#include "server/say.h"
#include "server/secrets.h"
#include "server/server_internal.h"
#include "store/tournaments.h"

enum {
    HTTP_THREADS = 4,
    CONNECTIONS_MAX = 12000,
    DESCRIPTORS_KEPT = 512, /* for players and the database */
    IDLE_SECONDS = 60,
    CONNECTIONS_OF_ONE = 256, /* of one address */
};

static Stores *open_database(const char *data, const char *database, Error *error) {
    char path[FOLDER_PATH_MAX];
    if (database != NULL)
        return stores_open(database, error);
    return folder_path(data, FOLDER_DATABASE, path, error) ? stores_open(path, error) : NULL;
}

/* ---- Listening ------------------------------------------------------------------------------------------ */

/* Sets aside what players and database need; the rest may be connections. */
static unsigned connections_allowed(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 256;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur > CONNECTIONS_MAX + DESCRIPTORS_KEPT)
        return CONNECTIONS_MAX;
    return limit.rlim_cur > 2 * DESCRIPTORS_KEPT ? (unsigned)limit.rlim_cur - DESCRIPTORS_KEPT : 256;
}

static bool listen_on(Server *server, const struct addrinfo *address, Error *error) {
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    if (address->ai_family == AF_INET6)
        flags |= MHD_USE_DUAL_STACK;
    /* Behind a proxy all come from one address, which then has to see to this. */
    unsigned of_one = server->options.limited && !server->options.behind_proxy ? CONNECTIONS_OF_ONE : 0;
    server->daemon = MHD_start_daemon(
        flags, (uint16_t)server->options.port, NULL, NULL, http_handle, server, MHD_OPTION_NOTIFY_COMPLETED,
        http_complete, NULL, MHD_OPTION_SOCK_ADDR, address->ai_addr, MHD_OPTION_THREAD_POOL_SIZE,
        (unsigned)HTTP_THREADS, MHD_OPTION_CONNECTION_LIMIT, connections_allowed(), MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        of_one, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_END);
    if (server->daemon == NULL)
        return error_set(error,
                         "cannot listen on port %u of %s: %s; is another server running, or is --port to be set?",
                         server->options.port, server->options.host, strerror(errno));
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT);
    server->port = info != NULL ? info->port : server->options.port;
    return true;
}

static bool start_listening(Server *server, Error *error) {
    char port[8];
    struct addrinfo *address = NULL;
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
    snprintf(port, sizeof port, "%u", server->options.port);
    if (getaddrinfo(server->options.host, port, &hints, &address) != 0)
        return error_set(error, "\"%.60s\" is not an address to listen on; 127.0.0.1 is this machine only, :: is all",
                         server->options.host);
    bool good = listen_on(server, address, error);
    freeaddrinfo(address);
    return good;
}

/* ---- Opening and closing -------------------------------------------------------------------------------- */

static bool fill_house(Server *server, Error *error) {
    Store *store = stores_take(server->stores, error);
    bool good = store != NULL && house_open(store, server->options.bots, error);
    stores_give(server->stores, store);
    return good;
}

static bool open_folder(Server *server, Error *error) {
    const char *data = server->options.data, *database = server->options.database;
    if (!folder_open(data, &server->lock, error))
        return false;
    if (asprintf(&server->cache, "%s/cache", data) < 0) {
        server->cache = NULL;
        return error_set(error, "out of memory");
    }
    server->stores = folder_make(server->cache, error) ? open_database(data, database, error) : NULL;
    server->holder = server->stores != NULL ? stores_take(server->stores, error) : NULL;
    return server->holder != NULL && store_hold(server->holder, error);
}

static bool apply_settings(Server *server, Error *error) {
    Store *store = stores_take(server->stores, error);
    if (store == NULL)
        return false;
    server_apply_settings(server, store);
    stores_give(server->stores, store);
    return true;
}

static Pictures *open_pictures(void) {
    const Asset *sheet = asset_find("/pieces.png");
    return sheet != NULL ? pictures_open(asset_bytes + sheet->at, sheet->length) : NULL;
}

static bool open_parts(Server *server, Error *error) {
    const ServerOptions *options = &server->options;
    DirectorOptions director = {options->concurrency, options->sandbox, server->cache};
    CheckerOptions checker = {options->program, server->cache, options->sandbox};
    server->stream_head = http_stream_head();
    if (server->stream_head == NULL)
        return error_set(error, "out of memory");
    server->hub = hub_open(server->stream_head, error);
    if (server->hub == NULL)
        return false;
    server->limits = limits_open();
    server->answers = answers_open();
    server->live = live_open(server->hub);
    server->prompts = prompts_open(options->program);
    server->pictures = open_pictures();
    if (server->live == NULL || server->limits == NULL || server->answers == NULL || server->prompts == NULL)
        return error_set(error, "out of memory");
    server->director = director_open(&director, server->stores, server->live, server->hub, error);
    server->checker =
        server->director != NULL ? checker_open(&checker, server->stores, server->hub, server->director, error) : NULL;
    return server->checker != NULL && apply_settings(server, error) && start_listening(server, error);
}

Server *server_open(const ServerOptions *options, Error *error) {
    Server *server = calloc(1, sizeof *server);
    if (server == NULL || !secrets_begin()) {
        error_set(error, "out of memory");
        free(server);
        return NULL;
    }
    server->options = *options;
    server->lock = -1;
    server->started = monotonic_us();
    json_object_seed(0);
    if (open_folder(server, error) && fill_house(server, error) && open_parts(server, error))
        return server;
    server_close(server);
    return NULL;
}

void server_close(Server *server) {
    if (server == NULL)
        return;
    if (server->daemon != NULL) {
        hub_finish(server->hub);
        MHD_stop_daemon(server->daemon);
    }
    checker_close(server->checker);
    director_close(server->director);
    live_close(server->live);
    hub_close(server->hub);
    limits_close(server->limits);
    answers_close(server->answers);
    prompts_close(server->prompts);
    pictures_close(server->pictures);
    if (server->stores != NULL)
        stores_give(server->stores, server->holder);
    stores_close(server->stores);
    if (server->lock >= 0)
        close(server->lock);
    free(server->stream_head);
    free(server->cache);
    free(server);
}

unsigned server_port(const Server *server) {
    return server->port;
}

char *server_setup_link(Server *server) {
    Error error;
    char secret[SECRET_MAX + 1], hash[SECRET_HASH_MAX + 1], *link = NULL;
    Store *store = stores_take(server->stores, &error);
    if (store == NULL)
        return NULL;
    secret_make(secret);
    secret_hash(secret, strlen(secret), hash);
    /* Behind a # it reaches neither logs nor other sites. */
    if (!account_any_admin(store) && setup_link_set(store, hash, server_now()) &&
        asprintf(&link, "http://localhost:%u/#setup=%s", server->port, secret) < 0)
        link = NULL;
    stores_give(server->stores, store);
    return link;
}

bool server_verify(const char *data, const char *database, long long *games, long long *differences, Error *error) {
    int64_t count = 0, of_ratings = 0, of_standings = 0;
    Stores *stores = open_database(data, database, error);
    Store *store = stores != NULL ? stores_take(stores, error) : NULL;
    bool good = store != NULL && ((ratings_recompute(store, &rating_rule, false, &count, &of_ratings) &&
                                   standings_verify(store, &of_standings)) ||
                                  error_set(error, "%s", store_error(store)->message));
    if (store != NULL)
        stores_give(stores, store);
    stores_close(stores);
    *games = count;
    *differences = of_ratings + of_standings;
    return good;
}
