"""Tournaments over HTTP: registration, rounds, standings, withdrawal, downloads. (Drawing is tests/server/test_contest.c.)"""
import io
import time

import pytest
from arena_server import BUILD, verify

pytestmark = pytest.mark.skipif(not (BUILD / "bindings" / "python").exists(), reason="built without Python")

FAST = {"clock": "2+0.01", "variant": "antichess"}


@pytest.fixture(scope="module")
def anna(quiet):
    return quiet.client().sign_up("Anna-organises")


def make(client, **more):
    reply = client.post("tournaments", {"name": "Cup", **FAST, **more})
    assert reply.status == 201, reply.text
    return reply.json["id"]


def wait_until(client, cup, condition):
    """The tournament as soon as it is so; waits for its events."""
    while True:
        with client.listen(f"tournaments/{cup}/events") as events:
            for _ in events:
                state = client.get(f"tournaments/{cup}").json
                if condition(state):
                    return state


def play_to_the_end(client, cup):
    return wait_until(client, cup, lambda state: state["status"] == "finished")


def test_a_swiss_tournament_runs_to_its_end(quiet, anna):
    cup = make(anna, kind="swiss", players=["Greedy", "RandomMover", "Wren", "Magpie", "level:200"], rated=True)
    table = play_to_the_end(anna, cup)
    assert table["round"] == table["rounds_total"] == len(table["rounds"]) == 3
    assert [standing["place"] for standing in table["standings"]] == sorted(row["place"] for row in table["standings"])
    assert sum(row["points"] for row in table["standings"]) == 3 * 3  # two games and a bye in each round
    assert all(drawn["finished"] for drawn in table["rounds"])
    byes = [pairing["players"][0] for drawn in table["rounds"] for pairing in drawn["pairings"]
            if pairing["players"][1] is None]
    assert len(set(byes)) == 3
    games = anna.get(f"games?tournament={cup}").json["games"]
    assert len(games) == 6 == table["games_played"]
    for game in games:
        assert game["counted"] == ("engine" not in (game["white"]["kind"], game["black"]["kind"]))
    assert verify(quiet.data)[1] == 0


def test_a_knockout_has_a_winner_and_a_bracket(anna):
    cup = make(anna, kind="knockout", players=["Greedy", "RandomMover", "Wren"])
    table = play_to_the_end(anna, cup)
    assert table["rounds_total"] == 2 and [len(drawn["pairings"]) for drawn in table["rounds"]] == [2, 1]
    winner = table["winner"]["player"]
    assert table["rounds"][1]["pairings"][0]["winner"] == winner == table["standings"][0]["player"]
    assert table["standings"][0]["out_in"] is None and table["standings"][1]["out_in"] == 2


def test_a_gauntlet_is_one_against_all(anna):
    cup = make(anna, kind="gauntlet", players=["Wren", "Greedy", "RandomMover"], games_per_pairing=1)
    table = play_to_the_end(anna, cup)
    wren = next(row for row in table["standings"] if row["name"] == "Wren")
    assert wren["games"] == 2 and wren["seed"] == 1 and table["games"] == 2


def test_the_stream_tells_of_games_rounds_and_standings(anna):
    cup = make(anna, kind="swiss", registration="open", players=["Greedy", "Wren"], rounds=1)
    seen = []
    with anna.listen(f"tournaments/{cup}/events") as events:
        stream = iter(events)
        name, first = next(stream)
        assert name == "tournament" and first["status"] == "open" and first["rounds"] == []
        assert anna.post(f"tournaments/{cup}/start").status == 200
        for name, data in stream:
            seen.append(name)
            if name == "round":
                assert data["number"] == 1 and len(data["pairings"]) == 1
            if name == "status" and data["status"] == "finished":
                break
    assert {"round", "status", "game", "standings"} <= set(seen)


def test_whoever_has_signed_in_enters_an_open_tournament_until_it_starts(quiet, anna):
    cup = make(anna, kind="swiss", registration="open")
    ben = quiet.client().sign_up("Ben-enters")
    assert anna.post(f"tournaments/{cup}/start").status == 409  # nobody has
    assert quiet.client().post(f"tournaments/{cup}/players", {"player": "Greedy"}).status == 401
    assert ben.post(f"tournaments/{cup}/players", {"player": "Greedy"}).status == 403  # not his
    assert ben.post(f"tournaments/{cup}/players", {"player": "level:1200"}).status == 403
    assert ben.post(f"tournaments/{cup}/players", {"player": "me"}).status == 200
    assert ben.post(f"tournaments/{cup}/players", {"player": "me"}).status == 409
    state = anna.post(f"tournaments/{cup}/players", {"player": "Greedy"}).json
    assert state["entered"] == 2 and state["you"]["organiser"] and not ben.get(f"tournaments/{cup}").json["you"]["organiser"]
    (me,) = ben.get(f"tournaments/{cup}").json["you"]["entered"]
    assert quiet.client().sign_up("Carla-looks").ask("DELETE", f"tournaments/{cup}/players/{me}").status == 403
    assert ben.ask("DELETE", f"tournaments/{cup}/players/{me}").json["entered"] == 1
    assert ben.post(f"tournaments/{cup}/start").status == 403
    assert ben.ask("DELETE", f"tournaments/{cup}").status == 403
    assert anna.ask("DELETE", f"tournaments/{cup}").json["status"] == "cancelled"
    late = ben.post(f"tournaments/{cup}/players", {"player": "me"})
    assert late.status == 409 and "over" in late.error


def test_only_who_is_invited_may_enter(quiet, anna):
    dora, emil = quiet.client().sign_up("Dora-invited"), quiet.client().sign_up("Emil-not")
    cup = make(anna, registration="invited", invited=["dora-INVITED"])
    assert emil.post(f"tournaments/{cup}/players", {"player": "me"}).status == 403
    assert not emil.get(f"tournaments/{cup}").json["you"]["may_enter"]
    assert dora.get(f"tournaments/{cup}").json["you"]["may_enter"]
    assert dora.post(f"tournaments/{cup}/players", {"player": "me"}).status == 200
    anna.ask("DELETE", f"tournaments/{cup}")


def test_a_tournament_starts_at_its_hour_or_not_at_all(anna):
    soon = int(time.time() * 1000) + 1500
    cup = make(anna, registration="open", starts_at=soon, players=["Greedy", "Wren"], games_per_pairing=1)
    alone = make(anna, registration="open", starts_at=soon, players=["Greedy"])
    assert play_to_the_end(anna, cup)["games_played"] == 1
    assert wait_until(anna, alone, lambda state: state["status"] != "open")["status"] == "cancelled"


def test_people_and_bots_play_rated_games_in_a_tournament(quiet, anna):
    ben, cara = quiet.client().sign_up("Ben-plays"), quiet.client().sign_up("Cara-plays")
    cup = make(anna, registration="open", rated=True, games_per_pairing=1, clock="60+0", variant="standard")
    for person in ben, cara:
        person.post(f"tournaments/{cup}/players", {"player": "me"})
    anna.post(f"tournaments/{cup}/start")
    game = anna.get(f"tournaments/{cup}").json["rounds"][0]["pairings"][0]["games"][0]["id"]
    while not anna.get(f"games/{game}").json.get("legal"):  # a game that runs may still wait for a player to get ready
        pass
    assert anna.post(f"games/{game}/abort").status == 409  # not even its organiser
    assert ben.post(f"games/{game}/resign").status == 204
    table = play_to_the_end(anna, cup)
    assert table["winner"]["name"] == "Cara-plays"
    over = anna.get(f"games/{game}").json
    assert over["counted"] and verify(quiet.data)[1] == 0


def test_who_withdraws_loses_what_waits(quiet, anna):
    cup = make(anna, players=["Greedy", "RandomMover", "Wren"], games_per_pairing=4, clock="10+0.1")
    greedy = next(row["player"] for row in anna.get(f"tournaments/{cup}").json["standings"] if row["name"] == "Greedy")
    state = anna.ask("DELETE", f"tournaments/{cup}/players/{greedy}").json
    row = next(row for row in state["standings"] if row["player"] == greedy)
    assert row["withdrawn"] and row["losses"] >= 6  # two at most were going on
    table = play_to_the_end(anna, cup)
    assert table["games_played"] == 12 and verify(quiet.data)[1] == 0
    assert anna.ask("DELETE", f"tournaments/{cup}/players/{greedy}").status == 409


def test_openings_are_played_in_turn_and_fens_are_not_rated(anna):
    cup = make(anna, players=["Greedy", "Wren"], variant="standard", rated=True, games_per_pairing=4,
               openings=["1. e4 e5 2. Nf3", "d2d4 d7d5"])
    table = play_to_the_end(anna, cup)
    games = sorted(anna.get(f"games?tournament={cup}").json["games"], key=lambda game: game["id"])
    starts = [game["start_fen"].split()[0] for game in games]
    assert starts[0] == starts[1] != starts[2] == starts[3] and "3P4" in starts[2]
    assert [game["white"]["name"] for game in games] == [games[0]["white"]["name"], games[0]["black"]["name"]] * 2
    assert all(game["counted"] for game in games) and table["games_played"] == 4
    reply = anna.post("tournaments", {"name": "Cup", "players": ["Greedy", "Wren"], "rated": True,
                                      "openings": ["7k/5Q2/8/8/8/8/8/K7 w - - 0 1"]})
    assert reply.status == 422 and "not" in reply.error


def test_all_games_come_as_one_pgn(anna):
    chess_pgn = pytest.importorskip("chess.pgn")
    cup = make(anna, players=["Greedy", "RandomMover", "Wren"], games_per_pairing=2, name="Pgn Cup")
    play_to_the_end(anna, cup)
    reply = anna.get(f"tournaments/{cup}/pgn")
    assert "attachment" in reply.headers["Content-Disposition"]
    text = io.StringIO(reply.text)
    games = []
    while game := chess_pgn.read_game(text):
        assert not game.errors
        games.append(game)
    assert len(games) == 6 and {game.headers["Event"] for game in games} == {"Pgn Cup"}


@pytest.mark.parametrize("change, words", [
    ({"kind": "ladder"}, "kind"),
    ({"registration": "secret"}, "registration"),
    ({"games_per_pairing": 0}, "100 games"),
    ({"kind": "swiss", "rounds": 1000}, "rounds"),
    ({"registration": "open", "starts_at": 5}, "start"),
    ({"openings": ["e4 e4"]}, "cannot be played"),
    ({"openings": [""]}, "opening"),
    ({"openings": "e4"}, "list"),
    ({"openings": ["e4"], "fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, ""),
    ({"registration": "invited", "invited": ["Nobody-there"]}, "nobody"),
    ({"players": ["Greedy", "Wren"], "games_per_pairing": "x"}, "100 games"),
])
def test_what_cannot_be_played_is_refused_with_a_sentence(anna, change, words):
    reply = anna.post("tournaments", {"name": "Cup", "players": ["Greedy", "Wren"], **change})
    assert reply.status == 422 and words in reply.error.lower()
