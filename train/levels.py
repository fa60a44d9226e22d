#!/usr/bin/env python3
"""Measures how strong rows of the table of levels are, so that each can stand at its rating (src/engine/levels.c).

    meson setup build-tuning -Dtuning=true && ninja -C build-tuning
    train/levels.py rows.txt --games 60 --state levels.state --openings book.epd
    train/levels.py rows.txt --state levels.state --games 0          only fits and prints what has been played

A line of rows.txt is "depth nodes noise blindness", weakest first: hundredths of a ply, nodes, centipawns, permille (0: no
limit). Every row plays the next two, and anchors of known rating where these are near: the player of random moves, and
Stockfish 15.1 limited by UCI_Elo, at the depth at which it chooses its weaker move. Games are appended to the state
file, and a call plays only what is missing there. All ratings are fitted together by maximum likelihood with the anchors
held fast, and come with standard errors."""
import argparse
import json
import math
import pathlib
import subprocess
import sys

# Stockfish's own scale. Where a player of random moves stands on it is known to about 100.
RANDOM = -330
STOCKFISH = {1350: 2, 1500: 3, 1700: 5, 1900: 7, 2100: 10}  # UCI_Elo: depth


class Anchor:
    def __init__(self, name, rating, words):
        self.name, self.rating, self.words = name, rating, words


def anchors():
    yield Anchor("random", RANDOM, ("random", [], "60+1"))
    for elo, depth in STOCKFISH.items():
        yield Anchor(f"stockfish-{elo}", elo, ("cmd:stockfish",
                                               ["UCI_LimitStrength=true", f"UCI_Elo={elo}"], f"depth={depth}"))


def row_words(words, row):
    return f"cmd:{words.rookery} uci --level 1500", [f"Level Row={','.join(map(str, row))}", "Hash=2"], "60+1"


def play(words, first, second, games):
    """Wins, draws and losses of the first."""
    command = [words.rookery, "match", first[0], second[0], "--games", str(games), "--concurrency",
               str(words.concurrency), "--openings", words.openings, "--order", "random", "--seed", str(words.seed),
               "--json", "-", "--quiet", "--name", "1:a", "--name", "2:b", "--resign", "count=5 score=1500"]
    for number, (_, options, clock) in enumerate((first, second), 1):
        command += ["--clock", f"{number}:{clock}"]
        for option in options:
            command += ["--option", f"{number}:{option}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"levels: the match ended with status {done.returncode}: {done.stderr}")
    row = next(row for row in json.loads(done.stdout)["standing"] if row["name"] == "a")
    return row["wins"], row["draws"], row["losses"]


def read_state(path):
    results = {}
    if path.exists():
        for line in path.read_text().splitlines():
            a, b, *counts = line.split("\t")
            old = results.get((a, b), (0, 0, 0))
            results[a, b] = tuple(x + int(y) for x, y in zip(old, counts))
    return results


def expected(difference):
    return 1 / (1 + 10 ** (-difference / 400))


def fit(results, fixed):
    """Ratings of all players and their standard errors. Half a drawn game against the neighbours keeps clean scores
    from running away."""
    names = sorted({name for pair in results for name in pair})
    rating = {name: fixed.get(name, 1000.0) for name in names}
    scale = math.log(10) / 400
    curvature = {}
    for _ in range(3000):
        moved = 0
        for name in names:
            if name in fixed:
                continue
            slope = curve = 0
            for (a, b), (wins, draws, losses) in results.items():
                if name not in (a, b):
                    continue
                games, points = wins + draws + losses + 1, wins + draws / 2 + 0.5
                if name == b:
                    points = games - points
                share = expected(rating[name] - rating[b if name == a else a])
                slope += points - games * share
                curve += games * share * (1 - share)
            step = max(-50, min(50, slope / (curve * scale)))
            rating[name] += step
            curvature[name] = curve * scale * scale
            moved = max(moved, abs(step))
        if moved < 0.05:
            break
    return rating, {name: 1 / math.sqrt(value) for name, value in curvature.items()}


def text_of(row):
    return " ".join(map(str, row))


def wanted_pairs(rows, results, fixed):
    """Neighbours, and anchors within 350 of what is known so far."""
    for step in (1, 2):
        for i in range(len(rows) - step):
            yield text_of(rows[i]), text_of(rows[i + step])
    if results:
        rating, _ = fit(results, fixed)
        for row in map(text_of, rows):
            for anchor in fixed:
                if row in rating and abs(rating[row] - fixed[anchor]) < (700 if anchor == "random" else 250):
                    yield row, anchor


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=pathlib.Path)
    parser.add_argument("--rookery", default="build-tuning/src/cli/rookery")
    parser.add_argument("--state", type=pathlib.Path, required=True)
    parser.add_argument("--openings", help="EPD or PGN with balanced openings")
    parser.add_argument("--games", type=int, default=60, help="of every pair")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    rows = [tuple(map(int, line.split())) for line in words.rows.read_text().splitlines() if line.strip()]
    known = {anchor.name: anchor for anchor in anchors()}
    fixed = {name: anchor.rating for name, anchor in known.items()}
    commands = {text_of(row): row_words(words, row) for row in rows}
    commands.update({name: anchor.words for name, anchor in known.items()})
    for round_ in range(4):  # with better ratings other anchors come near
        results = read_state(words.state)
        for a, b in list(wanted_pairs(rows, results if round_ > 0 else {}, fixed)):
            missing = words.games - sum(results.get((a, b), (0, 0, 0)))
            if missing < 2:
                continue
            counts = play(words, commands[a], commands[b], missing)
            print(f"{a} – {b}: +{counts[0]} ={counts[1]} −{counts[2]}", file=sys.stderr, flush=True)
            with words.state.open("a") as file:
                file.write("\t".join([a, b, *map(str, counts)]) + "\n")
    results = read_state(words.state)
    rating, error = fit(results, fixed)
    for row in rows:
        if text_of(row) in rating:
            print(f"    {{{round(rating[text_of(row)])}, {', '.join(map(str, row))}}}, /* ± {error[text_of(row)]:.0f} */")


if __name__ == "__main__":
    main()
