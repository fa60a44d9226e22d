"""Bots on rookery against the same bots on python-chess: nodes per second of processor time, and the ratio.

    python3 bench/python_helpers.py [--build build] [--bots ../shared/seeds/bots] [--seconds 3]

The minimax bot runs on arena helpers; for python-chess these are written below in plain Python, doing the same work. The
strong seed bot (arena_max_v2.py) uses python-chess alone, so it only changes the module underneath. A node is a call of
search(). Needs python-chess (PyPI `chess`); without the seed bots it uses the minimax bot of this project."""
import argparse
import os
import sys
import time
import types

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
POSITIONS = [
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
    "r2q1rk1/1p1bbppp/p2p1n2/4p3/4P3/1NN1BP2/PPPQ2PP/2KR3R b - - 4 12",
    "8/5pk1/1p1p2p1/p1pP3p/P1P1P2P/5P1K/6P1/8 w - - 0 40",
]


# ---- The arena's helpers in plain Python, on python-chess ---------------------------------------------------------

PIECE_VALUES = {1: 100, 2: 320, 3: 330, 4: 500, 5: 900, 6: 0}
MATE_SCORE = 100000


def edge_steps(line):
    return 3 - line if line < 4 else line - 4


def square_bonus(piece_type, file, rank):
    """(opening, ending), the same rules as in bindings/python/src/arena_helpers.c."""
    near, far = edge_steps(file), edge_steps(rank)
    centre, spread = 6 - 2 * max(near, far), 6 - near - far
    if piece_type == 1:
        middle = (20 if rank in (3, 4) else -15 if rank == 1 else 8) if near == 0 else 0
        return (rank - 1) * 4 + middle, (rank - 1) ** 2 * 5
    if piece_type == 2:
        return spread * 9 - 35, spread * 7 - 30
    if piece_type == 3:
        return spread * 4 - 10 - (10 if rank == 0 else 0), spread * 3 - 8
    if piece_type == 4:
        return (20 if rank == 6 else 0) + (6 if near == 0 else 0), 15 if rank == 6 else 0
    if piece_type == 5:
        return centre - 3, spread * 4 - 10
    return (25 if near >= 2 else 0) if rank == 0 else -20 * rank, spread * 8 - 20


def bonus_tables():
    tables = {}
    for color in (True, False):
        for piece_type, value in PIECE_VALUES.items():
            for square in range(64):
                rank = square >> 3 if color else 7 - (square >> 3)
                opening, ending = square_bonus(piece_type, square & 7, rank)
                tables[color, piece_type, square] = (value + opening, value + ending)
    return tables


def plain_helpers(chess):
    tables = bonus_tables()
    phases = {1: 0, 2: 1, 3: 1, 4: 2, 5: 4, 6: 0}

    class Board(chess.Board):
        """python-chess's board with the arena's helpers as one would write them in Python."""

        increment_ms = 0

        def is_game_over_fast(self):
            return (self.is_checkmate() or self.is_insufficient_material() or self.is_seventyfive_moves()
                    or not any(self.legal_moves))

        def evaluate(self):
            if self.is_checkmate():
                return -(MATE_SCORE - len(self.move_stack))
            if self.is_insufficient_material() or self.is_seventyfive_moves() or not any(self.legal_moves):
                return 0
            opening = ending = phase = 0
            for square, piece in self.piece_map().items():
                first, last = tables[piece.color, piece.piece_type, square]
                sign = 1 if piece.color == self.turn else -1
                opening += sign * first
                ending += sign * last
                phase += phases[piece.piece_type]
            phase = min(phase, 24)
            return (opening * phase + ending * (24 - phase)) // 24

        def captured_value(self, move):
            if self.is_en_passant(move):
                return PIECE_VALUES[1]
            if self.is_castling(move):
                return 0
            return PIECE_VALUES.get(self.piece_type_at(move.to_square), 0)

        def rank_of(self, move):
            piece_type = self.piece_type_at(move.from_square)
            score = 300 if self.gives_check(move) else 0
            score += tables[self.turn, piece_type, move.to_square][0] - tables[self.turn, piece_type, move.from_square][0]
            captured = self.captured_value(move)
            if captured:
                score += captured * 10 - PIECE_VALUES[piece_type] + 1000
            if move.promotion:
                score += PIECE_VALUES[move.promotion] * 10
            return score

        def ordered_moves(self):
            return sorted(self.legal_moves, key=self.rank_of, reverse=True)

    module = types.ModuleType("arena")
    module.Board, module.MATE_SCORE, module.PIECE_VALUES, module.Move = Board, MATE_SCORE, PIECE_VALUES, chess.Move
    module.piece_value = lambda piece_type: PIECE_VALUES.get(piece_type, 0)
    return module


# ---- Measuring ----------------------------------------------------------------------------------------------------

def load_bot(path, chess, arena):
    saved = {name: sys.modules.get(name) for name in ("chess", "arena")}
    sys.modules["chess"], sys.modules["arena"] = chess, arena
    try:
        bot = types.ModuleType("bot")
        with open(path, encoding="utf-8") as file:
            exec(compile(file.read(), path, "exec"), bot.__dict__)
        return bot
    finally:
        for name, module in saved.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


class FakeTime:
    """Bots look at a clock; this one gives processor time, so that a busy machine does not cut the search short."""

    monotonic = time = perf_counter = staticmethod(time.process_time)


def searched(path, chess, arena, seconds):
    """Runs the bot on each position and counts the calls of its search(), at the same small cost in both cases; returns
    (nodes, seconds)."""
    bot = load_bot(path, chess, arena)
    bot.time = FakeTime
    plain, calls = bot.search, [0]

    def search(*arguments):
        calls[0] += 1
        return plain(*arguments)

    bot.search = search
    begin = time.process_time()
    for fen in POSITIONS:
        board = arena.Board(fen)
        board.increment_ms = 0
        bot.get_move(board, seconds * 1000)
    return calls[0], time.process_time() - begin


def iterations(path, chess, arena, seconds):
    """Nodes that the bot counts itself: arena_max_v2.py's `st["n"]`."""
    bot = load_bot(path, chess, arena)
    bot.time = FakeTime
    nodes, begin = 0, time.process_time()
    for fen in POSITIONS:
        board = arena.Board(fen)
        board.increment_ms = 0
        bot.get_move(board, seconds * 1000)
        nodes += bot.st["n"]
    return nodes, time.process_time() - begin


def report(name, target, measure, sides):
    rates = []
    for _ in range(2):
        rates.append([nodes / spent for nodes, spent in (measure(*side) for side in sides)])
    theirs, ours = (max(column) for column in zip(*rates))
    ratio = ours / theirs
    mark = "" if ratio >= target else "  below target"
    print(f"{name:24} python-chess {theirs:9.0f} nodes/s  rookery {ours:9.0f} nodes/s  {ratio:5.1f}x (target {target}x){mark}")
    return ratio >= target


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--bots", default=os.path.join(ROOT, "..", "shared", "seeds", "bots"))
    parser.add_argument("--seconds", type=float, default=20.0, help="the clock that bots are told, not the time they use")
    options = parser.parse_args()
    sys.path.append(os.path.join(os.path.abspath(options.build), "bindings", "python"))
    import chess
    import rookery.arena
    import rookery.chess

    sides = [(chess, plain_helpers(chess)), (rookery.chess, rookery.arena)]
    minimax = os.path.join(options.bots, "minimax_bot.py")
    if not os.path.exists(minimax):
        minimax = os.path.join(ROOT, "bots", "python", "minimax.py")
    good = report("minimax", 10, lambda c, a: searched(minimax, c, a, options.seconds), sides)
    strong = os.path.join(options.bots, "arena_max_v2.py")
    if os.path.exists(strong):
        good = report("arena_max_v2", 2, lambda c, a: iterations(strong, c, a, options.seconds), sides) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
