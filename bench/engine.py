#!/usr/bin/env python3
"""The engine against its peers and its promises, each measured by one command.

    python3 bench/engine.py speed [--peer ethereal-chess]      nodes a second and time to a depth, same positions
    python3 bench/engine.py tactics ../shared/data/wac.epd     problems solved at --movetime or --nodes each
    python3 bench/engine.py strength [--peer ethereal-chess] --clock 8+0.08 --games 1000 --openings book.epd
    python3 bench/engine.py strength --variant antichess --peer fairy-stockfish --clock 4+0.04 --games 200
    python3 bench/engine.py twins --second "EvalFile=<none>" --openings book.epd    what the network is worth
    python3 bench/engine.py twins --first Threads=2 --games 400 --openings book.epd
    python3 bench/engine.py clock [--clock 1+0.01] [--concurrency 8] [--games 2000] --openings book.epd
    python3 bench/engine.py clock --clock movetime=10 --concurrency 2 --games 1000 --openings book.epd
    python3 bench/engine.py waits [--movetime 10]              why moves take longer than they may: our fault or not
    python3 bench/engine.py threads                            nodes a second of two threads against one
    python3 bench/engine.py faults [--games 222]               self-play in every variant: nothing but the rules ends it
    python3 bench/engine.py castling --openings 960.epd        chess960 against Stockfish: no castling refused

Speed is counted per second of processor time, the best of --rounds, so that a busy machine disturbs it little. Matches
go through `rookery match`; every option after `--` is passed on to it."""
import argparse
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 2 9",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP3PP/R2Q1R1K w - - 4 13",
    "2r2rk1/pp1bqpp1/2nppn1p/2p3N1/1bP5/1PN3P1/PBQPPPBP/3R1RK1 w - - 0 15",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4rrk1/1p4pp/p1pb4/3p1p2/3P1Pq1/2PBP3/PPQ3PP/R4RK1 w - - 0 20",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
]
VARIANTS = ["standard", "chess960", "crazyhouse", "atomic", "kingofthehill", "threecheck", "antichess", "horde",
            "racingkings"]


class Program:
    """A UCI engine in conversation."""

    def __init__(self, command, **options):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say("uci")
        self.hear("uciok")
        for name, value in options.items():
            self.say(f"setoption name {name} value {value}")
        self.new_game()

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def hear(self, word):
        """The line that begins with the word, and those before it."""
        before = []
        for line in self.process.stdout:
            if line.startswith(word):
                return line, before
            before.append(line)
        sys.exit(f"bench: {self.process.args[0]} ended before it said {word}")

    def new_game(self):
        self.say("ucinewgame")
        self.say("isready")
        self.hear("readyok")

    def processor_seconds(self):
        """Time that all its threads have run; those that ended meanwhile are in the sum of the process."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            ticks = sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))
        living = 0
        for thread in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            try:
                with open(thread) as file:
                    living += int(file.read().split()[0])
            except OSError:  # a thread that has just ended
                pass
        return max(ticks / os.sysconf("SC_CLK_TCK"), living / 1e9)

    def go(self, fen, limit):
        """Best move, score line, nodes, processor seconds, seconds."""
        self.say(f"position fen {fen}")
        used, start = self.processor_seconds(), time.monotonic()
        self.say(f"go {limit}")
        answer, before = self.hear("bestmove")
        took, used = time.monotonic() - start, self.processor_seconds() - used
        nodes = [int(found[1]) for line in before if (found := re.search(r" nodes (\d+)", line))]
        scores = [line for line in before if " score " in line]
        return answer.split()[1], scores[-1] if scores else "", nodes[-1] if nodes else 0, used, took

    def close(self):
        self.say("quit")
        self.process.wait()


def peer_command(name):
    path = shutil.which(name, path=os.environ["PATH"] + ":/usr/games:/usr/local/games")
    if path is None:
        sys.exit(f"bench: {name} is not installed")
    return [path]


def measure_speed(program, limit, rounds):
    """Nodes and processor seconds of the quickest round over all positions."""
    best = None
    for _ in range(rounds):
        nodes = seconds = 0
        for fen in POSITIONS:
            program.new_game()
            _, _, searched, used, _ = program.go(fen, limit)
            nodes, seconds = nodes + searched, seconds + used
        if best is None or nodes / seconds > best[0] / best[1]:
            best = nodes, seconds
    return best


def speed(words):
    ours, theirs = Program([words.rookery, "uci"], Hash=16), Program(peer_command(words.peer), Hash=16)
    limit = f"depth {words.depth}"
    (our_nodes, our_time), (their_nodes, their_time) = (measure_speed(program, limit, words.rounds)
                                                        for program in (ours, theirs))
    print(f"{'':24} {'nodes/s':>12} {'nodes':>12} {'s to depth ' + str(words.depth):>16}")
    for name, nodes, seconds in (("rookery", our_nodes, our_time), (words.peer, their_nodes, their_time)):
        print(f"{name:24} {nodes / seconds:12,.0f} {nodes:12,} {seconds:16.2f}")
    print(f"ratio of nodes/s {our_nodes / our_time / (their_nodes / their_time):.2f}; depth {words.depth} in "
          f"{our_time / their_time:.2f} of the peer's time (a ply is not the same thing in two engines)")
    ours.close()
    theirs.close()


def queued_seconds(pid):
    """How long each thread of a process has wanted a processor and not had one."""
    queued = {}
    for thread in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        try:
            with open(thread) as file:
                queued[thread] = int(file.read().split()[1]) / 1e9
        except OSError:
            pass
    return queued


def waits(words):
    program = Program([words.rookery, "uci"], Hash=16)
    limit, rows = words.movetime / 1000, []
    for number in range(words.games):
        before = queued_seconds(program.process.pid), queued_seconds("self")
        took = program.go(POSITIONS[number % len(POSITIONS)], f"movetime {words.movetime}")[4]
        after = queued_seconds(program.process.pid), queued_seconds("self")
        queued = sum(max(new[thread] - old.get(thread, 0) for thread in new) for old, new in zip(before, after))
        rows.append((took - limit, took - limit - queued))
    for name, column in (("over the limit", 0), ("less what both programs waited for a processor", 1)):
        values = sorted(1000 * row[column] for row in rows)
        print(f"{name}: median {values[len(values) // 2]:.1f} ms, 1 in 100 {values[len(values) * 99 // 100]:.1f}, "
              f"longest {values[-1]:.1f}")
    program.close()


def threads(words):
    results = []
    for count in (1, 2):
        program = Program([words.rookery, "uci"], Hash=64, Threads=count)
        nodes = seconds = processor = 0
        for fen in POSITIONS:
            program.new_game()
            _, _, searched, used, took = program.go(fen, f"movetime {words.movetime}")
            nodes, seconds, processor = nodes + searched, seconds + took, processor + used
        results.append((nodes / seconds, count * nodes / processor))
        program.close()
    (one, one_busy), (two, two_busy) = results
    print(f"one thread {one:,.0f} nodes/s, two {two:,.0f}: ratio {two / one:.2f} by wall time (of idle processors)")
    print(f"had every thread a processor of its own, by processor time: {one_busy:,.0f} and {two_busy:,.0f}, ratio "
          f"{two_busy / one_busy:.2f}")


def read_problems(path):
    """FEN and the moves in UCI notation that solve it; a problem without bm wants a mate (dm or acd)."""
    done = []
    for line in pathlib.Path(path).read_text().splitlines():
        fields = line.split()
        if len(fields) < 4:
            continue
        fen = " ".join(fields[:4])
        counters = fields[4:6] if len(fields) > 5 and fields[4].isdigit() and fields[5].isdigit() else ["0", "1"]
        found = re.search(r"\bbm ([^;]+);", line)
        mate = re.search(r"\bdm (\d+);", line)
        done.append((" ".join([fen, *counters]), found[1].split() if found else None, int(mate[1]) if mate else None))
    return done


def san_of(rookery, fen):
    """UCI to SAN of all legal moves, by rookery show."""
    shown = subprocess.run([rookery, "show", fen], capture_output=True, text=True).stdout
    listed = shown.split("legal move", 1)[1].split(":", 1)[-1].split()
    return {uci: san.rstrip("+#") for san, uci in zip(listed[::2], listed[1::2])}


def tactics(words):
    program = Program([words.rookery, "uci"], Hash=16)
    limit = f"nodes {words.nodes}" if words.nodes else f"movetime {words.movetime}"
    problems = read_problems(words.problems)
    solved = 0
    for fen, best, mate in problems:
        program.new_game()
        move, score, _, _, _ = program.go(fen, limit)
        told = re.search(r"score mate (\d+)", score)
        good = bool(told) and int(told[1]) <= mate if mate else False
        if best and not good:
            good = san_of(words.rookery, fen).get(move) in [san.rstrip("+#!?") for san in best] or move in best
        solved += good
        if not good and words.verbose:
            print(f"not solved: {fen} ({move})")
    print(f"{solved} of {len(problems)} solved with {limit} each")
    program.close()


def run_match(words, players, *options):
    command = [words.rookery, "match", *players, "--clock", words.clock, "--games", str(words.games), "--concurrency",
               str(words.concurrency), "--json", "-", *options, *words.rest]
    if words.openings:
        command += ["--openings", words.openings.format(variant=words.variant), "--order", "random"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.returncode)
    return json.loads(done.stdout)


def forfeits(document):
    """Games that somebody lost otherwise than by the rules."""
    return [game["reason"] for game in document["games"] if game["end"] not in ("rules", "adjudication")]


def print_strength(words, document, name, opponent):
    ours = document["standing"][[row["name"] for row in document["standing"]].index(name)]
    games = ours["wins"] + ours["draws"] + ours["losses"]
    # Whoever won or lost every game has no Elo.
    elo = "no Elo" if ours["elo"] is None else f"Elo {ours['elo']:+.0f} ({ours['elo_low']:+.0f} to {ours['elo_high']:+.0f})"
    print(f"{words.variant}, {words.clock}, {name} against {opponent}: {100 * ours['points'] / games:.1f} % of {games}, {elo}")
    for reason in forfeits(document):
        print(reason)


def strength(words):
    document = run_match(words, ["engine", "cmd:" + words.peer], "--variant", words.variant, "--option", "Hash=16")
    print_strength(words, document, "engine", words.peer)


def twins(words):
    """What an option is worth: the engine against itself without it, or with another value."""
    options = [f"{number}:{option}" for number, chosen in enumerate((words.first, words.second), 1) for option in chosen]
    names = [" ".join(chosen) or "engine" for chosen in (words.first, words.second)]
    document = run_match(words, ["engine", "engine"], "--variant", words.variant, "--option", "Hash=16",
                         *(word for option in options for word in ("--option", option)),
                         "--name", f"1:{names[0]}", "--name", f"2:{names[1]}")
    print_strength(words, document, *names)


def clock(words):
    document = run_match(words, ["engine", "engine"], "--option", "Hash=16")
    found = forfeits(document)
    times = sorted(time for game in document["games"] for time in game["times_ms"])
    if not times:
        sys.exit("bench: not a move was played")
    print(f"{len(found)} of {len(document['games'])} games ({len(times)} moves) not ended by the rules; a move took "
          f"{times[len(times) // 2]} ms (median), 1 in 100 {times[len(times) * 99 // 100]}, 1 in 1,000 "
          f"{times[len(times) * 999 // 1000]}, the longest {times[-1]}")
    for reason in found:
        print(reason)


def faults(words):
    found = []
    for words.variant in VARIANTS:
        found += forfeits(run_match(words, ["engine", "engine"], "--variant", words.variant, "--max-moves", "200"))
        print(f"{words.variant}: {len(found)} faults so far", flush=True)
        for reason in found:
            print(reason)
    return len(found) > 0


def castling(words):
    """Games at few nodes, for their castling: an illegal one, or one that the opponent misread, forfeits."""
    words.variant = "chess960"
    with tempfile.TemporaryDirectory() as folder:
        pgn = pathlib.Path(folder, "games.pgn")
        found = forfeits(run_match(words, ["engine", "cmd:" + words.peer], "--pgn", str(pgn)))
        text = re.sub(r"\{[^}]*\}", "", pgn.read_text())
    short, long = len(re.findall(r"O-O(?!-)", text)), text.count("O-O-O")
    print(f"{words.games} games: {short} castlings short, {long} long, {len(found)} games not ended by the rules")
    for reason in found:
        print(reason)
    return len(found) > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "threads", "tactics", "strength", "twins", "clock", "waits",
                                         "faults", "castling"])
    parser.add_argument("problems", nargs="?", help="of tactics: an EPD file")
    parser.add_argument("--rookery", default="build/src/cli/rookery")
    parser.add_argument("--peer", default="ethereal-chess")
    parser.add_argument("--first", action="append", default=[], help="of twins: an option of the first, NAME=VALUE")
    parser.add_argument("--second", action="append", default=[], help="of twins: an option of the second")
    parser.add_argument("--variant", default="standard")
    parser.add_argument("--clock", help="of matches: 8+0.08; of faults nodes=1000")
    parser.add_argument("--games", type=int)
    parser.add_argument("--concurrency", type=int)
    parser.add_argument("--openings", help="EPD or PGN; {variant} in the name stands for the variant's")
    parser.add_argument("--depth", type=int, default=14)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--movetime", type=int)
    parser.add_argument("--nodes", type=int, default=0)
    parser.add_argument("--verbose", action="store_true")
    words, words.rest = parser.parse_known_args()
    defaults = {"clock": ("1+0.01", 2000, 8), "faults": ("nodes=1000", 222, 1),
                "castling": ("nodes=200", 1000, 1)}.get(words.what, ("8+0.08", 200, 1))
    if words.what == "waits":
        defaults = ("", 1000, 1)
        words.movetime = words.movetime or 10
    if words.what == "castling" and words.peer == parser.get_default("peer"):
        words.peer = "stockfish"
    words.movetime = words.movetime or 1000
    words.clock = words.clock or defaults[0]
    words.games = words.games or defaults[1]
    words.concurrency = words.concurrency or defaults[2]
    words.rest = [word for word in words.rest if word != "--"]
    if words.what == "tactics" and words.problems is None:
        parser.error("tactics wants an EPD file")
    sys.exit(globals()[words.what](words))


if __name__ == "__main__":
    main()
