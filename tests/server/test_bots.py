"""Uploading bots: checks, versions, who sees what."""
import shutil

import pytest
from arena_server import BUILD, GOOD, upload, wait_for_check, wait_for_end

pytestmark = pytest.mark.skipif(not (BUILD / "bindings" / "python").exists(), reason="built without Python")


@pytest.fixture(scope="module")
def author(quiet):
    return quiet.client().sign_up("Author")


def test_the_example_bots_are_there(quiet):
    bots = {bot["name"]: bot for bot in quiet.client().get("bots").json["bots"]}
    assert {"Greedy", "Magpie", "Minimax", "RandomMover", "Wren"} <= set(bots)
    assert bots["Magpie"]["class"] == "Mini" and bots["Magpie"]["version"] == 1


def test_an_upload_is_checked_and_accepted(quiet, author):
    version = upload(author, "First")
    assert version["status"] == "accepted" and version["class"] == "Fifteen"
    assert version["report"]["self_test"]["plies"] > 0
    assert author.get("bots/first/versions/1/source").text == GOOD
    mine = author.get("bots?mine=1").json["bots"]
    assert "First" in [bot["name"] for bot in mine]


def test_a_refusal_tells_its_author_the_line(quiet, author):
    version = upload(author, "Sly", "import os\n" + GOOD)
    assert version["status"] == "refused"
    (problem,) = version["report"]["problems"]
    assert problem["rule"] == "import" and problem["line"] == 1
    assert "report" not in quiet.client().get("bots/Sly/versions/1").json


def test_a_new_version_takes_the_place_of_the_old(quiet, author):
    upload(author, "Second")
    source = GOOD.replace("[0]", "[-1]")
    assert author.post("bots/Second/versions", {"source": source}).json["version"] == 2
    assert wait_for_check(author, "Second")["status"] == "accepted"
    bot = author.get("bots/Second").json
    assert bot["version"] == 2 and [version["number"] for version in bot["versions"]] == [2, 1]
    assert len({version["player"] for version in bot["versions"]}) == 2


def test_sources_and_changes_are_the_authors(quiet, author):
    upload(author, "Mine")
    other = quiet.client().sign_up("Other")
    assert other.get("bots/Mine/versions/1/source").status == 403
    assert other.post("bots/Mine/versions", {"source": GOOD}).status == 403
    assert other.ask("PATCH", "bots/Mine", {"league": False}).status == 403
    assert quiet.client().get("bots/Mine/versions/1/source").status == 401
    assert author.ask("PATCH", "bots/Mine", {"league": False}).json["league"] is False


@pytest.mark.parametrize("body, status, words", [
    ({"name": "x/../y", "source": GOOD}, 422, "letters"),
    ({"name": "x" * 41, "source": GOOD}, 422, "too long"),
    ({"name": "Empty"}, 422, "source"),
    ({"name": "Huge", "source": "#" * (1 << 20) + "\n"}, 413, "1 MB"),
    ({"name": "Greedy", "source": GOOD}, 409, "already"),
    ({"name": "Foreign", "source": GOOD, "language": "cobol"}, 422, "language"),
])
def test_what_cannot_be_a_bot_is_refused_at_once(quiet, author, body, status, words):
    reply = author.post("bots", body)
    assert reply.status == status and words in reply.error


def test_one_must_sign_in_to_upload(quiet):
    assert quiet.client().post("bots", {"name": "Nobodys", "source": GOOD}).status == 401


def test_a_bot_that_nobody_has_is_named(quiet):
    reply = quiet.client().get("bots/Nothing")
    assert reply.status == 404 and "Nothing" in reply.error


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_javascript_bot_is_checked_and_plays(quiet, author):
    source = ("function makeMove(board, timeRemaining, reportMove, getMemory) {\n"
              "  reportMove(board.moves()[0]);\n}\n")
    version = upload(author, "Script", source, language="javascript")
    assert version["status"] == "accepted", version
    game = author.post("games", {"white": "Script", "black": "RandomMover", "clock": "10+0.1"}).json["id"]
    assert wait_for_end(author, game)["moves"]
