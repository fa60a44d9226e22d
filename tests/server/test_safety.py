"""What the server does not let happen."""
import json
import socket

import pytest


def test_every_answer_forbids_foreign_scripts_and_frames(quiet):
    for path in "/", "/favicon.svg", "/api/v1/status", "/nothing":
        headers = quiet.client().get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe-inline" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("headers", [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
])
def test_other_sites_cannot_act_in_a_browsers_name(quiet, headers):
    anna = quiet.client()
    reply = anna.post("accounts", {"name": "Lured", "password": "a long password"}, headers=headers)
    assert reply.status == 403 and "another site" in reply.error


def test_forms_are_not_taken(quiet):
    for kind in "application/x-www-form-urlencoded", "text/plain", None:
        reply = quiet.client().post("session", {"name": "a", "password": "b"}, headers={"Content-Type": kind})
        assert reply.status == 415


def test_our_own_page_may_act(quiet):
    headers = {"Origin": f"http://127.0.0.1:{quiet.port}", "Sec-Fetch-Site": "same-origin"}
    assert quiet.client().post("session", {"name": "a", "password": "b"}, headers=headers).status == 401


@pytest.mark.parametrize("body, words", [
    (b"{", "not JSON"),
    (b"[1, 2]", "JSON object"),
    (b'{"name": "a", "name": "b"}', "not JSON"),
    (b'{"name": "\xff"}', "not JSON"),
    (b'{"name": "\\u0000"}', "not JSON"),
    (b"[" * 10000, "not JSON"),
])
def test_bodies_that_are_no_json_object_are_refused(quiet, body, words):
    reply = quiet.client().ask("POST", "session", body)
    assert reply.status == 400 and words in reply.error


def test_large_bodies_are_refused_before_and_while_they_come(quiet):
    reply = quiet.client().ask("POST", "session", b" " * 70000)
    assert reply.status == 413
    with socket.create_connection(("127.0.0.1", quiet.port), timeout=30) as raw:
        raw.sendall(b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    b"Transfer-Encoding: chunked\r\n\r\n" + (b"4000\r\n" + b" " * 0x4000 + b"\r\n") * 8 + b"0\r\n\r\n")
        assert b" 413 " in raw.recv(4096).split(b"\r\n")[0]


@pytest.mark.parametrize("path, status", [
    ("/api/v1/nothing", 404),
    ("/api/v1/games/", 404),
    ("/api/v1/games/-1", 404),
    ("/api/v1/games/99999999999999999999", 404),
    ("/api/v1/games/1;DROP%20TABLE%20games", 404),
    ("/assets/../../etc/passwd", 404),
    ("/assets/%2e%2e%2fpasswd", 404),
    ("/api/v1/bots/" + "x" * 500, 404),
    ("/api/v1/bots/%00", 404),
])
def test_odd_paths_find_nothing(quiet, path, status):
    assert quiet.client().get(path).status == status


@pytest.mark.parametrize("path", ["leaderboard?variant=%E9", "leaderboard?%ff=1", "bots?search=a%c3%28", "bots/%e9"])
def test_an_address_that_is_no_text_is_refused(quiet, path):
    reply = quiet.client().get(path)
    assert reply.status == 400 and reply.json["error"].startswith("The address is not UTF-8")


def test_a_wrong_method_names_the_right_ones(quiet):
    reply = quiet.client().ask("PUT", "session")
    assert reply.status == 405 and reply.headers["Allow"] == "GET, POST, DELETE"


def test_sql_in_a_search_is_only_text(quiet):
    assert quiet.client().get("bots?search=%27%20OR%201=1--").json["bots"] == []
    assert quiet.client().get("leaderboard?class=%27%20OR%201=1--").json["players"] == []


def test_guessing_passwords_is_slowed_down(start):
    server = start("--no-league")
    client = server.client()
    answers = [client.post("session", {"name": "nobody", "password": "guess"}).status for _ in range(40)]
    assert 401 in answers and answers[-1] == 429
    assert client.get("status").status == 200  # only guessing is


def test_two_servers_cannot_share_a_folder(start, tmp_path):
    import subprocess
    from arena_server import ROOKERY
    start("--no-league")
    done = subprocess.run([ROOKERY, "serve", "--data", tmp_path / "data", "--port", "0"], capture_output=True,
                          text=True, timeout=30)
    assert done.returncode == 2 and "another server" in done.stderr


def test_nonsense_instead_of_http_does_no_harm(quiet):
    for bytes_ in b"\x00" * 100, b"GET\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", b"A" * 100000:
        with socket.create_connection(("127.0.0.1", quiet.port), timeout=30) as raw:
            try:
                raw.sendall(bytes_)
                raw.shutdown(socket.SHUT_WR)
                raw.recv(100)
            except OSError:
                pass
    assert json.loads(quiet.client().get("status").text)["version"]
