"""Looks as far ahead as its clock allows: alpha-beta with iterative deepening.

Lesson: a position is worth what the best move in it is worth, and a move is worth minus what the position after it is
worth to the opponent; that sentence is the function search() below. Alpha-beta keeps it affordable: once a reply is
found that refutes a move, the other replies need not be looked at, so trying good moves first (ordered_moves) is worth
more than any clever evaluation. Iterative deepening makes it safe: search one ply deep, then two, then three, and when
the time is up play the best move of the last search that was finished. It also pays for itself, because each round
shows the next one which move to try first.
"""
import time

from arena import MATE_SCORE, report

INFINITY = 2 * MATE_SCORE


class OutOfTime(Exception):
    pass


def search(board, depth, alpha, beta, deadline):
    """The worth of the position to the side to move, as far as it matters between alpha and beta."""
    if depth == 0 or board.is_game_over_fast():
        return board.evaluate()
    if time.monotonic() > deadline:
        raise OutOfTime
    for move in board.ordered_moves():
        board.push(move)
        score = -search(board, depth - 1, -beta, -alpha, deadline)
        board.pop()
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha


def best_move(board, moves, depth, deadline):
    alpha, best = -INFINITY, moves[0]
    for move in moves:
        board.push(move)
        score = -search(board, depth - 1, -INFINITY, -alpha, deadline)
        board.pop()
        if score > alpha:
            alpha, best = score, move
    return best, alpha


def get_move(board, time_left_ms):
    left = max(0, time_left_ms - 100)  # a tenth of a second is kept back for a machine that is busy with other things
    deadline = time.monotonic() + min(left / 30 + board.increment_ms / 2, left / 5) / 1000
    moves = board.ordered_moves()
    # The search leaves its moves on the board when time runs out, so each one works on a copy.
    try:
        for depth in range(1, 30):
            best, score = best_move(board.copy(), moves, depth, deadline)
            moves.remove(best)
            moves.insert(0, best)
            report(depth, score, pv=[best])  # for those who watch; it decides nothing
    except OutOfTime:
        pass
    return moves[0]
