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

static Process *start_probe(BoxMode mode, Error *error) {
    static char program[] = "true";
    char *argv[] = {program, NULL};
    const ProcessSpec spec = {.argv = argv, .boxed = true, .limits = {.processes = 8, .open_files = 32}};
    return process_start_in_mode(&spec, mode, error);
}

/* Waits for it. */
static bool probe_ended_well(Process *process, Error *error) {
    char complaint[100];
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

/* ---- what was found, once per process ----------------------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;
    bool known, possible;
    BoxMode mode;
    Error error;
} finding = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool try_mode(BoxMode mode, Process **first, const ProcessSpec *spec) {
    Error error;
    Process *probe = start_probe(mode, &finding.error);
    *first = probe != NULL ? process_start_in_mode(spec, mode, &error) : NULL;
    finding.mode = mode;
    finding.possible = probe != NULL && probe_ended_well(probe, &finding.error);
    if (!finding.possible && *first != NULL) {
        process_close(*first);
        *first = NULL;
    }
    return finding.possible;
}

/* The process, if it has been started on the way to the finding. */
static Process *find_out(const ProcessSpec *spec) {
    Process *first = NULL;
    bool root = geteuid() == 0;
    if (!try_mode(root ? BOX_STAGED : BOX_DIRECT, &first, spec) && root)
        try_mode(BOX_DIRECT, &first, spec);
    finding.known = true;
    return first;
}

Process *box_probe_start(const ProcessSpec *spec, Error *error) {
    pthread_mutex_lock(&finding.lock);
    Process *process = finding.known ? NULL : find_out(spec);
    pthread_mutex_unlock(&finding.lock);
    if (process != NULL)
        return process;
    if (finding.possible)
        return process_start_in_mode(spec, finding.mode, error);
    error_set(error, "%s", finding.error.message);
    return NULL;
}
