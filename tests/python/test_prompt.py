"""rookery prompt: whatever it names exists, and the code in it runs as a bot."""
import os
import pathlib
import re
import subprocess

import places
import pytest
from uci_session import Session

import rookery.arena as arena
import rookery.chess as chess
from rookery import _check, _prompt, _rules

ROOKERY = os.path.join(places.BUILD, "src", "cli", "rookery")
ROOT = pathlib.Path(places.ROOT)


@pytest.fixture(scope="module")
def prompt():
    done = subprocess.run([ROOKERY, "prompt", "python"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == ""
    return done.stdout


def bots_in(prompt):
    return re.findall(r"^```python\n(.*?)^```$", prompt, re.M | re.S)


def test_every_attribute_it_names_exists(prompt):
    boards = [board_class() for board_class in arena.VARIANT_BOARDS.values()]
    owners = {"board": boards, "chess": [chess], "arena": [arena], "move": [chess.Move.null()], "Move": [chess.Move]}
    named = set(re.findall(r"\b(board|chess|arena|move|Move)\.(\w+)", prompt))
    absent = {("chess", name) for name in ("engine", "pgn", "polyglot", "svg", "syzygy")}
    missing = [name for name in named - absent if not any(hasattr(owner, name[1]) for owner in owners[name[0]])]
    assert missing == [] and len(named) > 120
    assert not any(hasattr(chess, name) for _, name in absent)


def test_the_rest_of_the_board_is_complete(prompt):
    (others,) = re.findall(r"^Also there: (.*)\.$", prompt, re.M)
    told = set(others.split(", ")) | set(re.findall(r"\bboard\.(\w+)", prompt))
    untold = {name for name in dir(arena.Board) if not name.startswith("_")} - told
    assert all("tb" in name or "xboard" in name for name in untold), untold
    assert all(hasattr(arena.Board, name) for name in others.split(", "))


def test_parts_of_moves_and_pieces_exist(prompt):
    move, piece = chess.Move.from_uci("N@f3"), chess.Piece(chess.KNIGHT, chess.WHITE)
    assert move.from_square == move.to_square and move.drop == chess.KNIGHT and move.promotion is None
    assert not chess.Move.null() and {move: 1}[chess.Move.from_uci("N@f3")] == 1
    assert piece.piece_type and piece.color and piece.symbol() == "N"
    assert "has from_square, to_square, promotion" in prompt and "has piece_type, color, symbol()" in prompt


def test_what_it_says_may_be_imported_is_what_the_check_accepts(prompt):
    entry = "\ndef get_move(board, t):\n    return board.legal_moves()[0]\n"
    (modules,) = re.findall(r"^(arena array .*)$", prompt, re.M)
    assert set(modules.split()) == _rules.MODULES
    for module in modules.split():
        assert _check.check_bytes(f"import {module}{entry}".encode())[0] == [], module
    left_out = dict(re.findall(r"^- (\w+): ([\w ]+)$", prompt.split("public, except:")[1].split("Nothing else")[0], re.M))
    assert "attrgetter" in left_out["operator"].split() and "wraps" in left_out["functools"].split()
    for module, names in left_out.items():
        for name in names.split():
            assert _check.check_bytes(f"from {module} import {name}{entry}".encode())[0], (module, name)


def test_every_name_it_forbids_is_refused(prompt):
    for heading in ("these names, even for your own variables", "and these, unless they are your own variables"):
        (names,) = re.findall(rf"^- {heading}: (.*)$", prompt, re.M)
        for name in names.split():
            source = f"def get_move(board, t):\n    return {name}(board)\n"
            assert _check.check_bytes(source.encode())[0], name


def test_numbers_are_those_of_the_program(prompt):
    header = (ROOT / "src" / "arena" / "size_class.h").read_text()
    for name in ("FIFTEEN_LINES", "FIFTEEN_COLUMNS", "FIFTEEN_BYTES", "MINI_BYTES"):
        limit = int(re.search(name + r" = (\d+)", header).group(1))
        assert f"{limit:,}" in prompt, name
    assert "512 MB of memory" in prompt and "\n5 seconds" in prompt and f"MATE_SCORE is {arena.MATE_SCORE}" in prompt


def test_the_bots_in_it_pass_the_check(prompt):
    bots = bots_in(prompt)
    assert len(bots) == 1
    for bot in bots:
        assert [problem.rule for problem in _check.check_bytes(bot.encode())[0]] == []


@pytest.mark.parametrize("variant", list(arena.VARIANT_BOARDS))
def test_the_bots_in_it_play_every_variant(prompt, variant, host_path, tmp_path):
    fen = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1" if variant == "chess960" else None
    (source,) = bots_in(prompt)
    bot = tmp_path / "bot.py"
    bot.write_text(source)
    board = arena.make_board(variant, fen)
    start = "startpos" if fen is None else f"fen {fen}"
    with Session(host_path, bot) as session:
        session.send(f"setoption name UCI_Variant value {variant}", "isready")
        assert session.read_line() == "readyok"
        reported = 0
        while board.ply() < 30 and not board.is_game_over():
            moves = " ".join(board.uci(move) for move in board.move_stack)
            session.send(f"position {start} moves {moves}", "go wtime 900 btime 900")
            lines = session.read_until("bestmove")
            reported += sum(line.startswith("info depth ") for line in lines)
            board.push_uci(lines[-1].split()[1])
        assert reported > 0


@pytest.mark.parametrize("words, sentence", [
    ([], "wants a language"), (["python", "x"], "wants a language"), (["ruby"], "there are bots in python and js"),
    (["pythn"], 'did you mean "python"?'), (["--json"], "there is no option --json"),
])
def test_wrong_use_is_one_sentence(words, sentence):
    done = subprocess.run([ROOKERY, "prompt", *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and done.stdout == "" and sentence in done.stderr


def test_help_starts_with_two_examples():
    done = subprocess.run([ROOKERY, "prompt", "--help"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert all(line.startswith("  rookery prompt ") for line in done.stdout.splitlines()[2:4])


def test_a_name_that_does_not_exist_is_an_error():
    with pytest.raises(AttributeError):
        _prompt.described(arena.Board, "board.", "no_such_method")
