"""Runs python-chess's own tests against rookery.chess: run_upstream.py CHECKOUT [--build FOLDER] [TEST ...]

CHECKOUT is a copy of python-chess's repository; nothing of it is part of this one. Its core and variants are replaced by
ours; its other modules (pgn, svg, polyglot, engine, ...) run on top of them. Without TEST names, all that need nothing
but files run.
"""
import argparse
import importlib
import os
import sys
import unittest

import places

CORE = ["SquareTestCase", "MoveTestCase", "PieceTestCase", "BoardTestCase", "LegalMoveGeneratorTestCase",
        "BaseBoardTestCase", "SquareSetTestCase", "SuicideTestCase", "AtomicTestCase", "RacingKingsTestCase",
        "HordeTestCase", "ThreeCheckTestCase", "CrazyhouseTestCase", "GiveawayTestCase"]
ON_TOP = ["PolyglotTestCase", "PgnTestCase", "EngineTestCase", "SyzygyTestCase", "GaviotaTestCase", "SvgTestCase"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("--build", default=places.BUILD)
    options = parser.parse_args()

    sys.path.insert(0, os.path.abspath(os.path.join(options.build, "bindings", "python")))
    chess = importlib.import_module("rookery.chess")
    variant = importlib.import_module("rookery.chess.variant")
    sys.modules["chess"], sys.modules["chess.variant"] = chess, variant
    chess.__path__.append(os.path.join(os.path.abspath(options.checkout), "chess"))

    os.chdir(options.checkout)
    sys.path.insert(1, os.getcwd())
    test = importlib.import_module("test")
    names = options.tests or CORE + ON_TOP
    suite = unittest.defaultTestLoader.loadTestsFromNames(names, test)
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    passed = result.testsRun - len(result.failures) - len(result.errors) - len(result.skipped)
    print(f"{passed} passed, {len(result.failures) + len(result.errors)} failed, {len(result.skipped)} skipped")
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
