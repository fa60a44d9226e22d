/* Where control groups may be made, found from the kernel's own tables; here with tables of other machines, on plain
 * folders. That groups then work is tested by test_process.c and test_box_limits.c on the machine at hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/cgroup_home.h"

static char machine[64];

static int make_machine(void **state) {
    (void)state;
    strcpy(machine, "/tmp/rookery-cgroup-XXXXXX");
    return mkdtemp(machine) != NULL && chdir(machine) == 0 ? 0 : -1;
}

static int remove_machine(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", machine);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* A group: a folder with the files that the search reads. */
static void make_group(const char *path, const char *controllers, const char *passed_on) {
    char file[256];
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(file, sizeof file, "%s/cgroup.procs", path);
    write_text(file, "");
    snprintf(file, sizeof file, "%s/cgroup.controllers", path);
    write_text(file, controllers);
    snprintf(file, sizeof file, "%s/cgroup.subtree_control", path);
    write_text(file, passed_on);
}

/* Tables in which %s stands for the machine's folder. */
static void find(CgroupHome *home, const char *cgroup, const char *mounts) {
    char text[2048];
    write_text("cgroup", cgroup);
    snprintf(text, sizeof text, mounts, machine, machine, machine, machine);
    write_text("mountinfo", text);
    cgroup_home_find(home, "cgroup", "mountinfo");
}

static void assert_folder(const CgroupHome *home, CgroupFeature feature, const char *below, bool unified) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", machine, below);
    assert_non_null(home->folder[feature]);
    assert_string_equal(home->folder[feature], path);
    assert_int_equal(home->unified[feature], unified);
}

static void version_two_as_root_of_the_machine(void **state) {
    (void)state;
    CgroupHome home;
    make_group("two", "cpuset cpu io memory pids\n", "cpuset cpu io memory pids\n");
    find(&home, "0::/\n", "30 23 0:26 / %s/two rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
    assert_folder(&home, CGROUP_CORE, "two", true);
    assert_folder(&home, CGROUP_MEMORY, "two", true);
    assert_folder(&home, CGROUP_PIDS, "two", true);
    assert_folder(&home, CGROUP_CPU, "two", true);
    assert_null(home.folder[CGROUP_FREEZER]);
    cgroup_home_free(&home);
}

static void version_two_of_a_desktop_user_uses_the_slice_above(void **state) {
    (void)state;
    CgroupHome home;
    make_group("user", "cpu memory pids\n", "memory pids\n");
    make_group("user/app.slice", "memory pids\n", "memory pids\n");
    make_group("user/app.slice/terminal.scope", "memory pids\n", "");
    /* A real kernel refuses to pass controllers on from a group with processes; this one must not be asked. */
    assert_int_equal(unlink("user/app.slice/terminal.scope/cgroup.controllers"), 0);
    find(&home, "0::/app.slice/terminal.scope\n", "30 23 0:26 / %s/user rw - cgroup2 cgroup2 rw\n");
    assert_folder(&home, CGROUP_CORE, "user/app.slice", true);
    assert_folder(&home, CGROUP_MEMORY, "user/app.slice", true);
    assert_folder(&home, CGROUP_PIDS, "user/app.slice", true);
    assert_null(home.folder[CGROUP_CPU]);
    cgroup_home_free(&home);
}

static void a_hybrid_machine_gives_each_feature_where_it_has_it(void **state) {
    (void)state;
    CgroupHome home;
    make_group("hybrid", "", "");
    make_group("hybrid/memory", "", "");
    make_group("hybrid/memory/job", "", "");
    make_group("hybrid/cpu", "", "");
    make_group("hybrid/unified", "", "");
    find(&home, "4:memory:/job\n2:cpu,cpuacct:/\n0::/\n",
         "31 1 0:1 / %s/hybrid/memory rw - cgroup cgroup rw,memory\n"
         "32 1 0:2 / %s/hybrid/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
         "33 1 0:3 / %s/hybrid/unified rw - cgroup2 cgroup2 rw\n");
    assert_folder(&home, CGROUP_MEMORY, "hybrid/memory/job", false);
    assert_folder(&home, CGROUP_CPU, "hybrid/cpu", false);
    assert_folder(&home, CGROUP_CPUACCT, "hybrid/cpu", false);
    assert_folder(&home, CGROUP_CORE, "hybrid/unified", true);
    assert_null(home.folder[CGROUP_PIDS]);
    cgroup_home_free(&home);
}

static void a_containers_mount_shows_a_part_of_the_hierarchy(void **state) {
    (void)state;
    CgroupHome home;
    make_group("con tainer", "memory pids\n", "memory pids\n");
    make_group("con tainer/inner", "", "");
    find(&home, "0::/docker/abc/inner\n", "30 23 0:26 /docker/abc %s/con\\040tainer rw - cgroup2 cgroup2 rw\n");
    assert_folder(&home, CGROUP_MEMORY, "con tainer", true);
    cgroup_home_free(&home);
    find(&home, "0::/../elsewhere\n", "30 23 0:26 / %s/con\\040tainer rw - cgroup2 cgroup2 rw\n");
    assert_folder(&home, CGROUP_MEMORY, "con tainer", true);
    cgroup_home_free(&home);
}

static void what_may_not_be_written_is_not_used(void **state) {
    (void)state;
    CgroupHome home;
    assert_int_equal(mkdir("no-procs", 0755), 0);
    find(&home, "0::/\n", "30 23 0:26 / %s/no-procs rw - cgroup2 cgroup2 rw\nnonsense\n1 2 3 4 5 - x\n");
    for (int feature = 0; feature < CGROUP_FEATURES; feature++)
        assert_null(home.folder[feature]);
    cgroup_home_find(&home, "/no/such/file", "/no/such/file");
    for (int feature = 0; feature < CGROUP_FEATURES; feature++)
        assert_null(home.folder[feature]);
}

static void only_groups_of_dead_processes_of_our_namespace_are_swept(void **state) {
    (void)state;
    CgroupHome home;
    char own[CGROUP_NAME_MAX], path[256], dead[256], foreign[256];
    unsigned long long name_space, start;
    long pid;
    make_group("sweep", "", "");
    cgroup_home_next_name(own);
    assert_int_equal(sscanf(own, "rookery-%llu-%ld-%llu-", &name_space, &pid, &start), 3);
    assert_int_equal(pid, getpid());
    snprintf(path, sizeof path, "sweep/%s", own);
    assert_int_equal(mkdir(path, 0755), 0);
    /* Our pid, given to somebody else after its owner's death, does not protect that owner's groups. */
    snprintf(dead, sizeof dead, "sweep/rookery-%llu-%ld-%llu-0", name_space, pid, start + 1);
    assert_int_equal(mkdir(dead, 0755), 0);
    snprintf(foreign, sizeof foreign, "sweep/rookery-%llu-%d-%d-0", name_space + 1, 999999999, 1);
    assert_int_equal(mkdir(foreign, 0755), 0);
    assert_int_equal(mkdir("sweep/somebody-elses", 0755), 0);
    find(&home, "0::/\n", "30 23 0:26 / %s/sweep rw - cgroup2 cgroup2 rw\n");
    cgroup_home_sweep(&home);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(access(dead, F_OK), -1);
    assert_int_equal(access(foreign, F_OK), 0);
    assert_int_equal(access("sweep/somebody-elses", F_OK), 0);
    cgroup_home_free(&home);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_two_as_root_of_the_machine),
        cmocka_unit_test(version_two_of_a_desktop_user_uses_the_slice_above),
        cmocka_unit_test(a_hybrid_machine_gives_each_feature_where_it_has_it),
        cmocka_unit_test(a_containers_mount_shows_a_part_of_the_hierarchy),
        cmocka_unit_test(what_may_not_be_written_is_not_used),
        cmocka_unit_test(only_groups_of_dead_processes_of_our_namespace_are_swept),
    };
    return cmocka_run_group_tests(tests, make_machine, remove_machine);
}
