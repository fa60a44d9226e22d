#!/usr/bin/env python3
"""Speed of reading PGN (every move checked) against pgn-extract, on the same file in one run.

    python3 bench/pgn.py [--build build] [--rounds 3] [--games 20000] [FILE.pgn]

Without a file it makes one (first: ninja -C build bench/pgn_corpus): games of the teacher file of ../shared/data when that is there, else games of random moves.
Each program reads the whole file in turn, `rounds` times. Processor time is compared, not wall time, and the best of the
rounds, so that a busy machine disturbs the ratio little. pgn-extract only checks (-r) and is silent (-s)."""
import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
TEACHER = os.path.join(ROOT, "..", "shared", "data", "teacher-200.txt.zst")
TARGET = 5


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed with status {done.returncode}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def make_corpus(build, games, path):
    words = [os.path.join(build, "bench", "pgn_corpus"), str(games)]
    if os.path.exists(TEACHER):
        words.append(TEACHER)
    with open(path, "wb") as out:
        subprocess.run(words, stdout=out, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("file", nargs="?")
    options = parser.parse_args()
    peer = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
    if peer is None:
        print("skipped: pgn-extract is not installed (Debian: apt-get install pgn-extract)")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = options.file
        if path is None:
            path = os.path.join(folder, "games.pgn")
            make_corpus(options.build, options.games, path)
        size = os.path.getsize(path)
        ours, theirs = [], []
        for _ in range(options.rounds):
            ours.append(processor_seconds([os.path.join(options.build, "src", "cli", "rookery"), "pgn", "--quiet", path]))
            theirs.append(processor_seconds([peer, "-s", "-r", path]))
    ratio = min(theirs) / min(ours)
    print(f"{size / 1e6:.1f} MB of PGN: rookery pgn {min(ours):.2f} s ({size / 1e6 / min(ours):.0f} MB/s), "
          f"pgn-extract {min(theirs):.2f} s ({size / 1e6 / min(theirs):.0f} MB/s)")
    print(f"ratio {ratio:.1f}, promised {TARGET}{'' if ratio >= TARGET else ': NOT REACHED'}")


if __name__ == "__main__":
    main()
