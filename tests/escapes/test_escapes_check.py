"""Every case of the catalogue before `rookery check`: what must be refused is, with the rule, the place, the text and
what to do; what honest bots do is not."""
import concurrent.futures
import json
import os
import pathlib
import subprocess

import catalogue
import pytest
from arena_run import PACKAGE, ROOKERY
from case import ACCEPT, EITHER, REFUSE

pytestmark = pytest.mark.skipif(not PACKAGE.exists(), reason="built without Python")

SEED_BOTS = pathlib.Path(__file__).resolve().parents[3] / "shared" / "seeds" / "bots"
CASES = catalogue.ALL
# The rules read every source; one of each class goes through the whole command, and those that it must run to judge.
GIVEN_AWAY = [case for case in CASES if case.check == REFUSE and not case.when_run]
SOME = [case for case, before in zip(CASES, [None, *CASES])
        if case.when_run or before is None or case.name[:3] != before.name[:3]]
REST = [case for case in CASES if case not in SOME]
PATIENCE_S = 60


def check(path, *words):
    return subprocess.run([ROOKERY, "check", path, "--json", *words], capture_output=True, text=True, timeout=PATIENCE_S)


def check_all(cases, folder):
    """{name: what came of the check}, several at a time."""
    def run(case):
        path = folder / f"{case.name}.py"
        path.write_bytes(case.plain())
        return case.name, check(path)

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        return dict(pool.map(run, cases))


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    return check_all(SOME, tmp_path_factory.mktemp("cases"))


def read_report(done):
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr and not done.stderr, done.stderr
    report = json.loads(done.stdout)
    assert report["accepted"] == (done.returncode == 0) == (not report["problems"])
    return report


def assert_clear(problem, source):
    """A person can do something with it."""
    assert set(problem) == {"rule", "line", "column", "text", "advice"}
    assert problem["rule"] and problem["line"] >= 1 and problem["column"] >= 1
    assert 20 < len(problem["advice"]) < 400 and problem["advice"][-1] in ".!" and "\n" not in problem["advice"]
    assert len(problem["text"]) <= 60
    lines = source.decode("utf-8", "replace").split("\n")
    assert problem["line"] <= len(lines)
    if problem["rule"] not in ("load", "self-test", "encoding", "complexity", "size", "syntax"):
        assert problem["text"]
        words = problem["text"].removesuffix("...").split()
        assert words[0] in " ".join(lines[problem["line"] - 1:]), problem


def assert_as_the_catalogue_says(case, done):
    report = read_report(done)
    for problem in report["problems"]:
        assert_clear(problem, case.plain())
    if case.check != EITHER:
        assert report["accepted"] == (case.check == ACCEPT), report["problems"]


@pytest.mark.parametrize("case", SOME, ids=lambda case: case.name)
def test_the_check_says_what_the_catalogue_says(reports, case):
    assert_as_the_catalogue_says(case, reports[case.name])


@pytest.mark.slow
def test_the_check_says_so_of_all_others_too(tmp_path):
    for case, done in zip(REST, check_all(REST, tmp_path).values()):
        assert_as_the_catalogue_says(case, done)


@pytest.mark.parametrize("case", GIVEN_AWAY + catalogue.ACCEPTED, ids=lambda case: case.name)
def test_the_rules_refuse_what_they_must_and_nothing_else(case):
    rules = pytest.importorskip("rookery._check")
    problems, _ = rules.check_bytes(case.plain())
    assert bool(problems) == (case.check == REFUSE), [vars(problem) for problem in problems]
    for problem in problems:
        assert_clear({name: getattr(problem, name) for name in ("rule", "line", "column", "advice")} |
                     {"text": rules.one_line(problem.text, rules.TEXT_MAX)}, case.plain())


def test_the_seed_bots_are_accepted():
    paths = sorted(SEED_BOTS.glob("*.py"))
    if not paths:
        pytest.skip("the seed bots are not here (../shared)")
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        for path, done in zip(paths, pool.map(check, paths)):
            assert read_report(done)["accepted"], (path, done.stdout)


@pytest.mark.parametrize("name, source, refused", catalogue.SIZES, ids=[size[0] for size in catalogue.SIZES])
def test_no_trick_makes_a_bot_smaller(tmp_path, name, source, refused):
    """F05"""
    path = tmp_path / "bot.py"
    path.write_bytes(source.encode())
    report = read_report(check(path, "--source-only"))
    assert report["class"] != "Fifteen" or not report["accepted"], report
    assert not refused or not report["accepted"], report


def test_names_of_files_are_only_names(tmp_path):
    """R23: in the report as in the terminal."""
    for name in ("\u202eyp.tob.py", "<script>alert(1)<.py", "a\nb.py", "\x1b[2J.py", "-n.py", "\U0001f600.py", "a b'\"$(id).py", "x" * 240 + ".py"):
        path = tmp_path / name
        path.write_text("def get_move(board, time_left_ms):\n    return board.legal_moves()[0]\n")
        assert read_report(check(path, "--source-only"))["accepted"]
        shown = subprocess.run([ROOKERY, "check", path, "--source-only"], capture_output=True, text=True, timeout=PATIENCE_S)
        assert shown.returncode == 0 and "\x1b" not in shown.stdout and shown.stdout.count("\n") == 2, name
