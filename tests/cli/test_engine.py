"""The engine as a player and as a program: what its verbs print, and that it plays by the rules."""

import json
import os
import pathlib
import subprocess

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
    assert [game["result"] for game in document["games"]] == ["1-0", "0-1"]


def test_options_reach_the_engine():
    done = run("match", "engine", f"cmd:{FAKE}", "--nodes", 100, "--games", 2, "--option", "1:Hash=1", "--quiet")
    assert done.returncode == 0, done.stderr
    done = run("match", "engine", f"cmd:{FAKE}", "--nodes", 100, "--games", 2, "--option", "1:Hesh=1")
    assert "Hesh" in done.stderr
