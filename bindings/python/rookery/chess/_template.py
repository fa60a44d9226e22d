"""Methods that rest on other methods, for boards whose class replaces some of those.

A subclass may replace, say, is_variant_end(), and expects outcome(), is_legal() and the rest to follow it. Boards of such
classes come here from C; each function does its work by calling the methods it rests on."""
from rookery import _core
from rookery.chess import _rare
from rookery.chess._lazy import Outcome


def any_of(moves):
    for _ in moves:
        return True
    return False


def after(board, move, question):
    board.push(move)
    try:
        return question()
    finally:
        board.pop()


def is_check(board):
    return bool(board.checkers_mask())


def gives_check(board, move):
    return after(board, move, board.is_check)


def gives_checkmate(board, move):
    return after(board, move, board.is_checkmate)


def is_legal(board, move):
    if board.is_variant_end() or not board.is_pseudo_legal(move):
        return False
    if isinstance(board, (_core.SuicideBoard, _core.AtomicBoard, _core.RacingKingsBoard, _core.CrazyhouseBoard)):
        # These have more to legality than the king's safety: ask the plain board of the variant.
        return plain(board).is_legal(move)
    return not board.is_into_check(move)


def plain(board):
    """The same position as a board of our own class of the variant."""
    for cls in type(board).__mro__:
        if cls.__module__.startswith("rookery.") and issubclass(cls, _core.Board):
            twin = cls(None, chess960=board.chess960)
            twin.__setstate__(board.__reduce__()[2])
            return twin
    raise TypeError(f"not a board: {board!r}")


def is_safe(board, move):
    """Whether a pseudo-legal move is legal."""
    if isinstance(board, _core.AtomicBoard):
        return plain(board).is_legal(move)
    if board.is_into_check(move):
        return False
    return not isinstance(board, _core.RacingKingsBoard) or not board.gives_check(move)


def generate_legal_moves(board, masks):
    if board.is_variant_end():
        return
    if isinstance(board, _core.SuicideBoard):
        yield from plain(board).generate_legal_moves(*masks)
        return
    for move in list(board.generate_pseudo_legal_moves(*masks)):
        if is_safe(board, move):
            yield move
    if isinstance(board, _core.CrazyhouseBoard):
        yield from board.generate_legal_drops(masks[0] & masks[1])


def generate_legal_captures(board, masks):
    from_mask, to_mask = masks
    yield from board.generate_legal_moves(from_mask, to_mask & board.occupied_co[not board.turn])
    yield from board.generate_legal_ep(from_mask, to_mask)


def generate_legal_ep(board, masks):
    if board.is_variant_end():
        return
    for move in board.generate_pseudo_legal_ep(*masks):
        if not board.is_into_check(move):
            yield move


def generate_pseudo_legal_captures(board, masks):
    from_mask, to_mask = masks
    yield from board.generate_pseudo_legal_moves(from_mask, to_mask & board.occupied_co[not board.turn])
    yield from board.generate_pseudo_legal_ep(from_mask, to_mask)


def is_irreversible(board, move):
    return plain(board).is_irreversible(move)


def can_move(board):
    return any_of(board.generate_legal_moves())


def is_checkmate(board):
    return board.is_check() and not can_move(board)


def is_stalemate(board):
    return not board.is_check() and not board.is_variant_end() and not can_move(board)


def is_insufficient_material(board):
    return board.has_insufficient_material(True) and board.has_insufficient_material(False)


def is_halfmoves(board, plies):
    if isinstance(board, _core.CrazyhouseBoard):
        return False
    return board.halfmove_clock >= plies and can_move(board)


def is_seventyfive_moves(board):
    return is_halfmoves(board, 150)


def is_fifty_moves(board):
    return is_halfmoves(board, 100)


def is_fivefold_repetition(board):
    return board.is_repetition(5)


def count_positions(board, limit):
    """How often each position since the last irreversible move occurred, going back until the present one did `limit`
    times. The board is left as it was."""
    now = board._transposition_key()
    counts = {now: 1}
    taken_back = []
    try:
        while board.move_stack and counts[now] < limit:
            move = board.pop()
            taken_back.append(move)
            if board.is_irreversible(move):
                break
            key = board._transposition_key()
            counts[key] = counts.get(key, 0) + 1
    finally:
        while taken_back:
            board.push(taken_back.pop())
    return now, counts


def is_repetition(board, count=3):
    now, counts = count_positions(board, count)
    return counts[now] >= count


def can_claim_fifty_moves(board):
    if board.is_fifty_moves():
        return True
    if board.halfmove_clock < 99:
        return False
    return any(not board.is_zeroing(move) and after(board, move, board.is_fifty_moves)
               for move in list(board.generate_legal_moves()))


def can_claim_threefold_repetition(board):
    now, counts = count_positions(board, 1 << 30)
    if counts[now] >= 3:
        return True
    return any(counts.get(after(board, move, board._transposition_key), 0) >= 2
               for move in list(board.generate_legal_moves()))


def can_claim_draw(board):
    return board.can_claim_fifty_moves() or board.can_claim_threefold_repetition()


def outcome(board, claim_draw=False):
    ends = _rare.part("Termination")
    if board.is_variant_loss():
        return Outcome(ends.VARIANT_LOSS, not board.turn)
    if board.is_variant_win():
        return Outcome(ends.VARIANT_WIN, board.turn)
    if board.is_variant_draw():
        return Outcome(ends.VARIANT_DRAW, None)
    if board.is_checkmate():
        return Outcome(ends.CHECKMATE, not board.turn)
    draws = [
        (board.is_insufficient_material, ends.INSUFFICIENT_MATERIAL),
        (lambda: not can_move(board), ends.STALEMATE),
        (board.is_seventyfive_moves, ends.SEVENTYFIVE_MOVES),
        (board.is_fivefold_repetition, ends.FIVEFOLD_REPETITION),
    ]
    if claim_draw:
        draws.append((board.can_claim_fifty_moves, ends.FIFTY_MOVES))
        draws.append((board.can_claim_threefold_repetition, ends.THREEFOLD_REPETITION))
    for question, end in draws:
        if question():
            return Outcome(end, None)
    return None


def is_game_over(board, claim_draw=False):
    return board.outcome(claim_draw=claim_draw) is not None


def result(board, claim_draw=False):
    found = board.outcome(claim_draw=claim_draw)
    return found.result() if found else "*"
