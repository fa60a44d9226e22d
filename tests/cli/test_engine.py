"""The engine as a player and as a program: what its verbs print, and that it plays by the rules."""

import io
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import time

import chess.engine
import chess.pgn
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src" / "cli" / "rookery"
FAKE = BUILD / "tests" / "arena" / "fake_engine"
VARIANTS = ["standard", "chess960", "crazyhouse", "atomic", "kingofthehill", "threecheck", "antichess", "horde",
            "racingkings"]


def run(*words, text=None):
    return subprocess.run([ROOKERY, *map(str, words)], input=text, capture_output=True, text=True, timeout=120)


def play(*words):
    done = run("match", *words, "--json", "-", "--quiet")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_engine_plays_itself_in_every_variant(variant):
    document = play("engine", "engine", "--variant", variant, "--nodes", 300, "--games", 2)
    for game in document["games"]:
        assert game["result"] in ("1-0", "0-1", "1/2-1/2"), game
        assert "forfeit" not in json.dumps(game), game


def test_the_engine_beats_a_random_mover():
    document = play("engine", f"cmd:{FAKE} seed=1", "--nodes", 300, "--games", 2)
    games = sorted(document["games"], key=lambda game: game["number"])  # they end in any order
    assert [game["result"] for game in games] == ["1-0", "0-1"]


def test_options_reach_the_engine():
    done = run("match", "engine", f"cmd:{FAKE}", "--nodes", 100, "--games", 2, "--option", "1:Hash=1", "--quiet")
    assert done.returncode == 0, done.stderr
    done = run("match", "engine", f"cmd:{FAKE}", "--nodes", 100, "--games", 2, "--option", "1:Hesh=1")
    assert "Hesh" in done.stderr


def uci(*lines):
    done = run("uci", text="\n".join([*lines, ""]))
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_own_book(tmp_path):
    book = tmp_path / "one.bin"
    start = 0x463B96181691FC9C
    book.write_bytes(struct.pack(">QHHI", start, (8 + 7) << 6 | (3 * 8 + 7), 1, 0))  # h2h4
    opened = [f"setoption name BookFile value {book}", "setoption name OwnBook value true"]
    assert uci(*opened, "position startpos", "go depth 1")[-1] == "bestmove h2h4"
    assert "bestmove h2h4" not in uci(*opened, "setoption name UCI_AnalyseMode value true", "go depth 1")
    assert "bestmove h2h4" not in uci(*opened, "position startpos moves e2e4", "go depth 1")
    assert "bestmove h2h4" not in uci(opened[0], "go depth 1")
    answers = uci(f"setoption name BookFile value {tmp_path}/none.bin")
    assert "none.bin" in answers[0] and answers[0].startswith("info string")


def test_wdl_is_shown_when_asked_for():
    shown = uci("setoption name UCI_ShowWDL value true", "go depth 4")
    chances = re.search(r" wdl (\d+) (\d+) (\d+) ", shown[-2])
    assert chances and sum(map(int, chances.groups())) == 1000
    assert " wdl " not in "".join(uci("go depth 4"))


def test_bench_counts_the_same_nodes_twice():
    first, second = (run("bench", "--depth", 3, "--quiet").stdout.split()[0] for _ in range(2))
    assert int(first) > 1000 and first == second


def test_analyse_a_position():
    done = run("analyse", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "--depth", 6, "--multipv", 2, "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0 and found["best"] == {"uci": "f6a6", "san": "Ra6+"}
    assert found["score"] == {"mate": 3} and len(found["lines"]) == 2
    assert found["lines"][0]["pv"][0] == "f6a6" and found["lines"][1]["pv"][0] != "f6a6"
    assert "1. Ra6+" in run("analyse", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "--depth", 6).stdout


def test_scores_are_white_s():
    black_is_better = "6k1/5ppp/8/8/8/7P/q4PP1/7K {} - - 0 1"
    for side in "wb":
        found = json.loads(run("analyse", black_is_better.format(side), "--depth", 5, "--json").stdout)
        score = found["score"]
        assert score.get("mate", score.get("cp")) < 0


GAME = """[White "A"]\n[Black "B"]\n[Result "1-0"]\n
1. e4 {[%clk 0:01:00] well played} e5 2. Bc4 Nc6 (2... Nf6 3. d3) 3. Qh5 Nf6 4. Qxf7# 1-0\n"""


def test_analyse_a_game(tmp_path):
    source, written = tmp_path / "in.pgn", tmp_path / "out.pgn"
    source.write_text(GAME)
    done = run("analyse", source, "--nodes", 2000, "--pgn", written, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert [ply["move"]["san"] for ply in document["moves"]] == ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]
    assert document["moves"][-1]["best"]["san"] == "Qxf7#" and document["moves"][-1]["score_before"] == {"mate": 1}
    game = chess.pgn.read_game(io.StringIO(written.read_text()))
    assert not game.errors
    nodes = list(game.mainline())
    assert all(node.eval() is not None for node in nodes[:-1])
    assert nodes[-2].eval().white() == chess.engine.Mate(1)
    assert nodes[0].clock() == 60 and "well played" in nodes[0].comment
    assert "Best was" in nodes[-2].comment and len(nodes[2].variations) == 2


def test_analyse_of_nonsense_is_one_sentence(tmp_path):
    for words in (["nonsense"], ["nowhere.pgn"], ["--multipv", 0], ["8/8/8/8/8/8/8/8 w - - 0 1"], ["--pgn", "x.pgn"]):
        done = run("analyse", *words)
        assert done.returncode == 2 and done.stderr.startswith("rookery analyse: "), words


def processor_seconds(pid):
    ticks = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def test_analyse_is_interrupted_and_says_what_it_has():
    running = subprocess.Popen([ROOKERY, "analyse", "--depth", "99"], stdout=subprocess.PIPE, text=True)
    while processor_seconds(running.pid) < 0.2:  # it is searching by then
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=30)
    assert running.returncode == 1 and "best " in out


def test_tuning_wants_a_tuning_build(tmp_path):
    done = subprocess.run([ROOT / "train" / "spsa.py", ROOKERY, "--openings", "none.epd", "--state", tmp_path / "s"],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "-Dtuning=true" in done.stderr
