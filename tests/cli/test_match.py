"""rookery match as a user meets it: what it prints, writes and survives."""

import io
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import time

import chess
import chess.pgn
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / os.environ.get("ROOKERY_BUILD", "build")
ROOKERY = BUILD / "src" / "cli" / "rookery"
FAKE = BUILD / "tests" / "arena" / "fake_engine"
OPENINGS = ROOT.parent / "shared" / "data"


def fake(arguments=""):
    return f"cmd:{FAKE} {arguments}"


def run(*words, **options):
    return subprocess.run([ROOKERY, "match", *map(str, words)], capture_output=True, text=True, timeout=120, **options)


def match(*words, rc=0, **options):
    """Plays, and returns the JSON document and what went to standard error."""
    done = run(*words, "--json", "-", **options)
    assert done.returncode == rc, done.stderr
    return json.loads(done.stdout), done.stderr


def games_of(path):
    text = path.read_text()
    stream, games = io.StringIO(text), []
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors, game.errors
        games.append(game)
    return games


def processes_with(mark):
    """Pids of processes that have the mark in their command line."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if mark.encode() in pathlib.Path("/proc", pid, "cmdline").read_bytes():
                found.append(int(pid))
        except OSError:
            pass
    return [pid for pid in found if pid != os.getpid()]


def wait_until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < end, "did not come about in time"
        time.sleep(0.01)
    return result


# ---- Use and wrong use -----------------------------------------------------------------------------------------


def test_help_starts_with_two_examples():
    done = run("--help")
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and done.stderr == ""
    assert [line.startswith("  rookery match ") for line in lines[2:4]] == [True, True]
    assert "Exit status" in done.stdout


@pytest.mark.parametrize("words, sentence", [
    ([fake()], "two players are wanted"),
    ([fake(), fake(), "--variant", "crazyhose"], 'did you mean "crazyhouse"?'),
    ([fake(), fake(), "--clock", "fast"], '"fast" is not a clock; write seconds like 60, 60+0.5 or 40/60+0.5'),
    ([fake(), fake(), "--clock", "3:60"], "there is no player 3"),
    ([fake(), fake(), "--clock", "2:60"], "player 1 has no clock"),
    ([fake(), fake(), "--clock", "60", "--seconds", "3"], "give the time once"),
    ([fake(), fake(), "--seconds", "0"], "leaves no time to play"),
    ([fake(), fake(), "--nodes", "0"], "nodes wants a whole number from 1"),
    ([fake(), fake(), "--concurency", "2"], "did you mean --concurrency?"),
    ([fake(), fake(), "--games", "0"], "--games wants at least 1"),
    ([fake(), fake(), "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "--fen: no game can start here"),
    ([fake(), fake(), "--openings", "nowhere.epd"], "nowhere.epd"),
    ([fake(), fake(), "--order", "chaotic"], "--order is sequential or random"),
    ([fake(), fake(), "--sprt", "elo0=5 elo1=0"], "must be below"),
    ([fake(), fake(), fake(), "--sprt", "elo0=0 elo1=5"], "--sprt is a test between two players, not 3"),
    ([fake(), fake(), "--draw", "count=8"], "the draw rule needs score=..."),
    ([fake(), fake(), "--option", "Hash"], None),
    ([fake(), fake(), "--option", "=3"], "--option wants NAME=VALUE"),
    ([fake(), fake(), "--name", "Alpha"], "--name wants a player's number"),
    ([fake(), "cmd:no-such-engine"], "no-such-engine"),
    ([fake(), "nowhere.py"], "nowhere.py"),
    ([fake(), "engine.js"], "engine.js"),
    ([fake(), fake(), "--pgn", "/nowhere/x.pgn"], "cannot write to /nowhere/x.pgn"),
])
def test_wrong_use_is_one_sentence(words, sentence):
    done = run(*words, "--games", "1") if "--games" not in words else run(*words)
    if sentence is None:  # a button: right use
        assert done.returncode in (0, 1)
        return
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence in done.stderr
    assert done.stderr.startswith("rookery match: ") and len(done.stderr.splitlines()) <= 2


def test_an_opening_file_with_a_mistake_names_the_line(tmp_path):
    book = tmp_path / "book.epd"
    book.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nrubbish w\n")
    done = run(fake(), fake(), "--openings", book)
    assert done.returncode == 2 and f"{book}, line 2: " in done.stderr


def test_output_goes_where_it_belongs():
    done = run(fake("seed=1"), fake("seed=2"), "--games", "2", "--max-moves", "5")
    assert "Game 1: fake_engine – fake_engine 2 1/2-1/2. Draw by adjudication: the move limit was reached" in done.stderr
    assert "How the games ended: adjudication 2" in done.stdout
    assert "\x1b" not in done.stdout + done.stderr  # no terminal, no colour
    quiet = run(fake("seed=1"), fake("seed=2"), "--games", "2", "--max-moves", "5", "--quiet")
    assert quiet.stderr == "" and "How the games ended" in quiet.stdout


def test_watching_without_a_terminal_lists_the_moves():
    done = run(fake("script=e2e4:g1f3"), fake("script=e7e5:b8c6"), "--games", "1", "--max-moves", "2", "--watch")
    moves = re.findall(r"^ *\d+\.(?:\.\.)? +(\S+)", done.stdout, re.M)
    assert moves == ["e4", "e5", "Nf3", "Nc6"]


def test_watching_on_a_terminal_draws_a_board():
    script = shutil.which("script")
    if script is None:
        pytest.skip("the program 'script' is not here")
    command = f"{ROOKERY} match '{fake()}' '{fake()}' --games 1 --max-moves 2 --watch"
    environment = dict(os.environ, LANG="C.UTF-8", TERM="xterm")
    environment.pop("NO_COLOR", None)
    for more in ({}, {"NO_COLOR": "1"}):
        done = subprocess.run([script, "-qec", command, "/dev/null"], capture_output=True, text=True, timeout=60,
                              env=environment | more)
        assert ("\x1b[48;5;" in done.stdout) == (not more)
        assert "a b c d" in done.stdout.replace("  ", " ") and "♞" in done.stdout or more


# ---- What is written -------------------------------------------------------------------------------------------


def test_pgn_names_and_reasons_survive(tmp_path):
    pgn = tmp_path / "out.pgn"
    name = 'A "quoted\\" {name} [x]'
    run(fake("illegal=3"), fake(), "--name", "1:" + name, "--pgn", pgn, "--games", 2, "--event", "Öpen; {1}",
        "--concurrency", 1)  # games are written as they end
    games = games_of(pgn)
    assert len(games) == 2
    header = dict(re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', pgn.read_text().split("\n\n")[0], re.M))
    assert re.sub(r"\\(.)", r"\1", header["White"]) == name
    assert header["Event"] == "Öpen; {1}"
    assert header["Result"] == "0-1" and header["PlyCount"] == "4" and header["TimeControl"] == "60+1"
    reason = re.sub(r"\\(.)", r"\1", header["Termination"])
    assert reason.startswith("rules infraction: ")
    assert 'White played "e2e5" on ply 5 in "' in reason
    movetext = pgn.read_text().split("\n\n")[1]  # a comment with a brace in it ends with its line: "; ..."
    assert f'{name} lost by an illegal move: White played "e2e5" on ply 5' in movetext


def test_every_move_has_clock_time_and_evaluation(tmp_path):
    pgn = tmp_path / "out.pgn"
    run(fake("seed=1 score=25"), fake("seed=2 mate=3"), "--pgn", pgn, "--games", 1, "--max-moves", 3, "--clock", "20+0.5")
    nodes = list(games_of(pgn)[0].mainline())
    assert len(nodes) == 6
    clocks = {chess.WHITE: 20, chess.BLACK: 20}
    for node in nodes:
        mover = not node.turn()
        assert node.emt() is not None and node.clock() is not None
        clocks[mover] += 0.5 - node.emt()
        assert abs(node.clock() - clocks[mover]) < 0.01
        assert node.eval().white() == (chess.engine.Cp(25) if mover == chess.WHITE else chess.engine.Mate(-3))
        assert re.search(r"n=\d+", node.comment)


def test_fen_tags_have_six_fields_and_opening_moves_are_marked(tmp_path):
    book, pgn = tmp_path / "book.pgn", tmp_path / "out.pgn"
    book.write_text('[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ka1 Nf6 *\n')
    done = run(fake("seed=1"), fake("seed=2"), "--openings", book, "--pgn", pgn, "--games", 2, "--max-moves", 2)
    assert done.stderr.count("game 1 (line 1)") == 1 and "Ka1" in done.stderr
    for game in games_of(pgn):
        comments = [node.comment for node in game.mainline()]
        assert comments[:6] == ["book"] * 6 and not any("book" in c for c in comments[6:])
        assert game.end().ply() == 10
    epd = tmp_path / "book.epd"
    epd.write_text("r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq - hmvc 4; fmvn 1;\n"
                   "r1bqk2r/p1pp1ppp/2p2n2/8/1b2P3/2N5/PPP2PPP/R1BQKB1R w KQkq -\n")
    pgn.unlink()
    run(fake("seed=1"), fake("seed=2"), "--openings", epd, "--pgn", pgn, "--games", 4, "--max-moves", 2)
    fens = sorted(game.headers["FEN"] for game in games_of(pgn))
    assert [fen.split()[4:] for fen in fens] == [["0", "1"], ["0", "1"], ["4", "1"], ["4", "1"]]


@pytest.mark.parametrize("variant", ["standard", "chess960", "crazyhouse", "atomic", "kingofthehill", "threecheck",
                                     "antichess", "horde", "racingkings"])
def test_every_variant_reads_back(variant, tmp_path):
    pgn = tmp_path / "out.pgn"
    document, _ = match(fake("seed=5"), fake("seed=6"), "--variant", variant, "--games", 4, "--pgn", pgn)
    games = games_of(pgn)
    assert len(games) == 4
    for number, game in enumerate(sorted(games, key=lambda g: int(g.headers["Round"]))):
        record = next(g for g in document["games"] if g["number"] == number + 1)
        assert " ".join(move.uci() for move in game.mainline_moves()) == record["moves"]
        assert game.headers["Result"] == record["result"]
        outcome = game.end().board().outcome(claim_draw=True)
        assert outcome is not None and outcome.result() == record["result"]


def test_a_crazyhouse_position_with_a_pocket_survives_the_pgn(tmp_path):
    pgn = tmp_path / "out.pgn"
    fen = "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R[QNbp] w KQkq - 0 1"
    run(fake("seed=5"), fake("seed=6"), "--variant", "crazyhouse", "--fen", fen, "--games", 1, "--pgn", pgn)
    game = games_of(pgn)[0]
    assert game.headers["FEN"] == fen
    assert game.headers["Variant"] == "Crazyhouse"


@pytest.mark.parametrize("variant, fen, reason", [
    ("racingkings", "kr3NK1/1q2R3/8/8/8/5n2/2N5/1rb2B1R w - - 11 14", "Draw: both kings reached the goal"),
    ("racingkings", "1knq1RK1/2n5/8/8/3N4/6N1/6B1/8 w - - 23 25", "Draw: both kings reached the goal"),
    ("standard", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Draw: insufficient material"),
])
def test_a_finished_position_is_a_finished_game(variant, fen, reason):
    document, _ = match(fake(), fake(), "--variant", variant, "--fen", fen, "--games", 1)
    (game,) = document["games"]
    assert (game["result"], game["reason"], game["plies"]) == ("1/2-1/2", reason, 0)


def test_pgn_extract_accepts_our_pgn(tmp_path):
    program = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
    if program is None:
        pytest.skip("pgn-extract is not installed")
    pgn = tmp_path / "out.pgn"
    run(fake("seed=1"), fake("seed=2 kill=9"), "--games", 4, "--pgn", pgn)
    done = subprocess.run([program, "-r", pgn], capture_output=True, text=True, timeout=60)
    assert "4 games matched out of 4" in done.stderr, done.stderr


def test_json_tells_everything(tmp_path):
    document, _ = match(fake("seed=1"), fake("seed=2 exit=4"), "--games", 4, "--concurrency", 2)
    assert document["end"] == "played"
    first, second = document["standing"]
    assert (first["wins"], first["losses"], first["points"]) == (4, 0, 4.0)
    assert first["elo"] is None and first["elo_low"] is not None  # won everything: no upper bound
    assert second["pairs"] == [2, 0, 0, 0, 0]
    assert document["match"]["players"][0]["limit"] == "60 s + 1 s a move"
    for game in document["games"]:
        assert game["termination"] == "abandoned" and game["end"] == "crash"
        assert "exit status 3" in game["reason"] and game["rated"]
        assert set(game["cpu_ms"]) == set(game["peak_memory_kb"]) == {"white", "black"}
        assert len(game["times_ms"]) == game["plies"] == len(game["moves"].split())
    path = tmp_path / "out.json"
    run(fake(), fake(), "--max-moves", 1, "--json", path)
    assert json.loads(path.read_text())["end"] == "played"
    assert os.listdir(tmp_path) == ["out.json"]


def test_measured_time_and_limit_are_in_the_record(tmp_path):
    pgn = tmp_path / "out.pgn"
    run(fake("late=2 ms=700"), fake(), "--movetime", 300, "--games", 1, "--pgn", pgn)
    game = games_of(pgn)[0]
    assert game.headers["TimeControl"] == "1/0.3"
    assert re.match(r"time forfeit: .* lost on time: 0\.\d s over after move 1 "
                    r"\(measured 0\.\d\d\d s, limit 0\.300 s, margin 0\.050 s\)$", game.headers["Termination"])


def test_the_last_of_standard_error_is_kept_and_shown(tmp_path):
    logs = tmp_path / "logs"
    done = run(fake("log=1 flood-log=2"), fake(), "--games", 1, "--clock", "0.3", "--log-dir", logs)
    assert "the log of fake_engine ends:" in done.stderr
    (log,) = logs.iterdir()
    assert log.name == "game-00001-white-fake_engine.log"
    text = log.read_text()
    assert text.startswith("[the first ") and 64 * 1024 < len(text) < 66 * 1024
    assert "lost on time" in text.splitlines()[-1]


# ---- What is survived ------------------------------------------------------------------------------------------


def start(*words):
    return subprocess.Popen([ROOKERY, "match", *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_an_engine_killed_from_outside_loses_and_the_match_goes_on(tmp_path):
    mark = f"mark={os.getpid()}-outside"
    process = start(fake(f"seed=1 slow ms=20 {mark}"), fake("seed=2"), "--games", 3, "--concurrency", 1, "--max-moves", 30,
                    "--json", "-")
    (pid,) = wait_until(lambda: processes_with(mark)[-1:])
    victim = wait_until(lambda: [p for p in processes_with(mark) if pathlib.Path(f"/proc/{p}/exe").resolve() == FAKE.resolve()])
    time.sleep(0.2)
    os.kill(victim[0], signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    games = json.loads(out)["games"]
    assert len(games) == 3 and [game["end"] for game in games].count("crash") == 1
    assert "killed by signal 9" in err
    assert processes_with(mark) == []


def test_daemons_of_a_player_die_with_it():
    mark = f"mark={os.getpid()}-daemon"
    document, _ = match(fake(f"seed=1 daemon {mark}"), fake(f"seed=2 daemon {mark}"), "--games", 2, "--max-moves", 3)
    assert len(document["games"]) == 2
    assert processes_with(mark) == []


def test_interrupting_is_quick_and_tells_how_to_go_on(tmp_path):
    state, pgn = tmp_path / "match.state", tmp_path / "out.pgn"
    mark = f"mark={os.getpid()}-interrupt"
    words = [fake(f"seed=1 slow ms=1 {mark}"), fake(f"seed=2 {mark}"), "--games", 40, "--concurrency", 3, "--max-moves",
             10, "--state", state, "--pgn", pgn]
    process = start(*words)
    wait_until(lambda: state.exists() and state.read_text().count("\n") > 6)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert time.monotonic() - begun < 2
    assert process.returncode == 1
    kept = int(re.search(r"Stopped\. (\d+) finished games count, kept in", err).group(1))
    assert f"Run the same command again to play the remaining {40 - kept}." in err
    assert len(games_of(pgn)) == kept
    assert processes_with(mark) == []
    document, err = match(*words)
    assert f"Going on after {kept} games." in err
    assert sorted(game["number"] for game in document["games"]) == list(range(1, 41))
    assert sorted(int(game.headers["Round"]) for game in games_of(pgn)) == list(range(1, 41))
    again = run(*words)
    assert again.returncode == 0 and "40 games in" in again.stdout
    other = run(*words, "--variant", "atomic")
    assert other.returncode == 2 and 'belongs to another match (its "' in other.stderr


def test_unfinished_games_are_marked_and_not_scored(tmp_path):
    pgn = tmp_path / "out.pgn"
    process = start(fake("seed=1"), fake("hang=4 ignore-quit"), "--games", 2, "--concurrency", 1, "--pgn", pgn, "--clock", "600")
    wait_until(lambda: processes_with("hang=4"))
    time.sleep(0.3)
    begun = time.monotonic()
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert time.monotonic() - begun < 2
    (game,) = games_of(pgn)
    assert game.headers["Result"] == "*" and game.headers["Termination"].startswith("unterminated")
    assert "Stopped. 0 finished games count" in err and "--state FILE" in err


def test_being_killed_loses_nothing_and_repeats_nothing(tmp_path):
    state, pgn = tmp_path / "match.state", tmp_path / "out.pgn"
    mark = f"mark={os.getpid()}-killed"
    words = [fake(f"seed=1 {mark}"), fake(f"seed=2 {mark}"), "--games", 60, "--concurrency", 4, "--max-moves", 12,
             "--state", state, "--pgn", pgn]
    for lines in (4, 15, 30):
        process = start(*words)
        wait_until(lambda: process.poll() is not None or (state.exists() and state.read_text().count("\n") > lines))
        process.kill()
        process.communicate()
        wait_until(lambda: processes_with(mark) == [])
    document, _ = match(*words)
    assert sorted(game["number"] for game in document["games"]) == list(range(1, 61))
    assert sorted(int(game.headers["Round"]) for game in games_of(pgn)) == list(range(1, 61))
    assert sum(document["standing"][0][key] for key in ("wins", "draws", "losses")) == 60


def test_two_hundred_games_at_once():
    document, _ = match(fake("seed=1"), fake("seed=2 exit=30"), "--games", 200, "--concurrency", 200, "--max-moves", 40)
    assert document["end"] == "played"
    assert len(document["games"]) == 200
    assert not any(game["end"] in ("time forfeit", "did not start", "hang") for game in document["games"])


def test_few_file_descriptors_mean_fewer_games_at_once():
    limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (96, 96))
    document, err = match(fake("seed=1"), fake("seed=2"), "--games", 60, "--concurrency", 50, "--max-moves", 4,
                          preexec_fn=limit)
    assert re.search(r"Note: the limit on open files allows \d+ games? at once, not 50; raise it with ulimit -n\.", err)
    assert len(document["games"]) == 60 and document["end"] == "played"


def test_a_stuck_game_is_named_and_the_match_ends():
    document, err = match(fake("seed=1 hang=2 once"), fake("seed=2"), "--nodes", 10, "--games", 4, "--concurrency", 2,
                          "--watchdog", 0.5, "--max-moves", 5)
    hung = [game for game in document["games"] if game["end"] == "hang"]
    assert hung and len(document["games"]) == 4
    assert all('no move within 0.5 s; its last line was "bestmove' in game["reason"] for game in hung)
    assert "hung after move 1" in err


# ---- Many players, tests ---------------------------------------------------------------------------------------


def test_three_players_meet_and_get_a_crosstable():
    done = run(fake("seed=1"), fake("seed=2 illegal=1"), fake("seed=3 exit=5"), "--games", 2, "--name", "1:Alpha", "--name",
               "2:Beta", "--name", "3:Gamma")
    assert done.returncode == 0
    rows = [line.split() for line in done.stdout.splitlines() if re.match(r" +\d  \w", line)]
    assert [row[1] for row in rows] == ["Alpha", "Gamma", "Beta", "Alpha", "Gamma", "Beta"]
    assert rows[0][2:4] == ["4", "/"] and rows[4][2:5] == ["0.0/2", "·", "2.0/2"]
    assert "6 games in" in done.stdout


def test_a_player_that_does_not_start_does_not_stop_the_others():
    document, err = match(fake("seed=1"), fake("seed=2"), fake("no-uciok"), "--games", 2, "--start-limit", 0.2, "--max-moves",
                          3, rc=1)
    assert document["end"] == "unplayable"
    assert "fake_engine 3 plays no more games in this match: it did not start three times in a row." in err
    rated = [game for game in document["games"] if game["rated"]]
    assert len(rated) == 2 and all("fake_engine 3" not in (game["white"], game["black"]) for game in rated)


@pytest.mark.parametrize("arguments, rc, verdict", [(["seed=2", "seed=1 illegal=1"], 0, "H1 accepted"),
                                                    (["seed=2 illegal=1", "seed=1"], 1, "H0 accepted")])
def test_a_test_decides_the_exit_status(arguments, rc, verdict):
    done = run(*map(fake, arguments), "--sprt", "elo0=0 elo1=100", "--quiet")
    assert done.returncode == rc and verdict in done.stdout
    assert re.search(r"SPRT \(0, 100\) normalised Elo, alpha 0\.05, beta 0\.05: LLR", done.stdout)


def test_an_undecided_test_is_not_passed():
    done = run(fake("script=g1f3:f3g1"), fake("script=g8f6:f6g8"), "--sprt", "elo0=0 elo1=1", "--games", 4, "--quiet")
    assert done.returncode == 1 and "not decided" in done.stdout


def test_options_and_clocks_of_one_player(tmp_path):
    records = [tmp_path / "one", tmp_path / "two"]
    run(fake(f"record={records[0]}"), fake(f"record={records[1]}"), "--games", 1, "--max-moves", 1, "--option", "hash=32",
        "--option", "2:Skill Level=3", "--option", "1:Clear Hash", "--clock", "1:10+0.5", "--clock", "2:nodes=7")
    one, two = (record.read_text() for record in records)
    assert "setoption name Hash value 32\n" in one and "setoption name Hash value 32\n" in two
    assert "Skill Level" not in one and "setoption name Skill Level value 3\n" in two
    assert "setoption name Clear Hash\n" in one and "Clear Hash" not in two
    assert "go wtime 10000 winc 500\n" in one and "go nodes 7\n" in two


def test_the_moves_sent_are_always_the_whole_game(tmp_path):
    record = tmp_path / "sent"
    document, _ = match(fake(f"seed=1 record={record}"), fake("seed=2"), "--games", 1)
    moves = document["games"][0]["moves"].split()
    sent = [line.split(" moves ")[1].split() if " moves " in line else [] for line in record.read_text().splitlines()
            if line.startswith("position startpos")]
    assert sent == [moves[:ply] for ply in range(0, len(moves) + 1, 2) if ply < len(moves) or len(moves) % 2 == 1][:len(sent)]
    assert len(sent) == (len(moves) + 1) // 2


def test_chess960_games_start_differently():
    document, _ = match(fake("seed=1"), fake("seed=2"), "--variant", "chess960", "--games", 6, "--max-moves", 1)
    starts = {game["fen"] for game in document["games"]}
    assert len(starts) == 3
    again, _ = match(fake("seed=1"), fake("seed=2"), "--variant", "chess960", "--games", 6, "--max-moves", 1)
    assert {game["fen"] for game in again["games"]} == starts
    other, _ = match(fake("seed=1"), fake("seed=2"), "--variant", "chess960", "--games", 6, "--max-moves", 1, "--seed", 9)
    assert {game["fen"] for game in other["games"]} != starts


@pytest.mark.parametrize("book, variant", [("openings-uho.epd", "standard"), ("openings-chess960.epd", "chess960")])
def test_well_known_books(book, variant):
    if not (OPENINGS / book).exists():
        pytest.skip(f"{book} is not here (../shared)")
    document, _ = match(fake("seed=1"), fake("seed=2"), "--variant", variant, "--openings", OPENINGS / book, "--order",
                        "random", "--games", 8, "--max-moves", 2)
    assert len({game["fen"] for game in document["games"]}) == 4


# ---- Real engines ----------------------------------------------------------------------------------------------


def engine(name):
    path = shutil.which(name) or shutil.which(name, path="/usr/games")
    if path is None:
        pytest.skip(f"{name} is not installed")
    return f"cmd:{path}"


@pytest.mark.parametrize("variant", ["standard", "chess960", "crazyhouse", "kingofthehill", "threecheck", "antichess",
                                     "horde", "racingkings"])
def test_fairy_stockfish_plays_every_variant_it_knows(variant):
    fairy = engine("fairy-stockfish")
    document, _ = match(fairy, fairy, "--variant", variant, "--nodes", 50, "--games", 2, "--max-moves", 60)
    assert all(game["end"] in ("rules", "adjudication") for game in document["games"])


def test_an_engine_without_the_variant_is_not_made_to_play_it():
    fairy = engine("fairy-stockfish")  # Debian's does not know atomic, and would play standard chess instead
    document, err = match(fairy, fake(), "--variant", "atomic", rc=1)
    assert document["end"] == "unplayable" and "it does not know Atomic" in err
    assert document["standing"][0]["points"] == 0 == document["standing"][1]["points"]


@pytest.mark.parametrize("name", ["stockfish", "toga2", "glaurung"])
def test_engines_of_debian(name):
    document, _ = match(engine(name), fake("seed=1"), "--clock", "60+1", "--depth", 2, "--games", 2)
    assert [game["end"] for game in document["games"]] == ["rules", "rules"]
