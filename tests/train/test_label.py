"""net_label: samples judged by Stockfish's own network say what Stockfish says."""
import pathlib
import re
import struct
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LABEL, TRAIN = ROOT / "build/train/net_label", ROOT / "build/train/net_train"
STOCKFISH = pathlib.Path("/usr/games/stockfish")
SAMPLE = struct.Struct("<QQhB29x")
UNKNOWN = 3

# FEN, a legal move.
POSITIONS = [
    ("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "f1b5"),
    ("r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 6", "c8g4"),
    ("8/5pk1/6p1/3N4/4b3/6P1/5PK1/8 b - - 0 40", "g7f8"),
    ("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 30", "b1b8"),
    ("2k2r2/2p5/1pq5/p1p1n3/P1P2n1B/1R4Pp/2QR4/6K1 b - - 0 1", "f4e2"),
]
OFFICERS = {"n": 781, "b": 825, "r": 1276, "q": 2538}


def label(tmp_path, lines, *options):
    games, out = tmp_path / "games.txt", tmp_path / "out.samples"
    games.write_text("".join(lines))
    done = subprocess.run([LABEL, "--teacher", STOCKFISH, *options, out, games], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    data = out.read_bytes()
    assert data[:8] == b"RKPOSN02"
    return [SAMPLE.unpack_from(data, 8 + i * SAMPLE.size) for i in range((len(data) - 8) // SAMPLE.size)]


def said_by_stockfish(fen):
    """Its network's opinion in centipawns for the side to move, scaled by material as it does before it uses it."""
    out = subprocess.run([STOCKFISH], input=f"position fen {fen}\neval\nquit\n", capture_output=True, text=True).stdout
    white = float(re.search(r"^NNUE evaluation\s+([+-][0-9.]+)", out, re.M).group(1)) * 100
    officers = sum(OFFICERS.get(letter, 0) for letter in fen.split()[0].lower())
    return (white if " w " in fen else -white) * (1064 + 106 * officers / 5120) / 1024


@pytest.mark.skipif(not STOCKFISH.exists(), reason="Debian's stockfish is not installed")
def test_samples_say_what_stockfish_says(tmp_path):
    samples = label(tmp_path, [f"0.5\t{fen} moves\t{move}:0\n" for fen, move in POSITIONS], "--neighbours", "0")
    assert len(samples) == len(POSITIONS)
    for (fen, _), (occupied, _, score, result) in zip(POSITIONS, samples):
        assert bin(occupied).count("1") == sum(letter.isalpha() for letter in fen.split()[0])
        assert result == 1
        assert score == pytest.approx(said_by_stockfish(fen), abs=4, rel=0.04)  # it weighs its two parts a little otherwise


@pytest.mark.skipif(not STOCKFISH.exists(), reason="Debian's stockfish is not installed")
def test_neighbours_have_no_result_and_a_seed_repeats_them(tmp_path):
    fen, move = POSITIONS[0]
    line = [f"1\t{fen} moves\t{move}:0\n"]
    samples = label(tmp_path, line, "--neighbours", "40", "--seed", "7")
    assert [sample[3] for sample in samples] == [2] + [UNKNOWN] * (len(samples) - 1)
    assert 20 < len(samples) <= 41 and len(set(samples)) > 15
    assert label(tmp_path, line, "--neighbours", "40", "--seed", "7") == samples
    assert label(tmp_path, line, "--neighbours", "40", "--seed", "8") != samples


def test_a_file_without_a_network_is_refused(tmp_path):
    games = tmp_path / "games.txt"
    games.write_text("")
    done = subprocess.run([LABEL, "--teacher", games, tmp_path / "out", games], capture_output=True, text=True)
    assert done.returncode == 2
    done = subprocess.run([LABEL, "--teacher", "/bin/true", tmp_path / "out", games], capture_output=True, text=True)
    assert done.returncode == 2 and "holds no network of the kind that Stockfish 15 has" in done.stderr


def test_samples_are_of_standard_chess(tmp_path):
    samples = tmp_path / "some.samples"
    samples.write_bytes(b"RKPOSN02" + bytes(48))
    done = subprocess.run([TRAIN, "--variant", "atomic", "--out", tmp_path / "x.net", samples], capture_output=True, text=True)
    assert done.returncode == 2 and "holds samples of standard chess" in done.stderr
