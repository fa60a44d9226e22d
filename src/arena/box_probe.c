#include "arena/box_probe.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/process_start.h"
#include "base/error.h"

enum { PROBE_PATIENCE_MS = 10 * 1000 };

/* ---- what the system forbids -------------------------------------------------------------------------------- */

typedef struct Switch {
    const char *file;
    const char *off; /* its content when it forbids user namespaces */
    const char *remedy;
} Switch;

static const Switch switches[] = {
    {"/proc/sys/user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"},
    {"/proc/sys/kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"},
    {"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
     "sysctl kernel.apparmor_restrict_unprivileged_userns=0"},
};

static bool is_off(const Switch *one) {
    char text[16] = "";
    int fd = open(one->file, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    return length > 0 && strncmp(text, one->off, strlen(one->off)) == 0 && text[strlen(one->off)] == '\n';
}

static const char *remedy(void) {
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        if (is_off(&switches[i]))
            return switches[i].remedy;
    return "allow user namespaces (in a container, its seccomp and AppArmor profiles)";
}

/* ---- trying ------------------------------------------------------------------------------------------------- */

/* The first line that bubblewrap or the loader wrote, without its end. */
static void read_complaint(const Process *process, char *out, size_t size) {
    ssize_t length = read(process_log_fd(process), out, size - 1);
    out[length > 0 ? length : 0] = '\0';
    out[strcspn(out, "\n")] = '\0';
}

static bool try_mode(BoxMode mode, Error *error) {
    static char program[] = "true";
    char *argv[] = {program, NULL};
    const ProcessSpec spec = {.argv = argv, .boxed = true, .limits = {.processes = 8, .open_files = 32}};
    char complaint[100];
    Process *process = process_start_in_mode(&spec, mode, error);
    if (process == NULL)
        return false;
    struct pollfd end = {.fd = process_pid_fd(process), .events = POLLIN};
    poll(&end, 1, PROBE_PATIENCE_MS);
    ProcessEnd how = process_poll(process);
    read_complaint(process, complaint, sizeof complaint);
    process_close(process);
    if (how.ended && how.signal == 0 && how.exit_status == 0)
        return true;
    return error_set(error, "no sandbox can be made here (%s): %s, or run your own bots with --no-sandbox",
                     complaint[0] != '\0' ? complaint : "bubblewrap gives no reason", remedy());
}

typedef struct Finding {
    bool possible;
    BoxMode mode;
    Error error;
} Finding;

static Finding finding;

static void find_out(void) {
    const BoxMode root_modes[] = {BOX_STAGED, BOX_DIRECT}, user_modes[] = {BOX_DIRECT};
    bool root = geteuid() == 0;
    for (size_t i = 0; i < (root ? 2 : 1) && !finding.possible; i++) {
        finding.mode = root ? root_modes[i] : user_modes[i];
        finding.possible = try_mode(finding.mode, &finding.error);
    }
}

bool box_probe(BoxMode *mode, Error *error) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_out);
    *mode = finding.mode;
    return finding.possible || error_set(error, "%s", finding.error.message);
}
