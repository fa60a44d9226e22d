"""The smallest bot: any legal move will do.

Lesson: a bot is one function. The arena calls get_move(board, time_left_ms) whenever it is your turn; board shows the
game so far and knows the rules of the variant being played, and whatever legal move you return is played. Nothing else
is asked of you. Everything that makes a bot strong is a better way of choosing from this same list, so keep this one
as the first opponent of every bot you write: whoever does not beat it nearly always has a bug.
"""
import random


def get_move(board, time_left_ms):
    return random.choice(board.legal_moves())
