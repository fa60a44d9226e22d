"""The league, tournaments, restarts, and being killed."""
import os
import signal
import subprocess

import pytest
from arena_server import BUILD, ROOKERY, verify

pytestmark = pytest.mark.skipif(not (BUILD / "bindings" / "python").exists(), reason="built without Python")


def test_a_new_arena_plays_by_itself_and_keeps_what_it_played(start):
    server = start("--league-clock", "1+0.01")
    with server.client().listen("events") as lobby:
        lobby.wait_for("over")
        over = lobby.wait_for("over")
    assert over["origin"] == "league" and over["rated"]
    status, said = server.stop()
    assert status == 0 and "at the next start" in said
    games, differences = verify(server.data)
    assert games >= 1 and differences == 0


def test_what_was_running_is_begun_again_after_a_restart(start):
    server = start("--no-league")
    anna = server.client().sign_up("Anna")
    game = anna.post("games", {"white": "Magpie", "black": "Minimax", "clock": "30+0.1"}).json["id"]
    with anna.listen("events") as lobby:
        lobby.wait_for("move")
        assert server.stop(signal.SIGKILL)[0] == -signal.SIGKILL
    server = start("--no-league")
    with server.client().listen("events") as lobby:
        for name, data in lobby:
            shown = data if name == "games" else [data]
            if any(entry["id"] == game for entry in shown):
                break
    assert verify(server.data) == (0, 0)


def test_a_game_of_a_person_goes_on_after_a_restart_where_it_was(start):
    server = start("--no-league")
    guest = server.client()
    game = guest.post("games", {"white": "me", "black": "Greedy", "clock": "60+1"}).json["id"]
    with guest.listen("events") as lobby:
        lobby.wait_for("move|begun", lambda data: data["id"] == game)
        assert guest.post(f"games/{game}/moves", {"move": "e4"}).status in (204, 409)
        while guest.get(f"games/{game}").json.get("ply", 0) < 2:
            guest.post(f"games/{game}/moves", {"move": "e4"})
            lobby.wait_for("move", lambda data: data["id"] == game)
    before = guest.get(f"games/{game}").json
    assert server.stop()[0] == 0
    server = start("--no-league")
    guest.port = server.port
    with guest.listen("events") as lobby:
        while guest.get(f"games/{game}").json["status"] != "running" or not guest.get(f"games/{game}").json.get("legal"):
            next(iter(lobby))
    after = guest.get(f"games/{game}").json
    assert after["you"] == "white" and after["fen"] == before["fen"]
    assert [move["uci"] for move in after["moves"]] == [move["uci"] for move in before["moves"]]
    assert after["clocks"] == before["clocks"]
    assert guest.post(f"games/{game}/moves", {"move": after["legal"][0]}).status == 204
    guest.post(f"games/{game}/resign")
    with guest.listen(f"games/{game}/events") as events:
        if events.status == 200:
            events.wait_for("over")
    over = guest.get(f"games/{game}").json
    assert over["result"] == "0-1" and len(over["moves"]) in (3, 4)


def test_a_tournament_runs_to_its_end_and_its_table_adds_up(start):
    server = start("--no-league", "--games", "2")
    anna = server.client().sign_up("Anna")
    reply = anna.post("tournaments", {"name": "Cup", "players": ["Greedy", "RandomMover", "Wren"], "clock": "2+0.01",
                                      "games_per_pairing": 2, "rated": True, "variant": "antichess"})
    assert reply.status == 201, reply.text
    cup = reply.json["id"]
    with anna.listen(f"tournaments/{cup}/events") as events:
        events.wait_for("tournament|status", lambda data: data["status"] == "finished")
    table = anna.get(f"tournaments/{cup}").json
    assert table["status"] == "finished" and table["games_played"] == table["games"] == 6
    assert sum(row["points"] for row in table["standings"]) == 6
    assert all(row["games"] == 4 for row in table["standings"])
    games = anna.get(f"games?tournament={cup}").json["games"]
    assert len(games) == 6 and all(game["counted"] for game in games)
    assert verify(server.data) == (6, 0)


def test_a_paused_tournament_waits(start):
    server = start("--no-league", "--games", "1")
    anna, ben = server.client().sign_up("Anna"), server.client().sign_up("Ben")
    cup = anna.post("tournaments", {"name": "Cup", "players": ["Greedy", "RandomMover"], "clock": "1+0.01",
                                    "games_per_pairing": 30}).json["id"]
    assert ben.ask("PATCH", f"tournaments/{cup}", {"paused": True}).status == 403
    with anna.listen("events") as lobby:
        assert anna.ask("PATCH", f"tournaments/{cup}", {"paused": True}).json["status"] == "paused"
        played = anna.get(f"tournaments/{cup}").json["games_played"]
        while anna.get("games?status=live").json["games"]:
            lobby.wait_for("over")  # the one that was running
        assert anna.ask("PATCH", f"tournaments/{cup}", {"paused": False}).json["status"] == "running"
        lobby.wait_for("over")
    assert anna.get(f"tournaments/{cup}").json["games_played"] > played


@pytest.mark.parametrize("change, words", [
    ({"players": ["Greedy"]}, "from 2 to 64"),
    ({"players": ["Greedy", "Greedy"]}, "twice"),
    ({"players": ["Greedy", 7]}, "player"),
    ({"name": "<i>"}, "letters"),
    ({"games_per_pairing": 100, "players": [f"level:{rating}" for rating in range(200, 1400, 100)]}, "5,000"),
])
def test_what_cannot_be_a_tournament_is_refused(quiet, change, words):
    client = quiet.client()
    if client.post("session", {"name": "Organiser", "password": "a long password"}).status != 200:
        client.sign_up("Organiser")
    reply = client.post("tournaments", {"name": "Cup", "players": ["Greedy", "Wren"], **change})
    assert reply.status == 422 and words in reply.error


def rookery(*words):
    return subprocess.run([ROOKERY, *words], capture_output=True, text=True, timeout=60)


@pytest.mark.skipif("ROOKERY_TEST_DATABASE" in os.environ, reason="PostgreSQL has its own backups")
def test_a_backup_of_a_running_arena_is_put_back(start, tmp_path):
    server, backup = start("--no-league"), tmp_path / "backup.db"
    server.client().sign_up("Before")
    done = rookery("backup", backup, "--data", server.data)
    assert done.returncode == 0 and not done.stderr
    assert rookery("backup", backup, "--data", server.data).returncode == 2  # it is there already
    server.client().sign_up("After")
    refused = rookery("restore", backup, "--data", server.data)
    assert refused.returncode == 2 and "another server" in refused.stderr
    server.stop()
    done = rookery("restore", backup, "--data", server.data)
    assert done.returncode == 0 and not done.stderr
    server = start("--no-league")
    signed = [server.client().post("session", {"name": name, "password": "a long password"}).status
              for name in ("Before", "After")]
    assert signed == [200, 401]


def test_what_is_no_backup_changes_nothing(start, tmp_path):
    server, file = start("--no-league"), tmp_path / "file"
    server.client().sign_up("Anna")
    server.stop()
    file.write_text("hello")
    done = rookery("restore", file, "--data", server.data)
    assert done.returncode == 2 and done.stderr
    server = start("--no-league")
    assert server.client().post("session", {"name": "Anna", "password": "a long password"}).status == 200
