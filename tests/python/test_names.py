"""Everything that python-chess's core offers is there, and constants are the same."""
import ast
import types

import pytest

import rookery.arena as arena
import rookery.chess as ours
import rookery.chess.variant as ours_variant

PLAIN = (int, str, list, dict, tuple, bool, type(None))
# Names that python-chess only happens to have: its imports.
LEAKED = {"annotations", "Callable", "ClassVar", "Counter", "Dict", "Generic", "Hashable", "Iterable", "Iterator", "List",
          "Literal", "Mapping", "Optional", "SupportsInt", "Tuple", "Type", "TypeVar", "Union", "TypeAlias", "Self"}


def public_names(thing):
    return [name for name in dir(thing) if not name.startswith("_") and name not in LEAKED]


def test_module_has_every_name(reference):
    missing = [name for name in public_names(reference)
               if not isinstance(getattr(reference, name), types.ModuleType) and not hasattr(ours, name)]
    assert missing == []


def test_constants_are_equal(reference):
    for name in public_names(reference):
        value = getattr(reference, name)
        if isinstance(value, PLAIN) and not name.startswith("STATUS_"):
            assert getattr(ours, name) == value, name
            assert type(getattr(ours, name)) is type(value), name


def test_status_flags_are_equal(reference):
    assert {flag.name: flag.value for flag in ours.Status} == {flag.name: flag.value for flag in reference.Status}
    assert ours.STATUS_BAD_CASTLING_RIGHTS is ours.Status.BAD_CASTLING_RIGHTS
    assert [end.name for end in ours.Termination] == [end.name for end in reference.Termination]
    assert [end.value for end in ours.Termination] == [end.value for end in reference.Termination]


@pytest.mark.parametrize("name", ["Board", "BaseBoard", "Move", "Piece", "SquareSet", "Outcome", "LegalMoveGenerator",
                                  "PseudoLegalMoveGenerator"])
def test_classes_have_every_attribute(reference, name):
    missing = [attribute for attribute in public_names(getattr(reference, name))
               if not hasattr(getattr(ours, name), attribute)]
    assert missing == []


def test_variants_have_every_attribute(reference):
    for theirs, mine in zip(reference.variant.VARIANTS, ours_variant.VARIANTS):
        assert theirs.__name__ == mine.__name__
        assert [base.__name__ for base in theirs.__mro__[:-1]] == [base.__name__ for base in mine.__mro__[:-1]]
        for attribute in public_names(theirs):
            assert hasattr(mine, attribute), (theirs, attribute)
            value = getattr(theirs, attribute)
            if isinstance(value, PLAIN + (bytes,)):
                assert getattr(mine, attribute) == value, (theirs, attribute)


def test_instances_have_every_attribute(reference):
    for theirs, mine in zip(reference.variant.VARIANTS, ours_variant.VARIANTS):
        missing = [name for name in vars(theirs()) if not name.startswith("_") and not hasattr(mine(), name)]
        assert missing == []
    assert not hasattr(ours.Board(), "pockets") and not hasattr(ours.Board(), "remaining_checks")


def test_tables_are_equal(reference):
    for name in ("BB_KNIGHT_ATTACKS", "BB_KING_ATTACKS", "BB_PAWN_ATTACKS", "BB_RAYS", "BB_DIAG_ATTACKS",
                 "BB_FILE_ATTACKS", "BB_RANK_ATTACKS", "BB_DIAG_MASKS", "BB_FILE_MASKS", "BB_RANK_MASKS"):
        assert getattr(ours, name) == getattr(reference, name), name


def test_functions_of_squares_and_bitboards_agree(reference):
    pairs = ["square_distance", "square_manhattan_distance", "square_knight_distance", "ray", "between"]
    for a in range(0, 64, 3):
        for b in range(64):
            for name in pairs:
                assert getattr(ours, name)(a, b) == getattr(reference, name)(a, b), (name, a, b)
    masks = [0, 1, 1 << 63, 0x00ff_1234_5678_ff00, 0xffff_ffff_ffff_ffff, 0x8040_2010_0804_0201]
    for name in ("flip_vertical", "flip_horizontal", "flip_diagonal", "flip_anti_diagonal", "shift_down", "shift_2_down",
                 "shift_up", "shift_2_up", "shift_right", "shift_2_right", "shift_left", "shift_2_left", "shift_up_left",
                 "shift_up_right", "shift_down_left", "shift_down_right", "popcount", "lsb", "msb"):
        for mask in masks:
            assert getattr(ours, name)(mask) == getattr(reference, name)(mask), (name, hex(mask))
    for mask in masks:
        assert list(ours.scan_forward(mask)) == list(reference.scan_forward(mask))
        assert list(ours.scan_reversed(mask)) == list(reference.scan_reversed(mask))
    for wide in (-1, -0xff00, 1 << 70):
        for name in ("popcount", "lsb", "msb"):
            assert getattr(ours, name)(wide) == getattr(reference, name)(wide), (name, wide)


def test_import_star_gives_everything(reference):
    space = {}
    exec("from rookery.chess import *", space)
    assert {"Board", "E4", "BB_RANK_ATTACKS", "Status", "Termination", "WHITE", "Move"} <= set(space)


def stub_names(path):
    """Names of a stub file and of its classes."""
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    names = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = {item.name if isinstance(item, ast.FunctionDef) else item.target.id
                                for item in getattr(node, "body", []) if isinstance(item, (ast.FunctionDef, ast.AnnAssign))}
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = set()
        elif isinstance(node, ast.Assign):
            names[node.targets[0].id] = set()
    return names


@pytest.mark.parametrize("module", [ours, ours_variant, arena])
def test_stubs_describe_what_is_there(module):
    stub = module.__file__.replace(".py", ".pyi")
    described = stub_names(stub)
    for name, members in described.items():
        if name.startswith("_") and name != "__version__" or name == "EpdOperand":
            continue
        assert hasattr(module, name), name
        for member in members:
            thing = getattr(module, name)
            assert hasattr(thing, member) or member in ("termination", "winner"), (name, member)
    if module is ours:
        for name in ("Board", "BaseBoard", "Move", "Piece", "SquareSet"):
            inherited = described["BaseBoard"] if name == "Board" else set()
            missing = set(public_names(getattr(module, name))) - described[name] - inherited
            assert missing == set(), name


def test_methods_have_docstrings():
    for thing in (ours.Board, ours.BaseBoard, ours.Move, ours.Piece, ours.SquareSet, ours_variant.CrazyhouseBoard,
                  ours_variant.CrazyhousePocket, arena.Board):
        assert thing.__doc__
        for name in public_names(thing):
            attribute = getattr(thing, name)
            if callable(attribute) or isinstance(attribute, types.GetSetDescriptorType):
                assert attribute.__doc__, (thing, name)
