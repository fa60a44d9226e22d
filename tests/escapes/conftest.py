"""Lets the tests of this folder share their modules, and knows the mark of the slow ones."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from arena_run import PACKAGE  # noqa: E402

# Last, so that `chess` remains what it was.
if str(PACKAGE) not in sys.path:
    sys.path.append(str(PACKAGE))
