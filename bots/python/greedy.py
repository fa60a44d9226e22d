"""Takes the most it can get, after counting what it will lose in return.

Lesson: looking at your own move is not enough, the reply matters more. For each move this bot plays it on the board,
asks what the worst capture against it is, and takes the move back. That is a search two plies deep without calling it
so, and it stops the mistake that loses most beginners' games: leaving a piece where it can be taken. What the bot
still cannot see is the answer to the answer; minimax.py goes on from here.
"""
import random

from arena import MATE_SCORE


def worst_reply(board):
    """What the opponent's best capture wins, in centipawns."""
    return max((board.captured_value(reply) for reply in board.legal_moves()), default=0)


def score(board, move):
    gain = board.captured_value(move)
    board.push(move)
    if board.is_game_over_fast():
        worth = -board.evaluate()  # evaluate() speaks for the side to move, which is now the opponent
    else:
        worth = gain - worst_reply(board)
    board.pop()
    return worth


def get_move(board, time_left_ms):
    best, choice = -2 * MATE_SCORE, []
    for move in board.legal_moves():
        worth = score(board, move)
        if worth > best:
            best, choice = worth, []
        if worth == best:
            choice.append(move)
    return random.choice(choice)
