"""Helpers for bots: boards that also know `ordered_moves()`, `evaluate()`, `material_balance()`, `captured_value(move)`,
`is_game_over_fast()` and `increment_ms`.

There is one class for each variant, named as in chess.variant (Board, AtomicBoard, CrazyhouseBoard, ...). Everything that
python-chess's boards have is there too, and `legal_moves` can be called for a list as well as iterated.

`board.uci_variant` is python-chess's name of the variant: "chess", "crazyhouse", "atomic", "kingofthehill", "3check",
"antichess", "horde", "racingkings". `board.variant_name` is the arena's: "standard" or "chess960", ..., "threecheck".
"""
from rookery import _core
from rookery._core import MATE_SCORE, PIECE_VALUES, Move, Piece, SquareSet, piece_value

Board = _core._arena_Board
SuicideBoard = _core._arena_SuicideBoard
GiveawayBoard = _core._arena_GiveawayBoard
AntichessBoard = _core._arena_AntichessBoard
AtomicBoard = _core._arena_AtomicBoard
KingOfTheHillBoard = _core._arena_KingOfTheHillBoard
RacingKingsBoard = _core._arena_RacingKingsBoard
HordeBoard = _core._arena_HordeBoard
ThreeCheckBoard = _core._arena_ThreeCheckBoard
CrazyhouseBoard = _core._arena_CrazyhouseBoard

# By the arena's names of the variants.
VARIANT_BOARDS = {
    "standard": Board,
    "chess960": Board,
    "crazyhouse": CrazyhouseBoard,
    "atomic": AtomicBoard,
    "kingofthehill": KingOfTheHillBoard,
    "threecheck": ThreeCheckBoard,
    "antichess": AntichessBoard,
    "horde": HordeBoard,
    "racingkings": RacingKingsBoard,
}


def make_board(variant="standard", fen=None):
    """A board of a variant, by the arena's name, at its start position or a FEN."""
    chess960 = variant == "chess960"
    board_class = VARIANT_BOARDS[variant]
    return board_class(board_class.starting_fen if fen is None else fen, chess960=chess960)


def report(depth=None, score=None, nodes=None, pv=None, text=None):
    """Tells those who watch the game, and its record, what the search has found so far. It decides nothing.

    depth in plies; score in centipawns for the side to move, near MATE_SCORE for a mate as in evaluate(); nodes searched
    for this move; pv, a list of moves from the present position; text, one line. All are optional. At most 100 lines a
    move are passed on, the last report always. Outside of a game it does nothing.
    """
