"""Random games side by side with the real python-chess: both must say the same about every position.

Needs python-chess (PyPI `chess`). ROOKERY_POSITIONS changes the number of positions compared in each variant: 3,000, and
200,000 in the slow test, which plays other games."""
import os
import random

import pytest

import rookery.chess as ours
import rookery.chess.variant as ours_variant

pytestmark = pytest.mark.spread
VARIANTS = ["standard", "chess960", "suicide", "giveaway", "antichess", "atomic", "kingofthehill", "racingkings", "horde",
            "threecheck", "crazyhouse"]
CLASSES = {"standard": "chess", "chess960": "chess", "kingofthehill": "King of the Hill", "racingkings": "Racing Kings",
           "threecheck": "Three-check"}
PLIES_MAX = 160


def positions_wanted(usual):
    return int(os.environ.get("ROOKERY_POSITIONS", usual))


def plain(move):
    """A move of either library as a tuple."""
    return (move.from_square, move.to_square, move.promotion, move.drop)


def plains(moves):
    return [plain(move) for move in moves]


def convert(chess, move):
    return chess.Move(move.from_square, move.to_square, move.promotion, move.drop)


class Pair:
    """One game on two boards."""

    def __init__(self, reference, variant, rng):
        find = reference.variant.find_variant
        theirs_class = find(CLASSES.get(variant, variant))
        our_class = ours_variant.find_variant(CLASSES.get(variant, variant))
        self.reference = reference
        self.variant = variant
        if variant == "chess960":
            number = rng.randrange(960)
            self.theirs = theirs_class.from_chess960_pos(number)
            self.ours = our_class.from_chess960_pos(number)
        else:
            self.theirs = theirs_class()
            self.ours = our_class()

    def push(self, move):
        self.theirs.push(move)
        self.ours.push(convert(ours, move))


def check_moves(pair):
    theirs, mine = pair.theirs, pair.ours
    legal = list(theirs.legal_moves)
    assert plains(mine.legal_moves) == plains(legal)
    assert plains(mine.legal_moves()) == plains(legal)
    assert plains(mine.pseudo_legal_moves) == plains(theirs.pseudo_legal_moves)
    assert plains(mine.generate_pseudo_legal_captures()) == plains(theirs.generate_pseudo_legal_captures())
    if forgets_en_passant(theirs):
        return legal
    assert plains(mine.generate_legal_captures()) == plains(theirs.generate_legal_captures())
    assert plains(mine.generate_castling_moves()) == plains(theirs.generate_castling_moves())
    assert mine.legal_moves.count() == len(legal)
    assert bool(mine.legal_moves) == bool(legal)
    return legal


def forgets_en_passant(theirs):
    """In atomic, python-chess lists a capture en passant that explodes the enemy king while the own king is attacked, but
    says that there is none, leaves it out of the legal captures and its square out of the FEN, and takes other moves for
    reversible. Of such a position only its moves are compared, and the game ends there."""
    return theirs.uci_variant == "atomic" and not theirs.has_legal_en_passant() and any(
        theirs.is_en_passant(move) for move in theirs.legal_moves)


def check_position(pair):
    theirs, mine = pair.theirs, pair.ours
    assert mine.fen() == theirs.fen()
    for name in ("pawns", "knights", "bishops", "rooks", "queens", "kings", "occupied", "occupied_co", "promoted", "turn",
                 "castling_rights", "ep_square", "halfmove_clock", "fullmove_number", "chess960"):
        assert getattr(mine, name) == getattr(theirs, name), name
    for name in ("is_check", "checkers_mask", "was_into_check", "is_checkmate", "is_stalemate", "is_variant_end",
                 "is_variant_win", "is_variant_loss", "is_variant_draw", "is_insufficient_material",
                 "is_seventyfive_moves", "is_fifty_moves", "has_legal_en_passant", "has_pseudo_legal_en_passant",
                 "clean_castling_rights", "has_chess960_castling_rights", "ply"):
        assert getattr(mine, name)() == getattr(theirs, name)(), name
    for color in (True, False):
        for name in ("has_insufficient_material", "has_kingside_castling_rights", "has_queenside_castling_rights",
                     "has_castling_rights"):
            assert getattr(mine, name)(color) == getattr(theirs, name)(color), name
    assert int(mine.status()) == int(theirs.status())
    assert result_of(mine.outcome()) == result_of(theirs.outcome())


def result_of(outcome):
    return None if outcome is None else (outcome.termination.name, outcome.winner, outcome.result())


def check_move(pair, move, rng):
    theirs, mine = pair.theirs, pair.ours
    own = convert(ours, move)
    for name in ("is_capture", "is_en_passant", "is_castling", "is_zeroing", "gives_check", "is_legal", "is_pseudo_legal",
                 "is_irreversible"):
        assert getattr(mine, name)(own) == getattr(theirs, name)(move), name
    if not move.drop:  # python-chess counts no drop among the evasions of a check
        assert mine.is_into_check(own) == theirs.is_into_check(move)
    san = theirs.san(move)
    assert mine.san(own) == san
    assert mine.lan(own) == theirs.lan(move)
    assert plain(mine.parse_san(san)) == plain(theirs.parse_san(san))
    assert mine.uci(own) == theirs.uci(move)
    assert mine.uci(own, chess960=True) == theirs.uci(move, chess960=True)
    assert plain(mine.parse_uci(theirs.uci(move))) == plain(move)


def check_squares(pair, rng):
    theirs, mine = pair.theirs, pair.ours
    for square in rng.sample(range(64), 4):
        assert mine.piece_type_at(square) == theirs.piece_type_at(square)
        assert str(mine.piece_at(square)) == str(theirs.piece_at(square))
        assert mine.color_at(square) == theirs.color_at(square)
        assert mine.attacks_mask(square) == theirs.attacks_mask(square)
        for color in (True, False):
            assert mine.attackers_mask(color, square) == theirs.attackers_mask(color, square)
            assert mine.pin_mask(color, square) == theirs.pin_mask(color, square)


def check_random_moves(pair, rng):
    """Moves that are mostly not legal: both say no to the same ones."""
    for _ in range(4):
        move = pair.reference.Move(rng.randrange(64), rng.randrange(64), rng.choice([None, None, None, 1, 2, 5, 6]))
        own = convert(ours, move)
        assert pair.ours.is_legal(own) == pair.theirs.is_legal(move), move
        assert pair.ours.is_pseudo_legal(own) == pair.theirs.is_pseudo_legal(move), move
        for chess960 in (False, True) if not move.promotion else ():  # python-chess forgets that a king promotes
            assert pair.ours.uci(own, chess960=chess960) == pair.theirs.uci(move, chess960=chess960), move


def check_history(pair, keys):
    theirs, mine = pair.theirs, pair.ours
    assert plains(mine.move_stack) == plains(theirs.move_stack)
    assert [mine.uci(move) for move in mine.move_stack] == [theirs.uci(move) for move in theirs.move_stack]
    for count in (2, 3, 5):
        assert mine.is_repetition(count) == theirs.is_repetition(count)
    assert mine.can_claim_draw() == theirs.can_claim_draw()
    assert mine.can_claim_threefold_repetition() == theirs.can_claim_threefold_repetition()
    if forgets_en_passant(theirs):
        return
    # Keys are equal here exactly when they are equal there.
    their_key, my_key = theirs._transposition_key(), mine._transposition_key()
    assert keys.setdefault(their_key, my_key) == my_key
    assert keys.setdefault(("mine", my_key), their_key) == their_key


def play_game(pair, rng, budget, keys):
    """Compares the positions of one random game; returns how many there were."""
    shuffles = rng.random() < 0.1  # going to and fro makes repetitions
    for ply in range(min(budget, PLIES_MAX)):
        legal = check_moves(pair)
        if forgets_en_passant(pair.theirs):
            return ply + 1
        check_position(pair)
        check_squares(pair, rng)
        check_random_moves(pair, rng)
        if ply % 8 == 0 or shuffles:
            check_history(pair, keys)
        if ply % 16 == 7:
            assert result_of(pair.ours.outcome(claim_draw=True)) == result_of(pair.theirs.outcome(claim_draw=True))
        if not legal:
            return ply + 1
        move = rng.choice(legal)
        for candidate in {move, rng.choice(legal)}:
            check_move(pair, candidate, rng)
        if shuffles and pair.theirs.move_stack and rng.random() < 0.7:
            last = pair.theirs.move_stack[-2] if len(pair.theirs.move_stack) > 1 else None
            back = last and pair.reference.Move(last.to_square, last.from_square)
            move = back if back in legal else move
        pair.push(move)
        if rng.random() < 0.02 and ply > 2 and not forgets_en_passant(pair.theirs):
            before = pair.theirs.fen()
            assert plain(pair.ours.pop()) == plain(pair.theirs.pop())
            assert pair.ours.fen() == pair.theirs.fen()
            pair.push(move)
            assert pair.ours.fen() == before
    return PLIES_MAX


def compare(reference, variant, budget, seed):
    rng = random.Random(seed)
    while budget > 0:
        pair = Pair(reference, variant, rng)
        try:
            budget -= play_game(pair, rng, budget, {})
        except AssertionError:
            print("start:", pair.theirs.root().fen(), "moves:", " ".join(map(str, pair.theirs.move_stack)))
            print("position:", pair.theirs.fen())
            raise


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant, reference):
    compare(reference, variant, positions_wanted(3_000), f"rookery {variant}")


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_random_games(variant, reference):
    compare(reference, variant, positions_wanted(200_000), f"rookery {variant}, the long run")
