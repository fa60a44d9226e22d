"""Finds the built package, and offers `reference`: the real python-chess, where it is installed."""
import importlib.util
import os
import sys

import pytest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
BUILD = os.environ.get("ROOKERY_BUILD", os.path.join(ROOT, "build"))
PACKAGE = os.path.join(os.path.abspath(BUILD), "bindings", "python")

# Last, so that `chess` remains the real python-chess and ours is rookery.chess.
sys.path.append(PACKAGE)


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="run long versions of the tests")
    parser.addoption("--positions", type=int, default=None, help="positions per variant in differential tests")


@pytest.fixture(scope="session")
def host_path():
    return os.path.join(PACKAGE, "rookery", "host.py")


@pytest.fixture(scope="session")
def seed_bots():
    folder = os.path.join(ROOT, "..", "shared", "seeds", "bots")
    if not os.path.isdir(folder):
        pytest.skip("the seed bots are not here (../shared)")
    return folder


@pytest.fixture(scope="session")
def reference():
    if importlib.util.find_spec("chess") is None:
        pytest.skip("python-chess is not installed in this interpreter")
    import chess
    import chess.variant
    if chess.__name__ != "chess":
        pytest.skip("'chess' is not python-chess here")
    return chess
