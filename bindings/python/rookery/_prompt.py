"""The prompt with which an AI model writes a bot at the first try.

Names, signatures and their meaning are read off the modules, rules off rookery/_rules.py, limits are handed over by the
program: what the prompt says is what there is. A name listed here that does not exist is an error.
"""
import inspect
import sys

import rookery.chess as chess
from rookery import _check, _core, _rules, arena

# What a search needs of a board, by subject. The rest is named without explanation.
METHODS = {
    "Moves": """legal_moves generate_legal_moves generate_legal_captures generate_pseudo_legal_moves
        generate_pseudo_legal_captures push pop was_into_check peek is_legal find_move parse_san parse_uci san uci""",
    "What a move is": """is_capture is_en_passant is_castling gives_check is_zeroing""",
    "Men": """piece_at piece_type_at color_at pieces pieces_mask piece_map king pawns knights bishops rooks queens kings
        occupied occupied_co""",
    "Attacks": """attackers attackers_mask attacks attacks_mask is_attacked_by is_pinned pin_mask checkers_mask""",
    "State": """turn castling_rights has_kingside_castling_rights has_queenside_castling_rights ep_square
        halfmove_clock fullmove_number ply move_stack root copy fen""",
    "The end": """is_check is_checkmate is_stalemate is_game_over outcome is_insufficient_material
        has_insufficient_material is_repetition is_variant_win is_variant_loss is_variant_draw""",
}
HELPERS = """ordered_moves evaluate material_balance captured_value is_game_over_fast increment_ms variant_name
    uci_variant"""
FUNCTIONS = """square square_file square_rank square_distance square_mirror popcount scan_forward scan_reversed lsb msb
    between ray"""
CONSTANTS = """WHITE BLACK PAWN KNIGHT BISHOP ROOK QUEEN KING A1 H8 SQUARES BB_SQUARES BB_FILES BB_RANKS BB_ALL BB_CENTER
    BB_LIGHT_SQUARES BB_DARK_SQUARES BB_KNIGHT_ATTACKS BB_KING_ATTACKS BB_PAWN_ATTACKS"""

MEANINGS = {
    "uci_variant": "python-chess's name of it: chess (also for chess960), crazyhouse, 3check, ...",
    "legal_moves": "the legal moves",
    "occupied_co": "a list of two bitboards, by colour",
}

EXAMPLE = '''
import time

import arena
from arena import MATE_SCORE

INFINITY = 2 * MATE_SCORE
table = {}  # position -> (depth, score, bound, move); lives as long as the game


class OutOfTime(Exception):
    pass


class Search:
    def __init__(self, board, deadline):
        self.board, self.deadline, self.nodes = board, deadline, 0

    def check_time(self):
        self.nodes += 1
        if self.nodes % 64 == 0 and time.monotonic() > self.deadline:
            raise OutOfTime

    def quiet(self, alpha, beta):
        """Plays captures out, so that no exchange is judged half-way."""
        self.check_time()
        board = self.board
        if board.is_game_over_fast():
            return board.evaluate()
        best = board.evaluate()
        alpha = max(alpha, best)
        if alpha >= beta:
            return best
        for move in sorted(board.generate_legal_captures(), key=board.captured_value, reverse=True):
            board.push(move)
            score = -self.quiet(-beta, -alpha)
            board.pop()
            best = max(best, score)
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        return best

    def score(self, depth, alpha, beta, root=False):
        board = self.board
        if not root and board.is_repetition(2):
            return 0
        if depth == 0 or board.is_game_over_fast():
            return self.quiet(alpha, beta)
        self.check_time()
        key = board._transposition_key()
        known_depth, known, bound, first = table.get(key, (-1, 0, 0, None))
        if not root and known_depth >= depth and (bound == 0 or (bound > 0 and known >= beta) or (bound < 0 and known <= alpha)):
            return known
        moves = board.ordered_moves()
        if first in moves:
            moves.remove(first)
            moves.insert(0, first)
        best, best_move, old_alpha = -INFINITY, moves[0], alpha
        for move in moves:
            board.push(move)
            score = -self.score(depth - 1, -beta, -alpha)
            board.pop()
            if score > best:
                best, best_move = score, move
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        table[key] = depth, best, (best >= beta) - (best <= old_alpha), best_move
        return best


def get_move(board, time_left_ms):
    left = max(20, time_left_ms - 100)  # a tenth of a second is kept back
    budget = min(left / 30 + board.increment_ms / 2, left / 5) / 1000
    start = time.monotonic()
    best = board.ordered_moves()[0]
    if len(table) > 300000:
        table.clear()
    for depth in range(1, 40):
        search = Search(board.copy(), start + budget)  # a search that runs out of time leaves its moves on the board
        try:
            score = search.score(depth, -INFINITY, INFINITY, root=True)
        except OutOfTime:
            break
        best = table[board._transposition_key()][3]
        arena.report(depth, score, search.nodes, [best])
        if time.monotonic() - start > budget / 2 or abs(score) > MATE_SCORE - 1000:
            break
    return best
'''

TEXT = '''\
Write a bot that plays chess in the Rookery arena. Answer with the complete source of one Python file and nothing else: no
explanation, no Markdown fences, no second file. It must run as it stands and be as strong as you can make it.

# The contract

The file defines get_move(board, time_left_ms). It is called once for each of the bot's turns.
- board: the game so far, a fresh copy each time. Whatever you do to it has no effect on the game.
- time_left_ms: what the bot's clock shows, in milliseconds (with a fixed time per move, that time, on every move).
- It returns a legal move: a Move object or text such as "e2e4", "e7e8q", "N@f3" or "Nf3". It must always return one.
An exception, None, an illegal move or an overstepped clock loses the game at once. The file is loaded once a game, within
{start_seconds} seconds; module-level variables live until the game ends, and nothing lives longer. Printing goes to a log.

# Limits

Python 3.9 or later may run it; write for 3.9. One processor, {memory_mb} MB of memory, no files, no network, and no thinking while
the opponent thinks. The file is UTF-8, at most {open_bytes} bytes. Size classes, if one was asked for: Fifteen (at most
{fifteen_lines} lines that are not blank, each of at most {fifteen_columns} characters, ASCII only, at most {fifteen_bytes} bytes in all), Mini (fewer than {mini_bytes}
bytes), Open. Comments and spaces count.

# What may be imported

{modules}
from these modules with everything public, except:
{left_out}
Nothing else may be imported: not sys, os or __future__, nor the python-chess modules chess.engine, chess.pgn, chess.polyglot,
chess.svg and chess.syzygy.

Refused before the bot plays, and wherever they stand in the file:
- these names, even for your own variables: {forbidden}
- and these, unless they are your own variables: {hidden}
- attributes and names with two leading underscores other than the usual methods such as __init__, __lt__ or __hash__
- _private attributes of objects that are not self (self._cache is fine; so are {underscored})
- a module as a value (write `import random as rng`, not `rng = random`); replacing attributes of modules or boards
- type(x) other than to compare types, super() other than super().method(), metaclasses
- text.format() of a text that is not a literal: use f-strings
- async and await, yield in get_move, annotations written as strings

# The board

board is an arena.Board, or the class of the variant being played. It has everything python-chess's Board has, with the same
names and meanings, but runs in C: prefer its methods to loops in Python. Squares are 0 (a1) to 63 (h8). Bitboards are
integers with bit 0 for a1; board.pawns to board.occupied and board.castling_rights are such. board.legal_moves can be
iterated, tested with `in`, and called: board.legal_moves() is a list. push() does not check that the move is legal. Make and
unmake moves on one board (push, then pop); a copy costs more.

Helpers that only arena boards have. All scores are centipawns for the side to move, by the rules of the variant:
{helpers}
A finished game is worth +-MATE_SCORE less one for each move played, or 0 for a draw, in evaluate().
{methods}

Also there: {others}.

A Move has from_square, to_square, promotion (a piece type or None), drop (a piece type or None), uci(), Move.from_uci(text),
Move.null(); bool(move) is False for the null move. Moves can be compared and hashed. A Piece has piece_type, color, symbol().

# The modules arena and chess

from arena import Board, Move, {arena_names}
{arena_functions}
PIECE_VALUES is {piece_values}; MATE_SCORE is {mate_score}. Both are in arena, not in chess.

chess.WHITE is True and chess.BLACK is False; piece types are chess.PAWN = 1 to chess.KING = 6. Useful in chess:
{functions}
Constants: {constants} and so on.
{tables}

# Variants

The same bot is played in {variants}. board.variant_name tells which; write the bot so that it works in all of them:
- crazyhouse: captured men are dropped again; board.pockets[color].count(piece_type) are in hand, move.drop is set for drops
  (from_square then equals to_square). Do not assume that a piece stands on move.from_square.
- atomic: captures explode; board.captured_value(move) already counts what the explosion wins and costs.
- kingofthehill: a king on d4, e4, d5 or e5 wins. threecheck: the third check wins; board.remaining_checks[color] are left.
- antichess: captures are compulsory, kings are ordinary men, and who has no move left has won.
- horde: White has pawns and no king, so board.king(chess.WHITE) is None. racingkings: first king on the eighth rank; no checks.
- chess960: castling is the king's move onto its own rook.
Use board.is_game_over_fast() and board.evaluate() for ends; is_checkmate() and is_stalemate() do not know a variant's own.

# Time

The arbiter measures from sending the position to receiving the move. Use about a thirtieth of time_left_ms, and half of
board.increment_ms, for a move; never more than a fifth of what is left; keep 100 ms back. Deepen iteratively and look at
time.monotonic() at least every few dozen positions; when the time is up, play the best move of the last finished depth.
With 100 ms left or less, answer at once with a move from board.ordered_moves().

# Mistakes that lose games

- Leaving moves on the board: when a search is cut off by an exception, its pops are missed. Search a copy made at the root.
- Forgetting that evaluate() speaks for the side to move: after push() that is the opponent.
- Recursion without end in quiescence (search captures only) and beyond Python's limit of about 1000 calls.
- Returning None when every move is bad: start with the first legal move as the best.
- A table that grows without end: clear it at some 300,000 entries.
- Drawing won games by repetition: score board.is_repetition(2) inside the search as 0.
- Using board.fen() as a key: board._transposition_key() is an integer, equal for equal positions, and three times quicker.

# Strength

In this order: alpha-beta with iterative deepening, a transposition table whose move is tried first, quiescence search,
ordering by captured value, then killer moves and history, null-move pruning (board.push(Move.null()), never in check, in
endings or in antichess), late-move reductions, and an evaluation of your own built on bitboards.

A complete bot that works in all variants, as a start:

```python
{example}```
'''


def first_sentence(text):
    text = " ".join((text or "").split())
    sentence = text if text.endswith("...") else text.split(". ")[0].rstrip(".")
    return sentence if sentence[1:2].isupper() else sentence[:1].lower() + sentence[1:]


def meaning(owner, name):
    if name in MEANINGS:
        return MEANINGS[name]
    thing = getattr(owner, name)
    if isinstance(thing, (int, str, list)):
        return ""
    sentence = first_sentence(thing.__doc__)
    if sentence.startswith("the same as a bitboard"):
        sentence = meaning(owner, name.removesuffix("_mask")) + ", as a bitboard"
    return sentence


def signature(function):
    """'(square, occupied=None)'"""
    text = str(inspect.signature(function)).replace("(self, /, ", "(").replace("(self, /)", "()")
    return text.replace(str(chess.BB_ALL), "BB_ALL")


def described(owner, prefix, names):
    """One line for each name of the owner, with its signature and meaning."""
    lines = []
    for name in names.split():
        thing = getattr(owner, name)
        shown = signature(thing) if inspect.isroutine(thing) else ""
        means = meaning(owner, name)
        lines.append(f"- {prefix}{name}{shown}" + (f": {means}" if means else ""))
    return "\n".join(lines)


def listed(names):
    return " ".join(sorted(names))


def left_out(name):
    """Public names of an allowed library module that bots may not use."""
    __import__(name)
    module = sys.modules[name]
    public = getattr(module, "__all__", None) or [key for key in vars(module) if not key.startswith("_")]
    kind = type(sys)
    allowed = set(_rules.exported(name, module))
    return sorted(key for key in public if key not in allowed and hasattr(module, key)
                  and type(getattr(module, key)) is not kind)


def all_left_out():
    lines = []
    for name in sorted(_rules.LIBRARY):
        names = left_out(name)
        if names and name != "typing":
            lines.append(f"- {name}: {' '.join(names)}")
    lines.append("- typing: what does something at run time, such as get_type_hints")
    return "\n".join(lines)


def other_names():
    """What boards have beyond what is explained."""
    told = set(HELPERS.split()).union(*(names.split() for names in METHODS.values()))
    return ", ".join(name for name in dir(arena.Board)
                     if not name.startswith("_") and name not in told and "tb" not in name and "xboard" not in name)


def prompt(limits):
    methods = "".join(f"\n\n{title}:\n" + described(arena.Board, "board.", names) for title, names in METHODS.items())
    return TEXT.format(
        **limits,
        modules=listed(_rules.MODULES),
        left_out=all_left_out(),
        forbidden=listed(_rules.FORBIDDEN_NAMES),
        hidden=listed(_rules.HIDDEN_NAMES),
        underscored=", ".join(sorted(_check.PUBLIC_UNDERSCORED)),
        helpers=described(arena.Board, "board.", HELPERS),
        methods=methods,
        others=other_names(),
        arena_names="MATE_SCORE, PIECE_VALUES, piece_value, report",
        arena_functions=described(arena, "", "piece_value report"),
        piece_values=arena.PIECE_VALUES,
        mate_score=arena.MATE_SCORE,
        functions=described(_core, "chess.", FUNCTIONS),
        constants=", ".join("chess." + name for name in CONSTANTS.split()),
        tables="chess.BB_PAWN_ATTACKS is indexed by colour, then square; the other tables by square, file or rank.",
        variants=", ".join(arena.VARIANT_BOARDS),
        example=EXAMPLE.lstrip("\n"),
    )


def main(arguments):
    limits = {}
    for word in arguments[1:]:
        name, _, value = word.partition("=")
        limits[name] = f"{int(value):,}"
    sys.stdout.write(prompt(limits))
