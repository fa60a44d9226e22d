"""Throws random Python programs at `rookery check`'s rules and at the box, and looks whether the host felt anything.

    python3 tests/python/fuzz_programs.py [--seconds 20] [--seed 1] [--keep FOLDER]

A finding is: the check crashes, or takes longer or more memory than it may; a program that the check accepts gets hold
of something of the interpreter's; anything of the host is reached, changed or left behind. Then it ends with status 1."""
import argparse
import collections
import faulthandler
import os
import pathlib
import random
import resource
import sys
import time
import traceback
import warnings

import places

sys.path[:0] = [os.path.join(places.ROOT, "tests", "escapes")]
sys.path.append(places.PACKAGE)

import arena_run  # noqa: E402
import case  # noqa: E402
import random_programs  # noqa: E402

CHECK_CPU_S = 2
CHECK_BYTES = 256 << 20
BATCH, PLAYED = 500, 24

# Printed by a program that was accepted and yet holds what no bot should hold.
LOOK_AROUND = '''
INSIDES = "sys", "os", "posix", "builtins", "importlib", "gc", "inspect", "types"
POWERS = "exec", "eval", "open", "compile", "__import__", "getattr"


def look_around():
    module, function = type(arena_of_the_test), type(look_around)
    for name, value in list(look_around.__globals__.items()):
        kind = type(value).__name__
        if kind in ("frame", "traceback", "code"):
            print("HOLDS", kind, name)
        if type(value) is module and value.__name__ in INSIDES:
            print("HOLDS module", value.__name__)
        if kind == "builtin_function_or_method" and value.__name__ in POWERS and type(value.__self__) is module:
            print("HOLDS builtin", value.__name__)
        if type(value) is dict and name != "__builtins__" and "__builtins__" in value:
            print("HOLDS globals", name)


import arena as arena_of_the_test
get_move_of_the_bot = get_move
def get_move(board, time_left_ms):
    look_around()
    return board.legal_moves()[0]
'''


class Findings:
    def __init__(self, keep):
        self.keep, self.count = keep, 0

    def add(self, what, source):
        self.count += 1
        text = source if isinstance(source, str) else "\n\n########\n\n".join(source)
        print(f"FINDING {self.count}: {what}\n{text[:3000]}\n", file=sys.stderr, flush=True)
        if self.keep:
            self.keep.mkdir(parents=True, exist_ok=True)
            (self.keep / f"finding-{self.count}.py").write_text(f"# {ascii(what)[:2000]}\n{text}", errors="replace")


def check(rules, source, findings):
    """Whether the rules accept it; None after a finding."""
    start = time.process_time()
    try:
        problems, more = rules.check_bytes(source.encode("utf-8", "surrogatepass"))
        lines = source.count("\n") + source.count("\r") + 1
        for problem in problems:
            assert 1 <= problem.line <= lines and problem.column >= 1 and problem.advice and problem.rule, vars(problem)
    except Exception:
        findings.add(f"the check fails: {traceback.format_exc()}", source)
        return None
    used = time.process_time() - start
    if used > CHECK_CPU_S:
        findings.add(f"the check takes {used:.1f} s", source)
    return not problems


def with_entry(source):
    return source if "def get_move" in source or "get_move =" in source else source + case.GET_MOVE


def make_case(number, source, accepted):
    return case.Case(f"p{number}", source + (LOOK_AROUND if accepted else ""), ends=case.ANY_END)


def play(cases, accepted, guarded, findings, ends):
    """One process plays all; everything is asked of the host afterwards."""
    try:
        with arena_run.Arena(guarded=guarded) as arena:
            played = arena.play(cases, concurrency=4)
            arena.check_host()
    except Exception:
        findings.add(f"the host: {traceback.format_exc()}", [one.source for one in cases])
        return
    for one, games in zip(cases, played):
        if not games:
            findings.add("no game was played", one.source)
            continue
        game, = games
        ends[game.end] += 1
        if game.end == "did not start" and not game.guilty:
            continue  # too busy a machine for the opponent to come up in time
        if game.won or (game.lost and not game.guilty):
            findings.add(f"the opponent lost something: {game.reason}", one.source)
        held = [line for line in game.log.splitlines() if line.startswith("HOLDS ")]
        if guarded and one.name in accepted and held:
            findings.add(f"accepted, and yet: {held[:5]}", one.source)


def choose(programs, verdicts, rng):
    """Accepted ones first, since only they are to be harmless by themselves."""
    order = sorted(range(len(programs)), key=lambda i: (not verdicts[i], rng.random()))
    accepted = [i for i in order if verdicts[i]][:PLAYED * 3 // 4]
    return accepted + [i for i in order if not verdicts[i]][:PLAYED - len(accepted)]


def run(seconds, seed, keep=None, note=lambda text: None):
    """(programs checked, programs played, number of findings)"""
    from rookery import _check as rules
    warnings.simplefilter("ignore")  # of the compiler, about the programs
    rng = random.Random(seed)
    generator = random_programs.Generator(rng)
    findings, ends = Findings(keep), collections.Counter()
    checked = played = accepted_count = batch = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        faulthandler.dump_traceback_later(300, exit=True)
        batch += 1
        programs = [with_entry(generator.program()) for _ in range(BATCH)]
        verdicts = [check(rules, source, findings) for source in programs]
        checked += BATCH
        accepted_count += sum(map(bool, verdicts))
        chosen = choose(programs, verdicts, rng)
        guarded = batch % 3 != 0
        cases = [make_case(i, programs[i], verdicts[i] and guarded) for i in chosen]
        if not guarded:
            cases = cases[:PLAYED // 2] + [make_case(BATCH + i, with_entry(generator.system()), False) for i in range(PLAYED // 2)]
        play(cases, {f"p{i}" for i in chosen if verdicts[i]}, guarded, findings, ends)
        played += len(cases)
        note(f"{checked} checked, {accepted_count} accepted, {played} played ({dict(ends)}), {findings.count} findings")
    faulthandler.cancel_dump_traceback_later()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    if peak > 2 * CHECK_BYTES:
        findings.add(f"the check took {peak >> 20} MB", "")
    return checked, played, findings.count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for what was found")
    options = parser.parse_args()
    checked, played, found = run(options.seconds, options.seed, options.keep, lambda text: print(text, flush=True))
    print(f"{checked} programs checked, {played} played, {found} findings")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
