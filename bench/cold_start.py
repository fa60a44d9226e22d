#!/usr/bin/env python3
"""How long a bot takes from nothing to `readyok`: process, box, interpreter, modules.

    python3 bench/cold_start.py [--build build] [--starts 40]

The peers: the bare interpreter, and the bare interpreter in the simplest box that bubblewrap makes. A Python bot that
imports chess and arena is meant to answer within 60 ms on an idle machine."""
import argparse
import pathlib
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYTHON = ["/usr/bin/python3", "-I", "-S", "-B"]
ECHO = "import sys\nfor line in sys.stdin:\n    if line == 'isready\\n':\n        print('readyok', flush=True)"
BOX = ["bwrap", "--unshare-all", "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64",
       "/lib64", "--ro-bind", "/etc", "/etc", "--dev", "/dev"]
PYTHON_BOT = """import chess
import arena


def get_move(board, time_left_ms):
    return next(iter(board.legal_moves))
"""
JAVASCRIPT_BOT = "function makeMove(board, timeRemaining, reportMove, getMemory) { reportMove(board.moves()[0]) }\n"


def time_of_start(words):
    start = time.perf_counter()
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        process.stdin.write(b"uci\nisready\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.strip() == b"readyok":
                break
        else:
            raise SystemExit(f"{words[0]} ended without an answer")
        seconds = time.perf_counter() - start
        process.stdin.write(b"quit\n")
        process.stdin.close()
        process.stdout.read()
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=ROOT / "build", type=pathlib.Path)
    parser.add_argument("--starts", type=int, default=40)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bots = {"Python bot": ("bot.py", PYTHON_BOT), "JavaScript bot": ("bot.js", JAVASCRIPT_BOT)}
        contenders = {"bare Python": [*PYTHON, "-c", ECHO], "bare Python in bwrap": [*BOX, *PYTHON, "-c", ECHO]}
        for name, (file, source) in bots.items():
            path = pathlib.Path(folder, file)
            path.write_text(source)
            contenders[name] = [str(options.build / "src/cli/rookery"), "uci", "--bot", str(path)]
        times = {name: [] for name in contenders}
        for _ in range(options.starts):  # taking turns, so that what disturbs one disturbs all
            for name, words in contenders.items():
                times[name].append(1000 * time_of_start(words))
    peer = statistics.median(times["bare Python in bwrap"])
    for name, found in times.items():
        middle = statistics.median(found)
        print(f"{name:22} best {min(found):6.1f} ms, median {middle:6.1f} ms, {middle / peer:5.2f} times bare Python in bwrap")


if __name__ == "__main__":
    main()
