"""Facts about rookery.chess that need no comparison: mutation, copies, pickles, subclasses, errors, text."""
import copy
import gc
import pickle
import weakref

import pytest

import rookery.chess as chess
import rookery.chess.variant as variant

SCHOLARS_MATE = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#".split()


def played(*sans, board=None):
    board = chess.Board() if board is None else board
    for san in sans:
        board.push_san(san)
    return board


# ---- Moves --------------------------------------------------------------------------------------------------------

def test_moves_compare_by_their_parts():
    assert chess.Move(12, 28) == chess.Move.from_uci("e2e4")
    assert chess.Move(52, 60, chess.QUEEN) != chess.Move(52, 60)
    assert len({chess.Move(12, 28), chess.Move(12, 28), chess.Move(28, 12)}) == 2
    assert chess.Move(1, 2) != (1, 2)


def test_parts_of_a_move_can_be_assigned():
    move = chess.Move(52, 60)
    move.promotion = chess.ROOK
    assert move.uci() == "e7e8r"
    assert hash(move) == hash(chess.Move(52, 60, chess.ROOK))


def test_null_moves_are_false():
    assert not chess.Move.null()
    assert chess.Move.null().uci() == "0000"
    assert chess.Move.from_uci("0000") == chess.Move.null()
    assert chess.Move(0, 8)


@pytest.mark.parametrize("text", ["", "e2", "e2e", "e2e9", "i2e4", "e2e4x", "e2e4qq", "K@", "X@e4", "e4e4"])
def test_text_that_is_no_move(text):
    with pytest.raises(chess.InvalidMoveError):
        chess.Move.from_uci(text)


def test_moves_pickle_and_copy():
    for text in ("e2e4", "a7a8q", "N@f3", "0000"):
        move = chess.Move.from_uci(text)
        assert pickle.loads(pickle.dumps(move)) == copy.copy(move) == copy.deepcopy(move) == move
        assert repr(move) == f"Move.from_uci({text!r})"


def test_moves_in_match_statements():
    space = {"chess": chess, "move": chess.Move(52, 60, chess.QUEEN)}
    code = "match move:\n    case chess.Move(a, b, 5):\n        found = (a, b)\n"
    try:
        exec(code, space)
    except SyntaxError:
        pytest.skip("this Python has no match statement")
    assert space["found"] == (52, 60)


def test_pieces():
    knight = chess.Piece.from_symbol("n")
    assert (knight.piece_type, knight.color, knight.symbol(), str(knight)) == (chess.KNIGHT, chess.BLACK, "n", "n")
    assert knight.unicode_symbol() == "\u265e" and knight.unicode_symbol(invert_color=True) == "\u2658"
    assert {hash(chess.Piece.from_symbol(letter)) for letter in "PNBRQKpnbrqk"} == set(range(12))
    with pytest.raises(ValueError):
        chess.Piece.from_symbol("x")
    assert pickle.loads(pickle.dumps(knight)) == knight


# ---- Lists of moves ------------------------------------------------------------------------------------------------

def test_legal_moves_can_be_iterated_called_counted_and_searched():
    board = chess.Board()
    assert list(board.legal_moves) == board.legal_moves() == [move for move in board.legal_moves]
    assert board.legal_moves.count() == len(board.legal_moves) == 20
    assert chess.Move.from_uci("g1f3") in board.legal_moves
    assert chess.Move.from_uci("g1g3") not in board.legal_moves
    assert board.legal_moves and board.pseudo_legal_moves
    assert "Nf3" in repr(board.legal_moves)


def test_the_list_follows_the_board():
    board = chess.Board()
    moves = board.legal_moves
    board.push_san("e4")
    assert chess.Move.from_uci("e7e5") in moves and chess.Move.from_uci("d2d4") not in moves


def test_moves_may_be_played_while_iterating():
    board = chess.Board()
    replies = 0
    for move in board.legal_moves:
        board.push(move)
        for reply in board.generate_legal_moves():
            board.push(reply)
            replies += 1
            board.pop()
        board.pop()
    assert replies == 400 and board == chess.Board()


def test_masks_restrict_generated_moves():
    board = played("e4", "d5")
    captures = list(board.generate_legal_captures())
    assert [move.uci() for move in captures] == ["e4d5"]
    assert list(board.generate_legal_moves(chess.BB_E4)) == list(board.generate_legal_moves(from_mask=chess.BB_E4))
    assert {move.uci() for move in board.generate_legal_moves(chess.BB_E4)} == {"e4d5", "e4e5"}
    assert [move.uci() for move in board.generate_legal_moves(to_mask=chess.BB_H5)] == ["d1h5"]


# ---- Playing -------------------------------------------------------------------------------------------------------

def test_castling_may_be_pushed_in_both_notations():
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for text in ("e1g1", "e1h1"):
        board = chess.Board(fen)
        board.push(chess.Move.from_uci(text))
        assert board.fen() == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
        assert board.move_stack == [chess.Move.from_uci("e1g1")] and board.pop() == chess.Move.from_uci("e1g1")
    board = chess.Board(fen, chess960=True)
    board.push(chess.Move.from_uci("e1g1"))
    assert board.peek() == chess.Move.from_uci("e1h1")


def test_push_does_not_ask_for_legality():
    board = chess.Board()
    board.push(chess.Move.from_uci("e2e5"))
    board.push(chess.Move.from_uci("d8d1"))
    assert board.piece_at(chess.D1) == chess.Piece(chess.QUEEN, chess.BLACK)
    board.push(chess.Move.from_uci("g1f1"))  # takes its own bishop
    assert board.piece_at(chess.F1) == chess.Piece(chess.KNIGHT, chess.WHITE)
    assert len(board.move_stack) == 3
    for _ in range(3):
        board.pop()
    assert board == chess.Board()


def test_push_wants_a_man_on_the_square():
    with pytest.raises(AssertionError):
        chess.Board().push(chess.Move.from_uci("e4e5"))


def test_pop_and_peek_want_a_move():
    with pytest.raises(IndexError):
        chess.Board().pop()
    with pytest.raises(IndexError):
        chess.Board().peek()


def test_the_move_stack_is_a_live_list():
    board = chess.Board()
    stack = board.move_stack
    assert stack == [] and isinstance(stack, list)
    played("e4", "e5", board=board)
    assert [move.uci() for move in stack] == ["e2e4", "e7e5"]
    board.pop()
    board.push_san("c5")
    assert [move.uci() for move in stack] == ["e2e4", "c7c5"]
    board.clear_stack()
    assert board.move_stack == []


def test_pop_gives_back_the_very_object_that_was_pushed():
    board, move = chess.Board(), chess.Move.from_uci("g1f3")
    board.push(move)
    assert board.move_stack[0] is move and board.peek() is move
    assert board.copy().pop() is move and board.pop() is move


def test_castling_stands_on_the_stack_as_the_kings_move():
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    board.push(chess.Move.from_uci("e1h1"))
    assert board.move_stack == [chess.Move.from_uci("e1g1")]


def test_bitboards_are_read_as_they_were_assigned_until_the_next_move():
    for board in (chess.Board(), chess.BaseBoard()):
        board.pawns = chess.BB_RANK_3
        assert board.pawns == chess.BB_RANK_3 and board.occupied == chess.BB_RANK_1 | chess.BB_RANK_2 | \
            chess.BB_RANK_7 | chess.BB_RANK_8
        board.set_piece_at(chess.E4, chess.Piece.from_symbol("Q"))
        assert board.queens == chess.BB_E4 | chess.BB_D1 | chess.BB_D8
        with pytest.raises(AttributeError):
            del board.pawns


def test_mate_and_results():
    board = played(*SCHOLARS_MATE)
    assert board.is_checkmate() and board.is_game_over() and board.result() == "1-0"
    outcome = board.outcome()
    assert outcome.termination is chess.Termination.CHECKMATE and outcome.winner is chess.WHITE
    assert outcome == chess.Outcome(chess.Termination.CHECKMATE, True) and outcome.result() == "1-0"
    assert chess.Board().outcome() is None and chess.Board().result() == "*"


def test_repetitions_and_claims():
    board = played(*"Nf3 Nf6 Ng1 Ng8".split())
    assert board.is_repetition(2) and not board.is_repetition(3)
    played(*"Nf3 Nf6 Ng1".split(), board=board)
    assert board.can_claim_threefold_repetition() and not board.is_repetition()
    board.push_san("Ng8")
    assert board.is_repetition() and board.outcome(claim_draw=True).termination.name == "THREEFOLD_REPETITION"


# ---- Assigning -----------------------------------------------------------------------------------------------------

def test_turn_rights_and_counters_can_be_assigned():
    board = chess.Board()
    board.turn = chess.BLACK
    assert board.legal_moves.count() == 20 and board.fen().split()[1] == "b"
    board.castling_rights &= ~chess.BB_H1
    board.halfmove_clock, board.fullmove_number = 7, 30
    assert board.fen().endswith("b Qkq - 7 30")
    board.clear_stack()
    board.ep_square = chess.E3
    assert board.ep_square == chess.E3 and board.status() & chess.STATUS_INVALID_EP_SQUARE


def test_men_can_be_moved_by_assigning_bitboards():
    board = chess.Board()
    change = chess.BB_E2 | chess.BB_E4
    board.pawns ^= change
    board.occupied ^= change
    board.occupied_co[chess.WHITE] ^= change
    assert board.board_fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
    assert board.piece_at(chess.E4) == chess.Piece(chess.PAWN, chess.WHITE) and board.piece_at(chess.E2) is None
    assert board.legal_moves.count() == 30


def test_half_done_assignments_can_be_looked_at_and_finished():
    board = chess.Board()
    board.queens ^= chess.BB_D1 | chess.BB_H5
    board.piece_at(chess.D1)  # looks while sides and types disagree
    board.occupied_co[chess.WHITE] ^= chess.BB_D1 | chess.BB_H5
    board.occupied ^= chess.BB_D1 | chess.BB_H5
    assert board.piece_at(chess.H5) == chess.Piece(chess.QUEEN, chess.WHITE)
    assert board.occupied == board.occupied_co[0] | board.occupied_co[1]


def test_occupied_co_is_a_list_that_writes_through():
    board = chess.Board()
    sides = board.occupied_co
    assert sides == [0xffff << 48, 0xffff]
    sides[chess.BLACK] = 0
    assert board.piece_count() == 16 and board.piece_at(chess.E8) is None
    board = chess.Board()
    sides = board.occupied_co
    board.push_san("e4")
    assert sides[chess.WHITE] & chess.BB_E4
    board.pop()
    assert sides == [0xffff << 48, 0xffff]
    board.occupied_co = [0, 0xffff]
    assert board.piece_at(chess.E8) is None


def test_setting_men_forgets_the_history():
    board = played("e4", "e5")
    board.set_piece_at(chess.D5, chess.Piece(chess.QUEEN, chess.WHITE))
    assert board.move_stack == [] and board.piece_type_at(chess.D5) == chess.QUEEN
    assert board.remove_piece_at(chess.D5) == chess.Piece(chess.QUEEN, chess.WHITE)
    assert board.remove_piece_at(chess.D5) is None


def test_any_attribute_can_be_added():
    board = chess.Board()
    board.note = "mine"
    assert board.note == "mine" and weakref.ref(board)() is board


def test_boards_are_not_hashable():
    with pytest.raises(TypeError):
        hash(chess.Board())


# ---- Copies --------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("duplicate", [chess.Board.copy, copy.copy, copy.deepcopy,
                                       lambda board: pickle.loads(pickle.dumps(board)),
                                       lambda board: pickle.loads(pickle.dumps(board, protocol=0))])
def test_copies_are_equal_and_independent(duplicate):
    board = played("e4", "e5", "Nf3")
    twin = duplicate(board)
    assert twin == board and twin.move_stack == board.move_stack and twin is not board
    twin.push_san("Nc6")
    assert len(board.move_stack) == 3 and twin != board
    for _ in range(4):
        twin.pop()
    assert twin == chess.Board()


def test_copies_with_part_of_the_history():
    board = played("e4", "e5", "Nf3", "Nc6")
    assert board.copy(stack=False).move_stack == []
    short = board.copy(stack=2)
    assert [move.uci() for move in short.move_stack] == ["g1f3", "b8c6"]
    assert short.root().fen() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert board.root() == chess.Board()


def test_uci_of_a_move_made_earlier_is_not_castling():
    # A rook went f8b8; later the king stands on f8 and that rook on b8.
    board = chess.Board("1r3k2/rpp1qpp1/2nbbn2/p2pp2p/7P/1PPPPPP1/P3QK2/RNB2BNR b - - 2 16")
    assert board.uci(chess.Move.from_uci("f8b8")) == "f8b8"
    # Beside the usual squares only rooks that may castle count.
    board = chess.Board("3k4/8/8/8/8/8/8/2R1K2R w H - 0 1", chess960=True)
    assert [board.uci(chess.Move(chess.E1, rook), chess960=False) for rook in (chess.C1, chess.H1)] == ["e1c1", "e1g1"]


@pytest.mark.parametrize("board_class", variant.VARIANTS)
def test_every_variant_copies_and_pickles(board_class):
    board = board_class()
    for _ in range(12):
        board.push(list(board.legal_moves)[-1])
    for twin in (board.copy(), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert type(twin) is board_class and twin == board and twin.fen() == board.fen()
        while twin.move_stack:
            assert twin.pop() == board.move_stack[len(twin.move_stack)]
        assert twin == board_class()


def test_equality_is_about_the_position_and_its_counters():
    assert played("Nf3", "Nf6", "Ng1", "Ng8") != chess.Board()
    assert chess.Board() == chess.Board(chess.STARTING_FEN)
    assert chess.Board() != variant.AtomicBoard()
    assert chess.BaseBoard() == chess.Board()


# ---- Subclasses ----------------------------------------------------------------------------------------------------

def test_plain_subclasses_behave_like_boards():
    class Mine(chess.Board):
        def center(self):
            return self.occupied & chess.BB_CENTER

    board = played("e4", board=Mine())
    assert type(board.copy()) is Mine and board.copy().center() == chess.BB_E4
    assert repr(board).startswith("Mine(")


def test_overridden_methods_are_used_by_others():
    class NoQueens(chess.Board):
        """The queen may not move."""

        def generate_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
            for move in super().generate_legal_moves(from_mask, to_mask):
                if self.piece_type_at(move.from_square) != chess.QUEEN:
                    yield move

        def is_legal(self, move):
            return super().is_legal(move) and self.piece_type_at(move.from_square) != chess.QUEEN

    board = NoQueens("7k/8/8/8/8/8/8/KQ6 w - - 0 1")
    assert [move.uci() for move in board.legal_moves] == ["a1b2", "a1a2"]
    assert chess.Move.from_uci("b1b8") not in board.legal_moves and board.legal_moves.count() == 2
    with pytest.raises(chess.IllegalMoveError):
        board.find_move(chess.B1, chess.B8)


def test_an_own_variant_end_reaches_outcome():
    class FirstCheckWins(chess.Board):
        def is_variant_end(self):
            return self.is_check()

        def is_variant_loss(self):
            return self.is_check()

    board = FirstCheckWins()
    for san in ("e4", "f5", "Qh5+"):
        board.push_san(san)
    assert not board.legal_moves and board.outcome().termination.name == "VARIANT_LOSS"
    assert board.result() == "1-0" and board.is_game_over()


def test_push_and_pop_can_be_extended():
    class Counting(chess.Board):
        pushed = 0

        def push(self, move):
            self.pushed += 1
            super().push(move)

    board = Counting()
    board.push_san("e4")
    board.push_uci("e7e5")
    assert board.pushed == 2 and board.gives_check(chess.Move.from_uci("d1h5")) is False and board.pushed == 3


def test_constructors_with_other_arguments():
    class Named(chess.Board):
        def __init__(self, fen=chess.STARTING_FEN, name="x", **keywords):
            self.name = name
            super().__init__(fen, **keywords)

    assert Named(name="y").copy().name == "x"


def test_generators_accept_any_board_like_object():
    class Fake:
        def generate_legal_moves(self):
            return iter([chess.Move(0, 1)])

        def is_legal(self, move):
            return True

    moves = chess.LegalMoveGenerator(Fake())
    assert list(moves) == [chess.Move(0, 1)] and moves.count() == 1 and chess.Move(5, 6) in moves


# ---- Text ----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("fen", [
    "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqK - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kK - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 extra", "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    "rnbqkbnr/ppp11ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q] w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\0",
])
def test_malformed_fens(fen):
    board = played("e4")
    before = board.fen()
    with pytest.raises(ValueError):
        board.set_fen(fen)
    assert board.fen() == before and len(board.move_stack) == 1


def test_fen_styles():
    board = played("e4")
    assert board.fen().split()[3] == "-"
    assert board.fen(en_passant="fen").split()[3] == "e3" and board.fen(en_passant="xfen").split()[3] == "-"
    assert board.fen(shredder=True) == board.shredder_fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1"
    assert board.epd(hmvc=0, fmvn=1).endswith("- hmvc 0; fmvn 1;")


@pytest.mark.parametrize("text, error", [
    ("e5", chess.IllegalMoveError), ("Nd4", chess.IllegalMoveError), ("e4e4e4", chess.InvalidMoveError),
    ("", chess.InvalidMoveError), ("nf3", chess.InvalidMoveError), ("O-O", chess.IllegalMoveError),
    ("e4 ", chess.InvalidMoveError), ("e4!", chess.InvalidMoveError), ("Nf3++", chess.InvalidMoveError),
])
def test_san_is_read_strictly(text, error):
    with pytest.raises(error):
        chess.Board().parse_san(text)


def test_san_that_fits_two_moves():
    board = chess.Board("4k3/8/8/8/8/8/8/R3K2R w - - 0 1")
    board.set_fen("4k3/8/8/8/8/4K3/8/R6R w - - 0 1")
    with pytest.raises(chess.AmbiguousMoveError):
        board.parse_san("Rd1")
    assert board.parse_san("Rad1").uci() == "a1d1"


def test_castling_is_no_kings_move_in_san():
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert board.parse_san("O-O") == board.parse_san("0-0") == board.parse_san("e1g1") == chess.Move.from_uci("e1g1")
    with pytest.raises(chess.IllegalMoveError):
        board.parse_san("Kg1")
    with pytest.raises(chess.IllegalMoveError):
        board.parse_san("Ke1g1")


def test_variations_and_long_notation():
    board = chess.Board()
    moves = [chess.Move.from_uci(text) for text in ("e2e4", "e7e5", "g1f3")]
    assert board.variation_san(moves) == "1. e4 e5 2. Nf3"
    board.push(moves[0])
    assert board.variation_san(moves[1:]) == "1... e5 2. Nf3"
    assert board.lan(moves[1]) == "e7-e5"


def test_epd_operations_come_back():
    board = chess.Board()
    best = [chess.Move.from_uci("e2e4"), chess.Move.from_uci("d2d4")]
    text = board.epd(bm=best, id='a "quoted" name', acd=12, eval=0.5, noop=None)
    twin, operations = chess.Board.from_epd(text)
    assert twin == board
    assert sorted(move.uci() for move in operations["bm"]) == ["d2d4", "e2e4"]
    assert operations["id"] == 'a "quoted" name' and operations["acd"] == 12 and operations["eval"] == 0.5
    assert operations["noop"] is None


# ---- Variants ------------------------------------------------------------------------------------------------------

def test_pockets_are_live_and_write_through():
    board = variant.CrazyhouseBoard()
    pocket = board.pockets[chess.WHITE]
    for san in ("e4", "d5", "exd5"):
        board.push_san(san)
    assert pocket.count(chess.PAWN) == 1 and len(pocket) == 1 and str(pocket) == "p"
    board.pop()
    assert board.pockets[chess.WHITE].count(chess.PAWN) == 0
    board.pockets[chess.WHITE].add(chess.KNIGHT)
    assert "[N]" in board.fen() and chess.Move.from_uci("N@e5") in board.legal_moves
    board.pockets[chess.BLACK] = variant.CrazyhousePocket("qq")
    assert "[Nqq]" in board.fen()
    with pytest.raises(AssertionError):
        board.pockets[chess.WHITE].remove(chess.QUEEN)


def test_remaining_checks_write_through():
    board = variant.ThreeCheckBoard()
    checks = board.remaining_checks
    for san in ("e4", "f6", "Qh5+"):
        board.push_san(san)
    assert checks == [3, 2] and "2+3" in board.fen()
    board.pop()
    checks[chess.WHITE] = 1
    board.push_san("Qh5+")
    assert board.is_variant_loss() and board.result() == "1-0"


def test_find_variant_knows_aliases():
    assert variant.find_variant("koth") is variant.KingOfTheHillBoard
    assert variant.find_variant("3-check") is variant.ThreeCheckBoard
    assert variant.find_variant("standard") is chess.Board
    with pytest.raises(ValueError):
        variant.find_variant("bughouse")


def test_status_names_what_is_wrong():
    assert chess.Board().status() == chess.STATUS_VALID and chess.Board().is_valid()
    assert chess.Board("8/8/8/8/8/8/8/K7 w - - 0 1").status() == chess.STATUS_NO_BLACK_KING
    two_knights_check = chess.Board("8/8/N7/2k5/N7/8/8/3K4 b - - 0 1")
    assert two_knights_check.status() == chess.STATUS_IMPOSSIBLE_CHECK


def test_chess960_numbers_round_trip():
    for number in range(960):
        board = chess.Board.from_chess960_pos(number)
        assert board.chess960_pos() == number and board.chess960
    assert chess.Board().chess960_pos() == 518
    assert played("e4").chess960_pos() is None


# ---- Memory --------------------------------------------------------------------------------------------------------

def test_boards_in_cycles_are_collected():
    board = chess.Board()
    board.me, board.moves, gone = board, board.legal_moves, weakref.ref(board)
    del board
    gc.collect()
    assert gone() is None


def test_iterators_outlive_their_boards():
    moves = iter(chess.Board().legal_moves)
    assert len(list(moves)) == 20
    sides = chess.Board().occupied_co
    assert sides == [0xffff << 48, 0xffff]


def test_a_move_that_is_a_part_of_itself_does_no_harm():
    board = chess.Board()
    for part in ("from_square", "to_square", "promotion", "drop"):
        move = chess.Move(0, 0)
        setattr(move, part, move)
        for use in (bool, str, repr, hash, board.is_legal, board.push, board.san, board.uci, lambda m: m == chess.Move(0, 0)):
            try:
                use(move)
            except (TypeError, ValueError, RecursionError):
                pass
