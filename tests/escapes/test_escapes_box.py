"""Every attack of the catalogue, played straight into the box: no source check stands before it.

Twice: with the bot host as it is, and with its import guard taken out, as if a bot had got round it. What an attack got
it prints; nothing of it may be a canary, and the host must be as it was."""
import ast
import re

import cases_accepted
import cases_python
import cases_resource
import cases_unfair
import pytest
from arena_run import PACKAGE, Arena
from case import Case, GOES_ON

pytestmark = pytest.mark.skipif(not PACKAGE.exists(), reason="built without Python")

# What an attack may do: these are answered inside the box, and are harmless there.
ALLOWED = {"own scratch", "symlink"}
# By Python and by bubblewrap; the environment that a box starts with is empty.
MADE_INSIDE = {(b"LC_CTYPE", b"C.UTF-8"), (b"PWD", b"/")}


def play_all(cases, **how):
    """{name: [games]}, the host being as it was before. Control bots play among and after the attacks."""
    controls = [Case(f"control-{i}", "", ends=GOES_ON) for i in range(4)]
    half = len(cases) // 2
    mixed = [*cases[:half], *controls[:2], *cases[half:], *controls[2:]]
    words = how.pop("words", ())
    with Arena(mode=how.pop("mode", None), guarded=how.pop("guarded", True)) as arena:
        games = dict(zip([case.name for case in mixed], arena.play(mixed, *words, **how)))
        arena.check_host()
        for control in controls:
            assert [game.end in GOES_ON for game in games[control.name]] == [True] * how.get("games", 1), games[control.name]
        return games


def assert_contained(case, game):
    assert game.end in case.ends, game
    assert not game.won, game
    assert game.lost or game.end in GOES_ON, game
    assert game.guilty or not game.lost, game
    assert not case.reason or re.search(case.reason, game.reason), game
    for text in case.says:
        assert text in game.log, game
    # The opponent, which moves at once, has lost nothing of its time but the noise of a busy machine.
    assert all(ms < 2000 for ms in game.opponent_times_ms), game


def assert_attack_failed(case, game, by):
    """It was really tried, and nothing came of it."""
    assert "REACHED " in game.log, game
    assert by is None or f"REACHED {by}" in game.log, game
    if "REACHED nothing" in game.log:
        return
    assert "END OF THE ATTACK" in game.log and "BROKEN" not in game.log, game
    tries = game.tries()
    assert len(tries) > 60, game
    got = {name: outcome for name, outcome in tries.items()
           if outcome.startswith("DONE") and name not in ALLOWED}
    assert not got, (got, game)
    environment = re.search(r"^ENVIRONMENT (.*)$", game.log, re.MULTILINE).group(1)
    assert set(ast.literal_eval(environment)) <= MADE_INSIDE, game
    assert re.search(r"^USER 1000 1000 1000 \d+$", game.log, re.MULTILINE), game
    kinds = re.search(r"^DESCRIPTORS (.*)$", game.log, re.MULTILINE).group(1)
    assert set(kinds.split()) <= {"pipe", "device"}, game


# With the guard as it is, one of each class will do: what it stops is no part of the walls.
SOME = [case for case, before in zip(cases_python.ESCAPES, [None, *cases_python.ESCAPES])
        if before is None or case.name[:3] != before.name[:3]]


@pytest.fixture(scope="module")
def escapes():
    return play_all(cases_python.ESCAPES, guarded=False)


@pytest.mark.parametrize("case", cases_python.ESCAPES, ids=lambda case: case.name)
def test_an_escape_ends_at_the_walls(escapes, case):
    game, = escapes[case.name]
    assert_contained(case, game)
    assert_attack_failed(case, game, "snippet" if case.full else None)


def assert_stopped_by_somebody(case, game):
    """By the guard, before the attack began, or by the walls."""
    if game.end == "did not start":
        return
    assert_contained(case, game)
    assert_attack_failed(case, game, None)


@pytest.fixture(scope="module")
def guarded_escapes():
    return play_all(SOME)


@pytest.mark.parametrize("case", SOME, ids=lambda case: case.name)
def test_an_escape_from_the_host_as_it_is(guarded_escapes, case):
    assert_stopped_by_somebody(case, guarded_escapes[case.name][0])


@pytest.mark.slow
def test_every_escape_from_the_host_as_it_is():
    games = play_all(cases_python.ESCAPES)
    for case in cases_python.ESCAPES:
        assert_stopped_by_somebody(case, games[case.name][0])


OTHERS = cases_python.ENCODINGS + cases_python.LIES + cases_python.WORK + cases_resource.CASES + cases_unfair.CASES


@pytest.fixture(scope="module")
def others():
    return play_all(OTHERS, guarded=False)


@pytest.mark.parametrize("case", OTHERS, ids=lambda case: case.name)
def test_an_attack_is_contained(others, case):
    game, = others[case.name]
    assert_contained(case, game)
    assert game.rated == (game.end != "did not start"), game


@pytest.fixture(scope="module")
def accepted():
    return play_all(cases_accepted.CASES)


@pytest.mark.parametrize("case", cases_accepted.CASES, ids=lambda case: case.name)
def test_an_honest_bot_plays(accepted, case):
    game, = accepted[case.name]
    assert game.end in GOES_ON, game
