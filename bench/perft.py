#!/usr/bin/env python3
"""Perft speed against Stockfish and Fairy-Stockfish, one thread, in one run.

    python3 bench/perft.py [--rookery build/src/cli/rookery] [--rounds 5]

Each program counts the same sequences in turn, `rounds` times. Processor time is compared, not wall time, without
start-up, and the best of the rounds: so a busy machine disturbs the ratio little. Peers that are not installed
(Debian: stockfish, fairy-stockfish) are skipped with a line that says so."""
import argparse
import glob
import os
import re
import shutil
import subprocess

SUITE = [  # variant, depth, peer, ratio that the project promises
    ("standard", 6, "stockfish", 3),
    ("crazyhouse", 5, "fairy-stockfish", 10),
    ("antichess", 5, "fairy-stockfish", 10),
    ("horde", 6, "fairy-stockfish", 10),
]


class Engine:
    """A UCI engine that can count (`go perft`)."""

    def __init__(self, path, variant):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if variant is not None:
            self.send(f"setoption name UCI_Variant value {variant}")
        self.send("position startpos")
        self.send("isready")
        self.wait("readyok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, token):
        for line in self.process.stdout:
            if token in line:
                return line
        raise RuntimeError("the engine ended")

    def processor_seconds(self):
        """Time that all threads of the engine have run."""
        total = 0
        for thread in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            with open(thread) as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def perft(self, depth):
        start = self.processor_seconds()
        self.send(f"go perft {depth}")
        nodes = int(self.wait("Nodes searched").split(":")[1])
        return nodes, self.processor_seconds() - start

    def close(self):
        self.send("quit")
        self.process.wait()


def run_timed(command):
    """What the command printed, and the processor time it took."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed")
    return printed, usage.ru_utime + usage.ru_stime


def rookery_perft(command, variant, depth):
    """Nodes and seconds, less what a count of depth 1 takes."""
    base = [command, "perft", "--variant", variant, "--threads", "1"]
    _, startup = run_timed(base + ["1"])
    printed, seconds = run_timed(base + [str(depth)])
    return int(re.search(r"Nodes searched: (\d+)", printed).group(1)), seconds - startup


def find(name):
    games = os.path.join("/usr/games", name)
    return shutil.which(name) or (games if os.path.exists(games) else None)


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rookery", default=os.path.join(root, "build", "src", "cli", "rookery"))
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    print(f"{'variant':<12} {'depth':>5} {'M nodes/s':>10} {'peer':<16} {'M nodes/s':>10} {'ratio':>7} {'promised':>9}")
    for variant, depth, peer, promised in SUITE:
        path = find(peer)
        if path is None:
            print(f"{variant:<12} skipped: {peer} is not installed")
            continue
        engine = Engine(path, None if variant == "standard" else variant)
        own = theirs = float("inf")
        for _ in range(arguments.rounds):
            nodes, seconds = rookery_perft(arguments.rookery, variant, depth)
            own = min(own, seconds)
            peer_nodes, seconds = engine.perft(depth)
            theirs = min(theirs, seconds)
            if nodes != peer_nodes:
                raise SystemExit(f"{variant} perft({depth}): {nodes} here, {peer_nodes} by {peer}")
        engine.close()
        print(f"{variant:<12} {depth:>5} {nodes / own / 1e6:>10.1f} {peer:<16} {nodes / theirs / 1e6:>10.1f} "
              f"{theirs / own:>6.1f}x {promised:>8}x")


main()
