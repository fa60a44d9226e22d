"""rookery profile: its table is the game, its shares are the profiler's, its advice follows from both."""

import json
import os
import pathlib
import re
import signal
import subprocess
import time

import chess
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src" / "cli" / "rookery"
FAKE = BUILD / "tests" / "arena" / "fake_engine"

pytestmark = pytest.mark.skipif(not (BUILD / "bindings" / "python").exists(), reason="built without Python")

COPIES = """
import arena

def worth(board, depth):
    if depth == 0:
        return board.material_balance()
    best = -10**6
    for move in board.legal_moves():
        for _ in range(20):
            child = board.copy()
        child.push(move)
        best = max(best, -worth(child, depth - 1))
    return best

def get_move(board, time_left_ms):
    arena.report(depth=2, score=worth(board, 2), nodes=421)
    return board.legal_moves()[0]
"""
FIRST = "def get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n"


def profile(folder, source, *words, name="my_bot.py"):
    (folder / name).write_text(source)
    return subprocess.run([ROOKERY, "profile", name, *map(str, words)], cwd=folder, capture_output=True, text=True,
                          timeout=120)


def document_of(done, rc=0):
    assert done.returncode == rc, done.stderr
    return json.loads(done.stdout)


def test_help_starts_with_two_examples():
    done = subprocess.run([ROOKERY, "profile", "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == ""
    assert all(line.startswith("  rookery profile ") for line in done.stdout.splitlines()[2:4])


def test_the_table_is_the_game(tmp_path):
    document = document_of(profile(tmp_path, COPIES, "--moves", 4, "--json", "--quiet"))
    assert [move["number"] for move in document["moves"]] == [1, 2, 3, 4]
    first, second = document["moves"][:2]
    assert (first["depth"], first["nodes"], first["score"]) == (2, 421, 0)
    assert first["had_ms"] == 10000 and abs(10100 - first["used_ms"] - first["left_ms"]) < 2
    assert first["copies"] == 20 * 420 and first["pushes"] == 420 and 5000 < first["peak_memory_kb"] < 100000
    assert second["had_ms"] == first["left_ms"]
    board = chess.Board()
    assert board.san(board.parse_uci(first["uci"])) == first["san"]
    assert document["color"] == "white" and document["opponent"] == "my_bot 2" and 0 < document["load_ms"] < 5000


def test_copying_is_found_and_named(tmp_path):
    done = profile(tmp_path, COPIES, "--moves", 4)
    assert done.returncode == 0
    advice = done.stdout.split("What to fix first\n")[1]
    assert re.search(r"- \d+ % of the time is in board\.copy\(\): push\(\) the move and pop\(\) it again instead\.", advice)
    table, calls = done.stdout.split("The slowest calls")
    assert re.search(r"^ +1\. Nh3 +\d+\.\d{3} s +\d+\.\d\d s +2 +421 +\+0\.00 +8400 +420 +\d+ MB$", table, re.M)
    shares = {row[1]: int(row[0]) for row in re.findall(r"^ +(\d+) % +[\d.]+ s +\d+ +\d+  (.+)$", calls, re.M)}
    assert shares["board.copy() in worth"] > 10 and 90 < sum(shares.values()) <= 105


def test_what_is_not_reported_has_no_column(tmp_path):
    done = profile(tmp_path, FIRST, "--moves", 2, "--nodes", 5, "--black", "--opponent", "random")
    head = next(line for line in done.stdout.splitlines() if " used" in line)
    assert head.split() == ["move", "used", "copies", "pushes", "memory"]
    assert "my_bot, Black, against random; standard, 5 nodes a move" in done.stdout and " 1…" in done.stdout


def test_the_profiler_does_not_touch_the_game(tmp_path):
    """The bot measures how much a call costs beside other work; under a profiler that is three times as much."""
    source = """
import time, arena

def shortest(work):
    times = []
    for _ in range(7):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)

def calls():
    for _ in range(3000):
        abs(5)

def plain():
    for _ in range(3000):
        -5

def get_move(board, t):
    arena.report(nodes=int(100 * shortest(calls) / shortest(plain)))
    return board.legal_moves()[0]
"""
    document = document_of(profile(tmp_path, source, "--moves", 5, "--json", "--quiet", "--opponent", "random"))
    assert min(move["nodes"] for move in document["moves"]) < 250
    (row,) = [call for call in document["calls"] if call["function"] == "abs() in calls"]
    assert row["calls"] == 7 * 3000 * document["profiled_positions"]


@pytest.mark.parametrize("body, end, moves, advice", [
    ("    return {}['x'] if board.ply() > 3 else board.legal_moves()[0]", "crash", 2,
     "It crashed: get_move raised KeyError: 'x' at line 2."),
    ("    return 'e1e8' if board.ply() > 1 else board.legal_moves()[0]", "illegal move", 1, "Its move was not legal"),
    ("    while board.ply() > 1: pass\n    return board.legal_moves()[0]", "time forfeit", 1, "It lost on time"),
    ("    return board.legal_moves()[0]\n1 / 0", "did not start", 0,
     "It did not start: loading raised ZeroDivisionError: division by zero at line 3."),
    ("    return bytearray(10 ** 9)", "crash", 0, "It crashed: get_move raised MemoryError at line 2."),
])
def test_a_bot_that_fails_is_shown_up_to_there(tmp_path, body, end, moves, advice):
    done = profile(tmp_path, f"def get_move(board, t):\n{body}\n", "--json", "--clock",
                   0.5 if end == "time forfeit" else 30, "--opponent", "random")
    document = document_of(done, rc=1)
    assert (document["end"], document["result"], document["at_fault"]) == (end, "0-1", True)
    assert len(document["moves"]) == moves
    if end == "crash" and moves == 0 and not document["advice"][0].startswith(advice):
        assert "memory" in document["reason"]  # the box was quicker than Python
    else:
        assert document["advice"][0].startswith(advice)


def test_time_badly_used_is_named(tmp_path):
    source = ("import time\ndef get_move(board, t):\n    time.sleep(0.6 * t / 1000 if t > 1000 else 0)\n"
              "    return board.legal_moves()[0]\n")
    document = document_of(profile(tmp_path, source, "--json", "--clock", 4, "--moves", 12, "--quiet", "--opponent",
                                   f"cmd:{FAKE} seed=1"))
    assert re.match(r"Move [12] took \d\.\d s of the \d\.\d s left: ", document["advice"][0])
    assert re.match(r"\d\d+ % of the clock was gone after ten moves: ", document["advice"][1])
    assert "time.sleep() in get_move, line 2" in document["advice"][2]


def test_nothing_stands_out_when_nothing_does(tmp_path):
    document = document_of(profile(tmp_path, FIRST, "--json", "--moves", 3, "--quiet", "--opponent", "random"))
    assert document["advice"] == ["Nothing stands out."]


def test_interrupting_shows_what_there_is(tmp_path):
    asked = tmp_path / "asked"
    (tmp_path / "my_bot.py").write_text("def get_move(board, t):\n    while board.ply() > 1: pass\n"
                                        "    return board.legal_moves()[0]\n")
    process = subprocess.Popen([ROOKERY, "profile", "my_bot.py", "--clock", "600", "--opponent", f"cmd:{FAKE} record={asked}"],
                               cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 20
    while not (asked.exists() and "\ngo " in asked.read_text()):
        assert time.monotonic() < end and process.poll() is None
        time.sleep(0.01)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert time.monotonic() - begun < 2 and process.returncode == 1
    assert " 1. Nh3 " in out and "stopped before the game was over" in out and "What to fix first" in out


HOSTILE_HOST = """
import sys
say = lambda line: (sys.stdout.buffer.write(line + b"\\n"), sys.stdout.flush())
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        say(b"uciok")
    if word == "isready":
        say(b"readyok")
    if word == "go":
        say(b"info string profile load 99999999999999999999999999999999")
        say(b"info string profile move -1 x \\x1b[31m 3")
        say(b"info string profile total 0")
        for call in range(100):
            say(b"info string profile call 99999999999999999999 -7 4 \\x1b[2J\\xff\\x07" + b"n" * 5000)
        say(b"info string profile call"), say(b"info string profile"), say(b"info string profile call 1 2"), say(b"info")
        say(b"info string error: \\x1b[2J\\xff" + b"e" * 5000)
        say(b"bestmove e2e4" if b"moves" not in line.encode() else b"bestmove e7e5")
"""


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_whatever_a_host_says_the_terminal_is_safe(tmp_path, form):
    (tmp_path / "rookery").mkdir()
    (tmp_path / "rookery" / "host.py").write_text(HOSTILE_HOST)
    (tmp_path / "my_bot.py").write_text(FIRST)
    done = subprocess.run([ROOKERY, "profile", "my_bot.py", "--opponent", "random", "--clock", "5", "--no-sandbox", *form], cwd=tmp_path,
                          capture_output=True, text=True, timeout=60, env=dict(os.environ, ROOKERY_PYTHON=str(tmp_path)))
    assert done.returncode == 1 and "illegal move" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr and "\x07" not in done.stdout
    if form:
        assert len(json.loads(done.stdout)["calls"]) <= 12


def test_an_opponent_that_does_not_start_is_wrong_use(tmp_path):
    done = profile(tmp_path, FIRST, "--opponent", "cmd:/bin/false", "--quiet")
    assert done.returncode == 2 and done.stdout == ""
    assert "the game could not be played: false did not start: ended with exit status 1" in done.stderr


def test_without_a_box_nothing_is_shown(tmp_path):
    (tmp_path / "rookery").mkdir(mode=0o700)
    (tmp_path / "rookery" / "host.py").write_text("")
    (tmp_path / "rookery" / "host.py").chmod(0)
    if os.geteuid() != 0:
        pytest.skip("only root steps down to somebody who may not read the host")
    (tmp_path / "my_bot.py").write_text(FIRST)
    done = subprocess.run([ROOKERY, "profile", "my_bot.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60,
                          env=dict(os.environ, ROOKERY_PYTHON=str(tmp_path)))
    assert done.returncode == 2 and done.stdout == "" and "allow it with: chmod" in done.stderr


@pytest.mark.parametrize("words, sentence", [
    (["random"], 'only bots can be profiled, and "random" is none'), ([], "wants one bot"), (["a.py", "b.py"], "one bot"),
    (["nowhere.py"], 'there is no file "nowhere.py"'), (["my_bot.py", "--opponent", "nobody"], '"nobody" is no player'),
    (["my_bot.py", "--variant", "atmic"], 'did you mean "atomic"?'), (["my_bot.py", "--clock", "soon"], "is not a clock"),
    (["my_bot.py", "--movs", "3"], "did you mean --moves?"),
])
def test_wrong_use_is_one_sentence(tmp_path, words, sentence):
    (tmp_path / "my_bot.py").write_text(FIRST)
    done = subprocess.run([ROOKERY, "profile", *words], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and done.stdout == "" and sentence in done.stderr
    assert done.stderr.startswith("rookery profile: ") and len(done.stderr.splitlines()) <= 2
