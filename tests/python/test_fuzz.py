"""Short runs of the fuzzers; longer ones are run by hand (see the scripts)."""
import fuzz_host
import stress_board
from conftest import BUILD


def test_boards_withstand_anything(request):
    assert stress_board.run(60 if request.config.getoption("--slow") else 3, seed=5) > 0


def test_the_host_withstands_any_protocol_lines(request):
    assert fuzz_host.run(60 if request.config.getoption("--slow") else 5, seed=5, build=BUILD) > 0
