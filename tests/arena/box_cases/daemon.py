# R20: children that try to outlive their parent, in every way there is.
exec(open("/bot/attempt.py").read())
nonce = sys.argv[1]


def stay():
    for fd in range(3):
        os.close(fd)
    import time
    while True:
        time.sleep(1000)


attempt("setsid", os.setsid)
attempt("setpgid", lambda: os.setpgid(0, 0))
for generation in range(2):
    if os.fork() == 0:
        if os.fork() == 0:
            import signal
            for number in range(1, 65):
                try:
                    signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError):
                    pass
            stay()
        os._exit(0)
print("leaves", flush=True)
