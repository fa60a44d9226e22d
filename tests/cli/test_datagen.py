"""rookery datagen: games to learn from, from our engine or a teacher, and their forms."""
import os
import pathlib
import signal
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src" / "cli" / "rookery"
STOCKFISH = "/usr/games/stockfish"


def datagen(*words, status=0):
    done = subprocess.run([ROOKERY, "datagen", *map(str, words)], capture_output=True, text=True, timeout=120)
    assert done.returncode == status, done.stderr
    return done.stdout if status == 0 else done.stderr


def lines_of(path):
    return [line.split("\t") for line in path.read_text().splitlines()]


def test_games_are_complete_and_scored(tmp_path):
    out = tmp_path / "games.txt"
    assert datagen(out, "--games", 4, "--nodes", 100, "--processes", 2, "--seed", 5).startswith(f"4 games in {out}")
    for result, opening, moves in lines_of(out):
        assert result in ("0", "0.5", "1") and 5 <= len(opening.partition("moves")[2].split()) <= 10
        assert all(word.count(":") == 1 for word in moves.split())


def test_the_same_seed_makes_the_same_games(tmp_path):
    made = []
    for name in ("a.txt", "b.txt"):
        datagen(tmp_path / name, "--games", 3, "--nodes", 100, "--processes", 1, "--seed", 5)
        made.append((tmp_path / name).read_text())
    assert made[0] == made[1]


def test_it_goes_on_where_it_was(tmp_path):
    out = tmp_path / "games.rkg"
    datagen(out, "--games", 2, "--nodes", 100, "--seed", 5)
    first = out.read_bytes()
    assert "5 games in" in datagen(out, "--games", 5, "--nodes", 100, "--seed", 5)
    assert out.read_bytes().startswith(first)
    datagen("convert", out, tmp_path / "games.txt")
    assert len(set((tmp_path / "games.txt").read_text().splitlines())) == 5


def test_an_interrupt_leaves_whole_games(tmp_path):
    out = tmp_path / "games.rkg"
    process = subprocess.Popen([ROOKERY, "datagen", out, "--games", "1000000", "--nodes", "200"], stdout=subprocess.PIPE,
                               text=True)
    while not out.exists() or out.stat().st_size < 1000:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=30)[0]
    assert process.returncode == 1
    games = int(said.split()[0])
    assert games > 0 and f"{games} games" in datagen("convert", out, tmp_path / "games.txt")


@pytest.mark.parametrize("variant", ["chess960", "crazyhouse", "atomic", "kingofthehill", "threecheck", "antichess", "horde",
                                     "racingkings"])
def test_every_variant(tmp_path, variant):
    out = tmp_path / "games.rkg"
    datagen(out, "--games", 2, "--nodes", 60, "--variant", variant)
    pgn = tmp_path / "games.pgn"
    datagen("convert", out, pgn)
    checked = subprocess.run([ROOKERY, "pgn", pgn], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    datagen("convert", pgn, tmp_path / "again.rkg")
    assert (tmp_path / "again.rkg").read_bytes() == out.read_bytes()


@pytest.mark.skipif(not os.path.exists(STOCKFISH), reason="Stockfish is not installed")
def test_a_teacher_is_asked_in_batches(tmp_path):
    out = tmp_path / "games.txt"
    datagen(out, "--games", 4, "--nodes", 50, "--teacher", f"cmd:{STOCKFISH}", "--batch", 8, "--chess960-share", 0.5)
    assert len(lines_of(out)) == 4


@pytest.mark.parametrize("words, sentence", [
    ((), "one file is wanted"),
    (("games.bin",), "should end in .rkg"),
    (("games.rkg", "--nodes", 5, "--depth", 3), "exclude each other"),
    (("games.rkg", "--games", 1, "--teacher", "cmd:/usr/bin/true"), "the teacher has ended"),
    (("convert", "nowhere.rkg", "games.txt"), "nowhere.rkg"),
    (("convert", "games.rkg"), "two files"),
])
def test_mistakes_are_told_in_a_sentence(tmp_path, words, sentence, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert sentence in datagen(*words, status=2)
