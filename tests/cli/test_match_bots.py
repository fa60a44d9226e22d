"""rookery match with Python bots that do everything a bot must not do: each loses for the right reason, in the terminal
and in the PGN, the other bot and the other games are untouched, and nothing is left running."""

import json
import os
import pathlib
import re
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src" / "cli" / "rookery"

GOOD = "def get_move(board, time_left_ms):\n    return list(board.legal_moves)[0]\n"

pytestmark = pytest.mark.skipif(not (BUILD / "bindings" / "python").exists(), reason="built without Python")


def play(folder, source, *words):
    """The bad bot, White, against a good one: the games, standard error and the PGN."""
    bad, good, pgn = folder / "bad.py", folder / "good.py", folder / "out.pgn"
    bad.write_text(source)
    good.write_text(GOOD)
    done = subprocess.run([ROOKERY, "match", bad, good, "--pgn", pgn, "--json", "-", "--concurrency", "1", "--max-moves", "4",
                           *map(str, words)], capture_output=True, text=True, timeout=120)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)["games"], done.stderr, pgn.read_text()


def assert_lost(games, err, pgn, end, reason):
    game = games[0]
    assert game["end"] == end, game["reason"]
    assert game["result"] == "0-1" and game["culprit"] == "white"
    assert re.search(reason, game["reason"]), game["reason"]
    assert game["reason"] in err
    assert f'[Result "0-1"]' in pgn
    termination = re.search(r'\[Termination "(.*)"\]', pgn).group(1).replace('\\"', '"').replace("\\\\", "\\")
    assert termination == f"{game['termination']}: {game['reason']}"


@pytest.mark.parametrize("source, end, reason", [
    pytest.param("def get_move(board, ms):\n    return 'e2e5'\n", "illegal move", "e2e5|no legal move|illegal", id="illegal"),
    pytest.param("def get_move(board, ms):\n    return 1 / 0\n", None, "bad", id="exception"),
    pytest.param("def get_move(board, ms):\n    return None\n", None, "bad", id="nothing"),
    pytest.param("import random\ndef get_move(board, ms):\n    while True:\n        random.random()\n", "time forfeit",
                 "lost on time", id="hang"),
    pytest.param("def get_move(board, ms):\n    x = []\n    while True:\n        x.append(bytearray(10 ** 7))\n", None,
                 "memory|exit status|MemoryError", id="memory"),
    pytest.param("def get_move(board, ms):\n    x = []\n    while True:\n        x.append('x' * 10 ** 6)\n        print(x[-1])\n",
                 None, "bad", id="flood"),
])
def test_a_bad_bot_loses(tmp_path, source, end, reason):
    clock = "30" if "memory" in reason else "1"  # a busy machine must not let the clock come first
    games, err, pgn = play(tmp_path, source, "--games", 1, "--clock", clock)
    assert games[0]["result"] == "0-1" and games[0]["rated"], games[0]["reason"]
    assert_lost(games, err, pgn, end or games[0]["end"], reason)


@pytest.mark.parametrize("source", [
    pytest.param("while True:\n    pass\n" + GOOD, id="loops"),
    pytest.param("raise ValueError('not today')\n" + GOOD, id="raises"),
    pytest.param("def get_move(board, ms:\n", id="syntax"),
    pytest.param("def make_move(board, ms):\n    pass\n", id="no-get-move"),
])
def test_a_bot_that_does_not_load_loses_unrated(tmp_path, source):
    games, err, pgn = play(tmp_path, source, "--games", 6, "--start-limit", 1)
    assert len(games) == 3  # then it is out
    assert all(game["end"] == "did not start" and not game["rated"] for game in games)
    assert "bad plays no more games in this match" in err
    assert_lost(games, err, pgn, "did not start", "bad did not start: ")


def test_protocol_text_that_is_printed_is_only_log(tmp_path):
    source = "def get_move(board, ms):\n    print('bestmove a1a8')\n    print('readyok')\n    return list(board.legal_moves)[0]\n"
    games, err, _ = play(tmp_path, source, "--games", 2, "--log-dir", tmp_path / "logs")
    assert [game["end"] for game in games] == ["adjudication", "adjudication"]
    logs = sorted((tmp_path / "logs").iterdir())
    assert len(logs) == 2 and "bestmove a1a8" in logs[0].read_text()


def test_a_crash_shows_the_author_its_traceback(tmp_path):
    games, err, pgn = play(tmp_path, "def get_move(board, ms):\n    return {}['missing']\n", "--games", 1)
    assert "KeyError" in err and "the log of bad ends:" in err


def test_the_other_bot_is_untouched_by_a_greedy_one(tmp_path):
    """While one bot is at its memory limit the other plays as if alone, and the next game starts normally."""
    source = "def get_move(board, ms):\n    x = [bytearray(10 ** 6) for _ in range(10 ** 6)]\n"
    games, err, _ = play(tmp_path, source, "--games", 4, "--concurrency", 2, "--clock", "5")
    assert len(games) == 4
    assert all((game["result"] == "0-1") == (game["white"] == "bad") for game in games)


def test_nothing_is_left_running(tmp_path):
    play(tmp_path, "while True:\n    pass\n", "--games", 1, "--start-limit", 0.5)
    end = time.monotonic() + 10
    mark = str(tmp_path).encode()
    while True:
        left = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                command = pathlib.Path("/proc", pid, "cmdline").read_bytes()
            except OSError:
                continue
            if mark in command and int(pid) != os.getpid():
                left.append(command)
        if not left:
            return
        assert time.monotonic() < end, left


@pytest.mark.parametrize("variant", ["standard", "chess960", "crazyhouse", "atomic", "kingofthehill", "threecheck",
                                     "antichess", "horde", "racingkings"])
def test_a_good_bot_plays_every_variant(tmp_path, variant):
    games, _, _ = play(tmp_path, "import random\ndef get_move(board, ms):\n    return random.choice(list(board.legal_moves))\n",
                       "--games", 2, "--variant", variant, "--max-moves", 30)
    assert all(game["end"] in ("rules", "adjudication") for game in games), games[0]["reason"]
