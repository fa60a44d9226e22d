"""arena.report(): what a bot tells of its search reaches the protocol, and nothing else can be made of it."""
import random
import re

import pytest
from test_host import GO, error_of, talk  # noqa: F401

import rookery.arena as arena
import rookery.chess as chess
from rookery import _host, _report


def info_of(session, *lines):
    """The info lines before the answer to `go`."""
    session.send(*lines)
    return session.read_until("bestmove")[:-1]


def reporting(*calls):
    body = "".join(f"    report({call})\n" for call in calls)
    return f"from arena import MATE_SCORE, report\ndef get_move(board, t):\n{body}    return board.legal_moves()[0]\n"


@pytest.mark.parametrize("call, line", [
    ("3", "info depth 3"), ("3, 25", "info depth 3 score cp 25"), ("score=-12.5", "info score cp -12"),
    ("nodes=12345", "info nodes 12345"), ("2, 30, 900, ['e2e4', 'e5']", "info depth 2 score cp 30 nodes 900 pv e2e4 e7e5"),
    ("pv=[board.parse_san('Nf3')]", "info pv g1f3"), ("pv='d2d4 d7d5 c4'", "info pv d2d4 d7d5 c2c4"), ("pv=[]", None),
    ("", None), ("score=MATE_SCORE - 1", "info score mate 1"), ("score=2 - MATE_SCORE", "info score mate -1"),
    ("score=MATE_SCORE - 5", "info score mate 3"), ("score=10**9", "info score cp 99000"),
    ("score=-10**400", "info score cp -99000"), ("text='all is well'", "info string bot: all is well"),
    ("text='a\\nbestmove a2a3\\r\\x00\\x1b[31m'", "info string bot: a bestmove a2a3 [31m"),
    ("text='\u2654' + 'x' * 5000", "info string bot: ?" + "x" * 196 + "..."),
])
def test_what_is_said(talk, call, line):  # noqa: F811
    assert info_of(talk(reporting(call)), *GO) == ([line] if line else [])


def test_mates_are_counted_as_evaluate_counts_them(talk):  # noqa: F811
    source = ("import arena\ndef get_move(board, t):\n    move = board.parse_san('Qh4')\n    board.push(move)\n"
              "    arena.report(score=-board.evaluate())\n    return move\n")
    assert info_of(talk(source), "position startpos moves f2f3 e7e5 g2g4", "go movetime 100") == ["info score mate 1"]


@pytest.mark.parametrize("call, error, part", [
    ("'3'", "TypeError", "wants depth as a whole number, not str"), ("True", "TypeError", "not bool"),
    ("3.0", "TypeError", "not float"), ("-1", "ValueError", "between 0 and 1000"), ("nodes=2**70", "ValueError", "nodes"),
    ("score='5'", "TypeError", "score as a number"), ("score=float('nan')", "ValueError", "finite"),
    ("score=float('inf')", "ValueError", "finite"), ("pv=5", "TypeError", "a list of moves, not int"),
    ("pv=[5]", "TypeError", "one is of type int"), ("pv=['e2e4', 'e2e4']", "ValueError", "move 2 of pv is not legal in rnbq"),
    ("pv=[None]", "TypeError", "NoneType"), ("pv=['0000']", "ValueError", "move 1"),
    ("pv=['e2e4\\nbestmove a2a3']", "ValueError", "move 1 of pv"), ("text=5", "TypeError", "text as a string, not int"),
    ("depth=N(3)", "TypeError", "not N"), ("text=S('x')", "TypeError", "not S"), ("pv=[S('e2e4')]", "TypeError", "type S"),
    ("score=F(3)", "TypeError", "not F"), ("pv=[M(12, 28)]", "TypeError", "type M"), ("pv=[spoilt()]", "ValueError", "move 1"),
    ("depth=1, bestmove='e2e4'", "TypeError", "unexpected keyword"),
])
def test_what_cannot_be_said(talk, call, error, part):  # noqa: F811
    forgers = "".join(f"class {name}({base}):\n    def __format__(self, spec):\n        return '1\\nbestmove a2a3'\n"
                      "    __str__ = __repr__ = uci = lambda self: '1\\nbestmove a2a3'\n"
                      for name, base in (("N", "int"), ("S", "str"), ("F", "float"), ("M", "chess.Move")))
    spoilt = "def spoilt():\n    move = chess.Move(12, 28)\n    move.to_square = 'x\\nbestmove a2a3'\n    return move\n"
    reason, _ = error_of(talk("import chess\n" + forgers + spoilt + reporting(call)), *GO)
    assert reason.startswith(f"get_move raised {error}: ") and part in reason


def test_a_flood_is_thinned_and_its_end_arrives(talk):  # noqa: F811
    lines = info_of(talk("from arena import report\ndef get_move(board, t):\n    for depth in range(1000):\n"
                         "        report(depth=depth, text=f'ply {depth}')\n    return board.legal_moves()[0]\n"), *GO)
    assert len(lines) <= 100 and all(len(line) < 1024 for line in lines)
    assert lines[:2] == ["info depth 0", "info string bot: ply 0"]
    assert lines[-2:] == ["info depth 999", "info string bot: ply 999"]


def test_every_move_has_its_own_allowance(talk):  # noqa: F811
    session = talk(reporting("1") * 1)
    for _ in range(3):
        assert info_of(session, *GO) == ["info depth 1"]


def test_a_long_line_is_cut_to_whole_moves(talk):  # noqa: F811
    source = ("import arena\ndef get_move(board, t):\n    pv = []\n    for move in ['g1f3', 'g8f6', 'f3g1', 'f6g8'] * 200:\n"
              "        pv.append(move)\n    arena.report(pv=pv)\n    return 'g1f3'\n")
    (line,) = info_of(talk(source), *GO)
    assert len(line) < 1024 and line.split()[:4] == ["info", "pv", "g1f3", "g8f6"]
    assert all(len(word) == 4 for word in line.split()[2:])


def test_castling_is_written_as_the_mode_wants(talk):  # noqa: F811
    position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert info_of(talk(reporting("pv=['O-O']")), position, "go movetime 9") == ["info pv e1g1"]
    assert info_of(talk(reporting("pv=['O-O']")), "setoption name UCI_Chess960 value true", position,
                   "go movetime 9") == ["info pv e1h1"]


def test_outside_of_its_turn_and_of_a_game_it_does_nothing(talk):  # noqa: F811
    assert arena.report(3, text="x") is None
    session = talk("from arena import report\nreport(7)\n" + reporting("1"))
    session.send("isready")
    assert session.read_line() == "readyok"
    assert info_of(session, *GO) == ["info depth 1"]



SAFE_LINE = re.compile(r"info( depth \d{1,4})?( score (cp -?\d{1,5}|mate -?\d{1,3}))?( nodes \d{1,19})?"
                       r"( pv( [a-h][1-8][a-h][1-8][qrbnk]?| [PNBRQ]@[a-h][1-8])+)?|info string bot: [^\x00-\x1f\x7f]*")


class Liar(int):
    def __str__(self):
        return "1\nbestmove a2a3"
    __repr__ = __str__

    def __format__(self, spec):
        return str(self)


class TextLiar(str):
    def split(self, *arguments):
        return ["e2e4\nbestmove a2a3"]
    __iter__ = split


def spoilt_move(rng):
    move = chess.Move(rng.randrange(64), rng.randrange(64))
    setattr(move, rng.choice(["from_square", "to_square", "promotion", "drop"]),
            rng.choice([None, -1, 99, "x\nbestmove a2a3", Liar(3), 2**80, move, 1.5]))
    return move


def anything(rng, board):
    moves = list(board.legal_moves)
    return rng.choice([
        None, True, 0, -1, rng.randrange(2000), rng.randrange(-10**6, 10**6), 10**rng.randrange(400), -10**30, 1.5, -0.0,
        float("nan"), float("inf"), 1e308, "", "x\r\nbestmove a2a3\0\x1b", "e2e4 e7e5", "\u2028" * 300, "\ud800", b"x", Liar(4),
        TextLiar("e2e4"), [], [None], moves, moves[:1], [str(move) for move in moves[:1]], (spoilt_move(rng),), {1: 2}, object(),
        arena.MATE_SCORE - rng.randrange(1200), rng.randrange(1200) - arena.MATE_SCORE, iter(moves), [Liar(1)], ["0000"], ["--"],
    ])


@pytest.mark.parametrize("variant", list(arena.VARIANT_BOARDS))
def test_nothing_but_info_can_be_said(variant):
    rng = random.Random(variant)
    board = arena.make_board(variant)
    said = 0
    for _ in range(3000):
        moves = board.legal_moves()
        if not moves or board.ply() > 60:
            board = arena.make_board(variant)
            continue
        try:
            lines = _report.info_lines(board, *(anything(rng, board) if rng.random() < 0.5 else None for _ in range(5)),
                                       _host.one_line)
        except (TypeError, ValueError):
            continue
        finally:
            board.push(rng.choice(moves))
        said += len(lines)
        for line in lines:
            assert SAFE_LINE.fullmatch(line) and len(line) <= 1000, line
            assert b"\n" not in line.encode("ascii", "replace")
    assert said > 50
