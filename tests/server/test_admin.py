"""Administrators: what they see, what they decide; and everybody's own password and sessions."""
import pytest
from arena_server import wait_for_end


@pytest.fixture
def arena(start):
    """A server, and its administrator."""
    server = start("--no-limits", "--league-clock", "1+0.01", "--games", "1")
    admin = server.client()
    assert admin.post("setup", {"token": server.setup_token(), "name": "root", "password": "a long password"}).status == 201
    return server, admin


def sign_in(server, name, password="a long password"):
    return server.client().post("session", {"name": name, "password": password})


def test_only_administrators_see_and_decide(quiet):
    eve = quiet.client().sign_up("Eve-not-admin")
    for method, path in ("GET", "admin"), ("PATCH", "admin"), ("GET", "admin/suspicions"), ("GET", "accounts"), ("PATCH", "accounts/Eve-not-admin"):
        assert eve.ask(method, path, {} if method == "PATCH" else None).status == 403
        assert quiet.client().ask(method, path, {} if method == "PATCH" else None).status == 401


def test_an_administrator_sees_what_is_going_on(arena):
    _, admin = arena
    seen = admin.get("admin").json
    assert seen["accounts"] == 2 and seen["bots"] == 5 and seen["problem"] is None
    assert set(seen["games"]) == {"queued", "running", "finished", "aborted"}
    assert seen["database_bytes"] > 0 < seen["disk_free_bytes"]
    assert seen["settings"] == {"league": True, "league_clock": "1+0.01", "sign_up": True}


def test_an_administrator_sees_whose_results_are_worth_a_look(arena):
    assert arena[1].get("admin/suspicions").json == {"suspicions": []}


def test_the_league_is_stopped_and_goes_on_with_another_clock_over_a_restart(arena, start):
    server, admin = arena
    assert admin.ask("PATCH", "admin", {"league": False}).json["settings"]["league"] is False
    with admin.listen("events") as lobby:
        while admin.get("games?status=live").json["games"]:
            lobby.wait_for("over")
    assert admin.get("status").json["league"] is False
    reply = admin.ask("PATCH", "admin", {"league": True, "league_clock": "2+0"})
    assert reply.json["settings"] == {"league": True, "league_clock": "2+0", "sign_up": True}
    with admin.listen("events") as lobby:
        while not (games := admin.get("games?status=live").json["games"]):
            lobby.wait_for("begun")
    assert games[0]["clock"] == "2+0"
    assert server.stop()[0] == 0
    again = start("--no-limits", "--league-clock", "1+0.01", "--games", "1")
    admin.port = again.port
    assert admin.get("admin").json["settings"]["league_clock"] == "2+0"


@pytest.mark.parametrize("change, words", [
    ({"league": 1}, "true or false"),
    ({"league_clock": "never"}, "clock"),
    ({"sign_up": "no"}, "true or false"),
])
def test_bad_settings_are_refused(arena, change, words):
    reply = arena[1].ask("PATCH", "admin", change)
    assert reply.status == 422 and words in reply.error


def test_signing_up_can_be_closed(arena):
    server, admin = arena
    assert admin.ask("PATCH", "admin", {"sign_up": False}).status == 200
    reply = server.client().post("accounts", {"name": "Late", "password": "a long password"})
    assert reply.status == 403 and "administrator" in reply.error
    assert admin.get("status").json["sign_up"] is False


def test_who_is_kept_out_is_out_everywhere_until_let_in_again(arena):
    server, admin = arena
    eve = server.client().sign_up("Eve")
    token = eve.post("tokens", {"name": "laptop"}).json["token"]
    program = server.client(token=token)
    assert admin.ask("PATCH", "accounts/eve", {"disabled": True}).status == 204
    assert eve.get("session").json["account"] is None and program.get("session").status == 401
    refused = sign_in(server, "Eve")
    assert refused.status == 403 and "kept out" in refused.error
    (row,) = admin.get("accounts?search=EVE").json["accounts"]
    assert row["disabled"] and row["kind"] == "person" and row["bots"] == 0
    assert admin.ask("PATCH", "accounts/eve", {"disabled": False}).status == 204
    assert sign_in(server, "Eve").status == 200 and program.get("session").status == 200


def test_an_administrator_makes_another_but_cannot_step_down(arena):
    server, admin = arena
    ben = server.client().sign_up("Ben")
    assert admin.ask("PATCH", "accounts/Ben", {"kind": "admin"}).status == 204
    assert ben.get("admin").status == 200
    assert admin.ask("PATCH", "accounts/root", {"kind": "person"}).status == 422
    assert ben.ask("PATCH", "accounts/root", {"kind": "person"}).status == 204
    assert admin.get("admin").status == 403
    assert ben.ask("PATCH", "accounts/Rookery", {"password": "a long password"}).status == 422  # the house's
    assert ben.ask("PATCH", "accounts/nobody", {"kind": "admin"}).status == 404


def test_a_forgotten_password_is_set_anew_by_an_administrator(arena):
    server, admin = arena
    eve = server.client().sign_up("Eve")
    assert admin.ask("PATCH", "accounts/Eve", {"password": "short"}).status == 422
    assert admin.ask("PATCH", "accounts/Eve", {"password": "quite another"}).status == 204
    assert eve.get("session").json["account"] is None
    assert sign_in(server, "Eve").status == 401 and sign_in(server, "Eve", "quite another").status == 200


def test_an_administrator_ends_any_game(arena):
    server, admin = arena
    guest = server.client()
    game = guest.post("games", {"white": "me", "black": "Greedy"}).json["id"]
    assert admin.post(f"games/{game}/abort").status == 204
    assert wait_for_end(admin, game)["status"] == "aborted"


def test_one_changes_ones_password_and_is_signed_out_elsewhere(quiet):
    here = quiet.client().sign_up("Changer")
    there = quiet.client()
    there.post("session", {"name": "Changer", "password": "a long password"})
    assert here.ask("PATCH", "account", {"password": "wrong", "new_password": "another password"}).status == 403
    assert here.ask("PATCH", "account", {"password": "a long password", "new_password": "short"}).status == 422
    assert here.ask("PATCH", "account", {"password": "a long password", "new_password": "another password"}).status == 204
    assert here.get("session").json["account"]["name"] == "Changer" and there.get("session").json["account"] is None
    assert sign_in(quiet, "Changer").status == 401 and sign_in(quiet, "Changer", "another password").status == 200


def test_one_signs_out_everywhere_else(quiet):
    here, there = quiet.client().sign_up("Traveller"), quiet.client()
    there.post("session", {"name": "Traveller", "password": "a long password"})
    assert here.ask("DELETE", "sessions").status == 204
    assert here.get("session").json["account"] and there.get("session").json["account"] is None
