"""Killed at any moment, and a disk that is full: no game is lost, none is counted twice, nothing is spoilt."""
import os
import pathlib
import random
import signal
import subprocess
import time

import pytest
from arena_server import BUILD, ROOKERY, Client, Server, verify

pytestmark = pytest.mark.skipif(not (BUILD / "bindings" / "python").exists(), reason="built without Python")

WORDS = "--games", "2", "--league-clock", "1+0.01", "--no-limits"
FAST = {"clock": "1+0.01", "rated": True, "variant": "antichess"}
CUPS = [
    {"kind": "round robin", "players": ["Greedy", "RandomMover", "Wren"], "games_per_pairing": 16},
    {"kind": "swiss", "players": ["Greedy", "RandomMover", "Wren", "Magpie", "Minimax"], "games_per_pairing": 4,
     "rounds": 4},
    {"kind": "knockout", "players": ["Greedy", "RandomMover", "Wren", "Magpie", "Minimax"], "games_per_pairing": 6},
]


def descendants(pid):
    """All processes that come from this one, as (pid, command line)."""
    parents, found = {}, []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            pass  # it has just ended
    for child in parents:
        at = child
        while at in parents and at != pid:
            at = parents[at]
        if at == pid and child != pid:
            try:
                found.append((child, pathlib.Path(f"/proc/{child}/cmdline").read_bytes()))
            except OSError:
                pass
    return found


def kill_one(server, seed):
    """A bot, its box or whatever else the server has started."""
    victims = descendants(server.process.pid)
    if victims:
        try:
            os.kill(seed.choice(victims)[0], signal.SIGKILL)
        except ProcessLookupError:
            pass


def wait_for_the_end_of(pids):
    """Nothing of what the server had started goes on without it."""
    limit = time.monotonic() + 60
    while left := [pid for pid in pids if pathlib.Path(f"/proc/{pid}").exists()
                   and pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"]:
        assert time.monotonic() < limit, f"{left} outlived the server"
        time.sleep(0.05)


def play_to_the_end(server, cup):
    client = server.client()
    while (table := client.get(f"tournaments/{cup}").json)["status"] != "finished":
        with client.listen(f"tournaments/{cup}/events") as events:
            events.wait_for("tournament|status", lambda data: data["status"] == "finished")
    return table


@pytest.mark.slow
def test_killed_at_random_moments_no_game_is_lost_or_counted_twice(start):
    """ROOKERY_KILLS=200 for the long run. Every other kill is the server's, the others meet what it has started."""
    kills, seed = int(os.environ.get("ROOKERY_KILLS", "20")), random.Random(5)
    server = start(*WORDS)
    anna = server.client().sign_up("Anna")
    cups = [anna.post("tournaments", {"name": "Cup", **FAST, **cup}).json["id"] for cup in CUPS]
    counted = 0
    for number in range(kills):
        time.sleep(seed.uniform(0, 2))  # any moment will do
        if number % 2 == 1:
            kill_one(server, seed)
            continue
        started = [pid for pid, _ in descendants(server.process.pid)]
        server.stop(signal.SIGKILL)
        games, differences = verify(server.data)
        assert differences == 0 and games >= counted
        counted = games
        server = start(*WORDS)
        wait_for_the_end_of(started)
    robin, swiss, knockout = (play_to_the_end(server, cup) for cup in cups)
    assert robin["games_played"] == robin["games"] == 3 * 16
    assert sum(row["points"] for row in robin["standings"]) == 3 * 16
    assert swiss["round"] == 4 and swiss["games_played"] == swiss["games"] == 4 * 2 * 4
    assert sum(row["points"] for row in swiss["standings"]) == 4 * 3 * 4  # byes count as won
    assert sum(row["out_in"] is not None for row in knockout["standings"]) == 4 and knockout["winner"]
    for table in robin, swiss, knockout:
        games = [game["id"] for drawn in table["rounds"] for pairing in drawn["pairings"] for game in pairing["games"]]
        assert len(games) == len(set(games)) == table["games"]
    status, said = server.stop()
    assert status == 0, said
    assert verify(server.data)[1] == 0


# ---- A full disk ---------------------------------------------------------------------------------------------------


def on_full_disk(folder, megabytes, taken):
    """The beginning of a command that runs where the folder is a small disk, so many bytes of it taken by a file. Skips
    the test where none may be mounted."""
    script = (f'mount -t tmpfs -o size={megabytes}m none "$1" && (head -c {taken} /dev/zero > "$1/ballast" 2>&-; true)'
              ' && shift && exec "$@"')
    own = [] if os.geteuid() == 0 else ["--map-root-user"]
    command = ["unshare", "--mount", *own, "sh", "-c", script, "sh", folder]
    if subprocess.run([*command, "true"], capture_output=True, timeout=60).returncode != 0:
        pytest.skip("no disk can be mounted here, not even in a namespace of its own")
    return command


def start_on(command, folder, *words):
    server = Server.__new__(Server)
    server.data = folder / "data"
    server.process = subprocess.Popen([*command, ROOKERY, "serve", "--data", server.data, "--port", "0", *words],
                                      text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    server.port = int(server.process.stdout.readline().split("localhost:")[1].split()[0])
    return server


def fill(path):
    """Takes the rest of the disk, to the last byte."""
    size = 1 << 16
    with open(path, "wb", buffering=0) as file:
        while size >= 1:
            try:
                file.write(b"x" * size)
            except OSError:
                size //= 2


def wait_until(condition, seconds=120):
    limit = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < limit, "it did not come about"
        time.sleep(0.1)


own_file = pytest.mark.skipif("ROOKERY_TEST_DATABASE" in os.environ, reason="PostgreSQL has a disk of its own")


@own_file
def test_a_full_disk_is_said_and_healed_and_nothing_is_lost(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    server = start_on(on_full_disk(folder, 6, 5000000), folder, *WORDS)
    inside = pathlib.Path(f"/proc/{server.process.pid}/root{folder}")
    try:
        admin = Client(server.port)
        assert admin.post("setup", {"token": server.setup_token(), "name": "root",
                                    "password": "a long password"}).status == 201
        fill(inside / "more")
        wait_until(lambda: (admin.get("admin").json["problem"] or "").startswith("the disk is full"))
        replies = [Client(server.port).post("accounts", {"name": f"Late{i}", "password": "a long password"})
                   for i in range(3)]
        assert replies[-1].status == 507 and "disk" in replies[-1].error
        assert admin.get("leaderboard").status == 200  # what is there can be read
        before = admin.get("admin").json["games"]
        (inside / "ballast").unlink()
        wait_until(lambda: admin.get("admin").json["problem"] is None)
        wait_until(lambda: admin.get("admin").json["games"]["finished"] > before["finished"])
        status, said = server.stop()
        assert status == 0 and "the disk is full" in said, said
        assert said.count("the disk is full") < 10  # once a minute is enough
    finally:
        server.process.kill()
        server.process.wait()


@own_file
def test_a_server_that_finds_no_room_at_its_start_says_so(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    done = subprocess.run([*on_full_disk(folder, 1, 2000000), ROOKERY, "serve", "--data", folder / "data", "--port", "0"],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 2, done.stderr
    assert "full" in done.stderr.splitlines()[0] or "No space left" in done.stderr.splitlines()[0]
