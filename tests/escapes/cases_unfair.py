"""Unfair play inside the rules (class F), as far as one game or one file can show it."""
from case import ACCEPT, EITHER, REFUSE, Case

# Counts in threads and a child process while the opponent thinks, and says how far it came meanwhile.
THINKS_AHEAD = '''
import itertools
import threading
import time

counter = itertools.count()
last = 0


def think():
    global last
    for last in counter:
        pass


threading.Thread(target=think, daemon=True).start()
before = None


def get_move(board, time_left_ms):
    global before
    now = last
    if before is not None:
        print("AHEAD", now - before, flush=True)
    start = last
    time.sleep(0.1)
    print("RATE", last - start, flush=True)
    before = last
    return board.legal_moves()[0]
'''

LEAVES_A_NOTE = '''
import os
places = ["/tmp", "/var/tmp", "/dev/shm", "/bot", "/rookery", "/", "/run", os.getcwd()]
for place in places:
    try:
        print("FOUND", [name for name in os.listdir(place) if name.startswith("note-")], place)
    except OSError as error:
        print("FOUND", [], place)
    try:
        with open(place + "/note-from-last-game", "w") as file:
            file.write("the transposition table")
        print("WROTE", place)
    except OSError as error:
        print("REFUSED", place, error.errno)
try:
    os.environ["NOTE"] = "x"
    print("FOUND", [name for name in os.environ if name == "NOTE_BEFORE"])
finally:
    os.environ["NOTE_BEFORE"] = "x"


def get_move(board, time_left_ms):
    return board.legal_moves()[0]
'''

CASES = [
    Case("F09-illegal", "def get_move(board, time_left_ms):\n    return 'e2e5'\n", EITHER, ("illegal move",)),
    Case("F09-crash", "def get_move(board, time_left_ms):\n    return {}['missing']\n", EITHER, ("crash",)),
    Case("F09-exit", "import os\ndef get_move(board, time_left_ms):\n    os._exit(0)\n", REFUSE, ("crash",)),
    *[Case(f"F10-{word}", f"def get_move(board, time_left_ms):\n    print('{word}')\n    return '{word}'\n", EITHER, ("crash", "illegal move"))
      for word in ("draw", "resign", "offer draw", "bestmove e2e4 draw", "(none)", "e2e4 ponder e7e5 draw")],
]
CASES = [Case(case.name.replace(" ", "-").strip("()"), **{k: v for k, v in vars(case).items() if k != "name"}) for case in CASES]

LINE = "def get_move(b, t): return b.legal_moves()[0]\n"
# F05: sources that would look smaller than they are. Not one may count as Fifteen; those with hidden characters are refused.
SIZES = [
    ("form feed", LINE + "x = 1\x0cy = 2\n" * 3, True),
    ("carriage return", LINE.rstrip("\n") + "\rx = 1\r" * 40, False),
    ("vertical tab", LINE + "x = 1\x0b\n", True),
    ("line separator", LINE + "x = '" + "a\u2028" * 30 + "'\n", True),
    ("paragraph separator", LINE + "x = '\u2029'\n", True),
    ("next line", LINE + "x = '\x85'\n", True),
    ("zero width", LINE + "x = '" + "\u200b" * 40 + "'\n", True),
    ("right to left", LINE + "# \u202e reversed\n", True),
    ("combining", LINE + "x = '" + "e\u0301" * 40 + "'\n", False),
    ("wide", LINE + "x = '" + "\u4e00" * 60 + "'\n", False),
    ("long line", LINE + "x = '" + "a" * 60 + "'\n", False),
    ("many statements", LINE + "x = 1; " * 10 + "\n", False),
    ("comments count", LINE + "# data\n" * 15, False),
    ("docstring", LINE + '"""\n' + "data\n" * 14 + '"""\n', False),
    ("escape character", LINE + "x = '\x1b[2J'\n", True),
    ("delete", LINE + "x = '\x7f'\n", True),
    ("backslash joins", LINE + "x = 1 + \\\n" * 15 + " 1\n", False),
]
