#!/usr/bin/env python3
"""Makes a small network from nothing in about ten minutes: games, training, a plot of the loss, a match.

    ./run train --demo [--folder training-demo] [--seconds 240]

Everything stays in the folder; the same command goes on with what is there. The network is small and has seen little: it
plays sensibly, and loses to the hand-made evaluation. With the same commands and more of everything it does not stay so
(docs/training.md)."""
import argparse
import os
import pathlib
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src/cli/rookery"
TRAINER = BUILD / "train/net_train"
GAMES_WITHOUT_END = 10_000_000


def say(text):
    print(f"\n== {text}", flush=True)


def make_games(path, seconds, nodes):
    """As many as the time allows."""
    process = subprocess.Popen([ROOKERY, "datagen", path, "--games", str(GAMES_WITHOUT_END), "--nodes", str(nodes)],
                               stderr=None if sys.stderr.isatty() else subprocess.DEVNULL)
    deadline = time.monotonic() + seconds
    try:
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.2)
    finally:
        process.send_signal(signal.SIGINT)
    if process.wait() not in (0, 1):
        sys.exit(process.returncode)


def train(games, network, options):
    """The lines of figures that the trainer prints: (epoch, learnt, held out)."""
    figures = []
    command = [TRAINER, "--out", network, "--hidden", str(options.hidden), "--batch", str(options.batch), "--epochs",
               str(options.epochs), games]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            words = line.split("\t")
            if words[0].isdigit():
                figures.append((int(words[0]), float(words[1]), float(words[2])))
    if process.returncode != 0:
        sys.exit(process.returncode)
    return figures


def draw(figures, rows=12):
    """The loss in letters: L of the positions learnt, h of those held out, by epoch."""
    high = max(max(row[1:]) for row in figures)
    low = min(min(row[1:]) for row in figures)
    step = (high - low) / (rows - 1) or 1
    for row in range(rows):
        level = high - row * step
        cells = []
        for _, learnt, held_out in figures:
            letters = [letter for letter, value in (("L", learnt), ("h", held_out)) if abs(value - level) <= step / 2]
            cells.append("".join(letters).ljust(3))
        print(f"{level:8.4f} | {' '.join(cells)}".rstrip())
    print(" " * 8 + " +-" + "----" * len(figures))
    print(" " * 11 + " ".join(str(row[0]).ljust(3) for row in figures) + "  epoch (L: learnt, h: held out)")


def plot(figures, path, width=640, height=400, edge=56):
    high = max(max(row[1:]) for row in figures)
    low = min(min(row[1:]) for row in figures)
    span = (high - low) or 1

    def points(column):
        return " ".join(f"{edge + (width - 2 * edge) * i / max(1, len(figures) - 1):.1f},"
                        f"{edge + (height - 2 * edge) * (high - row[column]) / span:.1f}" for i, row in enumerate(figures))

    path.write_text(f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">
<rect width="{width}" height="{height}" fill="white"/>
<path d="M{edge},{edge}V{height - edge}H{width - edge}" fill="none" stroke="gray"/>
<polyline points="{points(1)}" fill="none" stroke="#1f6f8b" stroke-width="2"/>
<polyline points="{points(2)}" fill="none" stroke="#c0562b" stroke-width="2"/>
<text x="4" y="{edge + 4}">{high:.4f}</text><text x="4" y="{height - edge}">{low:.4f}</text>
<text x="{edge}" y="{height - edge + 20}">epoch 1</text>
<text x="{width - edge}" y="{height - edge + 20}" text-anchor="end">{figures[-1][0]}</text>
<text x="{width - edge}" y="24" text-anchor="end" fill="#1f6f8b">loss of what was learnt</text>
<text x="{width - edge}" y="42" text-anchor="end" fill="#c0562b">loss of games held out</text>
</svg>
""")


def make_openings(folder, count):
    """The beginnings of a few other games."""
    games, openings = folder / "openings.rkg", folder / "openings.pgn"
    games.unlink(missing_ok=True)
    openings.unlink(missing_ok=True)
    for words in (games, "--games", str(count), "--nodes", "50", "--quiet"), ("convert", games, openings):
        subprocess.run([ROOKERY, "datagen", *words], stdout=subprocess.DEVNULL, check=True)
    return openings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--demo", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("training-demo"))
    parser.add_argument("--seconds", type=float, default=240, help="for making games (default 240)")
    parser.add_argument("--nodes", type=int, default=300, help="for every move of them (default 300)")
    parser.add_argument("--hidden", type=int, default=64, help="sums of the network (default 64)")
    parser.add_argument("--batch", type=int, default=1024, help="positions a step of the training (default 1024)")
    parser.add_argument("--epochs", type=int, default=10, help="how often everything is learnt (default 10)")
    parser.add_argument("--match-games", type=int, default=60, help="against the hand-made evaluation (default 60)")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    games, network = options.folder / "games.rkg", options.folder / "small.net"
    say(f"Making games for {options.seconds:.0f} seconds, {options.nodes} nodes a move ({games})")
    make_games(games, options.seconds, options.nodes)
    say(f"Training ({network})")
    figures = train(games, network, options)
    draw(figures)
    picture = options.folder / "loss.svg"
    plot(figures, picture)
    say(f"The loss is drawn in {picture}. Now {options.match_games} games against the hand-made evaluation")
    subprocess.run([ROOKERY, "match", "engine", "engine", "--name", "1:network", "--name", "2:hand-made", "--option",
                    f"1:EvalFile={network.resolve()}", "--option", "2:EvalFile=<none>", "--nodes", "2000", "--games",
                    str(options.match_games), "--openings", make_openings(options.folder, (options.match_games + 1) // 2), "--opening-plies", "8"],
                   check=False)
    print(f"\nPlay it: ./run uci, then setoption name EvalFile value {network.resolve()}")


if __name__ == "__main__":
    main()
