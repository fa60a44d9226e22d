"""Chess with python-chess's names, meanings and move order, written in C.

Programs written for python-chess's `chess` run unchanged with `import rookery.chess as chess`; inside the bot host the
module answers to `chess` itself.
"""
from rookery import _core
from rookery._core import *
from rookery.chess import _lazy

# Python's own is as fast as can be, where it exists.
popcount = getattr(int, "bit_count", popcount)

# The release of python-chess whose interface this is.
__version__ = "1.11.2"

WHITE = True
BLACK = False
COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]

PIECE_TYPES = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
PIECE_SYMBOLS = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]
UNICODE_PIECE_SYMBOLS = {
    "R": "\u2656", "r": "\u265c", "N": "\u2658", "n": "\u265e", "B": "\u2657", "b": "\u265d",
    "Q": "\u2655", "q": "\u265b", "K": "\u2654", "k": "\u265a", "P": "\u2659", "p": "\u265f",
}

FILE_NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"]
RANK_NAMES = ["1", "2", "3", "4", "5", "6", "7", "8"]

STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def piece_symbol(piece_type):
    """The lower-case letter of a piece type."""
    return PIECE_SYMBOLS[piece_type]


def piece_name(piece_type):
    """The English name of a piece type."""
    return PIECE_NAMES[piece_type]


def parse_file(name):
    """The index of a file name, 0 for "a"; ValueError if there is no such file."""
    return FILE_NAMES.index(name)


def file_name(file):
    """The name of a file index."""
    return FILE_NAMES[file]


def parse_rank(name):
    """The index of a rank name, 0 for "1"; ValueError if there is no such rank."""
    return RANK_NAMES.index(name)


def rank_name(rank):
    """The name of a rank index."""
    return RANK_NAMES[rank]


# The rest (enumerations, large tables, patterns) takes longer to make than all of the above. The bot host, which is in
# a hurry, sets the mark and makes what its bot needs; a module with __getattr__ is slower to read, so it drops that then.
if _core._hurry:
    def __getattr__(name):
        return _lazy.find(globals(), name)
else:
    _lazy.complete(globals())
