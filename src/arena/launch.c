#include "arena/launch.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/program.h"
#include "base/error.h"
#include "base/machine.h"
#include "base/text.h"

enum { WORDS_MAX = 64, MEMORY_WORD_MAX = 32 };

/* Where a box shows the bot host and the bot. */
#define BOX_HOST_FOLDER "/rookery"
#define BOX_BOT_FOLDER "/bot"

/* What a bot may use. The memory is the whole tree's; a Python process reserves little more than it uses, so a somewhat
 * larger address space stops what grows faster than it can be watched. */
const ProcessLimits launch_bot_limits = {
    .memory_bytes = 512ULL << 20,
    .processes = 16,
    .open_files = 64,
    .scratch_bytes = 16ULL << 20,
    .address_space_bytes = 768ULL << 20,
};

/* Node reserves far more than it uses, and starts threads of its own. */
const ProcessLimits launch_javascript_limits = {
    .memory_bytes = 2048ULL << 20,
    .processes = 32,
    .open_files = 64,
    .scratch_bytes = 16ULL << 20,
};

/* Where the files of our bot hosts are: below a folder that one of the places, or the environment, names. */
typedef struct BotHost {
    LaunchKind kind;
    const char *language, *ending, *variable;
    const char *host, *check; /* the scripts, as from that folder */
    const char *places[4];    /* from the folder of our executable: as installed, and in a build */
} BotHost;

static const BotHost python_host = {
    .kind = LAUNCH_PYTHON,
    .language = "Python",
    .ending = ".py",
    .variable = "ROOKERY_PYTHON",
    .host = "/rookery/host.py",
    .check = "/rookery/check.py",
    .places = {"/../lib/rookery/python", "/../bindings/python", "/../../bindings/python", "/../../../bindings/python"},
};
static const BotHost javascript_host = {
    .kind = LAUNCH_JAVASCRIPT,
    .language = "JavaScript",
    .ending = ".js",
    .variable = "ROOKERY_JAVASCRIPT",
    .host = "/host.cjs",
    .check = "/check.cjs",
    .places = {"/../lib/rookery/javascript", "/../bindings/js/host", "/../../bindings/js/host",
               "/../../../bindings/js/host"},
};

struct LaunchStorage {
    char *words[WORDS_MAX + 1]; /* argv, each allocated */
    ProcessBind binds[2];
    char *bot, *bot_in_box, *host;
    char *memory; /* of a JavaScript bot: the word of argv that tells its host what it may have */
};

/* ---- small tools -------------------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *ending) {
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* How many bytes at this place are a character that is not seen but changes what is: a control character, a mark for
 * the direction of writing, a separator of lines, a joiner. `text` is valid UTF-8. */
static size_t hidden_character(const unsigned char *text, size_t length) {
    if (text[0] < ' ' || text[0] == 127)
        return 1;
    if (length >= 2 && text[0] == 0xc2 && text[1] < 0xa0) /* U+0080 to U+009F */
        return 2;
    if (length < 3)
        return 0;
    unsigned third = text[2];
    bool general = text[0] == 0xe2 && text[1] == 0x80 && /* U+200B to U+200F, U+2028 to U+202E */
                   ((third >= 0x8b && third <= 0x8f) || (third >= 0xa8 && third <= 0xae));
    bool isolate = text[0] == 0xe2 && text[1] == 0x81 && third >= 0xa0 && third <= 0xaf; /* U+2060 to U+206F */
    bool order_mark = text[0] == 0xef && text[1] == 0xbb && third == 0xbf;               /* U+FEFF */
    return general || isolate || order_mark ? 3 : 0;
}

/* One line of visible UTF-8, cut at a character's start; a name goes into terminals, PGN and pages. */
static void set_name(Launch *launch, const char *name, size_t length) {
    const unsigned char *text = (const unsigned char *)name;
    size_t written = 0;
    if (length >= sizeof launch->name) {
        length = sizeof launch->name - 1;
        while (length > 0 && (text[length] & 0xc0) == 0x80)
            length--;
    }
    bool valid = utf8_is_valid(name, length);
    for (size_t i = 0, hidden; i<length; i += hidden> 0 ? hidden : 1) {
        hidden = valid ? hidden_character(text + i, length - i) : text[i] < ' ' || text[i] >= 127;
        launch->name[written++] = hidden > 0 ? '?' : (char)text[i];
    }
    launch->name[written] = '\0';
}

static bool add_word(Launch *launch, char *word, Error *error) {
    size_t count = 0;
    while (launch->storage->words[count] != NULL)
        count++;
    if (word == NULL)
        return error_set(error, "out of memory");
    if (count == WORDS_MAX) {
        free(word);
        return error_set(error, "a command may have at most %d words", WORDS_MAX);
    }
    launch->storage->words[count] = word;
    return true;
}

/* ---- bots --------------------------------------------------------------------------------------------------- */

static bool check_bot_file(const char *path, Error *error) {
    struct stat status;
    if (stat(path, &status) != 0) {
        if (errno == ENOENT)
            return error_set(error, "there is no file \"%.180s\"; check the path", path);
        return error_set(error, "cannot open \"%.150s\": %s", path, strerror(errno));
    }
    if (!S_ISREG(status.st_mode))
        return error_set(error, "\"%.150s\" is not a file; a bot is one file of source text", path);
    if (access(path, R_OK) != 0)
        return error_set(error, "\"%.100s\" may not be read; allow it with: chmod u+r \"%.100s\"", path, path);
    if (status.st_size > LAUNCH_BOT_BYTES_MAX)
        return error_set(error, "\"%.150s\" has %lld bytes; a bot may have at most %d", path, (long long)status.st_size,
                         LAUNCH_BOT_BYTES_MAX);
    return true;
}

/* Debian's interpreter if it is there, since only the system's libraries need be shown in the box then. */
static char *find_python(Error *error) {
    char *path = program_find("/usr/bin/python3", NULL);
    if (path == NULL)
        path = program_find("python3", NULL);
    if (path == NULL)
        error_set(error, "Python bots need python3: install it (Debian, Ubuntu: apt-get install python3)");
    else if (program_is_script(path))
        error_set(error, "\"%.120s\" is a script that calls Python; put the interpreter itself first in PATH", path);
    if (path == NULL || !program_is_script(path))
        return path;
    free(path);
    return NULL;
}

static char *find_node(Error *error) {
    char *path = program_find("/usr/bin/node", NULL);
    if (path == NULL)
        path = program_find("node", NULL);
    if (path == NULL)
        error_set(error, "JavaScript bots need Node: install it (Debian, Ubuntu: apt-get install nodejs)");
    else if (program_is_script(path))
        error_set(error, "\"%.120s\" is a script that calls Node; put the program itself first in PATH", path);
    if (path == NULL || !program_is_script(path))
        return path;
    free(path);
    return NULL;
}

static char *existing_host(const char *folder, const char *below, const BotHost *host) {
    char path[PATH_MAX + 64], real[PATH_MAX];
    snprintf(path, sizeof path, "%s%s", folder, below);
    if (realpath(path, real) == NULL)
        return NULL;
    snprintf(path, sizeof path, "%s%s", real, host->host);
    return access(path, R_OK) == 0 ? strdup(real) : NULL;
}

/* The folder that holds the host's files: beside our executable, in the places of a build and of an installation. */
static char *find_host(const BotHost *host, Error *error) {
    const char *given = getenv(host->variable);
    char self[MACHINE_PATH_MAX];
    machine_own_folder(self);
    if (given != NULL) {
        char *found = existing_host(given, "", host);
        if (found == NULL)
            error_set(error, "there is no %s in the folder that %s names, \"%.120s\"", host->host + 1, host->variable,
                      given);
        return found;
    }
    for (size_t i = 0; i < sizeof host->places / sizeof *host->places; i++) {
        char *found = existing_host(self, host->places[i], host);
        if (found != NULL)
            return found;
    }
    error_set(error, "the %s bot host is not beside this program; build it, or name its folder in %s", host->language,
              host->variable);
    return NULL;
}

/* Inside the box a bot sees its own file under its own name, and nothing else of its folder. A name that could be
 * taken for something else in logs or tracebacks is replaced. */
static char *bot_path_in_box(const char *path, const BotHost *host) {
    const char *name = base_name(path);
    bool plain = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") == strlen(name);
    char *inside = NULL;
    return asprintf(&inside, BOX_BOT_FOLDER "/%s%s", plain ? name : "bot", plain ? "" : host->ending) >= 0 ? inside
                                                                                                           : NULL;
}

static char *join(const char *folder, const char *rest) {
    char *path = NULL;
    return asprintf(&path, "%s%s", folder, rest) >= 0 ? path : NULL;
}

/* Isolated, without site packages, without writing byte code. */
static bool add_python(Launch *launch, const char *folder, const char *script, Error *error) {
    char *python = find_python(error);
    return python != NULL && add_word(launch, python, error) && add_word(launch, strdup("-I"), error) &&
           add_word(launch, strdup("-S"), error) && add_word(launch, strdup("-B"), error) &&
           add_word(launch, join(folder, script), error);
}

static void set_memory_word(Launch *launch) {
    char *word = launch->storage->memory;
    if (word != NULL)
        snprintf(word, MEMORY_WORD_MAX, "--memory=%llu", (unsigned long long)(launch->spec.limits.memory_bytes >> 20));
}

/* Node with as few threads as it takes, and without what no bot needs. */
static bool add_node(Launch *launch, const char *folder, const char *script, Error *error) {
    char *node = find_node(error), *memory = malloc(MEMORY_WORD_MAX);
    if (node == NULL || memory == NULL) {
        free(node);
        free(memory);
        return node == NULL ? false : error_set(error, "out of memory");
    }
    launch->storage->memory = memory;
    set_memory_word(launch);
    return add_word(launch, node, error) && add_word(launch, strdup("--no-warnings"), error) &&
           add_word(launch, strdup("--no-addons"), error) && add_word(launch, strdup("--v8-pool-size=1"), error) &&
           add_word(launch, strdup("--disallow-code-generation-from-strings"), error) &&
           add_word(launch, join(folder, script), error) && add_word(launch, memory, error);
}

static bool describe_bot_command(Launch *launch, const char *script, bool sandbox, Error *error) {
    struct LaunchStorage *storage = launch->storage;
    const char *folder = sandbox ? BOX_HOST_FOLDER : storage->host;
    const char *bot = sandbox ? storage->bot_in_box : storage->bot;
    bool good = launch->kind == LAUNCH_PYTHON ? add_python(launch, folder, script, error)
                                              : add_node(launch, folder, script, error);
    return good && add_word(launch, strdup(bot), error);
}

/* Debian's Node reads parts of itself from there. */
static const char *const node_folders[] = {"/usr/share/nodejs", NULL};

static bool describe_bot(Launch *launch, const char *path, const BotHost *host, const char *script, bool sandbox,
                         Error *error) {
    struct LaunchStorage *storage = launch->storage;
    launch->kind = host->kind;
    set_name(launch, base_name(path), strlen(base_name(path)) - strlen(host->ending));
    if (!check_bot_file(path, error))
        return false;
    storage->bot = realpath(path, NULL);
    storage->bot_in_box = bot_path_in_box(path, host);
    storage->host = find_host(host, error);
    if (storage->host == NULL)
        return false;
    if (storage->bot == NULL || storage->bot_in_box == NULL)
        return error_set(error, "cannot open \"%.150s\": %s", path, strerror(errno));
    storage->binds[0] = (ProcessBind){storage->host, BOX_HOST_FOLDER, false};
    storage->binds[1] = (ProcessBind){storage->bot, storage->bot_in_box, true};
    launch->spec = (ProcessSpec){
        .boxed = sandbox,
        .limits = host->kind == LAUNCH_PYTHON ? launch_bot_limits : launch_javascript_limits,
        .binds = storage->binds,
        .bind_count = 2,
        .visible = host->kind == LAUNCH_JAVASCRIPT && access(node_folders[0], R_OK | X_OK) == 0 ? node_folders : NULL,
    };
    return describe_bot_command(launch, script, sandbox, error);
}

/* ---- commands ----------------------------------------------------------------------------------------------- */

/* Cuts the next word out of *text in the manner of a shell: blanks separate, '..' and ".." and \ keep what they hold.
 * NULL without an error at the end, with one when a quote stays open. */
static char *next_word(const char **text, Error *error) {
    const char *at = *text + strspn(*text, " \t\r\n");
    if (*at == '\0')
        return NULL;
    char *word = malloc(strlen(at) + 1), *out = word;
    if (word == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    char quote = '\0';
    for (; *at != '\0' && (quote != '\0' || strchr(" \t\r\n", *at) == NULL); at++) {
        bool escapes =
            *at == '\\' && at[1] != '\0' && (quote == '\0' || (quote == '"' && (at[1] == '"' || at[1] == '\\')));
        if (escapes)
            *out++ = *++at;
        else if (quote == '\0' && (*at == '\'' || *at == '"'))
            quote = *at;
        else if (*at == quote)
            quote = '\0';
        else
            *out++ = *at;
    }
    *out = '\0';
    *text = at;
    if (quote == '\0')
        return word;
    free(word);
    error_set(error, "the command has an opening %c without a closing one", quote);
    return NULL;
}

static bool describe_command(Launch *launch, const char *command, Error *error) {
    Error mistake = {.message = ""};
    launch->kind = LAUNCH_COMMAND;
    for (char *word; (word = next_word(&command, &mistake)) != NULL;)
        if (!add_word(launch, word, error))
            return false;
    if (mistake.message[0] != '\0')
        return error_set(error, "%s", mistake.message);
    char **words = launch->storage->words;
    if (words[0] == NULL || words[0][0] == '\0')
        return error_set(error, "cmd: wants a command, as in cmd:stockfish");
    set_name(launch, base_name(words[0]), strlen(base_name(words[0])));
    char *path = program_find(words[0], error);
    if (path == NULL)
        return false;
    free(words[0]);
    words[0] = path;
    return true;
}

/* ---- players that are part of Rookery ------------------------------------------------------------------------ */

char *launch_find_rookery(Error *error) {
    static const char *const places[] = {"/rookery", "/../bin/rookery", "/../cli/rookery", "/../../src/cli/rookery"};
    const char *given = getenv("ROOKERY_PROGRAM");
    if (given != NULL)
        return program_find(given, error);
    char folder[MACHINE_PATH_MAX], path[MACHINE_PATH_MAX + 32];
    machine_own_folder(folder);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s%s", folder, places[i]);
        char *real = realpath(path, NULL);
        if (real != NULL && access(real, X_OK) == 0)
            return real;
        free(real);
    }
    error_set(error, "the program rookery is not beside this one; name its path in ROOKERY_PROGRAM");
    return NULL;
}

static bool describe_engine(Launch *launch, Error *error) {
    launch->kind = LAUNCH_ENGINE;
    set_name(launch, "engine", strlen("engine"));
    char *rookery = launch_find_rookery(error);
    return rookery != NULL && add_word(launch, rookery, error) && add_word(launch, strdup("uci"), error);
}

static bool describe_level(Launch *launch, const char *digits, Error *error) {
    char *end;
    unsigned long level = strtoul(digits, &end, 10);
    launch->kind = LAUNCH_LEVEL;
    if (digits[0] < '0' || digits[0] > '9' || *end != '\0' || level < LAUNCH_LEVEL_MIN || level > LAUNCH_LEVEL_MAX)
        return error_set(error, "a level is a rating from %d to %d, as in level:1200, not \"%.40s\"", LAUNCH_LEVEL_MIN,
                         LAUNCH_LEVEL_MAX, digits);
    launch->level = (unsigned)level;
    char name[32];
    snprintf(name, sizeof name, "level:%lu", level);
    set_name(launch, name, strlen(name));
    char *rookery = launch_find_rookery(error);
    return rookery != NULL && add_word(launch, rookery, error) && add_word(launch, strdup("uci"), error) &&
           add_word(launch, strdup("--level"), error) && add_word(launch, strdup(digits), error);
}

static bool describe_random(Launch *launch, Error *error) {
    launch->kind = LAUNCH_RANDOM;
    set_name(launch, "random", strlen("random"));
    char *rookery = launch_find_rookery(error);
    return rookery != NULL && add_word(launch, rookery, error) && add_word(launch, strdup("uci"), error) &&
           add_word(launch, strdup("--random"), error);
}

/* ---- all forms ---------------------------------------------------------------------------------------------- */

static bool is_there(const char *path, const char *ending) {
    char *whole = join(path, ending);
    bool there = whole != NULL && access(whole, F_OK) == 0;
    free(whole);
    return there;
}

/* A text of no known form: what was it meant to be? */
static bool suggest(const char *text, Error *error) {
    char *program = program_find(text, NULL);
    const char *ending = is_there(text, ".py") ? ".py" : is_there(text, ".js") ? ".js" : NULL;
    if (ending != NULL)
        error_set(error, "\"%.80s\" is no player; did you mean %.80s%s?", text, text, ending);
    else if (program != NULL)
        error_set(error, "\"%.80s\" is no player; did you mean cmd:%.80s?", text, text);
    else
        error_set(error,
                  "\"%.80s\" is no player; a player is a file my_bot.py or my_bot.js, engine, level:1200, random, or "
                  "cmd:PROGRAM",
                  text);
    free(program);
    return false;
}

static bool describe(Launch *launch, const char *text, bool sandbox, Error *error) {
    if (strncmp(text, "cmd:", 4) == 0)
        return describe_command(launch, text + 4, error);
    if (strncmp(text, "level:", 6) == 0)
        return describe_level(launch, text + 6, error);
    if (strcmp(text, "engine") == 0)
        return describe_engine(launch, error);
    if (strcmp(text, "random") == 0)
        return describe_random(launch, error);
    if (ends_with(text, ".py"))
        return describe_bot(launch, text, &python_host, python_host.host, sandbox, error);
    if (ends_with(text, ".js"))
        return describe_bot(launch, text, &javascript_host, javascript_host.host, sandbox, error);
    return suggest(text, error);
}

static bool begin(Launch *launch, Error *error) {
    memset(launch, 0, sizeof *launch);
    launch->storage = calloc(1, sizeof *launch->storage);
    return launch->storage != NULL || error_set(error, "out of memory");
}

/* Completes a launch that was described well, frees it otherwise. */
static bool finish(Launch *launch, bool good) {
    if (good)
        launch->spec.argv = launch->storage->words;
    else
        launch_free(launch);
    return good;
}

bool launch_describe(const char *text, bool sandbox, Launch *launch, Error *error) {
    return begin(launch, error) && finish(launch, describe(launch, text, sandbox, error));
}

bool launch_describe_check(const char *path, bool sandbox, Launch *launch, Error *error) {
    const BotHost *host = ends_with(path, ".js") ? &javascript_host : &python_host;
    return begin(launch, error) && finish(launch, describe_bot(launch, path, host, host->check, sandbox, error));
}

static bool describe_tool(Launch *launch, const char *name, const char *const *arguments, Error *error) {
    char script[LAUNCH_NAME_MAX + 16];
    snprintf(script, sizeof script, "/rookery/%s", name);
    launch->kind = LAUNCH_COMMAND;
    set_name(launch, name, strlen(name));
    launch->storage->host = find_host(&python_host, error);
    if (launch->storage->host == NULL || !add_python(launch, launch->storage->host, script, error))
        return false;
    for (; *arguments != NULL; arguments++)
        if (!add_word(launch, strdup(*arguments), error))
            return false;
    return true;
}

bool launch_describe_tool(const char *name, const char *const *arguments, Launch *launch, Error *error) {
    return begin(launch, error) && finish(launch, describe_tool(launch, name, arguments, error));
}

/* The bot is the last word of its host's command. */
bool launch_add_profiler(Launch *launch, Error *error) {
    char **words = launch->storage->words;
    size_t last = 0;
    if (launch->kind != LAUNCH_PYTHON && launch->kind != LAUNCH_JAVASCRIPT)
        return error_set(error, "only bots can be profiled, and \"%s\" is none", launch->name);
    while (words[last + 1] != NULL)
        last++;
    char *bot = words[last], *option = strdup("--profile");
    if (option == NULL)
        return error_set(error, "out of memory");
    words[last] = option;
    return add_word(launch, bot, error);
}

/* The address space as above. */
void launch_limit_memory(Launch *launch, unsigned megabytes) {
    uint64_t bytes = (uint64_t)megabytes << 20;
    launch->spec.limits.memory_bytes = bytes;
    if (launch->kind == LAUNCH_PYTHON)
        launch->spec.limits.address_space_bytes = bytes + bytes / 2;
    set_memory_word(launch);
}

void launch_free(Launch *launch) {
    struct LaunchStorage *storage = launch->storage;
    if (storage != NULL) {
        for (char **word = storage->words; *word != NULL; word++)
            free(*word);
        free(storage->bot);
        free(storage->bot_in_box);
        free(storage->host);
        free(storage);
    }
    memset(launch, 0, sizeof *launch);
}
