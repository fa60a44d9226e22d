"""Throws random protocol lines at the bot host: it must neither crash nor hang, and answer every go and isready.

    python3 tests/python/fuzz_host.py [--seconds 20] [--seed 1]"""
import argparse
import os
import random
import sys
import tempfile
import time

import places
from uci_session import Session

BOT = "import random\ndef get_move(board, t):\n    return random.choice(board.legal_moves())\n"
VARIANTS = ["chess", "chess960", "crazyhouse", "atomic", "kingofthehill", "3check", "antichess", "horde", "racingkings",
            "suicide", "", "x" * 300]
FENS = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQk b - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R[QNqn] w KQkq - 3+3 0 1", "4k3/8/8/8/8/8/8/RR2K1R1 w Bg - 0 1", "", "x"]
WORDS = ["position", "startpos", "fen", "moves", "go", "wtime", "btime", "winc", "movetime", "nodes", "depth", "setoption",
         "name", "value", "UCI_Variant", "UCI_Chess960", "true", "false", "-1", "0", "99999999999999999999", "1e9", "e2e4",
         "e7e8q", "0000", "N@f3", "e1g1", "\x00", "\u2654", "ucinewgame", "uci", "isready", "register", "debug", "perft"]


def damaged(text, rng):
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice(["", "a", "9", "/", " ", "\t", "é", "-", "[", "~"]) + text[place + rng.randrange(3):]
    return text.replace("\n", " ")


def random_line(rng):
    kind = rng.randrange(7)
    if kind == 0:
        line = f"setoption name UCI_Variant value {rng.choice(VARIANTS)}"
    elif kind == 1:
        line = f"setoption name UCI_Chess960 value {rng.choice(['true', 'false', ''])}"
    elif kind == 2:
        moves = " ".join(rng.choice("abcdefgh") + rng.choice("1278") + rng.choice("abcdefgh") + rng.choice("3456")
                         for _ in range(rng.randrange(8)))
        line = f"position {rng.choice(['startpos', 'fen ' + rng.choice(FENS)])} moves {moves}"
    elif kind == 3:
        line = f"position fen {damaged(rng.choice(FENS), rng)}"
    elif kind == 4:
        line = " ".join(rng.choice(WORDS) for _ in range(rng.randrange(12)))
    elif kind == 5:
        line = "go " + " ".join(f"{rng.choice(WORDS)} {rng.choice(WORDS)}" for _ in range(rng.randrange(4)))
    else:
        line = damaged("position startpos moves e2e4 e7e5", rng)
    # Only "quit" and searches without end are left out: they are not mistakes.
    return " ".join(word for word in line.split(" ") if word not in ("quit", "infinite", "ponder", "stop"))


def answers_due(line):
    words = line.split()
    first = words[0] if words else ""
    return {"go": ["bestmove"], "isready": ["readyok"], "uci": ["uciok"]}.get(first, [])


def run(seconds, seed, build):
    rng = random.Random(seed)
    host = os.path.join(os.path.abspath(build), "bindings", "python", "rookery", "host.py")
    lines = 0
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        bot = os.path.join(folder, "bot.py")
        with open(bot, "w", encoding="utf-8") as file:
            file.write(BOT)
        while time.monotonic() < end:
            with Session(host, bot) as session:
                for _ in range(200):
                    line = random_line(rng)
                    lines += 1
                    try:
                        session.send(line)
                        for word in answers_due(line):
                            session.read_until(word)
                        session.send("isready")
                        session.read_until("readyok")
                    except BaseException:
                        print(f"after {line!r} (seed {seed})", session.log.decode(errors="replace"), file=sys.stderr)
                        raise
                session.send("quit")
                status, _, log = session.finish()
                assert status == 0 and "Traceback" not in log, (status, log)
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", default=places.BUILD)
    options = parser.parse_args()
    print(f"{run(options.seconds, options.seed, options.build)} lines without a crash or a hang")


if __name__ == "__main__":
    main()
