"""Boards of chess variants, with the names of python-chess's chess.variant."""
from rookery._core import (
    AntichessBoard, AtomicBoard, Board, CrazyhouseBoard, CrazyhousePocket, GiveawayBoard, HordeBoard,
    KingOfTheHillBoard, RacingKingsBoard, SuicideBoard, ThreeCheckBoard,
)

VARIANTS = [
    Board, SuicideBoard, GiveawayBoard, AntichessBoard, AtomicBoard, KingOfTheHillBoard, RacingKingsBoard, HordeBoard,
    ThreeCheckBoard, CrazyhouseBoard,
]


def find_variant(name):
    """The class of boards that has this name among its aliases, ignoring case; ValueError if there is none."""
    wanted = name.lower()
    for variant in VARIANTS:
        if any(alias.lower() == wanted for alias in variant.aliases):
            return variant
    raise ValueError(f"unsupported variant: {name}")
