#!/usr/bin/env python3
"""Talks nonsense and sense by chance to `rookery uci` and wants it to stay alive, to end with status 0, and to answer
every "isready" and every "go".

    CC=clang-14 meson setup build-san -Db_sanitize=address,undefined -Db_lundef=false -Dpython=false
    tests/fuzz/fuzz_engine.py build-san/src/cli/rookery --seconds 3600

A conversation that breaks this is printed; --seed N repeats it."""
import argparse
import os
import random
import subprocess
import sys
import time

VARIANTS = ["chess", "crazyhouse", "atomic", "kingofthehill", "3check", "antichess", "horde", "racingkings", "nonsense",
            "standard", "chess960", ""]
FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 99 4294967295",
    "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", "4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1",
    "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
    "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1", "8/P7/8/8/8/8/8/k6K w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 3+3 0 1", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "x", "",
]
MOVES = ["e2e4", "e7e5", "e1g1", "e1h1", "a7a8q", "P@e4", "Q@a1", "0000", "zz", "e2e4e5", "g1f3", "b8c6", "", "h7h8k"]
OPTIONS = [("Hash", ["1", "4", "0", "-5", "99999999999", "x"]), ("Threads", ["1", "2", "0", "x"]),
           ("MultiPV", ["1", "3", "500", "-1"]), ("UCI_Chess960", ["true", "false"]), ("UCI_ShowWDL", ["true", "false"]),
           ("Move Overhead", ["0", "50", "-1"]), ("Ponder", ["true"]), ("Clear Hash", [""]), ("OwnBook", ["true"]),
           ("BookFile", ["/nowhere", "<empty>", "/dev/null"]), ("SyzygyPath", ["/", "<empty>", "/nowhere:/tmp"]),
           ("SyzygyProbeDepth", ["3"]), ("EvalFile", ["<none>", "<built-in>", "/nowhere", "/dev/null"]), ("nonsense", ["1"]), ("", [""])]
# Depths have a time beside: under a sanitizer some of these positions would need an hour.
GO = ["depth {n} movetime 1000", "nodes {nodes}", "movetime {n}", "wtime {ms} btime {ms} winc {n} binc {n}",
      "mate {n} movetime 1000", "wtime -{ms} btime 0 movestogo {n}", "depth {n} movetime 1000 searchmoves e2e4 d2d4 zz",
      "depth 0", "depth", "movetime", "nodes -1", "wtime 99999999999999999999 btime 1 depth {n} movetime 1000", "perft 2",
      "depth {n} nodes {nodes} movetime {n}"]


def position(chance):
    start = "startpos" if chance.random() < 0.5 else "fen " + chance.choice(FENS)
    if chance.random() < 0.1:
        letters = list(start)
        letters[chance.randrange(len(letters))] = chr(chance.randrange(32, 127))
        start = "".join(letters)
    moves = " moves " + " ".join(chance.choices(MOVES, k=chance.randrange(6))) if chance.random() < 0.5 else ""
    return f"position {start}{moves}"


def go(chance):
    words = chance.choice(GO).format(n=chance.randrange(1, 7), nodes=chance.randrange(1, 5000), ms=chance.randrange(200))
    roll = chance.random()
    if roll < 0.1:
        return [f"go ponder {words}", "isready", chance.choice(["ponderhit", "stop"]), "stop"]
    if roll < 0.2:
        return ["go infinite", "isready", "stop"]
    return [f"go {words}"] + (["stop"] if chance.random() < 0.2 else [])


def noise(chance):
    return "".join(chr(chance.choice([9, 32, *range(33, 256)])) for _ in range(chance.randrange(80)))


def conversation(chance):
    lines = ["uci"]
    for _ in range(chance.randrange(1, 40)):
        roll = chance.random()
        if roll < 0.25:
            lines.append(position(chance))
        elif roll < 0.5:
            lines += go(chance)
        elif roll < 0.6:
            lines.append(f"setoption name UCI_Variant value {chance.choice(VARIANTS)}")
        elif roll < 0.75:
            name, values = chance.choice(OPTIONS)
            lines.append(f"setoption name {name} value {chance.choice(values)}")
        elif roll < 0.95:
            lines.append(chance.choice(["isready", "ucinewgame", "d", "eval", "stop", "ponderhit", "uci", "debug on"]))
        else:
            lines.append(noise(chance))
    return lines


def judge(done, lines):
    """What is wrong with the answers, or None."""
    out = done.stdout.decode(errors="replace").splitlines()
    if done.returncode != 0:
        return f"exit status {done.returncode}"
    if b"ERROR: " in done.stderr or b"runtime error" in done.stderr:
        return "the sanitizer complains"
    asked = sum(line.split()[:1] == ["go"] and "perft" not in line for line in lines)
    if sum(line.startswith("bestmove") for line in out) != asked:
        return f"{asked} searches were asked for, {sum(line.startswith('bestmove') for line in out)} answered"
    if out.count("readyok") < sum(line == "isready" for line in lines):
        return "isready was not answered"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rookery")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, help="one conversation only")
    parser.add_argument("--patience", type=float, default=120, help="seconds for a conversation: more on a busy machine")
    words = parser.parse_args()
    # More memory than there is must be refused by us, not by the sanitizer.
    environment = {**os.environ, "ASAN_OPTIONS": "allocator_may_return_null=1"}
    end, seed, count = time.monotonic() + words.seconds, words.seed or time.time_ns() % 10 ** 9, 0
    while count == 0 or (words.seed is None and time.monotonic() < end):
        lines = conversation(random.Random(seed))
        text = "\n".join([*lines, "quit", ""]).encode("latin-1")
        try:
            fault = judge(done := subprocess.run([words.rookery, "uci"], input=text, capture_output=True,
                                                 timeout=words.patience, env=environment), lines)
            told = done.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            fault, told = "it hangs", ""
        if fault is not None:
            print("\n".join(lines), told, f"seed {seed}: {fault}", sep="\n")
            sys.exit(1)
        seed, count = seed + 1, count + 1
    print(f"{count} conversations, no fault")


if __name__ == "__main__":
    main()
