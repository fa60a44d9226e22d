# R13, R19: a larger share of the machine.
import resource
exec(open("/bot/attempt.py").read())
attempt("nice", lambda: os.nice(-5))
attempt("priority", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5))
attempt("realtime", lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))
attempt("affinity", lambda: os.sched_setaffinity(0, {0}))
for name in "NOFILE", "CORE", "STACK", "FSIZE", "MEMLOCK", "RTPRIO":
    number = getattr(resource, "RLIMIT_" + name)
    soft, hard = resource.getrlimit(number)
    print("limit", name, soft, hard)
    attempt("raise " + name, lambda: resource.setrlimit(number, (hard + 1, hard + 1)))
