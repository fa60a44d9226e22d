"""Every attack of the catalogue, played straight into the box: no source check stands before it.

Twice: with the bot host as it is, and with its import guard taken out, as if a bot had got round it. What an attack got
it prints; nothing of it may be a canary, and the host must be as it was."""
import dataclasses
import glob
import re
import time

import catalogue
import pytest
from arena_run import PACKAGE, Arena
from contained import assert_attack_failed, assert_contained, play_all
from case import GOES_ON, Case

pytestmark = pytest.mark.skipif(not PACKAGE.exists(), reason="built without Python")

CONTROL = Case("control", "", ends=GOES_ON)


def wait_until(true, seconds=30):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


# With the guard as it is, one of each class will do: what it stops is no part of the walls.
SOME = [case for case, before in zip(catalogue.ESCAPES, [None, *catalogue.ESCAPES])
        if before is None or case.name[:3] != before.name[:3]]


@pytest.fixture(scope="module")
def escapes():
    return play_all(catalogue.ESCAPES, guarded=False)


@pytest.mark.parametrize("case", catalogue.ESCAPES, ids=lambda case: case.name)
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
    games = play_all(catalogue.ESCAPES)
    for case in catalogue.ESCAPES:
        assert_stopped_by_somebody(case, games[case.name][0])


@pytest.fixture(scope="module")
def others():
    return play_all(catalogue.MISBEHAVIOUR, guarded=False)


@pytest.mark.parametrize("case", catalogue.MISBEHAVIOUR, ids=lambda case: case.name)
def test_an_attack_is_contained(others, case):
    game, = others[case.name]
    assert_contained(case, game)
    assert game.rated == (game.end != "did not start"), game


@pytest.fixture(scope="module")
def accepted():
    return play_all(catalogue.ACCEPTED)


@pytest.mark.parametrize("case", catalogue.ACCEPTED, ids=lambda case: case.name)
def test_an_honest_bot_plays(accepted, case):
    game, = accepted[case.name]
    assert game.end in GOES_ON, game


def test_without_a_box_the_canaries_sing():
    """The proof that the tests above would notice. Only what reads: nothing is changed on the machine."""
    case = catalogue.ESCAPES[0]
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
        assert re.search(rf"\(b?'ARENA_CANARY', b?'{arena.token}'\)", game.log)


def test_no_log_steers_the_terminal():
    """R24, R23: what a bot wrote, and what its file is called, is shown as text."""
    case = next(case for case in catalogue.MISBEHAVIOUR if case.name == "R24-log-escapes")
    odd = dataclasses.replace(case, name="R23-<b>\u202e\x1b[2J")
    with Arena(guarded=False) as arena:
        for (game,) in arena.play([case, odd]):
            assert game.end == "crash" and "ValueError" in game.log, game
        arena.check_host()
        assert "ValueError" in arena.done.stderr
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", arena.done.stderr), ascii(arena.done.stderr)


def test_a_killed_arbiter_leaves_nothing():
    """R20: while the bot and its daemons run, nobody is left to end them but the keeper."""
    case = Case("stays", catalogue.ESCAPES[0].source + "import time\ndef get_move(board, time_left_ms):\n    time.sleep(1000)\n",
                attacks=True)
    with Arena(guarded=False) as arena:
        command, _ = arena.match([case], clock="1000")
        with arena.start(command) as arbiter:
            wait_until(lambda: len(arena.marked_processes()) >= 6)  # arbiter, bubblewrap twice, the bot, two daemons
            arbiter.kill()
        wait_until(arena.reap)
        arena.play([CONTROL])  # which also clears away the dead one's control groups
        arena.check_host()
        assert not glob.glob(f"/sys/fs/cgroup/**/rookery-*-{arbiter.pid}-*", recursive=True)
