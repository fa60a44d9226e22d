"""./run alone: the arena, with bots that play and a browser that shows it."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "server"))
from arena_server import BUILD, Client  # noqa: E402

pytestmark = pytest.mark.skipif(BUILD.resolve() != (ROOT / "build").resolve() or not (BUILD / "web" / "dist").exists(),
                                reason="./run starts what is in build, which is not there with its pages")
LIVE_WITHIN = 10  # seconds after the server's start


class Run:
    """./run in a home of its own, on a desktop whose browser only writes down what it is to show."""

    def __init__(self, home):
        self.shown = home / "shown"
        desktop = home / "bin"
        desktop.mkdir(exist_ok=True)
        (desktop / "xdg-open").write_text(f'#!/bin/sh\necho "$1" >"{self.shown}.new" && mv "{self.shown}.new" "{self.shown}"\n')
        (desktop / "xdg-open").chmod(0o755)
        environment = {**os.environ, "DISPLAY": ":7", "PATH": f"{desktop}:{os.environ['PATH']}"}
        self.process = subprocess.Popen([ROOT / "run", "--port", "0", "--data", home / "data"], cwd=home, env=environment, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first = self.process.stdout.readline()
        self.opened = time.monotonic()
        match = re.match(r"Rookery is open: (http://localhost:(\d+)) \(kept in .*; Ctrl-C stops\)$", first)
        assert match, first + self.process.stderr.read()
        self.address, self.client = match.group(1), Client(int(match.group(2)))
        self.link = self.process.stdout.readline()

    def games(self):
        """The games that are being played, as soon as there are any."""
        with self.client.listen("events") as lobby:
            for name, data in lobby:
                if name == "begun" or (name == "games" and data):
                    return data if name == "games" else [data]

    def wait_for_browser(self):
        """By asking the arena again, which takes its time too."""
        while not self.shown.exists():
            assert time.monotonic() < self.opened + 120
            self.client.get("status")

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        said, complaints = self.process.communicate(timeout=60)
        assert self.process.returncode == 0, complaints
        return said


def test_run_alone_opens_an_arena_where_bots_play_and_goes_on_with_it_the_next_time(tmp_path):
    run = Run(tmp_path)
    try:
        assert re.match(rf"This link makes you the administrator, once: {run.address}/#setup=\S+$", run.link)
        game = run.games()[0]
        assert time.monotonic() - run.opened < LIVE_WITHIN
        created = run.client.get(f"games/{game['id']}").json["created_at"]
        assert game["origin"] == "league" and game["rated"]
        with run.client.listen(f"games/{game['id']}/events") as events:
            events.wait_for("move|over")
        assert "/assets/" in run.client.get("/").text
        assert {"Greedy", "Magpie", "Minimax"} <= {bot["name"] for bot in run.client.get("bots").json["bots"]}
        run.wait_for_browser()
        assert run.shown.read_text() == run.address + "\n"
    finally:
        said = run.interrupt()
    assert "Stopped." in said

    run = Run(tmp_path)
    try:
        assert run.client.get(f"games/{game['id']}").json["created_at"] == created
        assert run.games()
    finally:
        run.interrupt()


def test_run_demo_takes_no_more_words():
    done = subprocess.run([ROOT / "run", "demo", "all"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "./run match --help" in done.stderr
