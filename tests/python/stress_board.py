"""Throws random assignments, moves that no rule allows, damaged FENs and pickles at boards: nothing may crash.

    python3 tests/python/stress_board.py [--seconds 20] [--seed 1]

Meant for a build with sanitizers (LD_PRELOAD of libasan, PYTHONMALLOC=malloc), useful in any. Exceptions are fine as long
as they are those that the interface promises."""
import argparse
import copy
import os
import pickle
import random
import sys
import time

import places

EXPECTED = (ValueError, IndexError, AssertionError, KeyError, TypeError)
BITBOARDS = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "occupied", "promoted", "castling_rights")


def random_mask(rng):
    kind = rng.randrange(5)
    if kind == 0:
        return rng.getrandbits(64)
    if kind == 1:
        return rng.getrandbits(64) & rng.getrandbits(64) & rng.getrandbits(64)
    if kind == 2:
        return 1 << rng.randrange(64)
    if kind == 3:
        return ~rng.getrandbits(64)
    return rng.choice([0, -1, 1 << 70])


def random_move(chess, rng):
    return chess.Move(rng.randrange(-3, 66), rng.randrange(64), rng.choice([None] * 6 + [0, 1, 2, 5, 6, 7]),
                      rng.choice([None] * 8 + [1, 2, 6]))


def random_fen(rng):
    letters = "rnbqkpRNBQKP12345678/~[] -wbKQkqAHah0123456789+e3"
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    if rng.random() < 0.5:
        ranks = ["".join(rng.choice("rnbqkpRNBQKP1") for _ in range(8)) for _ in range(8)]
        fen = "/".join(ranks) + " " + rng.choice("wb") + " " + rng.choice(["-", "KQkq", "HAha", "Bb", "Kq"])
        fen += " " + rng.choice(["-", "e3", "e6", "a1", "h8", "d5"]) + " 3 9"
    for _ in range(rng.randrange(3)):
        place = rng.randrange(len(fen))
        fen = fen[:place] + rng.choice(letters) + fen[place + rng.randrange(3):]
    return fen


def look_at(board, rng):
    """Calls what reads the position."""
    questions = ["fen", "is_check", "is_checkmate", "is_stalemate", "outcome", "status", "can_claim_draw", "root", "ply",
                 "clean_castling_rights", "was_into_check", "is_repetition", "piece_map", "_transposition_key",
                 "castling_xfen", "is_insufficient_material", "ordered_moves", "evaluate", "material_balance",
                 "is_game_over_fast", "__repr__", "__str__", "has_legal_en_passant", "mirror"]
    getattr(board, rng.choice(questions))()
    fields = board.fen().split()
    if (board.turn, board.halfmove_clock, board.fullmove_number) != (fields[1] == "w", int(fields[-2]), int(fields[-1])):
        raise RuntimeError(f"attributes differ from {board.fen()}")
    square, color = rng.randrange(64), rng.random() < 0.5
    board.attackers(color, square), board.attacks(square), board.pin(color, square), board.king(color)


def step(chess, board, rng):
    kind = rng.randrange(16)
    if kind <= 3:
        moves = list(board.legal_moves) or list(board.pseudo_legal_moves)
        if moves:
            board.push(rng.choice(moves))
    elif kind == 4:
        setattr(board, rng.choice(BITBOARDS), random_mask(rng))
    elif kind == 5:
        board.occupied_co[rng.randrange(2)] = random_mask(rng)
    elif kind == 6:
        name, value = rng.choice([("turn", rng.random() < 0.5), ("ep_square", rng.choice([None] + list(range(64)))),
                                  ("halfmove_clock", rng.randrange(200)), ("fullmove_number", rng.randrange(1, 99)),
                                  ("chess960", rng.random() < 0.5)])
        setattr(board, name, value)
    elif kind == 7:
        move = random_move(chess, rng)
        for question in (board.is_legal, board.is_pseudo_legal, board.gives_check, board.is_into_check, board.is_capture,
                         board.uci, board.is_castling, board.captured_value):
            question(move)
        board.push(move)
    elif kind == 8:
        board.san(random_move(chess, rng))
    elif kind == 9:
        if board.move_stack:
            board.pop()
    elif kind == 10:
        board.set_piece_at(rng.randrange(64), rng.choice([None, chess.Piece(rng.randrange(1, 7), rng.random() < 0.5)]))
    elif kind == 11:
        return rng.choice([board.copy, lambda: board.copy(stack=rng.randrange(5)), lambda: copy.deepcopy(board),
                           lambda: pickle.loads(pickle.dumps(board)), board.root])()
    elif kind == 12:
        board.set_fen(random_fen(rng))
    elif kind == 13:
        text = "".join(rng.choice("abcdefgh12345678NBRQKOx=+#@-0") for _ in range(rng.randrange(1, 8)))
        rng.choice([board.parse_san, board.parse_uci, board.push_san, board.push_uci])(text)
    elif kind == 14 and hasattr(board, "pockets"):
        pocket = board.pockets[rng.randrange(2)]
        rng.choice([pocket.add, pocket.remove])(rng.randrange(1, 7))
    elif kind == 15 and hasattr(board, "remaining_checks"):
        board.remaining_checks[rng.randrange(2)] = rng.randrange(-1, 4)
    look_at(board, rng)
    return board


def run(seconds, seed):
    import rookery.arena as arena
    import rookery.chess as chess
    classes = list(arena.VARIANT_BOARDS.values()) + [arena.SuicideBoard, arena.GiveawayBoard]
    rng = random.Random(seed)
    end, steps = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        board = rng.choice(classes)(chess960=rng.random() < 0.2)
        for _ in range(60):
            steps += 1
            try:
                board = step(chess, board, rng)
            except EXPECTED:
                pass
    return steps


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", default=places.BUILD)
    options = parser.parse_args()
    sys.path.insert(0, os.path.join(os.path.abspath(options.build), "bindings", "python"))
    print(f"{run(options.seconds, options.seed)} steps without a crash")


if __name__ == "__main__":
    main()
