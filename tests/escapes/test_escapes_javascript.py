"""Attacks in JavaScript: before the check, from a bot's realm, and with all of Node inside the box."""
import concurrent.futures
import json
import re
import shutil
import subprocess

import catalogue_js
import pytest
from arena_run import JAVASCRIPT_HOST, PACKAGE, ROOKERY
from case import EITHER, GOES_ON, REFUSE
from contained import ALLOWED, assert_contained, play_all

pytestmark = [pytest.mark.skipif(not PACKAGE.exists(), reason="built without Python"),
              pytest.mark.skipif(not JAVASCRIPT_HOST.exists(), reason="built without JavaScript"),
              pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")]

CASES = catalogue_js.CASES
WORDS = ("--bot-memory", "400")


# ---- before the check -----------------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cases")

    def check(case):
        path = folder / f"{case.name}.js"
        path.write_bytes(case.plain())
        done = subprocess.run([ROOKERY, "check", path, "--json", "--source-only"], capture_output=True, text=True, timeout=120)
        assert done.returncode in (0, 1) and not done.stderr, done.stderr
        return case.name, json.loads(done.stdout)

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return dict(pool.map(check, CASES))


@pytest.mark.parametrize("case", [case for case in CASES if case.check == REFUSE], ids=lambda case: case.name)
def test_the_check_refuses_what_the_text_shows(reports, case):
    report = reports[case.name]
    assert not report["accepted"]
    for problem in report["problems"]:
        assert problem["rule"] and problem["line"] >= 1 and problem["column"] >= 1
        assert 20 < len(problem["advice"]) < 400 and problem["advice"][-1] in ".!"


# ---- from the realm -------------------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def games():
    return play_all(CASES, words=WORDS, concurrency=3, controls=2)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_nothing_leads_out_of_the_realm(games, case):
    game, = games[case.name]
    assert_contained(case, game)
    assert "REACHED process" not in game.log, game
    assert "did not start" in case.ends or game.end != "did not start", game


def test_memory_is_the_reason_where_it_was(games):
    for name in "J11-heap", "J11-buffers":
        game, = games[name]
        assert game.end != "crash" or "memory" in game.reason + game.log, game


# ---- with all of Node -----------------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def unguarded():
    return play_all([catalogue_js.ATTACKER, *catalogue_js.GREEDY], guarded=False, words=WORDS, concurrency=3, controls=2)


def test_an_attack_with_all_of_node_ends_at_the_walls(unguarded):
    game, = unguarded[catalogue_js.ATTACKER.name]
    assert_contained(catalogue_js.ATTACKER, game)
    assert game.end in GOES_ON, game
    assert "REACHED process" in game.log and "END OF THE ATTACK" in game.log, game
    tries = game.tries()
    assert len(tries) > 35, game
    got = {name: outcome for name, outcome in tries.items() if outcome.startswith("DONE") and name not in ALLOWED}
    assert not got, (got, game)
    assert re.search(r"^USER 1000 1000 1000$", game.log, re.MULTILINE), game


@pytest.mark.parametrize("case", catalogue_js.GREEDY, ids=lambda case: case.name)
def test_greed_with_all_of_node_is_contained(unguarded, case):
    assert_contained(case, unguarded[case.name][0])
