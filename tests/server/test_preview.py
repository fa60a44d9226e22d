"""What messengers show of a link to a game."""
import re
import struct

import pytest
from arena_server import BUILD, Client, wait_for_end

pytestmark = pytest.mark.skipif(not (BUILD / "bindings" / "python").exists() or not (BUILD / "web" / "dist").exists(),
                                reason="built without Python or without the pages")

NEARLY_OVER = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"


@pytest.fixture(scope="module")
def game(quiet):
    anna = quiet.client().sign_up("Sharer")
    number = anna.post("games", {"white": "Greedy", "black": "RandomMover", "clock": "10+0.1", "fen": NEARLY_OVER}).json["id"]
    wait_for_end(anna, number)
    return number


def properties(client, path, **headers):
    page = client.get(path, headers=headers).text
    return dict(re.findall(r'<meta property="(og:[a-z:_]+)" content="([^"]*)">', page))


def picture(quiet, address):
    """The bytes of a picture of the board."""
    status, headers, png = Client(quiet.port).raw(address)
    assert status == 200 and headers["Content-Type"] == "image/png"
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", png[16:24]) == (600, 600)
    return png


def test_a_link_to_a_game_shows_who_played_and_the_position(quiet, game):
    shown = properties(quiet.client(), f"/games/{game}", Host="chess.example:8443")
    assert "Greedy" in shown["og:title"] and "RandomMover" in shown["og:title"] and shown["og:description"]
    assert shown["og:url"] == f"http://chess.example:8443/games/{game}"
    plies = len(quiet.client().get(f"games/{game}").json["moves"])
    assert shown["og:image"] == f"http://chess.example:8443/api/v1/games/{game}/board.png?ply={plies}"
    path = shown["og:image"].partition("8443")[2]
    assert picture(quiet, path) == picture(quiet, path.partition("?")[0])
    assert picture(quiet, path) != picture(quiet, path.partition("?")[0] + "?ply=0")


def test_a_name_of_a_server_that_is_none_is_not_repeated(quiet, game):
    for host in ('"><script>', "a b", "x" * 300):
        shown = properties(quiet.client(), f"/games/{game}", Host=host)
        assert "og:image" not in shown and "og:url" not in shown and shown["og:title"]


def test_there_is_no_picture_of_a_game_that_there_is_not(quiet):
    assert quiet.client().get("games/999999/board.png").status == 404
    assert "og:image" not in properties(quiet.client(), "/games/999999")
