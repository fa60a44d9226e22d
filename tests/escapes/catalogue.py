"""The catalogue of attacks and of what honest bots do. Most of it is text: escapes.txt, misbehaviour.txt, accepted.txt. Here
are the rest, where single bytes or great lengths matter, and the reader of those files."""
import pathlib
import re

from case import ACCEPT, ANY_END, EITHER, GOES_ON, REFUSE, Case

HERE = pathlib.Path(__file__).resolve().parent
NOT_STARTED = ("did not start",)


def read_ends(text):
    ends = ()
    for word in text.split(", "):
        ends += {"goes on": GOES_ON, "any": ANY_END}.get(word, (word,))
    return ends


def read_case(head, source, fields):
    name, *words = head.split(" ; ")
    for word in words:
        key, _, value = word.partition(" ")
        if key in ("full", "when"):
            fields["full" if key == "full" else "when_run"] = True
        elif key == "ends":
            fields["ends"] = read_ends(value)
        elif key == "says":
            fields["says"] = (value,)
        else:
            fields[key] = value
    return Case(name, source.strip("\n") + "\n", **fields)


def read(file, **fields):
    """A case begins with "==== NAME ; FIELD VALUE ; ..." and ends before the next or before a remark, a line with "#:"."""
    text = re.sub(r"^#:.*\n", "", (HERE / file).read_text(), flags=re.MULTILINE)
    parts = re.split(r"^==== (.*)\n", text, flags=re.MULTILINE)[1:]
    return [read_case(head, source, dict(fields)) for head, source in zip(parts[::2], parts[1::2])]


ESCAPES = read("escapes.txt", check=REFUSE, attacks=True)

# P24: bytes that mean one thing to Python and another to whoever reads them as UTF-8.
TAIL = b"\ndef get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n"
ENCODINGS = [
    Case("P24-utf-7", "", raw=b"# -*- coding: utf-7 -*-\n# +AAo-import os\n" + TAIL, ends=NOT_STARTED),
    Case("P24-raw-unicode-escape", "", raw=b"# coding: raw_unicode_escape\n# \\u000aimport os\n" + TAIL, ends=NOT_STARTED),
    Case("P24-latin-1", "", raw=b"# vim: set fileencoding=latin-1 :\nx = '\xe9'\n" + TAIL, ends=NOT_STARTED),
    Case("P24-second-line", "", raw=b"#!/usr/bin/python3\n# coding=utf-16\n" + TAIL, ends=NOT_STARTED),
    Case("P24-not-utf-8", "", raw=b"x = '\xff\xfe'\n" + TAIL, ends=NOT_STARTED),
    Case("P24-nul", "", raw=b"x = 1\n# a\0b\nimport os\n" + TAIL, ends=NOT_STARTED),
    Case("P24-utf-16", "", raw="import os\ndef get_move(b, t): return None\n".encode("utf-16"), ends=NOT_STARTED),
]

# P29: lengths and depths that choke whoever reads carelessly.
CHOKING = [
    Case("P29-brackets", "x = " + "(" * 300 + ")" * 300 + "\n", ends=NOT_STARTED),
    Case("P29-minus", "x = " + "-" * 10 ** 5 + "1\n", ends=ANY_END),
    Case("P29-dots", "x = 1\nif 0: x = x" + ".b" * 10 ** 5 + "\n", ends=ANY_END),
    Case("P29-nines", "x = " + "9" * 10 ** 6 + "\n", ends=NOT_STARTED),
    Case("P29-elif", "x = 1\nif x == 0: pass\n" + "".join(f"elif x == {i}: pass\n" for i in range(20000)), ends=ANY_END),
    Case("P29-indent", "".join(" " * i + "if 1:\n" for i in range(200)) + " " * 200 + "pass\n", ends=NOT_STARTED),
    Case("P29-fstring", "x = 1\nprint(" + "f'{" * 100 + "x" + "}'" * 100 + ")\n", ends=NOT_STARTED),
    Case("P29-lambda", "x = " + "lambda: " * 5000 + "1\n", ends=ANY_END),
]

MISBEHAVIOUR = ENCODINGS + CHOKING + read("misbehaviour.txt", check=EITHER)

ACCEPTED = read("accepted.txt", check=ACCEPT) + [
    Case("ok-utf-8-cookie", "# -*- coding: utf-8 -*-\ndef get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n", ACCEPT),
    Case("ok-byte-order-mark", "\ufeffdef get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n", ACCEPT),
    Case("ok-windows-lines", "def get_move(board, time_left_ms):\r\n    return board.legal_moves()[0]\r\n", ACCEPT),
    Case("ok-big-table", "PST = [" + ", ".join(str(i % 100 - 50) for i in range(3000)) + "]\n"
                 "def get_move(board, time_left_ms):\n    return board.legal_moves()[PST[0] % 2]\n", ACCEPT),
]

ALL = ESCAPES + MISBEHAVIOUR + ACCEPTED

# ---- unfair play that needs a test of its own -----------------------------------------------------------------------

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

# ---- F05 ----------------------------------------------------------------------------------------------------------

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
