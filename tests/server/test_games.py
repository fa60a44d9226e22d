"""Games: of people and bots, live and afterwards."""
import io

import pytest
from arena_server import BUILD, upload, verify, wait_for_end

pytestmark = pytest.mark.skipif(not (BUILD / "bindings" / "python").exists(), reason="built without Python")

SLOW_TO_START = """import time

start = time.monotonic()
while time.monotonic() - start < 2.5:
    pass


def get_move(board, time_left_ms):
    return board.legal_moves()[0]
"""

# White mates in one; Black has nothing better than to wait for it.
MATE_IN_ONE = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"


def make(client, **more):
    reply = client.post("games", {"white": "me", "black": "Greedy", "clock": "60+1", **more})
    assert reply.status == 201, reply.text
    return reply.json["id"]


def follow(client, game):
    """The events of a game that has perhaps not begun yet."""
    while True:
        events = client.listen(f"games/{game}/events")
        if events.status != 503:
            return events


def test_a_guest_plays_a_bot_and_wins(quiet):
    guest = quiet.client()
    game = make(guest, fen=MATE_IN_ONE)
    with follow(guest, game) as events:
        position = events.wait_for("game|move", lambda data: data.get("legal"))
        assert "f7g7" in position["legal"] and position["turn"] == "white"
        assert guest.get(f"games/{game}").json["you"] == "white"
        assert guest.post(f"games/{game}/moves", {"move": "Qg7"}).status == 204
        over = events.wait_for("over")
    assert over["result"] == "1-0" and "checkmate" in over["reason"] and not over["counted"]
    finished = guest.get(f"games/{game}").json
    assert finished["status"] == "finished" and finished["moves"][-1]["san"] == "Qg7#"
    assert finished["white"]["kind"] == "guest" and finished["you"] is None


def test_a_signed_in_person_plays_a_rated_game_and_both_ratings_move(quiet):
    anna = quiet.client().sign_up("Rated")
    game = make(anna, rated=True)
    with follow(anna, game) as events:
        events.wait_for("game|move", lambda data: data.get("legal"))
        assert anna.post(f"games/{game}/moves", {"move": "e4"}).status == 204
        events.wait_for("move", lambda data: data["ply"] == 2)
        assert anna.post(f"games/{game}/resign").status == 204
        over = events.wait_for("over")
    assert over["result"] == "0-1" and "resigned" in over["reason"] and over["counted"]
    assert over["white"]["rating_before"] == 200 > over["white"]["rating_after"]
    assert over["black"]["rating_after"] > over["black"]["rating_before"]
    people = quiet.client().get("leaderboard?kind=people").json["players"]
    assert any(person["name"] == "Rated" and person["losses"] == 1 and person["rating"]["prov"] for person in people)
    player = over["black"]["player"]
    history = quiet.client().get(f"players/{player}/history").json["history"]
    assert history[-1]["game"] == game
    assert verify(quiet.data)[1] == 0


def test_no_clock_runs_and_no_move_counts_before_the_bot_is_ready(quiet):
    guest = quiet.client()
    upload(quiet.client().sign_up("Sleeper"), "Slow", SLOW_TO_START, league=False)
    game = make(guest, black="Slow")
    with follow(guest, game) as events:
        state = events.wait_for("game")
        assert state["ready"] is False and state["thinking_ms"] == 0 and "legal" not in state
        early = guest.post(f"games/{game}/moves", {"move": "e4"})
        assert early.status == 409 and "getting ready" in early.error
        events.wait_for("move", lambda data: data.get("legal"))
        state = guest.get(f"games/{game}").json
        assert state["ready"] is True and state["clocks"]["white_ms"] == 60000
        assert guest.post(f"games/{game}/moves", {"move": "e4"}).status == 204
        guest.post(f"games/{game}/abort")
        events.wait_for("over")


def test_moves_are_taken_from_whose_turn_it_is_only(quiet):
    guest, other = quiet.client(), quiet.client()
    game = make(guest)
    with follow(guest, game) as events:
        events.wait_for("game|move", lambda data: data.get("legal"))
        assert other.post(f"games/{game}/moves", {"move": "e4"}).status == 403
        make(other)  # has a cookie now, of another guest
        assert other.post(f"games/{game}/moves", {"move": "e4"}).status == 403
        illegal = guest.post(f"games/{game}/moves", {"move": "e5"})
        assert illegal.status == 422 and "e5" in illegal.error
        assert guest.post(f"games/{game}/moves", {"move": "--"}).status == 422
        assert guest.post(f"games/{game}/moves", {}).status == 422
        assert guest.post(f"games/{game}/draw").status == 409
        guest.post(f"games/{game}/resign")
        events.wait_for("over")
    assert guest.post(f"games/{game}/moves", {"move": "e4"}).status == 403


@pytest.mark.parametrize("variant", ["standard", "chess960", "crazyhouse", "atomic", "kingofthehill", "threecheck",
                                     "antichess", "horde", "racingkings"])
def test_a_person_and_a_bot_play_any_variant(quiet, variant):
    guest = quiet.client()
    game = make(guest, variant=variant, black="RandomMover")
    with follow(guest, game) as events:
        position = events.wait_for("game|move", lambda data: data.get("legal"))
        guest.post(f"games/{game}/moves", {"move": position["legal"][0]})
        answer = events.wait_for("move", lambda data: data["ply"] == 2)
        assert answer["legal"] and answer["turn"] == "white"
        guest.post(f"games/{game}/resign")
        events.wait_for("over")


def test_two_bots_play_a_rated_game_and_it_can_be_read_afterwards(quiet):
    owner = quiet.client().sign_up("Owner")
    upload(owner, "Chatty", "def get_move(board, ms):\n    print('<script>thinking</script>')\n"
                            "    return board.legal_moves()[0]\n")
    game = make(owner, white="Chatty", black="RandomMover", clock="5+0.1")
    finished = wait_for_end(owner, game)
    assert finished["status"] == "finished" and finished["counted"] and finished["moves"]
    assert {"uci", "san", "fen", "time_ms", "clock_ms"} <= set(finished["moves"][0])
    assert all(move["memory_bytes"] > 1_000_000 for move in finished["moves"])
    log = owner.get(f"games/{game}/log/white")
    assert "<script>" in log.text and log.headers["Content-Type"].startswith("text/plain")
    assert log.headers["X-Content-Type-Options"] == "nosniff"
    assert quiet.client().get(f"games/{game}/log/white").status == 401
    assert quiet.client().sign_up("Curious").get(f"games/{game}/log/white").status == 403
    games = quiet.client().get("games?bot=Chatty").json["games"]
    assert [row["id"] for row in games] == [game]
    board = quiet.client().get("leaderboard?class=Fifteen").json["players"]
    assert any(row["name"] == "Chatty" and row["rating"]["games"] == 1 for row in board)


def test_a_finished_game_is_pgn_that_others_read(quiet):
    pgn = pytest.importorskip("chess.pgn")
    guest = quiet.client()
    game = make(guest, fen=MATE_IN_ONE)
    with follow(guest, game) as events:
        events.wait_for("game|move", lambda data: data.get("legal"))
        guest.post(f"games/{game}/moves", {"move": "f7g7"})
        events.wait_for("over")
    read = pgn.read_game(io.StringIO(guest.get(f"games/{game}/pgn").text))
    assert read.headers["Result"] == "1-0" and read.headers["FEN"] == MATE_IN_ONE and not read.errors
    assert read.end().board().is_checkmate()


def test_the_lobby_tells_of_games_as_they_begin_move_and_end(quiet):
    guest = quiet.client()
    with guest.listen("events") as lobby:
        assert isinstance(next(iter(lobby))[1], list)
        game = make(guest, fen=MATE_IN_ONE)
        assert lobby.wait_for("begun", lambda data: data["id"] == game)["black"]["name"] == "Greedy"
        lobby.wait_for("move", lambda data: data["id"] == game)
        guest.post(f"games/{game}/moves", {"move": "f7g7"})
        assert lobby.wait_for("over", lambda data: data["id"] == game)["result"] == "1-0"


@pytest.mark.parametrize("change, words", [
    ({"black": "Nobody"}, "Nobody"),
    ({"black": "me"}, "itself"),
    ({"variant": "shogi"}, "no such variant"),
    ({"clock": "fast"}, "60+1"),
    ({"clock": "0.1"}, "one second"),
    ({"clock": "nodes=100"}, "one second"),
    ({"fen": "rubbish"}, "cannot be read"),
    ({"fen": "8/8/8/8/8/8/8/k7 w - - 0 1"}, "a king is missing"),
    ({"fen": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"}, "over already"),
    ({"rated": True}, "guests"),
    ({"white": "Greedy", "black": "Minimax"}, "Sign in"),
])
def test_what_cannot_be_played_is_refused_with_a_reason(quiet, change, words):
    body = {"white": "me", "black": "Greedy", **change}
    reply = quiet.client().post("games", body)
    assert reply.status == 422 and words in reply.error


def test_special_starts_and_the_engine_are_rated_as_the_rules_say(quiet):
    anna = quiet.client().sign_up("Rules")
    special = anna.post("games", {"white": "me", "black": "Greedy", "fen": MATE_IN_ONE, "rated": True})
    assert special.status == 422 and "special start" in special.error
    engine = anna.post("games", {"white": "Greedy", "black": "engine", "rated": True})
    assert engine.status == 422 and "never rated" in engine.error
    against = anna.post("games", {"white": "me", "black": "engine", "rated": True})
    assert against.status == 201 and against.json["rated"]


def test_its_maker_may_end_an_unrated_game_but_not_a_rated_one(quiet):
    anna = quiet.client().sign_up("Maker")
    game = make(anna)
    with follow(anna, game) as events:
        events.wait_for("game|move", lambda data: data.get("legal"))
        assert quiet.client().sign_up("Meddler").post(f"games/{game}/abort").status == 403
        assert anna.post(f"games/{game}/abort").status == 204
        events.wait_for("over")
    assert anna.get(f"games/{game}").json["status"] == "aborted"
    rated = make(anna, rated=True)
    with follow(anna, rated) as events:
        events.wait_for("game|move", lambda data: data.get("legal"))
        assert anna.post(f"games/{rated}/abort").status == 409
        anna.post(f"games/{rated}/resign")
        events.wait_for("over")


def test_a_listener_to_a_finished_game_is_told_not_to_come_again(quiet):
    guest = quiet.client()
    game = make(guest)
    with follow(guest, game) as events:
        events.wait_for("game|move", lambda data: data.get("legal"))
        guest.post(f"games/{game}/resign")
        events.wait_for("over")
    assert guest.get(f"games/{game}/events").status == 204
    assert guest.get("games/999999/events").status == 404
