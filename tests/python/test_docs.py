"""What the pages show works: their bots play, their commands exist, their options are options."""
import pathlib
import re
import subprocess

import places
import pytest
from uci_session import Session

from rookery import _check

ROOT = pathlib.Path(places.ROOT)
ROOKERY = pathlib.Path(places.BUILD) / "src" / "cli" / "rookery"
PAGES = ["README.md", "docs/writing-bots.md", "docs/running-matches.md", "bindings/python/README.md"]


def bots_of(page):
    """The blocks of Python that are whole bots."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.M | re.S)
    return [block for block in blocks if re.search(r"^def get_move\(.*\n +\S", block, re.M)]


def test_the_bots_on_the_page_play(host_path, tmp_path):
    bots = bots_of("docs/writing-bots.md")
    assert bots
    for number, source in enumerate(bots):
        assert _check.check_bytes(source.encode())[0] == []
        bot = tmp_path / f"bot{number}.py"
        bot.write_text(source)
        with Session(host_path, bot) as session:
            assert len(session.ask("position startpos", "go wtime 1000 btime 1000")) == 4


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_on_the_page_exist(page):
    text = (ROOT / page).read_text()
    shown = re.findall(r"^(?:\$ .*\| )?(?:\./run|~/rookery/run|rookery) ([a-z]+)(.*)$", text, re.M)
    verbs = set(re.findall(r"^  (\w+) ", subprocess.run([ROOKERY, "--help"], capture_output=True, text=True).stdout, re.M))
    assert {verb for verb, _ in shown} <= verbs - {"rookery"}
    for verb, rest in shown:
        help_text = subprocess.run([ROOKERY, verb, "--help"], capture_output=True, text=True).stdout
        for option in re.findall(r" (--[a-z-]+)", rest):
            assert option in help_text, (verb, option)
