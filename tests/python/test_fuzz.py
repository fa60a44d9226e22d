"""Short and long runs of the fuzzers; even longer ones are run by hand (see the scripts)."""
import os

import fuzz_host
import fuzz_programs
import places
import pytest
import stress_board


def test_boards_withstand_anything():
    assert stress_board.run(3, seed=5) > 0


def test_the_host_withstands_any_protocol_lines():
    assert fuzz_host.run(4, seed=5, build=places.BUILD) > 0


def test_check_and_box_withstand_any_program():
    checked, played, found = fuzz_programs.run(20 if os.environ.get("CI") == "true" else 5, seed=5)
    assert checked > 0 and played > 0 and found == 0


@pytest.mark.slow
def test_boards_withstand_anything_for_minutes():
    assert stress_board.run(120, seed=6) > 0


@pytest.mark.slow
def test_the_host_withstands_any_protocol_lines_for_minutes():
    assert fuzz_host.run(120, seed=6, build=places.BUILD) > 0


@pytest.mark.slow
def test_check_and_box_withstand_any_program_for_minutes():
    assert fuzz_programs.run(120, seed=6)[2] == 0
