"""rookery check: accepted or refused, with the rule, the place and what to do."""
import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src" / "cli" / "rookery"

GOOD = "def get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n"

pytestmark = pytest.mark.skipif(not (BUILD / "bindings" / "python").exists(), reason="built without Python")


def check(folder, source, *words, name="bot.py"):
    path = folder / name
    path.write_bytes(source if isinstance(source, bytes) else source.encode())
    return subprocess.run([ROOKERY, "check", path, *words], capture_output=True, text=True, timeout=120)


def report(folder, source, *words):
    done = check(folder, source, "--json", *words)
    assert not done.stderr
    found = json.loads(done.stdout)
    assert done.returncode == (0 if found["accepted"] else 1)
    assert found["accepted"] == (not found["problems"])
    return found


def test_a_good_bot_is_accepted_with_its_class_load_time_and_game(tmp_path):
    found = report(tmp_path, GOOD)
    assert found["class"] == "Fifteen" and found["bytes"] == len(GOOD) and found["lines"] == 2
    assert 0 < found["load_ms"] < 5000
    assert found["self_test"]["plies"] > 0 and found["self_test"]["ending"]
    assert found["problems"] == []


@pytest.mark.parametrize("variant", ["chess960", "crazyhouse", "atomic", "kingofthehill", "threecheck", "antichess", "horde",
                                     "racingkings"])
def test_the_game_may_be_of_any_variant(tmp_path, variant):
    assert report(tmp_path, GOOD, "--variant", variant)["accepted"]


def test_a_refusal_names_rule_line_column_text_and_what_to_do(tmp_path):
    done = check(tmp_path, "import os\n" + GOOD)
    assert done.returncode == 1
    assert "refused for 1 problem" in done.stdout
    assert "line 1, column 1  [import]  import os\n    Bots may not import os; they may import arena," in done.stdout
    (problem,) = report(tmp_path, "import os\n" + GOOD)["problems"]
    assert (problem["rule"], problem["line"], problem["column"], problem["text"]) == ("import", 1, 1, "import os")


@pytest.mark.parametrize("source, rule, line, words", [
    pytest.param("\nraise ValueError('no book')\n" + GOOD, "load", 2, "ValueError: no book", id="raises"),
    pytest.param("\nwhile True:\n    pass\n" + GOOD, "load", 1, "did not load in 5 s", id="loads for ever"),
    pytest.param("x = []\nwhile True:\n    x.append(bytearray(10 ** 7))\n" + GOOD, "load", None, "memory|MemoryError",
                 id="loads without end"),
    pytest.param("def get_move(board, ms):\n    return 1 // 0\n", "self-test", 2, "ZeroDivisionError", id="crashes"),
    pytest.param("def get_move(board, ms):\n    return 'e2e5'\n", "self-test", 1, "e2e5", id="illegal"),
    pytest.param("def get_move(board, ms):\n    return True\n", "self-test", 1, "type bool", id="no move"),
    pytest.param("import re\ndef get_move(board, ms):\n    re.match(r'(a+)+$', 'a' * 64 + 'b')\n", "self-test", 1, "time",
                 id="never answers"),
])
def test_what_a_bot_does_wrong_while_it_runs_is_a_problem_too(tmp_path, source, rule, line, words):
    (problem,) = report(tmp_path, source)["problems"]
    assert problem["rule"] == rule
    assert line is None or problem["line"] == line
    assert any(word in problem["advice"] for word in words.split("|")), problem["advice"]


def test_the_source_alone(tmp_path):
    found = report(tmp_path, "while True:\n    pass\n" + GOOD, "--source-only")
    assert found["accepted"] and found["load_ms"] is None and found["self_test"] is None


def test_a_file_that_is_too_large_is_refused(tmp_path):
    (problem,) = report(tmp_path, GOOD + "#" * (1 << 20))["problems"]
    assert problem["rule"] == "size" and "1 MB" in problem["advice"]


def test_what_a_bot_prints_does_not_steer_the_terminal(tmp_path):
    done = check(tmp_path, "print('\\x1b[31m\\x1b]0;title\\a')\nraise ValueError('\\x1b[2J')\n" + GOOD)
    assert done.returncode == 1 and "\x1b" not in done.stdout and "\a" not in done.stdout


@pytest.mark.parametrize("words, sentence", [
    (["nothing.py"], 'there is no file "nothing.py"'),
    (["bot.txt"], "a bot is a file that ends in .py or .js"),
    ([], "one bot is wanted"),
    (["bot.py", "--variant", "atomik"], "atomic"),
])
def test_wrong_use_is_one_sentence_and_status_2(tmp_path, words, sentence):
    done = subprocess.run([ROOKERY, "check", *words], capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert done.returncode == 2 and done.stdout == "" and sentence in done.stderr


# ---- JavaScript -----------------------------------------------------------------------------------------------------

needs_js = pytest.mark.skipif(not (BUILD / "bindings" / "js" / "host").exists(), reason="built without JavaScript")
SIGNATURE = "function makeMove(board, timeRemaining, reportMove, getMemory)"
GOOD_JS = SIGNATURE + " {\n  const moves = board.moves().sort();\n  reportMove(moves[0]);\n}\n"


def js_report(folder, source, *words):
    done = check(folder, source, "--json", *words, name="bot.js")
    assert not done.stderr
    found = json.loads(done.stdout)
    assert done.returncode == (0 if found["accepted"] else 1)
    return found


@needs_js
def test_a_good_javascript_bot_is_accepted_with_its_class_load_time_and_game(tmp_path):
    found = js_report(tmp_path, GOOD_JS)
    assert found["accepted"] and found["problems"] == found["advice"] == []
    assert found["class"] == "Fifteen" and found["bytes"] == len(GOOD_JS)
    assert 0 < found["load_ms"] < 5000 and found["self_test"]["plies"] > 0


@needs_js
def test_advice_does_not_refuse(tmp_path):
    source = GOOD_JS.replace(".sort()", "").replace("moves[0]);", "moves[0]);\n  for (const m of moves) board.clone().move(m);")
    found = js_report(tmp_path, source, "--source-only")
    assert found["accepted"] and [one["rule"] for one in found["advice"]] == ["sort-first", "clone-in-loop"]
    done = check(tmp_path, source, "--source-only", name="bot.js")
    assert "accepted" in done.stdout and "line 4, column 26  [advice: clone-in-loop]  board.clone()" in done.stdout


@needs_js
@pytest.mark.parametrize("source, rule, line, words", [
    pytest.param("import fs from 'fs';\n" + GOOD_JS, "module", 1, "plain script", id="import"),
    pytest.param("let a = ;\n" + GOOD_JS, "syntax", 1, "not valid JavaScript", id="syntax"),
    pytest.param("\nnull.x;\n" + GOOD_JS, "load", 2, "TypeError", id="raises"),
    pytest.param("while (true);\n" + GOOD_JS, "load", 1, "did not load in 5 s", id="loads for ever"),
    pytest.param(GOOD_JS.replace("reportMove(moves[0]);", "\n  null.x;\n  reportMove(moves[0]);"), "self-test", 4,
                 "no move", id="throws before its first report"),
    pytest.param(GOOD_JS.replace("moves[0]", "'e2e5'"), "self-test", 1, "illegal", id="illegal"),
])
def test_a_javascript_bot_that_cannot_play_is_refused_with_the_place(tmp_path, source, rule, line, words):
    (problem,) = js_report(tmp_path, source)["problems"]
    assert problem["rule"] == rule and problem["line"] == line, problem
    assert words in problem["advice"], problem
