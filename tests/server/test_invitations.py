"""Person against person, by a link."""
import pytest
from arena_server import wait_for_end

FOOLS_MATE = ["f3", "e5", "g4", "Qh4"]


def invite(host, **more):
    reply = host.post("challenges", {"color": "white", "clock": "60+1", **more})
    assert reply.status == 201, reply.text
    return reply.json["key"]


def sit_down(server, **more):
    """Two guests and their game."""
    host, other = server.client(), server.client()
    key = invite(host, **more)
    reply = other.post(f"challenges/{key}/accept")
    assert reply.status == 201, reply.text
    return host, other, reply.json["id"]


def follow(client, game):
    while True:
        events = client.listen(f"games/{game}/events")
        if events.status != 503:
            return events


def play(players, game, moves, first=0):
    with follow(players[0], game) as events:
        events.wait_for("game|move", lambda data: data["ply"] == first and data.get("legal"))
        for ply, move in enumerate(moves, start=first):
            assert players[ply % 2].post(f"games/{game}/moves", {"move": move}).status == 204
            events.wait_for("move|over", lambda data, ply=ply: data.get("ply") == ply + 1 or "result" in data)


def test_two_guests_meet_by_a_link_and_play_to_mate(quiet):
    host = quiet.client()
    key = invite(host)
    with host.listen(f"challenges/{key}/events") as waiting:
        assert waiting.wait_for("challenge")["status"] == "open"
        other = quiet.client()
        shown = other.get(f"challenges/{key}").json
        assert shown["color"] == "white" and shown["by"]["kind"] == "guest" and not shown["mine"]
        game = other.post(f"challenges/{key}/accept").json["id"]
        assert waiting.wait_for("challenge", lambda data: data["game"])["game"] == game
    play((host, other), game, FOOLS_MATE)
    over = wait_for_end(host, game)
    assert over["result"] == "0-1" and "checkmate" in over["reason"] and not over["rated"]
    assert other.get(f"challenges/{key}").json["status"] == "accepted"
    assert host.listen(f"challenges/{key}/events").status == 204


@pytest.mark.parametrize("color, host_is", [("white", "white"), ("black", "black")])
def test_who_invites_has_the_colour_that_was_chosen(quiet, color, host_is):
    host, other, game = sit_down(quiet, color=color)
    with follow(host, game):
        assert host.get(f"games/{game}").json["you"] == host_is
        assert other.get(f"games/{game}").json["you"] not in (None, host_is)
    host.post(f"games/{game}/abort")


def test_an_invitation_is_accepted_once_and_not_by_its_maker(quiet):
    host, second, third = quiet.client(), quiet.client(), quiet.client()
    key = invite(host)
    assert host.post(f"challenges/{key}/accept").status == 422
    assert second.post(f"challenges/{key}/accept").status == 201
    late = third.post(f"challenges/{key}/accept")
    assert late.status == 409 and "not open" in late.error
    assert third.post("challenges/nothing/accept").status == 404


def test_an_invitation_taken_back_cannot_be_accepted(quiet):
    host, other = quiet.client(), quiet.client()
    key = invite(host)
    assert other.ask("DELETE", f"challenges/{key}").status == 403
    assert host.ask("DELETE", f"challenges/{key}").status == 204
    assert other.post(f"challenges/{key}/accept").status == 409
    assert host.ask("DELETE", f"challenges/{key}").status == 409


@pytest.mark.parametrize("change, words", [
    ({"color": "green"}, "colour"),
    ({"clock": "0+0"}, "clock"),
    ({"variant": "go"}, "variant"),
    ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, "king"),
])
def test_what_cannot_be_played_is_no_invitation(quiet, change, words):
    reply = quiet.client().post("challenges", {"color": "white", **change})
    assert reply.status == 422 and words in reply.error.lower()


def test_a_draw_is_offered_declined_offered_again_and_agreed(quiet):
    host, other, game = sit_down(quiet)
    with follow(other, game) as events:
        events.wait_for("game|move", lambda data: data.get("legal"))
        assert other.ask("DELETE", f"games/{game}/draw").status == 409
        assert host.post(f"games/{game}/draw").status == 204
        assert events.wait_for("draw")["by"] == "white"
        assert other.get(f"games/{game}").json["draw_offered_by"] == "white"
        assert other.ask("DELETE", f"games/{game}/draw").status == 204
        assert events.wait_for("draw")["by"] is None
        assert "draw_offered_by" not in other.get(f"games/{game}").json
        host.post(f"games/{game}/draw")
        events.wait_for("draw", lambda data: data["by"] == "white")
        assert other.post(f"games/{game}/draw").status == 204
        assert events.wait_for("over")["result"] == "1/2-1/2"


def test_either_may_leave_before_both_have_moved_and_neither_afterwards(quiet):
    host, other, game = sit_down(quiet)
    play((host, other), game, ["e4"])
    assert quiet.client().post(f"games/{game}/abort").status == 403
    assert other.post(f"games/{game}/abort").status == 204
    over = wait_for_end(host, game)
    assert over["status"] == "aborted" and over["result"] == "*"
    host, other, game = sit_down(quiet)
    play((host, other), game, ["e4", "e5"])
    for player in host, other:
        reply = player.post(f"games/{game}/abort")
        assert reply.status == 409 and "resign" in reply.error
    assert host.post(f"games/{game}/resign").status == 204
    assert wait_for_end(host, game)["result"] == "0-1"


def test_who_stays_away_loses_on_time(quiet):
    host, other, game = sit_down(quiet, clock="1+0")
    play((host, other), game, ["e4", "e5"])
    over = wait_for_end(other, game)  # White does nothing
    assert over["result"] == "0-1" and over["ended_by"] == "time forfeit"


def test_a_page_that_comes_back_is_told_the_whole_game(quiet):
    host, other, game = sit_down(quiet)
    play((host, other), game, ["e4", "e5"])
    with follow(host, game) as events:
        state = events.wait_for("game")
    assert [move["san"] for move in state["moves"]] == ["e4", "e5"]
    assert state["turn"] == "white" and state["legal"] and state["thinking_ms"] >= 0
    assert host.get(f"games/{game}").json["you"] == "white"
    play((host, other), game, ["Nf3"], first=2)
    host.post(f"games/{game}/resign")


def test_a_game_of_two_people_goes_on_after_a_restart(start):
    server = start("--no-league", "--no-limits")
    host, other, game = sit_down(server)
    play((host, other), game, ["e4", "e5"])
    before = host.get(f"games/{game}").json["clocks"]
    assert server.stop()[0] == 0
    server = start("--no-league", "--no-limits")
    host.port = other.port = server.port
    play((host, other), game, ["Nf3", "Nc6"], first=2)
    state = host.get(f"games/{game}").json
    assert [move["san"] for move in state["moves"]] == ["e4", "e5", "Nf3", "Nc6"]
    assert state["clocks"]["white_ms"] <= before["white_ms"] + 1000
    host.post(f"games/{game}/resign")
    assert wait_for_end(other, game)["result"] == "0-1"
