"""One server without a league for the tests that only ask; others start their own."""
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import arena_server  # noqa: E402


@pytest.fixture(scope="session")
def quiet(tmp_path_factory):
    server = arena_server.Server(tmp_path_factory.mktemp("quiet"), "--no-league", "--no-limits", "--games", "2")
    yield server
    status, said = server.stop()
    assert status == 0, said


@pytest.fixture
def start(tmp_path):
    """Starts servers on one folder; those still running at the end are stopped."""
    servers = []

    def begin(*words):
        servers.append(arena_server.Server(tmp_path / "data", *words))
        return servers[-1]

    yield begin
    for server in servers:
        if server.process.poll() is None:
            server.stop()
