"""As whom a match is played, and which control groups it finds: the machine's own, version 1, version 2 or none.

What a machine has cannot be chosen, but it can be hidden: in a mount namespace of its own a command sees the hierarchies
that we leave it. Root may also lend an ordinary user a group in each, as a service manager would."""
import glob
import os
import pathlib
import shutil
import subprocess

CGROUPS = pathlib.Path("/sys/fs/cgroup")
TEST_USER = 12321  # owns nothing
CONTROLLERS = ("memory", "pids", "cpu", "cpuacct", "freezer")


def mounts():
    """{controller, or "" for version 2: mount point} of what this machine has mounted."""
    found = {}
    for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = right.split(" ", 2)
        point = left.split(" ")[4]
        if kind == "cgroup2":
            found.setdefault("", point)
        elif kind == "cgroup":
            for name in options.split(","):
                if name in CONTROLLERS:
                    found.setdefault(name, point)
    return found


def own_groups():
    """{controller: our group's path below the mount point}"""
    found = {}
    for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines():
        _, names, path = line.split(":", 2)
        for name in names.split(","):
            found[name] = path
    return found


def has_version_2_controllers():
    point = mounts().get("")
    if point is None:
        return False
    try:
        return {"memory", "pids", "cpu"} <= set((pathlib.Path(point) / "cgroup.controllers").read_text().split())
    except OSError:
        return False


class Mode:
    """groups: "as found", "v1", "v2" or "none"; as_user: an ordinary user plays, and `lent`: with groups of its own."""

    def __init__(self, groups, as_user=False, lent=False):
        self.groups, self.as_user, self.lent = groups, as_user, lent
        self.user = TEST_USER if as_user else None

    def __str__(self):
        who = "an ordinary user" if self.as_user else "this user"
        return f"{self.groups}, {who}{' with groups of its own' if self.lent else ''}"

    def why_not(self):
        """Why this machine cannot offer the mode, or None."""
        if self.groups == "as found" and not self.as_user:
            return None
        if os.geteuid() != 0:
            return "only root can hide control groups or become another user; run as root to cover this"
        if shutil.which("unshare") is None or shutil.which("setpriv") is None:
            return "unshare and setpriv (util-linux) are missing"
        if self.groups == "v1" and "memory" not in mounts():
            return "this machine has no control groups of version 1"
        if self.groups == "v2" and "" not in mounts():
            return "this machine has no control groups of version 2"
        if self.groups == "v2 with controllers" and not has_version_2_controllers():
            return "the controllers of this machine belong to control groups of version 1, so version 2 has none"
        probe = subprocess.run(self.wrap(["true"]), capture_output=True, text=True)
        return None if probe.returncode == 0 else f"it cannot be arranged here: {probe.stderr.strip()[-200:]}"

    def holds(self):
        """{"memory", "pids", "cpu"}: what the kernel counts for the players in this mode."""
        wanted = {"memory", "pids", "cpu"}
        if self.groups == "none" or (self.as_user and not self.lent) or os.geteuid() != 0:
            return set()
        if self.groups == "v2":
            return wanted if has_version_2_controllers() else set()
        return {name for name in wanted if name in mounts()} or (wanted if has_version_2_controllers() else set())

    # ---- arranging -------------------------------------------------------------------------------------------------

    def hiding(self):
        """Shell commands, in a mount namespace of our own."""
        covered = "mount -t tmpfs -o ro hidden '{}'"
        points = mounts()
        version_1 = sorted({point for name, point in points.items() if name})
        if self.groups == "none":
            return [covered.format(CGROUPS)]
        if self.groups == "v1" and "" in points:
            return [covered.format(points[""])]
        if self.groups in ("v2", "v2 with controllers"):
            return [covered.format(point) for point in version_1]
        return []

    def lending(self):
        """Shell commands that make a group in each hierarchy, give it to the user and step into it."""
        commands = []
        for folder in self.lent_folders("$$"):
            commands += [f'mkdir "{folder}"', f'chown -R {TEST_USER} "{folder}"', f'echo $$ >"{folder}/cgroup.procs"']
        return commands

    def lent_folders(self, number):
        own = own_groups()
        return [point + own.get(name, "/").rstrip("/") + f"/rookery-test-{os.getpid()}-{number}"
                for name, point in mounts().items()]

    def wrap(self, command):
        if self.groups == "as found" and not self.as_user:
            return list(command)
        steps = self.hiding()
        last = 'exec "$@"'
        if self.as_user:
            last = f'exec setpriv --reuid {TEST_USER} --regid {TEST_USER} --clear-groups "$@"'
        if self.lent:
            steps = self.lending() + steps
        script = " && ".join([*steps, last])
        return ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", *command]

    def clean(self):
        """Removes the lent groups, and returns those that cannot be removed since something is left in them."""
        left = []
        for pattern in self.lent_folders("*"):
            for folder in glob.glob(pattern):
                try:
                    os.rmdir(folder)
                except OSError:
                    left.append(folder)
        return left


ALL = [Mode("as found"), Mode("v1"), Mode("v2"), Mode("v2 with controllers"), Mode("none"),
       Mode("as found", as_user=True), Mode("v1", as_user=True, lent=True), Mode("v2", as_user=True, lent=True),
       Mode("none", as_user=True)]
