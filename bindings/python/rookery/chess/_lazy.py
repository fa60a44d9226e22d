"""Parts of rookery.chess that take time to make: enumerations (which import Python's enum module), large tables of
attacks, patterns and the names that type annotations use. Each can be made alone, when it is first asked for."""
from rookery import _core

STATUS_NAMES = (
    "NO_WHITE_KING", "NO_BLACK_KING", "TOO_MANY_KINGS", "TOO_MANY_WHITE_PAWNS", "TOO_MANY_BLACK_PAWNS",
    "PAWNS_ON_BACKRANK", "TOO_MANY_WHITE_PIECES", "TOO_MANY_BLACK_PIECES", "BAD_CASTLING_RIGHTS", "INVALID_EP_SQUARE",
    "OPPOSITE_CHECK", "EMPTY", "RACE_CHECK", "RACE_OVER", "RACE_MATERIAL", "TOO_MANY_CHECKERS", "IMPOSSIBLE_CHECK",
)

# In the order of the library's Termination, from 1.
TERMINATION_NAMES = (
    "CHECKMATE", "STALEMATE", "INSUFFICIENT_MATERIAL", "SEVENTYFIVE_MOVES", "FIVEFOLD_REPETITION", "FIFTY_MOVES",
    "THREEFOLD_REPETITION", "VARIANT_WIN", "VARIANT_LOSS", "VARIANT_DRAW",
)


def make_status(chess):
    import enum
    members = [("VALID", 0)] + [(name, 1 << bit) for bit, name in enumerate(STATUS_NAMES)]
    status = enum.IntFlag("Status", members, module="rookery.chess")
    status.__doc__ = "Problems of a position, as flags that can be combined."
    found = {"Status": status}
    for name, _ in members:
        found["STATUS_" + name] = status[name]
    return found


class Outcome:
    """How a game ended: `termination` says why, `winner` is WHITE, BLACK or None for a draw."""

    __slots__ = ("termination", "winner", "__weakref__")
    __match_args__ = ("termination", "winner")
    __module__ = "rookery.chess"
    __hash__ = None

    def __init__(self, termination, winner):
        self.termination = termination
        self.winner = winner

    def result(self):
        """1-0, 0-1 or 1/2-1/2."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self.termination == other.termination and self.winner == other.winner

    def __repr__(self):
        return f"Outcome(termination={self.termination!r}, winner={self.winner!r})"

    def __reduce__(self):
        return type(self), (self.termination, self.winner)


def make_termination(chess):
    import enum
    members = [(name, number) for number, name in enumerate(TERMINATION_NAMES, 1)]
    termination = enum.Enum("Termination", members, module="rookery.chess")
    termination.__doc__ = "Reasons for a game to be over."
    return {"Termination": termination}


def make_outcome_class(chess):
    return {"Outcome": Outcome}


def make_step_tables(chess):
    knight, king, pawn = _core._step_tables()
    return {"BB_KNIGHT_ATTACKS": knight, "BB_KING_ATTACKS": king, "BB_PAWN_ATTACKS": pawn}


def make_slider_tables(chess):
    found = {}
    for kind in ("DIAG", "FILE", "RANK"):
        masks, attacks = _core._slider_tables(kind[0].lower())
        found[f"BB_{kind}_MASKS"] = masks
        found[f"BB_{kind}_ATTACKS"] = attacks
    return found


def make_rays(chess):
    return {"BB_RAYS": _core._ray_table()}


def make_patterns(chess):
    import re
    return {
        "SAN_REGEX": re.compile(r"^([NBKRQ])?([a-h])?([1-8])?[\-x]?([a-h][1-8])(=?[nbrqkNBRQK])?[\+#]?\Z"),
        "FEN_CASTLING_REGEX": re.compile(r"^(?:-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2})\Z"),
    }


def make_annotations(chess):
    import typing
    return {
        "Color": bool, "PieceType": int, "Square": int, "Bitboard": int, "File": int, "Rank": int,
        "ColorName": typing.Literal["white", "black"],
        "EnPassantSpec": typing.Literal["legal", "fen", "xfen"],
        "IntoSquareSet": typing.Union[typing.SupportsInt, typing.Iterable[int]],
        "BaseBoardT": typing.TypeVar("BaseBoardT", bound=_core.BaseBoard),
        "BoardT": typing.TypeVar("BoardT", bound=_core.Board),
    }


MAKERS = {
    make_status: ("Status", "STATUS_VALID") + tuple("STATUS_" + name for name in STATUS_NAMES),
    make_termination: ("Termination",),
    make_outcome_class: ("Outcome",),
    make_step_tables: ("BB_KNIGHT_ATTACKS", "BB_KING_ATTACKS", "BB_PAWN_ATTACKS"),
    make_slider_tables: ("BB_DIAG_MASKS", "BB_DIAG_ATTACKS", "BB_FILE_MASKS", "BB_FILE_ATTACKS", "BB_RANK_MASKS",
                         "BB_RANK_ATTACKS"),
    make_rays: ("BB_RAYS",),
    make_patterns: ("SAN_REGEX", "FEN_CASTLING_REGEX"),
    make_annotations: ("Color", "PieceType", "Square", "Bitboard", "File", "Rank", "ColorName", "EnPassantSpec",
                       "IntoSquareSet", "BaseBoardT", "BoardT"),
}
NAMES = {name: maker for maker, names in MAKERS.items() for name in names}


def make(chess, maker):
    for name, value in maker(chess).items():
        chess.setdefault(name, value)


def find(chess, name):
    """Makes what belongs together, keeps it in the module's dict and returns the one asked for."""
    if name in chess:
        return chess[name]
    if name == "__all__":  # from chess import *
        complete(chess)
    if name not in NAMES:
        raise AttributeError(f"module 'chess' has no attribute {name!r}")
    make(chess, NAMES[name])
    return chess[name]


def complete(chess, names=NAMES):
    """Makes all of the given names."""
    for maker, made in MAKERS.items():
        if any(name in names and name not in chess for name in made):
            make(chess, maker)
