# What a bot does once it has reached Python's own builtins. Run inside the box by exec(), with TARGET: where the canaries
# are. Every attempt prints "TRY name outcome"; the test reads these lines and fails when one of them got through.
import errno
import posix
import sys


def attempt(name, action):
    try:
        value = action()
        outcome = "DONE " + ascii(value)[:200]
    except OSError as error:
        outcome = errno.errorcode.get(error.errno, "errno %s" % error.errno)
    except BaseException as error:
        outcome = type(error).__name__
    print("TRY", name, outcome, flush=True)


def read_file(path):
    fd = posix.open(path, posix.O_RDONLY)
    try:
        return posix.read(fd, 4096)
    finally:
        posix.close(fd)


def write_file(path):
    fd = posix.open(path, posix.O_WRONLY | posix.O_CREAT, 0o644)
    posix.write(fd, b"was here")
    posix.close(fd)


def reading():
    for name in "secret", "other_bot":
        attempt("read " + name, lambda: read_file(TARGET[name]))
        attempt("open " + name, lambda: open(TARGET[name]).read())
    attempt("list canary folder", lambda: posix.listdir(TARGET["folder"]))
    attempt("read environment of 1", lambda: read_file("/proc/1/environ"))
    attempt("read own environment", lambda: read_file("/proc/self/environ"))
    attempt("read passwords", lambda: read_file("/etc/passwd"))
    for folder in "/home", "/root", "/srv", "/var", "/run", "/sys", "/proc", "/etc/ssh", "/bin":
        attempt("list " + folder, lambda: posix.listdir(folder))


def writing():
    for name in "secret", "other_bot":
        attempt("change " + name, lambda: posix.open(TARGET[name], posix.O_WRONLY | posix.O_TRUNC))
    for folder in "/", "/bot", "/rookery", "/usr/lib", "/dev", "/dev/shm", "/var/tmp", TARGET["folder"]:
        attempt("write into " + folder, lambda: write_file(folder + "/" + TARGET["mark"]))
    # The one place that may be writable, and private: what is written must not be seen outside.
    attempt("own scratch", lambda: write_file("/tmp/" + TARGET["mark"]))
    attempt("link", lambda: posix.link(TARGET["secret"], "/tmp/" + TARGET["mark"] + "-link"))
    attempt("symlink", lambda: posix.symlink(TARGET["secret"], "/tmp/" + TARGET["mark"] + "-symlink"))
    attempt("mkfifo", lambda: posix.mkfifo("/tmp/" + TARGET["mark"] + "-fifo"))
    attempt("mknod", lambda: posix.mknod("/tmp/" + TARGET["mark"] + "-sda", 0o60666, 0x800))
    attempt("chroot", lambda: posix.chroot("/tmp"))


def descriptors():
    """Nothing may be open but pipes and /dev/null; a folder would be a way out."""
    kinds = {}
    for fd in range(256):
        try:
            mode = posix.fstat(fd).st_mode & 0o170000
        except OSError:
            continue
        kind = {0o010000: "pipe", 0o020000: "device", 0o040000: "folder", 0o100000: "file", 0o140000: "socket"}.get(mode, "?")
        kinds[kind] = kinds.get(kind, 0) + 1
        if kind == "folder":
            attempt("climb from a descriptor", lambda: posix.open("../../../../etc/passwd", posix.O_RDONLY, dir_fd=fd))
    print("DESCRIPTORS", " ".join(sorted(kinds)), flush=True)


def environment():
    print("ENVIRONMENT", sorted(posix.environ.items()), flush=True)
    print("USER", posix.getuid(), posix.geteuid(), posix.getgid(), posix.getpid(), flush=True)


def network():
    try:
        import _socket
    except ImportError:
        print("TRY socket ImportError", flush=True)
        return
    import struct

    def connect(family, kind, address):
        one = _socket.socket(family, kind, 0)
        one.connect(address)
        one.send(b"hello from the box")

    here = ("127.0.0.1", TARGET["port"])
    attempt("tcp", lambda: connect(_socket.AF_INET, _socket.SOCK_STREAM, here))
    attempt("udp", lambda: connect(_socket.AF_INET, _socket.SOCK_DGRAM, here))
    attempt("unix", lambda: connect(_socket.AF_UNIX, _socket.SOCK_STREAM, TARGET["unix"]))
    attempt("abstract", lambda: connect(_socket.AF_UNIX, _socket.SOCK_STREAM, "\0" + TARGET["abstract"]))
    attempt("unix datagram", lambda: connect(_socket.AF_UNIX, _socket.SOCK_DGRAM, "\0" + TARGET["abstract"] + "-dgram"))
    attempt("name service", lambda: _socket.getaddrinfo("example.org", 80))
    for name, family, kind in (("raw", 2, 3), ("packet", 17, 3), ("netlink", 16, 3), ("vsock", 40, 1), ("alg", 38, 5),
                               ("inet6", 10, 1), ("bluetooth", 31, 3), ("can", 29, 3)):
        attempt("socket " + name, lambda: _socket.socket(family, kind, 0))
    attempt("socket pair", lambda: _socket.socketpair())


def processes():
    attempt("signal the outside", lambda: posix.kill(TARGET["pid"], 9) if TARGET["pid"] > 100 else None)
    attempt("run a shell", lambda: posix.posix_spawn("/bin/sh", ["sh", "-c", "id"], {}))
    attempt("run bubblewrap", lambda: posix.posix_spawn("/usr/bin/bwrap", ["bwrap", "/bin/true"], {}))
    attempt("nice", lambda: posix.nice(-5))
    attempt("realtime", lambda: posix.sched_setscheduler(0, posix.SCHED_FIFO, posix.sched_param(1)))
    attempt("affinity", lambda: posix.sched_setaffinity(0, {0}))
    try:
        import resource
        attempt("more files", lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096)))
    except ImportError:
        pass
    # Children that would outlive the game if anything let them: each ignores what can be ignored, the second is a daemon.
    for daemon in False, True:
        try:
            child = posix.fork()
        except OSError as error:
            print("TRY fork", errno.errorcode[error.errno], flush=True)
            return
        if child == 0:
            try:
                linger(daemon)
            finally:
                posix._exit(0)


def linger(daemon):
    import signal
    import time
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    if daemon:
        try:
            posix.setsid()
        except OSError:
            pass
        if posix.fork():
            posix._exit(0)
    for fd in range(3):
        posix.close(fd)
    while True:
        time.sleep(1000)


NUMBERS = {  # of x86-64 and of arm64
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "mount": (165, 40), "umount2": (166, 39), "unshare": (272, 97),
    "setns": (308, 268), "pivot_root": (155, 41), "keyctl": (250, 219), "add_key": (248, 217), "bpf": (321, 280),
    "io_uring_setup": (425, 425), "userfaultfd": (323, 282), "perf_event_open": (298, 241), "memfd_create": (319, 279),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "init_module": (175, 105), "kexec_load": (246, 104),
    "reboot": (169, 142), "sethostname": (170, 161), "syslog": (103, 116), "inotify_init1": (294, 26),
    "fanotify_init": (300, 262), "shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180),
    "socket": (41, 198), "socketpair": (53, 199), "pidfd_open": (434, 434), "kcmp": (312, 272), "flock": (73, 32),
    "setpriority": (141, 140), "personality": (135, 92), "landlock_create_ruleset": (444, 444), "seccomp": (317, 277),
    "fsopen": (430, 430), "move_mount": (429, 429), "clone3": (435, 435), "execveat": (322, 281), "mknodat": (259, 33),
}
# Arguments that the kernel would take (or that are at least harmless), so that only the filter stands in the way.
ARGUMENTS = {"ptrace": (0, 0, 0, 0), "unshare": (0x10000000,), "memfd_create": (b"x", 0), "inotify_init1": (0,),
             "shmget": (0, 4096, 0o1600), "msgget": (0, 0o1600), "semget": (0, 1, 0o1600), "socket": (1, 1, 0),
             "personality": (0xffffffff,), "flock": (0, 2), "userfaultfd": (1,), "pidfd_open": (1, 0)}


def system_calls():
    try:
        import ctypes
    except ImportError:
        print("TRY ctypes ImportError", flush=True)
        return
    machine = {"x86_64": 0, "aarch64": 1}.get(posix.uname().machine)
    call = ctypes.CDLL(None, use_errno=True).syscall
    for name, numbers in NUMBERS.items():
        if machine is None:
            return
        ctypes.set_errno(0)
        result = call(numbers[machine], *ARGUMENTS.get(name, (0, 0, 0, 0, 0, 0)))
        code = ctypes.get_errno()
        print("TRY call", name, "DONE" if result != -1 else errno.errorcode.get(code, code), flush=True)


for part in environment, descriptors, reading, writing, network, system_calls, processes:
    try:
        if part.__name__ in TARGET.get("only", (part.__name__,)):
            part()
    except BaseException as problem:
        print("BROKEN", part.__name__, type(problem).__name__, problem, flush=True)
print("END OF THE ATTACK", flush=True)
