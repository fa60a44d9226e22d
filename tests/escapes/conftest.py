"""Lets the tests of this folder share their modules, and knows the mark of the slow ones."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: minutes instead of seconds; left out by -m 'not slow'")
