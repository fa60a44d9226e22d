"""The bot host as a UCI engine: what it answers, and what becomes of bots that make mistakes."""
import os
import subprocess
import sys

import pytest
from uci_session import Ended, Session

FIRST_MOVE = "def get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n"


@pytest.fixture
def talk(host_path, tmp_path):
    """talk(source) starts the host with a bot of this source."""
    sessions = []

    def start(source, name="bot.py", **keywords):
        path = tmp_path / name
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        sessions.append(Session(host_path, path, **keywords))
        return sessions[-1]

    yield start
    for session in sessions:
        session.__exit__()


def error_of(session, *lines):
    """The reason that the host gives when its bot fails, and the log."""
    try:
        session.send(*lines)
    except BrokenPipeError:
        pass
    status, answers, log = session.finish()
    assert status == 1, (answers, log)
    assert not any(answer.startswith("bestmove") for answer in answers)
    prefix = "info string error: "
    assert answers[-1].startswith(prefix)
    return answers[-1][len(prefix):], log


GO = ("position startpos", "go wtime 1000 btime 1000")

# ---- The protocol -------------------------------------------------------------------------------------------------


def test_a_full_session(talk):
    session = talk(FIRST_MOVE, name="first mover.py")
    session.send("uci")
    lines = session.read_until("uciok")
    assert lines[0] == "id name first mover"
    options = [line for line in lines if line.startswith("option name UCI_Variant")]
    assert len(options) == 1 and options[0].count(" var ") == 9
    session.send("debug on", "register later", "setoption name Hash value 16", "isready")
    assert session.read_line() == "readyok"
    assert session.ask("ucinewgame", "position startpos", "go movetime 100") == "g1h3"
    assert session.ask("position startpos moves e2e4 e7e5", "go wtime 100 btime 100 winc 1 binc 1 movestogo 3") == "g1h3"
    assert session.ask("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go depth 3") == "h1h8"
    session.send("quit")
    assert session.finish()[0] == 0


def test_unknown_words_blanks_and_carriage_returns_are_tolerated(talk):
    session = talk(FIRST_MOVE)
    session.send("joho debug on", "", "   isready  \r", "go foo 5 depth 3\r")
    assert session.read_line() == "readyok"
    assert session.read_line() == "bestmove g1h3"


def test_the_end_of_input_ends_the_host(talk):
    session = talk(FIRST_MOVE)
    session.send("uci", "isready")
    session.process.stdin.close()
    session.process.stdin = None
    status, lines, _ = session.finish()
    assert status == 0 and lines[-1] == "readyok"


def test_a_search_without_end_answers_after_stop_only(talk):
    session = talk(FIRST_MOVE)
    session.send("position startpos", "go infinite", "isready")
    assert session.read_line() == "readyok"
    session.send("stop")
    assert session.read_line() == "bestmove g1h3"
    session.send("go ponder wtime 100 btime 100", "isready")
    assert session.read_line() == "readyok"
    session.send("ponderhit")
    assert session.read_line() == "bestmove g1h3"


def test_no_move_is_asked_for_when_there_is_none(talk):
    session = talk("def get_move(board, t):\n    raise ValueError\n")
    assert session.ask("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go movetime 5") == "0000"


def test_positions_that_make_no_sense_are_kept_out(talk):
    session = talk(FIRST_MOVE)
    session.send("position fen 8/8 w - -", "position startpos moves e2e4 e2e4 e7e5", "go depth 1")
    assert session.read_line().startswith("info string keeping the old position")
    assert session.read_line().startswith("info string the position ends before e2e4")
    assert session.read_line() == "bestmove g8h6"


@pytest.mark.parametrize("option, first_move, board_class", [
    ("chess", "g1h3", "Board"), ("crazyhouse", "g1h3", "CrazyhouseBoard"), ("atomic", "g1h3", "AtomicBoard"),
    ("kingofthehill", "g1h3", "KingOfTheHillBoard"), ("3check", "g1h3", "ThreeCheckBoard"),
    ("threecheck", "g1h3", "ThreeCheckBoard"), ("antichess", "g1h3", "AntichessBoard"),
    ("horde", "g5g6", "HordeBoard"), ("racingkings", "h2h3", "RacingKingsBoard"), ("chess960", "g1h3", "Board"),
])
def test_every_variant_has_its_board(talk, option, first_move, board_class):
    session = talk("def get_move(board, t):\n    print(type(board).__name__, board.uci_variant)\n"
                   "    return board.legal_moves()[0]\n")
    session.send("uci", f"setoption name UCI_Variant value {option}", "position startpos", "go movetime 10")
    session.read_until("uciok")
    assert session.read_line() == f"bestmove {first_move}"
    session.send("quit")
    assert session.finish()[2].split()[0] == board_class


def test_castling_is_written_as_the_mode_wants(talk):
    bot = "def get_move(board, t):\n    return [m for m in board.legal_moves if board.is_castling(m)][0]\n"
    fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert talk(bot).ask(fen, "go movetime 1") == "e1g1"
    assert talk(bot).ask("setoption name UCI_Chess960 value true", fen, "go movetime 1") == "e1h1"


def test_an_unknown_variant_is_refused(talk):
    session = talk(FIRST_MOVE)
    session.send("setoption name UCI_Variant value bughouse", "go movetime 1")
    assert "no variant" in session.read_line()
    assert session.read_line() == "bestmove g1h3"


# ---- What the bot sees ---------------------------------------------------------------------------------------------


def test_the_bot_sees_clock_increment_and_game(talk):
    session = talk("def get_move(board, t):\n"
                   "    print(t, board.increment_ms, len(board.move_stack), board.root().fen().split()[0])\n"
                   "    return board.legal_moves()[0]\n")
    session.ask("position startpos moves e2e4 e7e5 g1f3", "go wtime 1 btime 2345 winc 3 binc 67")
    session.send("quit")
    assert session.finish()[2].split() == ["2345", "67", "3", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"]


def test_state_lives_for_the_game_and_no_longer(talk):
    session = talk("seen = []\ndef get_move(board, t):\n    seen.append(t)\n    print(len(seen))\n"
                   "    return board.legal_moves()[0]\n")
    session.ask(*GO)
    session.ask("position startpos moves e2e4 e7e5", "go movetime 1")
    session.ask("ucinewgame", *GO)
    session.send("quit")
    assert session.finish()[2].split() == ["1", "2", "1"]


def test_a_spoilt_board_is_only_the_bots_own(talk):
    session = talk("def get_move(board, t):\n    move = board.legal_moves()[0]\n    board.clear()\n    return move\n")
    assert session.ask("position startpos", "go movetime 1") == "g1h3"
    assert session.ask("position startpos moves e2e4", "go movetime 1") == "g8h6"


def test_modules_answer_to_their_usual_names(talk):
    session = talk("import chess, chess.variant, arena\nfrom chess import BB_FILES, popcount\nfrom arena import *\n"
                   "import collections.abc, dataclasses, random, re\n"
                   "@dataclasses.dataclass\nclass Entry:\n    depth: int\n"
                   "def get_move(board, t):\n"
                   "    assert isinstance(board, arena.Board) and isinstance(board, chess.Board)\n"
                   "    assert Move is chess.Move and piece_value(chess.QUEEN) == PIECE_VALUES[5]\n"
                   "    return next(iter(board.legal_moves))\n")
    assert session.ask(*GO) == "g1h3"


def test_everything_that_honest_bots_use_works(talk):
    session = talk("""
import arena, array, bisect, chess, collections, copy, dataclasses, decimal, enum, fractions, functools, heapq, itertools
import math, numbers, operator, random, re, statistics, string, time, typing
import chess.variant, collections.abc
from collections import Counter, defaultdict, deque, namedtuple
from chess import BB_FILES, Termination, popcount, scan_forward

Entry = namedtuple("Entry", "depth score")

class OutOfTime(Exception):
    pass

class Kind(enum.IntFlag):
    A = 1
    B = 2

@dataclasses.dataclass
class Line:
    depth: int
    moves: typing.List[chess.Move] = dataclasses.field(default_factory=list)

class Cached:
    def __init__(self):
        self._cache = {}
        super().__init__()

@functools.lru_cache(maxsize=None)
def worth(piece_type):
    return arena.piece_value(piece_type)

cached, rng, table = Cached(), random.Random(7), array.array("Q", [1, 2])

def get_move(board, time_left_ms):
    start = time.monotonic()
    def key(move):
        return -board.captured_value(move), worth(board.piece_type_at(move.from_square))
    try:
        if time.monotonic() - start > 1000:
            raise OutOfTime
    finally:
        cached._cache[board.fen()] = Entry(1, 2), Line(3), Kind.A | Kind.B
    assert sorted(board.legal_moves(), key=key) and list(board.legal_moves) == board.legal_moves()
    assert copy.deepcopy(board) == board.copy() and board.root().ply() == 0
    assert "{:>5}".format(3) == f"{3!r:>{5}}" and heapq.nsmallest(1, [2, 1]) == [1]
    assert popcount(BB_FILES[0]) == len(list(scan_forward(BB_FILES[0]))) == 8
    assert Termination.CHECKMATE and chess.BB_KING_ATTACKS[0] and board.outcome() is None and board.status() == 0
    assert chess.SquareSet(chess.BB_RANK_1) and rng.random() and chess.Move.null() not in board.legal_moves
    return max(board.legal_moves, key=lambda move: (board.gives_check(move), str(move)))
""")
    assert session.ask(*GO) == "h2h4"


@pytest.mark.parametrize("answer, move", [
    ("'e2e4'", "e2e4"), ("' Nf3 '", "g1f3"), ("'e2e5'", "e2e5"), ("board.parse_san('e4')", "e2e4"),
    ("type(board.legal_moves()[0])(12, 44)", "e2e6"),
])
def test_moves_may_be_objects_or_text(talk, answer, move):
    assert talk(f"def get_move(board, t):\n    return {answer}\n").ask(*GO) == move


# ---- Output that is not the protocol's -----------------------------------------------------------------------------


def test_what_a_bot_prints_goes_to_the_log(talk):
    session = talk("print('bestmove a2a3')\ndef get_move(board, t):\n    print('bestmove h2h3')\n"
                   "    return board.legal_moves()[0]\n")
    session.send("isready")
    assert session.read_line() == "readyok"
    assert session.ask(*GO) == "g1h3"
    session.send("quit")
    status, lines, log = session.finish()
    assert (status, lines) == (0, []) and log.split("\n")[:2] == ["bestmove a2a3", "bestmove h2h3"]


# ---- Mistakes ------------------------------------------------------------------------------------------------------


def test_a_bot_that_raises(talk):
    reason, log = error_of(talk("def get_move(board, t):\n    x = 1\n    raise ValueError('no plan')\n"), *GO)
    assert reason == "get_move raised ValueError: no plan at line 3"
    assert "Traceback" in log and "raise ValueError('no plan')" in log and "_host.py" not in log


@pytest.mark.parametrize("source, part", [
    ("def get_move(board, t)\n    pass\n", "SyntaxError"),
    ("def get_move(board, t)\n    pass\n", "line 1"),
    ("x = 1 / 0\n", "loading raised ZeroDivisionError: division by zero at line 1"),
    ("import os\n", "bots may not import 'os'; they may import arena, array"),
    ("from chess import engine\n", "ImportError"),
    ("import chess.engine\n", "bots may not import 'chess.engine'"),
    ("from . import x\n", "bots may not import"),
    ("open('/etc/passwd')\n", "open is not available to bots"),
    ("eval('1')\n", "eval is not available to bots"),
    ("x = 1\n", "must define a function get_move(board, time_left_ms)"),
    ("get_move = 3\n", "must define a function get_move"),
    ("def get_move(board):\n    pass\n", "two arguments"),
    ("def get_move(board, t, extra):\n    pass\n", "two arguments"),
    ("async def get_move(board, t):\n    pass\n", "ordinary function"),
    ("def get_move(board, t):\n    yield 1\n", "ordinary function"),
    ("raise SystemExit\n", "loading raised SystemExit"),
    (b"# \xff\n", "not UTF-8"),
    (b"# -*- coding: utf-7 -*-\n# +AAo-import os\n", "encoding"),
    (b"x = 1\0\n", "NUL"),
    ("(" * 400, "SyntaxError"),
])
def test_bots_that_do_not_load(talk, source, part):
    reason, _ = error_of(talk(source), "uci", "isready")
    assert part in reason


@pytest.mark.parametrize("body, part", [
    ("return None", "returned None instead of a move"), ("return 7", "object of type int"),
    ("return True", "object of type bool"), ("return b'e2e4'", "object of type bytes"),
    ("return 'hello'", "which is no move"), ("return 'e4' * 10**6", "which is no move"),
    ("import chess; return chess.Move.null()", "null move"), ("return (m for m in board.legal_moves)", "generator"),
    ("return S('e2e4')", "object of type S"), ("import sys", "may not import 'sys'"),
    ("raise KeyboardInterrupt", "raised KeyboardInterrupt"), ("raise Odd", "raised Odd"),
    ("return get_move(board, t)", "RecursionError"), ("return board.push(1)", "TypeError"),
    ("import chess; m = chess.Move(1, 2); m.to_square = 'x'; return m", "cannot be read"),
])
def test_bots_that_answer_nonsense(talk, body, part):
    source = ("class S(str):\n    __eq__ = lambda s, o: True\n"
              "class Odd(Exception):\n    def __str__(self):\n        raise RuntimeError\n"
              f"def get_move(board, t):\n    {body}\n")
    reason, _ = error_of(talk(source), *GO)
    assert part in reason


def test_reasons_are_one_printable_line(talk):
    reason, _ = error_of(talk("def get_move(board, t):\n    raise ValueError('a\\nbestmove e2e4\\x1b[31m' + 'x' * 9999)\n"),
                         *GO)
    assert "\x1b" not in reason and len(reason) < 400 and reason.startswith("get_move raised ValueError: a bestmove")


def test_a_missing_file(host_path):
    with Session(host_path, "/nowhere/bot.py") as session:
        status, lines, _ = session.finish()
        assert status == 1 and "cannot be read" in lines[-1]


def test_use_without_a_bot(host_path):
    done = subprocess.run([sys.executable, "-I", "-S", host_path], capture_output=True, text=True)
    assert done.returncode == 2 and "usage" in done.stderr


def test_an_empty_environment_will_do(talk):
    session = talk("def get_move(board, t):\n    print('\u2654')\n    return board.legal_moves()[0]\n", environment={})
    assert session.ask(*GO) == "g1h3"


def test_the_system_python_too(host_path, tmp_path):
    system = "/usr/bin/python3"
    if not os.path.exists(system):
        pytest.skip("no /usr/bin/python3")
    bot = tmp_path / "bot.py"
    bot.write_text(FIRST_MOVE)
    with Session(host_path, bot, python=system) as session:
        assert session.ask(*GO) == "g1h3"


def test_the_host_closes_its_output_when_it_ends(talk):
    session = talk("def get_move(board, t):\n    return None\n")
    session.send(*GO)
    with pytest.raises(Ended):
        while True:
            session.read_line()


# ---- In the hands of another program --------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["chess", "crazyhouse", "atomic", "King of the Hill", "Three-check", "antichess",
                                     "horde", "racingkings", "chess960"])
def test_python_chess_plays_with_the_host(reference, host_path, tmp_path, variant):
    import chess.engine
    bot = tmp_path / "bot.py"
    bot.write_text("import random\ndef get_move(board, t):\n    return random.choice(board.legal_moves())\n")
    if variant == "chess960":
        board = reference.Board.from_chess960_pos(77)
    else:
        board = reference.variant.find_variant(variant)()
    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-I", "-S", host_path, str(bot)]) as engine:
        assert engine.id["name"] == "bot"
        engine.ping()
        for limit in [chess.engine.Limit(time=0.01), chess.engine.Limit(depth=1), chess.engine.Limit(white_clock=1)] * 5:
            if board.is_game_over():
                break
            board.push(engine.play(board, limit).move)
        with engine.analysis(board, chess.engine.Limit()) as analysis:
            analysis.stop()
            analysis.wait()
