"""rookery.chess against python-chess, side by side in one process: microseconds per call and the ratio.

    python3 bench/python_chess.py [--build build] [--quick]

Needs python-chess (PyPI `chess`) in the interpreter that runs it. Times are processor time, each the best of several
rounds that alternate between the libraries, so that a busy machine disturbs both alike. Targets are those that the
project holds itself to."""
import argparse
import os
import random
import sys
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
TOLERANCE = 0.9  # a tenth is noise
MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8"


def load(build):
    sys.path.append(os.path.join(os.path.abspath(build), "bindings", "python"))
    import chess
    import chess.variant
    import rookery.chess
    import rookery.chess.variant
    return chess, rookery.chess


def long_game(chess, plies=100):
    board, rng = chess.Board(), random.Random(3)
    while len(board.move_stack) < plies:
        moves = list(board.legal_moves)
        if not moves:
            board = chess.Board()
            continue
        board.push(rng.choice(moves))
    return board


def playout(chess, board, seed):
    rng = random.Random(seed)
    while len(board.move_stack) < 60:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    return board


def operations(chess):
    """(name, target ratio, function) of one library; each function does one unit of work."""
    start, middle, old = chess.Board(), chess.Board(MIDDLEGAME), long_game(chess)
    e4, middle_moves = chess.Move.from_uci("e2e4"), list(middle.legal_moves)
    some_move, sans = middle_moves[5], [middle.san(move) for move in middle_moves]
    ucis = [move.uci() for move in middle_moves]
    crowd, pieces = chess.BB_RANK_2 | chess.BB_RANK_7, chess.Board().piece_map
    squares = chess.SquareSet(0x00ff_0000_1234_ff00)

    def push_pop():
        start.push(e4)
        start.pop()

    def ending(name):
        return lambda: getattr(middle, name)()

    found = [
        ("list(legal_moves)", 20, lambda: list(middle.legal_moves)),
        ("list(legal_moves), start", 20, lambda: list(start.legal_moves)),
        ("list(pseudo_legal_moves)", 1, lambda: list(middle.pseudo_legal_moves)),
        ("list(generate_legal_captures())", 1, lambda: list(middle.generate_legal_captures())),
        ("legal_moves.count()", 1, lambda: middle.legal_moves.count()),
        ("any(legal_moves)", 1, lambda: any(middle.legal_moves)),
        ("move in legal_moves", 1, lambda: some_move in middle.legal_moves),
        ("push + pop", 10, push_pop),
        ("fen()", 30, middle.fen),
        ("Board(fen)", 30, lambda: chess.Board(MIDDLEGAME)),
        ("Board()", 1, chess.Board),
        ("copy(), 100 plies", 50, old.copy),
        ("copy(stack=False)", 1, lambda: old.copy(stack=False)),
        ("outcome(claim_draw=True)", 50, lambda: middle.outcome(claim_draw=True)),
        ("outcome(claim_draw=True), 100 plies", 50, lambda: old.outcome(claim_draw=True)),
        ("outcome()", 1, middle.outcome),
        ("is_repetition()", 1, old.is_repetition),
        ("piece_map()", 10, pieces),
        ("board == copy", 1, lambda board=middle.copy(): middle == board),
        ("_transposition_key()", 1, middle._transposition_key),
        ("san(move)", 1, lambda: middle.san(some_move)),
        ("parse_san, all moves", 1, lambda: [middle.parse_san(san) for san in sans]),
        ("parse_uci, all moves", 1, lambda: [middle.parse_uci(uci) for uci in ucis]),
        ("Move.from_uci", 1, lambda: chess.Move.from_uci("g1f3")),
        ("Move(from, to)", 1, lambda: chess.Move(6, 21)),
        ("move.uci()", 1, some_move.uci),
        ("hash(move)", 1, lambda: hash(some_move)),
        ("move == move", 1, lambda: some_move == middle_moves[6]),
        ("move.from_square", 1, lambda: some_move.from_square),
        ("move.promotion", 1, lambda: some_move.promotion),
        ("board.turn", 1, lambda: middle.turn),
        ("board.ep_square", 1, lambda: middle.ep_square),
        ("board.halfmove_clock", 1, lambda: middle.halfmove_clock),
        ("board.pawns", 1, lambda: middle.pawns),
        ("board.occupied", 1, lambda: middle.occupied),
        ("board.occupied_co[True]", 1, lambda: middle.occupied_co[True]),
        ("board.move_stack[-1]", 1, lambda: old.move_stack[-1]),
        ("piece_at(square)", 1, lambda: middle.piece_at(6)),
        ("piece_type_at(square)", 1, lambda: middle.piece_type_at(6)),
        ("color_at(square)", 1, lambda: middle.color_at(6)),
        ("pieces(type, color)", 1, lambda: middle.pieces(chess.PAWN, chess.WHITE)),
        ("king(color)", 1, lambda: middle.king(True)),
        ("attackers(color, square)", 1, lambda: middle.attackers(True, 36)),
        ("is_attacked_by(color, square)", 1, lambda: middle.is_attacked_by(True, 36)),
        ("attacks(square)", 1, lambda: middle.attacks(19)),
        ("is_pinned(color, square)", 1, lambda: middle.is_pinned(True, 12)),
        ("is_capture(move)", 1, lambda: middle.is_capture(some_move)),
        ("is_castling(move)", 1, lambda: middle.is_castling(some_move)),
        ("gives_check(move)", 1, lambda: middle.gives_check(some_move)),
        ("is_check()", 1, ending("is_check")),
        ("is_checkmate()", 1, ending("is_checkmate")),
        ("is_stalemate()", 1, ending("is_stalemate")),
        ("is_insufficient_material()", 1, ending("is_insufficient_material")),
        ("was_into_check()", 1, ending("was_into_check")),
        ("is_game_over()", 1, ending("is_game_over")),
        ("popcount", 1, lambda: chess.popcount(crowd)),
        ("lsb", 1, lambda: chess.lsb(crowd)),
        ("msb", 1, lambda: chess.msb(crowd)),
        ("list(scan_forward)", 1, lambda: list(chess.scan_forward(crowd))),
        ("list(scan_reversed)", 1, lambda: list(chess.scan_reversed(crowd))),
        ("list(SquareSet)", 1, lambda: list(squares)),
        ("SquareSet & SquareSet", 1, lambda: squares & squares),
        ("len(SquareSet)", 1, lambda: len(squares)),
        ("square in SquareSet", 1, lambda: 12 in squares),
        ("square_name", 1, lambda: chess.square_name(12)),
        ("square_distance", 1, lambda: chess.square_distance(3, 60)),
        ("square_file", 1, lambda: chess.square_file(12)),
        ("str(board)", 1, lambda: str(middle)),
        ("mirror()", 1, middle.mirror),
        ("status()", 1, middle.status),
        ("epd(bm=...)", 1, lambda: middle.epd(bm=some_move)),
    ]
    for name, target in (("chess", 15), ("atomic", 40), ("crazyhouse", 1), ("antichess", 1), ("horde", 1),
                         ("racingkings", 1), ("Three-check", 1), ("King of the Hill", 1)):
        board_class = chess.variant.find_variant(name)
        found.append((f"random playout, {name.lower()}", target, lambda cls=board_class: playout(chess, cls(), 7)))
    return found


def seconds_per_call(function, budget):
    """Repeats for about `budget` seconds of processor time."""
    count, elapsed = 1, 0.0
    while True:
        begin = time.process_time()
        for _ in range(count):
            function()
        elapsed = time.process_time() - begin
        if elapsed >= budget / 4:
            return elapsed / count
        count = max(count * 2, int(count * budget / 4 / max(elapsed, 1e-7)))


def compare(theirs, ours, budget, rounds):
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        for index, function in enumerate((theirs, ours)):
            best[index] = min(best[index], seconds_per_call(function, budget))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="", help="names that contain this text")
    options = parser.parse_args()
    chess, rookery_chess = load(options.build)
    budget, rounds = (0.02, 2) if options.quick else (0.1, 4)

    print(f"python-chess {chess.__version__}, Python {sys.version.split()[0]}")
    print(f"{'operation':38} {'python-chess':>13} {'rookery':>10} {'ratio':>8} {'target':>7}")
    short = []
    for (name, target, theirs), (_, _, ours) in zip(operations(chess), operations(rookery_chess)):
        if options.only not in name:
            continue
        slow, fast = compare(theirs, ours, budget, rounds)
        ratio = slow / fast
        mark = "" if ratio >= target * TOLERANCE else "  below target"
        print(f"{name:38} {slow * 1e6:10.2f} us {fast * 1e6:7.3f} us {ratio:7.1f}x {target:6}x{mark}")
        if mark:
            short.append(name)
    print(f"{len(short)} below target" + (": " + ", ".join(short) if short else ""))
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
