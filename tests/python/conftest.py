"""Finds the built package, and offers `reference`: the real python-chess, where it is installed."""
import importlib.util
import os
import sys

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import places  # noqa: E402

# Last, so that `chess` remains the real python-chess and ours is rookery.chess.
if places.PACKAGE not in sys.path:
    sys.path.append(places.PACKAGE)


@pytest.fixture(scope="session")
def host_path():
    return places.HOST


@pytest.fixture(scope="session")
def seed_bots():
    if not os.path.isdir(places.SEED_BOTS):
        pytest.skip("the seed bots are not here (../shared)")
    return places.SEED_BOTS


@pytest.fixture(scope="session")
def reference():
    if importlib.util.find_spec("chess") is None:
        pytest.skip("python-chess is not installed in this interpreter")
    import chess
    import chess.variant
    if chess.__name__ != "chess":
        pytest.skip("'chess' is not python-chess here")
    return chess
