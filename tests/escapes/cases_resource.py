"""Attacks on resources and on the host (class R), played with all of Python in the bot's hands."""
from case import ANY_END, EITHER, GOES_ON, Case

LOST_ON_TIME = ("time forfeit",)
DEAD = ("crash", "time forfeit")


def case(name, body, ends=GOES_ON, **more):
    """The body runs inside get_move."""
    body = "".join(f"    {line}\n" for line in body.strip("\n").split("\n"))
    source = "import os\nimport sys\nimport time\n\n\ndef get_move(board, time_left_ms):\n" + body + \
        "    return board.legal_moves()[0]\n"
    return Case(name, source, EITHER, ends, **more)


CASES = [
    case("R01-fork-bomb", "while True:\n    try:\n        os.fork()\n    except OSError:\n        pass", DEAD),
    case("R01-fork-and-play", "made = 0\ntry:\n    for _ in range(200):\n        if os.fork() == 0:\n            time.sleep(1000)\n"
         "        made += 1\nexcept OSError as error:\n    print('REFUSED', error.errno, made)", GOES_ON + ("crash",)),
    case("R01-threads", "import threading\nmade = 0\ntry:\n    for _ in range(200):\n"
         "        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()\n        made += 1\n"
         "except RuntimeError:\n    print('REFUSED', made)", GOES_ON + ("crash",)),
    case("R02-memory-bomb", "kept = []\nwhile True:\n    kept.append(b'x' * (8 << 20))", ("crash",), reason="memory|exit status 1", clock="20"),
    case("R02-at-once", "try:\n    kept = bytearray(4 << 30)\n    print('GOT', len(kept))\nexcept MemoryError:\n    print('REFUSED')",
         GOES_ON + ("crash",), clock="20"),
    case("R02-children", "pids = []\nfor _ in range(6):\n    pid = os.fork()\n    if pid == 0:\n"
         "        kept = [b'x' * (1 << 20) for _ in range(200)]\n        time.sleep(1000)\n    pids.append(pid)\ntime.sleep(1000)",
         DEAD),
    case("R03-fill-scratch", "wrote = 0\ntry:\n    fd = os.open('/tmp/TARGET_FILE', os.O_WRONLY | os.O_CREAT)\n"
         "    while True:\n        wrote += os.write(fd, bytes(1 << 20))\nexcept OSError as error:\n"
         "    print('REFUSED', error.errno, wrote >> 20)", says=("REFUSED",)),
    case("R03-many-files", "made = 0\ntry:\n    for i in range(10 ** 5):\n        os.close(os.open(f'/tmp/{i}', os.O_WRONLY | os.O_CREAT))\n"
         "        made += 1\nexcept OSError as error:\n    print('REFUSED', error.errno, made)", ANY_END),
    case("R05-descriptors", "count = 0\ntry:\n    while True:\n        os.dup(0)\n        count += 1\nexcept OSError as error:\n"
         "    print('REFUSED', error.errno, count)", says=("REFUSED 24",)),
    case("R06-recursion", "def f(n):\n    return f(n + 1)\ntry:\n    f(0)\nexcept RecursionError:\n    print('REFUSED')",
         says=("REFUSED",)),
    case("R06-no-limit", "sys.setrecursionlimit(10 ** 9)\ndef f(n):\n    return f(n + 1) + 1\ntry:\n    f(0)\n"
         "except (RecursionError, MemoryError):\n    print('REFUSED')", ANY_END),
    case("R06-in-c", "nested = ()\nfor _ in range(10 ** 6):\n    nested = (nested,)\nhash(nested)", ("crash",), clock="20"),
    case("R07-flood-raw", "os.set_blocking(2, True)\nwhile True:\n    os.write(1, b'bestmove e2e4\\n' * 4000)\n"
         "    os.write(2, b'bestmove e2e4\\n' * 4000)", ("time forfeit", "flood")),
    case("R07-flood-protocol", "for fd in range(3, 64):\n    try:\n        while True:\n            os.write(fd, b'info string ' + b'x' * 60000 + b'\\n')\n"
         "    except OSError:\n        pass", ("time forfeit", "flood", "crash", "illegal move", "adjudication")),
    case("R07-long-line", "for fd in range(3, 64):\n    try:\n        for _ in range(40):\n            os.write(fd, b'x' * (1 << 20))\n"
         "    except OSError:\n        pass", ("time forfeit", "flood", "crash", "illegal move", "adjudication")),
    case("R09-sleep", "time.sleep(1000)", LOST_ON_TIME),
    case("R09-ignores-signals", "import signal\nfor number in range(1, 65):\n    try:\n        signal.signal(number, signal.SIG_IGN)\n"
         "    except (OSError, ValueError):\n        pass\ntime.sleep(1000)", LOST_ON_TIME),
    case("R10-processor-clock", "while True:\n    pass", LOST_ON_TIME),
    case("R10-own-clock", "time.monotonic = time.time = lambda: 0.0\nwhile time.monotonic() < 1:\n    pass", LOST_ON_TIME),
    case("R13-priority", "for action in (lambda: os.nice(-10), lambda: os.setpriority(0, 0, -10),\n"
         "               lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))):\n    try:\n        action()\n"
         "        print('RAISED')\n    except OSError as error:\n        print('REFUSED', error.errno)", says=("REFUSED 1",)),
    case("R17-kill-all", "import signal\nos.kill(-1, signal.SIGKILL)\nfor pid in range(1, 3000):\n    if pid != os.getpid():\n"
         "        try:\n            os.kill(pid, signal.SIGKILL)\n        except OSError:\n            pass", GOES_ON + ("crash",)),
    case("R17-stop-parent", "import signal\nfor pid in {1, os.getppid()}:\n    try:\n        os.kill(pid, signal.SIGSTOP)\n"
         "    except OSError:\n        pass", GOES_ON),
    case("R17-kill-self", "os.kill(os.getpid(), 9)", ("crash",)),
    case("R17-stop-self", "import signal\nos.kill(os.getpid(), signal.SIGSTOP)", LOST_ON_TIME),
    case("R19-machine-code", "import ctypes, mmap\ncode = mmap.mmap(-1, 4096, prot=7)\n"
         "code.write(b'\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3' if os.uname().machine == 'x86_64' else b'\\0' * 8)\n"
         "call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))\n"
         "print('ANSWERED', call())", ("crash",)),
    case("R19-null", "import ctypes\nctypes.string_at(0)", ("crash",)),
    case("R20-daemon", "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        while True:\n            time.sleep(1000)\n"
         "    os._exit(0)"),
    case("R20-leaves-daemon", "if os.fork() == 0:\n    try:\n        os.setsid()\n    except OSError:\n        pass\n"
         "    for fd in range(3, 64):\n        try:\n            os.close(fd)\n        except OSError:\n            pass\n"
         "    time.sleep(1000)\nos._exit(0)", ("crash",)),
    case("R20-holds-channel", "if os.fork() == 0:\n    time.sleep(1000)\nos._exit(0)", ("crash", "time forfeit")),
    case("R20-child-answers", "pid = os.fork()\nif pid == 0:\n    for fd in range(3, 64):\n        try:\n"
         "            os.write(fd, b'bestmove a1a8\\n')\n        except OSError:\n            pass\n    os._exit(0)\n"
         "os.waitpid(pid, 0)", ("illegal move",)),
    Case("R20-exit-hooks", "import atexit, os, threading, time\n@atexit.register\ndef stay(): time.sleep(1000)\n"
         "def work():\n    while True: time.sleep(1)\nthreading.Thread(target=work).start()\n"
         "def get_move(board, time_left_ms):\n    raise SystemExit(0)\n", EITHER, ("crash",)),
    case("R24-log-escapes", "sys.stderr.write('\\x1b[2J\\x1b]0;owned\\x07<script>alert(1)</script>\\r\\n\\x9b31m\\u202e\\n')\n"
         "raise ValueError('\\x1b[31m<script>\\r\\nbestmove e2e4')", ("crash",)),
]
