# R14, F02: files of the host, other bots, the environment, what is open.
exec(open("/bot/attempt.py").read())
for path in sys.argv[2:]:
    attempt("read " + path, lambda: open(path).read())
    attempt("list " + path, lambda: os.listdir(path))
for path in "/etc/passwd", "/root", "/home", "/proc/self/environ", "/proc/1/environ", "/sys", "/mnt", "/srv", \
        "/var", "/run", "/boot", "/opt", "/bin/sh", "/usr/bin/bwrap", "/dev/shm", "/dev/mem", "/dev/tty":
    attempt("see " + path, lambda: os.stat(path))
print("environment", sorted(set(os.environ) - {"LC_CTYPE", "PWD"}))
print("bots", sorted(os.listdir("/bot")))
print("root", sorted(os.listdir("/")))
print("devices", sorted(os.listdir("/dev")))
opened = []
for fd in range(64):
    try:
        os.fstat(fd)
        opened.append(fd)
    except OSError:
        pass
print("open", opened)
print("user", os.getuid(), os.geteuid(), os.getgid(), sorted(set(os.getgroups()) - {65534}))
print("host", os.uname().nodename)
