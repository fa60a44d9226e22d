"""./run train --demo: games, a network, a picture of the loss, a match."""
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_it_makes_a_network_that_plays(tmp_path):
    done = subprocess.run([sys.executable, ROOT / "train/demo.py", "--folder", tmp_path, "--seconds", "2", "--nodes", "20",
                           "--batch", "64", "--epochs", "2", "--match-games", "2"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "2 games in" in done.stdout and "epoch (L: learnt, h: held out)" in done.stdout
    assert (tmp_path / "small.net").stat().st_size > 10_000
    lines = xml.etree.ElementTree.parse(tmp_path / "loss.svg").findall("{http://www.w3.org/2000/svg}polyline")
    assert [len(line.get("points").split()) for line in lines] == [2, 2]
