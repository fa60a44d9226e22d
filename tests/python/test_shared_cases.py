"""The rule and notation cases of ../shared/cases/rules.tsv, through the Python module; skipped where they are absent.

PGN cases are run by the C tests. A case is: variant, check, input, expected."""
import csv
import os

import pytest

import rookery.chess as chess
import rookery.chess.variant

CASES = os.path.join(os.path.dirname(__file__), "..", "..", "..", "shared", "cases", "rules.tsv")


def read_cases():
    if not os.path.exists(CASES):
        return []
    with open(CASES, newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row for row in rows if not row["check"].startswith("pgn")]


def board_of(variant, fen):
    if variant in ("chess", "chess960"):
        return chess.Board(fen, chess960=variant == "chess960")
    if variant == "threecheck":
        variant = "3check"
    return chess.variant.find_variant(variant)(fen)


def outcome_text(board):
    outcome = board.outcome()
    if outcome is not None:
        return f"{outcome.termination.name} {outcome.result()}"
    return "none" + (" (can_claim_fifty=true)" if board.can_claim_fifty_moves() else "")


def play(board, moves, parse):
    for move in moves.split():
        board.push(getattr(board, parse)(move))
    return board


def run(check, variant, given):
    if check == "epd_error":
        try:
            chess.Board().set_epd(given)
        except ValueError:
            return "ValueError"
        return "accepted"
    if check == "same_position":
        first, second = given.split(" || ")
        fen, moves = first.split(" | ")
        board = play(board_of(variant, fen), moves, "parse_uci")
        return str(board._transposition_key() == board_of(variant, second)._transposition_key()).lower()
    fen, _, rest = given.partition(" | ")
    board = board_of(variant, fen)
    if check == "legal_count":
        return str(board.legal_moves.count())
    if check == "status":
        return "|".join(flag.name for flag in chess.Status if flag and board.status() & flag)
    if check == "fen_roundtrip":
        return board.fen()
    if check == "shredder_fen":
        return board.shredder_fen()
    if check in ("fen_after", "fen_after_san"):
        return play(board, rest, "parse_uci" if check == "fen_after" else "parse_san").fen()
    if check == "san":
        return board.san(board.parse_uci(rest))
    if check == "parse_san":
        try:
            return board.parse_san(rest).uci()
        except ValueError:
            return "error"
    if check == "parse_uci":
        try:
            return board.parse_uci(rest).uci()
        except ValueError as error:
            return type(error).__name__
    if check == "uci_out":
        return board.uci(board.parse_san(rest))
    if check == "is_legal":
        return str(board.is_legal(chess.Move.from_uci(rest))).lower()
    if check == "is_legal_after":
        before, move = rest.split(" || ")
        return str(play(board, before, "parse_uci").is_legal(chess.Move.from_uci(move))).lower()
    if check == "insufficient":
        return " ".join(str(board.has_insufficient_material(color)).lower() for color in (chess.WHITE, chess.BLACK))
    if check == "outcome":
        return outcome_text(play(board, rest, "parse_uci"))
    if check == "repetition3_san":
        return str(play(board, rest, "parse_san").is_repetition(3)).lower()
    if check == "claim_and_rep":
        play(board, rest, "parse_uci")
        facts = {"can_claim_threefold": board.can_claim_threefold_repetition(),
                 "is_repetition3": board.is_repetition(3), "is_game_over": board.is_game_over()}
        return " ".join(f"{name}={str(value).lower()}" for name, value in facts.items())
    pytest.fail(f"unknown check {check!r}")


@pytest.mark.parametrize("case", read_cases(), ids=[case["id"] for case in read_cases()])
def test_case(case):
    expected = case["expected"]
    if case["check"] == "status" and expected == "VALID":
        expected = ""
    assert run(case["check"], case["variant"], case["input"]) == expected, case["note"]
