# R17: everybody who can be signalled is.
import signal
exec(open("/bot/attempt.py").read())
print("own", os.getpid(), os.getppid(), flush=True)
attempt("kill 1", lambda: os.kill(1, signal.SIGKILL))
attempt("stop 1", lambda: os.kill(1, signal.SIGSTOP))
attempt("kill group 0", lambda: os.killpg(os.getpgid(os.getppid()), 0))
attempt("kill host", lambda: os.kill(int(sys.argv[2]), signal.SIGKILL))
attempt("kill all", lambda: os.kill(-1, signal.SIGKILL))
for pid in range(2, 3000):
    if pid != os.getpid():
        try:
            os.kill(pid, signal.SIGKILL)
            print("killed", pid, flush=True)
        except ProcessLookupError:
            pass
print("alive", flush=True)
