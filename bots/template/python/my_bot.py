"""my_bot: looks at each of its moves and at the best reply to it.

A bot is one function, get_move(board, time_left_ms): it is called whenever it is your turn, and whatever legal move it
returns is played. `board` has what python-chess's Board has, and a few helpers more. Change anything you like.
"""
import time

import arena

INFINITY = 2 * arena.MATE_SCORE


def worth(board):
    """What our last move is worth to us, in centipawns, if the opponent finds the best reply."""
    if board.is_game_over_fast():
        return -board.evaluate()  # evaluate() speaks for the side to move, and that is the opponent
    if board.is_repetition(2):
        return 0  # we have been here: the third time is a draw
    lowest = INFINITY
    for reply in board.legal_moves():
        board.push(reply)
        lowest = min(lowest, board.evaluate())  # now it is our turn again
        board.pop()
    return lowest


def get_move(board, time_left_ms):
    # A small part of the clock for each move: there may be many more to come.
    deadline = time.monotonic() + time_left_ms / 1000 / 30

    best, best_score = None, -INFINITY
    for move in board.ordered_moves():  # promising moves first, so that little is missed when time runs out
        board.push(move)
        score = worth(board)
        board.pop()
        if score > best_score:
            best, best_score = move, score
        if time.monotonic() > deadline:
            break

    arena.report(depth=2, score=best_score, pv=[best])  # for the record of the game; it decides nothing
    return best
