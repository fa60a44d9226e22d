"""Lesson: a search is a function that calls itself. A move is
worth minus the best reply to it; look deep enough and win."""


def look(b, depth, alpha, beta, best=None):
    if depth == 0 or b.is_game_over_fast():
        return b.evaluate(), None
    for m in b.ordered_moves():
        if alpha < beta:
            b.push(m)
            s = -look(b, depth - 1, -beta, -alpha)[0]
            b.pop()
            if s > alpha:
                alpha, best = s, m
    return alpha, best


def get_move(b, ms):
    return look(b, 2 + (ms > 5000), -10**9, 10**9)[1]
