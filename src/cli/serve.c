/* rookery serve: the arena in a browser. */
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/clock.h"
#include "arena/launch.h"
#include "base/machine.h"
#include "cli/embedded.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "server/server.h"

static const char help[] =
    "rookery serve [options]: the arena in a browser: bots, games, ratings\n"
    "\n"
    "  rookery serve\n"
    "  rookery serve --data /var/lib/rookery --host :: --port 80\n"
    "\n"
    "Everything is kept in one folder. The first start prints a link that makes you its administrator. Ctrl-C stops;\n"
    "games of bots that were being played are begun again at the next start, those of people go on.\n"
    "\n"
    "  --data DIR         where everything is kept (default: rookery-data)\n"
    "  --database URL     games, people and bots in a PostgreSQL database instead, postgresql://...\n"
    "  --host ADDRESS     where to listen: 127.0.0.1 is this machine only, :: is everywhere (default 127.0.0.1)\n"
    "  --port N           (default 8080; 0: any that is free, which is printed)\n"
    "  --games N          games of bots at once (default: one a processor)\n"
    "  --league-clock C   the clock of the games that bots play when nobody asks for any (default 10+0.1)\n"
    "  --no-league        they play only when asked for\n"
    "  --no-example-bots  an arena without the bots that come with Rookery\n"
    "  --open             shows it in a browser, where there is a display\n"
    "  --behind-proxy     believes the X-Forwarded-For and X-Forwarded-Proto of a proxy in front\n"
    "  --no-limits        does not limit how often an address may ask: for tests only\n"
    "  --no-sandbox       runs bots without their box: for your own on your own machine only\n"
    "  --verify           starts nothing, but computes ratings and standings anew from the games and compares\n"
    "\n"
    "Exit status: 0 stopped as asked, or --verify found no difference; 1 it found some; 2 it cannot serve.\n";

typedef struct ServeOptions {
    const char *data, *database, *host, *league_clock;
    unsigned long port, games;
    bool no_league, no_examples, behind_proxy, no_limits, no_sandbox, open, verify;
} ServeOptions;

static const ExampleBot examples[] = {
    {"Greedy", embedded_greedy},   {"Magpie", embedded_magpie},
    {"Minimax", embedded_minimax}, {"RandomMover", embedded_random_mover},
    {"Wren", embedded_wren},       {NULL, NULL},
};

static void on_interrupt(void *owner) {
    *(bool *)owner = true;
}

/* By the desktop's own choice of a browser. The shell lets go of it, so that neither Ctrl-C nor our end closes it, and
 * takes our signal mask off it. */
static void open_browser(unsigned port) {
    char url[40], shell[] = "sh", option[] = "-c", command[] = "xdg-open \"$0\" >/dev/null 2>&1 </dev/null &";
    char *words[] = {shell, option, command, url, NULL};
    pid_t process;
    sigset_t nothing;
    posix_spawnattr_t attributes;
    if (getenv("DISPLAY") == NULL && getenv("WAYLAND_DISPLAY") == NULL)
        return;
    snprintf(url, sizeof url, "http://localhost:%u", port);
    sigemptyset(&nothing);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &nothing);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
    if (posix_spawn(&process, "/bin/sh", NULL, &attributes, words, environ) == 0)
        waitpid(process, NULL, 0);
    posix_spawnattr_destroy(&attributes);
}

static void greet(Server *server, const ServeOptions *options) {
    char *link = server_setup_link(server);
    printf("Rookery is open: http://localhost:%u (kept in %s; Ctrl-C stops)\n", server_port(server), options->data);
    if (link != NULL)
        printf("This link makes you the administrator, once: %s\n", link);
    fflush(stdout);
    free(link);
    if (options->open)
        open_browser(server_port(server));
}

/* Signals are caught from the first moment, so that whoever ends the server while it starts ends it in order too. */
static int serve(const ServerOptions *server_options, const ServeOptions *options) {
    Error error;
    bool over = false;
    Loop *loop = loop_open(&error);
    if (loop == NULL || !interrupt_catch(loop, on_interrupt, &over)) {
        loop_close(loop);
        return usage_error("serve", "cannot watch for signals");
    }
    Server *server = server_open(server_options, &error);
    if (server != NULL) {
        greet(server, options);
        while (!over)
            loop_turn(loop);
        server_close(server);
        puts("Stopped. Games that were being played go on, or are begun again, at the next start.");
    }
    interrupt_release(loop);
    loop_close(loop);
    return server != NULL ? EXIT_YES : usage_error("serve", "%s", error.message);
}

static int verify(const char *data, const char *database) {
    Error error;
    long long games, differences;
    if (database == NULL && access(data, F_OK) != 0)
        return usage_error("serve", "there is no folder \"%.150s\"", data);
    if (!server_verify(data, database, &games, &differences, &error))
        return usage_error("serve", "%s", error.message);
    printf("%lld rated %s, %lld %s in ratings and standings\n", games, games == 1 ? "game" : "games", differences,
           differences == 1 ? "difference" : "differences");
    return differences == 0 ? EXIT_YES : EXIT_NO;
}

int verb_serve(int argc, char **argv) {
    static const ExampleBot nobody[] = {{NULL, NULL}};
    ServeOptions options = {.data = "rookery-data", .host = "127.0.0.1", .league_clock = "10+0.1", .port = 8080};
    const Option table[] = {
        {"data", OPTION_TEXT, &options.data},
        {"database", OPTION_TEXT, &options.database},
        {"host", OPTION_TEXT, &options.host},
        {"port", OPTION_COUNT, &options.port},
        {"games", OPTION_COUNT, &options.games},
        {"league-clock", OPTION_TEXT, &options.league_clock},
        {"no-league", OPTION_FLAG, &options.no_league},
        {"no-example-bots", OPTION_FLAG, &options.no_examples},
        {"behind-proxy", OPTION_FLAG, &options.behind_proxy},
        {"no-limits", OPTION_FLAG, &options.no_limits},
        {"no-sandbox", OPTION_FLAG, &options.no_sandbox},
        {"open", OPTION_FLAG, &options.open},
        {"verify", OPTION_FLAG, &options.verify},
        {NULL, OPTION_FLAG, NULL},
    };
    Error error;
    TimeControl clock = {0};
    int words = options_read(argc, argv, table, help);
    if (words < 0)
        return options_status(words);
    if (words > 0)
        return usage_error("serve", "\"%.60s\" is too much; serve takes options only", argv[1]);
    if (options.port > 65535)
        return usage_error("serve", "--port wants a number from 0 to 65535");
    if (options.games > 256)
        return usage_error("serve", "--games wants a number from 1 to 256");
    if (!time_control_parse(options.league_clock, &clock, &error))
        return usage_error("serve", "--league-clock: %s", error.message);
    if (options.verify)
        return verify(options.data, options.database);
    char *program = launch_find_rookery(&error);
    if (program == NULL)
        return usage_error("serve", "%s", error.message);
    ServerOptions server = {
        .data = options.data,
        .database = options.database,
        .host = options.host,
        .port = (unsigned)options.port,
        .program = program,
        .concurrency = options.games > 0 ? (unsigned)options.games : machine_processors(),
        .sandbox = !options.no_sandbox,
        .limited = !options.no_limits,
        .behind_proxy = options.behind_proxy,
        .league_clock = options.no_league ? NULL : options.league_clock,
        .bots = options.no_examples ? nobody : examples,
    };
    int status = serve(&server, &options);
    free(program);
    return status;
}
