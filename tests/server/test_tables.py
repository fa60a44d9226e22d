"""Leaderboards, what a bot has done, what there is to choose from, positions for a board editor."""
import io

import pytest
from arena_server import BUILD, GOOD, upload, wait_for_end

pytestmark = pytest.mark.skipif(not (BUILD / "bindings" / "python").exists(), reason="built without Python")


@pytest.fixture(scope="module")
def author(quiet):
    """Somebody with a bot that has won, lost and drawn."""
    client = quiet.client().sign_up("Table-author")
    upload(client, "Tabled", league=False)
    for white, black in ("Tabled", "RandomMover"), ("RandomMover", "Tabled"), ("Greedy", "Tabled"):
        wait_for_end(client, client.post("games", {"white": white, "black": black, "clock": "2+0.01",
                                                   "variant": "antichess"}).json["id"])
    return client


def test_results_add_up_from_every_side(author):
    results = author.get("bots/tabled/results").json
    for rows in results["opponents"], results["endings"], list(results["colors"].values()):
        assert sum(row["games"] for row in rows) == 3
        assert all(row["wins"] + row["draws"] + row["losses"] == row["games"] for row in rows)
    assert results["opponents"][0]["name"] == "RandomMover" and results["opponents"][0]["games"] == 2
    assert results["colors"]["white"]["games"] == 1 and results["colors"]["black"]["games"] == 2
    assert sum(row["wins"] for row in results["opponents"]) == sum(row["wins"] for row in results["endings"])
    assert author.get("bots/tabled/results?variant=atomic").json["opponents"] == []
    assert author.get("bots/tabled/results?version=2").json["endings"] == []
    assert author.get("bots/nothing/results").status == 404


def test_a_fault_is_found_again(quiet, author):
    upload(author, "Faulty", "def get_move(board, time_left_ms):\n    if board.uci_variant == 'horde':\n        raise ValueError(7)\n"
                             "    return board.legal_moves()[0]\n", league=False)
    game = author.post("games", {"white": "Faulty", "black": "Greedy", "variant": "horde"}).json["id"]
    wait_for_end(author, game)
    (fault,) = author.get("bots/Faulty/results").json["faults"]
    assert fault["game"] == game and fault["reason"]


def test_the_history_goes_over_all_versions(author):
    history = author.get("bots/Tabled/history?variant=antichess").json["history"]
    assert [entry["rating"]["games"] for entry in history] == [1, 2, 3] and history[0]["version"] == 1
    assert author.get("bots/Tabled/history").json["history"] == []


def test_all_games_of_a_bot_come_as_one_pgn(author):
    chess_pgn = pytest.importorskip("chess.pgn")
    reply = author.get("bots/tabled/pgn?variant=antichess")
    assert 'filename="tabled.pgn"' in reply.headers["Content-Disposition"]
    text, players = io.StringIO(reply.text), []
    while game := chess_pgn.read_game(text):
        players.append((game.headers["White"], game.headers["Black"]))
    assert players == [("Tabled", "RandomMover"), ("RandomMover", "Tabled"), ("Greedy", "Tabled")]


def test_a_leaderboard_is_searched_and_counted(author):
    board = author.get("leaderboard?variant=antichess&kind=all&limit=1").json
    assert board["total"] >= 3 == len(board["players"]) + 2
    (row,) = author.get("leaderboard?variant=antichess&search=TABLED").json["players"]
    assert row["name"] == "Tabled" and row["kind"] == "bot" and row["class"] == "Fifteen"
    assert row["rating"]["error"] > 0 and row["rating"]["prov"]
    assert author.get("leaderboard?variant=antichess&kind=people&search=tabled").json == {
        "variant": "antichess", "total": 0, "players": []}
    assert author.get("leaderboard?variant=antichess&search=tabled&class=Mini").json["players"] == []


def test_a_retired_bot_plays_no_more(quiet, author):
    upload(author, "Old", league=True)
    assert author.ask("PATCH", "bots/Old", {"retired": True}).json["retired"]
    reply = author.post("games", {"white": "Old", "black": "Greedy"})
    assert reply.status == 422 and "retired" in reply.error
    assert author.ask("PATCH", "bots/Old", {"retired": 1}).status == 422
    assert author.ask("PATCH", "bots/Old", {}).status == 422
    assert not author.ask("PATCH", "bots/Old", {"retired": False}).json["retired"]


def test_there_is_a_list_of_what_to_choose_from(quiet):
    options = quiet.client().get("options").json
    assert [variant["name"] for variant in options["variants"]][:2] == ["standard", "chess960"]
    assert len(options["variants"]) == 9 and options["levels"] == {"least": 200, "most": 3200}
    assert options["clock"]["least_ms"] == 1000 and "Mini" in options["classes"]


def position(client, variant, fen):
    return client.get(f"position?variant={variant}&fen={fen.replace(' ', '%20')}")


def test_a_board_editor_is_told_what_a_position_is(quiet):
    client = quiet.client()
    start = client.get("position").json
    assert len(start["legal"]) == 20 and start["turn"] == "white" and start["problem"] is None
    mate = position(client, "standard", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").json
    assert mate["legal"] == [] and "over" in mate["problem"]
    queens = position(client, "crazyhouse", "QQQQkQQQ/8/8/8/8/8/8/QQQQKQQQ[NN] b - - 0 1").json
    assert queens["problem"] and queens["fen"].startswith("QQQQkQQQ")
    assert "king" in position(client, "standard", "8/8/8/8/8/8/8/K7 w - - 0 1").json["problem"]
    assert position(client, "standard", "rubbish").status == 422
    assert position(client, "go", "8/8/8/8/8/8/8/8 w - - 0 1").status == 422


def test_a_game_has_times_and_scores_for_every_move(author):
    game = author.get("games?bot=Tabled&limit=1").json["games"][0]["id"]
    moves = author.get(f"games/{game}").json["moves"]
    assert all(move["time_ms"] >= 0 and move["clock_ms"] > 0 and "depth" in move and "nodes" in move for move in moves)
    assert GOOD in author.get("bots/Tabled/versions/1/source").text
