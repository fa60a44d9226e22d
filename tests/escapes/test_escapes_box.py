"""Every attack of the catalogue, played straight into the box: no source check stands before it.

Twice: with the bot host as it is, and with its import guard taken out, as if a bot had got round it. What an attack got
it prints; nothing of it may be a canary, and the host must be as it was."""
import cases_accepted
import cases_python
import cases_resource
import cases_unfair
import pytest
from arena_run import PACKAGE, Arena
from contained import assert_attack_failed, assert_contained, play_all
from case import GOES_ON

pytestmark = pytest.mark.skipif(not PACKAGE.exists(), reason="built without Python")

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


def test_without_a_box_the_canaries_sing():
    """The proof that the tests above would notice. Only what reads: nothing is changed on the machine."""
    case = cases_python.ESCAPES[0]
    with Arena(guarded=False, only=("environment", "reading", "network")) as arena:
        (game,), = arena.play([case], "--no-sandbox")
        tries = game.tries()
        for name in "read secret", "open other_bot", "list canary folder", "tcp", "udp", "unix", "abstract":
            assert tries[name].startswith("DONE"), game
        assert arena.token in game.log
        with pytest.raises(AssertionError):
            arena.check_secrets()
        with pytest.raises(AssertionError):
            assert_attack_failed(case, game, "snippet")
        assert len(arena.listeners.look()) >= 4
        assert f"('ARENA_CANARY', '{arena.token}')" in game.log.replace("b'", "'")
