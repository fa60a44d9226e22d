#!/usr/bin/env python3
"""Tunes numbers of the search by games: simultaneous perturbation stochastic approximation (J. C. Spall, 1998).

    meson setup build-tuning -Dtuning=true && ninja -C build-tuning
    train/spsa.py build-tuning/src/cli/rookery --parameters lmr_base,lmr_divisor --iterations 500 --nodes 5000 \\
        --openings book.epd --state spsa.json

In every iteration all numbers are moved by a little at once, each up or down by chance; the engine with them plays a
few games against the engine with the opposite moves, through `rookery match`; then every number goes a step into the
direction that won. The steps shrink as Spall advises. A tuning build shows the numbers of src/engine/params.h as UCI
options, whose limits give the scale: the last perturbation is a twentieth of the range unless --reach says otherwise.

The state is written after every iteration, and the same command goes on from it. A result is a proposal: put it into
params.h and prove it by a match with --sprt.
"""

import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys

ALPHA, GAMMA, STABILITY = 0.602, 0.101, 0.1  # Spall's exponents; his A as a share of the iterations


def parse_words():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="the program rookery of a tuning build")
    parser.add_argument("--parameters", help="their names, with commas; default: all")
    parser.add_argument("--iterations", type=int, default=500)
    parser.add_argument("--pairs", type=int, default=2, help="pairs of games an iteration (2)")
    parser.add_argument("--clock", default=None, help="as of rookery match: 1+0.01, nodes=5000 (default)")
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--variant", default="standard")
    parser.add_argument("--openings", required=True, help="EPD or PGN")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--reach", type=float, default=0.05, help="last perturbation as a share of the range (0.05)")
    parser.add_argument("--rate", type=float, default=0.002, help="last step, relative to the perturbation (0.002)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--state", type=pathlib.Path, default=pathlib.Path("spsa.json"))
    return parser.parse_args()


def read_parameters(engine, wanted):
    """Name, start and limits of the numbers that the tuning build offers."""
    told = subprocess.run([engine, "uci"], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^option name ([a-z0-9_]+) type spin default (-?\d+) min (-?\d+) max (-?\d+)$", told, re.M)
    if not found:
        sys.exit(f"spsa: {engine} offers no numbers to tune; build it with meson setup -Dtuning=true")
    table = {name: tuple(map(int, numbers)) for name, *numbers in found}
    names = wanted.split(",") if wanted else list(table)
    unknown = [name for name in names if name not in table]
    if unknown:
        sys.exit(f"spsa: there is no number {unknown[0]}; there are {', '.join(table)}")
    return {name: table[name] for name in names}


def start_state(words, parameters):
    if words.state.exists():
        state = json.loads(words.state.read_text())
        if set(state["values"]) != set(parameters):
            sys.exit(f"spsa: {words.state} is of other numbers; name another file with --state")
        return state
    return {"iteration": 0, "values": {name: float(start) for name, (start, _, _) in parameters.items()},
            "games": [0, 0, 0]}


def play(words, plus, minus, seed):
    """Wins, draws and losses of the plus side."""
    clock = words.clock or f"nodes={words.nodes}"
    command = [words.engine, "match", "engine", "engine", "--name", "1:plus", "--name", "2:minus", "--clock", clock,
               "--variant", words.variant, "--games", str(2 * words.pairs), "--concurrency", str(words.concurrency),
               "--openings", words.openings, "--order", "random", "--seed", str(seed), "--json", "-", "--quiet"]
    for player, values in ((1, plus), (2, minus)):
        for name, value in values.items():
            command += ["--option", f"{player}:{name}={value}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"spsa: the match failed: {done.stderr.strip()}")
    standing = next(row for row in json.loads(done.stdout)["standing"] if row["name"] == "plus")
    return standing["wins"], standing["draws"], standing["losses"]


def settle(value, low, high):
    return min(max(value, low), high)


def step(words, parameters, state):
    """One iteration: perturb, play, move."""
    k, total = state["iteration"] + 1, words.iterations
    chance = random.Random(words.seed * 1_000_003 + k)
    plus, minus, moves = {}, {}, {}
    for name, (_, low, high) in parameters.items():
        last = max((high - low) * words.reach, 0.5)
        reach = last * (total / k) ** GAMMA
        gain = words.rate * ((STABILITY * total + total) / (STABILITY * total + k)) ** ALPHA * last ** 2 / reach ** 2
        sign = chance.choice((-1, 1))
        value = state["values"][name]
        plus[name] = round(settle(value + sign * reach, low, high))
        minus[name] = round(settle(value - sign * reach, low, high))
        moves[name] = gain * reach * sign
    won, drawn, lost = play(words, plus, minus, words.seed + k)
    for name, (_, low, high) in parameters.items():
        state["values"][name] = settle(state["values"][name] + moves[name] * (won - lost), low, high)
    state["games"] = [a + b for a, b in zip(state["games"], (won, drawn, lost))]
    state["iteration"] = k


def save(path, state):
    partial = path.with_suffix(path.suffix + ".part")
    partial.write_text(json.dumps(state, indent=1))
    os.replace(partial, path)


def main():
    words = parse_words()
    parameters = read_parameters(words.engine, words.parameters)
    state = start_state(words, parameters)
    try:
        while state["iteration"] < words.iterations:
            step(words, parameters, state)
            save(words.state, state)
            shown = "  ".join(f"{name} {value:.1f}" for name, value in state["values"].items())
            print(f"{state['iteration']:5d}  {shown}", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"spsa: stopped; the same command goes on from {words.state}", file=sys.stderr)
    for name, (start, low, high) in parameters.items():
        print(f"X({name}, {round(state['values'][name])}, {low}, {high})  was {start}")


if __name__ == "__main__":
    main()
