"""rookery uci --xboard: engines of the xboard protocol as players."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src" / "cli" / "rookery"

# Writes down what it is told, and answers as the script of answers says.
ENGINE = """
import sys
answers = iter({answers!r})
log = open({log!r}, "a")
for line in sys.stdin:
    log.write(line); log.flush()
    word = line.split()[0] if line.split() else ""
    if word == "protover" and {features!r}:
        print({features!r}, flush=True)
    if word == "ping":
        print("pong", line.split()[1], flush=True)
    if word == "go":
        print(next(answers), flush=True)
    if word == "quit":
        break
"""


def talk(tmp_path, lines, answers, features='feature ping=1 setboard=1 usermove=1 myname="Old Engine" done=1'):
    program, log = tmp_path / "engine.py", tmp_path / "log"
    program.write_text(ENGINE.format(answers=answers, features=features, log=str(log)))
    adapter = subprocess.Popen([ROOKERY, "uci", "--xboard", f"{sys.executable} {program}"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    heard = []
    for line, wanted in lines:  # each order, and the first word of the line that answers it
        adapter.stdin.write(line + "\n")
        adapter.stdin.flush()
        while wanted is not None:
            answer = adapter.stdout.readline().rstrip("\n")
            assert answer != "", adapter.stderr.read()
            heard.append(answer)
            if answer.split()[0] == wanted:
                break
    adapter.stdin.write("quit\n")
    adapter.stdin.flush()
    assert adapter.wait(timeout=20) == 0
    return heard, log.read_text().splitlines()


def test_a_game_is_told_move_by_move(tmp_path):
    heard, told = talk(tmp_path, [
        ("uci", "uciok"), ("isready", "readyok"), ("ucinewgame", None), ("position startpos moves e2e4", None),
        ("go wtime 60000 btime 50000 winc 0 binc 1000", "bestmove"), ("position startpos moves e2e4 c7c5 g1f3", None),
        ("go wtime 58000 btime 45000 winc 0 binc 1000", "bestmove"),
    ], ["7 35 120 4567 c7c5 Ng1f3\nmove c7c5", "9 -100002 10 99 x\nMy move is: Nc6"])
    assert "id name Old Engine" in heard
    assert "info depth 7 score cp 35 time 1200 nodes 4567" in heard and "bestmove c7c5" in heard
    assert "info depth 9 score mate -2 time 100 nodes 99" in heard and "bestmove b8c6" in heard
    start = told.index("new")
    assert told[start:] == ["new", "force", "easy", "post", "usermove e2e4", "level 0 0:50 1", "time 5000", "otim 6000",
                            "go", "force", "usermove g1f3", "time 4500", "otim 5800", "go", "quit"]


def test_positions_depth_and_time_per_move(tmp_path):
    fen = "4k3/8/8/8/8/8/4P3/4K2R w K - 4 30"
    heard, told = talk(tmp_path, [("uci", "uciok"), (f"position fen {fen}", None), ("go depth 4 movetime 3000", "bestmove")],
                       ["move O-O"])
    assert heard[-1] == "bestmove e1g1"
    assert f"setboard {fen}" in told and "sd 4" in told and "st 3" in told


def test_a_resignation_is_no_move(tmp_path):
    heard, _ = talk(tmp_path, [("uci", "uciok"), ("position startpos", None), ("go movetime 1000", "bestmove")],
                    ["0-1 {resigns}"])
    assert heard[-1] == "bestmove 0000"


def test_an_engine_without_features(tmp_path):
    heard, told = talk(tmp_path, [("uci", "uciok"), ("isready", "readyok"), ("position startpos moves d2d4", None),
                                  ("go depth 1", "bestmove")], ["move d7d5"], features="")
    assert heard[-1] == "bestmove d7d5" and "d2d4" in told and not any(line.startswith("ping") for line in told)


def test_phalanx_plays():
    phalanx = shutil.which("phalanx") or shutil.which("phalanx", path="/usr/games")
    if phalanx is None:
        pytest.skip("phalanx is not installed")
    fake = BUILD / "tests" / "arena" / "fake_engine"
    done = subprocess.run([ROOKERY, "match", f"cmd:{ROOKERY} uci --xboard {phalanx}", f"cmd:{fake} seed=1", "--clock", "3+0.2",
                           "--games", "2", "--max-moves", "4"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "time forfeit" not in done.stdout and "illegal" not in done.stdout
