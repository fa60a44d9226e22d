"""Accounts, sessions, tokens and the first administrator."""
import pytest


def test_signing_up_signs_in_and_out(quiet):
    anna = quiet.client()
    assert anna.get("session").json == {"account": None}
    reply = anna.post("accounts", {"name": "Anna", "password": "a long password"})
    assert reply.status == 201 and reply.json["account"]["name"] == "Anna"
    cookie = reply.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    assert anna.get("session").json["account"]["kind"] == "person"
    assert anna.ask("DELETE", "session").status == 204
    assert anna.get("session").json == {"account": None}


def test_an_old_cookie_is_worth_nothing_after_signing_out(quiet):
    ben = quiet.client().sign_up("Ben")
    cookie = ben.cookie
    ben.ask("DELETE", "session")
    assert quiet.client().get("session", headers={"Cookie": cookie}).json == {"account": None}


def test_name_and_password_must_belong_together(quiet):
    quiet.client().sign_up("Carla")
    again = quiet.client()
    assert again.post("session", {"name": "carla", "password": "a long password"}).status == 200
    wrong = quiet.client().post("session", {"name": "Carla", "password": "another password"})
    nobody = quiet.client().post("session", {"name": "Nobody", "password": "another password"})
    assert wrong.status == nobody.status == 401 and wrong.error == nobody.error


@pytest.mark.parametrize("name, password, words", [
    ("", "a long password", "missing"),
    ("x" * 31, "a long password", "too long"),
    ("<b>eve</b>", "a long password", "letters a to z"),
    ("-eve", "a long password", "begins with"),
    ("Guest-eve", "a long password", "guests"),
    ("Eve", "short", "8 characters"),
    ("Eve", "x" * 201, "200"),
])
def test_bad_names_and_passwords_are_refused_with_a_reason(quiet, name, password, words):
    reply = quiet.client().post("accounts", {"name": name, "password": password})
    assert reply.status == 422 and words in reply.error


def test_a_name_is_taken_whatever_its_capitals(quiet):
    quiet.client().sign_up("Dora")
    reply = quiet.client().post("accounts", {"name": "dORA", "password": "a long password"})
    assert reply.status == 409 and "taken" in reply.error


def test_nobody_signs_in_as_the_house(quiet):
    assert quiet.client().post("session", {"name": "Rookery", "password": ""}).status == 401


def test_a_token_acts_for_its_owner_until_it_is_removed(quiet):
    emil = quiet.client().sign_up("Emil")
    made = emil.post("tokens", {"name": "laptop"}).json
    program = quiet.client(token=made["token"])
    assert program.get("session").json["account"]["name"] == "Emil"
    assert made["token"] not in emil.get("tokens").text
    assert program.post("tokens", {"name": "more"}).status == 422
    assert emil.ask("DELETE", f"tokens/{made['id']}").status == 204
    assert program.get("session").status == 401


def test_the_printed_link_makes_one_administrator(start):
    server = start("--no-league")
    token = server.setup_token()
    eve = server.client()
    assert eve.post("setup", {"token": "guessed", "name": "eve", "password": "a long password"}).status == 403
    admin = server.client()
    reply = admin.post("setup", {"token": token, "name": "root", "password": "a long password"})
    assert reply.status == 201 and reply.json["account"]["kind"] == "admin"
    assert eve.post("setup", {"token": token, "name": "eve", "password": "a long password"}).status == 403
    server.stop()
    again = start("--no-league")
    assert again.client().post("session", {"name": "root", "password": "a long password"}).json["account"][
        "kind"] == "admin"
    status, said = again.stop()
    assert status == 0 and "#setup=" not in said
