"""What a bot may use, in every mode that this machine has: as root and as an ordinary user, with control groups of
version 1, of version 2 and with none. A mode that cannot be had here is skipped, with the reason."""
import re

import catalogue
import modes
import pytest
from arena_run import PACKAGE
from case import EITHER, GOES_ON, Case
from contained import assert_attack_failed, assert_contained, play_all

pytestmark = pytest.mark.skipif(not PACKAGE.exists(), reason="built without Python")

# By default the mode that most people will have, and the one that has to do without everything.
USUAL = ("as found, this user", "none, an ordinary user")


def each_mode(test):
    marked = [pytest.param(mode, id=str(mode), marks=() if str(mode) in USUAL else pytest.mark.slow) for mode in modes.ALL]
    return pytest.mark.parametrize("mode", marked)(test)


def skip_without(mode):
    reason = mode.why_not()
    if reason is not None:
        pytest.skip(reason)


LIMITS = {case.name: case for case in catalogue.read("limits.txt", check=EITHER)}


def uses(name, megabytes, ends=GOES_ON):
    source = "def get_move(board, time_left_ms):\n" \
        f"    kept = [b'x' * (1 << 20) for _ in range({megabytes})]\n" \
        "    return board.legal_moves()[0]\n"
    return Case(name, source, EITHER, ends, clock="30")


@pytest.fixture(scope="module")
def limits_of():
    """Plays once for each mode, when the first test wants it."""
    played = {}

    def get(mode):
        skip_without(mode)
        if str(mode) not in played:
            played[str(mode)] = play_all(list(LIMITS.values()), guarded=False, mode=mode, concurrency=4)
        return {name: games[0] for name, games in played[str(mode)].items()}
    return get


@each_mode
def test_the_limits_hold(mode, limits_of):
    games = limits_of(mode)
    for name, case in LIMITS.items():
        if name not in ("forks", "threads"):
            assert_contained(case, games[name])


@each_mode
def test_threads_and_children_share_one_core(mode, limits_of):
    game = limits_of(mode)["busy"]
    busy_ms = sum(game.own_times_ms)
    assert busy_ms >= 1000
    # A period of the quota, 0.1 s, may be used up ahead; starting takes some processor time before the game.
    assert game.cpu_ms <= busy_ms * 1.1 + 400, game
    assert game.cpu_ms >= 100, game


@each_mode
def test_memory_is_that_of_the_whole_tree(mode, limits_of):
    games = limits_of(mode)
    counted = "memory" in mode.holds()
    # Where it is looked at now and then, the last of it may be missed.
    assert (300 if counted else 270) << 10 < games["300-MB"].peak_kb < 400 << 10, games["300-MB"]
    for name in "700-MB", "bomb":
        game = games[name]
        assert 400 << 10 < game.peak_kb <= (513 if counted else 780) << 10, game
        assert re.search("memory", game.reason) or ("MemoryError" in game.log and not counted), game
    assert "memory" in games["children"].reason, games["children"]


@each_mode
def test_processes_threads_and_files_are_few(mode, limits_of):
    games = limits_of(mode)
    for name in "forks", "threads":
        refused = re.search(r"^REFUSED (?:11 )?(\d+)$", games[name].log, re.MULTILINE)
        if refused:
            assert 8 <= int(refused.group(1)) <= 16, games[name]
        else:
            assert "pids" not in mode.holds() and "too many" in games[name].reason, games[name]
    assert re.search(r"^REFUSED 24 (4|5)\d ", games["files"].log, re.MULTILINE), games["files"]


@each_mode
def test_only_a_private_scratch_is_writable(mode, limits_of):
    """Where nobody counts memory, files in memory could not be counted either: then there are none."""
    expected = "REFUSED 28 16" if "memory" in mode.holds() else "REFUSED 30 0"
    game = limits_of(mode)["scratch"]
    assert expected in game.log, game


@each_mode
def test_of_the_output_the_end_is_kept(mode, limits_of):
    game = limits_of(mode)["prints"]
    assert 60000 <= len(game.log) <= 70000 and "are left out" in game.log, len(game.log)


# ---- the memory is what the match says ------------------------------------------------------------------------------

def test_the_memory_of_a_bot_can_be_chosen():
    """128 MB for all, 1 GB for the second of the bots."""
    cases = [uses("small", 100, ("crash",)), uses("large", 700)]
    words = "--bot-memory", "128", "--bot-memory", "2:64", "--bot-memory", "3:1024"
    games = play_all(cases, guarded=False, words=words, controls=0)
    small, large = games["small"][0], games["large"][0]
    assert_contained(cases[0], small)
    assert_contained(cases[1], large)
    assert small.peak_kb <= 97 << 10 and large.peak_kb >= 700 << 10


# ---- unfair play ----------------------------------------------------------------------------------------------------

SLOW_OPPONENT = '''# token: {token}
import time


def get_move(board, time_left_ms):
    time.sleep(0.5)
    return board.legal_moves()[0]
'''


@each_mode
def test_a_bot_is_frozen_while_its_opponent_thinks(mode):
    skip_without(mode)
    case = Case("ahead", catalogue.THINKS_AHEAD, ends=GOES_ON, clock="30")
    game, = play_all([case], guarded=False, mode=mode, opponent=SLOW_OPPONENT, max_moves=3, controls=0)["ahead"]
    assert_contained(case, game)
    rate = max(int(n) for n in re.findall(r"^RATE (\d+)$", game.log, re.MULTILINE))
    ahead = [int(n) for n in re.findall(r"^AHEAD (\d+)$", game.log, re.MULTILINE)]
    assert rate > 1000 and len(ahead) >= 2, game
    # Half a second of thinking would be five times the rate of 0.1 s.
    assert min(ahead) < rate, game


@each_mode
def test_nothing_is_found_of_an_earlier_game(mode):
    skip_without(mode)
    case = Case("notes", catalogue.LEAVES_A_NOTE, ends=GOES_ON)
    games = play_all([case], guarded=False, mode=mode, games=3, controls=1)["notes"]
    for game in games:
        assert_contained(case, game)
        found = re.findall(r"^FOUND (\[.*?\])", game.log, re.MULTILINE)
        assert len(found) >= 8 and set(found) == {"[]"}, game


# ---- all attacks in all modes ---------------------------------------------------------------------------------------

@pytest.mark.slow
@pytest.mark.parametrize("mode", modes.ALL, ids=str)
def test_every_attack_is_contained(mode):
    skip_without(mode)
    cases = catalogue.ESCAPES + catalogue.MISBEHAVIOUR
    games = {**play_all(catalogue.ESCAPES, guarded=False, mode=mode),
             **play_all(catalogue.MISBEHAVIOUR, guarded=False, mode=mode)}
    for case in cases:
        game, = games[case.name]
        assert_contained(case, game)
        if case.attacks:
            assert_attack_failed(case, game, "snippet" if case.full else None)


def test_some_mode_was_had_here():
    assert any(mode.why_not() is None for mode in modes.ALL)
