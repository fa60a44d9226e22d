"""The arena's helpers: what they promise, in every variant."""
import random

import pytest

import rookery.arena as arena
import rookery.chess as chess

VARIANTS = list(arena.VARIANT_BOARDS)


def random_positions(variant, count, seed=1):
    rng = random.Random(seed)
    board = arena.make_board(variant)
    for _ in range(count):
        yield board
        moves = board.legal_moves()
        if not moves or board.is_game_over_fast():
            board = arena.make_board(variant)
        else:
            board.push(rng.choice(moves))


def test_names():
    assert arena.PIECE_VALUES == {1: 100, 2: 320, 3: 330, 4: 500, 5: 900, 6: 0}
    assert arena.piece_value(chess.QUEEN) == arena.piece_value(chess.Piece(chess.QUEEN, True)) == 900
    assert arena.piece_value(None) == arena.piece_value(chess.KING) == 0
    assert arena.Move is chess.Move and issubclass(arena.Board, chess.Board)
    assert arena.Board.uci_variant == "chess" and arena.ThreeCheckBoard.uci_variant == "3check"
    assert [arena.make_board(variant).variant_name for variant in VARIANTS] == VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_ordered_moves_are_the_legal_moves(variant):
    for board in random_positions(variant, 300):
        ordered = board.ordered_moves()
        assert sorted(map(str, ordered)) == sorted(map(str, board.legal_moves()))
        assert ordered == board.copy(stack=False).ordered_moves()


def test_good_captures_come_first():
    board = arena.Board("k7/8/8/3q4/4P3/8/8/K7 w - - 0 1")
    assert board.ordered_moves()[0].uci() == "e4d5" and board.captured_value(board.ordered_moves()[0]) == 900
    board = arena.Board("k7/4P3/8/8/8/8/8/K7 w - - 0 1")
    assert board.ordered_moves()[0].uci() == "e7e8q"


@pytest.mark.parametrize("variant", VARIANTS)
def test_evaluation_is_of_the_side_to_move(variant):
    """Passing the turn changes the sign, where nobody is in check and mobility plays no part."""
    for board in random_positions(variant, 200):
        if board.is_check() or board.is_game_over_fast() or variant == "antichess":
            continue
        score = board.evaluate()
        board.push(chess.Move.null())
        if not board.is_game_over_fast():
            assert board.evaluate() == -score
        board.pop()


@pytest.mark.parametrize("variant", VARIANTS)
def test_game_over_fast_agrees_with_outcome(variant):
    for board in random_positions(variant, 400, seed=2):
        fast, outcome = board.is_game_over_fast(), board.outcome()
        if fast:
            assert outcome is not None
            sign = 0 if outcome.winner is None else 1 if outcome.winner == board.turn else -1
            assert board.evaluate() == sign * (arena.MATE_SCORE - len(board.move_stack))
        elif outcome is not None:
            assert outcome.termination is chess.Termination.FIVEFOLD_REPETITION


def test_quicker_mates_are_worth_more():
    board = arena.Board()
    for san in ("f3", "e5", "g4", "Qh4#"):
        board.push_san(san)
    assert board.evaluate() == -(arena.MATE_SCORE - 4)


def test_material_balance_counts_for_the_side_to_move():
    board = arena.Board("k7/8/8/8/8/8/8/KQ6 w - - 0 1")
    assert board.material_balance() == 900
    board.turn = chess.BLACK
    assert board.material_balance() == -900
    house = arena.CrazyhouseBoard("k7/8/8/8/8/8/8/K7[Np] w - - 0 1")
    assert house.material_balance() == 220


def test_captured_values():
    board = arena.Board("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1")
    assert board.captured_value(chess.Move.from_uci("e5d6")) == 100
    assert board.captured_value(chess.Move.from_uci("e5e6")) == 0
    atomic = arena.AtomicBoard("k7/8/8/3qr3/4P3/8/8/K7 w - - 0 1")
    assert atomic.captured_value(chess.Move.from_uci("e4d5")) == 900 + 500 - 100
    atomic = arena.AtomicBoard("3k4/3q4/8/8/8/8/3R4/K7 w - - 0 1")
    assert atomic.captured_value(chess.Move.from_uci("d2d7")) == arena.MATE_SCORE


def test_goals_of_variants_count():
    assert arena.KingOfTheHillBoard("k7/8/8/8/8/3K4/8/8 w - - 0 1").evaluate() > 0
    assert arena.RacingKingsBoard("8/K7/8/8/8/8/7k/8 w - - 0 1").evaluate() > 300
    one_given = arena.ThreeCheckBoard("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+3 0 1")
    assert one_given.evaluate() > 200
    assert arena.AntichessBoard("8/pp6/8/8/8/8/7P/8 w - - 0 1").evaluate() > 0


def test_the_increment_is_copied():
    board = arena.Board()
    assert board.increment_ms == 0
    board.increment_ms = 1500
    assert board.copy().increment_ms == board.root().increment_ms == 1500
