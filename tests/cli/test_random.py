"""The player "random": legal moves of every variant, any of them."""

import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src" / "cli" / "rookery"


def talk(*lines):
    done = subprocess.run([ROOKERY, "uci", "--random"], input="\n".join(lines) + "\n", capture_output=True, text=True,
                          timeout=60)
    assert done.returncode == 0 and done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize("variant", ["standard", "chess960", "crazyhouse", "atomic", "kingofthehill", "threecheck",
                                     "antichess", "horde", "racingkings"])
def test_it_plays_every_variant_by_the_rules(variant):
    done = subprocess.run([ROOKERY, "match", "random", "random", "--variant", variant, "--games", "6", "--max-moves", "120",
                           "--json", "-"], capture_output=True, text=True, timeout=120)
    games = json.loads(done.stdout)["games"]
    assert len(games) == 6 and all(game["end"] in ("rules", "adjudication") for game in games)
    assert len({game["moves"] for game in games}) == 6


def test_every_move_is_played_sometimes():
    lines = talk("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1", *["go"] * 200)
    assert set(lines) == {"bestmove a1a2", "bestmove a1b1", "bestmove a1b2"}


def test_it_speaks_uci():
    lines = talk("uci", "isready", "position startpos moves e2e4 e7e5 e1e2 e2e4", "go infinite", "isready", "stop",
                 "position fen rubbish", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go movetime 5", "quit", "isready")
    assert lines[0] == "id name random" and lines[-1] == "bestmove 0000"
    assert lines.count("readyok") == 2 and lines.count("uciok") == 1
    assert any(line.startswith("info string the position ends before e2e4") for line in lines)
    answers = [line for line in lines if line.startswith("bestmove")]
    assert len(answers) == 2


def test_wrong_use():
    done = subprocess.run([ROOKERY, "uci", "--random", "--bot", "x.py"], capture_output=True, text=True)
    assert done.returncode == 2 and "wants one player" in done.stderr
