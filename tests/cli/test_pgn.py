"""rookery pgn as a user meets it, and side by side with python-chess and pgn-extract."""

import io
import json
import os
import pathlib
import random
import shutil
import subprocess

import chess
import chess.pgn
import chess.variant
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOKERY = ROOT / os.environ.get("ROOKERY_BUILD", "build") / "src" / "cli" / "rookery"
PGN_EXTRACT = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")

VARIANTS = [
    chess.Board,
    chess.variant.CrazyhouseBoard,
    chess.variant.AtomicBoard,
    chess.variant.KingOfTheHillBoard,
    chess.variant.ThreeCheckBoard,
    chess.variant.AntichessBoard,
    chess.variant.HordeBoard,
    chess.variant.RacingKingsBoard,
]


def rookery(*words, text=None):
    return subprocess.run([ROOKERY, "pgn", *words], input=text, capture_output=True, text=True, timeout=60)


def random_game(rng, board, size, branching=0.1):
    """A game with variations, comments and glyphs, made by python-chess."""
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["White"] = rng.choice(["Al", 'Al "the" bot', "back\\slash", "[b] {c}"])
    # python-chess keeps quotes and backslashes as they stand in the file.
    game.headers["White"] = game.headers["White"].replace("\\", "\\\\").replace('"', '\\"')
    nodes = [game]
    for _ in range(size):
        node = nodes[-1] if rng.random() >= branching else rng.choice(nodes)
        moves = [m for m in node.board().legal_moves if not node.has_variation(m)]
        if not moves:
            continue
        child = node.add_variation(rng.choice(moves))
        if rng.random() < 0.1:
            child.comment = rng.choice(["fine", "[%clk 0:01:02.5] with words", "[%eval -1.25,12]"])
        if rng.random() < 0.1 and child.starts_variation():
            child.starting_comment = "before"
        if rng.random() < 0.1:
            child.nags.add(rng.randrange(1, 140))
        nodes.append(child)
    return game


def same_tree(one, two):
    pairs = [(one, two)]
    while pairs:
        a, b = pairs.pop()
        assert (a.move if a.parent else None) == (b.move if b.parent else None)
        assert (a.comment, a.starting_comment, a.nags) == (b.comment, b.starting_comment, b.nags)
        assert len(a.variations) == len(b.variations)
        pairs.extend(zip(a.variations, b.variations))


@pytest.mark.parametrize("kind", VARIANTS, ids=lambda kind: kind.uci_variant)
def test_converted_games_are_the_same_to_python_chess(kind):
    rng = random.Random(kind.uci_variant)
    # Reading variations of crazyhouse, python-chess loses pockets: it cannot read its own games either.
    branching = 0 if kind is chess.variant.CrazyhouseBoard else 0.1
    games = [random_game(rng, kind(), 80, branching) for _ in range(8)]
    done = rookery("--convert", "--quiet", "-", text="\n\n".join(str(game) for game in games))
    assert done.returncode == 0, done.stderr
    stream = io.StringIO(done.stdout)
    for game in games:
        back = chess.pgn.read_game(stream)
        assert not back.errors
        same_tree(game, back)
        assert back.headers["White"] == game.headers["White"]
        assert type(back.board()) is type(game.board())
    assert chess.pgn.read_game(stream) is None


def test_chess960_games_are_the_same_to_python_chess():
    rng = random.Random(960)
    games = [random_game(rng, chess.Board.from_chess960_pos(rng.randrange(960)), 100) for _ in range(10)]
    done = rookery("--convert", "--quiet", "-", text="\n\n".join(str(game) for game in games))
    assert done.returncode == 0, done.stderr
    stream = io.StringIO(done.stdout)
    for game in games:
        same_tree(game, chess.pgn.read_game(stream))


def test_json_lists_the_moves_of_the_main_line():
    rng = random.Random(1)
    game = random_game(rng, chess.Board("4k2r/6P1/8/8/8/8/8/R3K3 b Qk - 3 30"), 60)
    done = rookery("--json", "-", text=str(game))
    said = json.loads(done.stdout)
    assert said["moves"] == [move.uci() for move in game.mainline_moves()]
    assert said["fen"] == game.board().fen()
    assert said["result"] == game.headers["Result"]


@pytest.mark.skipif(PGN_EXTRACT is None, reason="pgn-extract is not installed")
def test_pgn_extract_accepts_what_we_write(tmp_path):
    rng = random.Random(2)
    boards = [chess.Board(), chess.Board("4k3/8/8/8/8/8/4P3/4K3 b - - 3 17"), chess.Board.from_chess960_pos(100)]
    for i, board in enumerate(boards * 4):
        done = rookery("--convert", "--quiet", "-", text=str(random_game(rng, board, 100)))
        path = tmp_path / f"{i}.pgn"
        path.write_text(done.stdout)
        judged = subprocess.run([PGN_EXTRACT, "-r", path], capture_output=True, text=True, timeout=60)
        assert "1 game matched out of 1" in judged.stderr, judged.stderr


def test_mistakes_are_told_with_file_line_and_column(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[Event "a"]\n\n1. e4 e5\n2. Ke3 Nc6 *\n\n[Event "b"]\n[C:d "x"]\n\n1. d4 *\n')
    done = rookery(str(path))
    assert done.returncode == 1
    first, second = done.stderr.splitlines()
    assert first.startswith(f'{path}:4:4: "Ke3" is not a legal move')
    assert second.startswith(f'{path}:7:1: "C:d" is not a tag name')
    assert done.stdout == f"{path}: 2 games, 3 moves, 2 with a mistake\n"


def test_counting_and_exit_statuses(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 e5 1-0\n\n1. d4 *\n")
    done = rookery("--count", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"2\t{path}\n", "")
    assert rookery("--quiet", str(path)).stdout == ""
    assert rookery(str(tmp_path / "none.pgn")).returncode == 2
    assert rookery().returncode == 2
    assert rookery("--convert", "--json", str(path)).returncode == 2
    assert rookery("--variant", "tafl", str(path)).returncode == 2


def test_help_begins_with_two_examples():
    lines = rookery("--help").stdout.splitlines()
    assert lines[0].startswith("  rookery pgn ") and lines[1].startswith("  rookery pgn ")
