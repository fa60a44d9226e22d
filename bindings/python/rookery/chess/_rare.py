"""Methods of rookery.chess that are used so rarely that they need not be fast. C calls them with the object first."""
from rookery import _core
from rookery.chess import _lazy

NAMES = _core.SQUARE_NAMES
LETTERS = " pnbrqk"


# ---- Numbers wider than a board -----------------------------------------------------------------------------------

def wide_popcount(number):
    return bin(number).count("1")


def wide_lsb(number):
    return (number & -number).bit_length() - 1


def wide_msb(number):
    return number.bit_length() - 1


# ---- Pieces, square sets, moves -----------------------------------------------------------------------------------

def piece_unicode_symbol(piece, *, invert_color=False):
    from rookery import chess
    symbol = piece.symbol()
    return chess.UNICODE_PIECE_SYMBOLS[symbol.swapcase() if invert_color else symbol]


def piece_svg(piece):
    import chess.svg
    return chess.svg.piece(piece, size=45)


def square_set_svg(squares):
    import chess.svg
    return chess.svg.board(squares=squares, size=390)


def carry_rippler(squares):
    mask = squares.mask
    subset = 0
    while True:
        yield subset
        subset = (subset - mask) & mask
        if not subset:
            return


def move_generator_repr(generator):
    board = generator.board
    legal = isinstance(generator, _core.LegalMoveGenerator)
    texts = (board.san(move) if legal or board.is_legal(move) else board.uci(move) for move in generator)
    return f"<{type(generator).__name__} at {id(generator):#x} ({', '.join(texts)})>"


def part(name):
    """A part of rookery.chess that may not have been made yet."""
    from rookery import chess
    return _lazy.find(vars(chess), name)


def make_outcome(termination, winner):
    return _lazy.Outcome(part("Termination")(termination), winner)


# ---- Boards as pictures -------------------------------------------------------------------------------------------

def unicode(board, *, invert_color=False, borders=False, empty_square="\u2b58", orientation=True):
    ranks = range(7, -1, -1) if orientation else range(8)
    files = range(8) if orientation else range(7, -1, -1)
    rule = "  " + "-" * 17
    lines = []
    for rank in ranks:
        pieces = [board.piece_at(rank * 8 + file) for file in files]
        symbols = [piece.unicode_symbol(invert_color=invert_color) if piece else empty_square for piece in pieces]
        if borders:
            lines += [rule, f"{rank + 1} |{'|'.join(symbols)}|"]
        else:
            lines.append(" ".join(symbols))
    if borders:
        letters = "abcdefgh" if orientation else "hgfedcba"
        lines += [rule, "   " + " ".join(letters)]
    return "\n".join(lines)


def board_svg(board):
    import chess.svg
    if not isinstance(board, _core.Board):
        return chess.svg.board(board=board, size=400)
    return chess.svg.board(
        board=board, size=390, lastmove=board.peek() if board.move_stack else None,
        check=board.king(board.turn) if board.is_check() else None)


# ---- Setting men by hand ------------------------------------------------------------------------------------------

TYPE_ATTRIBUTES = (None, "pawns", "knights", "bishops", "rooks", "queens", "kings")


def remove_quietly(board, square):
    """Removes a man without touching the history."""
    piece_type = board.piece_type_at(square)
    if piece_type is None:
        return None
    mask = 1 << square
    name = TYPE_ATTRIBUTES[piece_type]
    setattr(board, name, getattr(board, name) & ~mask)
    board.occupied &= ~mask
    board.occupied_co[True] &= ~mask
    board.occupied_co[False] &= ~mask
    board.promoted &= ~mask
    return piece_type


def set_quietly(board, square, piece_type, color, promoted=False):
    remove_quietly(board, square)
    if not 1 <= piece_type <= 6:
        return
    mask = 1 << square
    name = TYPE_ATTRIBUTES[piece_type]
    setattr(board, name, getattr(board, name) | mask)
    board.occupied |= mask
    board.occupied_co[color] |= mask
    if promoted:
        board.promoted |= mask


def effective_promoted(board):
    if isinstance(board, _core.CrazyhouseBoard):
        return board.promoted & ~board.kings & ~board.pawns
    if isinstance(board, _core.SuicideBoard) and board.castling_rights:
        return board.kings & board.promoted
    return 0


def set_piece_map(board, pieces):
    board.clear_board()
    for square, piece in pieces.items():
        board.set_piece_at(square, piece)


BITBOARDS = TYPE_ATTRIBUTES[1:] + ("occupied", "promoted")


def apply_transform(board, f):
    for name in BITBOARDS:
        setattr(board, name, f(getattr(board, name)))
    for color in (False, True):
        board.occupied_co[color] = f(board.occupied_co[color])
    if isinstance(board, _core.Board):
        board.clear_stack()
        if board.ep_square is not None:
            moved = f(1 << board.ep_square)
            board.ep_square = moved.bit_length() - 1 if moved else None
        board.castling_rights = f(board.castling_rights)


def transform(board, f):
    copy = board.copy(stack=False) if isinstance(board, _core.Board) else board.copy()
    copy.apply_transform(f)
    return copy


def apply_mirror(board):
    board.apply_transform(_core.flip_vertical)
    board.occupied_co[True], board.occupied_co[False] = board.occupied_co[False], board.occupied_co[True]
    if isinstance(board, _core.Board):
        board.turn = not board.turn


def mirror(board):
    copy = board.copy()
    copy.apply_mirror()
    for name in ("remaining_checks", "pockets"):
        counts = getattr(copy, name, None)
        if counts is not None:
            counts[True], counts[False] = counts[False], counts[True]
    return copy


# ---- Chess960 start positions -------------------------------------------------------------------------------------

def from_chess960_pos(cls, scharnagl):
    board = cls(None, chess960=True) if issubclass(cls, _core.Board) else cls(None)
    board.set_chess960_pos(scharnagl)
    return board


KNIGHT_PLACES = ("00111", "01011", "01101", "01110", "10011", "10101", "10110", "11001", "11010", "11100")


def start_rank_number(rank):
    """The number of a first rank like 'rnbqkbnr', or None. The inverse of Scharnagl's numbering: light bishop, dark
    bishop, queen among the six squares left, knights among the five left then."""
    if sorted(rank) != sorted("rnbqkbnr"):
        return None
    bishops = [file for file, letter in enumerate(rank) if letter == "b"]
    light = [file for file in bishops if file % 2 == 1]
    dark = [file for file in bishops if file % 2 == 0]
    if len(light) != 1 or rank.replace("b", "").replace("n", "").replace("q", "") != "rkr":
        return None
    without_bishops = rank.replace("b", "")
    rest = without_bishops.replace("q", "")
    knights = KNIGHT_PLACES.index("".join("0" if letter == "n" else "1" for letter in rest))
    return light[0] // 2 + 4 * (dark[0] // 2) + 16 * without_bishops.index("q") + 96 * knights


def chess960_pos(board, *, ignore_turn=False, ignore_castling=False, ignore_counters=True):
    if isinstance(board, _core.Board):
        if board.ep_square or (not ignore_turn and not board.turn):
            return None
        if not ignore_castling and board.clean_castling_rights() != board.rooks:
            return None
        if not ignore_counters and (board.fullmove_number != 1 or board.halfmove_clock != 0):
            return None
    if effective_promoted(board):
        return None
    ranks = _core.BaseBoard.board_fen(board, promoted=False).split("/")
    if ranks[1:7] != ["pppppppp", "8", "8", "8", "8", "PPPPPPPP"] or ranks[7] != ranks[0].upper():
        return None
    return start_rank_number(ranks[0])


# ---- Validity -----------------------------------------------------------------------------------------------------

def status(board):
    return part("Status")(board._status_bits())


def valid_ep_square(board):
    """The en passant square if a double push can just have jumped over it."""
    square = board.ep_square
    if not square or square >> 3 != (5 if board.turn else 2):
        return None
    step = -8 if board.turn else 8
    pawn = board.piece_at(square + step)
    if pawn is None or pawn.piece_type != _core.PAWN or pawn.color == board.turn:
        return None
    if board.occupied & (1 << square | 1 << (square - step)):
        return None
    return square


# ---- Moves --------------------------------------------------------------------------------------------------------

def find_move(board, from_square, to_square, promotion=None):
    if promotion is None and board.pawns & 1 << from_square and 1 << to_square & _core.BB_BACKRANKS:
        promotion = _core.QUEEN
    move = from_chess960(board, board.chess960, from_square, to_square, promotion)
    if not board.is_legal(move):
        raise _core.IllegalMoveError(
            f"no legal move from {NAMES[from_square]} to {NAMES[to_square]} in {board.fen()}")
    return move


# King takes rook, and what it is called where castling is written as the king's two steps.
CASTLINGS = {(_core.E1, _core.H1): _core.G1, (_core.E1, _core.A1): _core.C1,
             (_core.E8, _core.H8): _core.G8, (_core.E8, _core.A8): _core.C8}
TWO_STEPS = {(king, target): rook for (king, rook), target in CASTLINGS.items()}


def from_chess960(board, chess960, from_square, to_square, promotion=None, drop=None):
    if not chess960 and promotion is None and drop is None and board.kings & 1 << from_square:
        to_square = CASTLINGS.get((from_square, to_square), to_square)
    return _core.Move(from_square, to_square, promotion, drop)


def to_chess960(board, move):
    rook = TWO_STEPS.get((move.from_square, move.to_square))
    if rook is None or not board.kings & 1 << move.from_square or board.rooks & 1 << move.to_square:
        return move
    return _core.Move(move.from_square, rook)


def xboard(board, move, chess960=None):
    if chess960 is None:
        chess960 = board.chess960
    if not chess960 or not board.is_castling(move):
        return move.xboard()
    return "O-O" if board.is_kingside_castling(move) else "O-O-O"


def variation_san(board, variation):
    board = board.copy(stack=False)
    words = []
    for move in variation:
        if not board.is_legal(move):
            raise _core.IllegalMoveError(f"illegal move {move} in position {board.fen()}")
        if board.turn:
            words.append(f"{board.fullmove_number}.")
        elif not words:
            words.append(f"{board.fullmove_number}...")
        words.append(board.san_and_push(move))
    return " ".join(words)


class HistoryState:
    """A position of the history, as Board._stack holds them."""

    FIELDS = TYPE_ATTRIBUTES[1:] + ("occupied", "promoted", "turn", "castling_rights", "ep_square", "halfmove_clock",
                                    "fullmove_number")

    def __init__(self, board):
        for name in self.FIELDS:
            setattr(self, name, getattr(board, name))
        self.occupied_b, self.occupied_w = board.occupied_co

    def restore(self, board):
        for name in self.FIELDS:
            setattr(board, name, getattr(self, name))
        board.occupied_co[:] = [self.occupied_b, self.occupied_w]


def history_states(board):
    states = []
    copy = board.copy()
    for _ in range(len(copy.move_stack)):
        copy.pop()
        states.append(HistoryState(copy))
    return states[::-1]


# ---- EPD ----------------------------------------------------------------------------------------------------------

SEVERAL_MOVES = ("pv", "am", "bm")
STYLE = ("shredder", "en_passant", "promoted")


def check_opcode(opcode):
    if not opcode or opcode == "-" or not opcode[0].isalpha():
        raise ValueError(f"an EPD opcode must start with a letter: {opcode!r}")
    if any(blank in opcode for blank in " \t\r\n"):
        raise ValueError(f"an EPD opcode must not contain blanks: {opcode!r}")


def quoted(text):
    for plain, escaped in (("\\", "\\\\"), ("\t", "\\t"), ("\r", "\\r"), ("\n", "\\n"), ('"', '\\"')):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def operand_text(board, opcode, operand):
    if operand is None:
        return ""
    if isinstance(operand, _core.Move):
        return " " + board.san(operand)
    if isinstance(operand, float) and not operand - operand == 0:
        raise AssertionError(f"a number in an EPD operation must be finite, not {operand}")
    if isinstance(operand, (int, float)):
        return f" {operand}"
    if opcode in SEVERAL_MOVES and not isinstance(operand, str) and hasattr(operand, "__iter__"):
        if opcode == "pv":
            position = board.copy(stack=False)
            sans = [position.san_and_push(move) for move in operand]
        else:
            sans = sorted(board.san(move) for move in operand)
        return "".join(" " + san for san in sans)
    return " " + quoted(str(operand))


def epd(board, **operations):
    style = {name: operations.pop(name) for name in STYLE if name in operations}
    parts = [board._epd_fields(**style)]
    for opcode, operand in operations.items():
        check_opcode(opcode)
        parts.append(f"{opcode}{operand_text(board, opcode, operand)};")
    return " ".join(parts)


class EpdReader:
    """Reads the operations after the fields of an EPD: opcode, blanks, operand, semicolon."""

    ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
    BLANKS = " \t\r\n"

    def __init__(self, text, make_board):
        self.text = text
        self.place = 0
        self.make_board = make_board
        self.board = None

    def here(self):
        return self.text[self.place:self.place + 1]

    def skip_blanks(self):
        while self.here() and self.here() in self.BLANKS:
            self.place += 1

    def take_until(self, ends):
        start = self.place
        while self.here() and self.here() not in ends:
            self.place += 1
        return self.text[start:self.place]

    def read(self):
        operations = {}
        while True:
            self.skip_blanks()
            if not self.here():
                return operations
            opcode = self.take_until(self.BLANKS + ";")
            if opcode in ("", "-"):
                self.place += self.here() == ";"
                continue
            if self.here() != ";" and self.here():
                check_opcode(opcode)
            self.skip_blanks()
            operations[opcode] = self.operand(opcode)

    def operand(self, opcode):
        first = self.here()
        if first == '"':
            return self.string()
        if first and first != ";":
            text = self.take_until(";")
            self.place += 1
            return self.number(opcode, text) if first in "+-.0123456789" else self.moves(opcode, text)
        self.place += 1
        return [] if opcode in SEVERAL_MOVES else None

    def string(self):
        self.place += 1
        letters = []
        while self.here() not in ('"', ""):
            letter = self.here()
            self.place += 1
            if letter == "\\" and self.here():
                letter = self.ESCAPES.get(self.here(), self.here())
                self.place += 1
            letters.append(letter)
        self.place += 1
        self.skip_blanks()
        self.place += self.here() == ";"
        return "".join(letters)

    @staticmethod
    def number(opcode, text):
        if not any(mark in text for mark in ".eE"):
            return int(text)
        number = float(text)
        if not number - number == 0:
            raise ValueError(f"the number of EPD operation {opcode!r} is not finite: {text!r}")
        return number

    def moves(self, opcode, text):
        if self.board is None:
            self.board = self.make_board()
        if opcode == "pv":
            position = self.board.copy(stack=False)
            return [position.push_xboard(word) for word in text.split()]
        if opcode in SEVERAL_MOVES:
            return [self.board.parse_xboard(word) for word in text.split()]
        return self.board.parse_xboard(text)


def set_epd(board, epd):
    fields = 5 if isinstance(board, _core.ThreeCheckBoard) else 4
    parts = epd.strip().rstrip(";").split(None, fields)
    if len(parts) <= fields:
        board.set_fen(epd)
        return {}
    text = parts.pop()
    operations = EpdReader(text, lambda: type(board)(" ".join(parts) + " 0 1")).read()
    counters = (operations.get("hmvc", 0), operations.get("fmvn", 1))
    board.set_fen(" ".join(parts + [str(counter) for counter in counters]))
    return operations


def from_epd(cls, epd, *, chess960=False):
    board = cls(None, chess960=chess960)
    return board, board.set_epd(epd)
