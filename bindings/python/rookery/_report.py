"""What arena.report() says, put into UCI: info lines made of checked numbers, legal moves and one line of plain text.

Only exact types are taken: an object of a class of the bot's own could write anything when it is turned into text.
"""
from rookery import _core

LINE_LENGTH = 1000
TEXT_LENGTH = 200
PV_MOVES = 60

DEPTH_MAX = 1000
NODES_MAX = 2 ** 62
# Scores so near to MATE_SCORE count moves to mate; others are cut to what is short of that.
MATE_PLIES = 1000
SCORE_MAX = _core.MATE_SCORE - MATE_PLIES
INFINITY = float("inf")


def whole_number(name, value, most):
    if type(value) is not int:
        raise TypeError(f"report() wants {name} as a whole number, not {type(value).__name__}")
    if not 0 <= value <= most:
        raise ValueError(f"report() wants {name} between 0 and {most}")
    return f" {name} {value}"


def score_words(board, score):
    if type(score) not in (int, float):
        raise TypeError(f"report() wants score as a number of centipawns, not {type(score).__name__}")
    if score != score or score in (INFINITY, -INFINITY):
        raise ValueError("report() wants score as a finite number of centipawns")
    score = round(score)
    plies = _core.MATE_SCORE - abs(score)
    if plies < 0 or plies >= MATE_PLIES:
        return f" score cp {max(-SCORE_MAX, min(score, SCORE_MAX))}"
    # evaluate() takes one off for each move of the game, many searches one for each move of the line.
    played = len(board.move_stack)
    if plies > played:
        plies -= played
    return f" score mate {(plies + 1) // 2 if score > 0 else -(plies // 2)}"


def read_move(board, item):
    """The move that an item of pv is, or None if it is not legal there."""
    if type(item) is str:
        for parse in (board.parse_uci, board.parse_san):
            try:
                return parse(item) or None
            except ValueError:
                pass
        return None
    if type(item) is not _core.Move:
        raise TypeError(f"report() wants pv as a list of moves, but one is of type {type(item).__name__}")
    try:
        return item if item and board.is_legal(item) else None
    except Exception:  # somebody wrote to its attributes
        return None


def pv_words(board, pv):
    if type(pv) is str:
        pv = pv.split()
    elif type(pv) not in (list, tuple):
        raise TypeError(f"report() wants pv as a list of moves, not {type(pv).__name__}")
    board = _core.Board.copy(board, stack=False)
    words = []
    for number, item in enumerate(pv[:PV_MOVES], 1):
        move = read_move(board, item)
        if move is None:
            raise ValueError(f"report(): move {number} of pv is not legal in {board.fen()}")
        words.append(board.uci(move))
        board.push(move)
    return " pv " + " ".join(words) if words else ""


def info_lines(board, depth, score, nodes, pv, text, one_line):
    """The lines to write, for the position on the board; TypeError or ValueError when something cannot be said."""
    line = ""
    if depth is not None:
        line += whole_number("depth", depth, DEPTH_MAX)
    if score is not None:
        line += score_words(board, score)
    if nodes is not None:
        line += whole_number("nodes", nodes, NODES_MAX)
    if pv is not None:
        line += pv_words(board, pv)
    lines = ["info" + line] if line else []
    if text is not None:
        if type(text) is not str:
            raise TypeError(f"report() wants text as a string, not {type(text).__name__}")
        lines.append("info string bot: " + one_line(text, TEXT_LENGTH))
    return [line[:LINE_LENGTH] for line in lines]
