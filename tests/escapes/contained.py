"""Plays cases and says whether they were contained; what all tests of this folder share."""
import ast
import re

from arena_run import Arena
from case import GOES_ON, Case

# What an attack may do: these are answered inside the box, and are harmless there.
ALLOWED = {"own scratch", "symlink"}
# By Python and by bubblewrap; the environment that a box starts with is empty.
MADE_INSIDE = {(b"LC_CTYPE", b"C.UTF-8"), (b"PWD", b"/")}


def play_all(cases, **how):
    """{name: [games]}, the host being as it was before. Control bots play among and after the attacks."""
    controls = [Case(f"control-{i}", "", ends=GOES_ON) for i in range(how.pop("controls", 4))]
    half = len(cases) // 2
    mixed = [*cases[:half], *controls[:2], *cases[half:], *controls[2:]]
    words = how.pop("words", ())
    places = {name: how.pop(name) for name in ("mode", "guarded", "opponent") if name in how}
    with Arena(**places) as arena:
        games = dict(zip([case.name for case in mixed], arena.play(mixed, *words, **how)))
        assert all(games[case.name] for case in mixed), arena.done.stderr[-3000:]
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
