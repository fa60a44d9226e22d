/* Descriptions of players: what they mean, and the sentence for those that mean nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/launch.h"

static char folder[64];

static int make_folder(void **state) {
    (void)state;
    strcpy(folder, "/tmp/rookery-launch-XXXXXX");
    setenv("ROOKERY_PYTHON", FAKE_HOST_FOLDER, 1);
    setenv("ROOKERY_JAVASCRIPT", FAKE_HOST_FOLDER, 1);
    return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void write_bot(const char *name, long size) {
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    assert_true(fd >= 0);
    assert_int_equal(ftruncate(fd, size), 0);
    close(fd);
}

static void assert_refused(const char *text, const char *sentence) {
    Launch launch;
    Error error = {.message = ""};
    assert_false(launch_describe(text, true, &launch, &error));
    if (strstr(error.message, sentence) == NULL)
        fail_msg("\"%s\" gave: %s", text, error.message);
}

static void assert_words(const char *text, const char *const *expected) {
    Launch launch;
    Error error;
    if (!launch_describe(text, true, &launch, &error))
        fail_msg("\"%s\" gave: %s", text, error.message);
    size_t count = 0;
    for (; expected[count] != NULL; count++) {
        assert_non_null(launch.spec.argv[count]);
        assert_string_equal(launch.spec.argv[count], expected[count]);
    }
    assert_null(launch.spec.argv[count]);
    assert_int_equal(launch.kind, LAUNCH_COMMAND);
    assert_false(launch.spec.boxed);
    launch_free(&launch);
}

#define WORDS(...)                                                                                                     \
    (const char *const[]) {                                                                                            \
        __VA_ARGS__, NULL                                                                                              \
    }

static void a_command_is_split_as_a_shell_does(void **state) {
    (void)state;
    assert_words("cmd:/bin/cat", WORDS("/bin/cat"));
    assert_words("cmd:  /bin/cat  -u\t-n ", WORDS("/bin/cat", "-u", "-n"));
    assert_words("cmd:/bin/cat 'a  b' \"c 'd'\"", WORDS("/bin/cat", "a  b", "c 'd'"));
    assert_words("cmd:/bin/cat a\\ b \"q\\\"q\\\\\" '\\'", WORDS("/bin/cat", "a b", "q\"q\\", "\\"));
    assert_words("cmd:/bin/cat x''y \"\"", WORDS("/bin/cat", "xy", ""));
    assert_words("cmd:\"/bin/cat\" $HOME;ls|x >y `z`", WORDS("/bin/cat", "$HOME;ls|x", ">y", "`z`"));
    assert_refused("cmd:/bin/cat 'a", "opening '");
    assert_refused("cmd:/bin/cat \"a", "opening \"");
    assert_refused("cmd:", "wants a command");
    assert_refused("cmd:  ", "wants a command");
    assert_refused("cmd:no-such-engine", "no program \"no-such-engine\"");
    assert_refused("cmd:/no/such/engine", "no file \"/no/such/engine\"");
}

static void a_command_is_shown_by_its_programs_name(void **state) {
    (void)state;
    Launch launch;
    Error error;
    assert_true(launch_describe("cmd:/bin/cat -u", true, &launch, &error));
    assert_string_equal(launch.name, "cat");
    launch_free(&launch);
    assert_true(launch_describe("cmd:cat", true, &launch, &error));
    assert_int_equal(launch.spec.argv[0][0], '/');
    launch_free(&launch);
}

static void a_python_bot_is_boxed_and_sees_only_itself(void **state) {
    (void)state;
    Launch launch;
    Error error;
    write_bot("my_bot.py", 10);
    assert_true(launch_describe("./my_bot.py", true, &launch, &error));
    assert_int_equal(launch.kind, LAUNCH_PYTHON);
    assert_string_equal(launch.name, "my_bot");
    assert_true(launch.spec.boxed);
    const char *const flags[] = {"-I", "-S", "-B", "/rookery/rookery/host.py", "/bot/my_bot.py"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        assert_string_equal(launch.spec.argv[i + 1], flags[i]);
    assert_null(launch.spec.argv[6]);
    assert_int_equal(launch.spec.bind_count, 2);
    assert_string_equal(launch.spec.binds[0].host_path, FAKE_HOST_FOLDER);
    assert_string_equal(launch.spec.binds[0].box_path, "/rookery");
    assert_string_equal(launch.spec.binds[1].box_path, "/bot/my_bot.py");
    assert_true(launch.spec.binds[1].copied);
    assert_int_equal(launch.spec.limits.memory_bytes, 512 << 20);
    launch_limit_memory(&launch, 64);
    assert_int_equal(launch.spec.limits.memory_bytes, 64 << 20);
    assert_int_equal(launch.spec.limits.address_space_bytes, 96 << 20);
    launch_free(&launch);
}

/* Node itself may be missing here, which is said in a sentence. */
static void a_javascript_bot_is_boxed_with_more_memory(void **state) {
    (void)state;
    Launch launch;
    Error error;
    write_bot("my_bot.js", 10);
    if (!launch_describe("./my_bot.js", true, &launch, &error)) {
        assert_non_null(strstr(error.message, "JavaScript bots need Node: install it"));
        skip();
    }
    assert_int_equal(launch.kind, LAUNCH_JAVASCRIPT);
    assert_string_equal(launch.name, "my_bot");
    assert_true(launch.spec.boxed);
    size_t last = 0;
    while (launch.spec.argv[last + 1] != NULL)
        last++;
    assert_string_equal(launch.spec.argv[last], "/bot/my_bot.js");
    assert_string_equal(launch.spec.argv[last - 1], "--memory=2048");
    assert_string_equal(launch.spec.argv[last - 2], "/rookery/host.cjs");
    assert_string_equal(launch.spec.binds[0].host_path, FAKE_HOST_FOLDER);
    assert_true(launch.spec.binds[1].copied);
    assert_int_equal(launch.spec.limits.memory_bytes, 2048ULL << 20);
    launch_limit_memory(&launch, 500);
    assert_string_equal(launch.spec.argv[last - 1], "--memory=500");
    assert_int_equal(launch.spec.limits.memory_bytes, 500 << 20);
    assert_int_equal(launch.spec.limits.address_space_bytes, 0);
    assert_true(launch_add_profiler(&launch, &error));
    assert_string_equal(launch.spec.argv[last], "--profile");
    assert_string_equal(launch.spec.argv[last + 1], "/bot/my_bot.js");
    launch_free(&launch);
}

static void without_the_sandbox_it_is_a_plain_process(void **state) {
    (void)state;
    Launch launch;
    Error error;
    char path[128];
    write_bot("my_bot.py", 10);
    assert_true(launch_describe("my_bot.py", false, &launch, &error));
    assert_false(launch.spec.boxed);
    assert_string_equal(launch.spec.argv[4], FAKE_HOST_FOLDER "/rookery/host.py");
    snprintf(path, sizeof path, "%s/my_bot.py", folder);
    assert_string_equal(launch.spec.argv[5], path);
    launch_free(&launch);
}

static void a_bot_that_cannot_be_read_is_refused(void **state) {
    (void)state;
    assert_refused("missing.py", "no file \"missing.py\"; check the path");
    assert_refused("missing.js", "no file \"missing.js\"");
    assert_int_equal(mkdir("folder.py", 0755), 0);
    assert_refused("folder.py", "is not a file");
    assert_refused("folder.py/inner.py", "no file");
    write_bot("plain.py", 1);
    assert_refused("plain.py/inner.py", "cannot open");
    write_bot("large.py", LAUNCH_BOT_BYTES_MAX + 1);
    assert_refused("large.py", "has 1048577 bytes; a bot may have at most 1048576");
    write_bot("just_fits.py", LAUNCH_BOT_BYTES_MAX);
    Launch launch;
    Error error;
    assert_true(launch_describe("just_fits.py", true, &launch, &error));
    launch_free(&launch);
    assert_int_equal(mkfifo("pipe.py", 0644), 0);
    assert_refused("pipe.py", "is not a file");
}

/* R23, R24: a name goes into terminals, PGN files and pages. */
static void a_hostile_name_is_made_harmless(void **state) {
    (void)state;
    static const char *const names[][2] = {
        {"a\033[31mb\nc.py", "a?[31mb?c"},
        {"bl\377a.py", "bl?a"},
        {"\303\251t\303\251.py", "\303\251t\303\251"},
        {"a\342\200\256b\357\273\277c\302\233d\342\200\213.py", "a?b?c?d?"},
        {"\342\231\236\360\237\244\226.py", "\342\231\236\360\237\244\226"},
        {"bot number 7 (new).py", "bot number 7 (new)"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Launch launch;
        Error error;
        write_bot(names[i][0], 1);
        assert_true(launch_describe(names[i][0], true, &launch, &error));
        assert_string_equal(launch.name, names[i][1]);
        assert_string_equal(launch.spec.argv[5], "/bot/bot.py");
        launch_free(&launch);
    }
    char longest[256];
    memset(longest, 'x', 200);
    memcpy(longest + 200, ".py", sizeof ".py");
    Launch launch;
    Error error;
    write_bot(longest, 1);
    assert_true(launch_describe(longest, true, &launch, &error));
    assert_int_equal(strlen(launch.name), LAUNCH_NAME_MAX - 1);
    launch_free(&launch);
}

static void a_level_is_the_engine_with_its_rating(void **state) {
    (void)state;
    Launch launch;
    Error error;
    assert_true(launch_describe("level:1200", true, &launch, &error));
    assert_int_equal(launch.kind, LAUNCH_LEVEL);
    assert_int_equal(launch.level, 1200);
    assert_string_equal(launch.name, "level:1200");
    assert_string_equal(launch.spec.argv[1], "uci");
    assert_string_equal(launch.spec.argv[2], "--level");
    assert_string_equal(launch.spec.argv[3], "1200");
    launch_free(&launch);
    assert_refused("level:100", "from 200 to 3200");
    assert_refused("level:12x", "from 200 to 3200");
    assert_refused("level:", "from 200 to 3200");
}

static void the_engine_is_rookery_itself(void **state) {
    (void)state;
    Launch launch;
    Error error;
    if (!launch_describe("engine", true, &launch, &error))
        fail_msg("%s", error.message);
    assert_int_equal(launch.kind, LAUNCH_ENGINE);
    assert_string_equal(launch.name, "engine");
    assert_string_equal(launch.spec.argv[0], ROOKERY);
    assert_string_equal(launch.spec.argv[1], "uci");
    assert_null(launch.spec.argv[2]);
    assert_false(launch.spec.boxed);
    launch_free(&launch);
    setenv("ROOKERY_PROGRAM", "/no/such/rookery", 1);
    assert_refused("engine", "no file \"/no/such/rookery\"");
    unsetenv("ROOKERY_PROGRAM");
}

static void the_random_player_is_this_program(void **state) {
    (void)state;
    Launch launch;
    Error error;
    if (!launch_describe("random", true, &launch, &error))
        fail_msg("%s", error.message);
    assert_int_equal(launch.kind, LAUNCH_RANDOM);
    assert_string_equal(launch.name, "random");
    assert_string_equal(launch.spec.argv[0], ROOKERY);
    assert_string_equal(launch.spec.argv[1], "uci");
    assert_string_equal(launch.spec.argv[2], "--random");
    assert_false(launch.spec.boxed);
    launch_free(&launch);
}

static void an_unknown_form_gets_a_suggestion(void **state) {
    (void)state;
    write_bot("here.py", 1);
    write_bot("there.js", 1);
    assert_refused("here", "did you mean here.py?");
    assert_refused("there", "did you mean there.js?");
    assert_refused("cat", "did you mean cmd:cat?");
    assert_refused("no such thing",
                   "a player is a file my_bot.py or my_bot.js, engine, level:1200, random, or cmd:PROGRAM");
    assert_refused("", "a player is a file my_bot.py or my_bot.js, engine, level:1200, random, or cmd:PROGRAM");
}

static void the_bot_host_is_looked_for_where_it_is_said_to_be(void **state) {
    (void)state;
    write_bot("my_bot.py", 10);
    setenv("ROOKERY_PYTHON", folder, 1);
    assert_refused("my_bot.py", "no rookery/host.py in the folder that ROOKERY_PYTHON names");
    setenv("ROOKERY_PYTHON", FAKE_HOST_FOLDER, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_is_split_as_a_shell_does),
        cmocka_unit_test(a_command_is_shown_by_its_programs_name),
        cmocka_unit_test(a_python_bot_is_boxed_and_sees_only_itself),
        cmocka_unit_test(a_javascript_bot_is_boxed_with_more_memory),
        cmocka_unit_test(without_the_sandbox_it_is_a_plain_process),
        cmocka_unit_test(a_bot_that_cannot_be_read_is_refused),
        cmocka_unit_test(a_hostile_name_is_made_harmless),
        cmocka_unit_test(a_level_is_the_engine_with_its_rating),
        cmocka_unit_test(the_engine_is_rookery_itself),
        cmocka_unit_test(the_random_player_is_this_program),
        cmocka_unit_test(an_unknown_form_gets_a_suggestion),
        cmocka_unit_test(the_bot_host_is_looked_for_where_it_is_said_to_be),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
