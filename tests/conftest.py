"""Spreads the tests over several processes (-n of pytest-xdist): those of a file stay together, since they share what is
costly to set up, except where the file's pytestmark has `spread`."""
import pytest


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: minutes instead of seconds; left out by -m 'not slow'")
    config.addinivalue_line("markers", "spread: shares nothing with the other tests of its file")


@pytest.hookimpl(tryfirst=True)  # before the groups are looked at
def pytest_collection_modifyitems(items):
    for item in items:
        if item.get_closest_marker("spread") is None:
            item.add_marker(pytest.mark.xdist_group(item.path.name))
