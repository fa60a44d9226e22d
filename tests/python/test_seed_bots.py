"""The seed's bots, unchanged, play in all nine variants through the host. Skipped where ../shared is absent."""
import os

import pytest
from uci_session import Session

import rookery.arena as arena

pytestmark = pytest.mark.spread
PLIES = 40
BOTS = ["random_bot", "greedy_bot", "fifteen_bot", "minimax_bot", "arena_max_v2"]
OPTIONS = {"chess960": ["setoption name UCI_Chess960 value true"], "standard": ["setoption name UCI_Variant value chess"]}


@pytest.mark.parametrize("variant", list(arena.VARIANT_BOARDS))
@pytest.mark.parametrize("bot", BOTS)
def test_bot_plays_against_itself(bot, variant, seed_bots, host_path):
    fen = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1" if variant == "chess960" else None
    board = arena.make_board(variant, fen)
    start = "startpos" if fen is None else f"fen {fen}"
    with Session(host_path, os.path.join(seed_bots, f"{bot}.py")) as session:
        session.send(*OPTIONS.get(variant, [f"setoption name UCI_Variant value {variant}"]), "isready")
        assert session.read_line() == "readyok"
        played = []
        while len(played) < PLIES and not board.is_game_over():
            position = f"position {start} moves " + " ".join(played)
            played.append(session.ask(position, "go wtime 400 btime 400"))
            board.push_uci(played[-1])
        session.send("quit")
        assert session.finish()[0] == 0
