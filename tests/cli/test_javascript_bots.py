"""JavaScript bots where Python bots may stand: in matches, as UCI programs, in profiles; and the prompt to write one."""
import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src" / "cli" / "rookery"
EXAMPLES = sorted((ROOT / "bots" / "javascript").glob("*.js"))
SEED_BOT = ROOT.parent / "shared" / "seeds" / "bots" / "guide_bot.js"

pytestmark = pytest.mark.skipif(not (BUILD / "bindings" / "js" / "host").exists(), reason="built without JavaScript")

SIGNATURE = "function makeMove(board, timeRemaining, reportMove, getMemory) "
FIRST = SIGNATURE + "{ reportMove(board.moves()[0]); }\n"


def run(folder, *words, **how):
    return subprocess.run([ROOKERY, *map(str, words)], cwd=folder, capture_output=True, text=True, timeout=150, **how)


def games_of(folder, *words):
    done = run(folder, "match", *words, "--json", "-")
    assert done.stdout, done.stderr
    return json.loads(done.stdout)["games"]


def write(folder, name, source):
    (folder / name).write_text(source)
    return name


@pytest.mark.parametrize("variant", ["standard", "chess960", "crazyhouse", "atomic", "kingofthehill", "threecheck", "antichess",
                                     "horde", "racingkings"])
def test_a_bot_plays_every_variant(tmp_path, variant):
    # Castles, drops and promotes whenever it can, so that every kind of move crosses the protocol.
    source = SIGNATURE + ("{ const moves = board.moves();\n"
                          "  const wanted = moves.filter((m) => m.isCastle() || m.drop || m.promotion || m.captured);\n"
                          "  const list = wanted.length > 0 ? wanted : moves;\n"
                          "  reportMove(list[board.history().length % list.length]); }\n")
    bot = write(tmp_path, "eager.js", source)
    for game in games_of(tmp_path, bot, "random", "--games", 2, "--clock", 60, "--max-moves", 40, "--variant", variant):
        assert game["end"] in ("rules", "adjudication"), game["reason"]


@pytest.mark.parametrize("body, end, reason", [
    ("board.moves();", "crash", "exit status 1"), ("reportMove('e2e5');", "illegal move", "e2e5"),
    ("null.x;", "crash", "exit status 1"), ("reportMove('e4'); while (true);", "time forfeit", "lost on time"),
    ("reportMove(board.moves()[0]); throw 'timeout';", "adjudication", "move limit"),
])
def test_a_bot_loses_by_what_it_did(tmp_path, body, end, reason):
    bad, good = write(tmp_path, "bad.js", SIGNATURE + "{ " + body + " }\n"), write(tmp_path, "good.js", FIRST)
    (game,) = games_of(tmp_path, bad, good, "--games", 1, "--clock", "1:1.5", "--clock", "2:60", "--max-moves", 3)
    assert game["end"] == end and reason in game["reason"], game["reason"]
    assert game["result"] == ("0-1" if end != "adjudication" else "1/2-1/2")


def test_a_limit_for_every_move_is_kept_by_the_host(tmp_path):
    """The seed's way: a bot that never returns plays its last report, move after move."""
    endless = write(tmp_path, "endless.js", SIGNATURE + "{ reportMove(board.moves()[0]); while (true); }\n")
    (game,) = games_of(tmp_path, endless, "random", "--games", 1, "--movetime", 3000, "--max-moves", 2)
    assert game["end"] == "adjudication", game["reason"]
    assert all(2000 < ms < 3050 for ms in game["times_ms"][0::2]), game["times_ms"]


def test_the_memory_is_what_the_match_says(tmp_path):
    source = SIGNATURE + "{ reportMove(board.moves()[0]); for (const a = [];;) a.push(new Array(1e5).fill(1)); }\n"
    hungry, good = write(tmp_path, "hungry.js", source), write(tmp_path, "good.js", FIRST)
    (game,) = games_of(tmp_path, hungry, good, "--games", 1, "--clock", 60, "--bot-memory", 300, "--log-dir", tmp_path)
    log = "".join(path.read_text() for path in tmp_path.glob("*.log"))
    assert game["result"] == "0-1" and "memory" in game["reason"] + log, (game, log)


def test_examples_and_the_seeds_bot_beat_random(tmp_path):
    (game,) = games_of(tmp_path, ROOT / "bots" / "javascript" / "minimax.js", "random", "--games", 1, "--clock", "5+0.1")
    assert game["result"] == "1-0", game["reason"]
    if not SEED_BOT.exists():
        pytest.skip("the seed bots are not here (../shared)")
    for game in games_of(tmp_path, SEED_BOT, "random", "--games", 1, "--movetime", 3200, "--max-moves", 4):
        assert game["end"] in ("rules", "adjudication"), game["reason"]


def test_as_a_uci_program(tmp_path):
    bot = write(tmp_path, "first.js", FIRST.replace("reportMove", "console.log('a print'); reportMove", 2).replace(
        "console.log('a print'); reportMove, ", "reportMove, "))
    done = run(tmp_path, "uci", "--bot", bot, input="uci\nposition startpos moves e2e4\ngo movetime 20000\n")
    assert "id name first" in done.stdout and "\nbestmove " in done.stdout and "a print" not in done.stdout
    assert "a print" in done.stderr


def test_a_profile_counts_clones_and_measures_against_the_targets(tmp_path):
    source = SIGNATURE + ("{ const moves = board.moves(); reportMove(moves[0], { depth: 3, nodes: 500 });\n"
                          "  function busyWork() { const end = Date.now() + 60; let x = 0; while (Date.now() < end) x++; return x; }\n"
                          "  for (let i = 0; i < 12; i++) { const c = board.clone(); c.move(moves[0]); }\n  busyWork(); }\n")
    bot = write(tmp_path, "counts.js", source)
    done = run(tmp_path, "profile", bot, "--opponent", "random", "--clock", "30", "--moves", 3, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [(move["copies"], move["pushes"], move["depth"], move["nodes"]) for move in found["moves"]] == [(12, 12, 3, 500)] * 3
    verdicts = {name: one["verdict"] for name, one in found["targets"].items()}
    assert verdicts["seconds_a_move"] == "good" and verdicts["average_depth" if "average_depth" in verdicts else "depth"] == "critical"
    assert verdicts["clones_a_move"] == "critical" and verdicts["ended_percent"] == "good"
    # V8 counts the first run of an optimised inner function as its outer one's.
    assert ("busyWork", 2) in [(call["function"], call["line"]) for call in found["calls"][:2]]
    assert any("12 clones a move" in sentence for sentence in found["advice"])


def test_the_prompt_is_complete():
    done = subprocess.run([ROOKERY, "prompt", "js"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and SIGNATURE.strip() in done.stdout
    assert "{memory_mb}" not in done.stdout and "2048 MB" in done.stdout and "at most 15 lines" in done.stdout
    assert subprocess.run([ROOKERY, "prompt", "javascript"], capture_output=True, text=True, timeout=60).stdout == done.stdout
